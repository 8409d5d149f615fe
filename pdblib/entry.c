/* entry.c -- the numbers of a pattern's entries */
#include "tilebase/pattern.h"

#include <stdlib.h>

#include "tilebase/pages.h"
#include "tilebase/size.h"

/* Count the regions of the sets, one after the other. */
static enum tb_status number_columns(struct tb_entry_index *index, struct tb_error *error)
{
    const struct tb_board *board = &index->pattern.board;
    tb_cellset set = tb_cellset_of(index->pattern.tiles) - 1;
    uint32_t column = 0;

    if (tb_pattern_columns(&index->pattern) == TB_TOO_LARGE)
        return tb_error_set(error, TB_INVALID, "the pattern has too many regions to be stored");
    index->first_column =
        tb_array_alloc(index->sets.count + (uint64_t)1, sizeof *index->first_column);
    if (index->first_column == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory to number the entries");
    for (uint32_t i = 0; i < index->sets.count; i++, set = tb_cellset_next(set)) {
        index->first_column[i] = column;
        column += tb_board_regions(board, board->all & ~set);
    }
    index->first_column[index->sets.count] = column;
    return TB_OK;
}

enum tb_status tb_entry_index_init(struct tb_entry_index *index, const struct tb_pattern *pattern,
                                   struct tb_error *error)
{
    tb_cellset free = pattern->board.all & ~pattern->fixed;
    enum tb_status status;

    *index = (struct tb_entry_index){.pattern = *pattern};
    for (unsigned cell = 0; cell < pattern->board.cells; cell++)
        index->place[cell] = (uint8_t)tb_cellset_below(free, cell);
    status = tb_cellset_index_init(&index->sets, tb_cellset_size(free), pattern->tiles, error);
    if (status == TB_OK && pattern->kind == TB_KIND_ZERO_AWARE)
        status = number_columns(index, error);
    if (status != TB_OK)
        tb_entry_index_free(index);
    return status;
}

void tb_entry_index_free(struct tb_entry_index *index)
{
    tb_cellset_index_free(&index->sets);
    free(index->first_column);
    index->first_column = NULL;
}

uint32_t tb_entry_column(const struct tb_entry_index *index, tb_cellset occupied, uint32_t set,
                         unsigned blank)
{
    const struct tb_board *board = &index->pattern.board;

    switch (index->pattern.kind) {
    case TB_KIND_ZERO_AWARE:
        return index->first_column[set] +
               tb_board_region_number(board, board->all & ~occupied, blank);
    case TB_KIND_NON_ADDITIVE:
    case TB_KIND_LOCAL:
        return set * (index->sets.cells - (uint32_t)index->pattern.tiles) + index->place[blank] -
               tb_cellset_below(occupied, blank);
    default:
        return set;
    }
}

static tb_cellset occupied_by(const struct tb_entry_index *index, const uint8_t *cell)
{
    tb_cellset occupied = 0;

    for (unsigned i = 0; i < index->pattern.tiles; i++)
        occupied |= tb_cellset_of(cell[i]);
    return occupied;
}

void tb_entry_place(const struct tb_entry_index *index, const uint8_t *cell, unsigned blank,
                    uint32_t *row, uint32_t *column)
{
    uint32_t set;

    tb_entry_locate(index, cell, row, &set);
    *column = tb_entry_column(index, occupied_by(index, cell), set, blank);
}

/* The set that a column belongs to. */
static uint32_t set_of_column(const struct tb_entry_index *index, uint32_t column)
{
    uint32_t low = 0, high = index->sets.count;

    if (index->pattern.kind == TB_KIND_NON_ADDITIVE || index->pattern.kind == TB_KIND_LOCAL)
        return column / (index->sets.cells - (uint32_t)index->pattern.tiles);
    if (index->pattern.kind != TB_KIND_ZERO_AWARE)
        return column;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;

        if (index->first_column[middle] <= column)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The first cell on which the blank makes this column of the set's. */
static unsigned blank_of_column(const struct tb_entry_index *index, tb_cellset occupied,
                                uint32_t set, uint32_t column)
{
    tb_cellset area = index->pattern.board.all & ~(occupied | index->pattern.fixed);

    while (tb_entry_column(index, occupied, set, tb_cellset_first(area)) != column)
        area = tb_cellset_rest(area);
    return tb_cellset_first(area);
}

void tb_entry_at(const struct tb_entry_index *index, uint32_t row, uint32_t column, uint8_t *cell,
                 unsigned *blank)
{
    uint32_t set = set_of_column(index, column);

    tb_entry_unrank(index, (uint64_t)row * index->sets.count + set, cell);
    *blank = blank_of_column(index, occupied_by(index, cell), set, column);
}

void tb_entry_locate(const struct tb_entry_index *index, const uint8_t *cell, uint32_t *arrangement,
                     uint32_t *set)
{
    uint8_t ordinal[TB_TILES_MAX];
    unsigned tiles = index->pattern.tiles;
    tb_cellset places = 0;

    for (unsigned i = 0; i < tiles; i++)
        places |= tb_cellset_of(index->place[cell[i]]);
    for (unsigned i = 0; i < tiles; i++)
        ordinal[i] = (uint8_t)tb_cellset_below(places, index->place[cell[i]]);
    *arrangement = tb_arrangement_rank(tiles, ordinal);
    *set = tb_cellset_rank(&index->sets, places);
}

uint64_t tb_entry_rank(const struct tb_entry_index *index, const uint8_t *cell)
{
    uint32_t arrangement, set;

    tb_entry_locate(index, cell, &arrangement, &set);
    return (uint64_t)arrangement * index->sets.count + set;
}

void tb_entry_unrank(const struct tb_entry_index *index, uint64_t entry, uint8_t *cell)
{
    uint8_t ordinal[TB_TILES_MAX];
    uint8_t occupied[TB_TILES_MAX];
    unsigned tiles = index->pattern.tiles;
    tb_cellset places = tb_cellset_unrank(&index->sets, (uint32_t)(entry % index->sets.count));
    tb_cellset free = index->pattern.board.all & ~index->pattern.fixed;

    for (unsigned i = 0; places != 0; free = tb_cellset_rest(free)) {
        if (tb_cellset_has(places, 0))
            occupied[i++] = (uint8_t)tb_cellset_first(free);
        places >>= 1;
    }
    tb_arrangement_unrank(tiles, (uint32_t)(entry / index->sets.count), ordinal);
    for (unsigned i = 0; i < tiles; i++)
        cell[i] = occupied[ordinal[i]];
}
