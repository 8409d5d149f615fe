/* walking_build.h -- the table of a walking distance
 *
 * Breadth-first search from the solved state, over an array with a byte for each
 * state: the depth at which it was reached. Moves can be undone, so that depth is
 * its value. A step looks for the states of the last depth, in the order of their
 * numbers, and writes the next depth to those of their neighbours that have none.
 *
 * Every move takes the blank to the line above or below, so the states of one
 * depth have it on lines of one parity, and those of the next on lines of the
 * other. States with the blank on one line have numbers in one row. So half of the
 * array is only read in a step and the other half only written to, and only half
 * needs to be looked through. Two threads may come upon the same neighbour; both
 * then write the same byte, by relaxed atomic stores, which cost nothing
 * more than plain ones. States are counted when they are found in the next step, by
 * the one thread that has them, so nothing is counted twice.
 *
 * At the end the depths are turned into excesses in place, and packed if they fit.
 */
#ifndef PDBGEN_WALKING_BUILD_H
#define PDBGEN_WALKING_BUILD_H

#include "search.h"
#include "tilebase/walking.h"

struct walking_build {
    uint64_t states; /* reached: all of the index's */
    uint32_t values; /* largest value + 1 */
    uint64_t histogram[TB_VALUES_MAX];
    unsigned bits; /* 4 if the largest excess is below 15, else 8 */
    uint64_t bytes;
    /* From tb_pages_alloc. With 4 bits, state s is in byte s / 2, in the low half if s is even;
     * the high half of the last byte is 15 if it is no state's. */
    uint8_t *table;
};

/* Of the options, kernels have no use here. TB_NO_MEMORY, TB_STOPPED, or TB_INVALID if values
 * are too large to store. */
enum tb_status walking_build(const struct tb_walking_index *index,
                             const struct search_options *options, struct walking_build *build,
                             struct tb_error *error);
void walking_build_free(struct walking_build *build);

/* The excess of a state in such a table. */
static inline unsigned walking_excess(const uint8_t *table, unsigned bits, uint32_t state)
{
    return bits == 8 ? table[state] : table[state / 2] >> (state % 2 ? 4 : 0) & 15u;
}

#endif
