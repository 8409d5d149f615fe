/* test_partition.c -- reading, drawing and finding pictures, and the folders they are in */
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "testing.h"
#include "tilebase/partition.h"

static const char small_picture[] = "# a small one\nboard 2x2\na a\nb .\n";

static char home[TB_PATH_MAX]; /* the folder that the tests run in */

static struct tb_partition parse(const char *text)
{
    struct tb_partition partition;
    struct tb_error error;

    if (tb_partition_parse("test", text, &partition, &error) != TB_OK)
        fail_msg("%s", error.text);
    return partition;
}

static void test_good_pictures(void **state)
{
    static const char *const pictures[] = {
        "board 3x2\nkind additive\n\na a b\nb - .\n",
        "board 3x2\nkind additive\naab\nb-.",
        "board 3x2\naab\nb-.\n",
        "kind additive\nboard 3x2\naab\nb-.\n",
        "# first\n\n# second\nboard 3x2\n# third\na a b\n# fourth\n\nb - .\n# last\n\n",
        "board 3x2\r\nkind additive\r\n\r\na a b\r\nb - .\r\n",
        ("\xef\xbb\xbf"
         "board 3x2\na a b\nb - .\n"),
        "  board 3x2\t\n\tkind additive \n  aa b \n\n b\t-  .  \n",
        "board 3x2\nx x Z\nZ - .\n",
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(pictures); i++) {
        struct tb_partition partition = parse(pictures[i]);

        assert_int_equal(partition.kind, TB_KIND_ADDITIVE);
        assert_int_equal(partition.board.width, 3);
        assert_int_equal(partition.board.height, 2);
        assert_int_equal(partition.blank, 5);
        assert_int_equal(partition.count, 2);
        assert_int_equal(partition.patterns[0].goals, 0x3);
        assert_int_equal(partition.patterns[1].goals, 0xC);
        assert_int_equal(partition.patterns[0].blank, 5);
        assert_string_equal(partition.name, "test");
    }
}

static void test_order_and_comment(void **state)
{
    struct tb_partition partition = parse("#\t the first \n# another\nboard 2x2\nB a\n. b\n");

    (void)state;
    assert_string_equal(partition.comment, "the first");
    assert_int_equal(partition.blank, 2);
    assert_int_equal(partition.count, 3);
    assert_int_equal(partition.patterns[0].goals, 0x2);
    assert_int_equal(partition.patterns[1].goals, 0x8);
    assert_int_equal(partition.patterns[2].goals, 0x1);
}

static void test_long_comment(void **state)
{
    struct tb_partition partition;
    char text[2048] = "#";

    (void)state;
    memset(text + 1, 'x', 1000);
    strcat(text, "\nboard 2x2\na a\nb .\n");
    partition = parse(text);
    assert_in_range(strlen(partition.comment), 100, sizeof partition.comment - 1);
    assert_int_equal(partition.count, 2);
}

static void check_draw(const struct tb_partition *partition)
{
    char text[16 + TB_PICTURE_TEXT];
    int start = snprintf(text, sizeof text, "board %ux%u\n", partition->board.width,
                         partition->board.height);
    struct tb_partition again;

    tb_partition_draw(partition, text + start);
    assert_int_equal(strlen(text + start), 2 * partition->board.cells);
    again = parse(text);
    assert_int_equal(again.blank, partition->blank);
    assert_int_equal(again.count, partition->count);
    for (unsigned i = 0; i < again.count; i++)
        assert_true(tb_pattern_equal(&again.patterns[i], &partition->patterns[i]));
}

/* Random pictures of up to 35 groups. */
static void check_random_pictures(const struct tb_board *board)
{
    static const char marks[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ";
    uint64_t seed = 1;

    for (unsigned i = 0; i < 20; i++) {
        unsigned groups = (board->cells + 2u) / 3u + random_below(&seed, board->cells);
        unsigned blank = random_below(&seed, board->cells);
        struct tb_partition partition;
        char text[128];
        int end = snprintf(text, sizeof text, "board %ux%u\n", board->width, board->height);

        for (unsigned cell = 0; cell < board->cells; cell++) {
            char mark = marks[(cell + i) % (groups < 36 ? groups : 36)];

            text[end++] = cell == blank ? '.' : random_below(&seed, 9) == 0 ? '-' : mark;
            if ((cell + 1) % board->width == 0)
                text[end++] = '\n';
        }
        text[end] = '\0';
        if (strpbrk(text + strlen("board 6x6"), marks) == NULL)
            continue;
        partition = parse(text);
        check_draw(&partition);
    }
}

static void test_draw(void **state)
{
    struct tb_partition partition = parse("board 3x2\nx-y\n.yx\n");
    struct tb_partition full = parse("board 6x6\nabcdef\nghijkl\nmnopqr\nstuvwx\nyzABCD\nEFGHI.\n");
    char text[TB_PICTURE_TEXT];

    (void)state;
    tb_partition_draw(&partition, text);
    assert_string_equal(text, "a - b\n. b a\n");
    assert_int_equal(full.count, TB_CELLS_MAX - 1);
    check_draw(&full);
    each_board(check_random_pictures);
}

static void test_bad_pictures(void **state)
{
    static const struct {
        const char *text;
        const char *expected; /* in the error's text */
    } bad[] = {
        {"board 3x2\naab\nb-.\naab\n", "line 4"},
        {"board 3x2\naab\n\nb-.a\n", "line 4"},
        {"board 3x2\naa\nb-.\n", "line 2"},
        {"board 3x2\na.b\nb-.\n", "line 3"},
        {"board 3x2\n..b\nb-a\n", "line 2"},
        {"board 3x2\na1b\nb-.\n", "line 2"},
        {"board 3x2\naab\nb?.\n", "line 3"},
        {"board 3x2\naab\nb\xC3.\n", "line 3"},
        {"# comment\naab\nb-.\n", "line 2"},
        {"\n\nboard 1x5\na\n", "line 3"},
        {"board 7x7\n", "line 1"},
        {"board three\n", "line 1"},
        {"board 3x2 \nkind magic\naab\nb-.\n", "line 2"},
        {"board 3x2\nkind \naab\nb-.\n", "line 2"},
        {"board 3x2\nboard 3x2\naab\nb-.\n", "line 2"},
        {"board 3x2\naab\nkind additive\nb-.\n", "line 3"},
        {"board 3x2\naab\n", "row"},
        {"board 3x2\n", "row"},
        {"board 3x2\naab\nb-b\n", "blank"},
        {"board 3x2\naaa\naaa\n", "blank"},
        {"board 3x2\n---\n--.\n", "no group"},
        {"board 4x4\naaaa\naaaa\naaaa\na--.\n", "12"},
        {"", ""},
        {"# nothing\n", ""},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(bad); i++) {
        struct tb_partition partition;
        struct tb_error error = {0};

        assert_int_equal(tb_partition_parse("a-name", bad[i].text, &partition, &error), TB_INVALID);
        assert_int_equal(error.status, TB_INVALID);
        assert_non_null(strstr(error.text, "a-name"));
        if (strstr(error.text, bad[i].expected) == NULL)
            fail_msg("'%s' does not say '%s'", error.text, bad[i].expected);
        assert_null(strchr(error.text, '\n'));
    }
}

/* A cell too many is one too many however far to the right it stands. */
static void test_long_row(void **state)
{
    struct tb_partition partition;
    char text[1024] = "board 3x2\naab";

    (void)state;
    memset(text + strlen(text), ' ', 500);
    strcat(text, "a\nb-.\n");
    assert_int_equal(tb_partition_parse("test", text, &partition, NULL), TB_INVALID);
}

static void test_long_name(void **state)
{
    struct tb_partition partition;
    struct tb_error error;
    char name[2000];

    (void)state;
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_int_equal(tb_partition_parse(name, small_picture, &partition, &error), TB_OK);
    assert_int_equal(strlen(partition.name), sizeof partition.name - 1);
    assert_int_equal(tb_partition_parse(name, "board 3x2\n", &partition, &error), TB_INVALID);
}

static void write_file(const char *path, const void *bytes, size_t count)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
}

static void write_text(const char *path, const char *text)
{
    write_file(path, text, strlen(text));
}

static void make_folder(const char *path)
{
    assert_int_equal(mkdir(path, 0700), 0);
}

/* Make a new empty folder for a test and go there. */
static int enter_folder(void **state)
{
    const char *parent = getenv("TMPDIR");

    (void)state;
    snprintf(home, sizeof home, "%s/tilebase-test-XXXXXX", parent != NULL ? parent : P_tmpdir);
    if (mkdtemp(home) == NULL || chdir(home) != 0)
        return -1;
    unsetenv("TILEBASE_PATH");
    unsetenv("XDG_DATA_HOME");
    return setenv("HOME", home, 1);
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

static struct tb_folders folders; /* too large for a stack */

static void test_find(void **state)
{
    struct tb_partition partition;
    struct tb_error error;
    char path[TB_PATH_MAX + 16];

    (void)state;
    make_folder("one");
    make_folder("two");
    write_text("two/here.txt", small_picture);
    write_text("two/both.txt", small_picture);
    write_text("one/both.txt", "board 2x2\na a\na .\n");
    assert_int_equal(setenv("TILEBASE_PATH", "one:two", 1), 0);
    assert_int_equal(tb_folders_default(&folders, &error), TB_OK);
    assert_int_equal(tb_partition_find("here", &folders, &partition, &error), TB_OK);
    assert_string_equal(partition.name, "here");
    assert_string_equal(partition.comment, "a small one");
    assert_int_equal(partition.count, 2);
    assert_int_equal(tb_partition_find("both", &folders, &partition, &error), TB_OK);
    assert_int_equal(partition.count, 1);
    assert_int_equal(tb_partition_find("two/both.txt", &folders, &partition, &error), TB_OK);
    assert_string_equal(partition.name, "both");
    assert_int_equal(partition.count, 2);
    snprintf(path, sizeof path, "%s/two/here.txt", home);
    assert_int_equal(tb_partition_find(path, &folders, &partition, &error), TB_OK);
    assert_string_equal(partition.name, "here");
}

static void test_find_nothing(void **state)
{
    static const char *const missing[] = {"nowhere", "", "./nowhere", "nowhere.txt", "x/y.txt"};
    struct tb_partition partition;
    struct tb_error error;
    char name[1000];

    (void)state;
    assert_int_equal(tb_folders_default(&folders, &error), TB_OK);
    for (size_t i = 0; i < LENGTH(missing); i++) {
        assert_int_equal(tb_partition_find(missing[i], &folders, &partition, &error), TB_NOT_FOUND);
        assert_non_null(strstr(error.text, missing[i]));
    }
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_int_equal(tb_partition_find(name, &folders, &partition, &error), TB_NOT_FOUND);
}

static void test_find_local(void **state)
{
    struct tb_partition partition;
    struct tb_error error;

    (void)state;
    make_folder("pdb");
    write_text("pdb/here.txt", small_picture);
    write_text("here.txt", "board 2x2\na a\na .\n");
    assert_int_equal(tb_folders_default(&folders, &error), TB_OK);
    assert_int_equal(tb_partition_find("here", &folders, &partition, &error), TB_OK);
    assert_int_equal(partition.count, 2);
    assert_int_equal(tb_partition_find("here.txt", &folders, &partition, &error), TB_OK);
    assert_int_equal(partition.count, 1);
}

static void test_bad_files(void **state)
{
    static char large[(64 << 10) + 1];
    struct tb_partition partition;
    struct tb_error error;
    char cut[sizeof small_picture + 4];

    (void)state;
    memcpy(cut, small_picture, sizeof small_picture);
    memcpy(cut + sizeof small_picture, "more", 4);
    write_file("nul.txt", cut, sizeof cut);
    assert_int_equal(tb_partition_read("nul.txt", &partition, &error), TB_INVALID);
    memset(large, '\n', sizeof large);
    memcpy(large, small_picture, sizeof small_picture - 1);
    write_file("large.txt", large, sizeof large);
    assert_int_equal(tb_partition_read("large.txt", &partition, &error), TB_INVALID);
    write_file("fits.txt", large, sizeof large / 2);
    assert_int_equal(tb_partition_read("fits.txt", &partition, &error), TB_OK);
    write_text("empty.txt", "");
    assert_int_equal(tb_partition_read("empty.txt", &partition, &error), TB_INVALID);
    write_text("bad.txt", "board 2x2\na a\n? .\n");
    assert_int_equal(tb_partition_read("bad.txt", &partition, &error), TB_INVALID);
    assert_non_null(strstr(error.text, "bad.txt"));
    assert_non_null(strstr(error.text, "line 3"));
    make_folder("folder.txt");
    assert_int_equal(tb_partition_read("folder.txt", &partition, &error), TB_IO);
}

static void test_folder_order(void **state)
{
    struct tb_error error;
    char own[TB_PATH_MAX + 32];

    (void)state;
    assert_int_equal(setenv("TILEBASE_PATH", "/first::second:", 1), 0);
    assert_int_equal(tb_folders_default(&folders, &error), TB_OK);
    assert_int_equal(folders.count, 5);
    assert_string_equal(folders.path[0], "/first");
    assert_string_equal(folders.path[1], "second");
    assert_string_equal(folders.path[2], "pdb");
    snprintf(own, sizeof own, "%s/.local/share/tilebase", home);
    assert_string_equal(folders.path[3], own);
    assert_int_equal(folders.path[4][0], '/');
    assert_int_equal(setenv("XDG_DATA_HOME", "/data", 1), 0);
    assert_int_equal(unsetenv("TILEBASE_PATH"), 0);
    assert_int_equal(tb_folders_default(&folders, &error), TB_OK);
    assert_int_equal(folders.count, 3);
    assert_string_equal(folders.path[1], "/data/tilebase");
    assert_int_equal(setenv("XDG_DATA_HOME", "not/absolute", 1), 0);
    assert_int_equal(unsetenv("HOME"), 0);
    assert_int_equal(tb_folders_default(&folders, &error), TB_OK);
    assert_int_equal(folders.count, 2);
}

static void test_prefer(void **state)
{
    struct tb_error error;

    (void)state;
    assert_int_equal(setenv("TILEBASE_PATH", "path", 1), 0);
    assert_int_equal(tb_folders_default(&folders, &error), TB_OK);
    assert_int_equal(tb_folders_prefer(&folders, "mine", &error), TB_OK);
    assert_int_equal(tb_folders_prefer(&folders, "", &error), TB_OK);
    assert_int_equal(folders.count, 5);
    assert_string_equal(folders.path[0], "mine");
    assert_string_equal(folders.path[1], "path");
    assert_string_equal(folders.path[2], "pdb");
    while (folders.count < TB_FOLDERS_MAX)
        assert_int_equal(tb_folders_prefer(&folders, "more", &error), TB_OK);
    assert_int_equal(tb_folders_prefer(&folders, "one-too-many", &error), TB_INVALID);
    assert_int_equal(folders.count, TB_FOLDERS_MAX);
    assert_string_equal(folders.path[0], "more");
    assert_string_equal(folders.path[TB_FOLDERS_MAX - 5], "mine");
}

static void test_too_many_folders(void **state)
{
    static char list[2 * TB_PATH_MAX];
    struct tb_error error;

    (void)state;
    for (unsigned i = 0; i < TB_FOLDERS_MAX - 4; i++)
        strcat(list, "folder:");
    assert_int_equal(setenv("TILEBASE_PATH", list, 1), 0);
    assert_int_equal(tb_folders_default(&folders, &error), TB_OK);
    assert_int_equal(tb_folders_prefer(&folders, "mine", &error), TB_OK);
    strcat(list, "a:b:c:d:e:f");
    assert_int_equal(setenv("TILEBASE_PATH", list, 1), 0);
    assert_int_equal(tb_folders_default(&folders, &error), TB_INVALID);
    assert_non_null(strstr(error.text, "TILEBASE_PATH"));
    memset(list, 'x', TB_PATH_MAX);
    list[TB_PATH_MAX] = '\0';
    assert_int_equal(setenv("TILEBASE_PATH", list, 1), 0);
    assert_int_equal(tb_folders_default(&folders, &error), TB_INVALID);
}

static void check_output(const char *expected)
{
    char path[TB_PATH_MAX];

    tb_folders_output(path);
    assert_string_equal(path, expected);
}

static void test_output(void **state)
{
    char own[TB_PATH_MAX + 32];

    (void)state;
    snprintf(own, sizeof own, "%s/.local/share/tilebase", home);
    check_output(own);
    write_text("pdb", "not a folder");
    check_output(own);
    assert_int_equal(remove("pdb"), 0);
    make_folder("pdb");
    check_output("pdb");
    assert_int_equal(setenv("TILEBASE_PATH", "first:second", 1), 0);
    check_output("first");
    assert_int_equal(setenv("TILEBASE_PATH", "", 1), 0);
    check_output("pdb");
}

/* Empty parts of TILEBASE_PATH are no folders: neither to search nor to write to. */
static void test_output_skips_empty(void **state)
{
    struct tb_error error;

    (void)state;
    assert_int_equal(setenv("TILEBASE_PATH", ":first:second", 1), 0);
    assert_int_equal(tb_folders_default(&folders, &error), TB_OK);
    assert_string_equal(folders.path[0], "first");
    check_output("first");
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, enter_folder, leave_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good_pictures),
        cmocka_unit_test(test_order_and_comment),
        cmocka_unit_test(test_long_comment),
        cmocka_unit_test(test_draw),
        cmocka_unit_test(test_bad_pictures),
        cmocka_unit_test(test_long_row),
        cmocka_unit_test(test_long_name),
        IN_FOLDER(test_find),
        IN_FOLDER(test_find_nothing),
        IN_FOLDER(test_find_local),
        IN_FOLDER(test_bad_files),
        IN_FOLDER(test_folder_order),
        IN_FOLDER(test_prefer),
        IN_FOLDER(test_too_many_folders),
        IN_FOLDER(test_output),
        IN_FOLDER(test_output_skips_empty),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
