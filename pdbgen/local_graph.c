/* local_graph.c -- where the moves of a local problem lead */
#include "local_graph.h"

#include <stdlib.h>

#include "tilebase/size.h"

/* The move that takes the blank from one cell to a neighbour, on a set of occupied cells. */
static struct local_move move_of(const struct tb_entry_index *index, tb_cellset occupied,
                                 unsigned blank, unsigned to)
{
    tb_cellset after = occupied;
    struct local_move move = {0};
    tb_cellset places = 0;

    if (tb_cellset_has(occupied, to)) {
        after = (occupied & ~tb_cellset_of(to)) | tb_cellset_of(blank);
        move.from = (uint8_t)tb_cellset_below(occupied, to);
        move.to = (uint8_t)tb_cellset_below(after, blank);
    }
    for (tb_cellset rest = after; rest != 0; rest = tb_cellset_rest(rest))
        places |= tb_cellset_of(index->place[tb_cellset_first(rest)]);
    move.column = tb_entry_column(index, after, tb_cellset_rank(&index->sets, places), to);
    return move;
}

/* The moves from one set of cells, for each cell of the blank. Returns the next column. */
static uint32_t connect_set(struct local_graph *graph, const struct tb_entry_index *index,
                            tb_cellset occupied, uint32_t column)
{
    const struct tb_board *board = &graph->pattern.board;
    tb_cellset open = board->all & ~graph->pattern.fixed;

    for (tb_cellset blanks = open & ~occupied; blanks != 0; blanks = tb_cellset_rest(blanks)) {
        unsigned blank = tb_cellset_first(blanks), count = 0;
        tb_cellset near = tb_board_spread(board, tb_cellset_of(blank)) & open;

        for (; near != 0; near = tb_cellset_rest(near))
            graph->moves[column][count++] = move_of(index, occupied, blank, tb_cellset_first(near));
        graph->move_count[column++] = (uint8_t)count;
    }
    return column;
}

/* The cells that stand for places, which are numbered without the fixed tiles' cells. */
static tb_cellset cells_of(tb_cellset open, tb_cellset places)
{
    tb_cellset cells = 0;

    for (; places != 0; places >>= 1, open = tb_cellset_rest(open))
        if (tb_cellset_has(places, 0))
            cells |= tb_cellset_of(tb_cellset_first(open));
    return cells;
}

static void connect_all(struct local_graph *graph, const struct tb_entry_index *index)
{
    tb_cellset open = graph->pattern.board.all & ~graph->pattern.fixed;
    tb_cellset places = tb_cellset_of(graph->pattern.tiles) - 1;
    uint32_t column = 0;

    for (uint32_t i = 0; i < index->sets.count; i++, places = tb_cellset_next(places)) {
        tb_cellset occupied = cells_of(open, places);

        if (occupied == graph->pattern.goals)
            graph->goal_first = column;
        column = connect_set(graph, index, occupied, column);
        if (occupied == graph->pattern.goals)
            graph->goal_last = column - 1;
    }
}

enum tb_status local_graph_init(struct local_graph *graph, const struct tb_pattern *pattern,
                                struct tb_error *error)
{
    uint64_t columns = tb_pattern_columns(pattern);
    struct tb_entry_index index;
    enum tb_status status;

    *graph = (struct local_graph){.pattern = *pattern, .rows = tb_factorial(pattern->tiles)};
    if (columns == TB_TOO_LARGE)
        return tb_error_set(error, TB_INVALID, "the local problem has too many states to search");
    graph->columns = (uint32_t)columns;
    graph->moves = tb_array_alloc(columns, sizeof *graph->moves);
    graph->move_count = tb_array_alloc(columns, sizeof *graph->move_count);
    status = tb_slides_init(&graph->slides, pattern->tiles, pattern->board.width - 1u, error);
    if (status == TB_OK && (graph->moves == NULL || graph->move_count == NULL))
        status = tb_error_set(error, TB_NO_MEMORY, "no memory for the moves of a local problem");
    if (status == TB_OK)
        status = tb_entry_index_init(&index, pattern, error);
    if (status != TB_OK) {
        local_graph_free(graph);
        return status;
    }
    connect_all(graph, &index);
    tb_entry_index_free(&index);
    return TB_OK;
}

void local_graph_free(struct local_graph *graph)
{
    tb_slides_free(&graph->slides);
    free(graph->moves);
    free(graph->move_count);
    *graph = (struct local_graph){0};
}

uint64_t local_graph_bytes(const struct tb_pattern *pattern)
{
    uint64_t columns = tb_pattern_columns(pattern);
    uint64_t reach = pattern->board.width - 1u;
    uint64_t slides = pattern->tiles * (2 * reach + 1) * tb_factorial(pattern->tiles) /
                      (pattern->tiles < TB_LANE_TILES ? 1 : TB_LANE_SIZE);

    return tb_size_add(tb_size_mul(columns, sizeof(struct local_move[LOCAL_MOVES_MAX]) + 1),
                       tb_size_mul(slides, 5));
}
