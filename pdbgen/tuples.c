/* tuples.c -- the databases of all pairs, or all triples, of a board's tiles */
#include "tuples.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cohorts.h"

enum {
    ORDERS_MAX = 6, /* arrangements of three tiles */
    SLIDES_MAX = TUPLE_MAX * (2 * (TB_SIDE_MAX - 1) + 1),
    UNREACHED = 255,
};

/* Where the tiles of a set of cells stand. */
struct cells {
    uint8_t cell[TUPLE_MAX];
};

/* What is the same for every tuple. */
struct plan {
    struct tuples_build *build;
    const struct tuples_options *options;
    struct cohort_graph graph;
    struct tb_cellset_index tuples; /* of the cells without the blank's goal */
    unsigned orders;                /* arrangements */
    uint32_t *set_of;               /* by node */
    struct cells *cells;            /* by set */
    uint8_t ordinal[ORDERS_MAX][TUPLE_MAX];
    uint8_t back[SLIDES_MAX][1 << ORDERS_MAX]; /* a set of arrangements before a slide */
    atomic_bool stopped;
    atomic_bool failed;
    uint64_t done; /* tuples */
};

/* One thread's room. */
struct worker {
    uint8_t *reached; /* by node: the arrangements known */
    uint8_t *fresh;   /* by node: those to go on from */
    uint32_t *now;    /* nodes with fresh ones, of this depth */
    uint32_t *later;  /* and of the next */
    uint8_t *valued;  /* by set: the arrangements with a value */
    uint8_t *value;   /* [arrangement][set] */
    uint64_t states;
    unsigned largest;
    uint64_t histogram[TB_VALUES_MAX];
};

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Give the arrangements of a set of cells that have none yet this value. */
static void record(const struct plan *plan, struct worker *worker, uint32_t set, unsigned orders,
                   unsigned value)
{
    orders &= ~(unsigned)worker->valued[set];
    worker->valued[set] |= (uint8_t)orders;
    for (; orders != 0; orders &= orders - 1)
        worker->value[(size_t)__builtin_ctz(orders) * plan->graph.sets.count + set] =
            (uint8_t)value;
}

/* Go on from the fresh arrangements of a node. Edges lead into nodes, but every move can be
 * taken back, so they are walked the other way. Returns the new end of the list of nodes. */
static uint32_t *push(const struct plan *plan, struct worker *worker, uint32_t node, uint32_t *end)
{
    const struct cohort_graph *graph = &plan->graph;
    unsigned orders = worker->fresh[node];

    worker->fresh[node] = 0;
    for (uint64_t i = graph->first_edge[node]; i < graph->first_edge[node + 1]; i++) {
        uint32_t next = graph->edges[i].source;
        unsigned found =
            plan->back[graph->edges[i].slide][orders] & ~(unsigned)worker->reached[next];

        if (found == 0)
            continue;
        if (worker->fresh[next] == 0)
            *end++ = next;
        worker->fresh[next] |= (uint8_t)found;
        worker->reached[next] |= (uint8_t)found;
        worker->states += (unsigned)__builtin_popcount(found);
    }
    return end;
}

/* Breadth first from the goal. A move changes the parity of the cells, so what is fresh at
 * one depth and at the next are never of one node. */
static void search(const struct plan *plan, struct worker *worker, uint32_t goal)
{
    uint32_t count = 1;

    memset(worker->reached, 0, plan->graph.nodes);
    memset(worker->valued, 0, plan->graph.sets.count);
    memset(worker->value, UNREACHED, (size_t)plan->orders * plan->graph.sets.count);
    worker->reached[goal] = worker->fresh[goal] = 1;
    worker->states++;
    worker->now[0] = goal;
    for (unsigned depth = 0; count > 0; depth++) {
        uint32_t *end = worker->later, *swap = worker->now;

        for (uint32_t i = 0; i < count; i++) {
            uint32_t node = worker->now[i];

            record(plan, worker, plan->set_of[node], worker->fresh[node], depth);
            end = push(plan, worker, node, end);
        }
        count = (uint32_t)(end - worker->later);
        worker->now = worker->later;
        worker->later = swap;
    }
}

/* One arrangement's values less the Manhattan distances, halved, in their place. */
static void take_distances(const struct plan *plan, struct worker *worker, unsigned order,
                           const uint8_t distance[TUPLE_MAX][TB_CELLS_MAX])
{
    uint8_t *value = worker->value + (size_t)order * plan->graph.sets.count;
    const uint8_t *ordinal = plan->ordinal[order];

    for (uint32_t set = 0; set < plan->graph.sets.count; set++) {
        unsigned excess = value[set];

        worker->histogram[value[set]]++;
        for (unsigned tile = 0; tile < plan->build->size; tile++)
            excess -= distance[tile][plan->cells[set].cell[ordinal[tile]]];
        excess /= 2;
        worker->largest = excess > worker->largest ? excess : worker->largest;
        value[set] = (uint8_t)excess;
    }
}

/* The excesses of a tuple into its rows of the table. What fills up a row of an odd number
 * of entries has all bits set, as in every table. */
static void store(const struct plan *plan, const struct worker *worker, uint32_t tuple)
{
    const struct tuples_build *build = plan->build;
    uint32_t sets = plan->graph.sets.count;

    for (unsigned order = 0; order < plan->orders; order++) {
        const uint8_t *excess = worker->value + (size_t)order * sets;
        uint8_t *row = build->table + ((uint64_t)tuple * plan->orders + order) * build->row_bytes;

        for (uint32_t set = 0; set < sets; set += 2)
            row[set / 2] =
                (uint8_t)((excess[set] & 15) | (set + 1 < sets ? excess[set + 1] : UNREACHED) << 4);
    }
}

/* Put the blank's goal cell, which tuples do not number, back in. */
static tb_cellset goals_of(const struct plan *plan, uint32_t tuple)
{
    tb_cellset set = tb_cellset_unrank(&plan->tuples, tuple);
    tb_cellset below = set & (tb_cellset_of(plan->build->blank) - 1);

    return below | (set & ~below) << 1;
}

static void build_tuple(const struct plan *plan, struct worker *worker, uint32_t tuple)
{
    const struct tuples_build *build = plan->build;
    uint8_t distance[TUPLE_MAX][TB_CELLS_MAX];
    tb_cellset goals = goals_of(plan, tuple), rest = goals;

    for (unsigned tile = 0; tile < build->size; tile++, rest = tb_cellset_rest(rest))
        for (unsigned cell = 0; cell < build->board.cells; cell++)
            distance[tile][cell] =
                (uint8_t)tb_board_distance(&build->board, tb_cellset_first(rest), cell);
    search(plan, worker, cohort_graph_node(&plan->graph, goals, build->blank));
    for (unsigned order = 0; order < plan->orders; order++)
        take_distances(plan, worker, order, distance);
    store(plan, worker, tuple);
}

static bool worker_init(const struct plan *plan, struct worker *worker)
{
    uint32_t nodes = plan->graph.nodes, sets = plan->graph.sets.count;

    *worker = (struct worker){
        .reached = malloc(nodes),
        .fresh = calloc(nodes, 1),
        .now = tb_array_alloc(nodes, sizeof *worker->now),
        .later = tb_array_alloc(nodes, sizeof *worker->later),
        .valued = malloc(sets),
        .value = tb_array_alloc(sets, plan->orders),
    };
    return worker->reached != NULL && worker->fresh != NULL && worker->now != NULL &&
           worker->later != NULL && worker->valued != NULL && worker->value != NULL;
}

static void worker_free(struct worker *worker)
{
    free(worker->reached);
    free(worker->fresh);
    free(worker->now);
    free(worker->later);
    free(worker->valued);
    free(worker->value);
}

/* Add what one thread counted. */
static void collect(struct tuples_build *build, const struct worker *worker)
{
    build->states += worker->states;
    if (worker->largest > build->largest_excess)
        build->largest_excess = worker->largest;
    for (unsigned value = 0; value < TB_VALUES_MAX; value++)
        build->histogram[value] += worker->histogram[value];
}

static void tell(struct plan *plan)
{
    const struct tuples_options *options = plan->options;

    plan->done++;
    if (options->progress != NULL &&
        !options->progress(options->context, plan->done, plan->build->tuples))
        atomic_store(&plan->stopped, true);
}

static void build_all(struct plan *plan, unsigned threads)
{
#pragma omp parallel num_threads(threads)
    {
        struct worker worker;

        if (!worker_init(plan, &worker))
            atomic_store(&plan->failed, true);
#pragma omp barrier
#pragma omp for schedule(dynamic, 4)
        for (uint32_t tuple = 0; tuple < plan->tuples.count; tuple++) {
            if (atomic_load(&plan->failed) || atomic_load(&plan->stopped))
                continue;
            build_tuple(plan, &worker, tuple);
#pragma omp critical
            tell(plan);
        }
#pragma omp critical
        collect(plan->build, &worker);
        worker_free(&worker);
    }
}

static enum tb_status make_table(struct plan *plan, struct tb_error *error)
{
    struct tuples_build *build = plan->build;

    build->tuples = plan->tuples.count;
    build->entries = build->tuples * plan->orders * plan->graph.sets.count;
    build->bits = 4;
    build->row_bytes = tb_row_bytes(plan->graph.sets.count, build->bits);
    build->bytes = build->tuples * plan->orders * build->row_bytes;
    build->table = tb_pages_alloc(build->bytes);
    if (build->table != NULL)
        build_all(plan, plan->options->threads == 0 ? 1 : plan->options->threads);
    if (build->table == NULL || atomic_load(&plan->failed))
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a table of %llu bytes",
                            (unsigned long long)build->bytes);
    if (atomic_load(&plan->stopped))
        return tb_error_set(error, TB_STOPPED, "stopped");
    if (build->largest_excess >= tb_unreachable_excess(build->bits))
        return tb_error_set(error, TB_INVALID, "an excess of %u cannot be stored",
                            build->largest_excess);
    return TB_OK;
}

/* Fill in what a slide does to sets of arrangements, taken backwards. */
static void plan_slides(struct plan *plan)
{
    unsigned size = plan->build->size, reach = plan->graph.reach;

    for (unsigned from = 0; from < size; from++)
        for (unsigned to = 0; to < size; to++) {
            /* The board may be too narrow to pass so many. */
            if (from > to + reach || to > from + reach)
                continue;
            for (unsigned set = 0; set < 1u << plan->orders; set++)
                for (unsigned order = 0; order < plan->orders; order++)
                    if (set >> tb_arrangement_slide(size, order, from, to) & 1)
                        plan->back[tb_slide_number(reach, from, to)][set] |= (uint8_t)(1 << order);
        }
}

static enum tb_status plan_sets(struct plan *plan, struct tb_error *error)
{
    const struct cohort_graph *graph = &plan->graph;
    tb_cellset set = tb_cellset_unrank(&graph->sets, 0);

    plan->set_of = tb_array_alloc(graph->nodes, sizeof *plan->set_of);
    plan->cells = tb_array_alloc(graph->sets.count, sizeof *plan->cells);
    if (plan->set_of == NULL || plan->cells == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for the graph of cohorts");
    for (uint32_t i = 0; i < graph->sets.count; i++, set = tb_cellset_next(set)) {
        tb_cellset rest = set;

        for (unsigned tile = 0; tile < TUPLE_MAX && rest != 0; tile++, rest = tb_cellset_rest(rest))
            plan->cells[i].cell[tile] = (uint8_t)tb_cellset_first(rest);
        for (uint32_t node = graph->first_node[i]; node < graph->first_node[i + 1]; node++)
            plan->set_of[node] = i;
    }
    return TB_OK;
}

static void plan_free(struct plan *plan)
{
    cohort_graph_free(&plan->graph);
    tb_cellset_index_free(&plan->tuples);
    free(plan->set_of);
    free(plan->cells);
}

static enum tb_status plan_init(struct plan *plan, struct tb_error *error)
{
    const struct tuples_build *build = plan->build;
    struct tb_pattern first;
    enum tb_status status =
        tb_cellset_index_init(&plan->tuples, build->board.cells - 1u, build->size, error);

    if (status == TB_OK)
        status = tb_pattern_init(&first, &build->board, goals_of(plan, 0), build->blank, error);
    if (status == TB_OK)
        status = cohort_graph_init(&plan->graph, &first, 1, error);
    if (status == TB_OK)
        status = plan_sets(plan, error);
    if (status != TB_OK)
        return status;
    for (unsigned order = 0; order < plan->orders; order++)
        tb_arrangement_unrank(build->size, order, plan->ordinal[order]);
    plan_slides(plan);
    return TB_OK;
}

/* Whether a board has such a database. */
static enum tb_status check(const struct tb_board *board, unsigned blank, unsigned size,
                            struct tb_error *error)
{
    enum tb_kind kind = size == TUPLE_MIN ? TB_KIND_PAIRS : TB_KIND_TRIPLES;
    struct tb_pattern pattern;

    if (size < TUPLE_MIN || size > TUPLE_MAX)
        return tb_error_set(error, TB_INVALID,
                            "tiles are taken together by twos or threes, not by %u", size);
    return tb_pattern_of_kind(&pattern, kind, board, 0, blank, error);
}

enum tb_status tuples_build(const struct tb_board *board, unsigned blank, unsigned size,
                            const struct tuples_options *options, struct tuples_build *build,
                            struct tb_error *error)
{
    struct plan plan = {.build = build, .options = options, .orders = tb_factorial(size)};
    double start = now();
    enum tb_status status = check(board, blank, size, error);

    *build = (struct tuples_build){.board = *board, .blank = blank, .size = size};
    if (status != TB_OK)
        return status;
    status = plan_init(&plan, error);
    if (status == TB_OK)
        status = make_table(&plan, error);
    plan_free(&plan);
    if (status != TB_OK)
        tuples_free(build);
    for (uint32_t value = 0; value < TB_VALUES_MAX; value++)
        if (build->histogram[value] > 0)
            build->values = value + 1;
    build->seconds = now() - start;
    return status;
}

void tuples_free(struct tuples_build *build)
{
    tb_pages_free(build->table, build->bytes);
    build->table = NULL;
}
