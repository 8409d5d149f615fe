/* entry.c -- the numbers of a pattern's entries */
#include "tilebase/pattern.h"

enum tb_status tb_entry_index_init(struct tb_entry_index *index, const struct tb_pattern *pattern,
                                   struct tb_error *error)
{
    *index = (struct tb_entry_index){.pattern = *pattern};
    return tb_cellset_index_init(&index->sets, pattern->board.cells, pattern->tiles, error);
}

void tb_entry_index_free(struct tb_entry_index *index)
{
    tb_cellset_index_free(&index->sets);
}

void tb_entry_locate(const struct tb_entry_index *index, const uint8_t *cell, uint32_t *arrangement,
                     uint32_t *set)
{
    uint8_t ordinal[TB_TILES_MAX];
    unsigned tiles = index->pattern.tiles;
    tb_cellset occupied = 0;

    for (unsigned i = 0; i < tiles; i++)
        occupied |= tb_cellset_of(cell[i]);
    for (unsigned i = 0; i < tiles; i++)
        ordinal[i] = (uint8_t)tb_cellset_below(occupied, cell[i]);
    *arrangement = tb_arrangement_rank(tiles, ordinal);
    *set = tb_cellset_rank(&index->sets, occupied);
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
    tb_cellset set = tb_cellset_unrank(&index->sets, (uint32_t)(entry % index->sets.count));

    for (unsigned i = 0; set != 0; set = tb_cellset_rest(set))
        occupied[i++] = (uint8_t)tb_cellset_first(set);
    tb_arrangement_unrank(tiles, (uint32_t)(entry / index->sets.count), ordinal);
    for (unsigned i = 0; i < tiles; i++)
        cell[i] = occupied[ordinal[i]];
}
