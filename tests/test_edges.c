/* test_edges.c -- what the library's calls do with what nobody should give them */
#include "testing_file.h"

#include "tilebase/local.h"
#include "tilebase/partition.h"
#include "tilebase/size.h"
#include "tilebase/walking.h"

static struct tb_folders folders;

static struct tb_partition parse(const char *text)
{
    struct tb_partition partition;
    struct tb_error error;

    if (tb_partition_parse("test", text, &partition, &error) != TB_OK)
        fail_msg("%s", error.text);
    return partition;
}

static void must_not_parse(const char *text, const char *why)
{
    struct tb_partition partition;
    struct tb_error error;

    assert_int_equal(tb_partition_parse("test", text, &partition, &error), TB_INVALID);
    assert_non_null(strstr(error.text, why));
}

/* --- kinds and patterns --- */

static void kinds(void **state)
{
    (void)state;
    assert_string_equal(tb_kind_name((enum tb_kind)0), "unknown");
    assert_string_equal(tb_kind_name((enum tb_kind)(TB_KINDS + 1)), "unknown");
    for (unsigned kind = TB_KIND_ADDITIVE; kind <= TB_KINDS; kind++) {
        enum tb_kind found;

        assert_int_equal(tb_kind_parse(tb_kind_name((enum tb_kind)kind), &found, NULL), TB_OK);
        assert_int_equal(found, kind);
    }
    assert_true(tb_kind_has_blank(TB_KIND_LOCAL) && tb_kind_has_blank(TB_KIND_ZERO_AWARE));
    assert_true(tb_kind_has_blank(TB_KIND_NON_ADDITIVE) && !tb_kind_has_blank(TB_KIND_ADDITIVE));
    assert_false(tb_kind_has_blank(TB_KIND_PAIRS));
    assert_true(tb_kind_has_groups(TB_KIND_ADDITIVE) && !tb_kind_has_groups(TB_KIND_LOCAL));
    assert_false(tb_kind_has_groups(TB_KIND_TRIPLES));
    assert_true(tb_kind_has_tiles(TB_KIND_LOCAL) && !tb_kind_has_tiles(TB_KIND_PAIRS));
}

static void patterns(void **state)
{
    struct tb_board board = board_of(3, 3), other = board_of(3, 4);
    struct tb_pattern pattern, same;
    char text[TB_PATTERN_TEXT];

    (void)state;
    assert_int_equal(tb_pattern_of_kind(&pattern, TB_KIND_LOCAL, &board, 3, 0, NULL), TB_OK);
    assert_int_equal(pattern.blank, 8);
    tb_pattern_file_name(&pattern, text);
    assert_string_equal(text, "3x3-local-1-2.pdb");
    assert_int_equal(tb_pattern_local(&pattern, &board, 3, 0x1C0, NULL), TB_OK);
    assert_int_equal(pattern.blank, 5);
    tb_pattern_file_name(&pattern, text);
    assert_string_equal(text, "3x3-local-1-2-fixed-7-9.pdb");
    same = pattern;
    assert_true(tb_pattern_equal(&pattern, &same));
    same.fixed = 0x180;
    assert_false(tb_pattern_equal(&pattern, &same));
    same = pattern;
    same.board = other;
    assert_false(tb_pattern_equal(&pattern, &same));
    same = pattern;
    same.blank = 4;
    assert_false(tb_pattern_equal(&pattern, &same));
    assert_int_equal(tb_pattern_of_kind(&pattern, TB_KIND_PAIRS, &board, 0, 8, NULL), TB_OK);
    tb_pattern_print_tiles(&pattern, text);
    assert_string_equal(text, "all");
    assert_int_equal(tb_pattern_of_kind(&pattern, TB_KIND_PAIRS, &board, 1, 8, NULL), TB_INVALID);
    assert_int_equal(tb_pattern_of_kind(&pattern, TB_KIND_PAIRS, &board, 0, 9, NULL), TB_INVALID);
}

/* The number of an entry, and back, where the blank does not matter either. */
static void additive_entries(void **state)
{
    struct tb_pattern pattern = make_pattern(3, 2, 7, 5);
    struct tb_entry_index index;

    (void)state;
    assert_int_equal(tb_entry_index_init(&index, &pattern, NULL), TB_OK);
    for (uint32_t row = 0; row < 6; row++)
        for (uint32_t column = 0; column < 20; column++) {
            uint32_t row_again, column_again;
            uint8_t cell[TB_TILES_MAX];
            unsigned blank;

            tb_entry_at(&index, row, column, cell, &blank);
            assert_true(blank < 6 && blank != cell[0] && blank != cell[1] && blank != cell[2]);
            tb_entry_place(&index, cell, blank, &row_again, &column_again);
            assert_int_equal(row_again, row);
            assert_int_equal(column_again, column);
        }
    tb_entry_index_free(&index);
}

static void more_entries_than_numbers(void **state)
{
    struct tb_board board = board_of(6, 6);
    struct tb_header header = {.bits = 4, .table_bytes = TB_TOO_LARGE};
    struct tb_entry_index index;
    struct tb_pdb *pdb;

    (void)state;
    assert_int_equal(
        tb_pattern_of_kind(&header.pattern, TB_KIND_ZERO_AWARE, &board, 0xFFF, 35, NULL), TB_OK);
    assert_int_equal(tb_entry_index_init(&index, &header.pattern, NULL), TB_INVALID);
    assert_int_equal(tb_pdb_adopt(&header, NULL, &pdb, NULL), TB_INVALID);
    assert_null(pdb);
    header.pattern = make_pattern(3, 2, 7, 5);
    header.table_bytes = 60;
    header.bits = 5;
    assert_int_equal(tb_pdb_adopt(&header, NULL, &pdb, NULL), TB_INVALID);
    header.bits = 8;
    assert_int_equal(tb_pdb_adopt(&header, NULL, &pdb, NULL), TB_INVALID);
    header.table_bytes = 120;
    assert_int_equal(tb_pdb_adopt(&header, NULL, &pdb, NULL), TB_OK);
    assert_false(tb_pdb_cut(pdb));
    tb_pdb_close(pdb);
}

/* A header that is longer than the file it should be in. */
static void header_beyond_the_file(void **state)
{
    struct tb_pattern pattern = make_pattern(3, 2, 7, 5);
    struct tb_header header = {
        .pattern = pattern,
        .layout = TB_LAYOUT_MAPPED,
        .bits = 4,
        .entries = 120,
        .table_bytes = 60,
        .table_offset = TB_HEADER_MAX,
        .payload_bytes = 60,
        .values = 1,
        .histogram = {1},
    };
    static uint8_t bytes[TB_HEADER_MAX];

    (void)state;
    tb_header_encode(&header, bytes);
    assert_int_equal(tb_header_decode(bytes, sizeof bytes, TB_HEADER_MAX + 60, &header, NULL),
                     TB_OK);
    assert_int_equal(tb_header_decode(bytes, sizeof bytes, TB_HEADER_MAX - 1, &header, NULL),
                     TB_DAMAGED);
}

/* --- pictures --- */

static void pictures(void **state)
{
    struct tb_partition partition;
    char text[700] = "# ";

    (void)state;
    must_not_parse("board 2x2\nkind local\na a\na .\n", "fixed tiles");
    must_not_parse("board 2x2\na ~\na .\n", "'~'");
    must_not_parse("board 2x2\na _\na .\n", "'_'");
    must_not_parse("board 2x2\na @\na .\n", "'@'");
    must_not_parse("board 2x2\na \001\na .\n", "'?'");
    /* Codes for a terminal, and a comment that is cut within a character of two bytes. */
    partition = parse("# a\033b\tc\nboard 2x2\na a\na .\n");
    assert_string_equal(partition.comment, "a b c");
    for (unsigned shift = 0; shift < 2; shift++) {
        strcpy(text, shift == 0 ? "# " : "# x");
        while (strlen(text) < 200)
            strcat(text, "\xC3\xA4");
        strcat(text, "\nboard 2x2\na a\na .\n");
        partition = parse(text);
        assert_int_equal((strlen(partition.comment) - shift) % 2, 0);
        assert_memory_equal(partition.comment, text + 2, strlen(partition.comment));
    }
    /* Of kinds without tiles of their own there is nothing to change. */
    partition = parse("board 3x2\nkind pairs\n---\n--.\n");
    assert_int_equal(tb_partition_set_kind(&partition, TB_KIND_PAIRS, NULL), TB_OK);
    assert_int_equal(tb_partition_set_kind(&partition, TB_KIND_ADDITIVE, NULL), TB_INVALID);
    partition = parse("board 3x2\naaa\na-.\n");
    assert_int_equal(tb_partition_set_kind(&partition, TB_KIND_TRIPLES, NULL), TB_INVALID);
    assert_int_equal(tb_partition_set_kind(&partition, TB_KIND_ZERO_AWARE, NULL), TB_OK);
    assert_int_equal(partition.patterns[0].kind, TB_KIND_ZERO_AWARE);
}

/* A picture under any name, if its path is told. */
static void picture_of_any_name(void **state)
{
    static const char *const names[] = {"picture", "picture.dat"};
    struct tb_partition partition;

    (void)state;
    for (size_t i = 0; i < LENGTH(names); i++) {
        write_whole(path_of(names[i]), (const uint8_t *)"board 2x2\naa\na.\n", 16);
        assert_int_equal(tb_partition_find(path_of(names[i]), &folders, &partition, NULL), TB_OK);
        assert_string_equal(partition.name, names[i]);
    }
}

/* As many folders as an error's text has no room for. */
static void folders_in_an_error(void **state)
{
    struct tb_partition partition;
    struct tb_error error;

    (void)state;
    folders.count = 0;
    for (unsigned i = 0; i < TB_FOLDERS_MAX; i++) {
        memset(folders.path[i], '/', 100);
        snprintf(folders.path[i] + 100, 20, "nosuch-%u", i);
        folders.count++;
    }
    assert_int_equal(tb_partition_find("nosuch", &folders, &partition, &error), TB_NOT_FOUND);
    assert_int_equal(tb_folders_prefer(&folders, "more", &error), TB_INVALID);
}

/* More names than anybody lists, in two folders that have some in common. */
static void many_names(void **state)
{
    struct tb_names names;
    char name[300];

    (void)state;
    for (unsigned i = 0; i < 1100; i++) {
        snprintf(name, sizeof name, "many-%u%s", i, TB_PARTITION_EXTENSION);
        write_whole(path_of(name), (const uint8_t *)"x", 1);
    }
    folders.count = 0;
    assert_int_equal(tb_folders_prefer(&folders, folder, NULL), TB_OK);
    assert_int_equal(tb_folders_prefer(&folders, folder, NULL), TB_OK);
    assert_int_equal(tb_catalogue_names(&folders, &names, NULL), TB_OK);
    assert_int_equal(names.count, 1024);
    tb_names_free(&names);
    for (unsigned i = 0; i < 1100; i++) {
        snprintf(name, sizeof name, "many-%u%s", i, TB_PARTITION_EXTENSION);
        unlink(path_of(name));
    }
}

/* --- folders --- */

static void check_output(const char *expected)
{
    char path[TB_PATH_MAX];

    tb_folders_output(path);
    assert_string_equal(path, expected);
}

static void folders_without_a_home(void **state)
{
    static char longest[TB_PATH_MAX + 10];
    struct tb_error error;

    (void)state;
    memset(longest, '/', sizeof longest - 1);
    assert_int_equal(chdir(folder), 0);
    unsetenv("TILEBASE_PATH");
    setenv("XDG_DATA_HOME", "relative", 1);
    setenv("HOME", "/home/user", 1);
    check_output("/home/user/.local/share/tilebase");
    setenv("HOME", "relative", 1);
    check_output("pdb");
    assert_int_equal(tb_folders_default(&folders, &error), TB_OK);
    assert_int_equal(folders.count, 2);
    setenv("XDG_DATA_HOME", longest, 1);
    check_output("pdb");
    unsetenv("XDG_DATA_HOME");
    setenv("HOME", longest, 1);
    check_output("pdb");
    unsetenv("HOME");
    check_output("pdb");
    setenv("TILEBASE_PATH", longest, 1);
    check_output("pdb");
    assert_int_equal(tb_folders_default(&folders, &error), TB_INVALID);
    setenv("XDG_DATA_HOME", "/data", 1);
    unsetenv("TILEBASE_PATH");
    /* A file of that name is no folder to write to. */
    write_whole("pdb", (const uint8_t *)"x", 1);
    check_output("/data/tilebase");
    unlink("pdb");
    assert_int_equal(mkdir("pdb", 0700), 0);
    check_output("pdb");
    assert_int_equal(rmdir("pdb"), 0);
    assert_int_equal(chdir("/"), 0);
}

static void files_that_cannot_be(void **state)
{
    char path[TB_PATH_MAX], name[TB_PATH_MAX];

    (void)state;
    assert_int_equal(symlink("loop", path_of("loop")), 0);
    write_whole(path_of("file"), (const uint8_t *)"x", 1);
    folders.count = 0;
    assert_int_equal(tb_folders_prefer(&folders, folder, NULL), TB_OK);
    assert_int_equal(tb_folders_find(&folders, "file", path, NULL), TB_OK);
    assert_int_equal(tb_folders_find(&folders, "file/file", path, NULL), TB_NOT_FOUND);
    assert_int_equal(tb_folders_find(&folders, "loop", path, NULL), TB_NOT_FOUND);
    assert_int_equal(tb_folders_find(&folders, "nothing", path, NULL), TB_NOT_FOUND);
    memset(name, 'n', sizeof name);
    name[300] = '\0';
    assert_int_not_equal(tb_folders_find(&folders, name, path, NULL), TB_OK);
    name[300] = 'n';
    name[sizeof name - 1] = '\0';
    assert_int_equal(tb_folders_find(&folders, name, path, NULL), TB_NOT_FOUND);
}

/* --- tables --- */

/* A source that makes no difference between patterns. */
static enum tb_status the_same(void *context, const struct tb_partition *partition,
                               const struct tb_pattern *canonical, struct tb_pdb **pdb,
                               struct tb_error *error)
{
    const struct build *build = context;
    uint8_t *table = tb_pages_alloc(build->table.bytes);
    const struct tb_header header = {
        .pattern = build->pattern, .bits = build->table.bits, .table_bytes = build->table.bytes};

    (void)partition;
    (void)canonical;
    memcpy(table, build->table.table, build->table.bytes);
    return tb_pdb_adopt(&header, table, pdb, error);
}

static void databases_of_others(void **state)
{
    struct tb_partition right = parse("board 3x2\naaa\na-.\n"),
                        other = parse("board 3x2\naaa\n--.\n");
    struct tb_position position = {{1, 2, 3, 4, 5, 0}};
    struct tb_tables *tables;
    struct build build;
    struct tb_pattern canonical;
    struct tb_error error;
    unsigned symmetry;

    (void)state;
    tb_pattern_canonical(&right.patterns[0], &canonical, &symmetry);
    must_build(&canonical, 1, NULL, &build);
    assert_int_equal(tb_tables_make(&right, the_same, &build, &tables, &error), TB_OK);
    assert_int_equal(tb_tables_lookup(tables, &position), 0);
    /* Numbers that are no tiles, and a tile that is not there. */
    position.tile[4] = 200;
    assert_int_equal(tb_tables_lookup(tables, &position), 0);
    position.tile[0] = 77;
    assert_int_equal(tb_tables_lookup(tables, &position), TB_NOT_ON_BOARD);
    tb_tables_close(tables);
    assert_int_equal(tb_tables_make(&other, the_same, &build, &tables, &error), TB_INVALID);
    assert_null(tables);
    assert_non_null(strstr(error.text, "another pattern"));
    tb_tables_close(NULL);
    build_free(&build);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds),
        cmocka_unit_test(patterns),
        cmocka_unit_test(additive_entries),
        cmocka_unit_test(more_entries_than_numbers),
        cmocka_unit_test(header_beyond_the_file),
        cmocka_unit_test(pictures),
        cmocka_unit_test(picture_of_any_name),
        cmocka_unit_test(folders_in_an_error),
        cmocka_unit_test(many_names),
        cmocka_unit_test(folders_without_a_home),
        cmocka_unit_test(files_that_cannot_be),
        cmocka_unit_test(databases_of_others),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
