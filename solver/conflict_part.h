/* conflict_part.h -- tiles in each other's way, kept up move by move
 *
 * Tiles that are in the row they belong to, but in the wrong order, cannot all stay in
 * it: some must leave and come back, two moves each that the Manhattan distance does
 * not know. The most that can stay is the longest subsequence in the right order. The
 * same holds for columns, and as the moves for rows are up and down and those for
 * columns left and right, all add up. (Hansson, Mayer and Yung, 1992.)
 *
 * A line is a number with a digit for each cell: 0 for a tile that does not belong in
 * the line, else 1 + its place there. A table tells what each number adds, and a move
 * changes a digit in each of up to three lines.
 *
 * The relaxed rule has a digit for every tile: its own row does not matter in a row, and its
 * own column not in a column; tiles of one digit are in nobody's way. What it adds may
 * be too much.
 */
#ifndef SOLVER_CONFLICT_PART_H
#define SOLVER_CONFLICT_PART_H

#include "tilebase/tilebase.h"

enum { LINES_MAX = 2 * TB_SIDE_MAX };

/* A kind of line, row or column: its numbers and what they add. */
struct line_kind {
    unsigned length;
    uint32_t power[TB_SIDE_MAX]; /* of a digit at each place */
    uint8_t *conflicts;          /* tiles that must leave, by the line's number */
};

/* Where a cell is: in which line of the kind, and at which place. */
struct spot {
    uint8_t line;
    uint8_t place;
};

/* Which tiles of a line count. */
enum line_rule { LINES_OWN, LINES_RELAXED };

struct conflict_part {
    unsigned cells;
    struct line_kind kind[2];          /* rows, columns */
    struct spot spot[2][TB_CELLS_MAX]; /* of each cell; lines count through both kinds */
    struct spot home[2][TB_CELLS_MAX]; /* of each tile */
    /* [kind][tile][cell]: what the tile adds to the number of the line that it stands in */
    uint32_t digit[2][TB_CELLS_MAX][TB_CELLS_MAX];
};

struct conflict_state {
    int conflicts; /* tiles that must leave their lines */
    uint32_t line[LINES_MAX];
};

/* TB_NO_MEMORY. */
enum tb_status conflict_part_init(struct conflict_part *part, const struct tb_board *board,
                                  const struct tb_position *goal, enum line_rule rule,
                                  struct tb_error *error);
void conflict_part_free(struct conflict_part *part);

void conflict_start(const struct conflict_part *part, const struct tb_position *start,
                    struct conflict_state *state);

/* Change the number of a cell's line by the digit of a tile that comes or goes. */
static inline void conflict_change(const struct conflict_part *part, unsigned kind, unsigned cell,
                                   uint32_t change, struct conflict_state *state)
{
    uint32_t *line = &state->line[part->spot[kind][cell].line];
    const uint8_t *conflicts = part->kind[kind].conflicts;

    state->conflicts -= conflicts[*line];
    *line += change;
    state->conflicts += conflicts[*line];
}

/* A tile moves from a cell to the blank's. */
static inline void conflict_move(const struct conflict_part *part, unsigned tile, unsigned from,
                                 unsigned blank, struct conflict_state *state)
{
    for (unsigned kind = 0; kind < 2; kind++) {
        uint32_t gone = part->digit[kind][tile][from];
        uint32_t come = part->digit[kind][tile][blank];

        if (gone != 0)
            conflict_change(part, kind, from, 0u - gone, state);
        if (come != 0)
            conflict_change(part, kind, blank, come, state);
    }
}

#endif
