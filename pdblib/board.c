/* board.c -- rectangular boards: cells, neighbours, symmetries */
#include "tilebase/board.h"

#include <stdlib.h>

#include "digits.h"

enum tb_status tb_board_init(struct tb_board *board, unsigned width, unsigned height,
                             struct tb_error *error)
{
    if (width < TB_SIDE_MIN || width > TB_SIDE_MAX || height < TB_SIDE_MIN || height > TB_SIDE_MAX)
        return tb_error_set(error, TB_INVALID,
                            "a board of %ux%u is not possible: both sides must be from %d to %d",
                            width, height, TB_SIDE_MIN, TB_SIDE_MAX);
    *board = (struct tb_board){
        .width = (uint8_t)width,
        .height = (uint8_t)height,
        .cells = (uint8_t)(width * height),
        .all = tb_cellset_of(width * height) - 1,
    };
    for (unsigned row = 0; row < height; row++) {
        board->first_column |= tb_cellset_of(row * width);
        board->last_column |= tb_cellset_of(row * width + width - 1);
    }
    return TB_OK;
}

enum tb_status tb_board_parse(const char *text, struct tb_board *board, struct tb_error *error)
{
    int width = parse_digits(&text);
    int height = -1;

    if (*text == 'x') {
        text++;
        height = parse_digits(&text);
    }
    if (width < 0 || height < 0 || *text != '\0')
        return tb_error_set(error, TB_INVALID,
                            "a board is written as width x height, such as 4x4 or 5x3");
    return tb_board_init(board, (unsigned)width, (unsigned)height, error);
}

tb_cellset tb_board_region(const struct tb_board *board, tb_cellset area, unsigned cell)
{
    tb_cellset region = tb_cellset_of(cell);

    for (;;) {
        tb_cellset grown = (region | tb_board_spread(board, region)) & area;

        if (grown == region)
            return region;
        region = grown;
    }
}

unsigned tb_board_regions(const struct tb_board *board, tb_cellset area)
{
    unsigned count = 0;

    for (; area != 0; count++)
        area &= ~tb_board_region(board, area, tb_cellset_first(area));
    return count;
}

unsigned tb_board_region_number(const struct tb_board *board, tb_cellset area, unsigned cell)
{
    tb_cellset own = tb_board_region(board, area, cell);
    tb_cellset before = area & ~own & (tb_cellset_of(tb_cellset_first(own)) - 1);
    unsigned number = 0;

    for (; before != 0; number++)
        before &= ~tb_board_region(board, area, tb_cellset_first(before));
    return number;
}

unsigned tb_board_distance(const struct tb_board *board, unsigned a, unsigned b)
{
    int columns = (int)(a % board->width) - (int)(b % board->width);
    int rows = (int)(a / board->width) - (int)(b / board->width);

    return (unsigned)(abs(columns) + abs(rows));
}

unsigned tb_board_colour(const struct tb_board *board, unsigned cell)
{
    return (cell % board->width + cell / board->width) & 1;
}

unsigned tb_board_symmetries(const struct tb_board *board)
{
    return board->width == board->height ? 8 : 4;
}

unsigned tb_board_map(const struct tb_board *board, unsigned symmetry, unsigned cell)
{
    unsigned column = cell % board->width;
    unsigned row = cell / board->width;

    if (symmetry & TB_FLIP_COLUMNS)
        column = board->width - 1u - column;
    if (symmetry & TB_FLIP_ROWS)
        row = board->height - 1u - row;
    if (symmetry & TB_TRANSPOSE)
        return column * board->width + row;
    return row * board->width + column;
}

tb_cellset tb_board_map_set(const struct tb_board *board, unsigned symmetry, tb_cellset set)
{
    tb_cellset image = 0;

    for (; set != 0; set = tb_cellset_rest(set))
        image |= tb_cellset_of(tb_board_map(board, symmetry, tb_cellset_first(set)));
    return image;
}

unsigned tb_symmetry_inverse(unsigned symmetry)
{
    /* Flips undo themselves; past a transposition each becomes the other. */
    if (!(symmetry & TB_TRANSPOSE))
        return symmetry;
    return TB_TRANSPOSE | (symmetry & TB_FLIP_COLUMNS ? TB_FLIP_ROWS : 0u) |
           (symmetry & TB_FLIP_ROWS ? TB_FLIP_COLUMNS : 0u);
}
