/* test_classic_values.c -- heuristics without databases: their values are what the definitions
 * say, moves keep them up on every board, and searches with them find what is there */
#include "testing_classic.h"

#include "boards.h"
#include "ida.h"

/* A position, where what stands on each of its cells belongs, and the heuristics of its goal. */
struct sample {
    struct tb_board board;
    struct tb_position goal, position;
    unsigned home[TB_CELLS_MAX];
    struct heuristic *heuristic[CLASSICS];
};

static void find_homes(struct sample *now)
{
    for (unsigned cell = 0; cell < now->board.cells; cell++)
        now->home[cell] = tb_position_find(&now->board, &now->goal, now->position.tile[cell]);
}

static int row_of(const struct sample *now, unsigned cell)
{
    return (int)(cell / now->board.width);
}

static int column_of(const struct sample *now, unsigned cell)
{
    return (int)(cell % now->board.width);
}

static int naive_misplaced(const struct sample *now)
{
    int count = 0;

    for (unsigned cell = 0; cell < now->board.cells; cell++)
        count += now->position.tile[cell] != 0 && now->home[cell] != cell;
    return count;
}

static long double naive_straight(const struct sample *now)
{
    long double sum = 0;

    for (unsigned cell = 0; cell < now->board.cells; cell++) {
        int rows = row_of(now, cell) - row_of(now, now->home[cell]);
        int columns = column_of(now, cell) - column_of(now, now->home[cell]);

        if (now->position.tile[cell] != 0)
            sum += sqrtl((long double)(rows * rows + columns * columns));
    }
    return sum;
}

static int naive_distances(const struct sample *now)
{
    int sum = 0;

    for (unsigned cell = 0; cell < now->board.cells; cell++)
        if (now->position.tile[cell] != 0)
            sum += (int)tb_board_distance(&now->board, cell, now->home[cell]);
    return sum;
}

/* Where a cell comes row by row, or column by column. */
static int turn(const struct sample *now, unsigned cell, bool columns)
{
    return columns ? column_of(now, cell) * now->board.height + row_of(now, cell) : (int)cell;
}

/* The first number of moves that is enough for the inversions and for the blank, and odd or even
 * with what the blank has to go. */
static int naive_order_moves(const struct sample *now, bool columns)
{
    unsigned blank = tb_position_find(&now->board, &now->position, 0), home = now->home[blank];
    int away = abs(columns ? column_of(now, blank) - column_of(now, home)
                           : row_of(now, blank) - row_of(now, home));
    int passes = (columns ? now->board.height : now->board.width) - 1, inversions = 0, moves = 0;

    for (unsigned a = 0; a < now->board.cells; a++)
        for (unsigned b = 0; b < now->board.cells; b++)
            inversions += a != blank && b != blank &&
                          turn(now, a, columns) < turn(now, b, columns) &&
                          turn(now, now->home[a], columns) > turn(now, now->home[b], columns);
    while (moves * passes < inversions || moves < away || moves % 2 != away % 2)
        moves++;
    return moves;
}

/* The fewest tiles to take out of a line so that no two of the rest are in the wrong order, by
 * trying all sets. The relaxed rule has every tile of the line in it. */
static int naive_leavers(const struct sample *now, unsigned line, bool columns, bool relaxed)
{
    unsigned length = columns ? now->board.height : now->board.width, fewest = length;
    int place[TB_SIDE_MAX];

    for (unsigned i = 0; i < length; i++) {
        unsigned cell = columns ? i * now->board.width + line : line * now->board.width + i;
        unsigned home = now->home[cell];
        int home_line = columns ? column_of(now, home) : row_of(now, home);

        place[i] = columns ? row_of(now, home) : column_of(now, home);
        if (now->position.tile[cell] == 0 || (!relaxed && home_line != (int)line))
            place[i] = -1;
    }
    for (unsigned out = 0; out < 1u << length; out++) {
        bool right = true;

        for (unsigned i = 0; i < length; i++)
            for (unsigned j = i + 1; j < length; j++)
                right = right && ((out >> i & 1) != 0 || (out >> j & 1) != 0 || place[i] < 0 ||
                                  place[j] < 0 || place[i] <= place[j]);
        if (right && (unsigned)__builtin_popcount(out) < fewest)
            fewest = (unsigned)__builtin_popcount(out);
    }
    return (int)fewest;
}

static int naive_conflicts(const struct sample *now, bool relaxed)
{
    int sum = 0;

    for (unsigned row = 0; row < now->board.height; row++)
        sum += naive_leavers(now, row, false, relaxed);
    for (unsigned column = 0; column < now->board.width; column++)
        sum += naive_leavers(now, column, true, relaxed);
    return sum;
}

static int value_of(const struct sample *now, classic_maker *maker)
{
    unsigned number = 0;

    while (classics[number].maker != maker)
        number++;
    return heuristic_value(now->heuristic[number], &now->position);
}

/* The sum is rounded up, and never wrongly; to know that the test keeps away from where it could
 * be wrong itself. */
static void check_straight(const struct sample *now)
{
    long double sum = naive_straight(now), rest = sum - floorl(sum);
    int value = value_of(now, euclidean_new);

    if (rest > 1e-6L && rest < 1 - 1e-9L)
        assert_int_equal(value, (int)ceill(sum));
    else if (rest < 1e-12L || rest > 1 - 1e-12L)
        assert_int_equal(value, (int)roundl(sum));
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static void check_definitions(const struct sample *now)
{
    int distances = naive_distances(now), conflicts = distances + 2 * naive_conflicts(now, false);
    int inversions = naive_order_moves(now, false) + naive_order_moves(now, true);

    assert_int_equal(value_of(now, misplaced_new), naive_misplaced(now));
    check_straight(now);
    assert_int_equal(value_of(now, manhattan_new), distances);
    assert_int_equal(value_of(now, linear_conflict_new), conflicts);
    assert_int_equal(value_of(now, inversion_distance_new), inversions);
    assert_int_equal(value_of(now, inversion_manhattan_new), larger(inversions, distances));
    assert_in_range(value_of(now, corner_tiles_new), conflicts, conflicts + 2 * 8);
    assert_in_range(value_of(now, last_moves_new), conflicts, conflicts + 2 * 2);
    assert_true(value_of(now, novel_new) >= distances + 2 * naive_conflicts(now, true));
}

/* Random positions, and ones whose rows are only turned around, for conflicts. */
static void check_board(const struct tb_board *board)
{
    uint64_t seed = 7u + board->width * 16u + board->height;
    struct sample now = {.board = *board};

    count_up(now.goal.tile, board->cells);
    shuffle(&seed, now.goal.tile, board->cells);
    make_all(board, &now.goal, now.heuristic);
    for (unsigned round = 0; round < 200; round++) {
        now.position = now.goal;
        if (round % 2 == 0)
            shuffle(&seed, now.position.tile, board->cells);
        for (unsigned row = 0; row < board->height; row++)
            shuffle(&seed, now.position.tile + row * board->width, board->width);
        find_homes(&now);
        check_definitions(&now);
    }
    free_all(now.heuristic);
}

static void definitions(void **state)
{
    (void)state;
    each_board(check_board);
}

/* Jumps into the blank's cell from anywhere, by a plain search over all permutations. */
static uint8_t *count_jumps(unsigned cells, const struct tb_position *goal)
{
    unsigned ranks = 1, count = 1;
    struct tb_position *list;
    uint8_t *jumps;

    for (unsigned i = 2; i <= cells; i++)
        ranks *= i;
    jumps = malloc(ranks);
    list = malloc(ranks * sizeof *list);
    assert_true(jumps != NULL && list != NULL);
    memset(jumps, UNSEEN, ranks);
    list[0] = *goal;
    jumps[permutation_rank(goal->tile, cells)] = 0;
    for (unsigned i = 0; i < count; i++) {
        uint8_t depth = jumps[permutation_rank(list[i].tile, cells)];
        unsigned blank = 0;

        while (list[i].tile[blank] != 0)
            blank++;
        for (unsigned from = 0; from < cells; from++) {
            struct tb_position next = list[i];
            uint32_t rank;

            slide(&next, blank, from);
            rank = permutation_rank(next.tile, cells);
            if (from != blank && jumps[rank] == UNSEEN) {
                jumps[rank] = (uint8_t)(depth + 1);
                list[count++] = next;
            }
        }
    }
    assert_int_equal(count, ranks);
    free(list);
    return jumps;
}

static void check_jumps(unsigned width, unsigned height, const char *goal_text)
{
    struct tb_board board = board_of(width, height);
    struct tb_position goal = goal_of(&board, goal_text), position = {0};
    uint8_t *jumps = count_jumps(board.cells, &goal);
    struct heuristic *heuristic;
    unsigned rank = 0;

    assert_int_equal(relaxed_adjacency_new(&board, &goal, &heuristic, NULL), TB_OK);
    count_up(position.tile, board.cells);
    do {
        assert_int_equal(heuristic_value(heuristic, &position), jumps[rank++]);
    } while (next_permutation(position.tile, board.cells));
    heuristic->free(heuristic);
    free(jumps);
}

static void jumps_are_counted_exactly(void **state)
{
    (void)state;
    check_jumps(2, 2, "blank-last");
    check_jumps(3, 2, "blank-first");
    check_jumps(2, 4, "3 1 0 5 7 2 4 6");
}

/* Distances, with conflicts, with corners, with last moves, and with both. */
static void check_steps(unsigned width, unsigned height, const char *goal, const char *position,
                        const int value[5])
{
    struct sample now = {.board = board_of(width, height)};

    now.goal = goal_of(&now.board, goal);
    now.position = position_of(&now.board, position);
    assert_true(tb_position_solvable(&now.board, &now.position, &now.goal));
    make_all(&now.board, &now.goal, now.heuristic);
    assert_int_equal(value_of(&now, manhattan_new), value[0]);
    assert_int_equal(value_of(&now, linear_conflict_new), value[1]);
    assert_int_equal(value_of(&now, corner_tiles_new), value[2]);
    assert_int_equal(value_of(&now, last_moves_new), value[3]);
    assert_int_equal(value_of(&now, corner_last_new), value[4]);
    free_all(now.heuristic);
}

static void corners_and_last_moves_by_hand(void **state)
{
    (void)state;
    /* 8 is in the corner of 1, beside 2 and 4. The blank comes home past 6 or 8, which both make
     * a detour; then past 5, which comes from there anyway. */
    check_steps(3, 3, "blank-last", "8 2 3 4 1 6 7 5 0", (int[]){6, 6, 10, 8, 12});
    /* Three corners are wrong, but 2 and 5 are in conflicts already, and one of them may be who
     * lets the blank home. */
    check_steps(3, 3, "1 2 3 4 0 5 6 7 8", "8 2 1 4 0 5 6 7 3", (int[]){8, 12, 16, 12, 16});
    /* All that the last two moves can be made by is in place. */
    check_steps(4, 4, "blank-last", "2 5 3 4 1 6 7 8 9 10 11 12 13 14 15 0",
                (int[]){4, 4, 4, 8, 8});
    /* One move before the goal there is no last move but one, and no detour. */
    check_steps(4, 4, "blank-last", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15",
                (int[]){1, 1, 1, 1, 1});
    check_steps(4, 4, "blank-last", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0",
                (int[]){0, 0, 0, 0, 0});
}

/* --- moves --- */

/* A walk from the goal, or from anywhere: what is kept up move by move is what is computed anew.
 * The tile that searches leave on the blank's cell is never looked at. */
static void walk(const struct tb_board *board, const struct board_ways *ways,
                 const struct heuristic *heuristic, struct tb_position now, uint64_t *seed)
{
    const struct engine *engine = &heuristic->engine;
    void *nodes[2] = {malloc(engine->node_bytes), malloc(engine->node_bytes)};

    assert_true(nodes[0] != NULL && nodes[1] != NULL);
    engine->start(engine->evaluator, &now, nodes[0]);
    for (unsigned i = 0; i < 150; i++) {
        const struct ways *list = ways_all(ways, tb_position_find(board, &now, 0));
        unsigned place = random_below(seed, list->count);
        struct tb_position shown = now;
        int values[WAYS_MAX], value;

        shown.tile[list->blank] = (uint8_t)random_below(seed, board->cells);
        engine->expand(engine->evaluator, nodes[i % 2], shown.tile, list, values);
        value = engine->step(engine->evaluator, nodes[i % 2], shown.tile, list, place,
                             nodes[1 - i % 2]);
        slide(&now, list->blank, list->way[place].cell);
        if (value != heuristic_value(heuristic, &now) || value != values[place])
            tell_failure(board, &now, heuristic, "is not what was kept", value, values[place]);
    }
    free(nodes[0]);
    free(nodes[1]);
}

static void walk_board(const struct tb_board *board)
{
    uint64_t seed = 99u + board->width * 16u + board->height;
    struct heuristic *heuristic[CLASSICS];
    struct board_ways ways;

    board_ways_init(&ways, board);
    for (unsigned round = 0; round < 3; round++) {
        struct tb_position goal = goal_of(board, round == 0 ? "blank-last" : "blank-first"), start;

        if (round == 2)
            shuffle(&seed, goal.tile, board->cells);
        start = goal;
        make_all(board, &goal, heuristic);
        for (unsigned i = 0; i < CLASSICS; i++) {
            walk(board, &ways, heuristic[i], goal, &seed);
            shuffle(&seed, start.tile, board->cells);
            walk(board, &ways, heuristic[i], start, &seed);
        }
        free_all(heuristic);
    }
}

static void walks(void **state)
{
    (void)state;
    each_board(walk_board);
}

/* --- the largest of several --- */

/* What a mixture is to be: the largest value. If it is not of one alone, and not of sums over
 * tiles only, Manhattan distance is among them. */
static int naive_mixture(const struct sample *now, const struct mixture *mixture)
{
    bool lines = mixture->conflicts || mixture->corners || mixture->last_moves;
    bool straight = mixture->euclidean || mixture->manhattan;
    bool order = mixture->inversions || mixture->adjacency;
    bool with_distances = mixture->manhattan || lines || (order && straight) ||
                          (mixture->inversions && (mixture->adjacency || mixture->misplaced));
    int value = with_distances ? value_of(now, manhattan_new) : 0;

    if (mixture->euclidean)
        value = larger(value, value_of(now, euclidean_new));
    if (mixture->misplaced)
        value = larger(value, value_of(now, misplaced_new));
    if (mixture->conflicts)
        value = larger(value, value_of(now, linear_conflict_new));
    if (mixture->corners)
        value = larger(value, value_of(now, corner_tiles_new));
    if (mixture->last_moves)
        value = larger(value, value_of(now, last_moves_new));
    if (mixture->corners && mixture->last_moves)
        value = larger(value, value_of(now, corner_last_new));
    if (mixture->inversions)
        value = larger(value, value_of(now, inversion_distance_new));
    if (mixture->adjacency)
        value = larger(value, value_of(now, relaxed_adjacency_new));
    return value;
}

/* One way to name some of eight, on random positions and along walks from them. */
static void check_mixture(struct sample *now, const struct board_ways *ways, unsigned named,
                          uint64_t *seed)
{
    struct mixture mixture = {
        .board = &now->board,
        .misplaced = (named & 1) != 0,
        .euclidean = (named & 2) != 0,
        .manhattan = (named & 4) != 0,
        .conflicts = (named & 8) != 0,
        .corners = (named & 16) != 0,
        .last_moves = (named & 32) != 0,
        .inversions = (named & 64) != 0,
        .adjacency = (named & 128) != 0,
    };
    struct heuristic *heuristic;

    assert_int_equal(heuristic_new(&mixture, &now->goal, &heuristic, NULL), TB_OK);
    assert_true(heuristic->admissible);
    assert_int_equal(heuristic->consistent, !mixture.corners && !mixture.last_moves);
    for (unsigned round = 0; round < 20; round++) {
        int value = heuristic_value(heuristic, &now->position);

        if (value != naive_mixture(now, &mixture))
            tell_failure(&now->board, &now->position, heuristic, "is not the largest", value,
                         naive_mixture(now, &mixture));
        shuffle(seed, now->position.tile, now->board.cells);
    }
    walk(&now->board, ways, heuristic, now->position, seed);
    heuristic->free(heuristic);
}

static void mixtures(void **state)
{
    static const uint8_t sides[][2] = {{2, 2}, {3, 3}, {4, 4}, {5, 2}, {3, 6}};
    uint64_t seed = 4711;

    (void)state;
    for (size_t i = 0; i < LENGTH(sides); i++) {
        struct sample now = {.board = board_of(sides[i][0], sides[i][1])};
        struct board_ways ways;

        board_ways_init(&ways, &now.board);
        count_up(now.goal.tile, now.board.cells);
        shuffle(&seed, now.goal.tile, now.board.cells);
        now.position = now.goal;
        make_all(&now.board, &now.goal, now.heuristic);
        for (unsigned named = 1; named < 256; named++)
            check_mixture(&now, &ways, named, &seed);
        free_all(now.heuristic);
    }
}

/* --- searches --- */

/* Solve some positions of a board with all: the admissible ones find the fewest moves. How often
 * the other does not is returned. */
static unsigned check_searches(unsigned width, unsigned height, const char *goal_text,
                               unsigned step)
{
    struct problem problem = {.board = board_of(width, height)};
    struct heuristic *heuristic[CLASSICS];
    unsigned number = 0, longer = 0;
    struct oracle oracle;

    problem.goal = goal_of(&problem.board, goal_text);
    oracle = make_oracle(&problem.board, &problem.goal);
    make_all(&problem.board, &problem.goal, heuristic);
    count_up(problem.start.tile, problem.board.cells);
    do {
        int length = oracle_depth(&oracle, &problem.start);

        if (length == UNSEEN || number++ % step != 0)
            continue;
        for (unsigned i = 0; i < CLASSICS; i++) {
            struct solution solution;

            must_solve(heuristic[i], &problem, &plainly, &solution);
            replay(&problem, solution.path, solution.bound);
            if (i == NOVEL)
                longer += solution.bound > length;
            else if (solution.bound != length || !solution_proven(&solution))
                tell_failure(&problem.board, &problem.start, heuristic[i], "moves, not",
                             solution.bound, length);
            assert_in_range(solution.least, 0, length);
            solution_free(&solution);
        }
    } while (next_permutation(problem.start.tile, problem.board.cells));
    free_all(heuristic);
    oracle_free(&oracle);
    return longer;
}

static void searches(void **state)
{
    (void)state;
    assert_true(check_searches(3, 3, "blank-last", 700) > 0);
    check_searches(3, 3, "blank-first", 1500);
    check_searches(3, 3, "7 0 3 5 1 8 2 6 4", 1500);
    check_searches(2, 2, "blank-last", 1);
    check_searches(3, 2, "3 0 5 1 4 2", 7);
    check_searches(2, 4, "blank-last", 300);
    check_searches(4, 2, "5 3 0 1 7 2 4 6", 300);
}

/* A 15-puzzle, by one thread and by two: the same solution and the same nodes. */
static void two_threads(void **state)
{
    const struct search by_two = {.threads = 2, .nodes = UINT64_MAX, .seconds = INFINITY};
    struct problem problem = {.board = board_of(4, 4)};

    (void)state;
    problem.goal = goal_of(&problem.board, "blank-last");
    problem.start = position_of(&problem.board, "2 5 3 4 1 6 7 8 9 10 11 12 13 14 15 0");
    for (unsigned i = 0; i < CLASSICS; i++) {
        struct heuristic *heuristic = make(i, &problem.board, &problem.goal);
        struct solution one, two;

        must_solve(heuristic, &problem, &plainly, &one);
        must_solve(heuristic, &problem, &by_two, &two);
        assert_int_equal(one.bound, two.bound);
        assert_int_equal(one.nodes, two.nodes);
        assert_memory_equal(one.path, two.path, (size_t)one.bound);
        solution_free(&one);
        solution_free(&two);
        heuristic->free(heuristic);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(definitions),
        cmocka_unit_test(jumps_are_counted_exactly),
        cmocka_unit_test(corners_and_last_moves_by_hand),
        cmocka_unit_test(walks),
        cmocka_unit_test(mixtures),
        cmocka_unit_test(searches),
        cmocka_unit_test(two_threads),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
