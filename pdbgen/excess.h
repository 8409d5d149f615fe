/* excess.h -- from the bit planes of a search to the table of a database
 *
 * value = Manhattan distance + 2 * excess, and one more where every move counts and value
 * and Manhattan distance are not both odd or both even. The planes hold half = value / 2
 * + 1 (rounded down), so excess = half - 1 - Manhattan / 2, which is rounded down if the value
 * is odd and up if it is even; the parity of the column tells which. Within a lane the tiles before
 * the last five stand still, so their part of the Manhattan distance is one number, and that of the
 * last five depends only on which ordinals they stand on: one row of 120 sums for each of the C(k,
 * 5) choices, made once for each set of cells.
 *
 * The search has the arrangements of one column together, the table the columns
 * of one arrangement; so columns are decoded by blocks that fill a cache line of a row.
 */
#ifndef PDBGEN_EXCESS_H
#define PDBGEN_EXCESS_H

#include "cohorts.h"
#include "search.h"
#include "tilebase/pdb.h"

struct excess_table {
    unsigned bits;      /* 4 if the largest excess is below 15, else 8 */
    uint64_t row_bytes; /* of one arrangement's entries */
    uint64_t bytes;
    uint8_t *table; /* from tb_pages_alloc */
};

/* TB_NO_MEMORY. */
enum tb_status excess_table_make(const struct cohort_graph *graph, const struct lane_slides *slides,
                                 const struct search_result *found, unsigned threads,
                                 struct excess_table *table, struct tb_error *error);
void excess_table_free(struct excess_table *table);

/* Compare the table of an open database of the graph's pattern with what the search found:
 * `wrong` becomes the first entry that differs, row * columns + column, or UINT64_MAX.
 * TB_NO_MEMORY. */
enum tb_status excess_table_compare(const struct cohort_graph *graph,
                                    const struct lane_slides *slides,
                                    const struct search_result *found, unsigned threads,
                                    const struct tb_pdb *claim, uint64_t *wrong,
                                    struct tb_error *error);

/* Bytes that one thread needs beside the table. */
uint64_t excess_worker_bytes(unsigned tiles);

#endif
