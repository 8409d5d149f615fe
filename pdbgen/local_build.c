/* local_build.c -- the table of a local problem */
#include "local_build.h"

#include <string.h>

enum {
    UNREACHED = UINT8_MAX,
    CHUNK = 1 << 16, /* states that a thread takes at a time, about */
    SMALL = 1000000, /* states: below, waking threads costs more than they bring */
};

/* Write the next depth to the neighbours of the states of this depth in one row. Returns how
 * many states there are. */
static uint64_t advance_row(const struct local_graph *graph, uint8_t *table, uint32_t row,
                            uint8_t depth)
{
    const uint8_t *start = table + (uint64_t)row * graph->columns;
    const uint8_t *end = start + graph->columns;
    uint64_t found = 0;

    for (const uint8_t *at = start; (at = memchr(at, depth, (size_t)(end - at))) != NULL; at++) {
        const struct local_move *move = graph->moves[at - start];

        for (unsigned left = graph->move_count[at - start]; left > 0; left--, move++) {
            uint8_t *next = table + local_graph_next(graph, row, move);

            if (__atomic_load_n(next, __ATOMIC_RELAXED) == UNREACHED)
                __atomic_store_n(next, (uint8_t)(depth + 1), __ATOMIC_RELAXED);
        }
        found++;
    }
    return found;
}

/* All states of a depth. Returns how many there are. */
static uint64_t advance(const struct local_graph *graph, uint8_t *table, unsigned depth,
                        unsigned threads)
{
    uint32_t chunk = graph->columns < CHUNK ? CHUNK / graph->columns : 1;
    uint32_t chunks = (graph->rows - 1) / chunk + 1;
    uint64_t found = 0;

#pragma omp parallel for schedule(dynamic) num_threads(threads) reduction(+ : found)
    for (uint32_t i = 0; i < chunks; i++) {
        uint32_t left = graph->rows - i * chunk;

        for (uint32_t row = 0; row < (left < chunk ? left : chunk); row++)
            found += advance_row(graph, table, i * chunk + row, (uint8_t)depth);
    }
    return found;
}

static enum tb_status walk(const struct local_graph *graph, const struct search_options *options,
                           struct local_build *build, struct tb_error *error)
{
    unsigned threads = options->threads == 0 || build->bytes < SMALL ? 1 : options->threads;
    struct search_progress progress = {.total = tb_local_states(&graph->pattern)};
    uint64_t found;

    memset(build->table, UNREACHED, (size_t)build->bytes);
    memset(build->table + graph->goal_first, 0, graph->goal_last - graph->goal_first + 1);
    for (unsigned depth = 0; (found = advance(graph, build->table, depth, threads)) > 0; depth++) {
        if (depth >= UNREACHED - 2)
            return tb_error_set(error, TB_INVALID, "values of %u and more cannot be stored", depth);
        build->histogram[depth] = found;
        build->states += found;
        build->values = depth + 1;
        progress.depth = depth;
        progress.states = build->states;
        if (options->progress != NULL && !options->progress(options->context, &progress))
            return tb_error_set(error, TB_STOPPED, "stopped");
    }
    return TB_OK;
}

enum tb_status local_build(const struct tb_pattern *pattern, const struct search_options *options,
                           struct local_build *build, struct tb_error *error)
{
    struct local_graph graph;
    enum tb_status status = local_graph_init(&graph, pattern, error);

    *build = (struct local_build){.bytes = tb_table_bytes(pattern, 8)};
    if (status != TB_OK)
        return status;
    build->table = tb_pages_alloc(build->bytes);
    status = build->table == NULL
                 ? tb_error_set(error, TB_NO_MEMORY, "no memory for a table of %llu bytes",
                                (unsigned long long)build->bytes)
                 : walk(&graph, options, build, error);
    local_graph_free(&graph);
    if (status != TB_OK) {
        tb_pages_free(build->table, build->bytes);
        build->table = NULL;
    }
    return status;
}
