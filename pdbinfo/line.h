/* line.h -- a pattern's own way home: as many moves as its entry says
 *
 * Only moves that count are listed, those of the pattern's tiles or, if the kind counts them,
 * all. Where the table tells values by the place of the blank, a way is a walk downhill. An
 * additive table tells the least value over all places of the blank, so an entry below may only be
 * reachable with the blank elsewhere; the way is then found by a search that goes back when
 * the values say that too few moves are left. If the blank's own region has no way of that length,
 * the other regions are tried, for the value is the least of all.
 */
#ifndef PDBINFO_LINE_H
#define PDBINFO_LINE_H

#include "tilebase/pdb.h"

struct line_move {
    uint8_t tile; /* its goal cell + 1; 0: one outside the pattern */
    uint8_t from; /* cells */
    uint8_t to;
};

struct line {
    unsigned length;
    unsigned blank; /* the cell that the blank starts from */
    struct line_move moves[TB_VALUES_MAX];
};

/* The way of the tiles that a row stands for, tile i on cell[i], in the order of their
 * goals; `row` is the first of the tiles' rows, 0 unless it is of pairs or triples. Of kinds of
 * chosen tiles, pairs and triples. TB_DAMAGED if the table's values allow no way, TB_NO_MEMORY. */
enum tb_status line_find(const struct tb_pdb *pdb, uint64_t row, const uint8_t *cell,
                         unsigned blank, struct line *line, struct tb_error *error);

/* The same for a walking distance: moves of a tile of the row `tile` - 1, from row to row. The
 * position has tile t belong on cell t - 1. TB_DAMAGED. */
enum tb_status line_find_walking(const struct tb_pdb *pdb, const struct tb_position *position,
                                 struct line *line, struct tb_error *error);

#endif
