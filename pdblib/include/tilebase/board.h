/* board.h -- rectangular boards: cells, neighbours, symmetries
 *
 * Cells are numbered row by row from 0 at the top left. A symmetry is a number
 * made of three bits, applied in this order: TB_FLIP_COLUMNS (left to right),
 * TB_FLIP_ROWS (top to bottom), TB_TRANSPOSE (squares only). So symmetry 0
 * leaves everything in place and 3 is half a turn.
 */
#ifndef TILEBASE_BOARD_H
#define TILEBASE_BOARD_H

#include <stdint.h>

#include "tilebase/cellset.h"
#include "tilebase/error.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TB_SIDE_MIN  2
#define TB_SIDE_MAX  6
#define TB_CELLS_MAX (TB_SIDE_MAX * TB_SIDE_MAX)

enum {
    TB_FLIP_COLUMNS = 1,
    TB_FLIP_ROWS = 2,
    TB_TRANSPOSE = 4,
    TB_HALF_TURN = TB_FLIP_COLUMNS | TB_FLIP_ROWS,
};

struct tb_board {
    uint8_t width;
    uint8_t height;
    uint8_t cells;
    tb_cellset all;          /* every cell */
    tb_cellset first_column; /* cells with none to their left */
    tb_cellset last_column;
};

/* TB_INVALID unless both sides are between 2 and 6. */
enum tb_status tb_board_init(struct tb_board *board, unsigned width, unsigned height,
                             struct tb_error *error);

/* Read "4x4" or "5x3", width first. TB_INVALID. */
enum tb_status tb_board_parse(const char *text, struct tb_board *board, struct tb_error *error);

/* All cells next to a cell of the set; some may be in the set themselves. */
static inline tb_cellset tb_board_spread(const struct tb_board *board, tb_cellset set)
{
    return (((set & ~board->last_column) << 1) | ((set & ~board->first_column) >> 1) |
            (set << board->width) | (set >> board->width)) &
           board->all;
}

/* The cells that can be reached from `cell` inside `area`, which holds it. */
tb_cellset tb_board_region(const struct tb_board *board, tb_cellset area, unsigned cell);

/* How many regions an area falls into, and the number of the one that holds a cell of
 * the area; regions are counted by their first cells. */
unsigned tb_board_regions(const struct tb_board *board, tb_cellset area);
unsigned tb_board_region_number(const struct tb_board *board, tb_cellset area, unsigned cell);

/* Moves between two cells on an empty board. */
unsigned tb_board_distance(const struct tb_board *board, unsigned a, unsigned b);

/* The parity of column + row, like the colours of a chess board: 0 or 1. */
unsigned tb_board_colour(const struct tb_board *board, unsigned cell);

/* How many symmetries the board has: 8 if it is square, else 4. */
unsigned tb_board_symmetries(const struct tb_board *board);

/* Where a symmetry takes a cell, or a whole set. */
unsigned tb_board_map(const struct tb_board *board, unsigned symmetry, unsigned cell);
tb_cellset tb_board_map_set(const struct tb_board *board, unsigned symmetry, tb_cellset set);

/* The symmetry that takes everything back. */
unsigned tb_symmetry_inverse(unsigned symmetry);

#ifdef __cplusplus
}
#endif

#endif
