/* lookup.c -- looking values up in an open database */
#include "database.h"
#include "tilebase/cover.h"

unsigned tb_pdb_excess(const struct tb_pdb *pdb, uint64_t row, uint64_t column)
{
    const uint8_t *entries = pdb->table + row * pdb->row_bytes;

    return pdb->header.bits == 8 ? entries[column]
                                 : (unsigned)entries[column / 2] >> 4 * (column % 2) & 15;
}

/* What the value exceeds Manhattan distance and twice the excess by: where every move
 * counts the blank's way decides whether a value is odd, else the Manhattan distance. */
static unsigned odd_move(const struct tb_pattern *pattern, unsigned manhattan, unsigned blank)
{
    const struct tb_board *board = &pattern->board;

    if (pattern->kind != TB_KIND_NON_ADDITIVE)
        return 0;
    return (manhattan + tb_board_distance(board, blank, pattern->blank)) % 2;
}

int tb_pdb_lookup_cells(const struct tb_pdb *pdb, const uint8_t *cell, unsigned blank)
{
    const struct tb_pattern *pattern = &pdb->header.pattern;
    uint32_t row, column;
    unsigned excess, manhattan;

    tb_entry_place(&pdb->index, cell, blank, &row, &column);
    excess = tb_pdb_excess(pdb, row, column);
    if (excess == tb_unreachable_excess(pdb->header.bits))
        return TB_UNREACHABLE;
    if (pattern->kind == TB_KIND_LOCAL)
        return (int)excess;
    manhattan = tb_pattern_manhattan(pattern, cell);
    return (int)(manhattan + 2 * excess + odd_move(pattern, manhattan, blank));
}

static bool fixed_are_home(const struct tb_pattern *pattern, const struct tb_position *position)
{
    for (tb_cellset rest = pattern->fixed; rest != 0; rest = tb_cellset_rest(rest))
        if (position->tile[tb_cellset_first(rest)] != tb_cellset_first(rest) + 1)
            return false;
    return true;
}

static int lookup_tiles(const struct tb_pdb *pdb, const struct tb_position *position)
{
    const struct tb_pattern *pattern = &pdb->header.pattern;
    unsigned blank = tb_position_find(&pattern->board, position, 0);
    uint8_t cell[TB_TILES_MAX];
    unsigned i = 0;

    if (!fixed_are_home(pattern, position))
        return TB_UNREACHABLE;
    for (tb_cellset rest = pattern->goals; rest != 0; rest = tb_cellset_rest(rest), i++) {
        cell[i] = (uint8_t)tb_position_find(&pattern->board, position, tb_cellset_first(rest) + 1);
        if (cell[i] == pattern->board.cells)
            return TB_NOT_ON_BOARD;
    }
    if (blank == pattern->board.cells && tb_kind_has_blank(pattern->kind))
        return TB_NOT_ON_BOARD;
    return tb_pdb_lookup_cells(pdb, cell, blank);
}

/* How many tiles of which row are on which. False if the position lacks a tile. */
static bool count_rows(const struct tb_board *board, const struct tb_position *position,
                       struct tb_walking_matrix *matrix)
{
    tb_cellset seen = 0;

    *matrix = (struct tb_walking_matrix){0};
    for (unsigned cell = 0; cell < board->cells; cell++) {
        unsigned tile = position->tile[cell];

        if (tile > board->cells || tb_cellset_has(seen, tile))
            return false;
        seen |= tb_cellset_of(tile);
        if (tile == 0)
            matrix->blank = (uint8_t)(cell / board->width);
        else
            matrix->tiles[cell / board->width][(tile - 1) / board->width]++;
    }
    return true;
}

static int lookup_walking(const struct tb_pdb *pdb, const struct tb_position *position)
{
    const struct tb_pattern *pattern = &pdb->header.pattern;
    struct tb_walking_matrix matrix;
    struct tb_walking_state state;
    unsigned excess;

    if (!count_rows(&pattern->board, position, &matrix) ||
        tb_walking_start(&pdb->walking, &matrix, &state, NULL) != TB_OK)
        return TB_NOT_ON_BOARD;
    excess = tb_pdb_excess(pdb, 0, state.number);
    return (int)(tb_walking_manhattan(&pdb->walking, &state) + 2 * excess);
}

/* Where each tile is, the tiles being numbered by their goals with the blank's left out.
 * False if the position lacks one. */
static bool find_tiles(const struct tb_pattern *pattern, const struct tb_position *position,
                       uint8_t *cell, unsigned *manhattan)
{
    const struct tb_board *board = &pattern->board;

    *manhattan = 0;
    for (unsigned goal = 0, number = 0; goal < board->cells; goal++) {
        if (goal == pattern->blank)
            continue;
        cell[number] = (uint8_t)tb_position_find(board, position, goal + 1);
        if (cell[number] == board->cells)
            return false;
        *manhattan += tb_board_distance(board, goal, cell[number++]);
    }
    return true;
}

/* The excess of one tuple: its tiles, and its rank among the tuples. */
static unsigned tuple_excess(const struct tb_pdb *pdb, tb_cellset tiles, uint64_t rank,
                             const uint8_t *cell_of)
{
    unsigned size = pdb->header.pattern.tiles, count = 0;
    uint8_t cell[TB_TILES_MAX];
    uint32_t row, column;

    for (; tiles != 0; tiles = tb_cellset_rest(tiles))
        cell[count++] = cell_of[tb_cellset_first(tiles)];
    tb_entry_place(&pdb->index, cell, 0, &row, &column);
    return tb_pdb_excess(pdb, rank * tb_factorial(size) + row, column);
}

/* The conflicts of all tuples, and the best disjoint ones of them. Those for which there is
 * no room are left out: the value is then too small, if anything. */
static int lookup_tuples(const struct tb_pdb *pdb, const struct tb_position *position)
{
    const struct tb_pattern *pattern = &pdb->header.pattern;
    uint64_t tuples = tb_binomial(pattern->board.cells - 1u, pattern->tiles);
    tb_cellset tiles = tb_cellset_of(pattern->tiles) - 1;
    tb_conflict conflicts[TB_COVER_CONFLICTS_MAX];
    uint8_t cell[TB_CELLS_MAX];
    unsigned manhattan, count = 0;

    if (!find_tiles(pattern, position, cell, &manhattan))
        return TB_NOT_ON_BOARD;
    for (uint64_t i = 0; i < tuples; i++, tiles = tb_cellset_next(tiles)) {
        unsigned excess = tuple_excess(pdb, tiles, i, cell);

        if (excess > 0 && count < TB_COVER_CONFLICTS_MAX)
            conflicts[count++] = tb_conflict_of(tiles, excess);
    }
    return (int)(manhattan + 2 * tb_cover_packing(conflicts, count, 0, TB_COVER_ALL));
}

int tb_pdb_lookup(const struct tb_pdb *pdb, const struct tb_position *position)
{
    switch (pdb->header.pattern.kind) {
    case TB_KIND_WALKING_DISTANCE:
        return lookup_walking(pdb, position);
    case TB_KIND_PAIRS:
    case TB_KIND_TRIPLES:
        return lookup_tuples(pdb, position);
    default:
        return lookup_tiles(pdb, position);
    }
}
