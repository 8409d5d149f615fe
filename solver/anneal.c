/* anneal.c -- simulated annealing: a random walk that cools down
 *
 * From the start a random move is tried each time. One that does not raise the heuristic's value
 * is made; one that raises it by d is made with probability e^(-d / T), where the temperature
 * T is a random number between 0 and a limit that sinks from 4 to 0 with the steps. (After T.
 * S. Pandit, "Solving NxM sliding tiles puzzle using AI search techniques", who takes four
 * million steps.) A walk that comes to rest elsewhere begins anew, with twice as many steps.
 * What it walked in circles is left out of the solution, which is long all the same.
 */
#include "algorithm.h"
#include "ida.h"
#include "improve.h"
#include "searching.h"
#include "tilebase/pages.h"

#include <math.h>
#include <string.h>

enum {
    STEPS = 4000000, /* of the first walk */
    HOTTEST = 4,
    CHECK_EVERY = 1 << 14,
    PATH_MOST = (1 << 24) - 2, /* moves of a walk */
};

struct anneal {
    const struct heuristic *heuristic;
    const struct problem *problem;
    const struct search *search;
    struct solution *solution;
    double start;
    uint64_t random;
    struct board_ways ways;
    struct tb_position now;
    unsigned blank;
    int h;
    void *node, *child; /* what the heuristic keeps */
    uint8_t *path;
    size_t length, room;
};

/* A number above 0 and up to 1. */
static double next_fraction(struct anneal *anneal)
{
    return (double)((tb_random(&anneal->random) >> 11) + 1) / 9007199254740992.0;
}

static bool keep_move(struct anneal *anneal, uint8_t cell)
{
    if (anneal->length == anneal->room) {
        size_t room = 2 * anneal->room + 4096;
        uint8_t *path = tb_array_grow(anneal->path, room, 1);

        if (path == NULL || anneal->length >= PATH_MOST) {
            anneal->path = path != NULL ? path : anneal->path;
            return false;
        }
        anneal->path = path;
        anneal->room = room;
    }
    anneal->path[anneal->length++] = cell;
    return true;
}

/* Try a random move at a temperature. False if the walk has become too long. */
static bool try_move(struct anneal *anneal, double hottest)
{
    const struct engine *engine = &anneal->heuristic->engine;
    const struct ways *ways = ways_all(&anneal->ways, anneal->blank);
    unsigned place = (unsigned)(tb_random(&anneal->random) % ways->count);
    unsigned cell = ways->way[place].cell;
    int h =
        engine->step(engine->evaluator, anneal->node, anneal->now.tile, ways, place, anneal->child);
    void *node = anneal->node;

    anneal->solution->nodes++;
    if (h > anneal->h) {
        double temperature = next_fraction(anneal) * hottest;

        if (next_fraction(anneal) > exp((anneal->h - h) / temperature))
            return true;
    }
    anneal->node = anneal->child;
    anneal->child = node;
    anneal->h = h;
    anneal->now.tile[anneal->blank] = anneal->now.tile[cell];
    anneal->now.tile[cell] = 0;
    anneal->blank = cell;
    return keep_move(anneal, (uint8_t)cell);
}

static bool at_goal(const struct anneal *anneal)
{
    return anneal->h == 0 && memcmp(&anneal->now, &anneal->problem->goal, sizeof anneal->now) == 0;
}

/* One walk that cools down in so many steps. False if a limit ended it. */
static bool walk(struct anneal *anneal, uint64_t steps)
{
    const struct engine *engine = &anneal->heuristic->engine;
    const struct search *search = anneal->search;

    anneal->now = anneal->problem->start;
    anneal->blank = tb_position_find(&anneal->problem->board, &anneal->now, 0);
    anneal->h = engine->start(engine->evaluator, &anneal->now, anneal->node);
    anneal->length = 0;
    for (uint64_t i = 0; i < steps && !at_goal(anneal); i++) {
        uint64_t nodes = anneal->solution->nodes;

        if ((nodes % CHECK_EVERY == 0 || nodes >= search->nodes) &&
            out_of_limits(search, nodes, anneal->start))
            return false;
        if (!try_move(anneal, HOTTEST * (double)(steps - i) / (double)steps))
            break;
    }
    return true;
}

static enum tb_status cool(struct anneal *anneal, struct tb_error *error)
{
    struct solution *solution = anneal->solution;
    int length;

    for (uint64_t steps = STEPS; walk(anneal, steps) && !at_goal(anneal);)
        steps *= 2;
    if (!at_goal(anneal))
        return TB_OK;
    length = (int)anneal->length;
    if (length > 0 && improve_loops(anneal->problem, anneal->path, &length, error) != TB_OK)
        return TB_NO_MEMORY;
    solution->bound = length;
    return keep_path(solution, anneal->path)
               ? TB_OK
               : tb_error_set(error, TB_NO_MEMORY, "no memory for a solution");
}

enum tb_status anneal_solve(const struct heuristic *heuristic, const struct problem *problem,
                            const struct search *search, struct solution *solution,
                            struct tb_error *error)
{
    struct anneal anneal = {.heuristic = heuristic,
                            .problem = problem,
                            .search = search,
                            .solution = solution,
                            .start = clock_now(),
                            .random = search->seed};
    enum tb_status status = TB_OK;

    *solution = (struct solution){.h = heuristic_value(heuristic, &problem->start)};
    solution->least =
        heuristic->admissible ? even_up(solution->h, problem) : surely_at_least(problem);
    solution->bound = solution->least;
    board_ways_init(&anneal.ways, &problem->board);
    anneal.node = malloc(heuristic->engine.node_bytes);
    anneal.child = malloc(heuristic->engine.node_bytes);
    if (anneal.node == NULL || anneal.child == NULL)
        status = tb_error_set(error, TB_NO_MEMORY, "no memory for a search");
    if (status == TB_OK)
        status = cool(&anneal, error);
    solution->seconds = clock_now() - anneal.start;
    free(anneal.node);
    free(anneal.child);
    free(anneal.path);
    return status;
}
