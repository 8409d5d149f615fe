/* misplaced.c -- the number of tiles that are not in place */
#include "tile_sum.h"

static tile_cost misplaced(const struct tb_board *board, unsigned home, unsigned cell)
{
    (void)board;
    return home != cell;
}

enum tb_status misplaced_new(const struct tb_board *board, const struct tb_position *goal,
                             struct heuristic **heuristic, struct tb_error *error)
{
    return tile_sum_new("misplaced", misplaced, board, goal, heuristic, error);
}
