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
#include <stdlib.h>

#include "tilebase/tilebase.h"

#define MOVES_MAX 4000 /* for IDA*: no board up to 6x6 that it can finish needs as many */

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

struct local_view;
struct local_steps;

/* How to search: when to give up, and whom to tell how it goes. */
struct solution;

struct search {
    unsigned threads;
    uint64_t nodes;            /* give up after about as many; UINT64_MAX: never */
    double seconds;            /* of the clock; infinity: never */
    bool all;                  /* count all shortest solutions */
    uint32_t listed;           /* of them, how many to list */
    int below;                 /* for IDA*: only solutions with fewer moves; 0: any */
    bool far_first;            /* for A*: of equally promising positions, the farthest first */
    double weight;             /* of the heuristic, for weighted searches; at least 1 */
    uint64_t seed;             /* for searches that are random */
    uint64_t memory;           /* bytes for searches that keep positions; UINT64_MAX: any */
    bool (*interrupted)(void); /* may be NULL */
    void (*progress)(void *context, const struct search_state *progress); /* may be NULL */
    /* An anytime search has a shorter solution, or a better bound; may be NULL. */
    void (*better)(void *context, const struct solution *solution);
    void *context;

    /* For solving a few tiles at a time. */
    const struct local_view *local; /* local.h */
    double improve;                 /* seconds for shortening a solution; 0: leave it */
};

/* What came of a search, to be freed by the caller. */
struct solution {
    bool solved;
    int h;             /* the heuristic's value of the start */
    int bound;         /* the length if solved, else `least` */
    int least;         /* no solution is shorter: the length itself, if it is proven optimal */
    uint64_t nodes;    /* generated in all iterations, the start not counted */
    uint64_t expanded; /* positions whose children were made, by searches that keep them; 0 */
    uint64_t kept;     /* bytes of memory that these took at most */
    double seconds;
    uint64_t count;            /* of shortest solutions, if all were asked for */
    uint32_t listed;           /* of them, in `list` */
    uint8_t *list;             /* [listed][bound] */
    uint8_t *path;             /* [bound]: the cells that the blank moves to, if solved */
    struct local_steps *local; /* how it was found, if a few tiles at a time, else NULL */
};

/* Whether a solution is known to be a shortest one. */
static inline bool solution_proven(const struct solution *solution)
{
    return solution->solved && solution->least == solution->bound;
}

static inline void solution_free(struct solution *solution)
{
    free(solution->list);
    free(solution->path);
    free(solution->local);
    solution->list = solution->path = NULL;
    solution->local = NULL;
}

#endif
