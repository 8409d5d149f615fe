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
 * Every move changes the colour of one occupied cell, so a search is on sets of one
 * parity at even depths and on those of the other at odd depths. Sets are listed
 * by parity, and a set's frontier can take the place of the one two depths before.
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
    uint32_t *by_parity[2]; /* the sets whose distance from the goal's is even, odd */
    uint32_t parity_count[2];
};

/* TB_NO_MEMORY; TB_INVALID if there are 2^32 sets or nodes. */
enum tb_status cohort_graph_init(struct cohort_graph *graph, const struct tb_pattern *pattern,
                                 unsigned threads, struct tb_error *error);
void cohort_graph_free(struct cohort_graph *graph);

/* What a graph would hold, without making it. The number of nodes is estimated
 * from a sample where there are very many sets. */
struct cohort_sizes {
    uint64_t sets;
    uint64_t nodes;
    uint64_t edges;
    uint64_t bytes; /* of the graph in memory */
};
void cohort_graph_sizes(const struct tb_pattern *pattern, struct cohort_sizes *sizes);

#endif
