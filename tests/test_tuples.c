/* test_tuples.c -- databases of pairs and triples, and the heuristics made of them */
#include "testing_build.h"

#include <math.h>
#include <string.h>

#define TUPLE_WORDS TUPLE_WORDS_6

#include "algorithm.h"
#include "ida.h"
#include "pairs_maker.h"
#include "tuple_part.h"
#include "tuple_state.h"
#include "tuples.h"

static const struct search plainly = {.threads = 1, .nodes = UINT64_MAX, .seconds = INFINITY};

static void must_build_tuples(const struct tb_board *board, unsigned blank, unsigned size,
                              struct tuples_build *build)
{
    struct tuples_options options = {.threads = 2};
    struct tb_error error;

    if (tuples_build(board, blank, size, &options, build, &error) != TB_OK)
        fail_msg("%s", error.text);
}

/* All sets of two or three numbers below `count`, in the order of their largest, then the
 * next: set by set, by their place in that order. */
static unsigned list_sets(unsigned count, unsigned size, uint8_t (*sets)[3])
{
    unsigned number = 0;

    for (unsigned c = 0; c < (size == 3 ? count : 1); c++)
        for (unsigned b = 0; b < (size == 3 ? c : count); b++)
            for (unsigned a = 0; a < b; a++, number++) {
                sets[number][0] = (uint8_t)a;
                sets[number][1] = (uint8_t)b;
                sets[number][2] = (uint8_t)c;
            }
    return number;
}

static unsigned entry_of(const struct tuples_build *build, uint64_t row, unsigned set)
{
    const struct excess_table table = {build->bits, build->row_bytes, build->bytes, build->table};

    return table_excess(&table, row, set);
}

/* All entries of one tuple against the oracle; adds to the histogram. */
static void check_tuple(const struct tuples_build *build, unsigned tuple, const uint8_t *goals,
                        uint64_t *histogram)
{
    uint8_t sets[220][3], order[3];
    unsigned count = list_sets(build->board.cells, build->size, sets);
    uint64_t row = tuple * (build->size == 2 ? 2u : 6u);
    struct plain plain;

    assert_true(plain_build(build->board.width, build->board.height, goals, build->size,
                            build->blank, &plain));
    count_up(order, 3);
    do {
        for (unsigned set = 0; set < count; set++) {
            unsigned distance = 0, value;
            uint8_t cell[3];

            for (unsigned tile = 0; tile < build->size; tile++) {
                cell[tile] = sets[set][order[tile]];
                distance += tb_board_distance(&build->board, cell[tile], goals[tile]);
            }
            value = plain_value(&plain, cell);
            if (value < distance || (value - distance) % 2 != 0 ||
                entry_of(build, row, set) != (value - distance) / 2)
                fail_msg("tuple %u, row %llu, set %u: %u, not %u - %u", tuple,
                         (unsigned long long)row, set, entry_of(build, row, set), value, distance);
            histogram[value]++;
        }
        row++;
    } while (next_permutation(order, build->size));
    plain_free(&plain);
}

static void check_table(unsigned width, unsigned height, unsigned blank, unsigned size)
{
    struct tb_board board = board_of(width, height);
    uint64_t histogram[TB_VALUES_MAX] = {0};
    uint8_t tuples[220][3];
    unsigned count = list_sets(board.cells - 1u, size, tuples);
    struct tuples_build build;
    uint64_t entries = 0;

    must_build_tuples(&board, blank, size, &build);
    assert_int_equal(build.tuples, count);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned tile = 0; tile < size; tile++)
            if (tuples[i][tile] >= blank)
                tuples[i][tile]++;
        check_tuple(&build, i, tuples[i], histogram);
    }
    assert_memory_equal(build.histogram, histogram, sizeof histogram);
    for (unsigned value = 0; value < TB_VALUES_MAX; value++)
        entries += histogram[value];
    assert_int_equal(build.entries, entries);
    assert_true(histogram[build.values - 1] > 0);
    assert_true(build.states >= entries);
    tuples_free(&build);
}

static void every_entry(void **state)
{
    (void)state;
    for (unsigned width = 2; width <= 6; width++)
        for (unsigned height = 2; height <= 6; height++)
            if (width * height >= 6 && width * height <= 12)
                for (unsigned size = 2; size <= 3; size++)
                    check_table(width, height, width * height - 1, size);
    for (unsigned blank = 0; blank < 9; blank++)
        check_table(3, 3, blank, 3);
    check_table(4, 2, 2, 2);
    check_table(2, 3, 2, 3);
}

static bool stop_at_three(void *context, uint64_t done, uint64_t total)
{
    *(uint64_t *)context = total;
    return done < 3;
}

static void refusals(void **state)
{
    struct tb_board small = board_of(2, 2), board = board_of(3, 3);
    uint64_t total = 0;
    struct tuples_options options = {.threads = 1, .progress = stop_at_three, .context = &total};
    struct tuples_build build;
    struct tb_error error;

    (void)state;
    assert_int_equal(tuples_build(&small, 3, 2, &options, &build, &error), TB_INVALID);
    assert_non_null(strstr(error.text, "at least 6 cells"));
    assert_int_equal(tuples_build(&board, 9, 2, &options, &build, &error), TB_INVALID);
    assert_int_equal(tuples_build(&board, 8, 4, &options, &build, &error), TB_INVALID);
    assert_int_equal(tuples_build(&board, 8, 3, &options, &build, &error), TB_STOPPED);
    assert_null(build.table);
    assert_int_equal(total, 56);
}

/* The databases of a board, and what they make of a goal. */
struct both {
    struct tuples_build pairs, triples;
    struct tuple_tables with, without; /* the triples */
};

static void make_both(const struct tb_board *board, unsigned blank, struct both *both)
{
    must_build_tuples(board, blank, 2, &both->pairs);
    must_build_tuples(board, blank, 3, &both->triples);
    both->without =
        (struct tuple_tables){*board, blank, both->pairs.table, both->pairs.bits, NULL, 0};
    both->with = both->without;
    both->with.triples = both->triples.table;
    both->with.triple_bits = both->triples.bits;
}

static void free_both(struct both *both)
{
    tuples_free(&both->pairs);
    tuples_free(&both->triples);
}

/* Pairs and triples, each packed and covered. */
enum { RULES = 4 };

static const struct tuple_tables *tables_of(const struct both *both, unsigned rule)
{
    return rule < 2 ? &both->without : &both->with;
}

static void make_parts(const struct both *both, const struct tb_position *goal,
                       struct tuple_part *part)
{
    for (unsigned rule = 0; rule < RULES; rule++)
        assert_int_equal(tuple_part_init(&part[rule], tables_of(both, rule),
                                         rule % 2 ? TB_COVER_LEAST : TB_COVER_PACKING, goal,
                                         TUPLE_WORDS, NULL),
                         TB_OK);
}

static void free_parts(struct tuple_part *part)
{
    for (unsigned rule = 0; rule < RULES; rule++)
        tuple_part_free(&part[rule]);
}

static int value_of(const struct tuple_part *part, const struct tb_position *position)
{
    struct tuple_state state;
    int value;

    tuple_start(part, position, &state);
    value = 2 * state.value;
    for (unsigned tile = 0; tile < part->tiles; tile++)
        value += part->distance[tile][state.cell[tile]];
    return value;
}

/* Exact distances to the canonical goal with the blank on any cell. */
static int exact_of(const struct build *build, const struct tb_entry_index *index,
                    const struct tb_view *view, const struct tb_position *position)
{
    struct tb_position seen;
    uint8_t cell[TB_TILES_MAX];
    uint32_t arrangement, set;
    unsigned count = 0;

    tb_view_apply(view, position, &seen);
    for (tb_cellset rest = build->pattern.goals; rest != 0; rest = tb_cellset_rest(rest))
        cell[count++] =
            (uint8_t)tb_position_find(&build->pattern.board, &seen, tb_cellset_first(rest) + 1);
    tb_entry_locate(index, cell, &arrangement, &set);
    return (int)(tb_pattern_manhattan(&build->pattern, cell) +
                 2 * table_excess(&build->table, arrangement, set));
}

/* Packing <= cover <= distance, and triples at least pairs, for a position. */
static void check_order(const struct tuple_part *part, const struct tb_position *position,
                        int distance)
{
    int value[RULES];

    for (unsigned rule = 0; rule < RULES; rule++)
        value[rule] = value_of(&part[rule], position);
    if (value[0] > value[1] || value[2] > value[3] || value[0] > value[2] || value[1] > value[3] ||
        value[3] > distance || (distance - value[3]) % 2 != 0)
        fail_msg("pairs %d and %d, triples %d and %d, distance %d", value[0], value[1], value[2],
                 value[3], distance);
}

/* A goal with its exact distances, and all that is compared with them. */
struct trial {
    struct problem problem;
    struct tb_entry_index index;
    struct tb_view view;
    struct build build;
    struct both both;
    struct tuple_part part[RULES];
    struct heuristic *heuristic[RULES];
};

static void make_trial(struct trial *trial, unsigned blank, const char *goal_text)
{
    const struct tb_board *board = &trial->problem.board;
    struct tb_position *goal = &trial->problem.goal;
    struct tb_pattern pattern =
        make_pattern(board->width, board->height, board->all & ~tb_cellset_of(blank), blank);

    assert_int_equal(tb_goal_parse(board, goal_text, goal, NULL), TB_OK);
    assert_int_equal(tb_view_init(board, goal, blank, &trial->view, NULL), TB_OK);
    assert_int_equal(tb_entry_index_init(&trial->index, &pattern, NULL), TB_OK);
    must_build(&pattern, 1, NULL, &trial->build);
    make_both(board, blank, &trial->both);
    make_parts(&trial->both, goal, trial->part);
    for (unsigned rule = 0; rule < RULES; rule++)
        assert_int_equal(pairs_new(tables_of(&trial->both, rule),
                                   rule % 2 ? TB_COVER_LEAST : TB_COVER_PACKING, goal,
                                   &trial->heuristic[rule], NULL),
                         TB_OK);
}

static void free_trial(struct trial *trial)
{
    for (unsigned rule = 0; rule < RULES; rule++)
        trial->heuristic[rule]->free(trial->heuristic[rule]);
    free_parts(trial->part);
    free_both(&trial->both);
    tb_entry_index_free(&trial->index);
    build_free(&trial->build);
}

static void check_lengths(const struct trial *trial, int distance)
{
    for (unsigned rule = 0; rule < RULES; rule++) {
        const struct heuristic *heuristic = trial->heuristic[rule];
        struct solution solution;

        assert_int_equal(ida_solve(heuristic, &trial->problem, &plainly, &solution, NULL), TB_OK);
        assert_true(solution.solved);
        assert_int_equal(solution.bound, distance);
        assert_int_equal(solution.h, value_of(&trial->part[rule], &trial->problem.start));
        solution_free(&solution);
    }
}

/* All positions of a board, and of each `step` the length of its solution. */
static void check_positions(unsigned width, unsigned height, unsigned blank, const char *goal_text,
                            unsigned step)
{
    struct trial trial = {.problem.board = board_of(width, height)};
    struct tb_position *start = &trial.problem.start;
    unsigned number = 0;

    make_trial(&trial, blank, goal_text);
    count_up(start->tile, width * height);
    do {
        int distance;

        if (!tb_position_solvable(&trial.problem.board, start, &trial.problem.goal))
            continue;
        distance = exact_of(&trial.build, &trial.index, &trial.view, start);
        check_order(trial.part, start, distance);
        if (number++ % step == 0)
            check_lengths(&trial, distance);
    } while (next_permutation(start->tile, width * height));
    free_trial(&trial);
}

static void every_position(void **state)
{
    (void)state;
    check_positions(3, 3, 8, "blank-last", 500);
    check_positions(3, 3, 8, "2 1 0 3 5 4 8 7 6", 2000);
    check_positions(3, 3, 4, "5 1 2 3 0 4 8 6 7", 2000);
    check_positions(2, 4, 7, "blank-first", 200);
    check_positions(4, 2, 7, "blank-last", 200);
    check_positions(3, 2, 5, "blank-last", 1);
}

static void shuffle_position(const struct tb_board *board, const struct tb_position *goal,
                             uint64_t *seed, struct tb_position *position)
{
    *position = (struct tb_position){{0}};
    count_up(position->tile, board->cells);
    do
        shuffle(seed, position->tile, board->cells);
    while (!tb_position_solvable(board, position, goal));
}

/* Lengths that another heuristic finds; and the code for each size of board and kind of
 * processor goes through the same nodes. */
static void other_makers(void **state)
{
    static pairs_maker *const makers[] = {
        pairs_new,
        pairs_new_portable_4,
        pairs_new_portable_5,
        pairs_new_portable_6,
    };
    struct problem problem = {.board = board_of(3, 4)};
    struct heuristic *known;
    struct both both;
    uint64_t seed = 5;

    (void)state;
    tb_goal_blank_last(&problem.board, &problem.goal);
    make_both(&problem.board, 11, &both);
    assert_int_equal(linear_conflict_new(&problem.board, &problem.goal, &known, NULL), TB_OK);
    for (unsigned round = 0; round < 12; round++) {
        enum tb_cover_rule rule = round % 2 ? TB_COVER_LEAST : TB_COVER_PACKING;
        struct solution right, solution, first = {.nodes = 0};

        shuffle_position(&problem.board, &problem.goal, &seed, &problem.start);
        assert_int_equal(ida_solve(known, &problem, &plainly, &right, NULL), TB_OK);
        for (size_t i = 0; i < LENGTH(makers); i++) {
            struct heuristic *heuristic;

            assert_int_equal(
                makers[i](tables_of(&both, round % 4), rule, &problem.goal, &heuristic, NULL),
                TB_OK);
            assert_int_equal(ida_solve(heuristic, &problem, &plainly, &solution, NULL), TB_OK);
            heuristic->free(heuristic);
            assert_int_equal(solution.bound, right.bound);
            if (i == 0)
                first = solution;
            assert_int_equal(solution.nodes, first.nodes);
            solution_free(&solution);
        }
        solution_free(&right);
    }
    known->free(known);
    free_both(&both);
}

/* A state after a move is that of the position after it. */
static void check_state(const struct tuple_part *part, const struct tuple_state *state,
                        const struct tb_position *position)
{
    struct tuple_state fresh;

    tuple_start(part, position, &fresh);
    assert_memory_equal(state->stands, fresh.stands, sizeof fresh.stands);
    assert_memory_equal(state->cell, fresh.cell, sizeof fresh.cell);
    assert_int_equal(state->involved, fresh.involved);
    assert_int_equal(state->count, fresh.count);
    if (fresh.count <= TUPLE_ROOM)
        assert_int_equal(tuple_largest(fresh.list, fresh.count, state->list, state->count), 0);
    if (state->value != fresh.value)
        fail_msg("%u instead of %u", state->value, fresh.value);
}

/* Walk at random from a position. */
static void walk(const struct tuple_part *part, const struct tb_board *board,
                 struct tb_position position, unsigned moves, uint64_t *seed)
{
    struct tuple_state before, after;
    unsigned blank = tb_position_find(board, &position, 0);
    struct board_ways ways;

    board_ways_init(&ways, board);
    tuple_start(part, &position, &before);
    for (unsigned i = 0; i < moves; i++) {
        const struct ways *list = ways_all(&ways, blank);
        unsigned from = list->way[random_below(seed, list->count)].cell;
        unsigned tile = position.tile[from];
        int change = tuple_move(part, &before, tile, from, blank, &after);

        assert_true(change == 1 || change == -1);
        position.tile[blank] = (uint8_t)tile;
        position.tile[from] = 0;
        blank = from;
        check_state(part, &after, &position);
        before = after;
    }
}

/* The goal with its rows turned around: as many conflicts as can be. */
static void reverse_rows(const struct tb_board *board, struct tb_position *position)
{
    for (unsigned cell = 0; cell < board->cells; cell++) {
        unsigned seen = tb_board_map(board, TB_FLIP_COLUMNS, cell);

        position->tile[cell] = (uint8_t)((seen + 1) % board->cells);
    }
}

static void check_walks(unsigned width, unsigned height, const char *goal_text, unsigned moves)
{
    struct tb_board board = board_of(width, height);
    struct tb_position goal, reversed;
    struct tuple_part part[RULES];
    uint64_t seed = 1 + width;
    struct both both;

    assert_int_equal(tb_goal_parse(&board, goal_text, &goal, NULL), TB_OK);
    make_both(&board, board.cells - 1u, &both);
    make_parts(&both, &goal, part);
    reverse_rows(&board, &reversed);
    for (unsigned rule = 0; rule < RULES; rule++) {
        walk(&part[rule], &board, goal, moves, &seed);
        walk(&part[rule], &board, reversed, moves / 10, &seed);
    }
    free_parts(part);
    free_both(&both);
}

static void walks(void **state)
{
    (void)state;
    check_walks(3, 3, "blank-last", 20000);
    check_walks(4, 3, "blank-first", 20000);
    check_walks(2, 5, "blank-last", 20000);
    check_walks(4, 4, "blank-first", 20000);
    check_walks(5, 5, "blank-last", 5000);
}

/* More conflicts than a state has room for. */
static void many_conflicts(void **state)
{
    struct tb_board board = board_of(6, 6);
    struct tb_position goal, reversed = {{0}};
    struct tuples_build pairs;
    uint64_t seed = 9;

    (void)state;
    must_build_tuples(&board, 35, 2, &pairs);
    tb_goal_blank_last(&board, &goal);
    reverse_rows(&board, &reversed);
    for (unsigned rule = 0; rule < 2; rule++) {
        struct tuple_tables tables = {board, 35, pairs.table, pairs.bits, NULL, 0};
        struct tuple_state start;
        struct tuple_part part;

        assert_int_equal(tuple_part_init(&part, &tables, rule ? TB_COVER_LEAST : TB_COVER_PACKING,
                                         &goal, TUPLE_WORDS, NULL),
                         TB_OK);
        tuple_start(&part, &reversed, &start);
        assert_int_equal(start.count, TUPLE_MANY);
        for (unsigned round = 0; round < 20; round++)
            walk(&part, &board, reversed, 300, &seed);
        tuple_part_free(&part);
    }
    tuples_free(&pairs);
}

static void wrong_goal(void **state)
{
    struct tb_board board = board_of(3, 3);
    struct heuristic *heuristic;
    struct tb_position goal;
    struct both both;

    (void)state;
    make_both(&board, 8, &both);
    assert_int_equal(tb_goal_parse(&board, "1 2 3 8 0 4 7 6 5", &goal, NULL), TB_OK);
    assert_int_equal(pairs_new(&both.with, TB_COVER_LEAST, &goal, &heuristic, NULL), TB_INVALID);
    assert_null(heuristic);
    free_both(&both);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_entry),    cmocka_unit_test(refusals),
        cmocka_unit_test(every_position), cmocka_unit_test(other_makers),
        cmocka_unit_test(walks),          cmocka_unit_test(many_conflicts),
        cmocka_unit_test(wrong_goal),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
