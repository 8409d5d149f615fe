/* testing_naive.h -- a naive search to compare the solver's with: node by node, each value
 * from nothing */
#ifndef TESTS_TESTING_NAIVE_H
#define TESTS_TESTING_NAIVE_H

#include "testing_solve.h"

/* What the naive search evaluates with: the largest value of the Manhattan distance, maybe with
 * linear conflicts, of look-ups (in walking distances, too), and of pairs and triples. */
struct naive {
    struct tb_board board;
    struct tb_position goal;
    unsigned lookups; /* 0: none */
    struct lookup lookup[LOOKUPS_MAX];
    struct tb_view view[LOOKUPS_MAX];
    bool conflicts;
    const struct tb_pdb *tuples[2]; /* pairs and triples, NULL: without */
    struct tb_view tuple_view;
    enum tb_cover_rule rule;
    uint64_t nodes;
};

/* Let one more look-up count. */
static inline void naive_add(struct naive *naive, const struct lookup *lookup)
{
    unsigned number = naive->lookups++;

    naive->lookup[number] = *lookup;
    assert_int_equal(tb_view_init(&naive->board, &naive->goal, lookup->partition->blank,
                                  &naive->view[number], NULL),
                     TB_OK);
}

/* Let the databases of pairs, or of pairs and triples, count. */
static inline void naive_add_tuples(struct naive *naive, const struct tb_partition *partition,
                                    const struct tb_tables *tables, enum tb_cover_rule rule)
{
    for (unsigned i = 0; i < partition->count; i++)
        naive->tuples[i] = tb_tables_pdb(tables, i);
    naive->rule = rule;
    assert_int_equal(tb_view_init(&naive->board, &naive->goal,
                                  tb_pdb_header(naive->tuples[0])->pattern.blank,
                                  &naive->tuple_view, NULL),
                     TB_OK);
}

/* The position as the diagonal's mirror shows it. */
static inline void naive_mirror(const struct tb_board *board, struct tb_position *position)
{
    struct tb_position old = *position;

    for (unsigned cell = 0; cell < board->cells; cell++) {
        unsigned tile = old.tile[cell];

        position->tile[tb_board_map(board, TB_TRANSPOSE, cell)] =
            (uint8_t)(tile == 0 ? 0 : tb_board_map(board, TB_TRANSPOSE, tile - 1) + 1);
    }
}

/* A dual look-up: each tile is called by the cell that it stands on, and stands on the cell
 * that it belongs on. */
static inline int naive_look_up_dual(const struct lookup *lookup,
                                     const struct tb_position *position)
{
    const struct tb_board *board = &lookup->partition->board;
    unsigned blank = tb_position_find(board, position, 0);
    struct tb_position turned = {0};
    int sum = 0;

    for (unsigned cell = 0; cell < board->cells; cell++)
        if (cell != blank)
            turned.tile[position->tile[cell] - 1] = (uint8_t)(cell + 1);
    for (unsigned i = 0; i < lookup->dual->count; i++)
        sum += tb_tables_lookup_pattern(lookup->tables, lookup->dual->pattern[blank][i], &turned);
    return sum;
}

static inline int naive_look_up(const struct naive *naive, unsigned number,
                                const struct tb_position *position)
{
    const struct lookup *lookup = &naive->lookup[number];
    struct tb_position seen;

    tb_view_apply(&naive->view[number], position, &seen);
    if (lookup->way == LOOKUP_REFLECTED || lookup->way == LOOKUP_DUAL_REFLECTED)
        naive_mirror(&naive->board, &seen);
    return lookup->way >= LOOKUP_DUAL ? naive_look_up_dual(lookup, &seen)
                                      : tb_tables_lookup(lookup->tables, &seen);
}

/* Add the conflicts of all pairs, or of all triples, to a list. */
static inline unsigned naive_list_conflicts(const struct tb_pdb *pdb, const uint8_t *cell_of,
                                            tb_conflict *conflicts, unsigned count)
{
    unsigned size = tb_pdb_header(pdb)->pattern.tiles;
    uint64_t rows = tb_factorial(size);
    tb_cellset tiles = tb_cellset_of(size) - 1;

    for (uint64_t first = 0; first < tb_pattern_rows(&tb_pdb_header(pdb)->pattern); first += rows) {
        uint8_t cell[TB_TILES_MAX];
        uint32_t row, column;
        unsigned i = 0, excess;

        for (tb_cellset rest = tiles; rest != 0; rest = tb_cellset_rest(rest))
            cell[i++] = cell_of[tb_cellset_first(rest)];
        tb_entry_place(tb_pdb_index(pdb), cell, 0, &row, &column);
        excess = tb_pdb_excess(pdb, first + row, column);
        if (excess > 0) {
            assert_true(count < TB_COVER_CONFLICTS_MAX);
            conflicts[count++] = tb_conflict_of(tiles, excess);
        }
        tiles = tb_cellset_next(tiles);
    }
    return count;
}

/* What pairs and triples add to the distances. */
static inline int naive_tuple_value(const struct naive *naive, const struct tb_position *position)
{
    unsigned blank = tb_pdb_header(naive->tuples[0])->pattern.blank, number = 0, count = 0;
    tb_conflict conflicts[TB_COVER_CONFLICTS_MAX];
    struct tb_position seen;
    uint8_t cell_of[TB_CELLS_MAX];

    tb_view_apply(&naive->tuple_view, position, &seen);
    for (unsigned goal = 0; goal < naive->board.cells; goal++)
        if (goal != blank)
            cell_of[number++] = (uint8_t)tb_position_find(&naive->board, &seen, goal + 1);
    for (unsigned i = 0; i < 2 && naive->tuples[i] != NULL; i++)
        count = naive_list_conflicts(naive->tuples[i], cell_of, conflicts, count);
    return 2 * (int)tb_cover_value(naive->rule, conflicts, count, 0, TB_COVER_ALL);
}

/* How many tiles of a line must leave it: try which may stay. Cells of the line are `step`
 * apart. */
static inline int naive_leavers(const struct naive *naive, const struct tb_position *position,
                                unsigned first, unsigned step, unsigned length)
{
    unsigned homes[TB_SIDE_MAX], tiles = 0, most = 0;

    for (unsigned i = 0; i < length; i++) {
        unsigned tile = position->tile[first + i * step];
        unsigned home = tb_position_find(&naive->board, &naive->goal, tile);

        for (unsigned j = 0; tile != 0 && j < length; j++)
            if (home == first + j * step)
                homes[tiles++] = j;
    }
    for (unsigned stay = 0; stay < 1u << tiles; stay++) {
        bool rising = true;

        for (unsigned i = 0; i < tiles; i++)
            for (unsigned j = 0; j < i; j++)
                rising = rising && !((stay >> i & 1) && (stay >> j & 1) && homes[j] > homes[i]);
        if (rising && (unsigned)__builtin_popcount(stay) > most)
            most = (unsigned)__builtin_popcount(stay);
    }
    return (int)(tiles - most);
}

static inline int naive_distances(const struct naive *naive, const struct tb_position *position)
{
    const struct tb_board *board = &naive->board;
    int sum = 0;

    for (unsigned cell = 0; cell < board->cells; cell++)
        if (position->tile[cell] != 0)
            sum += (int)tb_board_distance(
                board, cell, tb_position_find(board, &naive->goal, position->tile[cell]));
    return sum;
}

static inline int naive_conflict_value(const struct naive *naive,
                                       const struct tb_position *position)
{
    const struct tb_board *board = &naive->board;
    int sum = 0;

    for (unsigned row = 0; row < board->height; row++)
        sum += 2 * naive_leavers(naive, position, row * board->width, 1, board->width);
    for (unsigned column = 0; column < board->width; column++)
        sum += 2 * naive_leavers(naive, position, column, board->width, board->height);
    return sum;
}

static inline int larger(int a, int b)
{
    return a > b ? a : b;
}

static inline int naive_value(const struct naive *naive, const struct tb_position *position)
{
    int manhattan = naive_distances(naive, position), most = manhattan;

    if (naive->conflicts)
        most = larger(most, manhattan + naive_conflict_value(naive, position));
    if (naive->tuples[0] != NULL)
        most = larger(most, manhattan + naive_tuple_value(naive, position));
    for (unsigned i = 0; i < naive->lookups; i++)
        most = larger(most, naive_look_up(naive, i, position));
    return most;
}

/* Search below a position, whose blank came from `last`, with so many moves left. */
static inline bool search_naively(struct naive *naive, struct tb_position *now, unsigned blank,
                                  unsigned last, int left)
{
    uint8_t beside[4];
    unsigned count = cells_beside(&naive->board, blank, beside);

    for (unsigned i = 0; i < count; i++) {
        bool found = false;
        int h;

        if (beside[i] == last)
            continue;
        naive->nodes++;
        slide(now, blank, beside[i]);
        h = naive_value(naive, now);
        if (h <= left - 1)
            found = h == 0 || search_naively(naive, now, beside[i], blank, left - 1);
        slide(now, beside[i], blank);
        if (found)
            return true;
    }
    return false;
}

/* The length; the nodes are counted. */
static inline int solve_naively(struct naive *naive, const struct tb_position *start)
{
    struct tb_position now = *start;
    unsigned blank = tb_position_find(&naive->board, start, 0);
    int bound = naive_value(naive, start);

    naive->nodes = 0;
    assert_true(tb_position_solvable(&naive->board, start, &naive->goal));
    while (bound > 0 && !search_naively(naive, &now, blank, naive->board.cells, bound))
        bound += 2;
    return bound;
}

/* A walk from the goal that never goes back at once. */
static inline struct tb_position
wander(const struct tb_board *board, const struct tb_position *goal, unsigned moves, uint64_t seed)
{
    struct tb_position now = *goal;
    unsigned blank = tb_position_find(board, goal, 0), last = blank;

    while (moves > 0) {
        uint8_t beside[4] = {0};
        unsigned to = beside[random_below(&seed, cells_beside(board, blank, beside))];

        if (to == last)
            continue;
        slide(&now, blank, to);
        last = blank;
        blank = to;
        moves--;
    }
    return now;
}

/* A heuristic solves a board as the naive search does, with one thread and with several. */
static inline void compare(const struct heuristic *heuristic, const struct problem *problem,
                           int length, uint64_t nodes)
{
    struct solution first;

    for (unsigned threads = 1; threads <= 3; threads++) {
        struct search search = plainly;
        struct solution solution;

        search.threads = threads;
        must_solve(heuristic, problem, &search, &solution);
        if (solution.bound != length || solution.nodes != nodes)
            fail_msg("%s, %u threads: %d moves and %llu nodes, not %d and %llu", heuristic->name,
                     threads, solution.bound, (unsigned long long)solution.nodes, length,
                     (unsigned long long)nodes);
        replay(problem, solution.path, solution.bound);
        if (threads == 1)
            first = solution;
        assert_memory_equal(solution.path, first.path, (size_t)length);
        if (threads > 1)
            solution_free(&solution);
    }
    solution_free(&first);
}

#endif
