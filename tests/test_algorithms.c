/* test_algorithms.c -- the searches agree with each other and with a plain one, keep what they
 * promise of lengths and bounds, and stop where they are told to */
#include "testing_solve.h"

#include "boards.h"
#include "buckets.h"
#include "seen.h"
#include "small_partition.h"

static const struct search freely = {
    .threads = 1, .nodes = UINT64_MAX, .seconds = INFINITY, .memory = UINT64_MAX, .weight = 1.5};

static const struct algorithm *algorithm_of(const char *name)
{
    const struct algorithm *algorithm;

    assert_int_equal(algorithm_find(name, &algorithm, NULL), TB_OK);
    return algorithm;
}

static const char *const optimal[] = {"ida", "astar", "bfs", "bidirectional-bfs"};
static const char *const others[] = {"weighted-ida", "weighted-astar", "greedy"};

/* Solve by an algorithm; the solution leads to the goal. */
static void solve_by(const char *name, const struct heuristic *heuristic,
                     const struct problem *problem, const struct search *search,
                     struct solution *solution)
{
    struct tb_error error;

    if (algorithm_of(name)->solve(heuristic, problem, search, solution, &error) != TB_OK)
        fail_msg("%s: %s", name, error.text);
    if (!solution->solved)
        fail_msg("%s: not solved", name);
    replay(problem, solution->path, solution->bound);
}

/* All algorithms on one problem whose length is known. */
static void check_problem(const struct heuristic *heuristic, const struct problem *problem,
                          int length, double weight)
{
    struct search search = freely;
    struct solution solution;

    search.weight = weight;
    for (size_t i = 0; i < LENGTH(optimal); i++) {
        solve_by(optimal[i], heuristic, problem, &search, &solution);
        if (solution.bound != length || !solution_proven(&solution))
            fail_msg("%s, %s: %d moves, at least %d, instead of %d", optimal[i], heuristic->name,
                     solution.bound, solution.least, length);
        solution_free(&solution);
    }
    for (size_t i = 0; i < LENGTH(others); i++) {
        solve_by(others[i], heuristic, problem, &search, &solution);
        if (solution.least > length || solution.bound < length ||
            (i < 2 && solution.bound > weight * length))
            fail_msg("%s by %g, %s: %d moves, at least %d; it takes %d", others[i], weight,
                     heuristic->name, solution.bound, solution.least, length);
        if (i < 2 && solution.bound > weight * solution.least + 2)
            fail_msg("%s by %g, %s: %d moves, and no more than %d is proven", others[i], weight,
                     heuristic->name, solution.bound, solution.least);
        solution_free(&solution);
    }
}

/* Every position of a board, or each of `step`. */
static void check_board(unsigned width, unsigned height, const char *goal_text, unsigned step)
{
    static const double weights[] = {1, 1.1, 1.5, 2, 3.7, 10};
    struct problem problem = {.board = board_of(width, height)};
    struct heuristic *heuristics[2];
    struct oracle oracle;
    unsigned number = 0;

    problem.goal = goal_of(&problem.board, goal_text);
    oracle = make_oracle(&problem.board, &problem.goal);
    assert_int_equal(manhattan_new(&problem.board, &problem.goal, &heuristics[0], NULL), TB_OK);
    assert_int_equal(linear_conflict_new(&problem.board, &problem.goal, &heuristics[1], NULL),
                     TB_OK);
    count_up(problem.start.tile, problem.board.cells);
    do {
        int length = oracle_depth(&oracle, &problem.start);

        if (length == UNSEEN || number++ % step != 0)
            continue;
        check_problem(heuristics[number / step % 2], &problem, length,
                      weights[number / step % LENGTH(weights)]);
        check_children(heuristics[0], &problem.board, &problem.start);
        check_children(heuristics[1], &problem.board, &problem.start);
    } while (next_permutation(problem.start.tile, problem.board.cells));
    heuristics[0]->free(heuristics[0]);
    heuristics[1]->free(heuristics[1]);
    oracle_free(&oracle);
}

static void agree(void **state)
{
    (void)state;
    check_board(2, 2, "blank-last", 1);
    check_board(3, 2, "blank-last", 1);
    check_board(2, 3, "3 1 0 2 5 4", 1);
    check_board(4, 2, "blank-first", 97);
    check_board(3, 3, "blank-last", 1201);
    check_board(3, 3, "1 2 3 8 0 4 7 6 5", 2003);
    check_board(2, 5, "7 1 2 3 0 9 5 6 8 4", 300007);
}

/* With databases, whose values jump, and whose positions are so reopened. */
static void agree_with_databases(void **state)
{
    static const char *const pictures[] = {"board 3x3\n aab\n aab\n bb.\n",
                                           "board 3x3\n aaa\n abb\n bb.\n",
                                           "board 3x3\nkind zero-aware\n aab\n aab\n bb.\n"};
    struct problem problem = {.board = board_of(3, 3)};
    struct oracle oracle;

    (void)state;
    tb_goal_blank_last(&problem.board, &problem.goal);
    oracle = make_oracle(&problem.board, &problem.goal);
    for (size_t i = 0; i < LENGTH(pictures); i++) {
        struct tb_partition partition;
        struct tb_tables *tables = make_tables(pictures[i], &partition);
        const struct lookup lookups[] = {{&partition, NULL, tables, LOOKUP_REGULAR},
                                         {&partition, NULL, tables, LOOKUP_REFLECTED}};
        struct heuristic *heuristic = must_make(additive_new, lookups, 2, &problem.goal);
        unsigned number = 0;

        assert_true(heuristic->admissible);
        assert_int_equal(heuristic->consistent, i == 2);
        count_up(problem.start.tile, problem.board.cells);
        do {
            int length = oracle_depth(&oracle, &problem.start);

            if (length == UNSEEN || number++ % 3001 != 0)
                continue;
            check_problem(heuristic, &problem, length, 1.25);
            check_children(heuristic, &problem.board, &problem.start);
        } while (next_permutation(problem.start.tile, problem.board.cells));
        heuristic->free(heuristic);
        tb_tables_close(tables);
    }
    oracle_free(&oracle);
}

/* Weighted searches keep to their bound on many boards, with many weights. */
static void weighted_bounds(void **state)
{
    struct problem problem = {.board = board_of(3, 3)};
    struct heuristic *heuristic;
    struct oracle oracle;
    unsigned number = 0;

    (void)state;
    tb_goal_blank_last(&problem.board, &problem.goal);
    oracle = make_oracle(&problem.board, &problem.goal);
    assert_int_equal(linear_conflict_new(&problem.board, &problem.goal, &heuristic, NULL), TB_OK);
    count_up(problem.start.tile, problem.board.cells);
    do {
        int length = oracle_depth(&oracle, &problem.start);
        struct search search = freely;

        if (length == UNSEEN || number++ % 13 != 0)
            continue;
        search.weight = 1 + number % 32 / 32.0;
        for (size_t i = 0; i < 2; i++) {
            struct solution solution;

            solve_by(others[i], heuristic, &problem, &search, &solution);
            if (solution.bound > search.weight * length + 1e-9 || solution.least > length)
                fail_msg("%s by %g: %d moves, at least %d; it takes %d", others[i], search.weight,
                         solution.bound, solution.least, length);
            solution_free(&solution);
        }
    } while (next_permutation(problem.start.tile, problem.board.cells));
    heuristic->free(heuristic);
    oracle_free(&oracle);
}

/* A heuristic that notes which positions it is started on, which A* does with those that it
 * expands. */
struct witness {
    const struct engine *engine;
    struct tb_board board;
    uint8_t *times; /* by permutation_rank */
};

static int witness_start(const void *evaluator, const struct tb_position *position, void *node)
{
    const struct witness *witness = evaluator;

    witness->times[permutation_rank(position->tile, witness->board.cells)]++;
    return witness->engine->start(witness->engine->evaluator, position, node);
}

static void witness_expand(const void *evaluator, const void *node, const uint8_t *tile,
                           const struct ways *ways, int *values)
{
    const struct witness *witness = evaluator;

    witness->engine->expand(witness->engine->evaluator, node, tile, ways, values);
}

static int witness_evaluate(const void *evaluator, const struct tb_position *position)
{
    const struct witness *witness = evaluator;

    return witness->engine->evaluate(witness->engine->evaluator, position);
}

/* Compare what A* expanded with what it has to, and may. */
static void check_expanded(const struct witness *witness, const struct oracle *from_start,
                           const struct solution *solution)
{
    struct tb_position position = {{0}};
    uint64_t expanded = 0;

    count_up(position.tile, witness->board.cells);
    do {
        uint32_t rank = permutation_rank(position.tile, witness->board.cells);
        int depth = from_start->depth[rank], f = depth + witness_evaluate(witness, &position);

        if (depth == UNSEEN)
            continue;
        expanded += witness->times[rank];
        if (witness->times[rank] > 1 || (f < solution->bound && witness->times[rank] == 0) ||
            (f > solution->bound && witness->times[rank] > 0))
            fail_msg("f %d where the solution has %d: expanded %d times", f, solution->bound,
                     witness->times[rank]);
    } while (next_permutation(position.tile, witness->board.cells));
    assert_int_equal(expanded, solution->expanded);
}

static void astar_expands_what_it_must(void **state)
{
    struct problem problem = {.board = board_of(3, 3)};
    struct heuristic *heuristic, noted;
    struct witness witness = {.board = problem.board, .times = malloc(362880)};
    struct boards boards = {.board = problem.board, .known = true};

    (void)state;
    tb_goal_blank_last(&problem.board, &problem.goal);
    assert_int_equal(linear_conflict_new(&problem.board, &problem.goal, &heuristic, NULL), TB_OK);
    assert_int_equal(boards_random(&boards, &problem.goal, 12, 3, NULL), TB_OK);
    witness.engine = &heuristic->engine;
    noted = (struct heuristic){.name = "noted",
                               .admissible = true,
                               .consistent = true,
                               .engine = {.evaluator = &witness,
                                          .evaluate = witness_evaluate,
                                          .node_bytes = heuristic->engine.node_bytes,
                                          .start = witness_start,
                                          .expand = witness_expand}};
    for (size_t i = 0; i < boards.count; i++) {
        struct solution solution;
        struct oracle oracle;

        problem.start = boards.list[i].start;
        oracle = make_oracle(&problem.board, &problem.start);
        memset(witness.times, 0, 362880);
        solve_by("astar", &noted, &problem, &freely, &solution);
        assert_int_equal(solution.bound, oracle_depth(&oracle, &problem.goal));
        check_expanded(&witness, &oracle, &solution);
        solution_free(&solution);
        oracle_free(&oracle);
    }
    free(witness.times);
    boards_free(&boards);
    heuristic->free(heuristic);
}

/* A hard board, with so many moves. */
enum { HARD = 80 };

static struct problem hard_problem(void)
{
    struct problem problem = {.board = board_of(4, 4)};

    tb_goal_blank_first(&problem.board, &problem.goal);
    problem.start = position_of(&problem.board, "15 11 8 12 14 10 9 13 2 6 1 4 3 7 5 0");
    return problem;
}

/* Those that run into a limit stop, keep to it, and tell a bound that holds. */
static void check_stopped(const char *name, const struct search *search)
{
    struct problem problem = hard_problem();
    struct heuristic *heuristic;
    struct solution solution;

    assert_int_equal(manhattan_new(&problem.board, &problem.goal, &heuristic, NULL), TB_OK);
    assert_int_equal(algorithm_of(name)->solve(heuristic, &problem, search, &solution, NULL),
                     TB_OK);
    if (solution.solved || solution.least > HARD || solution.least < 10 ||
        solution.bound != solution.least || solution.least % 2 != 0)
        fail_msg("%s: %d, at least %d", name, solution.solved, solution.least);
    assert_in_range(solution.kept, 0, search->memory);
    assert_null(solution.path);
    if (search->nodes != UINT64_MAX)
        assert_in_range(solution.nodes, search->nodes, search->nodes + 100);
    solution_free(&solution);
    heuristic->free(heuristic);
}

static bool at_once(void)
{
    return true;
}

static void limits(void **state)
{
    struct search few = freely, brief = freely, tight = freely, interrupted = freely;

    (void)state;
    few.nodes = 10000;
    brief.seconds = 0.02;
    tight.memory = 4000000;
    interrupted.interrupted = at_once;
    for (size_t i = 0; i < LENGTH(optimal); i++) {
        check_stopped(optimal[i], &few);
        check_stopped(optimal[i], &brief);
        if ((algorithm_of(optimal[i])->traits & ALGORITHM_KEEPS) != 0)
            check_stopped(optimal[i], &tight);
    }
    few.nodes = 50;
    few.weight = 1.01;
    for (size_t i = 0; i < LENGTH(others); i++)
        check_stopped(others[i], &few);
    check_stopped("astar", &interrupted);
}

/* Too little memory to begin with is an error. */
static void no_memory(void **state)
{
    struct problem problem = hard_problem();
    struct search none = freely;
    struct heuristic *heuristic;
    struct tb_error error;

    (void)state;
    none.memory = 1000;
    assert_int_equal(manhattan_new(&problem.board, &problem.goal, &heuristic, NULL), TB_OK);
    for (size_t i = 1; i < LENGTH(optimal); i++) {
        struct solution solution;

        assert_int_equal(
            algorithm_of(optimal[i])->solve(heuristic, &problem, &none, &solution, &error),
            TB_NO_MEMORY);
        assert_null(solution.path);
    }
    heuristic->free(heuristic);
}

/* Positions of every board come back as they were, each once. */
static void check_seen(const struct tb_board *board)
{
    struct tb_position list[300], back;
    uint64_t seed = board->cells;
    struct seen seen;

    assert_int_equal(seen_init(&seen, board, UINT64_MAX, NULL), TB_OK);
    for (unsigned i = 0; i < LENGTH(list); i++) {
        struct packed packed;
        bool fresh;
        uint32_t number, before = seen.count;

        list[i] = (struct tb_position){{0}};
        count_up(list[i].tile, board->cells);
        shuffle(&seed, list[i].tile, board->cells);
        seen_pack(&seen, &list[i], &packed);
        number = seen_add(&seen, &packed, &fresh);
        assert_int_equal(fresh, number == before);
        assert_int_equal(seen.count, before + fresh);
        seen_unpack(&seen, number, &back);
        assert_memory_equal(&back, &list[i], sizeof back);
        for (unsigned j = 0; j < i; j++)
            if (memcmp(&list[i], &list[j], sizeof back) == 0)
                assert_false(fresh);
        assert_int_equal(seen_find(&seen, &packed), number);
    }
    seen_free(&seen);
}

static void seen_positions(void **state)
{
    (void)state;
    each_board(check_seen);
}

/* What comes out has the smallest keys, and all comes out once. */
static void bucket_queue(void **state)
{
    struct buckets buckets = {0};
    unsigned waiting[20][20] = {{0}}, key, second;
    uint64_t seed = 7, limit = 10000000;
    uint32_t number;

    (void)state;
    for (unsigned round = 0; round < 200000; round++) {
        unsigned least = 0;

        key = random_below(&seed, 20);
        second = random_below(&seed, 20);
        if (random_below(&seed, 20) < 11) {
            assert_true(buckets_push(&buckets, key, second, key * 100 + second, limit));
            waiting[key][second]++;
            continue;
        }
        while (least < 400 && waiting[least / 20][least % 20] == 0)
            least++;
        assert_int_equal(buckets_pop(&buckets, &key, &second, &number), least < 400);
        if (least == 400)
            continue;
        assert_int_equal(key, least / 20);
        assert_int_equal(second, least % 20);
        assert_int_equal(number, key * 100 + second);
        waiting[key][second]--;
    }
    buckets_free(&buckets);
    assert_false(buckets_push(&buckets, 1, 1, 1, 100));
    buckets_free(&buckets);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agree),           cmocka_unit_test(agree_with_databases),
        cmocka_unit_test(weighted_bounds), cmocka_unit_test(astar_expands_what_it_must),
        cmocka_unit_test(limits),          cmocka_unit_test(no_memory),
        cmocka_unit_test(seen_positions),  cmocka_unit_test(bucket_queue),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
