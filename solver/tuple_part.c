/* tuple_part.c -- the conflicts of a position, out of the databases of pairs and triples */
#include "tuple_part.h"

#include <stdlib.h>
#include <string.h>

enum { TUPLE_MAX = 3, ORDERS_MAX = 6 };

static unsigned read_excess(const uint8_t *row, unsigned bits, uint32_t set)
{
    if (bits == 8)
        return row[set];
    return row[set / 2] >> (set % 2 ? 4 : 0) & 15;
}

/* Where to go through all excesses of a table that are not 0. */
struct scan {
    const uint8_t *table;
    unsigned size;
    unsigned bits;
    void (*visit)(struct tuple_part *part, const uint8_t *tile, const uint8_t *cell,
                  unsigned excess);
};

static void list_cells(tb_cellset set, uint8_t *cell)
{
    for (; set != 0; set = tb_cellset_rest(set))
        *cell++ = (uint8_t)tb_cellset_first(set);
}

static void scan_row(struct tuple_part *part, const struct scan *scan, const uint8_t *row,
                     const uint8_t *tile, const uint8_t *ordinal)
{
    tb_cellset set = tb_cellset_of(scan->size) - 1;

    for (uint32_t i = 0; set < tb_cellset_of(part->cells); i++, set = tb_cellset_next(set)) {
        unsigned excess = read_excess(row, scan->bits, i);
        uint8_t taken[TUPLE_MAX], cell[TUPLE_MAX];

        if (excess == 0)
            continue;
        list_cells(set, taken);
        for (unsigned t = 0; t < scan->size; t++)
            cell[t] = taken[ordinal[t]];
        scan->visit(part, tile, cell, excess);
    }
}

static void scan_table(struct tuple_part *part, const struct scan *scan)
{
    uint64_t row_bytes = tb_row_bytes(tb_binomial(part->cells, scan->size), scan->bits);
    const uint8_t *row = scan->table;
    tb_cellset tuple = tb_cellset_of(scan->size) - 1;

    for (; tuple < tb_cellset_of(part->tiles); tuple = tb_cellset_next(tuple)) {
        uint8_t tile[TUPLE_MAX], ordinal[TUPLE_MAX];

        list_cells(tuple, tile);
        for (uint32_t order = 0; order < tb_factorial(scan->size); order++, row += row_bytes) {
            tb_arrangement_unrank(scan->size, order, ordinal);
            scan_row(part, scan, row, tile, ordinal);
        }
    }
}

static uint32_t stand_of(const struct tuple_part *part, unsigned tile, unsigned cell)
{
    return tile * part->cells + cell;
}

static unsigned pair_weight(const struct tuple_part *part, uint32_t a, uint32_t b)
{
    return part->pair_weight[(uint64_t)a * part->stands + b];
}

static void add_stand(uint64_t *set, uint32_t stand)
{
    set[stand / 64] |= (uint64_t)1 << stand % 64;
}

static void visit_pair(struct tuple_part *part, const uint8_t *tile, const uint8_t *cell,
                       unsigned excess)
{
    uint32_t stand[2];

    for (unsigned i = 0; i < 2; i++)
        stand[i] = stand_of(part, tile[i], cell[i]);
    for (unsigned i = 0; i < 2; i++) {
        part->pair_weight[(uint64_t)stand[i] * part->stands + stand[1 - i]] = (uint8_t)excess;
        add_stand(part->pair_sets + (uint64_t)stand[i] * part->words, stand[1 - i]);
    }
}

/* What the pairs of a triple say by themselves. */
static unsigned implied(const struct tuple_part *part, const uint32_t *stand)
{
    unsigned most = 0, sum = 0;

    for (unsigned i = 0; i < 3; i++) {
        unsigned weight = pair_weight(part, stand[i], stand[(i + 1) % 3]);

        most = weight > most ? weight : most;
        sum += weight;
    }
    return part->rule == TB_COVER_LEAST && (sum + 1) / 2 > most ? (sum + 1) / 2 : most;
}

static void visit_triple(struct tuple_part *part, const uint8_t *tile, const uint8_t *cell,
                         unsigned excess)
{
    static const uint8_t others[3][2] = {{1, 2}, {0, 2}, {0, 1}};
    uint32_t stand[3];

    for (unsigned i = 0; i < 3; i++)
        stand[i] = stand_of(part, tile[i], cell[i]);
    if (implied(part, stand) >= excess)
        return;
    for (unsigned i = 0; i < 3; i++) {
        unsigned a = others[i][0], b = others[i][1];
        uint64_t pair = tuple_pair(tile[a], tile[b]);
        uint64_t set = (pair * part->cells + cell[a]) * part->cells + cell[b];

        add_stand(part->triple_sets + set * part->words, stand[i]);
    }
}

/* The rank of a set of three cells, the lowest first (cellset.h). */
static uint32_t rank_three(uint32_t a, uint32_t b, uint32_t c)
{
    return a + b * (b - 1) / 2 + c * (c - 1) * (c - 2) / 6;
}

unsigned tuple_part_triple(const struct tuple_part *part, unsigned a, unsigned b, unsigned c,
                           const uint8_t *cell)
{
    unsigned first = cell[a], second = cell[b], third = cell[c];
    unsigned ordinal = (unsigned)(second < first) + (third < first);
    unsigned low = second < third ? second : third, high = second < third ? third : second;
    uint32_t set = ordinal == 0   ? rank_three(first, low, high)
                   : ordinal == 1 ? rank_three(low, first, high)
                                  : rank_three(low, high, first);
    uint64_t row = (uint64_t)rank_three(a, b, c) * ORDERS_MAX + 2 * ordinal + (third < second);

    return read_excess(part->triples + row * part->triple_row_bytes, part->triple_bits, set);
}

/* Number the tiles, and measure their distances. */
static void number_tiles(struct tuple_part *part, const struct tuple_tables *tables)
{
    for (unsigned tile = 1; tile < part->cells; tile++) {
        unsigned home = part->view.tile[tile] - 1u;
        unsigned number = home - (home > tables->blank);

        part->number[tile] = (uint8_t)number;
        for (unsigned cell = 0; cell < part->cells; cell++) {
            part->distance[number][cell] = (uint8_t)tb_board_distance(&tables->board, home, cell);
            part->tile_of[stand_of(part, number, cell)] = (uint8_t)number;
        }
    }
}

static enum tb_status allocate(struct tuple_part *part, struct tb_error *error)
{
    uint64_t two_stands =
        (uint64_t)part->tiles * (part->tiles - 1u) / 2 * part->cells * part->cells;

    part->pair_weight = calloc(part->stands, part->stands);
    part->pair_sets = calloc((size_t)part->stands * part->words, sizeof *part->pair_sets);
    if (part->triples != NULL) {
        part->triple_bytes = two_stands * part->words * sizeof *part->triple_sets;
        part->triple_sets = tb_pages_alloc(part->triple_bytes);
    }
    if (part->pair_weight == NULL || part->pair_sets == NULL ||
        (part->triples != NULL && part->triple_sets == NULL)) {
        tuple_part_free(part);
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a heuristic");
    }
    return TB_OK;
}

enum tb_status tuple_part_init(struct tuple_part *part, const struct tuple_tables *tables,
                               enum tb_cover_rule rule, const struct tb_position *goal,
                               unsigned words, struct tb_error *error)
{
    const struct tb_board *board = &tables->board;
    enum tb_status status;

    *part = (struct tuple_part){
        .rule = rule,
        .cells = board->cells,
        .tiles = board->cells - 1u,
        .words = words,
        .stands = (board->cells - 1u) * board->cells,
        .triples = tables->triples,
        .triple_bits = tables->triple_bits,
    };
    status = tb_view_init(board, goal, tables->blank, &part->view, error);
    if (status == TB_OK)
        status = allocate(part, error);
    if (status != TB_OK)
        return status;
    number_tiles(part, tables);
    scan_table(part, &(struct scan){tables->pairs, 2, tables->pair_bits, visit_pair});
    if (part->triples != NULL) {
        part->triple_row_bytes = tb_row_bytes(tb_binomial(part->cells, 3), part->triple_bits);
        scan_table(part, &(struct scan){tables->triples, 3, tables->triple_bits, visit_triple});
    }
    return TB_OK;
}

void tuple_part_free(struct tuple_part *part)
{
    free(part->pair_weight);
    free(part->pair_sets);
    tb_pages_free(part->triple_sets, part->triple_bytes);
    part->pair_weight = NULL;
    part->pair_sets = NULL;
    part->triple_sets = NULL;
}
