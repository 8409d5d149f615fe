/* test_solver.c -- every position of small boards is solved in the fewest moves, with every
 * heuristic */
#include "testing_solve.h"

#include "boards.h"
#include "small_partition.h"
#include "testing_data.h"

/* Solve every position (or each of `step`) of a board and compare. */
static void check_all(const struct heuristic *heuristic, const struct oracle *oracle,
                      const struct tb_position *goal, unsigned step)
{
    const struct tb_board *board = &oracle->board;
    struct problem problem = {.board = *board, .goal = *goal};
    unsigned number = 0;

    count_up(problem.start.tile, board->cells);
    do {
        struct solution solution;
        int length = oracle_depth(oracle, &problem.start);

        if (length == UNSEEN || number++ % step != 0)
            continue;
        must_solve(heuristic, &problem, &plainly, &solution);
        if (solution.bound != length || solution.h > length)
            fail_msg("position %u: %d instead of %d, h %d", number, solution.bound, length,
                     solution.h);
        replay(&problem, solution.path, solution.bound);
        solution_free(&solution);
    } while (next_permutation(problem.start.tile, board->cells));
}

typedef enum tb_status plain_maker(const struct tb_board *board, const struct tb_position *goal,
                                   struct heuristic **heuristic, struct tb_error *error);

/* Heuristics without databases. */
static void check_plain(plain_maker *maker, unsigned width, unsigned height, const char *goal_text,
                        unsigned step)
{
    struct tb_board board = board_of(width, height);
    struct tb_position goal = goal_of(&board, goal_text);
    struct oracle oracle = make_oracle(&board, &goal);
    struct heuristic *heuristic;

    assert_int_equal(maker(&board, &goal, &heuristic, NULL), TB_OK);
    check_all(heuristic, &oracle, &goal, step);
    heuristic->free(heuristic);
    oracle_free(&oracle);
}

/* The code for any processor and any board, and that for this board and processor. Those for
 * squares other than 3x3 are compared by node counts (test_search.c). */
static void check_additive(const char *picture, const char *goal_text, bool reflected,
                           unsigned step)
{
    additive_maker *const makers[] = {additive_new_portable_any, mix_portably, additive_new};
    struct tb_partition partition;
    struct tb_tables *tables = make_tables(picture, &partition);
    struct tb_position goal = goal_of(&partition.board, goal_text);
    struct oracle oracle = make_oracle(&partition.board, &goal);

    for (size_t i = 0; i < LENGTH(makers); i++) {
        const struct lookup lookups[] = {
            {.partition = &partition, .tables = tables, .way = LOOKUP_REGULAR},
            {.partition = &partition, .tables = tables, .way = LOOKUP_REFLECTED},
        };
        struct heuristic *heuristic = must_make(makers[i], lookups, reflected ? 2 : 1, &goal);

        check_all(heuristic, &oracle, &goal, step);
        heuristic->free(heuristic);
    }
    oracle_free(&oracle);
    tb_tables_close(tables);
}

static void manhattan(void **state)
{
    (void)state;
    check_plain(manhattan_new, 2, 2, "blank-last", 1);
    check_plain(manhattan_new, 2, 3, "blank-last", 1);
    check_plain(manhattan_new, 3, 2, "blank-first", 1);
    check_plain(manhattan_new, 3, 2, "3 0 5 1 4 2", 1);
    check_plain(manhattan_new, 3, 3, "blank-last", 50);
    check_plain(manhattan_new, 3, 3, "1 2 3 8 0 4 7 6 5", 50);
}

static void additive(void **state)
{
    (void)state;
    check_additive("board 3x3\n aab\n aab\n bb.\n", "blank-last", false, 20);
    check_additive("board 3x3\n aab\n aab\n bb.\n", "blank-last", true, 5);
    check_additive("board 3x3\n aab\n aab\n bb.\n", "blank-first", true, 20);
    check_additive("board 3x3\n aab\n aab\n bb.\n", "2 1 0 3 5 4 8 7 6", true, 20);
    check_additive("board 3x3\n aab\n a.b\n ccb\n", "5 1 2 3 0 4 8 6 7", true, 20);
    check_additive("board 3x3\n a-b\n a-b\n bb.\n", "blank-last", true, 20); /* tiles in no group */
    check_additive("board 3x2\n aab\n bb.\n", "blank-last", false, 1);
    check_additive("board 2x3\n aa\n bb\n b.\n", "3 1 5 2 4 0", false, 1);
    check_additive("board 4x2\n aabb\n aab.\n", "blank-first", false, 20);
    check_additive("board 2x4\n aa\n ab\n bb\n b.\n", "blank-last", false, 20);
    check_additive("board 5x2\n aabbb\n aaab.\n", "blank-last", false, 20000);
}

/* Linear conflicts only ever add to the distances, and only what is needed. */
static void check_conflicts(unsigned width, unsigned height, const char *goal_text)
{
    struct problem problem = {.board = board_of(width, height)};
    struct heuristic *conflict, *distance;
    struct oracle oracle;
    unsigned more = 0;

    problem.goal = goal_of(&problem.board, goal_text);
    oracle = make_oracle(&problem.board, &problem.goal);
    assert_int_equal(linear_conflict_new(&problem.board, &problem.goal, &conflict, NULL), TB_OK);
    assert_int_equal(manhattan_new(&problem.board, &problem.goal, &distance, NULL), TB_OK);
    count_up(problem.start.tile, problem.board.cells);
    do {
        int length = oracle_depth(&oracle, &problem.start);
        int high, low;

        if (length == UNSEEN)
            continue;
        high = heuristic_value(conflict, &problem.start);
        low = heuristic_value(distance, &problem.start);
        if (high > length || high < low || (high - low) % 2 != 0)
            fail_msg("%d with conflicts, %d without, and it takes %d", high, low, length);
        more += high > low;
    } while (next_permutation(problem.start.tile, problem.board.cells));
    assert_true(more > 0);
    conflict->free(conflict);
    distance->free(distance);
    oracle_free(&oracle);
}

static void linear_conflict(void **state)
{
    (void)state;
    check_conflicts(2, 3, "blank-last");
    check_conflicts(3, 2, "3 0 5 1 4 2");
    check_conflicts(2, 4, "blank-last");
    check_conflicts(3, 3, "blank-last");
    check_conflicts(3, 3, "1 2 3 8 0 4 7 6 5");
    check_plain(linear_conflict_new, 2, 3, "blank-last", 1);
    check_plain(linear_conflict_new, 3, 2, "3 0 5 1 4 2", 1);
    check_plain(linear_conflict_new, 2, 4, "blank-first", 20);
    check_plain(linear_conflict_new, 4, 2, "2 1 3 4 0 7 6 5", 20);
    check_plain(linear_conflict_new, 3, 3, "blank-last", 50);
    check_plain(linear_conflict_new, 3, 3, "1 2 3 8 0 4 7 6 5", 50);
}

/* Look-ups of one partition in several ways. */
static void check_ways(const char *picture, const char *goal_text, unsigned ways, unsigned step)
{
    struct tb_partition partition;
    struct tb_tables *tables = make_tables(picture, &partition);
    struct tb_position goal = goal_of(&partition.board, goal_text);
    struct oracle oracle = make_oracle(&partition.board, &goal);
    struct lookup lookups[LOOKUP_WAYS];
    struct tb_tables *dual_tables;
    struct heuristic *heuristic;
    struct dual dual;
    unsigned count = 0;

    assert_int_equal(dual_init(&dual, &partition, NULL), TB_OK);
    dual_tables = build_tables(&dual.patterns);
    for (unsigned way = 0; way < LOOKUP_WAYS; way++)
        if ((ways >> way & 1) != 0)
            lookups[count++] =
                (struct lookup){&partition, &dual, way < LOOKUP_DUAL ? tables : dual_tables, way};
    heuristic = must_make(additive_new, lookups, count, &goal);
    check_all(heuristic, &oracle, &goal, step);
    heuristic->free(heuristic);
    tb_tables_close(dual_tables);
    tb_tables_close(tables);
    oracle_free(&oracle);
}

enum {
    REGULAR = 1 << LOOKUP_REGULAR,
    REFLECTED = 1 << LOOKUP_REFLECTED,
    DUAL = 1 << LOOKUP_DUAL,
    DUAL_REFLECTED = 1 << LOOKUP_DUAL_REFLECTED,
    ALL_WAYS = REGULAR | REFLECTED | DUAL | DUAL_REFLECTED,
};

/* Groups of one size and of several, tiles in no group, goals that are seen turned. */
static void dual_lookups(void **state)
{
    (void)state;
    check_ways("board 3x3\n aab\n aab\n bb.\n", "blank-last", ALL_WAYS, 5);
    check_ways("board 3x3\n aaa\n abb\n bb.\n", "blank-last", REGULAR | DUAL, 20);
    check_ways("board 3x3\n aaa\n bbb\n bb.\n", "blank-first", DUAL, 20);
    check_ways("board 3x3\n aaa\n bbb\n cc.\n", "2 1 0 3 5 4 8 7 6", DUAL_REFLECTED, 20);
    check_ways("board 3x3\n aab\n a.b\n ccb\n", "5 1 2 3 0 4 8 6 7", ALL_WAYS, 20);
    check_ways("board 3x2\n aab\n bb.\n", "blank-last", REGULAR | DUAL, 1);
    check_ways("board 3x2\n aab\n bb.\n", "3 1 5 2 4 0", DUAL, 1);
    check_ways("board 2x3\n aa\n bb\n b.\n", "blank-first", DUAL, 1);
    check_ways("board 2x4\n aa\n ab\n bb\n b.\n", "blank-last", REGULAR | DUAL, 20);
    check_ways("board 4x2\n aabb\n aab.\n", "blank-last", DUAL, 20);
}

/* Wherever the blank stands, every other cell is in one group. */
static void dual_groups(void **state)
{
    static const char *const pictures[] = {
        "board 3x3\n aaa\n abb\n bb.\n", "board 3x3\n aaa\n bbb\n bb.\n",
        "board 4x4\n aaaa\n aaaa\n bbbb\n bbb.\n", "board 4x4\n aaaa\n bbac\n bbcc\n bcc.\n"};

    (void)state;
    for (size_t i = 0; i < LENGTH(pictures); i++) {
        struct tb_partition partition;
        struct dual dual;

        assert_int_equal(tb_partition_parse("test", pictures[i], &partition, NULL), TB_OK);
        assert_int_equal(dual_init(&dual, &partition, NULL), TB_OK);
        for (unsigned blank = 0; blank < partition.board.cells; blank++) {
            tb_cellset left = partition.board.all & ~tb_cellset_of(blank);

            for (unsigned group = 0; group < dual.count; group++) {
                tb_cellset cells = dual.patterns.patterns[dual.pattern[blank][group]].goals;

                assert_int_equal(cells & ~left, 0);
                left &= ~cells;
            }
            assert_int_equal(left, 0);
        }
    }
}

/* Of several partitions the largest value counts. */
static void several_partitions(void **state)
{
    static const char *const pictures[] = {"board 3x3\n aab\n aab\n bb.\n",
                                           "board 3x3\n abb\n aab\n ab.\n",
                                           "board 3x3\n aaa\n bbb\n cc.\n"};
    struct tb_partition partitions[LENGTH(pictures)];
    struct lookup lookups[LENGTH(pictures)];
    struct heuristic *together, *alone[LENGTH(pictures)];
    struct problem problem = {.board = board_of(3, 3)};
    struct oracle oracle;
    unsigned number = 0;

    (void)state;
    tb_goal_blank_first(&problem.board, &problem.goal);
    for (size_t i = 0; i < LENGTH(pictures); i++) {
        struct tb_tables *tables = make_tables(pictures[i], &partitions[i]);

        lookups[i] = (struct lookup){.partition = &partitions[i], .tables = tables};
        alone[i] = must_make(additive_new, &lookups[i], 1, &problem.goal);
    }
    together = must_make(additive_new, lookups, LENGTH(pictures), &problem.goal);
    oracle = make_oracle(&problem.board, &problem.goal);
    check_all(together, &oracle, &problem.goal, 20);
    count_up(problem.start.tile, problem.board.cells);
    do {
        struct solution solution;
        int most = 0;

        if (oracle_depth(&oracle, &problem.start) == UNSEEN || number++ % 100 != 0)
            continue;
        for (size_t i = 0; i < LENGTH(pictures); i++) {
            must_solve(alone[i], &problem, &plainly, &solution);
            most = solution.h > most ? solution.h : most;
            solution_free(&solution);
        }
        must_solve(together, &problem, &plainly, &solution);
        assert_int_equal(solution.h, most);
        solution_free(&solution);
    } while (next_permutation(problem.start.tile, problem.board.cells));
    together->free(together);
    for (size_t i = 0; i < LENGTH(pictures); i++) {
        alone[i]->free(alone[i]);
        tb_tables_close((struct tb_tables *)lookups[i].tables);
    }
    oracle_free(&oracle);
}

/* Solve every position as pdbsolve does when it has no database, and count the lengths. */
static void check_depths(unsigned width, unsigned height, const char *name)
{
    struct problem problem = {.board = board_of(width, height)};
    struct tb_partition partition;
    struct tb_tables *tables;
    struct heuristic *heuristic;
    uint64_t published[128] = {0}, counts[128] = {0};
    size_t depths = read_counts("depth-counts.txt", name, published, LENGTH(published));

    tb_goal_blank_last(&problem.board, &problem.goal);
    small_partition(&problem.board, problem.board.cells - 1u, &partition);
    tables = build_tables(&partition);
    heuristic = must_make(additive_new, &(struct lookup){&partition, NULL, tables, LOOKUP_REGULAR},
                          1, &problem.goal);
    count_up(problem.start.tile, problem.board.cells);
    do {
        struct solution solution;

        if (!tb_position_solvable(&problem.board, &problem.start, &problem.goal))
            continue;
        must_solve(heuristic, &problem, &plainly, &solution);
        assert_in_range(solution.bound, 0, depths - 1);
        counts[solution.bound]++;
        solution_free(&solution);
    } while (next_permutation(problem.start.tile, problem.board.cells));
    assert_memory_equal(counts, published, sizeof counts);
    heuristic->free(heuristic);
    tb_tables_close(tables);
}

static void depth_counts(void **state)
{
    (void)state;
    check_depths(2, 2, "2x2");
    check_depths(2, 3, "3x2"); /* a board turned has the same counts */
    check_depths(3, 2, "3x2");
    check_depths(2, 4, "4x2");
    check_depths(3, 3, "3x3");
    check_depths(2, 5, "5x2");
}

/* 8 bits an entry: all tiles of a narrow board. */
static void wide_entries(void **state)
{
    (void)state;
    check_additive("board 5x2\n aaaaa\n aaaa.\n", "blank-last", false, 1000);
}

static void mirrors_that_are_none(void **state)
{
    struct tb_partition partition;
    struct tb_tables *tables = make_tables("board 3x2\n aab\n bb.\n", &partition);
    struct tb_position goal;
    struct heuristic *heuristic;

    (void)state;
    tb_goal_blank_last(&partition.board, &goal);
    assert_int_equal(additive_new(&(struct lookup){&partition, NULL, tables, LOOKUP_REFLECTED}, 1,
                                  &goal, &heuristic, NULL),
                     TB_INVALID);
    assert_null(heuristic);
    tb_tables_close(tables);
}

/* A search that is stopped tells the bound that it proved, and no more nodes than allowed. */
static void limits(void **state)
{
    struct tb_board board = board_of(4, 4);
    struct problem problem = {.board = board};
    struct search few = {.threads = 1, .nodes = 1000, .seconds = INFINITY};
    struct heuristic *heuristic;
    struct solution solution;

    (void)state;
    tb_goal_blank_first(&board, &problem.goal);
    assert_int_equal(
        tb_position_parse(&board, "15 11 8 12 14 10 9 13 2 6 1 4 3 7 5 0", &problem.start, NULL),
        TB_OK);
    assert_int_equal(manhattan_new(&board, &problem.goal, &heuristic, NULL), TB_OK);
    assert_int_equal(ida_solve(heuristic, &problem, &few, &solution, NULL), TB_OK);
    assert_false(solution.solved);
    assert_in_range(solution.nodes, 1000, 1100);
    assert_in_range(solution.bound, solution.h, 80);
    assert_int_equal(solution.least, solution.bound);
    assert_null(solution.path);
    heuristic->free(heuristic);
}

static void random_boards(void **state)
{
    struct boards one = {.board = board_of(5, 3), .known = true};
    struct boards two = one;
    struct tb_position goal;

    (void)state;
    tb_goal_blank_last(&one.board, &goal);
    assert_int_equal(boards_random(&one, &goal, 100, 7, NULL), TB_OK);
    assert_int_equal(boards_random(&two, &goal, 100, 7, NULL), TB_OK);
    assert_int_equal(one.count, 100);
    for (size_t i = 0; i < one.count; i++) {
        assert_memory_equal(&one.list[i].start, &two.list[i].start, sizeof one.list[i].start);
        assert_int_equal(tb_position_check(&one.board, &one.list[i].start, NULL), TB_OK);
        assert_true(tb_position_solvable(&one.board, &one.list[i].start, &goal));
    }
    assert_memory_not_equal(&one.list[0], &one.list[1], sizeof one.list[0]);
    boards_free(&one);
    boards_free(&two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(manhattan),
        cmocka_unit_test(linear_conflict),
        cmocka_unit_test(additive),
        cmocka_unit_test(wide_entries),
        cmocka_unit_test(dual_lookups),
        cmocka_unit_test(dual_groups),
        cmocka_unit_test(several_partitions),
        cmocka_unit_test(depth_counts),
        cmocka_unit_test(mirrors_that_are_none),
        cmocka_unit_test(limits),
        cmocka_unit_test(random_boards),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
