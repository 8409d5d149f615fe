/* search.h -- breadth-first search from the goal, by whole cohorts
 *
 * For each node of the cohort graph there are two sets of arrangements: those that
 * were reached, and the frontier, those that the last step reached first. A step
 * goes through the columns of one parity; each pulls the frontiers of the
 * nodes before its own along the edges into these, and takes from that what it knows
 * already. A column is one worker's alone, so there are no locks.
 *
 * The depth at which an entry is reached first in any node of its column is its value. It is
 * kept as bit planes: plane p of a column has the entries whose number
 * depth / 2 + 1 has bit p set, so a step writes whole words, and an entry with no
 * bit in any plane was never reached. The depth's lowest bit is not needed, for it
 * is the parity of the column.
 */
#ifndef PDBGEN_SEARCH_H
#define PDBGEN_SEARCH_H

#include "cohorts.h"
#include "lanes.h"

#define SEARCH_PLANES 7 /* enough for 253 moves */

struct search_progress {
    unsigned depth;
    uint64_t states; /* reached by now */
    uint64_t total;  /* at the most */
};

struct search_options {
    unsigned threads; /* at least 1 */
    const struct lane_kernels *kernels;
    /* Called after each step; false stops the search. May be NULL. */
    bool (*progress)(void *context, const struct search_progress *progress);
    void *context;
};

struct search_result {
    uint64_t states;
    uint32_t values; /* largest value + 1 */
    uint64_t histogram[TB_VALUES_MAX];
    uint64_t plane_lanes; /* lanes of all columns: size of a plane */
    unsigned planes;
    struct lane *plane[SEARCH_PLANES];
};

/* TB_NO_MEMORY, TB_STOPPED, or TB_INVALID if values are too large to store. */
enum tb_status search_run(const struct cohort_graph *graph, const struct lane_slides *slides,
                          const struct search_options *options, struct search_result *result,
                          struct tb_error *error);
void search_result_free(struct search_result *result);

#endif
