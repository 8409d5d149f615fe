/* test_local.c -- local problems against plain searches, and boards solved by them */
#include "testing_build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "local.h"
#include "local_analysis.h"
#include "testing_solve.h"
#include "value_iteration.h"

static struct tb_pattern local_of(const struct tb_board *board, tb_cellset goals, tb_cellset fixed)
{
    struct tb_pattern pattern;
    struct tb_error error;

    if (tb_pattern_local(&pattern, board, goals, fixed, &error) != TB_OK)
        fail_msg("%s", error.text);
    return pattern;
}

static enum tb_status build_problem(void *context, const struct tb_pattern *pattern,
                                    struct tb_pdb **pdb, struct tb_error *error)
{
    struct build build;
    unsigned *count = context;

    must_build(pattern, 1, NULL, &build);
    ++*count;
    return build_into_pdb(&build, pdb, error);
}

static struct tb_local *train(const struct tb_board *board, unsigned region)
{
    struct tb_local *local;
    struct tb_error error;
    unsigned count = 0;

    if (tb_local_make(board, region, build_problem, &count, &local, &error) != TB_OK)
        fail_msg("%s", error.text);
    assert_int_equal(local->problems, count);
    return local;
}

/* --- one problem --- */

/* How far whole positions are from one with all tiles of `goals` at home, while no tile of
 * `fixed` moves. A plain search, which knows neither tables nor patterns. */
struct whole_search {
    struct tb_board board;
    uint8_t *depth; /* by permutation_rank */
    struct tb_position *list;
    size_t count;
};

static bool are_home(const struct tb_position *position, tb_cellset cells)
{
    for (; cells != 0; cells = tb_cellset_rest(cells))
        if (position->tile[tb_cellset_first(cells)] != tb_cellset_first(cells) + 1)
            return false;
    return true;
}

/* 0 1 2 3 ..., from where all permutations are gone through. */
static struct tb_position first_position(const struct tb_board *board)
{
    struct tb_position position = {0};

    for (unsigned cell = 0; cell < TB_CELLS_MAX; cell++)
        position.tile[cell] = cell < board->cells ? (uint8_t)cell : 0;
    return position;
}

static void reach(struct whole_search *search, const struct tb_position *position, uint8_t depth)
{
    uint32_t rank = permutation_rank(position->tile, search->board.cells);

    if (search->depth[rank] != UNSEEN)
        return;
    search->depth[rank] = depth;
    search->list[search->count++] = *position;
}

static void spread_whole(struct whole_search *search, size_t number, tb_cellset fixed)
{
    struct tb_position from = search->list[number];
    uint8_t depth = search->depth[permutation_rank(from.tile, search->board.cells)], beside[4];
    unsigned blank = tb_position_find(&search->board, &from, 0);
    unsigned moves = cells_beside(&search->board, blank, beside);

    for (unsigned i = 0; i < moves; i++) {
        struct tb_position next = from;

        if (tb_cellset_has(fixed, beside[i]))
            continue;
        slide(&next, blank, beside[i]);
        reach(search, &next, (uint8_t)(depth + 1));
    }
}

static struct whole_search search_whole(const struct tb_pattern *pattern)
{
    struct whole_search search = {.board = pattern->board};
    unsigned cells = pattern->board.cells;
    struct tb_position position = first_position(&pattern->board);
    uint32_t ranks = 1;

    for (unsigned i = 2; i <= cells; i++)
        ranks *= i;
    search.depth = malloc(ranks);
    search.list = malloc(ranks * sizeof *search.list);
    assert_true(search.depth != NULL && search.list != NULL);
    memset(search.depth, UNSEEN, ranks);
    do
        if (are_home(&position, pattern->goals | pattern->fixed))
            reach(&search, &position, 0);
    while (next_permutation(position.tile, cells));
    for (size_t i = 0; i < search.count; i++)
        spread_whole(&search, i, pattern->fixed);
    return search;
}

/* Every position with the fixed tiles at home, and some others. */
static void check_values(const struct tb_pattern *pattern)
{
    unsigned cells = pattern->board.cells;
    struct whole_search search = search_whole(pattern);
    struct tb_position position = first_position(&pattern->board);
    struct build build;
    struct tb_pdb *pdb;

    must_build(pattern, 1, NULL, &build);
    assert_int_equal(build.table.bytes, tb_pattern_entries(pattern));
    assert_int_equal(build_into_pdb(&build, &pdb, NULL), TB_OK);
    do {
        int value = tb_pdb_lookup(pdb, &position);
        int depth = search.depth[permutation_rank(position.tile, cells)];

        if (!are_home(&position, pattern->fixed))
            assert_int_equal(value, TB_UNREACHABLE);
        else
            assert_int_equal(value, depth == UNSEEN ? TB_UNREACHABLE : depth);
    } while (next_permutation(position.tile, cells));
    free(search.depth);
    free(search.list);
    tb_pdb_close(pdb);
}

/* V is gamma^k / (1 - gamma), and the policy's move has one move less to go. */
static void check_iteration(const struct tb_pattern *pattern, double gamma)
{
    struct local_graph graph;
    struct value_iteration learned;
    struct build build;

    must_build(pattern, 1, NULL, &build);
    assert_int_equal(local_graph_init(&graph, pattern, NULL), TB_OK);
    assert_int_equal(value_iteration(&graph, gamma, &learned, NULL), TB_OK);
    assert_int_equal(learned.states, build.entries);
    for (uint64_t state = 0; state < learned.states; state++) {
        unsigned value = build.table.table[state];
        uint32_t row = (uint32_t)(state / graph.columns),
                 column = (uint32_t)(state % graph.columns);

        if (value == 255) {
            assert_true(learned.value[state] == 0);
            continue;
        }
        if (fabs(learned.value[state] * (1 - gamma) / pow(gamma, value) - 1) > 1e-9)
            fail_msg("state %llu: V is %.17g, %u moves from home", (unsigned long long)state,
                     learned.value[state], value);
        if (value > 0) {
            unsigned move = value_iteration_policy(&graph, &learned, row, column);

            assert_int_equal(
                build.table.table[local_graph_next(&graph, row, &graph.moves[column][move])],
                value - 1);
        }
    }
    value_iteration_free(&learned);
    local_graph_free(&graph);
    build_free(&build);
}

/* All problems of a board with at most so many tiles of each sort, in a random choice. */
static void each_problem(unsigned width, unsigned height, unsigned most, unsigned odds,
                         void (*check)(const struct tb_pattern *pattern))
{
    struct tb_board board = board_of(width, height);
    uint64_t seed = 11;

    for (tb_cellset goals = 1; goals <= board.all >> 1; goals++)
        for (tb_cellset fixed = 0; fixed <= board.all >> 1; fixed++) {
            struct tb_pattern pattern;

            if (tb_cellset_size(goals) > most || (goals & fixed) != 0 ||
                random_below(&seed, odds) > 0)
                continue;
            pattern = local_of(&board, goals, fixed);
            check(&pattern);
        }
}

static void check_learned(const struct tb_pattern *pattern)
{
    check_iteration(pattern, 0.9);
}

static void values(void **state)
{
    (void)state;
    each_problem(2, 2, 3, 1, check_values);
    each_problem(3, 2, 5, 3, check_values);
    each_problem(2, 4, 7, 100, check_values);
    each_problem(3, 3, 4, 2000, check_values);
}

static void learned_values(void **state)
{
    (void)state;
    each_problem(2, 2, 3, 1, check_learned);
    each_problem(3, 2, 5, 3, check_learned);
    each_problem(3, 3, 4, 2000, check_learned);
}

/* All that the 15-puzzle asks for, one tile at a time; another gamma gives other values, but
 * the same policy. */
static void learned_policies(void **state)
{
    struct tb_board board = board_of(4, 4);
    struct tb_local *local = train(&board, 1);

    (void)state;
    for (unsigned i = 0; i < local->problems; i++)
        check_iteration(&tb_pdb_header(local->problem[i])->pattern, i % 2 == 0 ? 0.8 : 0.6);
    tb_local_close(local);
}

static void entries_there_and_back(void **state)
{
    struct tb_board board = board_of(4, 3);
    struct tb_pattern pattern = local_of(&board, 0x213, 0x944);
    struct tb_entry_index index;

    (void)state;
    assert_int_equal(tb_pattern_entries(&pattern), 8 * 7 * 6 * 5 * 4);
    assert_int_equal(tb_entry_index_init(&index, &pattern, NULL), TB_OK);
    for (uint32_t row = 0; row < tb_pattern_rows(&pattern); row++)
        for (uint32_t column = 0; column < tb_pattern_columns(&pattern); column++) {
            uint8_t cell[TB_TILES_MAX];
            uint32_t row_again, column_again;
            unsigned blank;

            tb_entry_at(&index, row, column, cell, &blank);
            assert_false(tb_cellset_has(pattern.fixed, blank));
            for (unsigned i = 0; i < pattern.tiles; i++)
                assert_false(tb_cellset_has(pattern.fixed | tb_cellset_of(blank), cell[i]));
            tb_entry_place(&index, cell, blank, &row_again, &column_again);
            assert_int_equal(row_again, row);
            assert_int_equal(column_again, column);
        }
    tb_entry_index_free(&index);
}

static void impossible_problems(void **state)
{
    struct tb_board board = board_of(3, 3);
    struct tb_pattern pattern;

    (void)state;
    assert_int_equal(tb_pattern_local(&pattern, &board, 0x3, 0x2, NULL), TB_INVALID);
    assert_int_equal(tb_pattern_local(&pattern, &board, 0, 0x2, NULL), TB_INVALID);
    assert_int_equal(tb_pattern_local(&pattern, &board, 0x1, 0x200, NULL), TB_INVALID);
    assert_int_equal(tb_pattern_local(&pattern, &board, 0x200, 0x1, NULL), TB_INVALID);
    assert_int_equal(tb_pattern_local(&pattern, &board, 0x1, 0x1fe, NULL), TB_INVALID);
    assert_int_equal(tb_pattern_local(&pattern, &board, 0x1, 0x1fc, NULL), TB_OK);
    assert_int_equal(pattern.blank, 1);
}

/* --- the paper's theorems --- */

static const struct tb_header *problem_of(const struct tb_local *local, unsigned first,
                                          unsigned last)
{
    for (unsigned i = 0; i < local->problems; i++) {
        const struct tb_header *header = tb_pdb_header(local->problem[i]);

        if (tb_cellset_first(header->pattern.goals) + 1 == first &&
            tb_cellset_last(header->pattern.goals) + 1 == last)
            return header;
    }
    fail_msg("no problem of tiles %u to %u", first, last);
    return NULL;
}

static void check_shares(const struct local_analysis *analysis, unsigned tile, unsigned whole,
                         const unsigned *parts)
{
    const struct step_shares *shares = &analysis->step[tile - 1];

    for (unsigned i = 0; i < TB_TILES_MAX; i++) {
        unsigned part = i < 5 ? parts[i] : 0;

        assert_int_equal(shares->taken[i] * whole, part * shares->placements);
        assert_true(fabs(shares->share[i] - (double)part / whole) < 1e-12);
    }
}

static void theorems(void **state)
{
    /* By the largest problem of a tile: twice the paper's, for two tiles are left that can
     * change places to make the parity right. */
    static const struct {
        unsigned first, last, states;
    } largest[] = {{3, 4, 2 * 1092},  {7, 8, 2 * 360},    {9, 10, 2 * 168}, {9, 11, 2 * 840},
                   {9, 12, 2 * 3360}, {9, 13, 2 * 10080}, {14, 14, 3},      {15, 15, 2}};
    struct tb_board board = board_of(4, 4);
    struct tb_local *local = train(&board, 1);
    struct local_analysis analysis;

    (void)state;
    assert_int_equal(local_analyse(local, &analysis, NULL), TB_OK);
    for (unsigned i = 0; i < LOCAL_PUBLISHED; i++) {
        const struct published_most *most = &local_published[i];

        assert_int_equal(problem_of(local, most->first, most->last)->values - 1, most->moves);
    }
    for (unsigned i = 0; i < LENGTH(largest); i++) {
        const struct tb_header *header = problem_of(local, largest[i].first, largest[i].last);

        assert_int_equal(tb_local_states(&header->pattern), largest[i].states);
        assert_int_equal(header->states, largest[i].states);
    }
    for (unsigned i = 0; i < LOCAL_PUBLISHED_CLASSES; i++)
        assert_int_equal(local_bound(local, &analysis, i + 1), local_published_bound[i]);
    check_shares(&analysis, 4, 12, (const unsigned[]){1, 11, 0, 0, 0});
    check_shares(&analysis, 8, 8, (const unsigned[]){1, 7, 0, 0, 0});
    check_shares(&analysis, 10, 2520, (const unsigned[]){2100, 420, 0, 0, 0});
    check_shares(&analysis, 11, 360, (const unsigned[]){216, 72, 72, 0, 0});
    check_shares(&analysis, 12, 60, (const unsigned[]){15, 0, 30, 15, 0});
    check_shares(&analysis, 13, 12, (const unsigned[]){4, 0, 0, 0, 8});
    for (unsigned tile = 1; tile <= 15; tile++)
        if (tile < 10 ? tile % 4 != 0 : tile > 13)
            check_shares(&analysis, tile, 1, (const unsigned[]){1, 0, 0, 0, 0});
    assert_true(fabs(analysis.by_class[1].share - 1.0 / 2304) < 1e-12);
    assert_true(fabs(analysis.by_class[2].share - 763.0 / 11520) < 1e-12);
    assert_true(fabs(analysis.by_class[3].share - 11.0 / 60) < 1e-12);
    assert_true(fabs(analysis.by_class[4].share - 1.0 / 12) < 1e-12);
    assert_true(fabs(analysis.by_class[5].share - 2.0 / 3) < 1e-12);
    assert_int_equal(analysis.classes, 5);
    tb_local_close(local);
}

/* --- whole boards --- */

/* Every step brings its tiles home, and moves none that is fixed; the last ends at the goal. */
static void check_solution(const struct tb_local *local, const struct tb_position *start,
                           const struct local_solution *solution)
{
    struct tb_position now = *start;
    unsigned blank = tb_position_find(&local->board, &now, 0), move = 0, largest = 0;

    assert_int_equal(solution->parts, local->steps);
    for (unsigned i = 0; i < solution->parts; i++) {
        const struct tb_pattern *pattern = solution->part[i].pattern;

        assert_int_equal(tb_cellset_last(pattern->goals) + 1, local->step[i].last_tile);
        assert_int_equal(pattern->goals & pattern->fixed, 0);
        assert_int_equal(pattern->goals | pattern->fixed,
                         tb_cellset_of(local->step[i].last_tile) - 1);
        for (unsigned left = solution->part[i].moves; left > 0; left--, move++) {
            unsigned to = solution->path[move];

            assert_true(to < local->board.cells);
            assert_false(tb_cellset_has(pattern->fixed, to));
            assert_int_equal(tb_board_distance(&local->board, blank, to), 1);
            slide(&now, blank, to);
            blank = to;
        }
        assert_true(are_home(&now, pattern->goals | pattern->fixed));
        largest = pattern->tiles > largest ? pattern->tiles : largest;
    }
    assert_int_equal(move, solution->length);
    assert_int_equal(largest, solution->largest);
    assert_int_equal(blank, local->board.cells - 1);
}

static unsigned must_solve_locally(const struct tb_local *local, const struct tb_position *start)
{
    struct local_solution solution;
    struct tb_error error;

    if (local_solve(local, start, &solution, &error) != TB_OK)
        fail_msg("%s", error.text);
    check_solution(local, start, &solution);
    assert_true(solution.length <= tb_local_most(local));
    return solution.length;
}

/* Solve every position that can be; an oracle tells how short a solution can be at best. */
static uint64_t solve_every(const struct tb_local *local, const struct oracle *oracle, bool exact)
{
    struct tb_position position = first_position(&local->board);
    uint64_t count = 0;

    do {
        int depth = oracle_depth(oracle, &position);
        unsigned length;

        if (depth == UNSEEN)
            continue;
        length = must_solve_locally(local, &position);
        count++;
        if (exact)
            assert_int_equal(length, depth);
        else
            assert_true((int)length >= depth && ((int)length - depth) % 2 == 0);
    } while (next_permutation(position.tile, local->board.cells));
    return count;
}

static void check_every(unsigned width, unsigned height, unsigned regions, uint64_t positions)
{
    struct tb_board board = board_of(width, height);
    struct tb_position goal = goal_of(&board, "blank-last");
    struct oracle oracle = make_oracle(&board, &goal);

    for (unsigned region = 1; region <= regions; region++) {
        struct tb_local *local = train(&board, region);

        assert_int_equal(solve_every(local, &oracle, region >= board.cells - 1u), positions);
        tb_local_close(local);
    }
    oracle_free(&oracle);
}

/* With all tiles in one step, solutions are as short as can be. */
static void every_position(void **state)
{
    (void)state;
    check_every(2, 2, 4, 12);
    check_every(3, 2, 5, 360);
    check_every(2, 3, 5, 360);
    check_every(3, 3, 9, 181440);
    check_every(2, 5, 1, 1814400);
}

/* A random position that can be solved. */
static struct tb_position random_position(const struct tb_board *board, uint64_t *seed)
{
    struct tb_position goal = goal_of(board, "blank-last"), position;

    do {
        position = goal;
        shuffle(seed, position.tile, board->cells);
    } while (!tb_position_solvable(board, &position, &goal));
    return position;
}

static void check_random(const struct tb_board *board, unsigned region, unsigned positions)
{
    struct tb_local *local = train(board, region);
    uint64_t seed = 3;

    for (unsigned i = 0; i < positions; i++) {
        struct tb_position start = random_position(board, &seed);

        must_solve_locally(local, &start);
    }
    tb_local_close(local);
}

static void check_board(const struct tb_board *board)
{
    bool small = board->cells <= 20 && board->width < 6;

    if (!small && getenv("TILEBASE_TEST_LONG") == NULL)
        return;
    for (unsigned region = 1; region <= (small ? 4 : 2); region++)
        check_random(board, region, 200);
}

static void every_board(void **state)
{
    (void)state;
    each_board(check_board);
}

static void large_boards(void **state)
{
    struct tb_board five = board_of(5, 5), six = board_of(6, 6);

    (void)state;
    check_random(&five, 1, 1000);
    check_random(&six, 1, 1000);
}

/* Sources that fail, or give what was not asked for. */
static enum tb_status refuse(void *context, const struct tb_pattern *pattern, struct tb_pdb **pdb,
                             struct tb_error *error)
{
    unsigned *left = context;

    if ((*left)-- == 0)
        return tb_error_set(error, TB_STOPPED, "enough");
    return build_problem(&(unsigned){0}, pattern, pdb, error);
}

static enum tb_status give_another(void *context, const struct tb_pattern *pattern,
                                   struct tb_pdb **pdb, struct tb_error *error)
{
    struct tb_pattern other = local_of(&pattern->board, 0x80, 0);

    return build_problem(context, &other, pdb, error);
}

static void sources_that_fail(void **state)
{
    struct tb_board board = board_of(3, 3);
    struct tb_local *local;
    unsigned count = 5;

    (void)state;
    assert_int_equal(tb_local_make(&board, 1, refuse, &count, &local, NULL), TB_STOPPED);
    assert_null(local);
    assert_int_equal(tb_local_make(&board, 1, give_another, &count, &local, NULL), TB_INVALID);
    assert_int_equal(tb_local_make(&board, 0, build_problem, &count, &local, NULL), TB_INVALID);
    board = board_of(4, 4);
    assert_int_equal(tb_local_make(&board, 13, build_problem, &count, &local, NULL), TB_INVALID);
    tb_local_close(NULL);
}

/* Tables that were not verified may hold anything: an error, and never a walk without end. */
static void damaged_tables(void **state)
{
    struct tb_board board = board_of(3, 3);
    struct tb_local *local = train(&board, 1);
    struct tb_position start = position_of(&board, "8 6 7 2 5 4 3 0 1");
    struct local_solution solution;

    (void)state;
    for (unsigned value = 0; value < 256; value += 5) {
        struct tb_pdb *pdb = local->problem[2];
        uint8_t *table = (uint8_t *)(uintptr_t)tb_pdb_table(pdb);

        memset(table, (int)value, tb_pdb_header(pdb)->table_bytes);
        if (value == 0 || value == 255) /* nothing to do, or nothing to be done */
            local_solve(local, &start, &solution, NULL);
        else
            assert_int_equal(local_solve(local, &start, &solution, NULL), TB_DAMAGED);
    }
    tb_local_close(local);
}

/* Tables that call every board solved: steps with tiles on the cells of those that are fixed would
 * follow, and look values up beyond the table. */
static void tables_that_lie(void **state)
{
    struct tb_board board = board_of(3, 3);
    struct tb_position start = position_of(&board, "8 6 7 2 5 4 3 0 1");
    struct local_solution solution;

    (void)state;
    for (unsigned region = 1; region <= 3; region++) {
        struct tb_local *local = train(&board, region);

        for (unsigned i = 0; i < local->problems; i++) {
            struct tb_pdb *pdb = local->problem[i];

            memset((uint8_t *)(uintptr_t)tb_pdb_table(pdb), 0, tb_pdb_header(pdb)->table_bytes);
        }
        assert_int_equal(local_solve(local, &start, &solution, NULL), TB_DAMAGED);
        tb_local_close(local);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values),
        cmocka_unit_test(learned_values),
        cmocka_unit_test(learned_policies),
        cmocka_unit_test(entries_there_and_back),
        cmocka_unit_test(impossible_problems),
        cmocka_unit_test(theorems),
        cmocka_unit_test(every_position),
        cmocka_unit_test(every_board),
        cmocka_unit_test(large_boards),
        cmocka_unit_test(sources_that_fail),
        cmocka_unit_test(damaged_tables),
        cmocka_unit_test(tables_that_lie),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
