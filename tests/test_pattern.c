/* test_pattern.c -- patterns: reading, classes under symmetry, names, numbers of entries */
#include <stdlib.h>
#include <string.h>

#include "testing.h"
#include "tilebase/pattern.h"

static struct tb_pattern pattern_of(const struct tb_board *board, tb_cellset goals, unsigned blank)
{
    struct tb_pattern pattern;

    assert_int_equal(tb_pattern_init(&pattern, board, goals, blank, NULL), TB_OK);
    return pattern;
}

static tb_cellset random_goals(uint64_t *seed, unsigned cells, unsigned size)
{
    tb_cellset set = 0;

    while (tb_cellset_size(set) < size)
        set |= tb_cellset_of(random_below(seed, cells));
    return set;
}

static tb_cellset region_of(const struct tb_pattern *pattern)
{
    return tb_board_region(&pattern->board, pattern->board.all & ~pattern->goals, pattern->blank);
}

/* Run a check for all patterns of up to four tiles and all their blanks. */
static void each_pattern(const struct tb_board *board, void (*check)(const struct tb_pattern *))
{
    for (tb_cellset goals = 1; goals <= board->all; goals++)
        for (unsigned blank = 0; blank < board->cells && tb_cellset_size(goals) <= 4; blank++)
            if (!tb_cellset_has(goals, blank)) {
                struct tb_pattern pattern = pattern_of(board, goals, blank);

                check(&pattern);
            }
}

static void test_init(void **state)
{
    struct tb_board board = board_of(4, 4);
    struct tb_pattern pattern;
    struct tb_error error;

    (void)state;
    assert_int_equal(tb_pattern_init(&pattern, &board, 0xFFF, 15, &error), TB_OK);
    assert_int_equal(pattern.tiles, 12);
    assert_int_equal(pattern.blank, 15);
    assert_int_equal(tb_pattern_init(&pattern, &board, 0, 15, &error), TB_INVALID);
    assert_int_equal(tb_pattern_init(&pattern, &board, 0x1FFF, 15, &error), TB_INVALID);
    assert_int_equal(tb_pattern_init(&pattern, &board, 0xFFFF, 15, &error), TB_INVALID);
    assert_int_equal(tb_pattern_init(&pattern, &board, 0x10001, 15, &error), TB_INVALID);
    assert_int_equal(tb_pattern_init(&pattern, &board, 1, 16, &error), TB_INVALID);
    assert_int_equal(tb_pattern_init(&pattern, &board, 1, 1u << 31, &error), TB_INVALID);
    assert_int_equal(tb_pattern_init(&pattern, &board, 1, 0, &error), TB_INVALID);
    assert_int_equal(tb_pattern_init(&pattern, &board, UINT64_MAX, 0, NULL), TB_INVALID);
    board = board_of(2, 2);
    assert_int_equal(tb_pattern_init(&pattern, &board, 0xF, 3, &error), TB_INVALID);
    assert_int_equal(tb_pattern_init(&pattern, &board, 0x7, 3, &error), TB_OK);
}

static void check_tiles(const struct tb_board *board, const char *goal_text, const char *tiles,
                        tb_cellset goals, unsigned blank)
{
    struct tb_position goal;
    struct tb_pattern pattern;

    assert_int_equal(tb_goal_parse(board, goal_text, &goal, NULL), TB_OK);
    assert_int_equal(tb_pattern_parse_tiles(board, &goal, tiles, &pattern, NULL), TB_OK);
    assert_int_equal(pattern.goals, goals);
    assert_int_equal(pattern.blank, blank);
    assert_int_equal(pattern.tiles, tb_cellset_size(goals));
}

static void test_tiles(void **state)
{
    struct tb_board board = board_of(4, 4);
    struct tb_board small = board_of(3, 3);

    (void)state;
    check_tiles(&board, "blank-last", "1,2,3", 0x7, 15);
    check_tiles(&board, "blank-last", "1-3,5", 0x17, 15);
    check_tiles(&board, "blank-last", "5,1-3", 0x17, 15);
    check_tiles(&board, "blank-last", " 1, 2", 0x3, 15);
    check_tiles(&board, "blank-last", "4-4", 0x8, 15);
    check_tiles(&board, "blank-last", "15", 0x4000, 15);
    check_tiles(&board, "blank-first", "1,2,3", 0x7000, 15);
    check_tiles(&board, "blank-first", "1-3,15", 0x7001, 15);
    check_tiles(&small, "8 7 6 5 4 3 2 1 0", "8,1", 0x81, 8);
    check_tiles(&small, "1 2 0 3 4 5 6 7 8", "1,2,8", 0xC4, 8);
    check_tiles(&small, "1 2 3 4 0 5 6 7 8", "1,5,8", 0x121, 4);
    check_tiles(&small, "1 0 2 3 4 5 6 7 8", "1,2", 0x5, 1);
}

static void test_bad_tiles(void **state)
{
    static const char *const bad[] = {
        "",      "0",    "16",    "999",  "1,16",        "0-3",           "1,1",
        "1-3,2", "3-1",  "a",     "1,,2", "1;2",         "1,2,",          ",1",
        "-3",    "1-",   "1-2-3", "1 2",  " ",           "1,-2",          "+1",
        "1.5",   "1-16", "1-15",  "1-13", "99999999999", "1-99999999999", "4294967297",
    };
    static const char *const goals[] = {
        "blank-last",
        "blank-first",
        "5 1 2 3 4 0 6 7 8 9 10 11 12 13 14 15",
    };
    struct tb_board board = board_of(4, 4);

    (void)state;
    for (size_t i = 0; i < LENGTH(goals); i++) {
        struct tb_position goal;

        assert_int_equal(tb_goal_parse(&board, goals[i], &goal, NULL), TB_OK);
        for (size_t j = 0; j < LENGTH(bad); j++) {
            struct tb_pattern pattern;
            struct tb_error error = {0};

            assert_int_equal(tb_pattern_parse_tiles(&board, &goal, bad[j], &pattern, &error),
                             TB_INVALID);
            assert_int_equal(error.status, TB_INVALID);
            assert_int_not_equal(error.text[0], '\0');
        }
    }
}

static void check_print(const struct tb_board *board)
{
    uint64_t seed = 1;
    unsigned most = board->cells > TB_TILES_MAX ? TB_TILES_MAX : board->cells - 1u;
    struct tb_position goal;

    tb_goal_blank_last(board, &goal);
    for (unsigned i = 0; i < 50; i++) {
        tb_cellset goals = random_goals(&seed, board->cells - 1u, 1 + random_below(&seed, most));
        struct tb_pattern pattern = pattern_of(board, goals, board->cells - 1u);
        struct tb_pattern again;
        char text[TB_PATTERN_TEXT];

        tb_pattern_print_tiles(&pattern, text);
        assert_in_range(strlen(text), 1, sizeof text - 1);
        assert_int_equal(tb_pattern_parse_tiles(board, &goal, text, &again, NULL), TB_OK);
        assert_true(tb_pattern_equal(&pattern, &again));
    }
}

static void test_print(void **state)
{
    struct tb_board board = board_of(4, 4);
    struct tb_pattern pattern = pattern_of(&board, 0x4017, 15);
    char text[TB_PATTERN_TEXT];

    (void)state;
    tb_pattern_print_tiles(&pattern, text);
    assert_string_equal(text, "1-3,5,15");
    each_board(check_print);
}

static unsigned runs_of(tb_cellset set)
{
    unsigned runs = 0;

    for (unsigned cell = 0; cell < 36; cell++)
        runs += tb_cellset_has(set, cell) && (cell == 0 || !tb_cellset_has(set, cell - 1));
    return runs;
}

/* No image of a pattern comes before the canonical one in the order of pattern.h. */
static void check_first(const struct tb_pattern *canonical, tb_cellset goals, tb_cellset region)
{
    unsigned blank = tb_cellset_last(region);

    if (blank != canonical->blank)
        assert_true(blank < canonical->blank);
    else if (runs_of(goals) != runs_of(canonical->goals))
        assert_true(runs_of(goals) > runs_of(canonical->goals));
    else
        assert_true(goals >= canonical->goals);
}

static void check_same_class(const struct tb_pattern *pattern, const struct tb_pattern *canonical)
{
    struct tb_pattern other;
    unsigned symmetry;

    tb_pattern_canonical(pattern, &other, &symmetry);
    assert_true(tb_pattern_equal(&other, canonical));
}

static void check_canonical(const struct tb_pattern *pattern)
{
    const struct tb_board *board = &pattern->board;
    tb_cellset region = region_of(pattern);
    struct tb_pattern canonical;
    unsigned symmetry;

    tb_pattern_canonical(pattern, &canonical, &symmetry);
    assert_in_range(symmetry, 0, tb_board_symmetries(board) - 1);
    assert_int_equal(canonical.tiles, pattern->tiles);
    assert_int_equal(tb_board_map_set(board, symmetry, pattern->goals), canonical.goals);
    assert_int_equal(tb_board_map_set(board, symmetry, region), region_of(&canonical));
    check_same_class(&canonical, &canonical);
    for (unsigned s = 0; s < tb_board_symmetries(board); s++) {
        tb_cellset goals = tb_board_map_set(board, s, pattern->goals);
        tb_cellset image_region = tb_board_map_set(board, s, region);

        check_first(&canonical, goals, image_region);
        for (tb_cellset rest = image_region; rest != 0; rest = tb_cellset_rest(rest)) {
            struct tb_pattern image = pattern_of(board, goals, tb_cellset_first(rest));

            check_same_class(&image, &canonical);
        }
    }
}

static void test_canonical(void **state)
{
    static const uint8_t sides[][2] = {{2, 3}, {3, 3}, {3, 4}};

    (void)state;
    for (size_t i = 0; i < LENGTH(sides); i++) {
        struct tb_board board = board_of(sides[i][0], sides[i][1]);

        each_pattern(&board, check_canonical);
    }
}

static void test_equal(void **state)
{
    struct tb_board board = board_of(3, 4), turned = board_of(4, 3);
    struct tb_pattern pattern = pattern_of(&board, 0x7, 11);
    struct tb_pattern same = pattern_of(&board, 0x7, 11);
    struct tb_pattern other_blank = pattern_of(&board, 0x7, 10);
    struct tb_pattern other_goals = pattern_of(&board, 0xB, 11);
    struct tb_pattern other_board = pattern_of(&turned, 0x7, 11);

    (void)state;
    assert_true(tb_pattern_equal(&pattern, &same));
    assert_false(tb_pattern_equal(&pattern, &other_blank));
    assert_false(tb_pattern_equal(&pattern, &other_goals));
    assert_false(tb_pattern_equal(&pattern, &other_board));
}

enum { NAMES_MAX = 8192 };

static char names[NAMES_MAX][TB_PATTERN_TEXT];
static size_t name_count;

static void add_name(const struct tb_pattern *pattern)
{
    struct tb_pattern canonical;
    unsigned symmetry;

    tb_pattern_canonical(pattern, &canonical, &symmetry);
    if (!tb_pattern_equal(&canonical, pattern))
        return;
    assert_in_range(name_count, 0, NAMES_MAX - 1);
    tb_pattern_file_name(pattern, names[name_count++]);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void test_file_names(void **state)
{
    static const uint8_t sides[][2] = {{2, 3}, {3, 2}, {3, 3}, {3, 4}, {4, 3}};

    (void)state;
    for (size_t i = 0; i < LENGTH(sides); i++) {
        struct tb_board board = board_of(sides[i][0], sides[i][1]);

        each_pattern(&board, add_name);
    }
    assert_in_range(name_count, 100, NAMES_MAX);
    qsort(names, name_count, sizeof names[0], compare_names);
    for (size_t i = 1; i < name_count; i++)
        assert_string_not_equal(names[i - 1], names[i]);
}

static void test_file_name(void **state)
{
    struct tb_board board = board_of(4, 4), large = board_of(6, 6);
    struct tb_pattern pattern = pattern_of(&board, 0x7F, 15);
    struct tb_pattern corner = pattern_of(&board, 0x6C00, 12);
    struct tb_pattern scattered = pattern_of(&large, 0x555555000, 0);
    char text[TB_PATTERN_TEXT];

    (void)state;
    tb_pattern_file_name(&pattern, text);
    assert_string_equal(text, "4x4-additive-1-7.pdb");
    tb_pattern_file_name(&corner, text);
    assert_string_equal(text, "4x4-additive-11-12.14-15-blank-13.pdb");
    tb_pattern_file_name(&scattered, text);
    assert_in_range(strlen(text), 1, sizeof text - 1);
}

static void test_entries(void **state)
{
    static const struct {
        uint8_t side, tiles;
        uint64_t entries;
    } known[] = {
        {2, 3, 24},
        {3, 8, 362880},
        {4, 1, 16},
        {4, 5, 524160},
        {4, 6, 5765760},
        {4, 7, 57657600},
        {4, 8, 518918400},
        {5, 6, 127512000},
        {5, 7, 2422728000},
        {6, 6, 1402410240},
        {6, 12, 599555620984320000},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(known); i++) {
        struct tb_board board = board_of(known[i].side, known[i].side);
        struct tb_pattern pattern =
            pattern_of(&board, tb_cellset_of(known[i].tiles) - 1, board.cells - 1u);

        assert_int_equal(tb_pattern_entries(&pattern), known[i].entries);
    }
}

/* No pattern that tb_pattern_init allows has 2^63 entries; with 13 tiles there are. */
static void test_entries_overflow(void **state)
{
    struct tb_board board = board_of(6, 6);
    struct tb_pattern pattern = pattern_of(&board, 0xFFF, 35);

    (void)state;
    for (unsigned tiles = 13; tiles <= 20; tiles++) {
        pattern.tiles = (uint8_t)tiles;
        assert_true(tb_pattern_entries(&pattern) == UINT64_MAX);
    }
}

/* Every entry number stands for different tiles on cells of the board, and comes back. */
static void check_entries(const struct tb_pattern *pattern)
{
    struct tb_entry_index index;
    uint8_t cell[TB_TILES_MAX];

    assert_int_equal(tb_entry_index_init(&index, pattern, NULL), TB_OK);
    for (uint64_t entry = 0; entry < tb_pattern_entries(pattern); entry++) {
        tb_cellset occupied = 0;
        uint32_t arrangement, set;

        tb_entry_unrank(&index, entry, cell);
        for (unsigned i = 0; i < pattern->tiles; i++)
            occupied |= tb_cellset_of(cell[i]);
        assert_int_equal(tb_cellset_size(occupied), pattern->tiles);
        assert_int_equal(occupied & ~pattern->board.all, 0);
        assert_int_equal(tb_entry_rank(&index, cell), entry);
        tb_entry_locate(&index, cell, &arrangement, &set);
        assert_int_equal(set, tb_cellset_rank(&index.sets, occupied));
        assert_int_equal((uint64_t)arrangement * index.sets.count + set, entry);
    }
    tb_entry_index_free(&index);
}

static void test_entry_ranks(void **state)
{
    struct tb_board flat = board_of(3, 2), square = board_of(3, 3);
    struct tb_pattern pattern;

    (void)state;
    for (unsigned tiles = 1; tiles <= 5; tiles++) {
        pattern = pattern_of(&flat, tb_cellset_of(tiles) - 1, 5);
        check_entries(&pattern);
    }
    pattern = pattern_of(&square, 0x111, 1);
    check_entries(&pattern);
    pattern = pattern_of(&square, 0x1EF, 4);
    check_entries(&pattern);
}

/* On their goals the tiles have arrangement 0. */
static void test_entry_of_goal(void **state)
{
    struct tb_board board = board_of(5, 5);
    uint64_t seed = 2;

    (void)state;
    for (unsigned tiles = 1; tiles <= TB_TILES_MAX; tiles++) {
        struct tb_pattern pattern = pattern_of(&board, random_goals(&seed, 24, tiles), 24);
        struct tb_entry_index index;
        uint8_t cell[TB_TILES_MAX];
        uint32_t arrangement, set;
        unsigned count = 0;

        for (unsigned i = 0; i < board.cells; i++)
            if (tb_cellset_has(pattern.goals, i))
                cell[count++] = (uint8_t)i;
        assert_int_equal(tb_entry_index_init(&index, &pattern, NULL), TB_OK);
        tb_entry_locate(&index, cell, &arrangement, &set);
        assert_int_equal(arrangement, 0);
        assert_int_equal(set, tb_cellset_rank(&index.sets, pattern.goals));
        assert_int_equal(tb_pattern_manhattan(&pattern, cell), 0);
        tb_entry_index_free(&index);
    }
}

static unsigned apart(unsigned a, unsigned b)
{
    return a > b ? a - b : b - a;
}

static void check_manhattan(const struct tb_board *board)
{
    uint64_t seed = 3;
    unsigned most = board->cells > TB_TILES_MAX ? TB_TILES_MAX : board->cells - 1u;
    uint8_t cell[TB_CELLS_MAX];

    for (unsigned i = 0; i < 50; i++) {
        tb_cellset goals = random_goals(&seed, board->cells - 1u, 1 + random_below(&seed, most));
        struct tb_pattern pattern = pattern_of(board, goals, board->cells - 1u);
        unsigned sum = 0, tile = 0;

        count_up(cell, board->cells);
        shuffle(&seed, cell, board->cells);
        for (unsigned goal = 0; goal < board->cells; goal++)
            if (tb_cellset_has(goals, goal)) {
                sum += apart(goal % board->width, cell[tile] % board->width) +
                       apart(goal / board->width, cell[tile] / board->width);
                tile++;
            }
        assert_int_equal(tb_pattern_manhattan(&pattern, cell), sum);
    }
}

static void test_manhattan(void **state)
{
    (void)state;
    each_board(check_manhattan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_init),        cmocka_unit_test(test_tiles),
        cmocka_unit_test(test_bad_tiles),   cmocka_unit_test(test_print),
        cmocka_unit_test(test_canonical),   cmocka_unit_test(test_equal),
        cmocka_unit_test(test_file_names),  cmocka_unit_test(test_file_name),
        cmocka_unit_test(test_entries),     cmocka_unit_test(test_entries_overflow),
        cmocka_unit_test(test_entry_ranks), cmocka_unit_test(test_entry_of_goal),
        cmocka_unit_test(test_manhattan),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
