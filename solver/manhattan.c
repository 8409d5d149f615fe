/* manhattan.c -- the sum of the tiles' distances */
#include "tile_sum.h"

static tile_cost distance(const struct tb_board *board, unsigned home, unsigned cell)
{
    return (tile_cost)tb_board_distance(board, home, cell);
}

enum tb_status manhattan_new(const struct tb_board *board, const struct tb_position *goal,
                             struct heuristic **heuristic, struct tb_error *error)
{
    return tile_sum_new("manhattan", distance, board, goal, heuristic, error);
}
