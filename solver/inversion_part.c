/* inversion_part.c -- how far the order of the tiles is from that of the goal */
#include "inversion_part.h"

#include <stdlib.h>

/* Where a cell comes row by row, or column by column. */
static unsigned turn_of(const struct tb_board *board, unsigned kind, unsigned cell)
{
    return kind == 0 ? cell : cell % board->width * board->height + cell / board->width;
}

/* The tiles that each tile comes behind in the goal. */
static void fill_before(struct inversion_part *part, const struct tb_board *board,
                        const struct tb_position *goal)
{
    for (unsigned kind = 0; kind < 2; kind++)
        for (unsigned a = 0; a < board->cells; a++)
            for (unsigned b = 0; b < board->cells; b++)
                if (turn_of(board, kind, a) < turn_of(board, kind, b) && goal->tile[a] != 0 &&
                    goal->tile[b] != 0)
                    part->before[kind][goal->tile[b]] |= (uint64_t)1 << goal->tile[a];
}

static unsigned value_row(unsigned kind, unsigned away)
{
    return kind * TB_SIDE_MAX + away;
}

/* The fewest moves that so many inversions and so many lines to go for the blank take. */
static void fill_values(struct inversion_part *part)
{
    unsigned tiles = part->board.cells - 1u, most = tiles * (tiles - 1) / 2;

    for (unsigned kind = 0; kind < 2; kind++)
        for (unsigned away = 0; away < TB_SIDE_MAX; away++)
            for (unsigned count = 0; count <= most; count++) {
                unsigned moves = (count + part->passes[kind] - 1u) / part->passes[kind];

                moves = moves < away ? away : moves;
                part->value[value_row(kind, away)][count] = (uint8_t)(moves + (moves + away) % 2);
            }
}

/* A tile goes from a cell to the blank's, and the blank the other way. */
static void fill_step(struct inversion_part *part, struct inversion_step *step, unsigned from,
                      unsigned blank)
{
    const struct tb_board *board = &part->board;
    unsigned kind = from / board->width == blank / board->width ? 1 : 0;
    unsigned first = turn_of(board, kind, from), last = turn_of(board, kind, blank), count = 0;
    int sign = first < last ? 1 : -1;

    *step = (struct inversion_step){
        .kind = (uint8_t)kind,
        .shift = (uint8_t)(16 * kind),
        .none = (int8_t)(sign * part->passes[kind]),
        .each = (int8_t)(-2 * sign),
        .before = (uint16_t)value_row(kind, part->away[kind][blank]),
        .after = (uint16_t)value_row(kind, part->away[kind][from]),
    };
    for (unsigned cell = 0; cell < board->cells; cell++) {
        unsigned turn = turn_of(board, kind, cell);

        if ((turn > first && turn < last) || (turn > last && turn < first))
            step->passed[count++] = (uint8_t)cell;
    }
    while (count < TB_SIDE_MAX - 1)
        step->passed[count++] = (uint8_t)from;
}

static void fill_steps(struct inversion_part *part)
{
    struct board_ways ways;

    board_ways_init(&ways, &part->board);
    for (unsigned cell = 0; cell < part->board.cells; cell++) {
        const struct ways *list = ways_all(&ways, cell);

        for (unsigned i = 0; i < list->count; i++)
            fill_step(part, &part->step[list->way[i].step], list->way[i].cell, cell);
    }
}

void inversion_part_init(struct inversion_part *part, const struct tb_board *board,
                         const struct tb_position *goal)
{
    unsigned home = tb_position_find(board, goal, 0);

    *part = (struct inversion_part){
        .board = *board,
        .passes = {(uint8_t)(board->width - 1), (uint8_t)(board->height - 1)},
    };
    for (unsigned cell = 0; cell < board->cells; cell++) {
        int rows = (int)(cell / board->width) - (int)(home / board->width);
        int columns = (int)(cell % board->width) - (int)(home % board->width);

        part->away[0][cell] = (uint8_t)abs(rows);
        part->away[1][cell] = (uint8_t)abs(columns);
    }
    fill_before(part, board, goal);
    fill_values(part);
    fill_steps(part);
}

/* The inversions of a position in one of the orders. */
static unsigned count_inversions(const struct inversion_part *part, unsigned kind,
                                 const uint8_t *tile)
{
    const struct tb_board *board = &part->board;
    unsigned count = 0;

    for (unsigned a = 0; a < board->cells; a++)
        for (unsigned b = 0; b < board->cells; b++)
            if (turn_of(board, kind, a) < turn_of(board, kind, b))
                count += (unsigned)(part->before[kind][tile[a]] >> tile[b] & 1);
    return count;
}

void inversion_start(const struct inversion_part *part, const struct tb_position *start,
                     struct inversion_state *state)
{
    unsigned blank = tb_position_find(&part->board, start, 0);

    *state = (struct inversion_state){0};
    for (unsigned kind = 0; kind < 2; kind++) {
        unsigned count = count_inversions(part, kind, start->tile);

        state->inversions |= count << (16 * kind);
        state->value += part->value[value_row(kind, part->away[kind][blank])][count];
    }
}
