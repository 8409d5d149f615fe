/* report.h -- what was measured of a partition, for people and for programs */
#ifndef PDBINFO_REPORT_H
#define PDBINFO_REPORT_H

#include "quality.h"

/* The length that predictions are for if none is given: what random boards of that size need
 * on average; 0 if it is not known. */
unsigned report_usual_length(const struct tb_board *board);

/* Mean, eta and predicted nodes for boards of `length` moves (0: no prediction), for each way to
 * look up. TB_NO_MEMORY. */
enum tb_status report_quality(const struct tb_partition *partition, const struct quality *quality,
                              unsigned length, struct tb_error *error);

/* The same as a line of JSON. TB_NO_MEMORY. */
enum tb_status report_quality_json(const struct tb_partition *partition,
                                   const struct quality *quality, unsigned length,
                                   struct tb_error *error);

#endif
