/* batch.h -- many boards, several at a time, told in their order
 *
 * Threads take the boards one after the other; a board that takes long does not hold up
 * the others. What is solved waits until all boards before it are told.
 */
#ifndef SOLVER_BATCH_H
#define SOLVER_BATCH_H

#include "algorithm.h"
#include "boards.h"

/* What to do with the outcome of a board, in the boards' order and by one thread at a time.
 * The solution is to be looked at if status is TB_OK. False: leave the other boards. */
typedef bool batch_tell(void *context, size_t number, enum tb_status status,
                        struct solution *solution, const struct tb_error *reason);

/* Solve all boards. TB_NO_MEMORY; the errors of single boards go to `tell`. */
enum tb_status batch_solve(algorithm_solve *solve, const struct heuristic *heuristic,
                           const struct boards *boards, const struct tb_position *goal,
                           const struct search *search, unsigned threads, batch_tell *tell,
                           void *context, struct tb_error *error);

#endif
