/* testing_build.h -- databases for tests: built in memory, and compared with the oracle */
#ifndef TESTS_TESTING_BUILD_H
#define TESTS_TESTING_BUILD_H

#include "testing.h"

#include "build.h"
#include "plain.h"

static inline struct tb_pattern make_pattern(unsigned width, unsigned height, tb_cellset goals,
                                             unsigned blank)
{
    struct tb_board board = board_of(width, height);
    struct tb_pattern pattern;

    assert_int_equal(tb_pattern_init(&pattern, &board, goals, blank, NULL), TB_OK);
    return pattern;
}

static inline void must_build(const struct tb_pattern *pattern, unsigned threads,
                              const char *kernels, struct build *build)
{
    struct search_options options = {.threads = threads == 0 ? 2 : threads};
    struct tb_error error;

    if (kernels != NULL)
        options.kernels = lane_kernels_named(kernels);
    if (build_pattern(pattern, &options, build, &error) != TB_OK)
        fail_msg("%s", error.text);
}

static inline void must_build_plain(const struct tb_pattern *pattern, struct plain *plain)
{
    uint8_t goals[TB_TILES_MAX];
    unsigned count = 0;

    for (tb_cellset rest = pattern->goals; rest != 0; rest = tb_cellset_rest(rest))
        goals[count++] = (uint8_t)tb_cellset_first(rest);
    assert_true(plain_build(pattern->board.width, pattern->board.height, goals, count,
                            pattern->blank, plain));
}

/* An entry of a table in memory, read by the words of docs/format.md. */
static inline unsigned table_excess(const struct excess_table *table, uint64_t arrangement,
                                    uint64_t set)
{
    if (table->bits == 8)
        return table->table[arrangement * table->row_bytes + set];
    return table->table[arrangement * table->row_bytes + set / 2] >> (set % 2 ? 4 : 0) & 15;
}

#endif
