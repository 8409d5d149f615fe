/* testing_solve.h -- what tests of the solver share: distances from a plain search over
 * whole puzzles, databases in memory, and solutions that are walked */
#ifndef TESTS_TESTING_SOLVE_H
#define TESTS_TESTING_SOLVE_H

#include "testing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "additive.h"
#include "algorithm.h"
#include "ida.h"
#include "mixed.h"
#include "provide.h"

static const struct search plainly = {.threads = 1, .nodes = UINT64_MAX, .seconds = INFINITY};

/* The cells beside a cell, in the order of their numbers. */
static inline unsigned cells_beside(const struct tb_board *board, unsigned cell, uint8_t beside[4])
{
    unsigned count = 0;

    for (unsigned other = 0; other < board->cells; other++)
        if (tb_board_distance(board, cell, other) == 1)
            beside[count++] = (uint8_t)other;
    return count;
}

/* Move the blank from one cell to another. */
static inline void slide(struct tb_position *position, unsigned blank, unsigned to)
{
    position->tile[blank] = position->tile[to];
    position->tile[to] = 0;
}

/* How far every position of a board is from a goal, and in how many shortest ways. */
struct oracle {
    struct tb_board board;
    uint8_t *depth; /* by permutation_rank */
    uint32_t *ways; /* the same */
};

enum { UNSEEN = 255, ORACLE_CELLS = 10 };

static inline int oracle_depth(const struct oracle *oracle, const struct tb_position *position)
{
    return oracle->depth[permutation_rank(position->tile, oracle->board.cells)];
}

/* Go on from one position to those beside it, which are put at the end of the list. */
static inline size_t oracle_spread(struct oracle *oracle, const struct tb_position *from,
                                   struct tb_position *list, size_t count)
{
    const struct tb_board *board = &oracle->board;
    uint32_t rank = permutation_rank(from->tile, board->cells);
    unsigned blank = tb_position_find(board, from, 0);
    uint8_t beside[4];
    unsigned moves = cells_beside(board, blank, beside);

    for (unsigned i = 0; i < moves; i++) {
        struct tb_position *next = &list[count];
        uint32_t to;

        *next = *from;
        slide(next, blank, beside[i]);
        to = permutation_rank(next->tile, board->cells);
        if (oracle->depth[to] == UNSEEN) {
            oracle->depth[to] = (uint8_t)(oracle->depth[rank] + 1);
            count++;
        }
        if (oracle->depth[to] == oracle->depth[rank] + 1)
            oracle->ways[to] += oracle->ways[rank];
    }
    return count;
}

static inline struct oracle make_oracle(const struct tb_board *board,
                                        const struct tb_position *goal)
{
    struct oracle oracle = {.board = *board};
    uint32_t ranks = 1, start = permutation_rank(goal->tile, board->cells);
    struct tb_position *list;
    size_t count = 1;

    assert_in_range(board->cells, 1, ORACLE_CELLS);
    for (unsigned i = 2; i <= board->cells; i++)
        ranks *= i;
    oracle.depth = malloc(ranks);
    oracle.ways = calloc(ranks, sizeof *oracle.ways);
    list = malloc((ranks / 2 + 1) * sizeof *list); /* one more: a place to try moves in */
    assert_true(oracle.depth != NULL && oracle.ways != NULL && list != NULL);
    memset(oracle.depth, UNSEEN, ranks);
    list[0] = *goal;
    oracle.depth[start] = 0;
    oracle.ways[start] = 1;
    for (size_t i = 0; i < count; i++)
        count = oracle_spread(&oracle, &list[i], list, count);
    free(list);
    return oracle;
}

static inline void oracle_free(struct oracle *oracle)
{
    free(oracle->depth);
    free(oracle->ways);
}

/* The goal that a text names. */
static inline struct tb_position goal_of(const struct tb_board *board, const char *text)
{
    struct tb_position goal;

    assert_int_equal(tb_goal_parse(board, text, &goal, NULL), TB_OK);
    return goal;
}

static inline struct tb_position position_of(const struct tb_board *board, const char *text)
{
    struct tb_position position;

    assert_int_equal(tb_position_parse(board, text, &position, NULL), TB_OK);
    return position;
}

/* Build the databases of a partition. */
static inline struct tb_tables *build_tables(const struct tb_partition *partition)
{
    struct tb_tables *tables;
    struct tb_error error;

    if (provide_in_memory(partition, 2, &tables, &error) != TB_OK)
        fail_msg("%s", error.text);
    return tables;
}

/* Build the databases of a picture. */
static inline struct tb_tables *make_tables(const char *picture, struct tb_partition *partition)
{
    assert_int_equal(tb_partition_parse("test", picture, partition, NULL), TB_OK);
    return build_tables(partition);
}

/* The code for everything, used for look-ups alone. */
static inline enum tb_status mix_portably(const struct lookup *lookups, unsigned count,
                                          const struct tb_position *goal,
                                          struct heuristic **heuristic, struct tb_error *error)
{
    const struct mixture mixture = {
        .board = &lookups[0].partition->board, .lookups = lookups, .count = count};

    return mixed_new_portable_any(&mixture, goal, heuristic, error);
}

/* The same for the processor at hand. */
static inline enum tb_status mix(const struct lookup *lookups, unsigned count,
                                 const struct tb_position *goal, struct heuristic **heuristic,
                                 struct tb_error *error)
{
    const struct mixture mixture = {
        .board = &lookups[0].partition->board, .lookups = lookups, .count = count};

    return mixed_new(&mixture, goal, heuristic, error);
}

static inline struct heuristic *must_make(additive_maker *maker, const struct lookup *lookups,
                                          unsigned count, const struct tb_position *goal)
{
    struct heuristic *heuristic;
    struct tb_error error;

    if (maker(lookups, count, goal, &heuristic, &error) != TB_OK)
        fail_msg("%s", error.text);
    return heuristic;
}

static inline void must_solve(const struct heuristic *heuristic, const struct problem *problem,
                              const struct search *search, struct solution *solution)
{
    struct tb_error error;

    if (ida_solve(heuristic, problem, search, solution, &error) != TB_OK)
        fail_msg("%s", error.text);
    assert_true(solution->solved);
}

/* Step by step a heuristic tells the values that it tells of positions from nothing, and no
 * move changes them by more than one if it says so. */
static inline void check_children(const struct heuristic *heuristic, const struct tb_board *board,
                                  const struct tb_position *position)
{
    const struct engine *engine = &heuristic->engine;
    void *node = malloc(engine->node_bytes), *child = malloc(engine->node_bytes);
    unsigned blank = tb_position_find(board, position, 0);
    const struct ways *ways;
    struct board_ways all;
    int values[WAYS_MAX], h;

    assert_true(node != NULL && child != NULL);
    board_ways_init(&all, board);
    ways = ways_all(&all, blank);
    h = engine->start(engine->evaluator, position, node);
    assert_int_equal(h, heuristic_value(heuristic, position));
    engine->expand(engine->evaluator, node, position->tile, ways, values);
    for (unsigned i = 0; i < ways->count; i++) {
        struct tb_position next = *position;
        int again[WAYS_MAX], fresh;

        slide(&next, blank, ways->way[i].cell);
        fresh = heuristic_value(heuristic, &next);
        if (values[i] != fresh ||
            engine->step(engine->evaluator, node, position->tile, ways, i, child) != fresh)
            fail_msg("%s: a child is %d instead of %d", heuristic->name, values[i], fresh);
        if (heuristic->consistent && abs(fresh - h) > 1)
            fail_msg("%s: from %d to %d in one move", heuristic->name, h, fresh);
        /* The child's node is as good as one from nothing. */
        engine->expand(engine->evaluator, child, next.tile, ways_all(&all, ways->way[i].cell),
                       again);
        for (unsigned j = 0; j < ways_all(&all, ways->way[i].cell)->count; j++)
            if (ways_all(&all, ways->way[i].cell)->way[j].cell == blank)
                assert_int_equal(again[j], h);
    }
    free(node);
    free(child);
}

/* Walk a path: each step to a neighbour of the blank, and the goal at the end. */
static inline void replay(const struct problem *problem, const uint8_t *path, int length)
{
    struct tb_position now = problem->start;
    unsigned blank = tb_position_find(&problem->board, &now, 0);

    for (int i = 0; i < length; i++) {
        if (path[i] >= problem->board.cells ||
            tb_board_distance(&problem->board, blank, path[i]) != 1)
            fail_msg("move %d is none", i);
        slide(&now, blank, path[i]);
        blank = path[i];
    }
    assert_memory_equal(now.tile, problem->goal.tile, problem->board.cells);
}

#endif
