/* distance.h -- how far each tile is from its goal */
#ifndef SOLVER_DISTANCE_H
#define SOLVER_DISTANCE_H

#include "tilebase/tilebase.h"

/* distance[tile][cell]; the blank's stay 0. */
static inline void fill_distances(const struct tb_board *board, const struct tb_position *goal,
                                  uint8_t distance[TB_CELLS_MAX][TB_CELLS_MAX])
{
    for (unsigned home = 0; home < board->cells; home++)
        for (unsigned cell = 0; goal->tile[home] != 0 && cell < board->cells; cell++)
            distance[goal->tile[home]][cell] = (uint8_t)tb_board_distance(board, home, cell);
}

/* The sum of the distances of a position's tiles. */
static inline int sum_distances(unsigned cells, const uint8_t distance[TB_CELLS_MAX][TB_CELLS_MAX],
                                const struct tb_position *position)
{
    int sum = 0;

    for (unsigned cell = 0; cell < cells; cell++)
        sum += distance[position->tile[cell]][cell];
    return sum;
}

#endif
