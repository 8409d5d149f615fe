/* additive.h -- the makers of the additive heuristic for one or two look-ups: on any board, on
 * 4x4 and on 5x5, with zero-aware databases and without; each for any processor and for
 * those that count bits in one instruction */
#ifndef SOLVER_ADDITIVE_H
#define SOLVER_ADDITIVE_H

#include "heuristic.h"

typedef enum tb_status additive_maker(const struct lookup *lookups, unsigned count,
                                      const struct tb_position *goal, struct heuristic **heuristic,
                                      struct tb_error *error);

additive_maker additive_new_portable_any, additive_new_portable_4, additive_new_portable_5,
    additive_new_portable_any_zero, additive_new_portable_4_zero, additive_new_portable_5_zero;
#if defined(__x86_64__)
additive_maker additive_new_bmi2_any, additive_new_bmi2_4, additive_new_bmi2_5,
    additive_new_bmi2_any_zero, additive_new_bmi2_4_zero, additive_new_bmi2_5_zero;
#endif

/* What the makers have room for. */
enum { FEW_LOOKUPS = 2, FEW_USES = 32, SQUARE_TILES = 10 }; /* ten: lanes count to 2^16 */
#define SQUARE_USES(side) ((side) == 4 ? 6 : 10)

#endif
