/* local_improve.c -- shorten a solution that was found a few tiles at a time */
#include "algorithm.h"
#include "improve.h"
#include "searching.h"
#include "local.h"

enum {
    WINDOW_FIRST = 16,
    WINDOW_WIDER = 8,
    EFFORT_FIRST = 20000, /* nodes for a window in the first round, and how it grows */
    EFFORT_MORE = 8,
};

/* Windows of all sizes, up to the whole, with this effort. */
static enum tb_status do_round(struct improve *improve, struct solution *solution,
                               struct tb_error *error)
{
    int window = WINDOW_FIRST;
    enum tb_status status = TB_OK;

    while (window < solution->bound && !improve->stopped && status == TB_OK) {
        int before = solution->bound;

        status = improve_windows(improve, window, solution->path, &solution->bound, error);
        if (solution->bound == before)
            window += WINDOW_WIDER;
    }
    return status;
}

/* The whole as one window: a shorter solution, or a better bound. */
static enum tb_status try_whole(struct improve *improve, struct solution *solution,
                                struct tb_error *error)
{
    struct search search = *improve->search;
    struct solution found;
    enum tb_status status;

    if (improve->stopped || solution->bound == 0 || !improve->heuristic->admissible)
        return TB_OK;
    search.seconds -= clock_now() - improve->start;
    search.nodes = improve->effort;
    search.below = solution->bound;
    status = ida_solve(improve->heuristic, improve->problem, &search, &found, error);
    if (status != TB_OK)
        return status;
    improve->nodes += found.nodes;
    if (found.least > solution->least)
        solution->least = found.least;
    if (found.solved) {
        free(solution->path);
        solution->path = found.path;
        solution->bound = found.bound;
        found.path = NULL;
    }
    solution_free(&found);
    improve->stopped = out_of_limits(improve->search, improve->nodes, improve->start);
    return TB_OK;
}

enum tb_status local_improve(const struct heuristic *heuristic, const struct problem *problem,
                             const struct search *search, struct solution *solution,
                             struct tb_error *error)
{
    struct search limits = *search;
    struct improve improve = {.problem = problem,
                              .heuristic = heuristic,
                              .search = &limits,
                              .start = clock_now(),
                              .effort = EFFORT_FIRST,
                              .turning = true};
    enum tb_status status;

    limits.seconds = search->improve;
    limits.nodes = UINT64_MAX;
    limits.progress = NULL;
    status = improve_loops(problem, solution->path, &solution->bound, error);
    while (status == TB_OK && !improve.stopped && !solution_proven(solution)) {
        status = do_round(&improve, solution, error);
        if (status == TB_OK)
            status = try_whole(&improve, solution, error);
        improve.effort *= EFFORT_MORE;
    }
    solution->nodes += improve.nodes;
    return status;
}
