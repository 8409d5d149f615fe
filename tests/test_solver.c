/* test_solver.c -- every position of small boards is solved in the fewest moves */
#include "testing_build.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "additive.h"
#include "boards.h"
#include "heuristic.h"
#include "writer.h"

static char folder[] = "/tmp/tilebase-solver-XXXXXX";
static const struct search plainly = {.threads = 1, .nodes = UINT64_MAX, .seconds = INFINITY};

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL;
}

static int remove_folder(void **state)
{
    char command[64];

    (void)state;
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

/* Build the databases of a picture and open them. */
static struct tb_tables *make_tables(const char *picture, struct tb_partition *partition)
{
    struct writer_options options = {.level = 1, .threads = 1};
    struct tb_folders folders = {0};
    struct tb_tables *tables;
    struct tb_error error;

    assert_int_equal(tb_partition_parse("test", picture, partition, NULL), TB_OK);
    for (unsigned i = 0; i < partition->count; i++) {
        char name[TB_PATTERN_TEXT], path[TB_PATTERN_TEXT + 64];
        struct tb_pattern canonical;
        struct writer writer;
        struct build build;
        unsigned symmetry;
        uint64_t bytes;

        tb_pattern_canonical(&partition->patterns[i], &canonical, &symmetry);
        tb_pattern_file_name(&canonical, "additive", name);
        snprintf(path, sizeof path, "%s/%s", folder, name);
        must_build(&canonical, 1, NULL, &build);
        assert_int_equal(writer_open(&writer, path, NULL), TB_OK);
        assert_int_equal(writer_finish(&writer, &build, &options, &bytes, NULL), TB_OK);
        build_free(&build);
    }
    assert_int_equal(tb_folders_prefer(&folders, folder, NULL), TB_OK);
    if (tb_tables_open(partition, &folders, NULL, &tables, &error) != TB_OK)
        fail_msg("%s", error.text);
    return tables;
}

/* Walk the path: each step to a neighbour of the blank, and the goal at the end. */
static void replay(const struct problem *problem, const struct solution *solution)
{
    struct tb_position now = problem->start;
    unsigned blank = tb_position_find(&problem->board, &now, 0);

    for (int i = 0; i < solution->bound; i++) {
        unsigned to = solution->path[i];

        if (to >= problem->board.cells || tb_board_distance(&problem->board, blank, to) != 1)
            fail_msg("move %d is none", i);
        now.tile[blank] = now.tile[to];
        now.tile[to] = 0;
        blank = to;
    }
    assert_memory_equal(now.tile, problem->goal.tile, problem->board.cells);
}

/* Exact distances of a whole puzzle, for any goal of a board. */
struct exact {
    struct tb_view view;
    struct tb_tables *tables;
};

static void make_exact(const struct tb_board *board, const struct tb_position *goal,
                       struct exact *exact)
{
    char picture[256];
    char *end = picture;
    struct tb_partition partition;
    unsigned blank = tb_position_find(board, goal, 0);

    end += sprintf(end, "board %ux%u\n", board->width, board->height);
    for (unsigned cell = 0; cell < board->cells; cell++)
        end += sprintf(end, "%c%s", cell == blank ? '.' : 'a',
                       (cell + 1) % board->width == 0 ? "\n" : "");
    exact->tables = make_tables(picture, &partition);
    assert_int_equal(tb_view_init(board, goal, blank, &exact->view, NULL), TB_OK);
}

static int exact_length(const struct exact *exact, const struct tb_position *position)
{
    struct tb_position seen;

    tb_view_apply(&exact->view, position, &seen);
    return tb_tables_lookup(exact->tables, &seen);
}

/* Solve every position (or each of `step`) of a board and compare. */
static void check_all(const struct heuristic *heuristic, const struct tb_board *board,
                      const struct tb_position *goal, unsigned step)
{
    struct problem problem = {.board = *board, .goal = *goal};
    struct exact exact;
    unsigned number = 0;

    make_exact(board, goal, &exact);
    count_up(problem.start.tile, board->cells);
    do {
        struct solution solution;
        int length;

        if (!tb_position_solvable(board, &problem.start, goal) || number++ % step != 0)
            continue;
        length = exact_length(&exact, &problem.start);
        assert_int_equal(heuristic->solve(heuristic, &problem, &plainly, &solution, NULL), TB_OK);
        if (!solution.solved || solution.bound != length || solution.h > length)
            fail_msg("position %u: %d instead of %d, h %d", number, solution.bound, length,
                     solution.h);
        replay(&problem, &solution);
    } while (next_permutation(problem.start.tile, board->cells));
    tb_tables_close(exact.tables);
}

static void check_manhattan(unsigned width, unsigned height, const char *goal_text, unsigned step)
{
    struct tb_board board = board_of(width, height);
    struct heuristic *heuristic;
    struct tb_position goal;

    assert_int_equal(tb_goal_parse(&board, goal_text, &goal, NULL), TB_OK);
    assert_int_equal(manhattan_new(&board, &goal, &heuristic, NULL), TB_OK);
    check_all(heuristic, &board, &goal, step);
    heuristic->free(heuristic);
}

/* The code for any processor and any board, for any processor, for any board, and that for
 * this board and processor. Of the second and third, those for squares other than 3x3 are
 * compared by node counts on 15-puzzles (same_nodes). */
static void check_additive(const char *picture, const char *goal_text, bool reflected,
                           unsigned step)
{
    additive_maker *const makers[] = {additive_new_portable_many, additive_new};
    struct heuristic *heuristic;
    struct tb_partition partition;
    struct tb_position goal;
    struct tb_error error;
    struct tb_tables *tables = make_tables(picture, &partition);

    assert_int_equal(tb_goal_parse(&partition.board, goal_text, &goal, NULL), TB_OK);
    for (size_t i = 0; i < LENGTH(makers); i++) {
        const struct lookup lookups[] = {
            {.partition = &partition, .tables = tables, .way = LOOKUP_REGULAR},
            {.partition = &partition, .tables = tables, .way = LOOKUP_REFLECTED},
        };

        if (makers[i](lookups, reflected ? 2 : 1, &goal, &heuristic, &error) != TB_OK)
            fail_msg("%s", error.text);
        check_all(heuristic, &partition.board, &goal, step);
        heuristic->free(heuristic);
    }
    tb_tables_close(tables);
}

static void manhattan(void **state)
{
    (void)state;
    check_manhattan(2, 2, "blank-last", 1);
    check_manhattan(2, 3, "blank-last", 1);
    check_manhattan(3, 2, "blank-first", 1);
    check_manhattan(3, 2, "3 0 5 1 4 2", 1);
    check_manhattan(3, 3, "blank-last", 50);
    check_manhattan(3, 3, "1 2 3 8 0 4 7 6 5", 50);
}

static void additive_on_every_8_puzzle(void **state)
{
    (void)state;
    check_additive("board 3x3\n aab\n aab\n bb.\n", "blank-last", true, 1);
}

static void additive(void **state)
{
    (void)state;
    check_additive("board 3x3\n aab\n aab\n bb.\n", "blank-last", false, 20);
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
    assert_int_equal(heuristic->solve(heuristic, &problem, &few, &solution, NULL), TB_OK);
    assert_false(solution.solved);
    assert_in_range(solution.nodes, 1000, 1100);
    assert_in_range(solution.bound, solution.h, 80);
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
        cmocka_unit_test(manhattan),     cmocka_unit_test(additive_on_every_8_puzzle),
        cmocka_unit_test(additive),      cmocka_unit_test(wide_entries),
        cmocka_unit_test(limits),        cmocka_unit_test(mirrors_that_are_none),
        cmocka_unit_test(random_boards),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
