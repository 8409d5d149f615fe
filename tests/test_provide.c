/* test_provide.c -- partitions that are made up, databases that never were files */
#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "provide.h"
#include "small_partition.h"
#include "store.h"
#include "testing_build.h"

enum { ENTRIES_MAX = 4000000 };

static char home[TB_PATH_MAX]; /* the folder that the tests run in */

static int enter_folder(void **state)
{
    const char *parent = getenv("TMPDIR");

    (void)state;
    snprintf(home, sizeof home, "%s/tilebase-test-XXXXXX", parent != NULL ? parent : P_tmpdir);
    if (mkdtemp(home) == NULL || chdir(home) != 0)
        return -1;
    unsetenv("XDG_DATA_HOME");
    return setenv("HOME", home, 1) != 0 || setenv("TILEBASE_PATH", "db", 1) != 0;
}

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *place)
{
    (void)info;
    (void)type;
    (void)place;
    return remove(path);
}

static int leave_folder(void **state)
{
    (void)state;
    if (chdir("..") != 0)
        return -1;
    return nftw(home, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* A picture for the catalogue in db. */
static void write_picture(const char *name, const char *text)
{
    char path[64];
    FILE *file;

    assert_int_equal(writer_make_folder("db", NULL), TB_OK);
    snprintf(path, sizeof path, "db/%s.txt", name);
    file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fputs(text, file) < 0, 0);
    assert_int_equal(fclose(file), 0);
}

static struct tb_partition parse(const char *text)
{
    struct tb_partition partition;
    struct tb_error error;

    if (tb_partition_parse("test", text, &partition, &error) != TB_OK)
        fail_msg("%s", error.text);
    return partition;
}

static struct tb_tables *must_make(const struct tb_partition *partition)
{
    struct tb_tables *tables;
    struct tb_error error;

    if (provide_in_memory(partition, 2, &tables, &error) != TB_OK)
        fail_msg("%s", error.text);
    return tables;
}

static struct tb_tables *must_keep(const struct tb_partition *partition)
{
    struct tb_tables *tables;
    struct tb_error error;

    if (provide_tables(partition, 2, true, &tables, &error) != TB_OK)
        fail_msg("%s", error.text);
    return tables;
}

static void random_position(uint64_t *seed, const struct tb_board *board,
                            struct tb_position *position)
{
    *position = (struct tb_position){0};
    count_up(position->tile, board->cells);
    shuffle(seed, position->tile, board->cells);
}

/* The view's tiles are numbered by their goal cells, so none has the blank's number. */
static void rename_tiles(const struct tb_partition *partition, struct tb_position *position)
{
    for (unsigned cell = 0; cell < partition->board.cells; cell++)
        if (position->tile[cell] > partition->blank)
            position->tile[cell]++;
}

/* The sum of the oracle's values; UNREACHED counts as no value. */
static int plain_sum(const struct tb_partition *partition, const struct plain *plain,
                     const struct tb_position *position)
{
    int sum = 0;

    for (unsigned i = 0; i < partition->count; i++) {
        uint8_t cell[TB_TILES_MAX];
        unsigned tile = 0, value;

        for (tb_cellset rest = partition->patterns[i].goals; rest != 0;
             rest = tb_cellset_rest(rest))
            cell[tile++] =
                (uint8_t)tb_position_find(&partition->board, position, tb_cellset_first(rest) + 1);
        value = plain_value(&plain[i], cell);
        if (value == PLAIN_UNREACHED)
            return TB_UNREACHABLE;
        sum += (int)value;
    }
    return sum;
}

static void check_against_oracle(const struct tb_partition *partition)
{
    struct tb_tables *tables = must_make(partition), *files = must_keep(partition);
    struct plain plain[TB_CELLS_MAX];
    uint64_t seed = 7;

    for (unsigned i = 0; i < partition->count; i++)
        must_build_plain(&partition->patterns[i], &plain[i]);
    for (unsigned i = 0; i < 2000; i++) {
        struct tb_position position;
        int value;

        random_position(&seed, &partition->board, &position);
        rename_tiles(partition, &position);
        value = tb_tables_lookup(tables, &position);
        assert_int_equal(value, plain_sum(partition, plain, &position));
        assert_int_equal(value, tb_tables_lookup(files, &position));
    }
    for (unsigned i = 0; i < partition->count; i++)
        plain_free(&plain[i]);
    tb_tables_close(files);
    tb_tables_close(tables);
}

static void test_values(void **state)
{
    static const char *const pictures[] = {
        "board 3x2\na a b\nb b .\n",
        "board 3x3\na a b\na . b\nc c b\n",
        "board 4x3\na a b b\na . b c\n c c c c\n",
        "board 4x4\na a b b\na a b b\nc c d d\nc c d .\n",
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(pictures); i++) {
        struct tb_partition partition = parse(pictures[i]);

        check_against_oracle(&partition);
    }
}

/* The same table, byte by byte, and the same facts of it. */
static void test_same_as_files(void **state)
{
    struct tb_partition partition = parse("board 4x4\na a a b\nc a a b\nc c b b\nc c b .\n");
    struct tb_tables *memory = must_make(&partition), *files = must_keep(&partition);

    (void)state;
    for (unsigned i = 0; i < partition.count; i++) {
        const struct tb_pdb *a = tb_tables_pdb(memory, i), *b = tb_tables_pdb(files, i);
        const struct tb_header *one = tb_pdb_header(a), *two = tb_pdb_header(b);

        assert_true(tb_pattern_equal(&one->pattern, &two->pattern));
        assert_int_equal(one->table_bytes, two->table_bytes);
        assert_memory_equal(tb_pdb_table(a), tb_pdb_table(b), one->table_bytes);
        assert_int_equal(one->entries, two->entries);
        assert_int_equal(one->states, two->states);
        assert_int_equal(one->values, two->values);
        assert_memory_equal(one->histogram, two->histogram, sizeof one->histogram);
        assert_memory_equal(tb_tables_image(memory, i), tb_tables_image(files, i), 16);
    }
    tb_tables_close(files);
    tb_tables_close(memory);
}

static void test_shared(void **state)
{
    struct tb_partition partition = parse("board 4x4\na a b b\na a b b\nc c - -\nc c - .\n");
    struct tb_tables *tables = must_make(&partition);

    (void)state;
    assert_ptr_equal(tb_tables_pdb(tables, 0), tb_tables_pdb(tables, 1));
    assert_ptr_equal(tb_tables_pdb(tables, 0), tb_tables_pdb(tables, 2));
    tb_tables_close(tables);
}

static void test_nothing_written(void **state)
{
    struct tb_board board = board_of(4, 4);
    struct tb_partition partition;
    bool built = true;

    (void)state;
    provide_choice(&board, 15, &partition, &built);
    assert_false(built);
    tb_tables_close(must_make(&partition));
    assert_int_equal(rmdir("db") != 0 && errno == ENOENT, true);
    assert_int_equal(chdir("..") == 0 && rmdir(home) == 0, true); /* empty still */
    assert_int_equal(mkdir(home, 0700) == 0 && chdir(home) == 0, true);
}

/* Give out the context's databases: the first, whatever was asked for. */
static enum tb_status give(void *context, const struct tb_partition *partition,
                           const struct tb_pattern *canonical, struct tb_pdb **pdb,
                           struct tb_error *error)
{
    struct build build;
    struct tb_pattern pattern = make_pattern(3, 3, 0x3, 8);
    unsigned *calls = context;

    (void)partition;
    (void)canonical;
    if ((*calls)++ == 2)
        return tb_error_set(error, TB_IO, "no more");
    if (*calls == 1)
        pattern = *canonical;
    must_build(&pattern, 1, NULL, &build);
    return build_into_pdb(&build, pdb, error);
}

/* A source's own error, and a database of another pattern than was asked for. */
static void test_bad_sources(void **state)
{
    struct tb_partition partition = parse("board 3x3\na a a\nb b c\nc c .\n");
    struct tb_tables *tables = (struct tb_tables *)&partition;
    struct tb_error error;
    unsigned calls = 0;

    (void)state;
    assert_int_equal(tb_tables_make(&partition, give, &calls, &tables, &error), TB_INVALID);
    assert_null(tables);
    assert_int_equal(calls, 2);
    assert_int_equal(tb_tables_make(&partition, give, &calls, &tables, &error), TB_IO);
    assert_string_equal(error.text, "no more");
    assert_null(tables);
}

static void test_adopt(void **state)
{
    struct tb_pattern pattern = make_pattern(3, 3, 0x7, 8);
    struct tb_header header;
    struct tb_pdb *pdb;
    struct build build;
    struct tb_error error;

    (void)state;
    must_build(&pattern, 1, NULL, &build);
    build_describe(&build, &header);
    header.table_bytes++;
    assert_int_equal(tb_pdb_adopt(&header, build.table.table, &pdb, &error), TB_INVALID);
    assert_null(pdb);
    build_describe(&build, &header);
    header.bits = 5;
    assert_int_equal(tb_pdb_adopt(&header, build.table.table, &pdb, &error), TB_INVALID);
    assert_int_equal(build_into_pdb(&build, &pdb, &error), TB_OK);
    assert_null(build.table.table);
    assert_int_equal(tb_pdb_lookup_cells(pdb, (uint8_t[]){0, 1, 2}, 3), 0);
    assert_int_equal(tb_pdb_header(pdb)->entries, 9 * 8 * 7);
    tb_pdb_close(pdb);
}

static void test_too_large(void **state)
{
    struct tb_partition partition =
        parse("board 6x6\nbb----\naaa---\naaa---\naaa---\n------\n-----.\n");
    struct tb_tables *tables;
    struct tb_error error;

    (void)state;
    assert_int_equal(provide_in_memory(&partition, 2, &tables, &error), TB_NO_MEMORY);
    assert_null(tables);
    assert_non_null(strstr(error.text, "of memory"));
    assert_int_equal(provide_tables(&partition, 2, true, &tables, &error), TB_NO_MEMORY);
    assert_non_null(strstr(error.text, "of memory"));
}

/* Every tile is in one group, and the groups are what can be built at once. */
static void check_small(const struct tb_board *board)
{
    for (unsigned blank = 0; blank < board->cells; blank++) {
        struct tb_partition partition;
        tb_cellset cells;
        bool serves = false;

        small_partition(board, blank, &partition);
        cells = tb_cellset_of(partition.blank);
        for (unsigned symmetry = 0; symmetry < tb_board_symmetries(board); symmetry++)
            serves = serves || tb_board_map(board, symmetry, blank) == partition.blank;
        assert_true(serves);
        assert_in_range(partition.count, 1, TB_CELLS_MAX - 1);
        assert_in_range(strlen(partition.name), 1, sizeof partition.name - 2);
        for (unsigned i = 0; i < partition.count; i++) {
            const struct tb_pattern *pattern = &partition.patterns[i];

            assert_int_equal(cells & pattern->goals, 0);
            assert_int_equal(pattern->blank, partition.blank);
            assert_int_equal(pattern->tiles, tb_cellset_size(pattern->goals));
            assert_in_range(tb_pattern_entries(pattern), 1, ENTRIES_MAX);
            cells |= pattern->goals;
        }
        assert_int_equal(cells, board->all);
        assert_int_equal(partition.count == 1, board->cells <= 10);
    }
}

static void test_small(void **state)
{
    (void)state;
    each_board(check_small);
}

static void test_small_names(void **state)
{
    static const struct {
        unsigned width, height, blank;
        const char *name;
    } expected[] = {
        {3, 3, 4, "8"},    {4, 4, 0, "5-5-5"}, {4, 4, 5, "5-5-5"}, {5, 5, 12, "4-4-4-4-4-4"},
        {4, 3, 11, "6-5"},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(expected); i++) {
        struct tb_board board = board_of(expected[i].width, expected[i].height);
        struct tb_partition partition;

        small_partition(&board, expected[i].blank, &partition);
        assert_string_equal(partition.name, expected[i].name);
    }
}

/* The blank's neighbours are together, wherever a group has room for them. */
static void test_shut_in(void **state)
{
    (void)state;
    for (unsigned blank = 0; blank < 25; blank++) {
        struct tb_board board = board_of(5, 5);
        struct tb_partition partition;
        unsigned groups = 0;

        small_partition(&board, blank, &partition);
        for (unsigned i = 0; i < partition.count; i++)
            groups += (partition.patterns[i].goals &
                       tb_board_spread(&board, tb_cellset_of(partition.blank))) != 0;
        assert_int_equal(groups, 1);
    }
}

/* On boards that one group holds, the made-up partition's values are exact. */
static void check_exact(const struct tb_board *board)
{
    struct tb_partition partition;
    struct tb_tables *tables;
    struct plain plain;
    uint64_t seed = 3;

    if (board->cells > 8)
        return;
    for (unsigned blank = 0; blank < board->cells; blank++) {
        small_partition(board, blank, &partition);
        tables = must_make(&partition);
        must_build_plain(&partition.patterns[0], &plain);
        for (unsigned i = 0; i < 300; i++) {
            struct tb_position position;

            random_position(&seed, board, &position);
            rename_tiles(&partition, &position);
            assert_int_equal(tb_tables_lookup(tables, &position),
                             plain_sum(&partition, &plain, &position));
        }
        plain_free(&plain);
        tb_tables_close(tables);
    }
}

static void test_exact(void **state)
{
    (void)state;
    each_board(check_exact);
}

/* No value is more than the moves that a random walk away from the goal took. */
static void check_admissible(const struct tb_board *board, unsigned blank)
{
    struct tb_partition partition;
    struct tb_tables *tables;
    uint64_t seed = 5;

    small_partition(board, blank, &partition);
    tables = must_make(&partition);
    for (unsigned i = 0; i < 200; i++) {
        struct tb_position position = {0};
        unsigned at = partition.blank;

        for (unsigned cell = 0; cell < board->cells; cell++)
            position.tile[cell] = cell == at ? 0 : (uint8_t)(cell + 1);
        for (int moves = 0; moves < 60; moves++) {
            tb_cellset next = tb_board_spread(board, tb_cellset_of(at));

            assert_in_range(tb_tables_lookup(tables, &position), 0, moves);
            for (unsigned skip = random_below(&seed, tb_cellset_size(next)); skip > 0; skip--)
                next = tb_cellset_rest(next);
            position.tile[at] = position.tile[tb_cellset_first(next)];
            at = tb_cellset_first(next);
            position.tile[at] = 0;
        }
    }
    tb_tables_close(tables);
}

static void test_admissible(void **state)
{
    static const struct {
        unsigned width, height, blank;
    } boards[] = {{4, 3, 5}, {2, 6, 4}, {4, 4, 15}, {4, 4, 6}, {3, 5, 7}};

    (void)state;
    for (size_t i = 0; i < LENGTH(boards); i++) {
        struct tb_board board = board_of(boards[i].width, boards[i].height);

        check_admissible(&board, boards[i].blank);
    }
}

static void expect_choice(const struct tb_board *board, unsigned blank, const char *name)
{
    struct tb_partition partition;
    bool built = name == NULL;

    provide_choice(board, blank, &partition, &built);
    assert_int_equal(built, name != NULL);
    if (name != NULL)
        assert_string_equal(partition.name, name);
    assert_int_equal(partition.board.cells, board->cells);
}

/* What is built is taken, the strongest first, where it can serve the goal. */
static void test_choice(void **state)
{
    static const char weak[] = "board 3x3\na a b\na b c\nc c .\n";
    static const char strong[] = "board 3x3\na a a\na a a\nb b .\n";
    static const char partial[] = "board 3x3\na a a\na a a\na - .\n";
    struct tb_board board = board_of(3, 3), other = board_of(4, 3);
    struct tb_partition partition;

    (void)state;
    write_picture("b-strong", strong);
    write_picture("a-weak", weak);
    write_picture("partial", partial);
    expect_choice(&board, 8, NULL);
    partition = parse(partial);
    tb_tables_close(must_keep(&partition));
    expect_choice(&board, 8, NULL); /* leaves a tile out */
    partition = parse(weak);
    tb_tables_close(must_keep(&partition));
    expect_choice(&board, 8, "a-weak");
    partition = parse(strong);
    tb_tables_close(must_keep(&partition));
    expect_choice(&board, 8, "b-strong");
    expect_choice(&board, 0, "b-strong");
    expect_choice(&board, 4, NULL); /* no symmetry takes the middle to a corner */
    expect_choice(&board, 1, NULL);
    expect_choice(&other, 11, NULL);
}

/* A file that is no database does not count as built; nor does a path too long to use. */
static void test_choice_of_damaged(void **state)
{
    static const char picture[] = "board 3x2\na a a\na a .\n";
    struct tb_board board = board_of(3, 2);
    struct tb_partition partition = parse(picture);
    char path[TB_PATH_MAX], *list = malloc(2 * TB_PATH_MAX);

    (void)state;
    write_picture("whole", picture);
    tb_tables_close(must_keep(&partition));
    expect_choice(&board, 5, "whole");
    assert_int_equal(store_path("db", &partition.patterns[0], path, NULL), TB_OK);
    assert_int_equal(truncate(path, 20), 0);
    expect_choice(&board, 5, NULL);
    assert_non_null(list);
    memset(list, 'x', 2 * TB_PATH_MAX - 1);
    list[2 * TB_PATH_MAX - 1] = '\0';
    assert_int_equal(setenv("TILEBASE_PATH", list, 1), 0);
    free(list);
    expect_choice(&board, 5, NULL);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, enter_folder, leave_folder)

int main(void)
{
    static const struct CMUnitTest tests[] = {
        IN_FOLDER(test_values),
        IN_FOLDER(test_same_as_files),
        cmocka_unit_test(test_shared),
        IN_FOLDER(test_nothing_written),
        cmocka_unit_test(test_bad_sources),
        cmocka_unit_test(test_adopt),
        IN_FOLDER(test_too_large),
        cmocka_unit_test(test_small),
        cmocka_unit_test(test_small_names),
        cmocka_unit_test(test_shut_in),
        cmocka_unit_test(test_exact),
        cmocka_unit_test(test_admissible),
        IN_FOLDER(test_choice),
        IN_FOLDER(test_choice_of_damaged),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
