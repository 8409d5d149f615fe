/* testing_info.h -- databases of every kind in memory, right ones and wrong ones */
#ifndef TESTS_TESTING_INFO_H
#define TESTS_TESTING_INFO_H

#include "testing_build.h"

#include <string.h>

#include "reader.h"

/* Small patterns of all kinds, some with entries that cannot be reached. */
struct sample {
    enum tb_kind kind;
    unsigned width, height;
    tb_cellset goals;
    unsigned blank;
    tb_cellset fixed;
};

static const struct sample samples[] = {
    {TB_KIND_ADDITIVE, 3, 3, 0x00f, 8, 0},
    {TB_KIND_ADDITIVE, 4, 3, 0x421, 11, 0},
    {TB_KIND_ADDITIVE, 3, 2, 0x01f, 5, 0},
    {TB_KIND_ZERO_AWARE, 3, 3, 0x0d4, 8, 0},
    {TB_KIND_ZERO_AWARE, 3, 4, 0x111, 11, 0},
    {TB_KIND_ZERO_AWARE, 2, 3, 0x01f, 5, 0},
    {TB_KIND_NON_ADDITIVE, 3, 3, 0x02b, 8, 0},
    {TB_KIND_NON_ADDITIVE, 4, 3, 0x00f, 11, 0},
    {TB_KIND_NON_ADDITIVE, 3, 2, 0x01f, 5, 0},
    {TB_KIND_NON_ADDITIVE, 2, 2, 0x003, 3, 0},
    {TB_KIND_WALKING_DISTANCE, 3, 3, 0, 8, 0},
    {TB_KIND_WALKING_DISTANCE, 3, 4, 0, 11, 0},
    {TB_KIND_PAIRS, 3, 3, 0, 4, 0},
    {TB_KIND_LOCAL, 3, 3, 0x00c, 8, 0x003},
    {TB_KIND_LOCAL, 4, 3, 0x007, 11, 0},
    {TB_KIND_LOCAL, 3, 4, 0x0e0, 11, 0x01f},
    {TB_KIND_PAIRS, 3, 3, 0, 8, 0},
    {TB_KIND_TRIPLES, 3, 3, 0, 8, 0},
};

static inline void build_sample(const struct sample *sample, struct build *build)
{
    struct tb_board board = board_of(sample->width, sample->height);
    struct tb_pattern pattern;
    struct tb_error error;

    enum tb_status status =
        sample->kind == TB_KIND_LOCAL
            ? tb_pattern_local(&pattern, &board, sample->goals, sample->fixed, &error)
            : tb_pattern_of_kind(&pattern, sample->kind, &board, sample->goals, sample->blank,
                                 &error);

    if (status != TB_OK)
        fail_msg("%s", error.text);
    must_build(&pattern, 1, NULL, build);
}

/* Write an excess to a table, by the words of docs/format.md. */
static inline void set_excess(struct excess_table *table, uint64_t row, uint64_t column,
                              unsigned excess)
{
    uint8_t *byte =
        table->table + row * table->row_bytes + (table->bits == 8 ? column : column / 2);

    if (table->bits == 8)
        *byte = (uint8_t)excess;
    else
        *byte = (uint8_t)(column % 2 ? (*byte & 15) | excess << 4 : (*byte & 240) | excess);
}

/* Make a build's table one of bytes, as it is where excesses are large. */
static inline void widen(struct build *build)
{
    struct excess_table *table = &build->table, wide = {.bits = 8};
    uint64_t rows = tb_pattern_rows(&build->pattern), columns = tb_pattern_columns(&build->pattern);

    wide.row_bytes = tb_row_bytes(columns, 8);
    wide.bytes = tb_table_bytes(&build->pattern, 8);
    wide.table = tb_pages_alloc(wide.bytes);
    assert_non_null(wide.table);
    for (uint64_t row = 0; row < rows; row++)
        for (uint64_t column = 0; column < columns; column++) {
            unsigned excess = table_excess(table, row, column);

            set_excess(&wide, row, column,
                       excess == tb_unreachable_excess(table->bits) ? 255 : excess);
        }
    excess_table_free(table);
    *table = wide;
}

#endif
