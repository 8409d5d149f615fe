/* cohorts.c -- the small graph that a search by whole cohorts walks on */
#include "cohorts.h"

#include <stdlib.h>

enum { SAMPLE = 1 << 20, BLOCK = 256 };

static unsigned count_regions(const struct tb_board *board, tb_cellset area)
{
    unsigned count = 0;

    for (; area != 0; count++)
        area &= ~tb_board_region(board, area, tb_cellset_first(area));
    return count;
}

/* The number of a cell's region, regions being counted by their first cells. */
static unsigned region_of(const struct tb_board *board, tb_cellset area, unsigned cell)
{
    tb_cellset own = tb_board_region(board, area, cell);
    tb_cellset before = area & ~own & (tb_cellset_of(tb_cellset_first(own)) - 1);
    unsigned number = 0;

    for (; before != 0; number++)
        before &= ~tb_board_region(board, area, tb_cellset_first(before));
    return number;
}

/* Pairs of neighbours, one in the set and one not: the moves that lead here. */
static unsigned count_moves(const struct tb_board *board, tb_cellset set)
{
    tb_cellset across = (set ^ set >> 1) & board->all & ~board->last_column;
    tb_cellset down = (set ^ set >> board->width) & (board->all >> board->width);

    return tb_cellset_size(across) + tb_cellset_size(down);
}

static unsigned parity_of(const struct tb_board *board, tb_cellset set)
{
    unsigned sum = 0;

    for (; set != 0; set = tb_cellset_rest(set))
        sum += tb_board_colour(board, tb_cellset_first(set));
    return sum % 2;
}

/* Count nodes and edges, so that each set knows where its own begin. */
static enum tb_status count_all(struct cohort_graph *graph, uint64_t *set_edges,
                                struct tb_error *error)
{
    const struct tb_board *board = &graph->pattern.board;
    tb_cellset set = tb_cellset_unrank(&graph->sets, 0);
    unsigned goal_parity = parity_of(board, graph->pattern.goals);
    uint64_t nodes = 0, edges = 0;

    for (uint32_t i = 0; i < graph->sets.count; i++, set = tb_cellset_next(set)) {
        unsigned parity = parity_of(board, set) ^ goal_parity;

        graph->first_node[i] = (uint32_t)nodes;
        set_edges[i] = edges;
        graph->by_parity[parity][graph->parity_count[parity]++] = i;
        nodes += count_regions(board, board->all & ~set);
        edges += count_moves(board, set);
    }
    if (nodes > UINT32_MAX)
        return tb_error_set(error, TB_INVALID, "the pattern has too many regions to search");
    graph->first_node[graph->sets.count] = (uint32_t)nodes;
    graph->nodes = (uint32_t)nodes;
    set_edges[graph->sets.count] = edges;
    return TB_OK;
}

/* The edge by which the tile now on cell `to` came from the blank's cell `from`. */
static struct cohort_edge edge_of(const struct cohort_graph *graph, tb_cellset set, unsigned from,
                                  unsigned to)
{
    const struct tb_board *board = &graph->pattern.board;
    tb_cellset before = (set & ~tb_cellset_of(to)) | tb_cellset_of(from);
    uint32_t node = graph->first_node[tb_cellset_rank(&graph->sets, before)];

    return (struct cohort_edge){
        .source = node + region_of(board, board->all & ~before, to),
        .slide = tb_slide_number(graph->reach, tb_cellset_below(before, from),
                                 tb_cellset_below(set, to)),
    };
}

static void connect_set(struct cohort_graph *graph, tb_cellset set, uint32_t rank, uint64_t edge)
{
    const struct tb_board *board = &graph->pattern.board;
    tb_cellset area = board->all & ~set;

    for (uint32_t node = graph->first_node[rank]; area != 0; node++) {
        tb_cellset region = tb_board_region(board, area, tb_cellset_first(area));

        graph->first_edge[node] = edge;
        for (tb_cellset blanks = region; blanks != 0; blanks = tb_cellset_rest(blanks)) {
            unsigned from = tb_cellset_first(blanks);
            tb_cellset tiles = tb_board_spread(board, tb_cellset_of(from)) & set;

            for (; tiles != 0; tiles = tb_cellset_rest(tiles))
                graph->edges[edge++] = edge_of(graph, set, from, tb_cellset_first(tiles));
        }
        area &= ~region;
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

static enum tb_status make_graph(struct cohort_graph *graph, uint64_t *set_edges, unsigned threads,
                                 struct tb_error *error)
{
    enum tb_status status;
    const struct tb_pattern *pattern = &graph->pattern;

    graph->first_node = tb_array_alloc(graph->sets.count + (uint64_t)1, sizeof *graph->first_node);
    for (int parity = 0; parity < 2; parity++)
        graph->by_parity[parity] =
            tb_array_alloc(graph->sets.count, sizeof *graph->by_parity[parity]);
    if (graph->first_node == NULL || graph->by_parity[0] == NULL || graph->by_parity[1] == NULL)
        return no_memory(error);
    status = count_all(graph, set_edges, error);
    if (status != TB_OK)
        return status;
    graph->first_edge = tb_array_alloc(graph->nodes + (uint64_t)1, sizeof *graph->first_edge);
    graph->edges = tb_array_alloc(set_edges[graph->sets.count], sizeof *graph->edges);
    if (graph->first_edge == NULL || graph->edges == NULL)
        return no_memory(error);
    connect_all(graph, set_edges, threads);
    graph->goal_node =
        graph->first_node[tb_cellset_rank(&graph->sets, pattern->goals)] +
        region_of(&pattern->board, pattern->board.all & ~pattern->goals, pattern->blank);
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
    free(graph->edges);
    free(graph->by_parity[0]);
    free(graph->by_parity[1]);
    *graph = (struct cohort_graph){0};
}

/* The sum of the regions of all sets, or of a sample of them scaled up. */
static uint64_t sum_regions(const struct tb_pattern *pattern, uint64_t sets)
{
    const struct tb_board *board = &pattern->board;
    uint64_t sum = 0, counted = 0;
    tb_cellset set = tb_cellset_of(pattern->tiles) - 1;
    struct tb_cellset_index index;

    if (sets <= SAMPLE) {
        for (; counted < sets; counted++, set = tb_cellset_next(set))
            sum += count_regions(board, board->all & ~set);
        return sum;
    }
    if (sets > UINT32_MAX ||
        tb_cellset_index_init(&index, board->cells, pattern->tiles, NULL) != TB_OK)
        return sets;
    for (; counted < SAMPLE; counted++) {
        set = tb_cellset_unrank(&index, (uint32_t)(counted * sets / SAMPLE));
        sum += count_regions(board, board->all & ~set);
    }
    tb_cellset_index_free(&index);
    return (uint64_t)((double)sum / (double)counted * (double)sets);
}

void cohort_graph_sizes(const struct tb_pattern *pattern, struct cohort_sizes *sizes)
{
    const struct tb_board *board = &pattern->board;
    uint64_t sides = (board->width - 1u) * board->height + board->width * (board->height - 1u);

    sizes->sets = tb_binomial(board->cells, pattern->tiles);
    sizes->nodes = sum_regions(pattern, sizes->sets);
    /* For each pair of neighbours one is in the set and the other is not. */
    sizes->edges = 2 * sides * tb_binomial(board->cells - 2u, pattern->tiles - 1u);
    sizes->bytes = sizes->edges * sizeof(struct cohort_edge) + sizes->nodes * sizeof(uint64_t) +
                   sizes->sets * (2 * sizeof(uint64_t) + sizeof(uint32_t));
}
