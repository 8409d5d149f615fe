/* test_classic.c -- heuristics without databases: what they claim holds everywhere on small
 * boards, they are what their definitions say, and moves keep them up on every board */
#include "testing_solve.h"

#include "boards.h"
#include "ida.h"

static const struct {
    const char *name;
    classic_maker *maker;
    bool admissible, consistent;
} classics[] = {
    {"misplaced", misplaced_new, true, true},
    {"euclidean", euclidean_new, true, true},
    {"manhattan", manhattan_new, true, true},
    {"linear-conflict", linear_conflict_new, true, true},
    {"corner-tiles", corner_tiles_new, true, false},
    {"last-moves", last_moves_new, true, false},
    {"corner-tiles + last-moves", corner_last_new, true, false},
    {"inversion-distance", inversion_distance_new, true, true},
    {"manhattan; inversion-distance", inversion_manhattan_new, true, true},
    {"relaxed-adjacency", relaxed_adjacency_new, true, true},
    {"manhattan; relaxed-adjacency", adjacency_manhattan_new, true, true},
    {"novel", novel_new, false, false},
};

enum { CLASSICS = LENGTH(classics), NOVEL = CLASSICS - 1 };

static struct heuristic *make(unsigned number, const struct tb_board *board,
                              const struct tb_position *goal)
{
    struct heuristic *heuristic;

    assert_int_equal(classics[number].maker(board, goal, &heuristic, NULL), TB_OK);
    assert_string_equal(heuristic->name, classics[number].name);
    assert_int_equal(heuristic->admissible, classics[number].admissible);
    assert_int_equal(heuristic->consistent, classics[number].consistent);
    return heuristic;
}

static void make_all(const struct tb_board *board, const struct tb_position *goal,
                     struct heuristic *heuristic[CLASSICS])
{
    for (unsigned i = 0; i < CLASSICS; i++)
        heuristic[i] = make(i, board, goal);
}

static void free_all(struct heuristic *heuristic[CLASSICS])
{
    for (unsigned i = 0; i < CLASSICS; i++)
        heuristic[i]->free(heuristic[i]);
}

static void tell_failure(const struct tb_board *board, const struct tb_position *position,
                         const struct heuristic *heuristic, const char *what, int value, int other)
{
    char text[TB_POSITION_TEXT];

    tb_position_print(board, position, text);
    fail_msg("%ux%u, %s, %s: %s %d, %d", board->width, board->height, text, heuristic->name, what,
             value, other);
}

/* No value exceeds the length, if that is claimed, and only that of the goal is 0. */
static void check_value(const struct tb_board *board, const struct tb_position *position,
                        const struct heuristic *heuristic, int value, int length)
{
    if (heuristic->admissible && value > length)
        tell_failure(board, position, heuristic, "exceeds the length", value, length);
    if ((value == 0) != (length == 0))
        tell_failure(board, position, heuristic, "is 0, or is not", value, length);
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
    unsigned rank = 0, too_much = 0;

    board_ways_init(&ways, &board);
    make_all(&board, &goal, heuristic);
    count_up(position.tile, board.cells);
    do {
        int length = oracle.depth[rank++];

        for (unsigned i = 0; i < CLASSICS && length != UNSEEN; i++) {
            int value = heuristic_value(heuristic[i], &position);

            check_value(&board, &position, heuristic[i], value, length);
            too_much += value > length;
            if (heuristic[i]->consistent && rank % step == 0)
                check_edges(&board, &ways, &position, heuristic[i]);
        }
    } while (next_permutation(position.tile, board.cells));
    assert_true(too_much > 0); /* by the one that claims nothing */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_of_3x3),
        cmocka_unit_test(every_position_of_narrow_boards),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
