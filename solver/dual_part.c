/* dual_part.c -- dual look-ups of a position */
#include "dual_part.h"

#include <stdlib.h>
#include <string.h>

/* A pattern of a dual look-up. */
struct dual_use {
    const struct tb_entry_index *index;
    const uint8_t *table;
    uint64_t row_bytes;
    unsigned tiles;
    unsigned paired;
    unsigned blank;             /* the frame's cell where the blank belongs */
    uint8_t cell[TB_TILES_MAX]; /* the board's cell that each of the pattern's stands for */
    uint8_t home[TB_CELLS_MAX]; /* the frame's cell where a tile of the board belongs */
};

/* Where the entry of a pattern is: the tile that stands on each of its cells, by where it
 * belongs. */
static const uint8_t *locate(const struct dual_use *use, const uint8_t *tile, uint8_t *shift)
{
    uint8_t cell[TB_TILES_MAX];
    uint32_t row, column;

    for (unsigned i = 0; i < use->tiles; i++)
        cell[i] = use->home[tile[use->cell[i]]];
    tb_entry_place(use->index, cell, use->blank, &row, &column);
    *shift = (uint8_t)(4 * (column & use->paired));
    return use->table + row * use->row_bytes + (column >> use->paired);
}

void dual_ask(const struct dual_part *part, const uint8_t *tile, unsigned blank,
              struct dual_request *request)
{
    request->use = part->use[blank];
    for (unsigned i = 0; i < part->groups; i++) {
        request->byte[i] = locate(request->use[i], tile, &request->shift[i]);
        __builtin_prefetch(request->byte[i]);
    }
}

void dual_ask_child(const struct dual_part *part, const uint8_t *tile, unsigned blank,
                    unsigned from, struct dual_request *request)
{
    uint8_t moved[TB_CELLS_MAX];

    memcpy(moved, tile, sizeof moved);
    moved[blank] = tile[from];
    moved[from] = 0;
    dual_ask(part, moved, from, request);
}

int dual_read(const struct dual_part *part, const struct dual_request *request)
{
    int excess = 0;

    for (unsigned i = 0; i < part->groups; i++)
        excess += *request->byte[i] >> request->shift[i] & (request->use[i]->paired ? 15 : 255);
    return excess;
}

static void fill_use(struct dual_use *use, const struct lookup *lookup, unsigned pattern,
                     const struct sight *sight)
{
    const struct tb_pdb *pdb = tb_tables_pdb(lookup->tables, pattern);
    const struct tb_header *header = tb_pdb_header(pdb);
    const uint8_t *image = tb_tables_image(lookup->tables, pattern);
    const struct tb_partition *partition = lookup->partition;

    use->index = tb_pdb_index(pdb);
    use->table = tb_pdb_table(pdb);
    use->tiles = header->pattern.tiles;
    use->paired = header->bits == 4;
    use->row_bytes = header->table_bytes / tb_pattern_rows(&header->pattern);
    use->blank = image[partition->blank];
    for (unsigned i = 0; i < partition->board.cells; i++) {
        unsigned cell = image[sight->cell[i]];

        if (tb_cellset_has(header->pattern.goals, cell))
            use->cell[tb_cellset_below(header->pattern.goals, cell)] = (uint8_t)i;
        if (i > 0)
            use->home[i] = image[sight->tile[i] - 1];
    }
}

enum tb_status dual_part_init(struct dual_part *part, const struct lookup *lookup,
                              const struct sight *sight, struct tb_error *error)
{
    const struct dual *dual = lookup->dual;

    *part = (struct dual_part){.groups = dual->count};
    part->uses = calloc(dual->patterns.count, sizeof *part->uses);
    if (part->uses == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a heuristic");
    for (unsigned i = 0; i < dual->patterns.count; i++)
        fill_use(&part->uses[i], lookup, i, sight);
    for (unsigned blank = 0; blank < lookup->partition->board.cells; blank++)
        for (unsigned i = 0; i < dual->count; i++)
            part->use[blank][i] = &part->uses[dual->pattern[sight->cell[blank]][i]];
    return TB_OK;
}

void dual_part_free(struct dual_part *part)
{
    free(part->uses);
    part->uses = NULL;
}
