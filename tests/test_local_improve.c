/* test_local_improve.c -- solutions found a few tiles at a time, on any goal, and shortened */
#include "testing_solve.h"

#include "algorithm.h"
#include "local.h"
#include "provide_local.h"
#include "turned.h"

/* Local problems, a heuristic, and the board and goal they are for. */
struct kit {
    struct tb_board board;
    struct tb_position goal;
    struct tb_local *local;
    struct local_view view;
    struct heuristic *heuristic;
};

static struct kit make_kit(unsigned width, unsigned height, const char *goal, unsigned region)
{
    struct kit kit = {.board = board_of(width, height)};

    kit.goal = goal_of(&kit.board, goal);
    assert_int_equal(provide_local(&kit.board, region, 1, true, &kit.local, NULL), TB_OK);
    assert_int_equal(linear_conflict_new(&kit.board, &kit.goal, &kit.heuristic, NULL), TB_OK);
    return kit;
}

static void free_kit(struct kit *kit)
{
    kit->heuristic->free(kit->heuristic);
    tb_local_close(kit->local);
}

static struct tb_position random_start(const struct kit *kit, uint64_t *seed)
{
    struct tb_position start;

    do {
        start = kit->goal;
        shuffle(seed, start.tile, kit->board.cells);
    } while (!tb_position_solvable(&kit->board, &start, &kit->goal));
    return start;
}

/* Solve, walk the path, and see that the steps keep what they say they fix. */
static struct solution solve_with(struct kit *kit, const struct tb_position *start, double improve)
{
    struct search search = plainly;
    struct problem problem = {kit->board, *start, kit->goal};
    struct solution solution;
    struct tb_error error;
    int moves = 0;

    assert_int_equal(local_view_init(&kit->view, kit->local, &kit->goal, NULL), TB_OK);
    search.local = &kit->view;
    search.improve = improve;
    if (local_algorithm(kit->heuristic, &problem, &search, &solution, &error) != TB_OK)
        fail_msg("%s", error.text);
    assert_true(solution.solved);
    replay(&problem, solution.path, solution.bound);
    replay(&problem, solution.local->path, solution.local->length);
    assert_true(solution.bound <= solution.local->length);
    for (unsigned i = 0; i < solution.local->count; i++)
        moves += solution.local->step[i].moves;
    assert_int_equal(moves, solution.local->length);
    return solution;
}

/* Tiles that are fixed in a step do not move in it. */
static void check_fixed(const struct kit *kit, struct tb_position now,
                        const struct local_steps *steps)
{
    const uint8_t *path = steps->path;
    unsigned blank = tb_position_find(&kit->board, &now, 0);

    for (unsigned i = 0; i < steps->count; i++)
        for (int left = steps->step[i].moves; left > 0; left--, path++) {
            assert_false(tb_cellset_has(steps->step[i].fixed, now.tile[*path]));
            slide(&now, blank, *path);
            blank = *path;
        }
}

static void check_goal(unsigned width, unsigned height, const char *goal, unsigned region)
{
    struct kit kit = make_kit(width, height, goal, region);
    uint64_t seed = 9;

    for (unsigned i = 0; i < 50; i++) {
        struct tb_position start = random_start(&kit, &seed);
        struct solution solution = solve_with(&kit, &start, 0);

        assert_int_equal(solution.bound, solution.local->length);
        check_fixed(&kit, start, solution.local);
        solution_free(&solution);
    }
    free_kit(&kit);
}

static void goals_in_all_corners(void **state)
{
    (void)state;
    check_goal(4, 4, "blank-last", 1);
    check_goal(4, 4, "blank-first", 1);
    check_goal(4, 3, "3 2 1 0 7 6 5 4 11 10 9 8", 2);
    check_goal(3, 4, "1 2 3 4 5 6 7 8 9 0 10 11", 1);
    check_goal(3, 3, "5 2 8 1 3 7 4 6 0", 3);
}

static void goals_elsewhere(void **state)
{
    struct tb_board board = board_of(3, 3);
    struct tb_position goal = position_of(&board, "1 2 3 4 0 5 6 7 8");
    struct tb_error error;

    (void)state;
    assert_int_equal(local_check_goal(&board, &goal, &error), TB_INVALID);
    assert_non_null(strstr(error.text, "corner"));
}

/* The image of a problem takes as many moves as the problem, and the same ones. */
static void turned_problems(void **state)
{
    struct kit kit = make_kit(3, 3, "8 1 3 2 5 4 7 6 0", 1);
    uint64_t seed = 4;
    unsigned turns = 0;

    (void)state;
    for (unsigned i = 0; i < 20; i++) {
        struct tb_position goal = random_start(&kit, &seed);
        struct oracle oracle = make_oracle(&kit.board, &goal);

        for (unsigned j = 0; j < 20; j++) {
            struct problem problem = {kit.board, random_start(&kit, &seed), goal};
            struct turned turned;
            struct solution solution;
            bool corner = tb_position_find(&kit.board, &goal, 0) % 2 == 0 &&
                          tb_position_find(&kit.board, &goal, 0) != 4;

            assert_int_equal(turned_init(&turned, &problem, &kit.goal), corner);
            if (!corner)
                continue;
            assert_int_equal(ida_solve(kit.heuristic, &turned.problem, &plainly, &solution, NULL),
                             TB_OK);
            assert_int_equal(solution.bound, oracle_depth(&oracle, &problem.start));
            for (int move = 0; move < solution.bound; move++)
                solution.path[move] = turned.cell[solution.path[move]];
            replay(&problem, solution.path, solution.bound);
            solution_free(&solution);
            turns++;
        }
        oracle_free(&oracle);
    }
    assert_true(turns > 50);
    free_kit(&kit);
}

/* With time enough solutions become shortest ones, and are known to be. */
static void shortened(void **state)
{
    struct kit kit = make_kit(3, 3, "blank-first", 1);
    struct oracle oracle = make_oracle(&kit.board, &kit.goal);
    uint64_t seed = 8;

    (void)state;
    for (unsigned i = 0; i < 300; i++) {
        struct tb_position start = random_start(&kit, &seed);
        struct solution solution = solve_with(&kit, &start, 60);

        assert_int_equal(solution.bound, oracle_depth(&oracle, &start));
        assert_true(solution_proven(&solution));
        solution_free(&solution);
    }
    oracle_free(&oracle);
    free_kit(&kit);
}

/* On a large board much is gained in no time, and what is claimed to be the least is not more. */
static void shortened_in_time(void **state)
{
    struct kit kit = make_kit(5, 5, "blank-last", 2);
    uint64_t seed = 5;
    int before = 0, after = 0;

    (void)state;
    for (unsigned i = 0; i < 5; i++) {
        struct tb_position start = random_start(&kit, &seed);
        struct solution solution = solve_with(&kit, &start, 0.2);

        before += solution.local->length;
        after += solution.bound;
        assert_true(solution.least <= solution.bound);
        assert_true(solution.seconds < 30);
        solution_free(&solution);
    }
    assert_true(after * 10 < before * 9);
    free_kit(&kit);
}

static bool at_once(void)
{
    return true;
}

static void interrupted(void **state)
{
    struct kit kit = make_kit(3, 3, "blank-last", 1);
    struct search search = plainly;
    struct problem problem = {kit.board, kit.goal, kit.goal};
    struct solution solution;

    (void)state;
    assert_int_equal(local_view_init(&kit.view, kit.local, &kit.goal, NULL), TB_OK);
    search.local = &kit.view;
    search.interrupted = at_once;
    assert_int_equal(local_algorithm(kit.heuristic, &problem, &search, &solution, NULL),
                     TB_STOPPED);
    solution_free(&solution);
    free_kit(&kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goals_in_all_corners), cmocka_unit_test(goals_elsewhere),
        cmocka_unit_test(turned_problems),      cmocka_unit_test(shortened),
        cmocka_unit_test(shortened_in_time),    cmocka_unit_test(interrupted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
