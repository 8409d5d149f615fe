/* improve.c -- make a solution shorter */
#include "improve.h"

#include <string.h>

#include "algorithm.h"
#include "limits.h"
#include "seen.h"

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

/* Solve a window with fewer moves than it has, if that can be done with little effort. */
static enum tb_status solve_window(struct improve *improve, const struct problem *window, int moves,
                                   bool last, struct solution *solution, struct tb_error *error)
{
    struct search search = limits_left(improve, moves);
    struct heuristic *distance = NULL;
    enum tb_status status = TB_OK;

    if (!last || improve->heuristic == NULL)
        status = manhattan_new(&window->board, &window->goal, &distance, error);
    if (status == TB_OK)
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
        int to = from + window < *length ? from + window : *length;
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
