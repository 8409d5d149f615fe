/* ida_template.h -- IDA*, made anew for each heuristic that includes it
 *
 * The including file defines, before the inclusion:
 *
 *     struct evaluator    what it knows of the board and the goal
 *     struct node         what it keeps of a position; node->h is its value
 *     struct child        what it prepares of a move
 *     evaluate_start()    the node of the start
 *     prepare()           everything of a move that needs no table, and a prefetch
 *     admit()             the node after the move, unless its value exceeds a budget
 *
 * All children of a node are prepared before the first is looked at, so that the
 * memory's answers come while others are computed. The length of every solution has
 * the same parity (each move takes the blank one step), so bounds rise by two.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CHECK_EVERY = 1 << 16 }; /* nodes between two looks at the clock */

struct ida {
    const struct evaluator *evaluator;
    const struct limits *limits;
    struct solution *solution;
    double start;
    uint64_t nodes;
    uint64_t check_at; /* nodes at which to look at the limits */
    bool stopped;
    int bound;
    uint8_t neighbours[TB_CELLS_MAX][4]; /* by the cell: up, left, right, down */
    uint8_t degree[TB_CELLS_MAX];
    uint8_t tile[TB_CELLS_MAX];
    struct node node[MOVES_MAX + 1];
};

static double clock_now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static bool out_of_limits(struct ida *ida)
{
    const struct limits *limits = ida->limits;
    uint64_t left = limits->nodes > ida->nodes ? limits->nodes - ida->nodes : 0;

    ida->check_at = ida->nodes + (left < CHECK_EVERY ? left : CHECK_EVERY);
    ida->stopped = left == 0 || clock_now() - ida->start > limits->seconds ||
                   (limits->interrupted != NULL && limits->interrupted());
    return ida->stopped;
}

static bool descend(struct ida *ida, unsigned depth, unsigned blank, unsigned last)
{
    const struct node *node = &ida->node[depth];
    struct child child[4];
    uint8_t cell[4];
    unsigned count = 0;

    if (node->h == 0)
        return true;
    for (unsigned i = 0; i < ida->degree[blank]; i++) {
        unsigned to = ida->neighbours[blank][i];

        if (to == last)
            continue;
        cell[count] = (uint8_t)to;
        prepare(ida->evaluator, node, ida->tile[to], to, blank, &child[count++]);
    }
    for (unsigned i = 0; i < count; i++) {
        unsigned to = cell[i];

        if (ida->nodes == ida->check_at && out_of_limits(ida))
            return false;
        ida->nodes++;
        if (!admit(ida->evaluator, node, &child[i], ida->bound - (int)depth - 1,
                   &ida->node[depth + 1]))
            continue;
        ida->solution->path[depth] = (uint8_t)to;
        ida->tile[blank] = ida->tile[to];
        if (descend(ida, depth + 1, to, blank))
            return true;
        ida->tile[to] = ida->tile[blank];
        if (ida->stopped)
            return false;
    }
    return false;
}

static void find_neighbours(struct ida *ida, const struct tb_board *board)
{
    for (unsigned cell = 0; cell < board->cells; cell++) {
        tb_cellset near = tb_board_spread(board, tb_cellset_of(cell));

        /* In the order of their numbers: up, left, right, down. */
        for (; near != 0; near = tb_cellset_rest(near))
            ida->neighbours[cell][ida->degree[cell]++] = (uint8_t)tb_cellset_first(near);
    }
}

static void start_search(struct ida *ida, const struct problem *problem)
{
    const struct tb_board *board = &problem->board;

    ida->start = clock_now();
    memcpy(ida->tile, problem->start.tile, sizeof ida->tile);
    find_neighbours(ida, board);
    evaluate_start(ida->evaluator, &problem->start, &ida->node[0]);
    ida->solution->h = ida->node[0].h;
}

static void deepen(struct ida *ida, const struct problem *problem)
{
    const struct tb_board *board = &problem->board;
    unsigned blank = tb_position_find(board, &problem->start, 0);
    unsigned home = tb_position_find(board, &problem->goal, 0);
    int h = ida->solution->h;
    bool odd = (h + (int)tb_board_distance(board, blank, home)) % 2 != 0;

    for (ida->bound = odd ? h + 1 : h; ida->bound <= MOVES_MAX; ida->bound += 2) {
        ida->solution->solved = descend(ida, 0, blank, TB_CELLS_MAX);
        if (ida->solution->solved || ida->stopped)
            break;
    }
}

static enum tb_status ida_solve(const struct evaluator *evaluator, const struct problem *problem,
                                const struct limits *limits, struct solution *solution,
                                struct tb_error *error)
{
    struct ida *ida = malloc(sizeof *ida);

    *solution = (struct solution){0};
    if (ida == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a search");
    memset(ida, 0, offsetof(struct ida, node));
    ida->evaluator = evaluator;
    ida->limits = limits;
    ida->solution = solution;
    start_search(ida, problem);
    deepen(ida, problem);
    solution->bound = ida->bound;
    solution->nodes = ida->nodes;
    solution->seconds = clock_now() - ida->start;
    free(ida);
    return TB_OK;
}
