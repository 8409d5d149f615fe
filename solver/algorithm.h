/* algorithm.h -- the searches, by their names
 *
 * An algorithm takes a heuristic, a problem and how to search, and gives a solution, or how
 * far it came. All keep the limits of struct search and leave the heuristic as it is, so any
 * number of threads may solve at once.
 */
#ifndef SOLVER_ALGORITHM_H
#define SOLVER_ALGORITHM_H

#include "heuristic.h"

/* Solve a solvable problem on the heuristic's board with the heuristic's goal. The solution
 * is to be freed in any case. TB_NO_MEMORY if the search could not even begin; one that runs
 * into a limit is TB_OK and not solved. */
typedef enum tb_status algorithm_solve(const struct heuristic *heuristic,
                                       const struct problem *problem, const struct search *search,
                                       struct solution *solution, struct tb_error *error);

/* What an algorithm is, and which options are for it. */
enum {
    ALGORITHM_LOCAL = 256, /* it has local problems in place of a search (local.h) */

    ALGORITHM_BLIND = 1,  /* it uses no heuristic */
    ALGORITHM_COUNTS = 2, /* it can count all shortest solutions */
    ALGORITHM_KEEPS = 4,  /* it keeps positions, in memory up to a limit */
    ALGORITHM_WEIGHTED = 8,
    ALGORITHM_TIES = 16, /* it can choose among equally promising positions */
};

struct algorithm {
    const char *name;
    unsigned traits;
    algorithm_solve *solve;
};

/* Find an algorithm by its name. TB_INVALID lists all there are. */
enum tb_status algorithm_find(const char *name, const struct algorithm **algorithm,
                              struct tb_error *error);

algorithm_solve ida_solve; /* iterative deepening (ida.h) */
algorithm_solve weighted_ida_solve;
algorithm_solve astar_solve;
algorithm_solve weighted_astar_solve;
algorithm_solve greedy_solve;        /* by the heuristic's value alone (best_first.c) */
algorithm_solve anneal_solve;        /* a random walk that cools down (anneal.c) */
algorithm_solve anytime_solve;       /* shorter and shorter (anytime.c) */
algorithm_solve bfs_solve;           /* breadth first, from the start */
algorithm_solve bidirectional_solve; /* the same from both ends */
algorithm_solve local_algorithm;     /* a few tiles at a time (local.h) */

#endif
