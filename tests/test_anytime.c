/* test_anytime.c -- beams, windows, loops and what is made of them: solutions that become
 * shorter, and annealing */
#include "testing_solve.h"

#include "beam.h"
#include "boards.h"
#include "improve.h"
#include "searching.h"

static const struct search freely = {
    .threads = 1, .nodes = UINT64_MAX, .seconds = INFINITY, .memory = UINT64_MAX};

/* A problem whose start is random. */
static struct problem random_problem(unsigned width, unsigned height, uint64_t seed)
{
    struct problem problem = {.board = board_of(width, height)};
    struct boards boards = {.board = problem.board, .known = true};

    tb_goal_blank_last(&problem.board, &problem.goal);
    assert_int_equal(boards_random(&boards, &problem.goal, 1, seed, NULL), TB_OK);
    problem.start = boards.list[0].start;
    boards_free(&boards);
    return problem;
}

static struct heuristic *make_conflicts(const struct problem *problem)
{
    struct heuristic *heuristic;

    assert_int_equal(linear_conflict_new(&problem->board, &problem->goal, &heuristic, NULL), TB_OK);
    return heuristic;
}

/* A walk of random moves, which goes back and forth; its start becomes the problem's goal, so
 * that the way back leads there. */
static void wander_off(struct problem *problem, uint8_t *path, int moves, uint64_t seed)
{
    struct tb_position now = problem->goal;
    unsigned blank = tb_position_find(&problem->board, &now, 0);

    for (int i = moves - 1; i >= 0; i--) {
        uint8_t beside[4] = {0};
        unsigned to, count = cells_beside(&problem->board, blank, beside);

        path[i] = (uint8_t)blank;
        to = beside[random_below(&seed, count)];
        slide(&now, blank, to);
        blank = to;
    }
    problem->start = now;
}

/* Whether a path comes to some position twice. */
static bool has_loop(const struct problem *problem, const uint8_t *path, int length)
{
    struct tb_position *list = malloc(((size_t)length + 1) * sizeof *list);
    unsigned blank = tb_position_find(&problem->board, &problem->start, 0);
    bool twice = false;

    assert_non_null(list);
    list[0] = problem->start;
    for (int i = 1; i <= length; i++) {
        list[i] = list[i - 1];
        slide(&list[i], blank, path[i - 1]);
        blank = path[i - 1];
        for (int j = 0; j < i; j++)
            twice = twice || memcmp(&list[i], &list[j], sizeof list[i]) == 0;
    }
    free(list);
    return twice;
}

static void loops(void **state)
{
    enum { MOVES = 600 };
    uint8_t path[MOVES];

    (void)state;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        struct problem problem = {.board =
                                      board_of((unsigned)(2 + seed % 3), (unsigned)(2 + seed % 2))};
        int length = MOVES;

        tb_goal_blank_last(&problem.board, &problem.goal);
        wander_off(&problem, path, MOVES, seed);
        replay(&problem, path, length);
        assert_true(has_loop(&problem, path, length));
        assert_int_equal(improve_loops(&problem, path, &length, NULL), TB_OK);
        replay(&problem, path, length);
        assert_in_range(length, 0, MOVES - 1);
        assert_false(has_loop(&problem, path, length));
    }
}

/* When a pass finds nothing any more, no run of so many moves can be done in fewer; with one
 * window for all of it, the solution is a shortest one. */
static void windows(void **state)
{
    enum { MOVES = 120 };
    uint8_t path[MOVES];

    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        struct problem problem = {.board = board_of((unsigned)(3 + seed % 2), 3)};
        struct improve improve = {
            .problem = &problem, .search = &freely, .effort = UINT64_MAX, .start = clock_now()};
        struct heuristic *heuristic;
        struct solution solution;
        int length = MOVES, before;

        tb_goal_blank_last(&problem.board, &problem.goal);
        wander_off(&problem, path, MOVES, seed);
        heuristic = make_conflicts(&problem);
        must_solve(heuristic, &problem, &freely, &solution);
        for (int window = 8; window <= 32; window += 8)
            do {
                before = length;
                improve.heuristic = seed % 2 ? heuristic : NULL;
                assert_int_equal(improve_windows(&improve, window, path, &length, NULL), TB_OK);
                replay(&problem, path, length);
                assert_in_range(length, solution.bound, before);
            } while (length < before);
        assert_int_equal(improve_windows(&improve, MOVES, path, &length, NULL), TB_OK);
        assert_int_equal(length, solution.bound);
        replay(&problem, path, length);
        solution_free(&solution);
        heuristic->free(heuristic);
    }
}

/* A window that takes too much effort, or time that is up, leaves the path as it is. */
static void windows_stop(void **state)
{
    enum { MOVES = 200 };
    struct problem problem = {.board = board_of(4, 4)};
    struct search late = freely;
    struct improve improve = {
        .problem = &problem, .search = &late, .effort = 1, .start = clock_now()};
    uint8_t path[MOVES];
    int length = MOVES;

    (void)state;
    tb_goal_blank_last(&problem.board, &problem.goal);
    wander_off(&problem, path, MOVES, 9);
    assert_int_equal(improve_loops(&problem, path, &length, NULL), TB_OK);
    assert_int_equal(improve_windows(&improve, MOVES, path, &length, NULL), TB_OK);
    replay(&problem, path, length);
    assert_false(improve.stopped);
    late.seconds = 0;
    assert_int_equal(improve_windows(&improve, 20, path, &length, NULL), TB_OK);
    assert_true(improve.stopped);
    replay(&problem, path, length);
}

/* Beams find solutions, the same with any number of threads, and none that is too long. */
static void beams(void **state)
{
    (void)state;
    for (unsigned side = 3; side <= 5; side++) {
        struct problem problem = random_problem(side, side, side);
        struct heuristic *heuristic = make_conflicts(&problem);
        struct search search = freely;
        struct beam beam = {.heuristic = heuristic,
                            .problem = &problem,
                            .search = &search,
                            .start = clock_now(),
                            .width = 3000,
                            .below = 1000};
        uint8_t *one, *two;
        int length, again;

        assert_int_equal(beam_search(&beam, &one, &length, NULL), TB_OK);
        if (one == NULL)
            fail_msg("side %u: no solution, %s", side, beam.stopped ? "stopped" : "dry");
        replay(&problem, one, length);
        search.threads = 3;
        assert_int_equal(beam_search(&beam, &two, &again, NULL), TB_OK);
        assert_int_equal(again, length);
        assert_memory_equal(one, two, (size_t)length);
        free(one);
        free(two);
        beam.below = length;
        assert_int_equal(beam_search(&beam, &one, &length, NULL), TB_OK);
        assert_true(one == NULL || length < beam.below);
        free(one);
        beam.below = heuristic_value(heuristic, &problem.start);
        assert_int_equal(beam_search(&beam, &one, &length, NULL), TB_OK);
        assert_null(one);
        assert_false(beam.stopped);
        heuristic->free(heuristic);
    }
}

/* A beam as wide as the puzzle has shortest solutions. */
static void wide_beams(void **state)
{
    struct problem problem = {.board = board_of(3, 2)};
    struct oracle oracle;

    (void)state;
    tb_goal_blank_last(&problem.board, &problem.goal);
    oracle = make_oracle(&problem.board, &problem.goal);
    count_up(problem.start.tile, problem.board.cells);
    do {
        int length = oracle_depth(&oracle, &problem.start), found = 0;
        struct heuristic *heuristic = make_conflicts(&problem);
        struct beam beam = {.heuristic = heuristic,
                            .problem = &problem,
                            .search = &freely,
                            .width = 1000,
                            .below = 100};
        uint8_t *path = NULL;

        if (length != UNSEEN && length > 0) {
            assert_int_equal(beam_search(&beam, &path, &found, NULL), TB_OK);
            assert_int_equal(found, length);
            replay(&problem, path, length);
        }
        free(path);
        heuristic->free(heuristic);
    } while (next_permutation(problem.start.tile, problem.board.cells));
    oracle_free(&oracle);
}

/* What is told on the way: never a longer solution, never a worse bound. */
struct story {
    int length, least;
    unsigned told;
};

static void hear(void *context, const struct solution *solution)
{
    struct story *story = context;

    assert_true(solution->solved);
    if (story->told > 0 && (solution->bound > story->length || solution->least < story->least))
        fail_msg("%d after %d, at least %d after %d", solution->bound, story->length,
                 solution->least, story->least);
    assert_true(story->told == 0 || solution->bound < story->length ||
                solution->least > story->least);
    *story = (struct story){solution->bound, solution->least, story->told + 1};
}

/* Large boards: a good solution in a moment, and an end when time is up. */
static void large_boards(void **state)
{
    static const int enough[] = {[4] = 80, [5] = 200, [6] = 500};

    (void)state;
    for (unsigned side = 4; side <= 6; side++) {
        struct problem problem = random_problem(side, side, 10 + side);
        struct heuristic *heuristic = make_conflicts(&problem);
        struct story story = {0};
        struct search search = freely;
        struct solution solution;

        search.seconds = 0.7;
        search.threads = 2;
        search.better = hear;
        search.context = &story;
        assert_int_equal(anytime_solve(heuristic, &problem, &search, &solution, NULL), TB_OK);
        assert_true(solution.solved && story.told > 0);
        assert_int_equal(solution.bound, story.length);
        assert_in_range(solution.bound, solution.least, enough[side]);
        assert_true(solution.seconds < 5); /* of a machine that is busy */
        replay(&problem, solution.path, solution.bound);
        solution_free(&solution);
        heuristic->free(heuristic);
    }
}

/* Small boards: the search ends by itself, when the solution is proven to be a shortest one. */
static void small_boards(void **state)
{
    struct problem problem = {.board = board_of(3, 3)};
    struct heuristic *heuristic;
    struct oracle oracle;
    unsigned number = 0;

    (void)state;
    tb_goal_blank_first(&problem.board, &problem.goal);
    oracle = make_oracle(&problem.board, &problem.goal);
    heuristic = make_conflicts(&problem);
    count_up(problem.start.tile, problem.board.cells);
    do {
        struct solution solution;
        int length = oracle_depth(&oracle, &problem.start);

        if (length == UNSEEN || number++ % 2003 != 0)
            continue;
        assert_int_equal(anytime_solve(heuristic, &problem, &freely, &solution, NULL), TB_OK);
        assert_true(solution_proven(&solution));
        assert_int_equal(solution.bound, length);
        replay(&problem, solution.path, length);
        solution_free(&solution);
    } while (next_permutation(problem.start.tile, problem.board.cells));
    heuristic->free(heuristic);
    oracle_free(&oracle);
}

/* Annealing: solutions without loops, the same for a seed. */
static void annealing(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct problem problem = random_problem(3, (unsigned)(2 + seed % 2), seed);
        struct heuristic *heuristic = make_conflicts(&problem);
        struct search search = freely;
        struct solution one, two;

        search.seed = seed;
        assert_int_equal(anneal_solve(heuristic, &problem, &search, &one, NULL), TB_OK);
        assert_int_equal(anneal_solve(heuristic, &problem, &search, &two, NULL), TB_OK);
        assert_true(one.solved);
        replay(&problem, one.path, one.bound);
        assert_false(has_loop(&problem, one.path, one.bound));
        assert_int_equal(one.bound, two.bound);
        assert_in_range(one.least, 0, one.bound);
        solution_free(&one);
        solution_free(&two);
        heuristic->free(heuristic);
    }
}

/* A walk that does not arrive is given up in the end. */
static void annealing_stops(void **state)
{
    struct problem problem = random_problem(6, 6, 3);
    struct heuristic *heuristic = make_conflicts(&problem);
    struct search few = freely;
    struct solution solution;

    (void)state;
    few.nodes = 5000;
    assert_int_equal(anneal_solve(heuristic, &problem, &few, &solution, NULL), TB_OK);
    assert_false(solution.solved);
    assert_int_equal(solution.nodes, 5000);
    assert_int_equal(solution.bound, solution.least);
    solution_free(&solution);
    heuristic->free(heuristic);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops),           cmocka_unit_test(windows),
        cmocka_unit_test(windows_stop),    cmocka_unit_test(beams),
        cmocka_unit_test(wide_beams),      cmocka_unit_test(large_boards),
        cmocka_unit_test(small_boards),    cmocka_unit_test(annealing),
        cmocka_unit_test(annealing_stops),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
