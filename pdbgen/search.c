/* search.c -- breadth-first search from the goal, by whole cohorts */
#include "search.h"

#include <stdlib.h>
#include <string.h>

#include "tilebase/size.h"

struct search {
    const struct cohort_graph *graph;
    const struct lane_slides *slides;
    const struct lane_kernels *kernels;
    uint32_t lanes;        /* of one set of arrangements */
    uint64_t node_bytes;   /* of such a set for each node */
    struct lane *reached;  /* by node */
    struct lane *frontier; /* by node */
    uint32_t *missing;     /* by node: arrangements not reached yet */
    uint8_t *active;       /* by node: its frontier is not empty */
    struct search_result *result;
};

/* What one thread needs beside the shared state. */
struct worker {
    struct lane *known; /* entries reached before this step, in any region */
    struct lane *fresh; /* entries reached in this step */
    uint64_t states;    /* found by this thread in this step */
    uint64_t entries;
};

static struct lane *node_lanes(const struct search *search, struct lane *sets, uint32_t node)
{
    return sets + (uint64_t)node * search->lanes;
}

/* Pull the frontiers before this node into its own; false if none is there. */
static bool gather(const struct search *search, uint32_t node)
{
    const struct cohort_graph *graph = search->graph;
    const struct cohort_edge *edge = graph->edges + graph->first_edge[node];
    const struct cohort_edge *end = graph->edges + graph->first_edge[node + 1];
    struct lane *own = node_lanes(search, search->frontier, node);
    bool any = false;

    for (; edge < end; edge++) {
        if (!search->active[edge->source])
            continue;
        if (!any)
            memset(own, 0, search->lanes * sizeof *own);
        any = true;
        search->kernels->slide(search->slides, edge->slide,
                               node_lanes(search, search->frontier, edge->source), own);
    }
    return any;
}

/* Give the entries that are new at this depth their value. */
static void record(const struct search *search, uint32_t column, const struct lane *fresh,
                   unsigned depth)
{
    for (unsigned plane = 0; plane < search->result->planes; plane++)
        if ((depth / 2 + 1) >> plane & 1)
            search->kernels->add(node_lanes(search, search->result->plane[plane], column), fresh,
                                 search->lanes);
}

/* One node after the other: what of its frontier is new. Returns how many
 * states that is in all. */
static uint64_t advance_nodes(const struct search *search, struct worker *worker, uint32_t first,
                              uint32_t last)
{
    bool several = last - first > 1;
    uint64_t states = 0;

    if (several) {
        memset(worker->known, 0, search->lanes * sizeof *worker->known);
        memset(worker->fresh, 0, search->lanes * sizeof *worker->fresh);
    }
    for (uint32_t node = first; node < last; node++) {
        struct lane *frontier = node_lanes(search, search->frontier, node);
        struct lane *reached = node_lanes(search, search->reached, node);
        uint64_t found = 0;

        if (several)
            search->kernels->add(worker->known, reached, search->lanes);
        if (search->missing[node] > 0 && gather(search, node))
            found = search->kernels->settle(frontier, reached, search->lanes);
        if (several && found > 0)
            search->kernels->add(worker->fresh, frontier, search->lanes);
        search->active[node] = found > 0;
        search->missing[node] -= (uint32_t)found;
        states += found;
    }
    return states;
}

static void advance_column(const struct search *search, struct worker *worker, uint32_t column,
                           unsigned depth)
{
    uint32_t first, last;
    uint64_t states;

    cohort_nodes(search->graph, column, &first, &last);
    states = advance_nodes(search, worker, first, last);
    if (states == 0)
        return;
    worker->states += states;
    if (last - first == 1) {
        worker->entries += states;
        record(search, column, node_lanes(search, search->frontier, first), depth);
    } else {
        worker->entries += search->kernels->remove(worker->fresh, worker->known, search->lanes);
        record(search, column, worker->fresh, depth);
    }
}

/* All columns that can be reached at this depth. False if a worker has no memory. */
static bool advance(const struct search *search, unsigned depth, unsigned threads)
{
    const uint32_t *columns = search->graph->by_parity[depth % 2];
    uint32_t count = search->graph->parity_count[depth % 2];
    size_t scratch = search->lanes * sizeof(struct lane);
    uint64_t states = 0, entries = 0;
    bool failed = false;

#pragma omp parallel num_threads(threads) reduction(+ : states, entries) reduction(|| : failed)
    {
        /* In whole cache lines, so that threads do not share one. */
        size_t bytes = (scratch + 63) & ~(size_t)63;
        struct worker worker = {.known = aligned_alloc(64, bytes),
                                .fresh = aligned_alloc(64, bytes)};

        failed = worker.known == NULL || worker.fresh == NULL;
#pragma omp for schedule(dynamic, 16)
        for (uint32_t i = 0; i < count; i++)
            if (!failed)
                advance_column(search, &worker, columns[i], depth);
        states += worker.states;
        entries += worker.entries;
        free(worker.known);
        free(worker.fresh);
    }
    search->result->states += states;
    search->result->histogram[depth] = entries;
    if (entries > 0)
        search->result->values = depth + 1;
    return !failed;
}

/* A plane more whenever the depth needs one more bit. */
static bool ensure_planes(struct search_result *result, unsigned depth)
{
    while ((depth / 2 + 1) >> result->planes != 0) {
        struct lane *plane;

        if (result->planes == SEARCH_PLANES)
            return false;
        plane = tb_pages_alloc(tb_size_mul(result->plane_lanes, sizeof *plane));
        if (plane == NULL)
            return false;
        result->plane[result->planes++] = plane;
    }
    return true;
}

static void start_at_goal(struct search *search)
{
    const struct cohort_graph *graph = search->graph;
    uint32_t node = graph->goal_node;
    uint32_t column =
        graph->column_set == NULL ? tb_cellset_rank(&graph->sets, graph->pattern.goals) : node;

    /* With all tiles in their goals, the arrangement has rank 0. */
    node_lanes(search, search->reached, node)->half[0] = 1;
    node_lanes(search, search->frontier, node)->half[0] = 1;
    search->active[node] = 1;
    search->missing[node]--;
    record(search, column, node_lanes(search, search->frontier, node), 0);
    search->result->states = 1;
    search->result->histogram[0] = 1;
    search->result->values = 1;
}

static enum tb_status no_memory(struct tb_error *error)
{
    return tb_error_set(error, TB_NO_MEMORY, "no memory left for the search");
}

static enum tb_status walk(struct search *search, const struct search_options *options,
                           struct tb_error *error)
{
    struct search_progress progress = {.total = (uint64_t)search->graph->nodes *
                                                tb_factorial(search->slides->tiles)};
    uint64_t before = 0;

    /* With every tile in the pattern, parity leaves half of the states. */
    if (search->graph->pattern.tiles + 1 == search->graph->pattern.board.cells)
        progress.total /= 2;
    if (!ensure_planes(search->result, 0))
        return no_memory(error);
    start_at_goal(search);
    for (unsigned depth = 1; search->result->states > before; depth++) {
        before = search->result->states;
        if (depth >= TB_VALUES_MAX - 2)
            return tb_error_set(error, TB_INVALID, "values of %u and more cannot be stored", depth);
        if (!ensure_planes(search->result, depth) || !advance(search, depth, options->threads))
            return no_memory(error);
        progress.depth = depth;
        progress.states = search->result->states;
        if (options->progress != NULL && !options->progress(options->context, &progress))
            return tb_error_set(error, TB_STOPPED, "stopped");
    }
    return TB_OK;
}

static enum tb_status allocate(struct search *search, struct tb_error *error)
{
    uint32_t nodes = search->graph->nodes;

    search->reached = tb_pages_alloc(search->node_bytes);
    search->frontier = tb_pages_alloc(search->node_bytes);
    search->missing = tb_array_alloc(nodes, sizeof *search->missing);
    search->active = calloc(nodes, 1);
    if (search->reached == NULL || search->frontier == NULL || search->missing == NULL ||
        search->active == NULL)
        return no_memory(error);
    for (uint32_t node = 0; node < nodes; node++)
        search->missing[node] = tb_factorial(search->slides->tiles);
    return TB_OK;
}

enum tb_status search_run(const struct cohort_graph *graph, const struct lane_slides *slides,
                          const struct search_options *options, struct search_result *result,
                          struct tb_error *error)
{
    struct search search = {
        .graph = graph,
        .slides = slides,
        .kernels = options->kernels,
        .lanes = slides->lanes,
        .node_bytes = tb_size_mul((uint64_t)graph->nodes * slides->lanes, sizeof(struct lane)),
        .result = result,
    };
    enum tb_status status;

    *result = (struct search_result){.plane_lanes = (uint64_t)graph->columns * slides->lanes};
    status = allocate(&search, error);
    if (status == TB_OK)
        status = walk(&search, options, error);
    tb_pages_free(search.reached, search.node_bytes);
    tb_pages_free(search.frontier, search.node_bytes);
    free(search.missing);
    free(search.active);
    if (status != TB_OK)
        search_result_free(result);
    return status;
}

void search_result_free(struct search_result *result)
{
    for (unsigned plane = 0; plane < result->planes; plane++)
        tb_pages_free(result->plane[plane], result->plane_lanes * sizeof(struct lane));
    result->planes = 0;
}
