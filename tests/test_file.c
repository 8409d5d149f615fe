/* test_file.c -- databases written, opened, looked up; and damaged in every way */
#include "testing_file.h"

#include <xxhash.h>

/* A whole position with the pattern's tiles on these cells; the others fill the rest. */
static struct tb_position position_with(const struct tb_pattern *pattern, const uint8_t *cell)
{
    struct tb_position position = {0};
    tb_cellset taken = 0;
    unsigned next = 0;

    for (tb_cellset rest = pattern->goals; rest != 0; rest = tb_cellset_rest(rest), cell++) {
        position.tile[*cell] = (uint8_t)(tb_cellset_first(rest) + 1);
        taken |= tb_cellset_of(*cell);
    }
    for (unsigned tile = 1; tile <= pattern->board.cells; tile++) {
        if (tb_cellset_has(pattern->goals, tile - 1) || tile - 1 == pattern->blank)
            continue;
        while (tb_cellset_has(taken, next))
            next++;
        position.tile[next++] = (uint8_t)tile;
    }
    return position;
}

/* Every look-up of both layouts against the oracle. */
static void check_lookups(unsigned width, unsigned height, tb_cellset goals, unsigned blank)
{
    struct tb_pattern pattern = make_pattern(width, height, goals, blank);
    struct tb_pdb *pdb[2];
    struct build build;
    struct plain plain;

    must_build(&pattern, 2, NULL, &build);
    must_build_plain(&pattern, &plain);
    for (int layout = 0; layout < 2; layout++) {
        must_write(&build, layout == 0 ? TB_LAYOUT_ZSTD : TB_LAYOUT_MAPPED, path_of("file.pdb"));
        pdb[layout] = must_open(path_of("file.pdb"));
        assert_memory_equal(tb_pdb_table(pdb[layout]), build.table.table, build.table.bytes);
        assert_true(tb_pattern_equal(&tb_pdb_header(pdb[layout])->pattern, &pattern));
    }
    for (uint64_t entry = 0; entry < build.entries; entry++) {
        uint8_t cell[TB_TILES_MAX];
        int expected;

        tb_entry_unrank(tb_pdb_index(pdb[0]), entry, cell);
        expected = (int)plain_value(&plain, cell);
        if (expected == PLAIN_UNREACHED)
            expected = TB_UNREACHABLE;
        for (int layout = 0; layout < 2; layout++) {
            struct tb_position position = position_with(&pattern, cell);

            if (tb_pdb_lookup(pdb[layout], &position) != expected ||
                tb_pdb_lookup_cells(pdb[layout], cell, 0) != expected)
                fail_msg("entry %llu is not %d", (unsigned long long)entry, expected);
        }
    }
    tb_pdb_close(pdb[0]);
    tb_pdb_close(pdb[1]);
    build_free(&build);
    plain_free(&plain);
}

static void lookups(void **state)
{
    (void)state;
    check_lookups(2, 2, 0x7, 3);
    check_lookups(3, 3, 0x01f, 8);
    check_lookups(3, 3, 0x0ff, 8);
    check_lookups(4, 2, 0x77, 3);
    check_lookups(2, 6, 0x8a1, 6);
    check_lookups(3, 4, 0x001, 11);
    check_lookups(5, 2, 0x0cf, 9);
}

static void tiles_that_are_missing(void **state)
{
    struct tb_pattern pattern = make_pattern(3, 3, 0x003, 8);
    struct tb_position position = {.tile = {1, 3, 4, 5, 6, 7, 8, 0, 9}};
    struct tb_pdb *pdb;
    struct build build;

    (void)state;
    must_build(&pattern, 1, NULL, &build);
    must_write(&build, TB_LAYOUT_ZSTD, path_of("file.pdb"));
    build_free(&build);
    pdb = must_open(path_of("file.pdb"));
    assert_int_equal(tb_pdb_lookup(pdb, &position), TB_NOT_ON_BOARD);
    tb_pdb_close(pdb);
}

static void build_partition(const struct tb_partition *partition)
{
    for (unsigned i = 0; i < partition->count; i++) {
        char name[TB_PATTERN_TEXT];
        struct tb_pattern canonical;
        struct build build;
        unsigned symmetry;

        tb_pattern_canonical(&partition->patterns[i], &canonical, &symmetry);
        tb_pattern_file_name(&canonical, name);
        must_build(&canonical, 1, NULL, &build);
        must_write(&build, i % 2 == 0 ? TB_LAYOUT_ZSTD : TB_LAYOUT_MAPPED, path_of(name));
        build_free(&build);
    }
}

static void use_folder(struct tb_folders *folders)
{
    folders->count = 0;
    assert_int_equal(tb_folders_prefer(folders, folder, NULL), TB_OK);
}

/* Each pattern of a partition gives what the oracle gives for that very pattern, though
 * its database is that of an image; and the sum is what its parts are. */
static void check_partition(const char *picture)
{
    struct tb_partition partition;
    struct tb_folders folders;
    struct tb_tables *tables;
    struct plain plain[4];
    struct tb_position position;
    uint64_t seed = 77;
    struct tb_error error;

    assert_int_equal(tb_partition_parse("test", picture, &partition, &error), TB_OK);
    build_partition(&partition);
    use_folder(&folders);
    if (tb_tables_open(&partition, &folders, NULL, &tables, &error) != TB_OK)
        fail_msg("%s", error.text);
    for (unsigned i = 0; i < partition.count; i++)
        must_build_plain(&partition.patterns[i], &plain[i]);
    for (unsigned cell = 0; cell < partition.board.cells; cell++)
        position.tile[cell] = cell == partition.blank ? 0 : (uint8_t)(cell + 1);
    for (int round = 0; round < 2000; round++) {
        int sum = 0;

        shuffle(&seed, position.tile, partition.board.cells);
        for (unsigned i = 0; i < partition.count; i++) {
            uint8_t cell[TB_TILES_MAX];
            unsigned count = 0;

            for (tb_cellset rest = partition.patterns[i].goals; rest != 0;
                 rest = tb_cellset_rest(rest))
                cell[count++] = (uint8_t)tb_position_find(&partition.board, &position,
                                                          tb_cellset_first(rest) + 1);
            assert_int_equal(tb_tables_lookup_pattern(tables, i, &position),
                             plain_value(&plain[i], cell));
            sum += (int)plain_value(&plain[i], cell);
        }
        assert_int_equal(tb_tables_lookup(tables, &position), sum);
    }
    for (unsigned i = 0; i < partition.count; i++)
        plain_free(&plain[i]);
    tb_tables_close(tables);
}

static void partitions(void **state)
{
    (void)state;
    check_partition("board 3x3\n aab\n aab\n bb.\n");
    check_partition("board 3x3\n aab\n a.b\n ccb\n"); /* a blank in the middle */
    check_partition("board 4x3\n aabb\n aa-b\n ccc.\n");
    check_partition("board 4x4\n aabb\n aabb\n ccdd\n ccd.\n"); /* squares share a database */
}

static void partitions_that_are_not_built(void **state)
{
    struct tb_partition partition;
    struct tb_folders folders;
    struct tb_tables *tables;
    struct tb_error error;

    (void)state;
    use_folder(&folders);
    assert_int_equal(tb_partition_parse("test", "board 6x2\n abbbbb\n aaaaa.\n", &partition, NULL),
                     TB_OK);
    assert_int_equal(tb_tables_open(&partition, &folders, NULL, &tables, &error), TB_NOT_FOUND);
    assert_non_null(strstr(error.text, "6x2-additive-"));
}

/* A database under the name of another one is noticed. */
static void mixed_up_files(void **state)
{
    char from[512];
    struct tb_partition partition;
    struct tb_folders folders;
    struct tb_tables *tables;
    struct tb_error error;
    struct build build;
    struct tb_pattern other = make_pattern(5, 2, 0x003, 9);

    (void)state;
    use_folder(&folders);
    assert_int_equal(tb_partition_parse("test", "board 5x2\n aa---\n -bb-.\n", &partition, NULL),
                     TB_OK);
    build_partition(&partition);
    must_build(&other, 1, NULL, &build);
    snprintf(from, sizeof from, "%s/5x2-additive-2-3.pdb", folder);
    assert_int_equal(access(from, F_OK), 0);
    must_write(&build, TB_LAYOUT_ZSTD, from);
    build_free(&build);
    assert_int_equal(tb_tables_open(&partition, &folders, NULL, &tables, &error), TB_DAMAGED);
    assert_non_null(strstr(error.text, "another pattern"));
}

/* Every bit flipped, and the file cut at every length. */
static void check_damage(enum tb_layout layout)
{
    static uint8_t bytes[ROOM];
    struct tb_pattern pattern = make_pattern(3, 2, 0x00f, 5);
    char path[512];
    struct build build;
    size_t count;

    snprintf(path, sizeof path, "%s", path_of("damaged.pdb"));
    must_build(&pattern, 1, NULL, &build);
    must_write(&build, layout, path);
    build_free(&build);
    count = read_whole(path, bytes, sizeof bytes);
    for (size_t bit = 0; bit < 8 * count; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        write_whole(path, bytes, count);
        must_fail(path, "bit", bit);
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    for (size_t length = 0; length < count; length++) {
        write_whole(path, bytes, length);
        must_fail(path, "cut", length);
    }
    bytes[count] = 0;
    write_whole(path, bytes, count + 1);
    must_fail(path, "one byte more", count);
    write_whole(path, bytes, count);
    tb_pdb_close(must_open(path));
}

static void damaged_compressed_files(void **state)
{
    (void)state;
    check_damage(TB_LAYOUT_ZSTD);
}

static void damaged_mapped_files(void **state)
{
    (void)state;
    check_damage(TB_LAYOUT_MAPPED);
}

static void seal(uint8_t *bytes, size_t count)
{
    struct tb_header header;
    uint64_t hash;
    size_t size = 8 + (size_t)(bytes[4] | bytes[5] << 8);

    hash = XXH3_64bits(bytes + size, count - size);
    for (int i = 0; i < 8; i++)
        bytes[72 + i] = (uint8_t)(hash >> 8 * i);
    hash = XXH3_64bits(bytes, size - 8);
    for (int i = 0; i < 8; i++)
        bytes[size - 8 + (size_t)i] = (uint8_t)(hash >> 8 * i);
    assert_int_equal(tb_header_decode(bytes, count, count, &header, NULL), TB_OK);
}

/* With right hashes over wrong frames, only the checks behind them are left: a
 * changed file either fails to open or, where nothing of the table changed, opens. */
static void resealed_frames(void **state)
{
    static uint8_t bytes[ROOM];
    struct tb_pattern pattern = make_pattern(3, 2, 0x00f, 5);
    char path[512];
    struct build build;
    size_t count, start;

    (void)state;
    snprintf(path, sizeof path, "%s", path_of("sealed.pdb"));
    must_build(&pattern, 1, NULL, &build);
    must_write(&build, TB_LAYOUT_ZSTD, path);
    count = read_whole(path, bytes, sizeof bytes);
    start = 8 + (size_t)(bytes[4] | bytes[5] << 8);
    for (size_t bit = 8 * start; bit < 8 * count; bit++) {
        struct tb_pdb *pdb;

        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        seal(bytes, count);
        write_whole(path, bytes, count);
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        if (tb_pdb_open(path, NULL, &pdb, NULL) == TB_OK)
            assert_memory_equal(tb_pdb_table(pdb), build.table.table, build.table.bytes);
        tb_pdb_close(pdb);
    }
    build_free(&build);
}

static void things_that_are_no_databases(void **state)
{
    struct tb_error error;
    struct tb_header header;
    struct tb_pdb *pdb;

    (void)state;
    assert_int_equal(tb_pdb_open(path_of("nothing.pdb"), NULL, &pdb, &error), TB_NOT_FOUND);
    assert_int_equal(tb_pdb_open(folder, NULL, &pdb, &error), TB_UNSUPPORTED);
    assert_int_equal(tb_pdb_open("/dev/null", NULL, &pdb, &error), TB_UNSUPPORTED);
    assert_int_equal(tb_pdb_read_header("/dev/null", &header, &error), TB_UNSUPPORTED);
    write_whole(path_of("text.pdb"), (const uint8_t *)"this is not a database at all", 29);
    assert_int_equal(tb_pdb_open(path_of("text.pdb"), NULL, &pdb, &error), TB_UNSUPPORTED);
    assert_int_equal(tb_pdb_read_header(path_of("text.pdb"), &header, NULL), TB_UNSUPPORTED);
}

static void one_builder_at_a_time(void **state)
{
    struct writer first, second;
    struct tb_error error;

    (void)state;
    assert_int_equal(writer_open(&first, path_of("shared.pdb"), &error), TB_OK);
    assert_int_equal(writer_open(&second, path_of("shared.pdb"), &error), TB_IO);
    assert_non_null(strstr(error.text, "another program is building it"));
    writer_cancel(&second);
    writer_cancel(&first);
    assert_int_equal(access(path_of("shared.pdb.part"), F_OK), -1);
    assert_int_equal(writer_open(&second, path_of("shared.pdb"), &error), TB_OK);
    writer_cancel(&second);
}

/* Many frames: a table of more than one MiB, opened by several threads. */
static void several_frames(void **state)
{
    struct tb_pattern pattern = make_pattern(4, 4, 0x00bf, 15);
    struct build build;
    struct tb_pdb *pdb;

    (void)state;
    must_build(&pattern, 2, NULL, &build);
    assert_true(build.table.bytes > 3 * TB_FRAME_BYTES);
    must_write(&build, TB_LAYOUT_ZSTD, path_of("large.pdb"));
    for (unsigned threads = 1; threads <= 3; threads++) {
        struct tb_pdb_options options = {.threads = threads};

        assert_int_equal(tb_pdb_open(path_of("large.pdb"), &options, &pdb, NULL), TB_OK);
        assert_memory_equal(tb_pdb_table(pdb), build.table.table, build.table.bytes);
        tb_pdb_close(pdb);
    }
    build_free(&build);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lookups),
        cmocka_unit_test(tiles_that_are_missing),
        cmocka_unit_test(partitions),
        cmocka_unit_test(partitions_that_are_not_built),
        cmocka_unit_test(mixed_up_files),
        cmocka_unit_test(damaged_compressed_files),
        cmocka_unit_test(damaged_mapped_files),
        cmocka_unit_test(resealed_frames),
        cmocka_unit_test(things_that_are_no_databases),
        cmocka_unit_test(one_builder_at_a_time),
        cmocka_unit_test(several_frames),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
