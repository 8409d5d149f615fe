/* test_golden.c -- the databases of tests/golden, as a version of old wrote them, are read
 *
 * Nobody has changed them, today's program reads them and makes the same tables, and their
 * values are right. tests/golden/README.md tells what they are.
 */
#include "testing_file.h"

#include <inttypes.h>
#include <xxhash.h>

#include "prove.h"
#include "reader.h"

/* A line of hashes.txt. */
struct golden {
    uint64_t file_hash, table_hash;
    char path[256];
};

static void check_file(const struct golden *golden)
{
    uint8_t bytes[ROOM];
    size_t count = read_whole(golden->path, bytes, sizeof bytes);

    if (XXH3_64bits(bytes, count) != golden->file_hash)
        fail_msg("%s is not what was committed", golden->path);
}

/* The header and the table, by either way of opening a file. */
static void check_table(const struct golden *golden)
{
    for (int copy = 0; copy < 2; copy++) {
        struct tb_pdb_options options = {.verify = true, .copy = copy != 0};
        const struct tb_header *header;
        struct tb_error error;
        struct tb_pdb *pdb;

        if (tb_pdb_open(golden->path, &options, &pdb, &error) != TB_OK)
            fail_msg("%s", error.text);
        header = tb_pdb_header(pdb);
        assert_string_equal(header->program, "tilebase 0.1.0");
        assert_int_equal(header->table_hash, golden->table_hash);
        assert_int_equal(XXH3_64bits(tb_pdb_table(pdb), header->table_bytes), golden->table_hash);
        tb_pdb_close(pdb);
    }
}

/* Build the same pattern today. */
static void check_build(const struct golden *golden)
{
    struct tb_pdb *pdb = must_open(golden->path);
    const struct tb_header *header = tb_pdb_header(pdb);
    struct build build;

    must_build(&header->pattern, 2, NULL, &build);
    assert_int_equal(build.entries, header->entries);
    assert_int_equal(build.states, header->states);
    assert_int_equal(build.values, header->values);
    assert_memory_equal(build.histogram, header->histogram, sizeof build.histogram);
    assert_int_equal(build.table.bits, header->bits);
    assert_int_equal(build.table.bytes, header->table_bytes);
    assert_memory_equal(build.table.table, tb_pdb_table(pdb), header->table_bytes);
    build_free(&build);
    tb_pdb_close(pdb);
}

static void check_proof(const struct golden *golden)
{
    const struct prove_options options = {.threads = 2};
    struct tb_pdb *pdb = must_open(golden->path);
    struct tb_error error;

    if (prove_table(golden->path, pdb, &options, &error) != TB_OK)
        fail_msg("%s", error.text);
    tb_pdb_close(pdb);
}

/* The oracle's search for the tiles of a row. */
static void make_plain(const struct tb_pdb *pdb, uint64_t row, struct plain *plain)
{
    const struct tb_pattern *pattern = &tb_pdb_header(pdb)->pattern;
    uint8_t goals[TB_TILES_MAX];
    unsigned count = 0;

    for (tb_cellset rest = reader_goals(pattern, row); rest != 0; rest = tb_cellset_rest(rest))
        goals[count++] = (uint8_t)tb_cellset_first(rest);
    assert_true((pattern->kind == TB_KIND_NON_ADDITIVE ? plain_build_every_move : plain_build)(
        pattern->board.width, pattern->board.height, goals, count, pattern->blank, plain));
}

static void check_row(const struct tb_pdb *pdb, uint64_t row, const struct plain *plain)
{
    const struct tb_pattern *pattern = &tb_pdb_header(pdb)->pattern;
    uint32_t columns = (uint32_t)tb_pattern_columns(pattern);

    for (uint32_t column = 0; column < columns; column++) {
        uint8_t cell[TB_TILES_MAX];
        unsigned blank, expected;
        int value = reader_value(pdb, row, column);

        reader_place(pdb, row, column, cell, &blank);
        expected = tb_kind_has_blank(pattern->kind) ? plain_value_at(plain, cell, blank)
                                                    : plain_value(plain, cell);
        if (value != (expected == PLAIN_UNREACHED ? TB_UNREACHABLE : (int)expected))
            fail_msg("row %" PRIu64 ", column %u: %d instead of %u", row, column, value, expected);
    }
}

/* Every entry against the oracle, for the kinds that it knows. */
static void check_values(const struct golden *golden)
{
    struct tb_pdb *pdb = must_open(golden->path);
    const struct tb_pattern *pattern = &tb_pdb_header(pdb)->pattern;
    uint64_t rows = tb_pattern_rows(pattern), tuple_rows = tb_factorial(pattern->tiles);

    if (pattern->kind == TB_KIND_WALKING_DISTANCE || pattern->kind == TB_KIND_LOCAL)
        rows = 0;
    for (uint64_t first = 0; first < rows; first += tuple_rows) {
        struct plain plain;

        make_plain(pdb, first, &plain);
        for (uint64_t row = first; row < first + tuple_rows; row++)
            check_row(pdb, row, &plain);
        plain_free(&plain);
    }
    tb_pdb_close(pdb);
}

/* Run a check for every file; returns how many there are. */
static unsigned each_golden(void (*check)(const struct golden *golden))
{
    FILE *list = fopen(GOLDEN "/hashes.txt", "r");
    char name[128];
    struct golden golden;
    unsigned count = 0;

    assert_non_null(list);
    while (fscanf(list, "%" SCNx64 " %" SCNx64 " %127s", &golden.file_hash, &golden.table_hash,
                  name) == 3) {
        snprintf(golden.path, sizeof golden.path, GOLDEN "/%s", name);
        check(&golden);
        count++;
    }
    assert_true(feof(list));
    fclose(list);
    return count;
}

static void unchanged(void **state)
{
    (void)state;
    assert_int_equal(each_golden(check_file), 25);
}

static void read_today(void **state)
{
    (void)state;
    each_golden(check_table);
}

static void built_today(void **state)
{
    (void)state;
    each_golden(check_build);
}

static void proven(void **state)
{
    (void)state;
    each_golden(check_proof);
}

static void values_are_the_oracles(void **state)
{
    (void)state;
    each_golden(check_values);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unchanged),
        cmocka_unit_test(read_today),
        cmocka_unit_test(built_today),
        cmocka_unit_test(proven),
        cmocka_unit_test(values_are_the_oracles),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
