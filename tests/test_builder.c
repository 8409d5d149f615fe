/* test_builder.c -- every entry against the oracle, and the published figures */
#include "testing_build.h"
#include "testing_data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Each entry of the table, the histogram and the number of states. */
static void compare(const struct tb_pattern *pattern, const struct build *build,
                    const struct plain *plain)
{
    struct tb_entry_index index;
    uint64_t histogram[TB_VALUES_MAX] = {0};
    uint32_t sets;

    assert_int_equal(tb_entry_index_init(&index, pattern, NULL), TB_OK);
    sets = index.sets.count;
    for (uint64_t entry = 0; entry < build->entries; entry++) {
        uint8_t cell[TB_TILES_MAX];
        unsigned excess = table_excess(&build->table, entry / sets, entry % sets);
        unsigned value = PLAIN_UNREACHED;

        tb_entry_unrank(&index, entry, cell);
        if (excess != tb_unreachable_excess(build->table.bits))
            value = tb_pattern_manhattan(pattern, cell) + 2 * excess;
        if (value != plain_value(plain, cell))
            fail_msg("entry %llu is %u, not %u", (unsigned long long)entry, value,
                     plain_value(plain, cell));
        histogram[value]++;
    }
    assert_memory_equal(histogram, build->histogram, PLAIN_UNREACHED * sizeof *histogram);
    assert_true(build->values > 0 && histogram[build->values - 1] > 0);
    tb_entry_index_free(&index);
}

static void check_pattern(const struct tb_pattern *pattern, unsigned threads, const char *kernels)
{
    struct build build;
    struct plain plain;
    uint64_t reached = 0;

    must_build(pattern, threads, kernels, &build);
    must_build_plain(pattern, &plain);
    compare(pattern, &build, &plain);
    for (uint32_t value = 0; value < build.values; value++)
        reached += build.histogram[value];
    assert_int_equal(reached, plain.entries);
    plain_free(&plain);
    build_free(&build);
}

/* Every pattern of up to four tiles with the blank in the last corner, on one board. */
static void check_board(unsigned width, unsigned height)
{
    unsigned blank = width * height - 1;

    for (tb_cellset goals = 1; goals < tb_cellset_of(blank); goals++)
        if (tb_cellset_size(goals) <= 4) {
            struct tb_pattern pattern = make_pattern(width, height, goals, blank);

            check_pattern(&pattern, 1, NULL);
        }
}

static void small_patterns_on_small_boards(void **state)
{
    (void)state;
    for (unsigned width = 2; width <= 6; width++)
        for (unsigned height = 2; height <= 6; height++)
            if (width * height <= 10)
                check_board(width, height);
}

static void small_patterns_on_3x4(void **state)
{
    (void)state;
    check_board(3, 4);
}

static void small_patterns_on_4x3(void **state)
{
    (void)state;
    check_board(4, 3);
}

static void small_patterns_on_2x6_and_6x2(void **state)
{
    (void)state;
    check_board(2, 6);
    check_board(6, 2);
}

static void larger_patterns(void **state)
{
    static const struct {
        unsigned width, height, blank;
        tb_cellset goals;
    } samples[] = {
        {3, 3, 8, 0x0ff},  {3, 3, 4, 0x1e7},   {3, 3, 8, 0x07d},   {3, 3, 1, 0x1e8},
        {3, 3, 0, 0x0f6},  {3, 4, 11, 0x01f},  {3, 4, 11, 0x7d0},  {3, 4, 5, 0x7d0},
        {4, 3, 11, 0x31b}, {4, 3, 0, 0x0ee},   {2, 4, 7, 0x07f},   {4, 2, 7, 0x07f},
        {2, 5, 9, 0x0fc},  {5, 2, 3, 0x2f2},   {6, 2, 11, 0x03f},  {4, 4, 15, 0x4c18},
        {4, 4, 5, 0xf800}, {5, 3, 14, 0x007c}, {3, 5, 14, 0x0231},
    };

    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        struct tb_pattern pattern =
            make_pattern(samples[i].width, samples[i].height, samples[i].goals, samples[i].blank);

        check_pattern(&pattern, 2, NULL);
    }
}

/* Each instruction set that this machine has makes the same tables as the oracle. */
static void every_instruction_set(void **state)
{
    const struct lane_kernels *const *kernels = lane_kernels_available();

    (void)state;
    for (; *kernels != NULL; kernels++) {
        struct tb_pattern wide = make_pattern(6, 2, 0x03f, 11);
        struct tb_pattern tall = make_pattern(3, 4, 0x45d, 11);
        struct tb_pattern small = make_pattern(5, 2, 0x005, 9);

        check_pattern(&wide, 2, (*kernels)->name);
        check_pattern(&tall, 2, (*kernels)->name);
        check_pattern(&small, 2, (*kernels)->name);
    }
}

static void threads_change_nothing(void **state)
{
    struct tb_pattern pattern = make_pattern(4, 4, 0x030f, 15);
    struct build one, many;

    (void)state;
    must_build(&pattern, 1, NULL, &one);
    for (unsigned threads = 2; threads <= 5; threads++) {
        must_build(&pattern, threads, "portable", &many);
        assert_int_equal(one.table.bytes, many.table.bytes);
        assert_memory_equal(one.table.table, many.table.table, one.table.bytes);
        assert_int_equal(one.states, many.states);
        build_free(&many);
    }
    build_free(&one);
}

static void check_histogram(const struct tb_pattern *pattern, const char *file, const char *key)
{
    uint64_t counts[TB_VALUES_MAX] = {0};
    size_t values = read_counts(file, key, counts, TB_VALUES_MAX);
    struct build build;

    must_build(pattern, 0, NULL, &build);
    assert_int_equal(build.values, values);
    assert_memory_equal(build.histogram, counts, sizeof counts);
    build_free(&build);
}

/* With every tile in the pattern, values are exact distances. */
static void check_whole_puzzle(unsigned width, unsigned height)
{
    unsigned blank = width * height - 1;
    struct tb_pattern pattern = make_pattern(width, height, tb_cellset_of(blank) - 1, blank);
    char key[8];

    snprintf(key, sizeof key, "%ux%u", width % 10, height % 10);
    check_histogram(&pattern, "depth-counts.txt", key);
}

static void whole_puzzles(void **state)
{
    (void)state;
    check_whole_puzzle(2, 2);
    check_whole_puzzle(3, 2);
    check_whole_puzzle(4, 2);
    check_whole_puzzle(3, 3);
    check_whole_puzzle(5, 2);
}

static void large_whole_puzzles(void **state)
{
    (void)state;
    if (getenv("TILEBASE_TEST_LONG") == NULL)
        skip();
    check_whole_puzzle(6, 2);
    check_whole_puzzle(4, 3);
}

/* The published histograms are for the blank on cell 0; so are these patterns. */
static void published_histograms(void **state)
{
    struct tb_pattern seven = make_pattern(4, 4, 0x00fe, 0);
    struct tb_pattern eight = make_pattern(4, 4, 0xff00, 0);

    (void)state;
    check_histogram(&seven, "pdb-histograms.txt", "1,2,3,4,5,6,7");
    check_histogram(&eight, "pdb-histograms.txt", "8,9,10,11,12,13,14,15");
}

/* The irregular group of Korf & Felner's 6-6-6-6, seen from a blank on cell 0. */
static void published_largest_value(void **state)
{
    static const uint8_t tiles[] = {1, 2, 5, 6, 7, 12};
    struct tb_pattern pattern;
    struct build build;
    tb_cellset goals = 0;

    (void)state;
    for (size_t i = 0; i < LENGTH(tiles); i++)
        goals |= tb_cellset_of(tiles[i]);
    pattern = make_pattern(5, 5, goals, 0);
    must_build(&pattern, 2, NULL, &build);
    assert_int_equal(build.values - 1, 34);
    build_free(&build);
}

/* Entries and states of data/README.md; the estimate knows them before the build. */
static void published_sizes(void **state)
{
    static const struct {
        unsigned side, tiles;
        uint64_t entries, states;
    } known[] = {
        {4, 7, 57657600, 139849920},    {4, 8, 518918400, 1425191040},
        {5, 5, 6375600, 7871280},       {5, 6, 127512000, 181008000},
        {5, 7, 2422728000, 4066655040}, {5, 8, 43609104000, 87358400640},
    };

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct build_estimate estimate;
        struct tb_pattern pattern =
            make_pattern(known[i].side, known[i].side, tb_cellset_of(known[i].tiles) - 1,
                         known[i].side * known[i].side - 1);

        build_estimate(&pattern, 1, &estimate);
        assert_int_equal(estimate.entries, known[i].entries);
        if (known[i].tiles < 8) /* beyond that it is from a sample */
            assert_int_equal(estimate.states, known[i].states);
        else
            assert_in_range(estimate.states, known[i].states / 100 * 99,
                            known[i].states / 100 * 101);
    }
}

/* On narrow boards tiles get in each other's way so much that 4 bits are not enough. */
static void wide_excesses_take_eight_bits(void **state)
{
    struct tb_pattern narrow = make_pattern(5, 2, 0x1ff, 9);
    struct tb_pattern square = make_pattern(3, 3, 0x0ff, 8);
    struct build build;

    (void)state;
    must_build(&narrow, 0, NULL, &build);
    assert_int_equal(build.table.bits, 8);
    build_free(&build);
    must_build(&square, 0, NULL, &build);
    assert_int_equal(build.table.bits, 4);
    build_free(&build);
}

static bool stop_at_depth_3(void *context, const struct search_progress *progress)
{
    unsigned *calls = context;

    ++*calls;
    assert_int_equal(progress->depth, *calls);
    assert_true(progress->states > 0 && progress->states <= progress->total);
    return progress->depth < 3;
}

static void a_search_can_be_stopped(void **state)
{
    struct tb_pattern pattern = make_pattern(4, 4, 0x1f, 15);
    unsigned calls = 0;
    struct search_options options = {.progress = stop_at_depth_3, .context = &calls};
    struct tb_error error;
    struct build build;

    (void)state;
    assert_int_equal(build_pattern(&pattern, &options, &build, &error), TB_STOPPED);
    assert_int_equal(calls, 3);
    build_free(&build);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_patterns_on_small_boards),
        cmocka_unit_test(small_patterns_on_3x4),
        cmocka_unit_test(small_patterns_on_4x3),
        cmocka_unit_test(small_patterns_on_2x6_and_6x2),
        cmocka_unit_test(larger_patterns),
        cmocka_unit_test(every_instruction_set),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(whole_puzzles),
        cmocka_unit_test(large_whole_puzzles),
        cmocka_unit_test(published_histograms),
        cmocka_unit_test(published_largest_value),
        cmocka_unit_test(published_sizes),
        cmocka_unit_test(wide_excesses_take_eight_bits),
        cmocka_unit_test(a_search_can_be_stopped),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
