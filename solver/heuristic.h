/* heuristic.h -- what a heuristic is to the rest of the solver
 *
 * A heuristic solves problems by IDA*: its file includes ida_template.h, so that the
 * search is made anew around its own evaluation and calls nothing indirectly. What
 * the outside sees is one call. A heuristic does not change once it is made, so any
 * number of threads may solve with it at once.
 */
#ifndef SOLVER_HEURISTIC_H
#define SOLVER_HEURISTIC_H

#include "problem.h"

struct heuristic {
    char name[80];
    /* Find a shortest solution of a solvable problem on the heuristic's board with the
     * heuristic's goal. TB_NO_MEMORY. */
    enum tb_status (*solve)(const struct heuristic *heuristic, const struct problem *problem,
                            const struct limits *limits, struct solution *solution,
                            struct tb_error *error);
    void (*free)(struct heuristic *heuristic);
};

/* The sum of the tiles' distances. TB_NO_MEMORY. */
enum tb_status manhattan_new(const struct tb_board *board, const struct tb_position *goal,
                             struct heuristic **heuristic, struct tb_error *error);

/* Whether a partition can serve a goal: some symmetry must take the goal's blank to the
 * partition's, and for reflected look-ups the board must be square and the blank on
 * its diagonal. TB_INVALID says why not. */
enum tb_status additive_check(const struct tb_partition *partition, const struct tb_position *goal,
                              bool reflected, struct tb_error *error);

/* The databases of a partition; with `reflected` also those of the board as the mirror
 * of its diagonal shows it, whichever says more. The tables stay the caller's, and
 * open. As additive_check, and TB_NO_MEMORY. */
enum tb_status additive_new(const struct tb_partition *partition, const struct tb_tables *tables,
                            const struct tb_position *goal, bool reflected,
                            struct heuristic **heuristic, struct tb_error *error);

#endif
