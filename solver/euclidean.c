/* euclidean.c -- the sum of the tiles' distances as the crow flies, rounded up
 *
 * No straight line is longer than the moves along it, so the sum is a lower bound, and as moves
 * are whole, so is the next whole number. To round up wrongly would spoil that; so distances
 * are fixed-point numbers that are rounded down. Where they are whole they are exact, and a sum
 * that is not whole is at most 36 units of the last place too small: it takes one that exceeds
 * a whole number by less than that for the value to be one less than it could be.
 */
#define TILE_SUM_BITS 28

#include "tile_sum.h"

/* The largest number whose square is no larger: 31 bits do for the longest distance. */
static uint64_t square_root(uint64_t square)
{
    uint64_t root = 0;

    for (unsigned bit = 32; bit-- > 0;) {
        uint64_t more = root | (uint64_t)1 << bit;

        if (more * more <= square)
            root = more;
    }
    return root;
}

static tile_cost distance(const struct tb_board *board, unsigned home, unsigned cell)
{
    int rows = (int)(home / board->width) - (int)(cell / board->width);
    int columns = (int)(home % board->width) - (int)(cell % board->width);
    uint64_t square = (uint64_t)(rows * rows + columns * columns);

    return (tile_cost)square_root(square << (2 * TILE_SUM_BITS));
}

enum tb_status euclidean_new(const struct tb_board *board, const struct tb_position *goal,
                             struct heuristic **heuristic, struct tb_error *error)
{
    return tile_sum_new("euclidean", distance, board, goal, heuristic, error);
}
