/* test_position.c -- reading positions, solvability against plain search, goals and views */
#include <string.h>

#include "testing.h"
#include "tilebase/position.h"

static struct tb_position position_of(const struct tb_board *board, const char *text)
{
    struct tb_position position;

    assert_int_equal(tb_position_parse(board, text, &position, NULL), TB_OK);
    return position;
}

static struct tb_position random_position(const struct tb_board *board, uint64_t *seed)
{
    struct tb_position position = {0};

    count_up(position.tile, board->cells);
    shuffle(seed, position.tile, board->cells);
    return position;
}

/* Move the blank to one of the cells next to it. */
static void move_blank(struct tb_position *position, unsigned from, unsigned to)
{
    position->tile[from] = position->tile[to];
    position->tile[to] = 0;
}

static void random_move(const struct tb_board *board, uint64_t *seed, struct tb_position *position)
{
    unsigned blank = tb_position_find(board, position, 0);
    unsigned to;

    do
        to = random_below(seed, board->cells);
    while (tb_board_distance(board, blank, to) != 1);
    move_blank(position, blank, to);
}

static void swap_two_tiles(const struct tb_board *board, uint64_t *seed,
                           struct tb_position *position)
{
    unsigned a, b;
    uint8_t kept;

    do {
        a = random_below(seed, board->cells);
        b = random_below(seed, board->cells);
    } while (a == b || position->tile[a] == 0 || position->tile[b] == 0);
    kept = position->tile[a];
    position->tile[a] = position->tile[b];
    position->tile[b] = kept;
}

static void test_parse_good(void **state)
{
    static const char *const good[] = {
        "1 2 3 0",   "1,2,3,0",      "1, 2, 3, 0", "1 ,2 ,3 ,0",         "  1 2 3 0",
        "1 2 3 0  ", "\n1 2\n3 0\n", "1  2 3 0",   "\t1\t2\r\n3\t0\r\n", " 1,2\n3,0 ",
    };
    struct tb_board board = board_of(2, 2);

    (void)state;
    for (size_t i = 0; i < LENGTH(good); i++) {
        struct tb_position position = position_of(&board, good[i]);

        assert_memory_equal(position.tile, ((uint8_t[]){1, 2, 3, 0}), 4);
    }
}

static void test_parse_bad(void **state)
{
    static const char *const bad[] = {
        "",
        " \n",
        "1 2 3",
        "1 2 3 0 1",
        "1 2 3 0 0 0 0 0",
        "1 2 2 0",
        "1 0 3 0",
        "1 2 3 3",
        "1 2 4 0",
        "1 2 x 0",
        "1 2 3x 0",
        "-1 2 3 0",
        "1 2 3 O",
        "1.2.3.0",
        "1 2 999 0",
        "1;2;3;0",
        "1 2 3 0 end",
        "+1 2 3 0",
        "1 2 99999999999999999999999 0",
        "1 2 4294967299 0",
        "1 2 259 0",
    };
    struct tb_board board = board_of(2, 2);

    (void)state;
    for (size_t i = 0; i < LENGTH(bad); i++) {
        struct tb_position position;
        struct tb_error error = {0};

        assert_int_equal(tb_position_parse(&board, bad[i], &position, &error), TB_INVALID);
        assert_int_equal(error.status, TB_INVALID);
        assert_int_not_equal(error.text[0], '\0');
    }
}

static void test_too_many_on_largest_board(void **state)
{
    struct tb_board board = board_of(6, 6);
    struct tb_position position;
    char text[4096] = "";

    (void)state;
    for (unsigned i = 0; i < 1000; i++)
        strcat(text, "35 ");
    assert_int_equal(tb_position_parse(&board, text, &position, NULL), TB_INVALID);
}

static void test_check(void **state)
{
    struct tb_board board = board_of(3, 3);
    struct tb_position position = position_of(&board, "8 7 6 5 4 3 2 1 0");

    (void)state;
    assert_int_equal(tb_position_check(&board, &position, NULL), TB_OK);
    position.tile[4] = 9;
    assert_int_equal(tb_position_check(&board, &position, NULL), TB_INVALID);
    position.tile[4] = 255;
    assert_int_equal(tb_position_check(&board, &position, NULL), TB_INVALID);
    position.tile[4] = 5;
    assert_int_equal(tb_position_check(&board, &position, NULL), TB_INVALID);
    assert_int_equal(tb_position_find(&board, &position, 7), 1);
    assert_int_equal(tb_position_find(&board, &position, 4), 9);
}

static void check_round_trip(const struct tb_board *board)
{
    uint64_t seed = 3;
    char text[TB_POSITION_TEXT];

    for (unsigned i = 0; i < 20; i++) {
        struct tb_position position = random_position(board, &seed);
        struct tb_position again;

        tb_position_print(board, &position, text);
        assert_in_range(strlen(text), 1, sizeof text - 1);
        again = position_of(board, text);
        assert_memory_equal(&again, &position, sizeof position);
        for (unsigned cell = 0; cell < board->cells; cell++)
            assert_int_equal(tb_position_find(board, &position, position.tile[cell]), cell);
    }
}

static void test_print(void **state)
{
    struct tb_board board = board_of(3, 2);
    struct tb_position position = position_of(&board, "5,4,3,2,1,0");
    char text[TB_POSITION_TEXT];

    (void)state;
    tb_position_print(&board, &position, text);
    assert_string_equal(text, "5 4 3 2 1 0");
    each_board(check_round_trip);
}

/* Mark by their ranks all positions of a board of up to six cells that moves lead to. */
static unsigned search(const struct tb_board *board, const struct tb_position *goal,
                       bool reached[720])
{
    static struct tb_position queue[720];
    unsigned head = 0, tail = 0;

    memset(reached, 0, 720 * sizeof *reached);
    queue[tail++] = *goal;
    reached[permutation_rank(goal->tile, board->cells)] = true;
    for (; head < tail; head++) {
        unsigned blank = tb_position_find(board, &queue[head], 0);

        for (unsigned to = 0; to < board->cells; to++) {
            struct tb_position next = queue[head];

            if (tb_board_distance(board, blank, to) != 1)
                continue;
            move_blank(&next, blank, to);
            if (!reached[permutation_rank(next.tile, board->cells)])
                queue[tail++] = next;
            reached[permutation_rank(next.tile, board->cells)] = true;
        }
    }
    return tail;
}

static void check_solvable(const struct tb_board *board, const struct tb_position *goal)
{
    bool reached[720];
    struct tb_position start = {0};
    uint32_t rank = 0;
    unsigned count = search(board, goal, reached);

    count_up(start.tile, board->cells);
    do
        assert_int_equal(tb_position_solvable(board, &start, goal), reached[rank++]);
    while (next_permutation(start.tile, board->cells));
    assert_int_equal(rank, 2 * count);
}

static void test_solvable(void **state)
{
    static const uint8_t sides[][2] = {{2, 2}, {2, 3}, {3, 2}};
    uint64_t seed = 4;

    (void)state;
    for (size_t i = 0; i < LENGTH(sides); i++) {
        struct tb_board board = board_of(sides[i][0], sides[i][1]);
        struct tb_position goal;

        tb_goal_blank_last(&board, &goal);
        check_solvable(&board, &goal);
        move_blank(&goal, board.cells - 1u, board.cells - 1u - board.width);
        check_solvable(&board, &goal);
        tb_goal_blank_first(&board, &goal);
        check_solvable(&board, &goal);
        for (unsigned j = 0; j < 12; j++) {
            goal = random_position(&board, &seed);
            check_solvable(&board, &goal);
        }
    }
}

static void check_walks(const struct tb_board *board)
{
    uint64_t seed = 5;

    for (unsigned i = 0; i < 5; i++) {
        struct tb_position goal = random_position(board, &seed);
        struct tb_position position = goal;

        for (unsigned j = 0; j < 50; j++) {
            struct tb_position swapped = position;

            assert_true(tb_position_solvable(board, &position, &goal));
            swap_two_tiles(board, &seed, &swapped);
            assert_false(tb_position_solvable(board, &swapped, &goal));
            random_move(board, &seed, &position);
        }
    }
}

static void test_walks(void **state)
{
    (void)state;
    each_board(check_walks);
}

static void test_goals(void **state)
{
    static const char *const bad[] = {"",      "last",   "blank-middle", "blank-last ",
                                      "1 2 3", "1 1 1 1"};
    struct tb_board board = board_of(2, 2);
    struct tb_position goal;
    struct tb_error error;

    (void)state;
    assert_int_equal(tb_goal_parse(&board, "blank-last", &goal, &error), TB_OK);
    assert_memory_equal(goal.tile, ((uint8_t[]){1, 2, 3, 0}), 4);
    assert_int_equal(tb_goal_parse(&board, "blank-first", &goal, &error), TB_OK);
    assert_memory_equal(goal.tile, ((uint8_t[]){0, 1, 2, 3}), 4);
    assert_int_equal(tb_goal_parse(&board, "2,0,1,3", &goal, &error), TB_OK);
    assert_memory_equal(goal.tile, ((uint8_t[]){2, 0, 1, 3}), 4);
    for (size_t i = 0; i < LENGTH(bad); i++)
        assert_int_equal(tb_goal_parse(&board, bad[i], &goal, &error), TB_INVALID);
}

/* The one move between two positions is legal: blank and a tile next to it change places. */
static void check_one_move(const struct tb_board *board, const struct tb_position *before,
                           const struct tb_position *after)
{
    unsigned from = tb_position_find(board, before, 0);
    unsigned to = tb_position_find(board, after, 0);
    struct tb_position moved = *before;

    assert_int_equal(tb_board_distance(board, from, to), 1);
    move_blank(&moved, from, to);
    assert_memory_equal(&moved, after, sizeof moved);
}

static void check_view(const struct tb_board *board, const struct tb_position *goal, unsigned blank,
                       uint64_t *seed)
{
    struct tb_view view;
    struct tb_position position = *goal, seen, before;

    assert_int_equal(tb_view_init(board, goal, blank, &view, NULL), TB_OK);
    assert_int_equal(view.cells, board->cells);
    tb_view_apply(&view, goal, &seen);
    for (unsigned cell = 0; cell < board->cells; cell++)
        assert_int_equal(seen.tile[cell], cell == blank ? 0 : cell + 1);
    for (unsigned i = 0; i < 10; i++) {
        before = seen;
        random_move(board, seed, &position);
        tb_view_apply(&view, &position, &seen);
        check_one_move(board, &before, &seen);
    }
}

/* A view exists just where some symmetry takes the goal's blank. */
static void check_views(const struct tb_board *board)
{
    uint64_t seed = 6;

    for (unsigned i = 0; i < 10; i++) {
        struct tb_position goal = random_position(board, &seed);
        unsigned goal_blank = tb_position_find(board, &goal, 0);
        tb_cellset images = 0;
        struct tb_view view;
        struct tb_error error;

        for (unsigned symmetry = 0; symmetry < tb_board_symmetries(board); symmetry++)
            images |= tb_cellset_of(tb_board_map(board, symmetry, goal_blank));
        for (unsigned blank = 0; blank < board->cells; blank++)
            if (tb_cellset_has(images, blank))
                check_view(board, &goal, blank, &seed);
            else
                assert_int_equal(tb_view_init(board, &goal, blank, &view, &error), TB_INVALID);
    }
}

static void test_views(void **state)
{
    (void)state;
    each_board(check_views);
}

static void test_view_of_middle(void **state)
{
    struct tb_board board = board_of(3, 3);
    struct tb_position goal = position_of(&board, "1 2 3 4 0 5 6 7 8");
    struct tb_view view;
    struct tb_error error;

    (void)state;
    assert_int_equal(tb_view_init(&board, &goal, 8, &view, &error), TB_INVALID);
    assert_int_not_equal(error.text[0], '\0');
    assert_int_equal(tb_view_init(&board, &goal, 4, &view, &error), TB_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse_good),
        cmocka_unit_test(test_parse_bad),
        cmocka_unit_test(test_too_many_on_largest_board),
        cmocka_unit_test(test_check),
        cmocka_unit_test(test_print),
        cmocka_unit_test(test_solvable),
        cmocka_unit_test(test_walks),
        cmocka_unit_test(test_goals),
        cmocka_unit_test(test_views),
        cmocka_unit_test(test_view_of_middle),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
