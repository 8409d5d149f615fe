/* problem.h -- a position to solve, how to search, and what came of it
 *
 * Searches work on the board as it is given: children come in the order of the cell
 * that the blank moves to, before any renaming or turning. Heuristics see it through
 * a view.
 */
#ifndef SOLVER_PROBLEM_H
#define SOLVER_PROBLEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tilebase/tilebase.h"

#define MOVES_MAX 1000 /* no board up to 6x6 that a search can finish needs as many */

struct problem {
    struct tb_board board;
    struct tb_position start;
    struct tb_position goal;
};

/* How a search is doing. */
struct search_state {
    int bound; /* no solution is shorter */
    uint64_t nodes;
    double seconds;
};

/* How to search: when to give up, and whom to tell how it goes. */
struct search {
    unsigned threads;
    uint64_t nodes;            /* give up after about as many; UINT64_MAX: never */
    double seconds;            /* of the clock; infinity: never */
    bool all;                  /* count all shortest solutions */
    uint32_t listed;           /* of them, how many to list */
    bool (*interrupted)(void); /* may be NULL */
    void (*progress)(void *context, const struct search_state *progress); /* may be NULL */
    void *context;
};

struct solution {
    bool solved;
    int h;          /* the heuristic's value of the start */
    int bound;      /* the length if solved, else the least that it can be */
    uint64_t nodes; /* generated in all iterations, the start not counted */
    double seconds;
    uint64_t count;          /* of shortest solutions, if all were asked for */
    uint32_t listed;         /* of them, in `list` */
    uint8_t *list;           /* [listed][bound], to be freed by the caller */
    uint8_t path[MOVES_MAX]; /* the cells that the blank moves to, if solved */
};

#endif
