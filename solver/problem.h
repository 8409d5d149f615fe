/* problem.h -- a position to solve, and what came of it
 *
 * Searches work on the board as it is given: children come in the order of the cell
 * that the blank moves to, before any renaming or turning. Heuristics see it through
 * a view.
 */
#ifndef SOLVER_PROBLEM_H
#define SOLVER_PROBLEM_H

#include <stdbool.h>
#include <stdint.h>

#include "tilebase/tilebase.h"

#define MOVES_MAX 1000 /* no board up to 6x6 that a search can finish needs as many */

struct problem {
    struct tb_board board;
    struct tb_position start;
    struct tb_position goal;
};

/* When to give up, and whom to tell how it goes. */
struct limits {
    uint64_t nodes;            /* UINT64_MAX: never */
    double seconds;            /* of the clock; infinity: never */
    bool (*interrupted)(void); /* may be NULL */
};

struct solution {
    bool solved;
    int h;          /* the heuristic's value of the start */
    int bound;      /* the length if solved, else the least that it can be */
    uint64_t nodes; /* generated in all iterations, the start not counted */
    double seconds;
    uint8_t path[MOVES_MAX]; /* the cells that the blank moves to, if solved */
};

#endif
