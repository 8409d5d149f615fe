/* test_search.c -- the search has the outcome of one that goes node by node, whatever the
 * code, the lanes and the threads */
#include "testing_naive.h"

#include <stdatomic.h>
#include <time.h>

#include "batch.h"
#include "small_partition.h"

/* --- boards and makers --- */

static const char *const fifteens[] = {
    "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0", /* is solved */
    "1 2 3 4 5 6 7 8 9 10 15 11 13 14 0 12", /* takes 3 moves */
    "8 0 10 1 2 9 14 12 3 4 5 6 7 13 11 15", /* 45, and 9,334 nodes with 5-5-5 */
    "9 0 2 10 12 13 7 4 1 3 8 15 11 14 5 6", /* 49, 68,334 */
    "12 11 9 8 3 15 4 1 6 10 14 0 7 2 13 5", /* 57, 226,375 */
};

enum { SQUARE_MAKERS = 7 };

/* The makers that can be used here for few look-ups on 4x4 or 5x5; NULL: not here. */
static void list_makers(unsigned side, additive_maker *makers[SQUARE_MAKERS])
{
    unsigned count = 0;

    memset(makers, 0, SQUARE_MAKERS * sizeof *makers);
    makers[count++] = additive_new;
    makers[count++] = additive_new_portable_any;
    makers[count++] = side == 4 ? additive_new_portable_4 : additive_new_portable_5;
    makers[count++] = mix_portably;
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("avx2"))
        return;
    makers[count++] = additive_new_bmi2_any;
    makers[count++] = side == 4 ? additive_new_bmi2_4 : additive_new_bmi2_5;
    makers[count++] = mix;
#endif
}

/* All makers with `lookups` look-ups of a partition, on each of some boards. */
static void compare_makers(const struct tb_partition *partition, const struct tb_tables *tables,
                           unsigned lookups, const struct problem *problems, size_t count)
{
    additive_maker *makers[SQUARE_MAKERS];
    struct heuristic *heuristics[SQUARE_MAKERS] = {0};
    struct naive naive = {.board = partition->board, .goal = problems[0].goal};

    list_makers(partition->board.width, makers);
    for (unsigned i = 0; i < lookups; i++)
        naive_add(&naive, &(struct lookup){partition, NULL, tables,
                                           i == 0 ? LOOKUP_REGULAR : LOOKUP_REFLECTED});
    for (unsigned i = 0; i < SQUARE_MAKERS && makers[i] != NULL; i++)
        heuristics[i] = must_make(makers[i], naive.lookup, lookups, &naive.goal);
    for (size_t i = 0; i < count; i++) {
        int length = solve_naively(&naive, &problems[i].start);

        for (unsigned j = 0; j < SQUARE_MAKERS && heuristics[j] != NULL; j++)
            compare(heuristics[j], &problems[i], length, naive.nodes);
    }
    for (unsigned i = 0; i < SQUARE_MAKERS && heuristics[i] != NULL; i++)
        heuristics[i]->free(heuristics[i]);
}

/* --- tests --- */

static void nodes_on_4x4(void **state)
{
    struct problem problems[LENGTH(fifteens)];
    struct tb_partition partition;
    struct tb_tables *tables = make_tables("board 4x4\n aaaa\n bbac\n bbcc\n bcc.\n", &partition);

    (void)state;
    for (size_t i = 0; i < LENGTH(fifteens); i++) {
        problems[i].board = partition.board;
        problems[i].start = position_of(&partition.board, fifteens[i]);
        tb_goal_blank_last(&partition.board, &problems[i].goal);
    }
    compare_makers(&partition, tables, 1, problems, LENGTH(problems));
    compare_makers(&partition, tables, 2, problems, LENGTH(problems));
    tb_tables_close(tables);
}

/* Children keep the order of the board as it is given when its goal is seen turned. */
static void nodes_on_5x5(void **state)
{
    struct problem problems[3];
    struct tb_board board = board_of(5, 5);
    struct tb_partition partition;
    struct tb_tables *tables =
        make_tables("board 5x5\n aaabb\n aabbb\n ccddd\n ccdde\n ceee.\n", &partition);

    (void)state;
    for (unsigned i = 0; i < LENGTH(problems); i++) {
        problems[i].board = board;
        tb_goal_blank_first(&board, &problems[i].goal);
        problems[i].start = wander(&board, &problems[i].goal, 40 + 10 * i, 5 + i);
    }
    compare_makers(&partition, tables, 1, problems, LENGTH(problems));
    compare_makers(&partition, tables, 2, problems, LENGTH(problems));
    tb_tables_close(tables);
}

static void nodes_without_databases(void **state)
{
    struct naive naive = {.board = board_of(4, 4)};
    struct problem problem = {.board = naive.board};
    struct heuristic *manhattan, *conflict;

    (void)state;
    naive.goal = goal_of(&naive.board, "4 1 2 3 5 6 0 7 8 9 10 11 12 13 14 15");
    problem.goal = naive.goal;
    assert_int_equal(manhattan_new(&naive.board, &naive.goal, &manhattan, NULL), TB_OK);
    assert_int_equal(linear_conflict_new(&naive.board, &naive.goal, &conflict, NULL), TB_OK);
    for (unsigned i = 0; i < 4; i++) {
        int length;

        problem.start = wander(&naive.board, &naive.goal, 45 + 5 * i, 1 + i);
        naive.conflicts = false;
        length = solve_naively(&naive, &problem.start);
        compare(manhattan, &problem, length, naive.nodes);
        naive.conflicts = true;
        length = solve_naively(&naive, &problem.start);
        compare(conflict, &problem, length, naive.nodes);
    }
    manhattan->free(manhattan);
    conflict->free(conflict);
}

/* Random 11-puzzles: databases and linear conflicts against the naive search's lengths. */
static void sample_of_3x4(void **state)
{
    struct boards boards = {.board = board_of(3, 4), .known = true};
    struct problem problem = {.board = boards.board};
    struct naive naive = {.board = boards.board};
    struct tb_partition partition;
    struct tb_tables *tables;
    struct heuristic *heuristic[2];

    (void)state;
    tb_goal_blank_last(&boards.board, &problem.goal);
    naive.goal = problem.goal;
    small_partition(&boards.board, 11, &partition);
    tables = build_tables(&partition);
    heuristic[0] =
        must_make(additive_new, &(struct lookup){&partition, NULL, tables, 0}, 1, &problem.goal);
    assert_int_equal(linear_conflict_new(&boards.board, &problem.goal, &heuristic[1], NULL), TB_OK);
    assert_int_equal(boards_random(&boards, &problem.goal, 8, 3, NULL), TB_OK);
    for (size_t i = 0; i < boards.count; i++) {
        int length;

        problem.start = boards.list[i].start;
        naive.conflicts = false;
        length = solve_naively(&naive, &problem.start);
        for (unsigned j = 0; j < 2; j++) {
            struct solution solution;

            must_solve(heuristic[j], &problem, &plainly, &solution);
            assert_int_equal(solution.bound, length);
            replay(&problem, solution.path, length);
            solution_free(&solution);
        }
    }
    heuristic[0]->free(heuristic[0]);
    heuristic[1]->free(heuristic[1]);
    tb_tables_close(tables);
    boards_free(&boards);
}

/* The solutions listed are different ones, each leads to the goal, and the first is the
 * one that is found when one is enough. */
static void check_list(const struct heuristic *heuristic, const struct problem *problem,
                       const struct solution *all)
{
    size_t length = (size_t)all->bound;
    struct solution one;

    must_solve(heuristic, problem, &plainly, &one);
    assert_memory_equal(all->path, one.path, length);
    for (uint32_t i = 0; i < all->listed; i++) {
        const uint8_t *path = all->list + i * length;

        replay(problem, path, all->bound);
        if (i == 0)
            assert_memory_equal(path, one.path, length);
        else if (memcmp(path - length, path, length) >= 0)
            fail_msg("%u solutions: number %u is not behind the last", all->listed, i);
    }
    solution_free(&one);
}

/* Count and list all shortest solutions, for each of `step` positions. As children come in
 * the order of cells, so do solutions. */
static void check_all_solutions(const struct heuristic *heuristic, const struct oracle *oracle,
                                const struct tb_position *goal, unsigned step)
{
    const struct tb_board *board = &oracle->board;
    struct problem problem = {.board = *board, .goal = *goal};
    unsigned number = 0;

    count_up(problem.start.tile, board->cells);
    do {
        uint32_t ways = oracle->ways[permutation_rank(problem.start.tile, board->cells)];
        uint32_t limit = 1 + number % 7;
        struct search search = {
            .threads = 1, .nodes = UINT64_MAX, .seconds = INFINITY, .all = true, .listed = limit};
        struct solution one, two;

        if (ways == 0 || number++ % step != 0)
            continue;
        must_solve(heuristic, &problem, &search, &one);
        search.threads = 2;
        must_solve(heuristic, &problem, &search, &two);
        if (one.count != ways || two.count != ways || one.nodes != two.nodes)
            fail_msg("%llu and %llu of %u solutions, %llu and %llu nodes",
                     (unsigned long long)one.count, (unsigned long long)two.count, ways,
                     (unsigned long long)one.nodes, (unsigned long long)two.nodes);
        assert_int_equal(one.listed, ways < limit ? ways : limit);
        assert_int_equal(two.listed, one.listed);
        if (one.bound > 0)
            assert_memory_equal(one.list, two.list, one.listed * (size_t)one.bound);
        check_list(heuristic, &problem, &one);
        solution_free(&one);
        solution_free(&two);
    } while (next_permutation(problem.start.tile, board->cells));
}

static void all_solutions_of(const char *picture, const char *goal_text, unsigned step)
{
    struct tb_partition partition;
    struct tb_tables *tables = make_tables(picture, &partition);
    struct tb_position goal = goal_of(&partition.board, goal_text);
    struct oracle oracle = make_oracle(&partition.board, &goal);
    struct heuristic *additive =
        must_make(additive_new, &(struct lookup){&partition, NULL, tables, 0}, 1, &goal);
    struct heuristic *manhattan;

    assert_int_equal(manhattan_new(&partition.board, &goal, &manhattan, NULL), TB_OK);
    check_all_solutions(additive, &oracle, &goal, step);
    check_all_solutions(manhattan, &oracle, &goal, step);
    additive->free(additive);
    manhattan->free(manhattan);
    oracle_free(&oracle);
    tb_tables_close(tables);
}

static void all_solutions(void **state)
{
    (void)state;
    all_solutions_of("board 3x2\n aab\n bb.\n", "blank-last", 1);
    all_solutions_of("board 3x3\n aab\n aab\n bb.\n", "blank-last", 100);
    all_solutions_of("board 3x3\n aaa\n aaa\n aa.\n", "blank-first", 100);
}

/* Enough nodes to have the tree cut and shared out: the list is that of one thread. */
static void all_solutions_by_many(void **state)
{
    struct tb_partition partition;
    struct tb_tables *tables = make_tables("board 4x4\n aaaa\n bbac\n bbcc\n bcc.\n", &partition);
    struct problem problem = {.board = partition.board};
    struct solution solutions[2];
    struct heuristic *heuristic;

    (void)state;
    tb_goal_blank_last(&problem.board, &problem.goal);
    problem.start = position_of(&problem.board, fifteens[3]);
    heuristic =
        must_make(additive_new, &(struct lookup){&partition, NULL, tables, 0}, 1, &problem.goal);
    for (unsigned i = 0; i < 2; i++) {
        const struct search search = {.threads = 1 + 2 * i,
                                      .nodes = UINT64_MAX,
                                      .seconds = INFINITY,
                                      .all = true,
                                      .listed = 5};

        must_solve(heuristic, &problem, &search, &solutions[i]);
        check_list(heuristic, &problem, &solutions[i]);
    }
    assert_true(solutions[0].count > 5);
    assert_int_equal(solutions[0].count, solutions[1].count);
    assert_int_equal(solutions[0].nodes, solutions[1].nodes);
    assert_int_equal(solutions[1].listed, 5);
    assert_memory_equal(solutions[0].list, solutions[1].list, 5 * (size_t)solutions[0].bound);
    solution_free(&solutions[0]);
    solution_free(&solutions[1]);
    heuristic->free(heuristic);
    tb_tables_close(tables);
}

/* --- batches --- */

/* An algorithm that solves nothing: it answers with a board's first tile, fails where that
 * is 3, and takes long where the board is solved already. The search's context counts. */
static enum tb_status answer(const struct heuristic *heuristic, const struct problem *problem,
                             const struct search *search, struct solution *solution,
                             struct tb_error *error)
{
    const struct timespec moment = {0, 300000000};
    unsigned first = problem->start.tile[0];

    (void)heuristic;
    atomic_fetch_add((_Atomic size_t *)search->context, 1);
    if (memcmp(&problem->start, &problem->goal, sizeof problem->start) == 0)
        nanosleep(&moment, NULL);
    *solution = (struct solution){.solved = true, .bound = (int)first};
    return first == 3 ? tb_error_set(error, TB_NO_MEMORY, "three") : TB_OK;
}

struct told {
    const struct boards *boards;
    size_t next;
    size_t last; /* to be told */
    unsigned failures;
};

static bool hear(void *context, size_t number, enum tb_status status, struct solution *solution,
                 const struct tb_error *reason)
{
    struct told *told = context;
    unsigned first = told->boards->list[number].start.tile[0];

    assert_int_equal(number, told->next++);
    assert_int_equal(solution->bound, first);
    assert_int_equal(status, first == 3 ? TB_NO_MEMORY : TB_OK);
    if (status != TB_OK) {
        assert_string_equal(reason->text, "three");
        told->failures++;
    }
    return number != told->last;
}

/* Boards are told in their order with any number of threads, errors included, more of them
 * than may wait for the first, until the listener has heard enough. */
static void batches(void **state)
{
    const struct heuristic heuristic = {.name = "test"};
    struct boards boards = {.board = board_of(3, 3), .known = true};
    struct tb_position goal;

    (void)state;
    tb_goal_blank_last(&boards.board, &goal);
    assert_int_equal(boards_random(&boards, &goal, 20000, 1, NULL), TB_OK);
    boards.list[0].start = goal;
    for (unsigned threads = 1; threads <= 3; threads++) {
        struct told all = {.boards = &boards, .last = SIZE_MAX};
        struct told some = {.boards = &boards, .last = 100};
        _Atomic size_t solved = 0;
        struct search search = {.threads = 1, .context = &solved};

        assert_int_equal(
            batch_solve(answer, &heuristic, &boards, &goal, &search, threads, hear, &all, NULL),
            TB_OK);
        assert_int_equal(all.next, boards.count);
        assert_int_equal(solved, boards.count);
        assert_in_range(all.failures, 1800, 2600);
        assert_int_equal(
            batch_solve(answer, &heuristic, &boards, &goal, &search, threads, hear, &some, NULL),
            TB_OK);
        assert_int_equal(some.next, 101);
        assert_in_range(solved, boards.count + 101, 2 * boards.count - 1);
    }
    boards_free(&boards);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_on_4x4),
        cmocka_unit_test(nodes_on_5x5),
        cmocka_unit_test(nodes_without_databases),
        cmocka_unit_test(sample_of_3x4),
        cmocka_unit_test(all_solutions),
        cmocka_unit_test(all_solutions_by_many),
        cmocka_unit_test(batches),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
