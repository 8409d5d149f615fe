/* best_first.c -- searches that go on with the most promising position: A*, weighted A*, greedy
 *
 * All positions seen are kept, each once (seen.h), and those to go on with lie in a queue
 * (buckets.h). The key is the moves made and the heuristic's value times a weight, rounded
 * down; greedy search leaves out the moves. Among equal keys the position that is closest to
 * the goal by its value comes first; or, if that is asked for, the farthest, which is nearly
 * the oldest, as in many a textbook. When a shorter way to a position is found, it is
 * queued again, and what the queue still has of it is passed over: the key and the value tell
 * how long the way was. So no heuristic needs to be consistent.
 *
 * With a weight w the solution has at most w times the moves of a shortest one, if the
 * heuristic is admissible: of a shortest solution some position is always in the queue, reached
 * in the fewest moves, and its key is at most w times its length. What is in the queue also
 * tells how short a solution may be at best.
 */
#include "algorithm.h"
#include "buckets.h"
#include "searching.h"
#include "seen.h"
#include "tilebase/pages.h"

enum {
    CHECK_EVERY = 1 << 12, /* nodes between two looks at the limits */
    H_MOST = 1023,         /* no value is larger, where the farthest comes first */
};

struct best_first {
    const struct problem *problem;
    const struct heuristic *heuristic;
    const struct search *search;
    struct solution *solution;
    double start;
    double weight;
    bool greedy;
    struct packed goal;
    struct seen seen;
    struct buckets queue;
    unsigned estimates_room;
    uint64_t *estimates; /* how many in the queue have this length by the heuristic */
    void *node;
    uint64_t check_at;
};

/* What the heuristic says a solution through a position takes, for all that wait. */
static bool count_estimate(struct best_first *best, unsigned estimate, int change)
{
    if (estimate >= best->estimates_room) {
        unsigned room = 2 * estimate + 64;
        uint64_t *estimates = tb_array_grow(best->estimates, room, sizeof *estimates);

        if (estimates == NULL)
            return false;
        for (unsigned i = best->estimates_room; i < room; i++)
            estimates[i] = 0;
        best->estimates = estimates;
        best->estimates_room = room;
    }
    best->estimates[estimate] += (uint64_t)change;
    return true;
}

/* No solution is shorter than the least that one in the queue may have. Greedy search does not
 * look for the shortest way to a position, so there the queue tells nothing. */
static int proven(const struct best_first *best)
{
    unsigned least = 0;

    if (!best->heuristic->admissible)
        return surely_at_least(best->problem);
    if (best->greedy)
        return even_up(best->solution->h, best->problem);
    while (least < best->estimates_room && best->estimates[least] == 0)
        least++;
    return even_up((int)least, best->problem);
}

static unsigned weigh(const struct best_first *best, int h)
{
    return (unsigned)(best->weight * h + 1e-9);
}

/* The second key of a value, and back. */
static unsigned order(const struct best_first *best, unsigned h)
{
    return best->search->far_first ? H_MOST - h : h;
}

/* Queue a position. False for want of memory. */
static bool enqueue(struct best_first *best, uint32_t number, int h)
{
    unsigned depth = seen_trail(&best->seen, number)->depth;
    unsigned key = weigh(best, h) + (best->greedy ? 0 : depth);
    uint64_t limit =
        best->search->memory > best->seen.bytes ? best->search->memory - best->seen.bytes : 0;

    return h <= H_MOST &&
           buckets_push(&best->queue, key, order(best, (unsigned)h), number, limit) &&
           count_estimate(best, depth + (unsigned)h, 1);
}

/* A child that was reached in `depth` moves. False for want of memory. */
static bool meet(struct best_first *best, const struct packed *packed, unsigned back,
                 unsigned depth, int h)
{
    bool fresh;
    uint32_t number = seen_add(&best->seen, packed, &fresh);
    struct trail *trail;

    if (number == SEEN_NONE || depth > SEEN_DEPTH)
        return false;
    trail = seen_trail(&best->seen, number);
    if (!fresh && (best->greedy || trail->depth <= depth))
        return true;
    if (!fresh && !trail->done) /* what waits is passed over */
        count_estimate(best, trail->depth + (unsigned)h, -1);
    trail->depth = depth & SEEN_DEPTH;
    trail->back = back & 7;
    trail->done = 0;
    return enqueue(best, number, h);
}

/* Make the children of a position. False for want of memory. */
static bool expand(struct best_first *best, uint32_t number)
{
    const struct engine *engine = &best->heuristic->engine;
    struct seen *seen = &best->seen;
    unsigned depth = seen_trail(seen, number)->depth;
    struct litter litter;
    int values[WAYS_MAX];
    bool room = true;

    seen_litter(seen, number, &litter);
    engine->start(engine->evaluator, &litter.position, best->node);
    engine->expand(engine->evaluator, best->node, litter.position.tile, litter.ways, values);
    best->solution->expanded++;
    best->solution->nodes += litter.ways->count;
    for (unsigned i = 0; i < litter.ways->count && room; i++)
        room = meet(best, &litter.child[i], seen_back(&litter.ways->way[i]), depth + 1, values[i]);
    return room;
}

static bool check(struct best_first *best)
{
    const struct search *search = best->search;
    uint64_t nodes = best->solution->nodes;
    uint64_t left = search->nodes > nodes ? search->nodes - nodes : 0;

    best->check_at = nodes + (left < CHECK_EVERY ? left : CHECK_EVERY);
    if (out_of_limits(search, nodes, best->start))
        return false;
    if (search->progress != NULL)
        search->progress(search->context,
                         &(struct search_state){proven(best), nodes, clock_now() - best->start});
    return true;
}

/* The next position that is not passed over. */
static bool take(struct best_first *best, uint32_t *number, unsigned *h)
{
    unsigned key;

    while (buckets_pop(&best->queue, &key, h, number)) {
        struct trail *trail = seen_trail(&best->seen, *number);

        *h = order(best, *h);
        if (trail->done || (!best->greedy && trail->depth != key - weigh(best, (int)*h)))
            continue;
        trail->done = 1;
        return true;
    }
    return false;
}

/* Search until the goal's turn comes: its number, or SEEN_NONE if a limit came first. */
static uint32_t run(struct best_first *best)
{
    uint32_t number;
    unsigned h;

    while (take(best, &number, &h)) {
        if (h == 0 && seen_find(&best->seen, &best->goal) == number)
            return number;
        if ((best->solution->nodes >= best->check_at && !check(best)) || !expand(best, number))
            break; /* it still counts for what is proven */
        count_estimate(best, seen_trail(&best->seen, number)->depth + h, -1);
    }
    return SEEN_NONE;
}

static enum tb_status begin(struct best_first *best, struct tb_error *error)
{
    const struct problem *problem = best->problem;
    struct packed packed;
    bool fresh;
    enum tb_status status = seen_init(&best->seen, &problem->board, best->search->memory, error);
    uint32_t number;

    if (status != TB_OK)
        return status;
    seen_pack(&best->seen, &problem->goal, &best->goal);
    seen_pack(&best->seen, &problem->start, &packed);
    number = seen_add(&best->seen, &packed, &fresh);
    best->node = malloc(best->heuristic->engine.node_bytes);
    if (number == SEEN_NONE || best->node == NULL || !enqueue(best, number, best->solution->h))
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a search: raise --memory");
    return TB_OK;
}

/* The way to the goal, and what is proven of its length. */
static enum tb_status finish(struct best_first *best, uint32_t goal, struct tb_error *error)
{
    struct solution *solution = best->solution;

    solution->kept = best->seen.bytes + best->queue.bytes;
    solution->bound = solution->least = proven(best);
    if (goal == SEEN_NONE)
        return TB_OK;
    solution->bound = (int)seen_trail(&best->seen, goal)->depth;
    if (solution->least > solution->bound)
        solution->least = solution->bound;
    solution->path = malloc((size_t)solution->bound + 1);
    if (solution->path == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a solution");
    solution->solved = seen_path(&best->seen, goal, solution->path);
    return TB_OK;
}

static enum tb_status solve(struct best_first *best, struct solution *solution,
                            struct tb_error *error)
{
    enum tb_status status;

    *solution = (struct solution){.h = heuristic_value(best->heuristic, &best->problem->start)};
    best->solution = solution;
    best->start = clock_now();
    status = begin(best, error);
    if (status == TB_OK)
        status = finish(best, run(best), error);
    solution->seconds = clock_now() - best->start;
    seen_free(&best->seen);
    buckets_free(&best->queue);
    free(best->estimates);
    free(best->node);
    return status;
}

enum tb_status astar_solve(const struct heuristic *heuristic, const struct problem *problem,
                           const struct search *search, struct solution *solution,
                           struct tb_error *error)
{
    struct best_first best = {problem, heuristic, search, .weight = 1};

    return solve(&best, solution, error);
}

enum tb_status greedy_solve(const struct heuristic *heuristic, const struct problem *problem,
                            const struct search *search, struct solution *solution,
                            struct tb_error *error)
{
    struct best_first best = {problem, heuristic, search, .weight = 1, .greedy = true};

    return solve(&best, solution, error);
}

enum tb_status weighted_astar_solve(const struct heuristic *heuristic,
                                    const struct problem *problem, const struct search *search,
                                    struct solution *solution, struct tb_error *error)
{
    struct best_first best = {problem, heuristic, search, .weight = search->weight};

    return solve(&best, solution, error);
}
