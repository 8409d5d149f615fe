/* means.h -- the mean Manhattan distance of a pattern's entries, without its table
 *
 * A tile is on each cell in as many entries as on any other, so its mean distance is the mean over
 * all cells, and the pattern's the sum of its tiles'. That holds also where half of the entries
 * cannot be reached: two other tiles change places, and the other half is the one that can. A
 * zero-aware table has more entries for the sets of cells that leave more regions, so there the
 * sets are gone through. In a walking distance the states are.
 */
#ifndef PDBINFO_MEANS_H
#define PDBINFO_MEANS_H

#include "tilebase/pattern.h"

/* NAN if it would take long, as for a walking distance of more than a million states or a
 * zero-aware table of more than 50,000 sets of cells, or is not known without the table: which
 * entries of a local problem can be reached. TB_NO_MEMORY. */
enum tb_status mean_manhattan(const struct tb_pattern *pattern, double *mean,
                              struct tb_error *error);

#endif
