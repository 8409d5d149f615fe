/* anytime.c -- a solution at once, and shorter ones as long as there is time
 *
 * Beam searches (beam.h), each wider than the last, find solutions; windows of each (improve.h)
 * are solved in the fewest moves. In between IDA* has a share of the time: where it comes
 * through, the solution is a shortest one, and else it tells how short one may be. When time
 * is too short for a wider beam, it goes into larger windows.
 */
#include "algorithm.h"
#include "beam.h"
#include "improve.h"
#include "searching.h"

#include <string.h>

enum {
    WIDTH_FIRST = 64,
    WIDER = 3, /* by which the next beam is wider */
    WINDOW_FIRST = 12,
    WINDOW_WIDER = 8,
    WINDOW_MOST = 400,
    EFFORT = 200000, /* nodes for a window at first */
    LONGEST = 5,     /* a beam that has not found a solution by so many times h has lost its way */
    LONGEST_MORE = 100,
};

struct anytime {
    const struct heuristic *heuristic;
    const struct problem *problem;
    const struct search *search;
    struct solution *best;
    double start;
    size_t width;     /* of the next beam */
    double last_beam; /* seconds that it took */
    int window;       /* of the next pass */
    uint64_t effort;
    bool over;
};

static double elapsed(const struct anytime *anytime)
{
    return clock_now() - anytime->start;
}

static void check(struct anytime *anytime)
{
    if (out_of_limits(anytime->search, anytime->best->nodes, anytime->start) ||
        solution_proven(anytime->best))
        anytime->over = true;
}

/* Tell of a better solution, or a better bound. */
static void tell(struct anytime *anytime)
{
    const struct search *search = anytime->search;

    anytime->best->seconds = elapsed(anytime);
    if (search->better != NULL && anytime->best->solved)
        search->better(search->context, anytime->best);
}

/* Take over a path that is shorter. */
static void adopt(struct anytime *anytime, uint8_t *path, int length)
{
    struct solution *best = anytime->best;

    free(best->path);
    best->path = path;
    best->solved = true;
    best->bound = length;
    if (best->least > best->bound)
        best->least = best->bound;
    tell(anytime);
}

/* The search's limits, and no more than so many seconds from now. */
static struct search share_of(const struct anytime *anytime, double seconds)
{
    struct search search = *anytime->search;
    double until = elapsed(anytime) + seconds;

    if (until < search.seconds)
        search.seconds = until;
    return search;
}

/* Let IDA* try for some seconds to find a shorter solution, or to prove that there is none. */
static enum tb_status prove(struct anytime *anytime, double seconds, struct tb_error *error)
{
    struct solution *best = anytime->best, found;
    struct search search = share_of(anytime, seconds);
    int before = best->least;
    enum tb_status status;

    check(anytime);
    if (anytime->over || !anytime->heuristic->admissible)
        return TB_OK;
    search.seconds -= elapsed(anytime);
    search.nodes = search.nodes > best->nodes ? search.nodes - best->nodes : 0;
    search.below = best->bound;
    search.progress = NULL;
    status = ida_solve(anytime->heuristic, anytime->problem, &search, &found, error);
    if (status != TB_OK)
        return status;
    best->nodes += found.nodes;
    if (found.least > best->least)
        best->least = found.least;
    if (found.solved) {
        adopt(anytime, found.path, found.bound);
        found.path = NULL;
    } else if (best->least > before) {
        tell(anytime);
    }
    solution_free(&found);
    return TB_OK;
}

/* One pass of windows over the best solution. */
static enum tb_status pass(struct anytime *anytime, const struct search *search,
                           struct tb_error *error)
{
    struct solution *best = anytime->best;
    struct improve improve = {.problem = anytime->problem,
                              .heuristic = anytime->heuristic,
                              .search = search,
                              .start = anytime->start,
                              .nodes = best->nodes,
                              .effort = anytime->effort};
    int length = best->bound;
    uint8_t *path = malloc((size_t)length + 1);
    enum tb_status status = TB_OK;

    if (path == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a solution");
    memcpy(path, best->path, (size_t)length);
    status = improve_windows(&improve, anytime->window, path, &length, error);
    best->nodes = improve.nodes;
    if (length < best->bound)
        adopt(anytime, path, length);
    else
        free(path);
    return status;
}

/* Passes of ever larger windows, for some seconds. */
static enum tb_status shorten(struct anytime *anytime, double seconds, struct tb_error *error)
{
    struct search search = share_of(anytime, seconds);
    enum tb_status status = TB_OK;

    check(anytime);
    while (!anytime->over && elapsed(anytime) < search.seconds && status == TB_OK &&
           anytime->window <= anytime->best->bound) {
        int before = anytime->best->bound;

        status = pass(anytime, &search, error);
        if (anytime->best->bound == before && elapsed(anytime) < search.seconds)
            anytime->window += WINDOW_WIDER;
        check(anytime);
    }
    return status;
}

/* A beam of this width, for a solution shorter than the best. */
static enum tb_status try_beam(struct anytime *anytime, size_t width, struct tb_error *error)
{
    struct solution *best = anytime->best;
    struct beam beam = {.heuristic = anytime->heuristic,
                        .problem = anytime->problem,
                        .search = anytime->search,
                        .start = anytime->start,
                        .width = width,
                        .below = best->solved ? best->bound : LONGEST * best->h + LONGEST_MORE,
                        .nodes = best->nodes};
    double begun = clock_now();
    uint8_t *path;
    int length = 0;
    enum tb_status status = beam_search(&beam, &path, &length, error);

    best->nodes = beam.nodes;
    best->kept = beam_bytes(&beam, width);
    anytime->last_beam = clock_now() - begun;
    anytime->width = width;
    if (path != NULL) {
        adopt(anytime, path, length);
        anytime->window = WINDOW_FIRST;
        anytime->effort = EFFORT;
    }
    check(anytime);
    return status;
}

/* How wide the next beam can be, by the time and the memory that are left; 0 if it is not
 * worth while. */
static size_t next_width(const struct anytime *anytime)
{
    enum { SPARE = 5 }; /* part of the time that is left for windows */
    const struct search *search = anytime->search;
    struct beam beam = {.heuristic = anytime->heuristic, .problem = anytime->problem};
    double left = (search->seconds - elapsed(anytime)) * (SPARE - 1) / SPARE;
    double most = (double)search->memory / (double)beam_bytes(&beam, 1);
    double width = (double)anytime->width * WIDER;

    if (anytime->last_beam * WIDER > left)
        width = (double)anytime->width * left / anytime->last_beam;
    if (width > most)
        width = most;
    if (width > UINT32_MAX / 8)
        width = UINT32_MAX / 8;
    return width < 1.25 * (double)anytime->width ? 0 : (size_t)width;
}

/* Wider beams as long as they fit, then windows. */
static enum tb_status go_on(struct anytime *anytime, struct tb_error *error)
{
    enum tb_status status = TB_OK;

    while (!anytime->over && status == TB_OK) {
        double slice = anytime->last_beam / 4;
        size_t width = next_width(anytime);

        if (width == 0)
            slice = anytime->search->seconds - elapsed(anytime);
        status = shorten(anytime, slice, error);
        if (status == TB_OK)
            status = prove(anytime, anytime->last_beam / 8 + 0.001, error);
        if (status == TB_OK && !anytime->over && width > 0)
            status = try_beam(anytime, width, error);
        if (width > 0 || anytime->window <= anytime->best->bound)
            continue;
        /* All windows are done with this effort. */
        anytime->window = WINDOW_FIRST;
        anytime->effort *= 8;
    }
    return status;
}

/* The first solution: by the narrowest beam that has one. */
static enum tb_status begin(struct anytime *anytime, struct tb_error *error)
{
    struct solution *best = anytime->best;
    enum tb_status status = TB_OK;

    if (best->h == 0) {
        uint8_t *path = malloc(1);

        if (path == NULL)
            return tb_error_set(error, TB_NO_MEMORY, "no memory for a solution");
        adopt(anytime, path, 0);
    }
    for (size_t width = WIDTH_FIRST; !best->solved && !anytime->over && status == TB_OK;
         width *= WIDER)
        status = try_beam(anytime, width, error);
    return status;
}

enum tb_status anytime_solve(const struct heuristic *heuristic, const struct problem *problem,
                             const struct search *search, struct solution *solution,
                             struct tb_error *error)
{
    struct anytime anytime = {.heuristic = heuristic,
                              .problem = problem,
                              .search = search,
                              .best = solution,
                              .start = clock_now(),
                              .window = WINDOW_FIRST,
                              .effort = EFFORT};
    enum tb_status status;

    *solution = (struct solution){.h = heuristic_value(heuristic, &problem->start)};
    solution->least =
        heuristic->admissible ? even_up(solution->h, problem) : surely_at_least(problem);
    status = begin(&anytime, error);
    if (status == TB_OK)
        status = go_on(&anytime, error);
    if (!solution->solved)
        solution->bound = solution->least;
    solution->seconds = elapsed(&anytime);
    return status;
}
