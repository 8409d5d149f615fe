/* test_prove.c -- the proof accepts right tables, and no other
 *
 * Wrong tables are adopted, so that there is no checksum to see it, and the proof must say that an
 * entry is wrong; that counts of the header are wrong, too, is not enough.
 */
#include "testing_info.h"

#include "prove.h"

enum { CHANGES = 1000 };

static enum tb_status prove(const struct tb_pdb *pdb, struct tb_error *error)
{
    const struct prove_options options = {.threads = 1};

    return prove_table("the-file", pdb, &options, error);
}

static void must_prove(const struct tb_pdb *pdb)
{
    struct tb_error error;

    if (prove(pdb, &error) != TB_OK)
        fail_msg("%s", error.text);
}

/* The table is found to be wrong in an entry; returns what is said of it. */
static const char *must_reject(const struct tb_pdb *pdb, const char *what)
{
    static struct tb_error error;

    if (prove(pdb, &error) == TB_OK)
        fail_msg("%s was proven, kind %s", what, tb_kind_name(tb_pdb_header(pdb)->pattern.kind));
    assert_int_equal(error.status, TB_DAMAGED);
    if (strstr(error.text, "the-file: wrong: ") == NULL || strstr(error.text, " value") == NULL ||
        strstr(error.text, "header") != NULL)
        fail_msg("%s: %s", what, error.text);
    return error.text;
}

/* The same of a build, which is freed. */
static void must_reject_build(struct build *build, const char *what)
{
    struct tb_pdb *pdb;

    assert_int_equal(build_into_pdb(build, &pdb, NULL), TB_OK);
    must_reject(pdb, what);
    tb_pdb_close(pdb);
}

static void accepts_right_tables(void **state)
{
    (void)state;
    for (unsigned i = 0; i < LENGTH(samples); i++) {
        struct build build;
        struct tb_pdb *pdb;

        build_sample(&samples[i], &build);
        assert_int_equal(build_into_pdb(&build, &pdb, NULL), TB_OK);
        must_prove(pdb);
        tb_pdb_close(pdb);
    }
}

static void random_entry(const struct build *build, uint64_t *seed, uint64_t *row, uint64_t *column)
{
    *row = random_next(seed) % tb_pattern_rows(&build->pattern);
    *column = random_next(seed) % tb_pattern_columns(&build->pattern);
}

/* Change an entry, and have it named. */
static void change_entry(const struct tb_pdb *pdb, struct excess_table *table, unsigned change,
                         uint64_t row, uint64_t column, uint64_t *seed)
{
    unsigned none = tb_unreachable_excess(table->bits), old = table_excess(table, row, column);
    char board[READER_TEXT];
    const char *said;

    set_excess(table, row, column,
               old == none                  ? random_below(seed, none)
               : change % 16 == 0           ? none
               : change % 2 == 0 && old > 0 ? old - 1
                                            : old + 1);
    said = must_reject(pdb, "a changed entry");
    reader_describe(pdb, row, (uint32_t)column, board);
    if (strstr(said, board) == NULL)
        fail_msg("'%s' does not name %s", said, board);
    set_excess(table, row, column, old);
}

/* Two more or less, or a value where none is, or none where one is. */
static void rejects_a_changed_entry(void **state)
{
    uint64_t seed = 5;

    (void)state;
    for (unsigned i = 0; i < 2 * LENGTH(samples); i++) {
        const struct sample *sample = &samples[i / 2];
        bool wide = i % 2 == 1, first = i < 2 || sample->kind != samples[i / 2 - 1].kind;
        struct build build;
        struct excess_table table;
        struct tb_pdb *pdb;

        build_sample(sample, &build);
        if (wide && build.table.bits == 4)
            widen(&build);
        table = build.table;
        assert_int_equal(build_into_pdb(&build, &pdb, NULL), TB_OK);
        must_prove(pdb);
        for (unsigned change = 0; change < (first && !wide ? CHANGES : CHANGES / 20); change++) {
            uint64_t row, column;

            random_entry(&build, &seed, &row, &column);
            change_entry(pdb, &table, change, row, column, &seed);
        }
        tb_pdb_close(pdb);
    }
}

static void swap_entries(const struct tb_pdb *pdb, const struct build *build,
                         struct excess_table *table, uint64_t *seed)
{
    uint64_t row[2], column[2];
    unsigned excess[2] = {0, 0};

    while (excess[0] == excess[1])
        for (unsigned j = 0; j < 2; j++) {
            random_entry(build, seed, &row[j], &column[j]);
            excess[j] = table_excess(table, row[j], column[j]);
        }
    for (unsigned j = 0; j < 2; j++)
        set_excess(table, row[j], column[j], excess[1 - j]);
    must_reject(pdb, "two entries swapped");
    for (unsigned j = 0; j < 2; j++)
        set_excess(table, row[j], column[j], excess[j]);
}

static void rejects_swapped_entries(void **state)
{
    uint64_t seed = 6;

    (void)state;
    for (unsigned i = 0; i < LENGTH(samples); i++) {
        struct build build;
        struct excess_table table;
        struct tb_pdb *pdb;

        build_sample(&samples[i], &build);
        table = build.table;
        assert_int_equal(build_into_pdb(&build, &pdb, NULL), TB_OK);
        for (unsigned change = 0; change < CHANGES / 20; change++)
            swap_entries(pdb, &build, &table, &seed);
        tb_pdb_close(pdb);
    }
}

static void rejects_an_all_zero_table(void **state)
{
    (void)state;
    for (unsigned i = 0; i < LENGTH(samples); i++) {
        struct build build;

        build_sample(&samples[i], &build);
        memset(build.table.table, 0, build.table.bytes);
        must_reject_build(&build, "an all-zero table");
    }
}

/* Every entry one more: all differences are right, but for the goal. */
static void rejects_a_raised_table(void **state)
{
    (void)state;
    for (unsigned i = 0; i < LENGTH(samples); i++) {
        struct build build;

        build_sample(&samples[i], &build);
        for (uint64_t row = 0; row < tb_pattern_rows(&build.pattern); row++)
            for (uint64_t column = 0; column < tb_pattern_columns(&build.pattern); column++) {
                unsigned old = table_excess(&build.table, row, column);

                if (old != tb_unreachable_excess(build.table.bits))
                    set_excess(&build.table, row, column, old + 1);
            }
        must_reject_build(&build, "a raised table");
    }
}

static void rejects_the_table_of_another_pattern(void **state)
{
    static const enum tb_kind kinds[] = {TB_KIND_ADDITIVE, TB_KIND_ZERO_AWARE,
                                         TB_KIND_NON_ADDITIVE};

    (void)state;
    for (unsigned i = 0; i < LENGTH(kinds); i++) {
        const struct sample one = {kinds[i], 3, 3, 0x00f, 8, 0},
                            other = {kinds[i], 3, 3, 0x0d4, 8, 0};
        struct build builds[2];

        build_sample(&one, &builds[0]);
        build_sample(&other, &builds[1]);
        assert_int_equal(builds[0].table.bytes, builds[1].table.bytes);
        builds[1].pattern = builds[0].pattern;
        must_reject_build(&builds[1], "the table of another pattern");
        build_free(&builds[0]);
    }
}

/* Distances as if the blank could be anywhere: a plain search over the placements of tiles in
 * which a tile may go to any free cell beside it. */
static void search_without_blank(const struct tb_entry_index *index, uint8_t *distance)
{
    const struct tb_pattern *pattern = &index->pattern;
    uint64_t entries = tb_pattern_entries(pattern);
    uint8_t cell[TB_TILES_MAX];
    unsigned count = 0;
    bool found = true;

    memset(distance, 255, entries);
    for (tb_cellset rest = pattern->goals; rest != 0; rest = tb_cellset_rest(rest))
        cell[count++] = (uint8_t)tb_cellset_first(rest);
    distance[tb_entry_rank(index, cell)] = 0;
    for (uint8_t depth = 0; found; depth++) {
        found = false;
        for (uint64_t entry = 0; entry < entries; entry++) {
            if (distance[entry] != depth)
                continue;
            for (unsigned i = 0; i < count; i++)
                for (unsigned to = 0; to < pattern->board.cells; to++) {
                    bool free = true;
                    uint64_t next;

                    tb_entry_unrank(index, entry, cell);
                    for (unsigned j = 0; j < count; j++)
                        free = free && cell[j] != to;
                    if (!free || tb_board_distance(&pattern->board, cell[i], to) != 1)
                        continue;
                    cell[i] = (uint8_t)to;
                    next = tb_entry_rank(index, cell);
                    if (distance[next] == 255) {
                        distance[next] = (uint8_t)(depth + 1);
                        found = true;
                    }
                }
        }
    }
}

static void rejects_a_table_without_the_blank(void **state)
{
    const struct sample sample = {TB_KIND_ADDITIVE, 3, 3, 0x06f, 8, 0};
    static uint8_t distance[60480];
    struct tb_entry_index index;
    struct build build;
    uint64_t different = 0;

    (void)state;
    build_sample(&sample, &build);
    assert_int_equal(build.entries, sizeof distance);
    assert_int_equal(tb_entry_index_init(&index, &build.pattern, NULL), TB_OK);
    search_without_blank(&index, distance);
    for (uint64_t entry = 0; entry < build.entries; entry++) {
        uint64_t row = entry / index.sets.count, column = entry % index.sets.count;
        uint8_t cell[TB_TILES_MAX];
        unsigned excess;

        tb_entry_unrank(&index, entry, cell);
        excess = (distance[entry] - tb_pattern_manhattan(&build.pattern, cell)) / 2;
        different += excess != table_excess(&build.table, row, column);
        set_excess(&build.table, row, column, excess);
    }
    assert_true(different > 0);
    must_reject_build(&build, "a table without the blank's region");
    tb_entry_index_free(&index);
}

/* The least over all regions in place of each region's own value. */
static void rejects_a_zero_aware_table_without_regions(void **state)
{
    struct sample sample = {TB_KIND_ADDITIVE, 3, 3, 0x06f, 8, 0};
    struct build additive, build;
    struct tb_entry_index index;

    (void)state;
    build_sample(&sample, &additive);
    sample.kind = TB_KIND_ZERO_AWARE;
    build_sample(&sample, &build);
    assert_int_equal(tb_entry_index_init(&index, &build.pattern, NULL), TB_OK);
    for (uint64_t row = 0; row < tb_pattern_rows(&build.pattern); row++)
        for (uint32_t set = 0; set < index.sets.count; set++)
            for (uint32_t column = index.first_column[set]; column < index.first_column[set + 1];
                 column++)
                set_excess(&build.table, row, column, table_excess(&additive.table, row, set));
    must_reject_build(&build, "a zero-aware table without regions");
    tb_entry_index_free(&index);
    build_free(&additive);
}

/* All entries are right, but the header counts wrong. */
static void rejects_wrong_counts(void **state)
{
    (void)state;
    for (unsigned i = 0; i < LENGTH(samples); i++)
        for (unsigned change = 0; change < 2; change++) {
            struct build build;
            struct tb_pdb *pdb;
            struct tb_error error;

            build_sample(&samples[i], &build);
            if (change == 0) {
                build.histogram[1]--;
                build.histogram[2]++;
            } else {
                build.states++;
            }
            assert_int_equal(build_into_pdb(&build, &pdb, NULL), TB_OK);
            assert_int_equal(prove(pdb, &error), TB_DAMAGED);
            assert_non_null(strstr(error.text, "header counts"));
            tb_pdb_close(pdb);
        }
}

static bool stop(void *context, double done)
{
    (void)context;
    (void)done;
    return false;
}

static void stops_when_told(void **state)
{
    const struct prove_options options = {.threads = 2, .watch = {stop, NULL}};

    (void)state;
    for (unsigned i = 0; i < LENGTH(samples); i++) {
        struct build build;
        struct tb_pdb *pdb;

        /* Progress is told after some rows, or some thousand states. */
        if (samples[i].kind == TB_KIND_WALKING_DISTANCE || samples[i].goals == 0x111 ||
            samples[i].width == 2)
            continue;
        build_sample(&samples[i], &build);
        assert_int_equal(build_into_pdb(&build, &pdb, NULL), TB_OK);
        assert_int_equal(prove_table("x", pdb, &options, NULL), TB_STOPPED);
        tb_pdb_close(pdb);
    }
}

/* Pieces of many rows and of long rows, with several threads and 8 bits. */
static void accepts_large_tables(void **state)
{
    static const struct sample large[] = {
        {TB_KIND_ADDITIVE, 4, 4, 0x0137, 15, 0},     {TB_KIND_ZERO_AWARE, 4, 4, 0x4880, 15, 0},
        {TB_KIND_NON_ADDITIVE, 4, 4, 0x1010, 15, 0}, {TB_KIND_ZERO_AWARE, 6, 6, 0x30001, 35, 0},
        {TB_KIND_WALKING_DISTANCE, 4, 4, 0, 15, 0},  {TB_KIND_NON_ADDITIVE, 3, 3, 0x0ff, 8, 0},
    };
    const struct prove_options options = {.threads = 2};

    (void)state;
    for (unsigned i = 0; i < LENGTH(large); i++) {
        struct build build;
        struct tb_pdb *pdb;
        struct tb_error error;

        build_sample(&large[i], &build);
        assert_int_equal(build_into_pdb(&build, &pdb, NULL), TB_OK);
        if (prove_table("x", pdb, &options, &error) != TB_OK)
            fail_msg("%s", error.text);
        tb_pdb_close(pdb);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepts_right_tables),
        cmocka_unit_test(accepts_large_tables),
        cmocka_unit_test(rejects_a_changed_entry),
        cmocka_unit_test(rejects_swapped_entries),
        cmocka_unit_test(rejects_an_all_zero_table),
        cmocka_unit_test(rejects_a_raised_table),
        cmocka_unit_test(rejects_the_table_of_another_pattern),
        cmocka_unit_test(rejects_a_table_without_the_blank),
        cmocka_unit_test(rejects_a_zero_aware_table_without_regions),
        cmocka_unit_test(rejects_wrong_counts),
        cmocka_unit_test(stops_when_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
