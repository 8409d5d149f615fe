/* test_catalogue.c -- the pictures parse, cover all tiles, and are those that were published */
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "testing.h"
#include "tilebase/partition.h"
#include "tilebase/size.h"

static struct tb_partition read_picture(const char *file)
{
    struct tb_partition partition;
    struct tb_error error;
    char path[TB_PATH_MAX];

    assert_in_range(snprintf(path, sizeof path, "%s/%s", CATALOGUE, file), 1, sizeof path - 1);
    if (tb_partition_read(path, &partition, &error) != TB_OK)
        fail_msg("%s", error.text);
    return partition;
}

static void check_picture(const char *file)
{
    struct tb_partition partition = read_picture(file);
    tb_cellset covered = tb_cellset_of(partition.blank);

    assert_int_not_equal(partition.comment[0], '\0');
    assert_int_equal(strncmp(file, partition.name, strlen(partition.name)), 0);
    for (unsigned i = 0; i < partition.count; i++) {
        assert_int_equal(partition.patterns[i].blank, partition.blank);
        assert_int_equal(covered & partition.patterns[i].goals, 0);
        covered |= partition.patterns[i].goals;
    }
    if (partition.kind == TB_KIND_ADDITIVE)
        assert_int_equal(covered, partition.board.all);
}

/* A pattern too large to store makes the sum so, whatever is added to it. */
static void test_too_large(void **state)
{
    static const struct tb_folders nowhere;
    struct tb_partition partition;
    struct tb_partition_sizes sizes;

    (void)state;
    assert_int_equal(tb_partition_parse("huge",
                                        "board 6x6\nkind non-additive\naaaaaa\naaaaaa\nb-----\n"
                                        "------\n------\n-----.\n",
                                        &partition, NULL),
                     TB_OK);
    tb_partition_measure(&partition, &nowhere, &sizes);
    assert_int_equal(sizes.files, 2);
    assert_int_equal(sizes.entries, TB_TOO_LARGE);
    assert_int_equal(sizes.table_bytes, TB_TOO_LARGE);
}

static bool is_picture(const char *name)
{
    size_t length = strlen(name);

    return length > 4 && strcmp(name + length - 4, TB_PARTITION_EXTENSION) == 0;
}

static void test_all_pictures(void **state)
{
    DIR *folder = opendir(CATALOGUE);
    unsigned count = 0;

    (void)state;
    assert_non_null(folder);
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder))
        if (is_picture(entry->d_name)) {
            check_picture(entry->d_name);
            count++;
        }
    closedir(folder);
    assert_in_range(count, 5, 1000);
}

/* The groups, by the goal with the blank on cell 0, are half a turn from the picture's. */
static void check_groups(const char *file, const char *const *groups)
{
    struct tb_partition partition = read_picture(file);
    struct tb_position goal;
    unsigned found = 0, count = 0;

    assert_int_equal(partition.blank, partition.board.cells - 1);
    tb_goal_blank_first(&partition.board, &goal);
    for (; groups[count] != NULL; count++) {
        struct tb_pattern pattern;

        assert_int_equal(
            tb_pattern_parse_tiles(&partition.board, &goal, groups[count], &pattern, NULL), TB_OK);
        for (unsigned i = 0; i < partition.count; i++)
            found += tb_pattern_equal(&pattern, &partition.patterns[i]);
    }
    assert_int_equal(partition.count, count);
    assert_int_equal(found, count);
}

static void test_published_groups(void **state)
{
    static const char *const fives[] = {"1,2,4,5,8", "3,6,7,10,11", "9,12,13,14,15", NULL};
    static const char *const sixes[] = {"1,2,4,5,8,9", "3,6,7,10,11,15", "12,13,14", NULL};
    static const char *const halves[] = {"1-7", "8-15", NULL};
    static const char *const best[] = {"1,4,5,8,12", "2,3,6,7,11", "9,10,13,14,15", NULL};
    static const char *const large[] = {"1,2,5,6,7,12", "3,4,8,9,13,14", "10,11,15,16,20,21",
                                        "17,18,19,22,23,24", NULL};

    (void)state;
    check_groups("5-5-5.txt", fives);
    check_groups("6-6-3.txt", sixes);
    check_groups("7-8.txt", halves);
    check_groups("5-5-5-best.txt", best);
    check_groups("6-6-6-6.txt", large);
}

/* The test above leans on the library's half turn: this is one without it. */
static void test_half_turn(void **state)
{
    static const uint8_t tiles[] = {1, 2, 4, 5, 8};
    struct tb_partition partition = read_picture("5-5-5.txt");
    tb_cellset goals = 0;

    (void)state;
    for (size_t i = 0; i < LENGTH(tiles); i++)
        goals |= (tb_cellset)1 << (15 - tiles[i]);
    assert_true(partition.patterns[0].goals == goals || partition.patterns[1].goals == goals ||
                partition.patterns[2].goals == goals);
}

static void test_shared_databases(void **state)
{
    struct tb_partition partition = read_picture("6-6-6-6.txt");
    struct tb_pattern different[4];
    unsigned count = 0;

    (void)state;
    assert_int_equal(partition.count, 4);
    for (unsigned i = 0; i < partition.count; i++) {
        struct tb_pattern canonical;
        unsigned symmetry, known = 0;

        tb_pattern_canonical(&partition.patterns[i], &canonical, &symmetry);
        while (known < count && !tb_pattern_equal(&different[known], &canonical))
            known++;
        if (known == count)
            different[count++] = canonical;
    }
    assert_int_equal(count, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_pictures),     cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_published_groups), cmocka_unit_test(test_half_turn),
        cmocka_unit_test(test_shared_databases),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
