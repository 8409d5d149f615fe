/* pairs_maker.h -- the makers of pairs.c, for each case that it is made for */
#ifndef SOLVER_PAIRS_MAKER_H
#define SOLVER_PAIRS_MAKER_H

#include "pairs.h"

typedef enum tb_status pairs_maker(const struct tuple_tables *tables, enum tb_cover_rule rule,
                                   const struct tb_position *goal, struct heuristic **heuristic,
                                   struct tb_error *error);

/* For boards of at most as many cells as 4x4 has, or 5x5, or 6x6. */
pairs_maker pairs_new_portable_4, pairs_new_portable_5, pairs_new_portable_6;
#if defined(__x86_64__)
pairs_maker pairs_new_bmi2_4, pairs_new_bmi2_5, pairs_new_bmi2_6;
#endif

#endif
