/* cohorts.h -- the small graph that a search by whole cohorts walks on
 *
 * A cohort is all arrangements of the pattern's tiles on one set of cells. Which
 * regions the other cells form, and where a move of a tile leads, depends on the
 * set alone. So there is a node for each (set, region of the blank), and into each
 * node an edge for each tile that may have come there by the last move: the tile
 * now on cell b came from cell c of the blank's region, so before it the set had c
 * in place of b, and the blank was in the region of b. The edge says how the tile's
 * ordinal changed: a slide of arrangements.
 *
 * Where every move counts (kind non-additive), a node is a set and a cell of the blank, and
 * there are edges for moves of other tiles, too: these leave the arrangement as it is.
 *
 * What is to be told apart in the table is a column: all nodes of a set, whose values'
 * minimum is stored, or each node by itself.
 *
 * Every move changes the colour of one occupied cell or, if all moves count, that of the
 * blank, so a search is on columns of one parity at even depths and on those of the other
 * at odd depths. Columns are listed by parity, and a node's frontier can take the place of
 * the one two depths before.
 */
#ifndef PDBGEN_COHORTS_H
#define PDBGEN_COHORTS_H

#include "tilebase/tilebase.h"

struct cohort_edge {
    uint32_t source; /* the node before the move */
    uint32_t slide;  /* tb_slide_number */
};

struct cohort_graph {
    struct tb_pattern pattern;
    struct tb_cellset_index sets;
    unsigned reach; /* most tiles that a slide passes */
    uint32_t nodes;
    uint32_t goal_node;
    uint32_t *first_node; /* by set, and one more */
    uint64_t *first_edge; /* by node, and one more */
    struct cohort_edge *edges;
    uint32_t columns;
    uint32_t *column_set;   /* by column, if a column is a node; else NULL */
    uint32_t *by_parity[2]; /* the columns whose distance from the goal's is even, odd */
    uint32_t parity_count[2];
};

/* The nodes of a column: from the first to before the last. */
static inline void cohort_nodes(const struct cohort_graph *graph, uint32_t column, uint32_t *first,
                                uint32_t *last)
{
    *first = graph->column_set == NULL ? graph->first_node[column] : column;
    *last = graph->column_set == NULL ? graph->first_node[column + 1] : column + 1;
}

/* Whether an odd number of moves lies between the goal and a column of this set. */
unsigned cohort_parity(const struct cohort_graph *graph, tb_cellset set, uint32_t column);

/* The set of a column, by its rank. */
static inline uint32_t cohort_set(const struct cohort_graph *graph, uint32_t column)
{
    return graph->column_set == NULL ? column : graph->column_set[column];
}

/* TB_NO_MEMORY; TB_INVALID if there are 2^32 sets or nodes. */
enum tb_status cohort_graph_init(struct cohort_graph *graph, const struct tb_pattern *pattern,
                                 unsigned threads, struct tb_error *error);
void cohort_graph_free(struct cohort_graph *graph);

/* The node of a set of cells with the blank on a cell outside it. Only goal_node and
 * by_parity depend on the pattern's own goals; all else is the same for every pattern of
 * as many tiles. */
uint32_t cohort_graph_node(const struct cohort_graph *graph, tb_cellset set, unsigned blank);

/* What a graph would hold, without making it. The number of nodes is estimated
 * from a sample where there are very many sets. */
struct cohort_sizes {
    uint64_t sets;
    uint64_t columns;
    uint64_t nodes;
    uint64_t edges;
    uint64_t bytes; /* of the graph in memory */
};
void cohort_graph_sizes(const struct tb_pattern *pattern, struct cohort_sizes *sizes);

#endif
