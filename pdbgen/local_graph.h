/* local_graph.h -- where the moves of a local problem lead
 *
 * A state is an entry of the problem's table: a row, which is the order of the tiles, and a
 * column, which is the set of their cells and the blank's cell. Whether a tile moves, and to
 * which column that leads, the column alone tells; and the row then changes by a slide of
 * arrangements (tilebase/arrangement.h), or not at all if the tile is none of the problem's.
 * So there are up to four moves for each column, and a state's neighbours are found by two
 * look-ups each. Cells of fixed tiles are walls. Every move can be undone.
 */
#ifndef PDBGEN_LOCAL_GRAPH_H
#define PDBGEN_LOCAL_GRAPH_H

#include "tilebase/tilebase.h"

#define LOCAL_MOVES_MAX 4

struct local_move {
    uint32_t column;
    uint8_t from, to; /* ordinals of the tile that slides; the same if none of the problem's */
};

struct local_graph {
    struct tb_pattern pattern;
    uint32_t rows;
    uint32_t columns;
    uint32_t goal_first, goal_last; /* the columns of row 0 with every tile at home */
    struct tb_slides slides;
    uint8_t *move_count;                         /* by column */
    struct local_move (*moves)[LOCAL_MOVES_MAX]; /* by column */
};

/* The pattern is of kind local. TB_INVALID if its states cannot be numbered, TB_NO_MEMORY. */
enum tb_status local_graph_init(struct local_graph *graph, const struct tb_pattern *pattern,
                                struct tb_error *error);
void local_graph_free(struct local_graph *graph);

/* Bytes that a graph takes in memory. */
uint64_t local_graph_bytes(const struct tb_pattern *pattern);

/* The number of the state that a move leads to. */
static inline uint64_t local_graph_next(const struct local_graph *graph, uint32_t row,
                                        const struct local_move *move)
{
    uint32_t next =
        move->from == move->to ? row : tb_slides_rank(&graph->slides, row, move->from, move->to);

    return (uint64_t)next * graph->columns + move->column;
}

#endif
