/* cohorts.c -- the small graph that a search by whole cohorts walks on */
#include "cohorts.h"

#include <stdlib.h>

#include "tilebase/size.h"

enum { SAMPLE = 1 << 20, BLOCK = 256 };

/* Pairs of neighbours, one in the set and one not: the moves that lead here. */
static unsigned count_moves(const struct tb_board *board, tb_cellset set)
{
    tb_cellset across = (set ^ set >> 1) & board->all & ~board->last_column;
    tb_cellset down = (set ^ set >> board->width) & (board->all >> board->width);

    return tb_cellset_size(across) + tb_cellset_size(down);
}

/* Pairs of neighbours that are both in the set. */
static unsigned count_inner(const struct tb_board *board, tb_cellset set)
{
    return tb_cellset_size(set & set >> 1 & ~board->last_column) +
           tb_cellset_size(set & set >> board->width);
}

static unsigned parity_of(const struct tb_board *board, tb_cellset set)
{
    unsigned sum = 0;

    for (; set != 0; set = tb_cellset_rest(set))
        sum += tb_board_colour(board, tb_cellset_first(set));
    return sum % 2;
}

static bool counts_all_moves(const struct cohort_graph *graph)
{
    return graph->pattern.kind == TB_KIND_NON_ADDITIVE;
}

/* How many nodes a set has. */
static unsigned count_nodes(const struct tb_pattern *pattern, tb_cellset set)
{
    const struct tb_board *board = &pattern->board;

    if (pattern->kind == TB_KIND_NON_ADDITIVE)
        return board->cells - (unsigned)pattern->tiles;
    return tb_board_regions(board, board->all & ~set);
}

/* How many moves lead to a set's nodes. */
static unsigned count_edges(const struct tb_pattern *pattern, tb_cellset set)
{
    const struct tb_board *board = &pattern->board;
    unsigned sides = (board->width - 1u) * board->height + board->width * (board->height - 1u);
    unsigned mixed = count_moves(board, set);

    if (pattern->kind != TB_KIND_NON_ADDITIVE)
        return mixed;
    /* Pairs of free cells, between which the blank goes forth and back. */
    return mixed + 2 * (sides - mixed - count_inner(board, set));
}

uint32_t cohort_graph_node(const struct cohort_graph *graph, tb_cellset set, unsigned blank)
{
    const struct tb_board *board = &graph->pattern.board;
    uint32_t first = graph->first_node[tb_cellset_rank(&graph->sets, set)];

    if (counts_all_moves(graph))
        return first + blank - tb_cellset_below(set, blank);
    return first + tb_board_region_number(board, board->all & ~set, blank);
}

/* Count nodes and edges, so that each set knows where its own begin. */
static enum tb_status count_all(struct cohort_graph *graph, uint64_t *set_edges,
                                struct tb_error *error)
{
    tb_cellset set = tb_cellset_unrank(&graph->sets, 0);
    uint64_t nodes = 0, edges = 0;

    for (uint32_t i = 0; i < graph->sets.count; i++, set = tb_cellset_next(set)) {
        graph->first_node[i] = (uint32_t)nodes;
        set_edges[i] = edges;
        nodes += count_nodes(&graph->pattern, set);
        edges += count_edges(&graph->pattern, set);
    }
    if (nodes > UINT32_MAX)
        return tb_error_set(error, TB_INVALID, "the pattern has too many regions to search");
    graph->first_node[graph->sets.count] = (uint32_t)nodes;
    graph->nodes = (uint32_t)nodes;
    graph->columns = tb_kind_has_blank(graph->pattern.kind) ? graph->nodes : graph->sets.count;
    set_edges[graph->sets.count] = edges;
    return TB_OK;
}

/* Whether an odd number of moves lies between the goal and a set's nodes, or, where all
 * moves count, a cell of the blank. */
static unsigned parity_from_goal(const struct cohort_graph *graph, tb_cellset set, unsigned blank)
{
    const struct tb_pattern *pattern = &graph->pattern;
    const struct tb_board *board = &pattern->board;

    if (counts_all_moves(graph))
        return tb_board_colour(board, blank) ^ tb_board_colour(board, pattern->blank);
    return parity_of(board, set) ^ parity_of(board, pattern->goals);
}

unsigned cohort_parity(const struct cohort_graph *graph, tb_cellset set, uint32_t column)
{
    tb_cellset area = graph->pattern.board.all & ~set;

    if (!counts_all_moves(graph))
        return parity_from_goal(graph, set, 0);
    for (uint32_t node = graph->first_node[cohort_set(graph, column)]; node < column; node++)
        area = tb_cellset_rest(area);
    return parity_from_goal(graph, set, tb_cellset_first(area));
}

static void add_column(struct cohort_graph *graph, uint32_t column, unsigned parity)
{
    graph->by_parity[parity][graph->parity_count[parity]++] = column;
}

/* List the columns by their parity, and whose set each is. */
static void list_columns(struct cohort_graph *graph)
{
    tb_cellset set = tb_cellset_unrank(&graph->sets, 0);

    for (uint32_t i = 0; i < graph->sets.count; i++, set = tb_cellset_next(set)) {
        if (graph->column_set == NULL) {
            add_column(graph, i, cohort_parity(graph, set, i));
            continue;
        }
        for (uint32_t node = graph->first_node[i]; node < graph->first_node[i + 1]; node++) {
            graph->column_set[node] = i;
            add_column(graph, node, cohort_parity(graph, set, node));
        }
    }
}

/* The edge by which the tile now on cell `to` came from the blank's cell `from`. */
static struct cohort_edge edge_of(const struct cohort_graph *graph, tb_cellset set, unsigned from,
                                  unsigned to)
{
    tb_cellset before = (set & ~tb_cellset_of(to)) | tb_cellset_of(from);

    return (struct cohort_edge){
        .source = cohort_graph_node(graph, before, to),
        .slide = tb_slide_number(graph->reach, tb_cellset_below(before, from),
                                 tb_cellset_below(set, to)),
    };
}

/* The edges into a set that come with the blank on this cell. Returns where the next go. */
static uint64_t connect_blank(struct cohort_graph *graph, tb_cellset set, unsigned blank,
                              uint64_t edge)
{
    const struct tb_board *board = &graph->pattern.board;
    tb_cellset near = tb_board_spread(board, tb_cellset_of(blank));

    for (tb_cellset tiles = near & set; tiles != 0; tiles = tb_cellset_rest(tiles))
        graph->edges[edge++] = edge_of(graph, set, blank, tb_cellset_first(tiles));
    if (!counts_all_moves(graph))
        return edge;
    for (tb_cellset free = near & ~set; free != 0; free = tb_cellset_rest(free))
        graph->edges[edge++] = (struct cohort_edge){
            .source = cohort_graph_node(graph, set, tb_cellset_first(free)),
            .slide = tb_slide_number(graph->reach, 0, 0),
        };
    return edge;
}

static void connect_set(struct cohort_graph *graph, tb_cellset set, uint32_t rank, uint64_t edge)
{
    const struct tb_board *board = &graph->pattern.board;
    tb_cellset area = board->all & ~set;

    for (uint32_t node = graph->first_node[rank]; area != 0; node++) {
        unsigned first = tb_cellset_first(area);
        tb_cellset blanks =
            counts_all_moves(graph) ? tb_cellset_of(first) : tb_board_region(board, area, first);

        graph->first_edge[node] = edge;
        area &= ~blanks;
        for (; blanks != 0; blanks = tb_cellset_rest(blanks))
            edge = connect_blank(graph, set, tb_cellset_first(blanks), edge);
    }
}

static void connect_all(struct cohort_graph *graph, const uint64_t *set_edges, unsigned threads)
{
    uint32_t blocks = (graph->sets.count - 1) / BLOCK + 1;

    /* In blocks, since it is much cheaper to step to the next set than to unrank it. */
#pragma omp parallel for num_threads(threads) schedule(dynamic)
    for (uint32_t block = 0; block < blocks; block++) {
        uint32_t left = graph->sets.count - block * BLOCK;
        uint32_t end = block * BLOCK + (left < BLOCK ? left : BLOCK);
        tb_cellset set = tb_cellset_unrank(&graph->sets, block * BLOCK);

        for (uint32_t i = block * BLOCK; i < end; i++, set = tb_cellset_next(set))
            connect_set(graph, set, i, set_edges[i]);
    }
    graph->first_edge[graph->nodes] = set_edges[graph->sets.count];
}

static enum tb_status no_memory(struct tb_error *error)
{
    return tb_error_set(error, TB_NO_MEMORY, "no memory for the graph of cohorts");
}

static enum tb_status make_columns(struct cohort_graph *graph, struct tb_error *error)
{
    bool by_node = tb_kind_has_blank(graph->pattern.kind);

    for (int parity = 0; parity < 2; parity++)
        graph->by_parity[parity] = tb_array_alloc(graph->columns, sizeof *graph->by_parity[parity]);
    if (by_node)
        graph->column_set = tb_array_alloc(graph->columns, sizeof *graph->column_set);
    if (graph->by_parity[0] == NULL || graph->by_parity[1] == NULL ||
        (by_node && graph->column_set == NULL))
        return no_memory(error);
    list_columns(graph);
    return TB_OK;
}

static enum tb_status make_graph(struct cohort_graph *graph, uint64_t *set_edges, unsigned threads,
                                 struct tb_error *error)
{
    enum tb_status status;
    const struct tb_pattern *pattern = &graph->pattern;

    graph->first_node = tb_array_alloc(graph->sets.count + (uint64_t)1, sizeof *graph->first_node);
    if (graph->first_node == NULL)
        return no_memory(error);
    status = count_all(graph, set_edges, error);
    if (status == TB_OK)
        status = make_columns(graph, error);
    if (status != TB_OK)
        return status;
    graph->first_edge = tb_array_alloc(graph->nodes + (uint64_t)1, sizeof *graph->first_edge);
    graph->edges = tb_array_alloc(set_edges[graph->sets.count], sizeof *graph->edges);
    if (graph->first_edge == NULL || graph->edges == NULL)
        return no_memory(error);
    connect_all(graph, set_edges, threads);
    graph->goal_node = cohort_graph_node(graph, pattern->goals, pattern->blank);
    return TB_OK;
}

enum tb_status cohort_graph_init(struct cohort_graph *graph, const struct tb_pattern *pattern,
                                 unsigned threads, struct tb_error *error)
{
    uint64_t *set_edges;
    enum tb_status status;

    *graph = (struct cohort_graph){.pattern = *pattern, .reach = pattern->board.width - 1u};
    status = tb_cellset_index_init(&graph->sets, pattern->board.cells, pattern->tiles, error);
    if (status != TB_OK)
        return status;
    set_edges = tb_array_alloc(graph->sets.count + (uint64_t)1, sizeof *set_edges);
    status = set_edges == NULL ? no_memory(error) : make_graph(graph, set_edges, threads, error);
    free(set_edges);
    if (status != TB_OK)
        cohort_graph_free(graph);
    return status;
}

void cohort_graph_free(struct cohort_graph *graph)
{
    tb_cellset_index_free(&graph->sets);
    free(graph->first_node);
    free(graph->first_edge);
    free(graph->column_set);
    free(graph->edges);
    free(graph->by_parity[0]);
    free(graph->by_parity[1]);
    *graph = (struct cohort_graph){0};
}

/* The sum of the nodes of all sets, or of a sample of them scaled up. */
static uint64_t sum_nodes(const struct tb_pattern *pattern, uint64_t sets)
{
    const struct tb_board *board = &pattern->board;
    uint64_t sum = 0, counted = 0;
    tb_cellset set = tb_cellset_of(pattern->tiles) - 1;
    struct tb_cellset_index index;

    if (sets <= SAMPLE) {
        for (; counted < sets; counted++, set = tb_cellset_next(set))
            sum += count_nodes(pattern, set);
        return sum;
    }
    if (sets > UINT32_MAX ||
        tb_cellset_index_init(&index, board->cells, pattern->tiles, NULL) != TB_OK)
        return sets;
    for (; counted < SAMPLE; counted++) {
        set = tb_cellset_unrank(&index, (uint32_t)(counted * sets / SAMPLE));
        sum += count_nodes(pattern, set);
    }
    tb_cellset_index_free(&index);
    return (uint64_t)((double)sum / (double)counted * (double)sets);
}

void cohort_graph_sizes(const struct tb_pattern *pattern, struct cohort_sizes *sizes)
{
    const struct tb_board *board = &pattern->board;
    uint64_t sides = (board->width - 1u) * board->height + board->width * (board->height - 1u);

    sizes->sets = tb_binomial(board->cells, pattern->tiles);
    sizes->nodes = sum_nodes(pattern, sizes->sets);
    sizes->columns = tb_kind_has_blank(pattern->kind) ? sizes->nodes : sizes->sets;
    /* For each pair of neighbours one is in the set and the other is not. */
    sizes->edges = 2 * sides * tb_binomial(board->cells - 2u, pattern->tiles - 1u);
    /* Or neither is, and the blank goes from one to the other. */
    if (pattern->kind == TB_KIND_NON_ADDITIVE && board->cells - pattern->tiles >= 2)
        sizes->edges += 2 * sides * tb_binomial(board->cells - 2u, pattern->tiles);
    sizes->bytes = tb_size_mul(sizes->edges, sizeof(struct cohort_edge));
    sizes->bytes = tb_size_add(sizes->bytes, tb_size_mul(sizes->nodes, sizeof(uint64_t)));
    sizes->bytes =
        tb_size_add(sizes->bytes, tb_size_mul(sizes->sets, sizeof(uint64_t) + sizeof(uint32_t)));
    sizes->bytes = tb_size_add(sizes->bytes, tb_size_mul(sizes->columns, 3 * sizeof(uint32_t)));
}
