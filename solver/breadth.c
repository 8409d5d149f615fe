/* breadth.c -- breadth-first search, from the start or from both ends
 *
 * Positions are numbered as they are first seen, so that the numbers of a layer, the positions
 * at one depth, follow each other and need no queue. Two sides grow layer by layer, one from the
 * start and one from the goal, until a new position of one is known to the other. Before
 * that no two met, so the way through it is a shortest one. From both ends the side
 * whose last layer is smaller grows; else the goal's stays what it is, the goal.
 */
#include "algorithm.h"
#include "searching.h"
#include "seen.h"

enum { CHECK_EVERY = 1 << 12 }; /* positions between two looks at the limits */

struct side {
    struct seen seen;
    uint32_t first, end; /* numbers of the last layer */
    int depth;
};

struct breadth {
    const struct problem *problem;
    const struct search *search;
    struct solution *solution;
    double start;
    struct side side[2];
    bool stopped;
    uint32_t meeting[2]; /* numbers of the position where the sides met; SEEN_NONE */
};

/* A child that is new to its side: note how it came about, and whether the other knows it. */
static void note(struct breadth *breadth, unsigned side, uint32_t number,
                 const struct packed *packed, unsigned back)
{
    struct side *mine = &breadth->side[side];
    struct trail *trail = seen_trail(&mine->seen, number);

    trail->depth = ((uint32_t)mine->depth + 1) & SEEN_DEPTH;
    trail->back = back & 7;
    breadth->meeting[side ^ 1] = seen_find(&breadth->side[side ^ 1].seen, packed);
    if (breadth->meeting[side ^ 1] != SEEN_NONE)
        breadth->meeting[side] = number;
}

/* Make the children of a position. True if the search is over: met, or out of memory. */
static bool spread(struct breadth *breadth, unsigned side, uint32_t number)
{
    struct seen *seen = &breadth->side[side].seen;
    struct litter litter;

    seen_litter(seen, number, &litter);
    breadth->solution->expanded++;
    for (unsigned i = 0; i < litter.ways->count; i++) {
        bool fresh;
        uint32_t child = seen_add(seen, &litter.child[i], &fresh);

        breadth->solution->nodes++;
        breadth->stopped = child == SEEN_NONE;
        if (child != SEEN_NONE && fresh)
            note(breadth, side, child, &litter.child[i], seen_back(&litter.ways->way[i]));
        if (breadth->stopped || breadth->meeting[side] != SEEN_NONE)
            return true;
    }
    return false;
}

/* No solution is shorter: the sides have not met, and lengths are all odd or all even. */
static int proven(const struct breadth *breadth)
{
    return even_up(breadth->side[0].depth + breadth->side[1].depth + 1, breadth->problem);
}

static bool check(struct breadth *breadth)
{
    const struct search *search = breadth->search;
    uint64_t nodes = breadth->solution->nodes;

    breadth->stopped = out_of_limits(search, nodes, breadth->start);
    if (!breadth->stopped && search->progress != NULL)
        search->progress(search->context, &(struct search_state){proven(breadth), nodes,
                                                                 clock_now() - breadth->start});
    return breadth->stopped;
}

/* One layer more. True if the search is over. */
static bool grow(struct breadth *breadth, unsigned number)
{
    struct side *side = &breadth->side[number];
    uint64_t check_at = breadth->solution->nodes;

    side->seen.limit = breadth->search->memory - breadth->side[number ^ 1].seen.bytes;
    for (uint32_t i = side->first; i < side->end; i++) {
        if (breadth->solution->nodes >= check_at) {
            uint64_t left = breadth->search->nodes - breadth->solution->nodes;

            if (check(breadth))
                return true;
            check_at += left < CHECK_EVERY ? left : CHECK_EVERY;
        }
        if (spread(breadth, number, i))
            return true;
    }
    side->first = side->end;
    side->end = side->seen.count;
    side->depth++;
    return false;
}

/* The position that a side begins with. */
static enum tb_status begin(struct breadth *breadth, unsigned number, const struct tb_board *board,
                            const struct tb_position *position, struct tb_error *error)
{
    struct side *side = &breadth->side[number];
    struct packed packed;
    bool fresh;
    uint64_t memory = breadth->search->memory - breadth->side[number ^ 1].seen.bytes;
    enum tb_status status = seen_init(&side->seen, board, memory, error);

    if (status != TB_OK)
        return status;
    seen_pack(&side->seen, position, &packed);
    if (seen_add(&side->seen, &packed, &fresh) == SEEN_NONE)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a search: raise --memory");
    side->end = 1;
    return TB_OK;
}

/* The moves from the start to the meeting, and back along those from the goal. */
static enum tb_status join(struct breadth *breadth, const struct problem *problem,
                           struct tb_error *error)
{
    struct solution *solution = breadth->solution;
    const struct seen *from = &breadth->side[0].seen, *to = &breadth->side[1].seen;
    size_t first = seen_trail(from, breadth->meeting[0])->depth;
    size_t second = seen_trail(to, breadth->meeting[1])->depth;
    uint8_t *path = malloc(first + 2 * second + 1), *back = path + first + second;

    if (path == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a solution");
    seen_path(from, breadth->meeting[0], path);
    seen_path(to, breadth->meeting[1], back);
    for (size_t i = 0; i < second; i++)
        path[first + i] = i + 1 < second
                              ? back[second - 2 - i]
                              : (uint8_t)tb_position_find(&problem->board, &problem->goal, 0);
    solution->path = path;
    solution->solved = true;
    solution->bound = solution->least = (int)(first + second);
    return TB_OK;
}

static enum tb_status search_breadth(struct breadth *breadth, const struct problem *problem,
                                     bool both, struct tb_error *error)
{
    struct solution *solution = breadth->solution;
    struct side *side = breadth->side;
    enum tb_status status = begin(breadth, 0, &problem->board, &problem->start, error);
    struct packed packed;
    bool over = false;

    if (status == TB_OK)
        status = begin(breadth, 1, &problem->board, &problem->goal, error);
    if (status != TB_OK)
        return status;
    seen_pack(&side[0].seen, &problem->start, &packed);
    breadth->meeting[0] = 0;
    breadth->meeting[1] = seen_find(&side[1].seen, &packed);
    if (breadth->meeting[1] == SEEN_NONE)
        breadth->meeting[0] = SEEN_NONE;
    over = breadth->meeting[0] != SEEN_NONE;
    while (!over)
        over = grow(breadth,
                    both && side[1].end - side[1].first < side[0].end - side[0].first ? 1 : 0);
    solution->kept = side[0].seen.bytes + side[1].seen.bytes;
    if (!breadth->stopped)
        return join(breadth, problem, error);
    solution->bound = solution->least = proven(breadth);
    return TB_OK;
}

static enum tb_status solve(const struct heuristic *heuristic, const struct problem *problem,
                            const struct search *search, struct solution *solution, bool both,
                            struct tb_error *error)
{
    struct breadth *breadth = calloc(1, sizeof *breadth);
    enum tb_status status;

    *solution = (struct solution){.h = heuristic_value(heuristic, &problem->start)};
    if (breadth == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a search");
    breadth->search = search;
    breadth->solution = solution;
    breadth->start = clock_now();
    breadth->problem = problem;
    status = search_breadth(breadth, problem, both, error);
    solution->seconds = clock_now() - breadth->start;
    seen_free(&breadth->side[0].seen);
    seen_free(&breadth->side[1].seen);
    free(breadth);
    return status;
}

enum tb_status bfs_solve(const struct heuristic *heuristic, const struct problem *problem,
                         const struct search *search, struct solution *solution,
                         struct tb_error *error)
{
    return solve(heuristic, problem, search, solution, false, error);
}

enum tb_status bidirectional_solve(const struct heuristic *heuristic, const struct problem *problem,
                                   const struct search *search, struct solution *solution,
                                   struct tb_error *error)
{
    return solve(heuristic, problem, search, solution, true, error);
}
