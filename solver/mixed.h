/* mixed.h -- the makers of the largest of several heuristics: for any processor, and for those
 * that count bits in one instruction */
#ifndef SOLVER_MIXED_H
#define SOLVER_MIXED_H

#include "heuristic.h"

typedef enum tb_status mixed_maker(const struct mixture *mixture, const struct tb_position *goal,
                                   struct heuristic **heuristic, struct tb_error *error);

mixed_maker mixed_new_portable_any;
#if defined(__x86_64__)
mixed_maker mixed_new_bmi2_any;
#endif

/* By the one that suits the processor. */
mixed_maker mixed_new;

#endif
