/* improve.c -- make a solution shorter */
#include "improve.h"

#include <string.h>

#include "algorithm.h"
#include "searching.h"
#include "seen.h"
#include "turned.h"

/* Make one move. */
static void walk(struct tb_position *now, unsigned *blank, unsigned to)
{
    now->tile[*blank] = now->tile[to];
    now->tile[to] = 0;
    *blank = to;
}

static struct tb_position position_after(const struct problem *problem, const uint8_t *path,
                                         int moves)
{
    struct tb_position now = problem->start;
    unsigned blank = tb_position_find(&problem->board, &now, 0);

    for (int i = 0; i < moves; i++)
        walk(&now, &blank, path[i]);
    return now;
}

/* What is left of the limits, for one window. */
static struct search limits_left(const struct improve *improve, int below)
{
    struct search search = *improve->search;
    uint64_t left = search.nodes > improve->nodes ? search.nodes - improve->nodes : 0;

    search.nodes = left < improve->effort ? left : improve->effort;
    search.seconds -= clock_now() - improve->start;
    search.all = false;
    search.listed = 0;
    search.progress = NULL;
    search.below = below;
    return search;
}

/* Solve a window by the heuristic, as its image sees it. */
static enum tb_status solve_turned(const struct improve *improve, const struct turned *turned,
                                   const struct search *search, struct solution *solution,
                                   struct tb_error *error)
{
    enum tb_status status =
        ida_solve(improve->heuristic, &turned->problem, search, solution, error);

    for (int i = 0; status == TB_OK && solution->solved && i < solution->bound; i++)
        solution->path[i] = turned->cell[solution->path[i]];
    return status;
}

/* Where a window ends: at so many moves, or a little before, where the heuristic serves it. */
static int window_end(const struct improve *improve, const uint8_t *path, int from, int window,
                      int length)
{
    const struct problem *problem = improve->problem;
    unsigned goal = tb_position_find(&problem->board, &problem->goal, 0);

    if (from + window >= length)
        return length;
    for (int to = from + window; improve->turning && to > from + window / 2; to--)
        if (turned_suits(&problem->board, path[to - 1], goal))
            return to;
    return from + window;
}

/* Solve a window with fewer moves than it has, if that can be done with little effort. */
static enum tb_status solve_window(struct improve *improve, const struct problem *window, int moves,
                                   bool last, struct solution *solution, struct tb_error *error)
{
    struct search search = limits_left(improve, moves);
    struct heuristic *distance = NULL;
    struct turned turned;
    bool turns = improve->turning && turned_init(&turned, window, &improve->problem->goal);
    enum tb_status status = TB_OK;

    if (turns)
        status = solve_turned(improve, &turned, &search, solution, error);
    else if (!last || improve->heuristic == NULL)
        status = manhattan_new(&window->board, &window->goal, &distance, error);
    if (status == TB_OK && !turns)
        status = ida_solve(distance != NULL ? distance : improve->heuristic, window, &search,
                           solution, error);
    if (status == TB_OK)
        improve->nodes += solution->nodes;
    if (distance != NULL)
        distance->free(distance);
    return status;
}

enum tb_status improve_windows(struct improve *improve, int window, uint8_t *path, int *length,
                               struct tb_error *error)
{
    int stride = window < 8 ? 1 : window / 4;
    enum tb_status status = TB_OK;

    for (int from = 0; from < *length && status == TB_OK && !improve->stopped; from += stride) {
        int to = window_end(improve, path, from, window, *length);
        struct problem part = {.board = improve->problem->board,
                               .start = position_after(improve->problem, path, from),
                               .goal = position_after(improve->problem, path, to)};
        struct solution solution = {0};

        status = solve_window(improve, &part, to - from, to == *length, &solution, error);
        if (status == TB_OK && solution.solved && solution.bound < to - from) {
            memcpy(path + from, solution.path, (size_t)solution.bound);
            memmove(path + from + solution.bound, path + to, (size_t)(*length - to));
            *length -= to - from - solution.bound;
        }
        solution_free(&solution);
        improve->stopped = out_of_limits(improve->search, improve->nodes, improve->start);
        if (to == *length)
            break;
    }
    return status;
}

enum tb_status improve_loops(const struct problem *problem, uint8_t *path, int *length,
                             struct tb_error *error)
{
    uint32_t *at = malloc(((size_t)*length + 1) * sizeof *at); /* numbers along the way */
    struct tb_position now = problem->start;
    unsigned blank = tb_position_find(&problem->board, &now, 0);
    struct seen seen;
    enum tb_status status = seen_init(&seen, &problem->board, UINT64_MAX, error);
    uint32_t kept = 0;

    for (int i = 0; at != NULL && status == TB_OK && i <= *length; i++) {
        struct packed packed;
        bool fresh;
        uint32_t number;

        if (i > 0) {
            path[kept++] = path[i - 1];
            walk(&now, &blank, path[i - 1]);
        }
        seen_pack(&seen, &now, &packed);
        number = seen_add(&seen, &packed, &fresh);
        if (number == SEEN_NONE) {
            status = TB_NO_MEMORY;
            break;
        }
        /* A place that was left out since is as good as new. */
        if (!fresh && seen_trail(&seen, number)->depth < kept &&
            at[seen_trail(&seen, number)->depth] == number)
            kept = seen_trail(&seen, number)->depth;
        seen_trail(&seen, number)->depth = kept & SEEN_DEPTH;
        at[kept] = number;
    }
    if (at == NULL || status != TB_OK)
        status = tb_error_set(error, TB_NO_MEMORY, "no memory to shorten a solution");
    else
        *length = (int)kept;
    seen_free(&seen);
    free(at);
    return status;
}
