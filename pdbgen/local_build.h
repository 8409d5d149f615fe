/* local_build.h -- the table of a local problem
 *
 * Breadth-first search over a table with a byte for each state, from all states at once that
 * have every tile at home, wherever the blank is. As moves can be undone, the depth at which a
 * state is reached is the number of moves that bring its tiles home. A step looks for the
 * states of the last depth, row by row, and writes the next depth to those of their neighbours
 * that have none; threads share the rows, and two that come upon the same neighbour write the
 * same byte, by relaxed atomic stores. With the blank free to end anywhere no parity tells
 * values apart, so the table holds them as they are.
 */
#ifndef PDBGEN_LOCAL_BUILD_H
#define PDBGEN_LOCAL_BUILD_H

#include "local_graph.h"
#include "search.h"

struct local_build {
    uint64_t states; /* reached */
    uint32_t values; /* largest value + 1 */
    uint64_t histogram[TB_VALUES_MAX];
    uint64_t bytes;
    uint8_t *table; /* from tb_pages_alloc: rows of a byte for each column */
};

/* Of the options, kernels have no use here. TB_NO_MEMORY, TB_STOPPED, or TB_INVALID if values
 * are too large to store. */
enum tb_status local_build(const struct tb_pattern *pattern, const struct search_options *options,
                           struct local_build *build, struct tb_error *error);

#endif
