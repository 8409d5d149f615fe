/* test_classic.c -- heuristics without databases: no value exceeds the moves it takes, and no move
 * changes one by more than one, where that is claimed */
#include "testing_classic.h"

#include <stdio.h>

#include "boards.h"
#include "ida.h"

/* No value exceeds the length, if that is claimed, and only that of the goal is 0. */
static void check_value(const struct tb_board *board, const struct tb_position *position,
                        const struct heuristic *heuristic, int value, int length)
{
    if (heuristic->admissible && value > length)
        tell_failure(board, position, heuristic, "exceeds the length", value, length);
    if ((value == 0) != (length == 0))
        tell_failure(board, position, heuristic, "is 0, or is not", value, length);
}

/* Each of the heuristics that build on Manhattan distance only adds to the one below it. */
static void check_order(const struct tb_board *board, const struct tb_position *position,
                        struct heuristic *heuristic[CLASSICS], const int values[CLASSICS],
                        unsigned more[CLASSICS])
{
    static const uint8_t above[][2] = {{MISPLACED, EUCLIDEAN},  {EUCLIDEAN, MANHATTAN},
                                       {MANHATTAN, CONFLICTS},  {CONFLICTS, CORNERS},
                                       {CONFLICTS, LAST_MOVES}, {CORNERS, BOTH},
                                       {LAST_MOVES, BOTH}};

    for (size_t i = 0; i < LENGTH(above); i++) {
        int low = values[above[i][0]], high = values[above[i][1]];

        if (high < low)
            tell_failure(board, position, heuristic[above[i][1]], "is less", high, low);
        more[above[i][1]] += high > low;
    }
}

/* What expanding a position tells of its children: no more than one off, if that is claimed. */
static void check_edges(const struct tb_board *board, const struct board_ways *ways,
                        const struct tb_position *position, const struct heuristic *heuristic)
{
    const struct ways *list = ways_all(ways, tb_position_find(board, position, 0));
    const struct engine *engine = &heuristic->engine;
    _Alignas(max_align_t) char node[512];
    int values[WAYS_MAX], value = engine->start(engine->evaluator, position, node);

    assert_true(engine->node_bytes <= sizeof node);
    engine->expand(engine->evaluator, node, position->tile, list, values);
    for (unsigned i = 0; i < list->count; i++)
        if (abs(values[i] - value) > 1)
            tell_failure(board, position, heuristic, "jumps", value, values[i]);
}

/* All positions of a board, for one goal; edges of every `step`-th. */
static void check_everywhere(unsigned width, unsigned height, const char *goal_text, unsigned step)
{
    struct tb_board board = board_of(width, height);
    struct tb_position goal = goal_of(&board, goal_text), position = {0};
    struct oracle oracle = make_oracle(&board, &goal);
    struct heuristic *heuristic[CLASSICS];
    struct board_ways ways;
    unsigned rank = 0, too_much = 0, more[CLASSICS] = {0};

    board_ways_init(&ways, &board);
    make_all(&board, &goal, heuristic);
    count_up(position.tile, board.cells);
    do {
        int length = oracle.depth[rank++], values[CLASSICS];

        if (length == UNSEEN)
            continue;
        for (unsigned i = 0; i < CLASSICS; i++) {
            values[i] = heuristic_value(heuristic[i], &position);
            check_value(&board, &position, heuristic[i], values[i], length);
            too_much += values[i] > length;
            if (heuristic[i]->consistent && rank % step == 0)
                check_edges(&board, &ways, &position, heuristic[i]);
        }
        check_order(&board, &position, heuristic, values, more);
    } while (next_permutation(position.tile, board.cells));
    assert_true(too_much > 0); /* by the one that claims nothing */
    for (unsigned i = EUCLIDEAN; i <= BOTH; i++)
        assert_true(more[i] > 0);
    free_all(heuristic);
    oracle_free(&oracle);
}

static void every_position_of_3x3(void **state)
{
    (void)state;
    check_everywhere(3, 3, "blank-last", 1);
    check_everywhere(3, 3, "blank-first", 1);
    check_everywhere(3, 3, "1 2 3 8 0 4 7 6 5", 1);
    check_everywhere(3, 3, "7 0 3 5 1 8 2 6 4", 1);
}

static void every_position_of_narrow_boards(void **state)
{
    (void)state;
    check_everywhere(2, 4, "blank-last", 1);
    check_everywhere(4, 2, "blank-first", 1);
    check_everywhere(4, 2, "5 3 0 1 7 2 4 6", 1);
    check_everywhere(2, 4, "6 2 5 0 1 4 7 3", 1);
    check_everywhere(2, 5, "blank-last", 1);
    check_everywhere(5, 2, "4 1 0 9 2 7 8 3 6 5", 7);
}

/* --- larger boards: positions whose lengths are known --- */

static void check_all_values(const struct tb_board *board, const struct tb_position *position,
                             struct heuristic *heuristic[CLASSICS], int length)
{
    for (unsigned i = 0; i < CLASSICS; i++)
        check_value(board, position, heuristic[i], heuristic_value(heuristic[i], position), length);
}

/* Every position on the way of a shortest solution. */
static void check_way(const struct problem *problem, const struct solution *solution,
                      struct heuristic *heuristic[CLASSICS])
{
    struct tb_position now = problem->start;
    unsigned blank = tb_position_find(&problem->board, &now, 0);

    for (int i = 0; i <= solution->bound; i++) {
        check_all_values(&problem->board, &now, heuristic, solution->bound - i);
        if (i == solution->bound)
            break;
        slide(&now, blank, solution->path[i]);
        blank = solution->path[i];
    }
}

/* Random boards, solved with databases, and all that lies on the way. */
static void check_ways(const char *picture, const char *goal_text, unsigned count)
{
    struct tb_partition partition;
    struct tb_tables *tables = make_tables(picture, &partition);
    struct lookup lookup = {.partition = &partition, .tables = tables, .way = LOOKUP_REGULAR};
    struct problem problem = {.board = partition.board};
    struct heuristic *heuristic[CLASSICS], *exact;
    struct boards boards = {.board = partition.board, .known = true};

    problem.goal = goal_of(&problem.board, goal_text);
    exact = must_make(additive_new, &lookup, 1, &problem.goal);
    make_all(&problem.board, &problem.goal, heuristic);
    assert_int_equal(boards_random(&boards, &problem.goal, count, 1, NULL), TB_OK);
    for (size_t i = 0; i < boards.count; i++) {
        struct solution solution;

        problem.start = boards.list[i].start;
        must_solve(exact, &problem, &plainly, &solution);
        check_way(&problem, &solution, heuristic);
        solution_free(&solution);
    }
    boards_free(&boards);
    free_all(heuristic);
    exact->free(exact);
    tb_tables_close(tables);
}

static void on_the_way(void **state)
{
    (void)state;
    check_ways("board 4x3\n kind zero-aware\n aaab\n aabb\n bbb.\n", "blank-last", 300);
    check_ways("board 3x4\n kind zero-aware\n .aa\n aaa\n abb\n bbb\n", "blank-first", 300);
    check_ways("board 4x3\n kind zero-aware\n aaaa\n b.aa\n bbbb\n", "3 7 1 9 2 0 11 5 8 4 10 6",
               300);
    check_ways("board 4x4\n kind zero-aware\n aabb\n aabb\n cacb\n ccc.\n", "blank-last", 12);
}

/* Boards with lengths from the reference files. */
static void reference_lengths(void **state)
{
    static const char *const files[] = {"korf100.txt", "korf-felner-1000.txt", "hardest-17.txt",
                                        "korf24-50.txt"};

    (void)state;
    for (size_t i = 0; i < LENGTH(files); i++) {
        struct heuristic *heuristic[CLASSICS];
        struct tb_position goal;
        struct boards boards = {0};
        char path[1024];

        snprintf(path, sizeof path, "%s/%s", TEST_DATA, files[i]);
        assert_int_equal(boards_read(&boards, path, NULL), TB_OK);
        goal = goal_of(&boards.board, "blank-first");
        make_all(&boards.board, &goal, heuristic);
        for (size_t j = 0; j < boards.count; j++)
            check_all_values(&boards.board, &boards.list[j].start, heuristic,
                             boards.list[j].length);
        free_all(heuristic);
        boards_free(&boards);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_of_3x3),
        cmocka_unit_test(every_position_of_narrow_boards),
        cmocka_unit_test(on_the_way),
        cmocka_unit_test(reference_lengths),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
