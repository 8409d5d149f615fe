/* classic.h -- the heuristics of the literature that need no databases
 *
 * All are for any board and any goal. The header of each part tells its idea.
 */
#ifndef SOLVER_CLASSIC_H
#define SOLVER_CLASSIC_H

#include "tilebase/tilebase.h"

struct heuristic;

/* TB_NO_MEMORY. */
typedef enum tb_status classic_maker(const struct tb_board *board, const struct tb_position *goal,
                                     struct heuristic **heuristic, struct tb_error *error);

/* Sums over the tiles (tile_sum.h), from the smallest to the largest; none ever exceeds the
 * next. */
classic_maker misplaced_new; /* tiles that are not in place */
classic_maker euclidean_new; /* distances as the crow flies */
classic_maker manhattan_new; /* moves on an empty board */

/* Manhattan distance, and two moves more for each tile that must leave the row or column it
 * belongs to, to let another pass (conflict_part.h). */
classic_maker linear_conflict_new;

/* Linear conflicts, and what corners, the last moves or both add to them (detour_part.h). */
classic_maker corner_tiles_new;
classic_maker last_moves_new;
classic_maker corner_last_new;

/* Relaxed linear conflicts, and what corners add to them. Not admissible. */
classic_maker novel_new;

/* Inversion distance (inversion_part.h) and relaxed adjacency (adjacency_part.h), alone and with
 * Manhattan distance, of which the larger counts. */
classic_maker inversion_distance_new;
classic_maker inversion_manhattan_new;
classic_maker relaxed_adjacency_new;
classic_maker adjacency_manhattan_new;

#endif
