/* reader.c -- the entries of a database one after the other, as values */
#include "reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tilebase/pages.h"

/* Pairs and triples have a row for each arrangement of each of them. */
static uint32_t arrangement_of(const struct tb_pattern *pattern, uint64_t row)
{
    return (uint32_t)(row % tb_factorial(pattern->tiles));
}

/* A set of goals as the tuples are numbered, with the blank's cell left out. */
static tb_cellset with_blank_out(tb_cellset tiles, unsigned blank)
{
    tb_cellset below = tb_cellset_of(blank) - 1;

    return (tiles & below) | (tiles & ~below) << 1;
}

tb_cellset reader_goals(const struct tb_pattern *pattern, uint64_t row)
{
    uint64_t rank = row / tb_factorial(pattern->tiles);
    tb_cellset tiles = 0;

    if (tb_kind_tuple(pattern->kind) == 0)
        return pattern->goals;
    /* The last tile is the largest one that so many sets do not pass; then the one before it. */
    for (unsigned left = pattern->tiles, tile = pattern->board.cells; left > 0; left--) {
        do
            tile--;
        while (tb_binomial(tile, left) > rank);
        rank -= tb_binomial(tile, left);
        tiles |= tb_cellset_of(tile);
    }
    return with_blank_out(tiles, pattern->blank);
}

/* Where every move counts, value and Manhattan distance are not both odd or both even if the
 * blank's way and the tiles' ways are not. All tiles' distances together are odd if an odd
 * number of cells changed colour. */
static unsigned odd_move(const struct tb_pattern *pattern, tb_cellset set, unsigned blank)
{
    const struct tb_board *board = &pattern->board;
    unsigned colours = tb_board_colour(board, blank) + tb_board_colour(board, pattern->blank);

    for (tb_cellset rest = set; rest != 0; rest = tb_cellset_rest(rest))
        colours += tb_board_colour(board, tb_cellset_first(rest));
    for (tb_cellset rest = pattern->goals; rest != 0; rest = tb_cellset_rest(rest))
        colours += tb_board_colour(board, tb_cellset_first(rest));
    return colours % 2;
}

/* The columns of one set are one behind the other. */
static uint32_t describe_set(const struct reader_columns *columns, tb_cellset set, uint32_t column)
{
    const struct tb_pattern *pattern = &tb_pdb_header(columns->pdb)->pattern;
    tb_cellset area = pattern->board.all & ~set;
    unsigned count = pattern->kind == TB_KIND_ZERO_AWARE ? tb_board_regions(&pattern->board, area)
                     : pattern->kind == TB_KIND_NON_ADDITIVE ? tb_cellset_size(area)
                                                             : 1;

    for (unsigned i = 0; i < count; i++, area = tb_cellset_rest(area)) {
        columns->set[column + i] = set;
        if (columns->odd != NULL)
            columns->odd[column + i] = (uint8_t)odd_move(pattern, set, tb_cellset_first(area));
    }
    return column + count;
}

/* Around fixed tiles sets are numbered otherwise: ask for each. */
static void describe_local(const struct reader_columns *columns)
{
    const struct tb_entry_index *index = tb_pdb_index(columns->pdb);

    for (uint32_t column = 0; column < columns->columns; column++) {
        uint8_t cell[TB_TILES_MAX];
        unsigned blank;

        tb_entry_at(index, 0, column, cell, &blank);
        columns->set[column] = 0;
        for (unsigned i = 0; i < index->pattern.tiles; i++)
            columns->set[column] |= tb_cellset_of(cell[i]);
    }
}

enum tb_status reader_columns_init(struct reader_columns *columns, const struct tb_pdb *pdb,
                                   struct tb_error *error)
{
    const struct tb_pattern *pattern = &tb_pdb_header(pdb)->pattern;
    tb_cellset set = tb_cellset_of(pattern->tiles) - 1;

    *columns = (struct reader_columns){.pdb = pdb,
                                       .rows = tb_pattern_rows(pattern),
                                       .columns = (uint32_t)tb_pattern_columns(pattern)};
    columns->pieces = (columns->columns - 1) / READER_PIECE + 1;
    if (pattern->kind == TB_KIND_WALKING_DISTANCE)
        return TB_OK;
    columns->set = tb_array_alloc(columns->columns, sizeof *columns->set);
    if (pattern->kind == TB_KIND_NON_ADDITIVE)
        columns->odd = tb_array_alloc(columns->columns, 1);
    if (columns->set == NULL || (columns->odd == NULL && pattern->kind == TB_KIND_NON_ADDITIVE)) {
        reader_columns_free(columns);
        return tb_error_set(error, TB_NO_MEMORY, "no memory to read the entries");
    }
    if (pattern->kind == TB_KIND_LOCAL)
        describe_local(columns);
    else
        for (uint32_t column = 0; column < columns->columns; set = tb_cellset_next(set))
            column = describe_set(columns, set, column);
    return TB_OK;
}

void reader_columns_free(struct reader_columns *columns)
{
    free(columns->set);
    free(columns->odd);
    columns->set = NULL;
    columns->odd = NULL;
}

enum tb_status reader_init(struct reader *reader, const struct reader_columns *columns,
                           struct tb_error *error)
{
    const struct tb_pattern *pattern = &tb_pdb_header(columns->pdb)->pattern;

    reader->columns = columns;
    reader->row = UINT64_MAX;
    reader->distances = (struct distances){0};
    if (columns->set == NULL)
        return TB_OK;
    return distances_init(&reader->distances, &pattern->board, pattern->tiles, error);
}

void reader_free(struct reader *reader)
{
    distances_free(&reader->distances);
}

/* The distances of a piece, then of all kinds the values. */
static void read_distances(struct reader *reader, uint64_t row, uint32_t first)
{
    const struct reader_columns *columns = reader->columns;
    const struct tb_pattern *pattern = &tb_pdb_header(columns->pdb)->pattern;

    if (reader->row != row)
        distances_arrange(&reader->distances, reader_goals(pattern, row),
                          arrangement_of(pattern, row));
    reader->row = row;
    for (uint32_t i = 0; i < reader->count; i++)
        reader->manhattan[i] = (uint8_t)distances_of(&reader->distances, columns->set[first + i]);
}

static void read_walking(struct reader *reader, uint32_t first)
{
    const struct tb_walking_index *index = tb_pdb_walking(reader->columns->pdb);
    struct tb_walking_state state;

    tb_walking_unrank(index, first, &state);
    for (uint32_t i = 0; i < reader->count; i++) {
        tb_walking_seek(index, first + i, &state);
        reader->manhattan[i] = (uint8_t)tb_walking_manhattan(index, &state);
    }
}

/* What is stored of a piece of a row. */
static void read_stored(struct reader *reader, uint64_t row, uint32_t first)
{
    const struct tb_header *header = tb_pdb_header(reader->columns->pdb);
    const uint8_t *entries = tb_pdb_table(reader->columns->pdb) +
                             row * tb_row_bytes(reader->columns->columns, header->bits);

    for (uint32_t i = 0; i < reader->count; i++)
        reader->value[i] = header->bits == 8
                               ? entries[first + i]
                               : entries[(first + i) / 2] >> 4 * ((first + i) % 2) & 15;
}

void reader_read(struct reader *reader, uint64_t row, uint32_t piece)
{
    const struct reader_columns *columns = reader->columns;
    const struct tb_header *header = tb_pdb_header(columns->pdb);
    unsigned unreachable = tb_unreachable_excess(header->bits);
    bool plain = header->pattern.kind == TB_KIND_LOCAL; /* not excesses but values */
    uint32_t first = piece * READER_PIECE;
    uint32_t left = columns->columns - first;

    reader->count = left < READER_PIECE ? left : READER_PIECE;
    if (columns->set == NULL)
        read_walking(reader, first);
    else
        read_distances(reader, row, first);
    read_stored(reader, row, first);
    for (uint32_t i = 0; i < reader->count; i++) {
        unsigned odd = columns->odd == NULL ? 0 : columns->odd[first + i];
        unsigned excess = reader->value[i];
        unsigned value = plain ? excess : reader->manhattan[i] + 2 * excess + odd;

        reader->value[i] = excess == unreachable ? READER_UNREACHABLE : (uint16_t)value;
    }
}

/* Lines of a walking distance: how many tiles of each goal line are on it. */
static void describe_lines(const struct tb_walking_index *index, uint32_t number, char *text)
{
    struct tb_walking_state state;
    struct tb_walking_matrix matrix;
    size_t used = 0;

    tb_walking_unrank(index, number, &state);
    tb_walking_matrix_of(index, &state, &matrix);
    for (unsigned line = 0; line < index->lines; line++) {
        used += (size_t)snprintf(text + used, READER_TEXT - used, "%s", line == 0 ? "" : " / ");
        for (unsigned goal = 0; goal < index->lines; goal++)
            used += (size_t)snprintf(text + used, READER_TEXT - used, "%s%u", goal == 0 ? "" : " ",
                                     matrix.tiles[line][goal]);
        if (line == matrix.blank)
            used += (size_t)snprintf(text + used, READER_TEXT - used, " and the blank");
    }
}

void reader_place(const struct tb_pdb *pdb, uint64_t row, uint32_t column, uint8_t *cell,
                  unsigned *blank)
{
    tb_entry_at(tb_pdb_index(pdb), arrangement_of(&tb_pdb_header(pdb)->pattern, row), column, cell,
                blank);
}

void reader_describe(const struct tb_pdb *pdb, uint64_t row, uint32_t column, char *text)
{
    const struct tb_pattern *pattern = &tb_pdb_header(pdb)->pattern;
    const struct tb_board *board = &pattern->board;
    tb_cellset goals = reader_goals(pattern, row);
    uint8_t cell[TB_TILES_MAX], tile[TB_CELLS_MAX] = {0};
    unsigned blank;
    size_t used = 0;

    if (pattern->kind == TB_KIND_WALKING_DISTANCE) {
        describe_lines(tb_pdb_walking(pdb), column, text);
        return;
    }
    reader_place(pdb, row, column, cell, &blank);
    for (unsigned i = 0; i < pattern->tiles; i++, goals = tb_cellset_rest(goals))
        tile[cell[i]] = (uint8_t)(tb_cellset_first(goals) + 1);
    for (unsigned i = 0; i < board->cells; i++) {
        const char *space = i + 1 == board->cells ? "" : " ";

        if (tile[i] > 0)
            used += (size_t)snprintf(text + used, READER_TEXT - used, "%u%s", tile[i], space);
        else
            used += (size_t)snprintf(text + used, READER_TEXT - used, "%s%s",
                                     tb_cellset_has(pattern->fixed, i)                ? "#"
                                     : tb_kind_has_blank(pattern->kind) && i == blank ? "0"
                                                                                      : "-",
                                     space);
    }
}

/* The same value that a reader would read, by the library's own way. */
int reader_value(const struct tb_pdb *pdb, uint64_t row, uint32_t column)
{
    const struct tb_pattern *pattern = &tb_pdb_header(pdb)->pattern;
    tb_cellset goals = reader_goals(pattern, row);
    unsigned excess = tb_pdb_excess(pdb, row, column);
    unsigned blank, manhattan = 0;
    uint8_t cell[TB_TILES_MAX];

    if (excess == tb_unreachable_excess(tb_pdb_header(pdb)->bits))
        return TB_UNREACHABLE;
    if (pattern->kind == TB_KIND_WALKING_DISTANCE) {
        struct tb_walking_state state;

        tb_walking_unrank(tb_pdb_walking(pdb), column, &state);
        return (int)(tb_walking_manhattan(tb_pdb_walking(pdb), &state) + 2 * excess);
    }
    reader_place(pdb, row, column, cell, &blank);
    if (tb_kind_has_tiles(pattern->kind))
        return tb_pdb_lookup_cells(pdb, cell, blank);
    for (unsigned i = 0; i < pattern->tiles; i++, goals = tb_cellset_rest(goals))
        manhattan += tb_board_distance(&pattern->board, tb_cellset_first(goals), cell[i]);
    return (int)(manhattan + 2 * excess);
}
