/* additive.h -- the makers of the additive heuristic, one for each instruction set */
#ifndef SOLVER_ADDITIVE_H
#define SOLVER_ADDITIVE_H

#include "heuristic.h"

typedef enum tb_status additive_maker(const struct tb_partition *partition,
                                      const struct tb_tables *tables,
                                      const struct tb_position *goal, bool reflected,
                                      struct heuristic **heuristic, struct tb_error *error);

additive_maker additive_new_portable;
#if defined(__x86_64__)
additive_maker additive_new_bmi2;
#endif

#endif
