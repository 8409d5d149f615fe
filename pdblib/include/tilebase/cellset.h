/* cellset.h -- sets of cells, and their rank among the sets of the same size
 *
 * A set is a 64-bit value, bit c for cell c, so that callers read like
 * mathematics:
 *
 *     for (tb_cellset rest = set; rest != 0; rest = tb_cellset_rest(rest))
 *         visit(tb_cellset_first(rest));
 *
 * Sets of one size are ranked in the order of their values as integers (the
 * colexicographic order): the rank of a set is the number of sets of the same
 * size that are smaller. With its cells c_0 < c_1 < ... that is the sum of the
 * binomials C(c_i, i + 1). The sum over the low half of the cells depends on the
 * low half of the bits alone, and, as the size is fixed, the sum over the high
 * half on the high half alone: a rank is two look-ups.
 */
#ifndef TILEBASE_CELLSET_H
#define TILEBASE_CELLSET_H

#include <stdbool.h>
#include <stdint.h>

#include "tilebase/error.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef uint64_t tb_cellset;

static inline tb_cellset tb_cellset_of(unsigned cell)
{
    return (tb_cellset)1 << cell;
}

static inline bool tb_cellset_has(tb_cellset set, unsigned cell)
{
    return (set >> cell & 1) != 0;
}

static inline unsigned tb_cellset_size(tb_cellset set)
{
    return (unsigned)__builtin_popcountll(set);
}

/* The lowest cell of a set that is not empty. */
static inline unsigned tb_cellset_first(tb_cellset set)
{
    return (unsigned)__builtin_ctzll(set);
}

/* The highest cell of a set that is not empty. */
static inline unsigned tb_cellset_last(tb_cellset set)
{
    return 63 - (unsigned)__builtin_clzll(set);
}

/* The set without its lowest cell. */
static inline tb_cellset tb_cellset_rest(tb_cellset set)
{
    return set & (set - 1);
}

/* How many cells of the set are lower than this one: its ordinal, if it is in the set. */
static inline unsigned tb_cellset_below(tb_cellset set, unsigned cell)
{
    return tb_cellset_size(set & (tb_cellset_of(cell) - 1));
}

/* The next larger set of the same size; the set must not be empty. */
static inline tb_cellset tb_cellset_next(tb_cellset set)
{
    tb_cellset lowest = set & (~set + 1);
    tb_cellset ripple = set + lowest;

    return ripple | (((set ^ ripple) >> 2) >> tb_cellset_first(lowest));
}

/* n choose k; n at most 36. */
uint64_t tb_binomial(unsigned n, unsigned k);

/* Ranks all sets of `size` of the cells 0 to `cells` - 1. */
struct tb_cellset_index {
    unsigned cells;
    unsigned size;
    uint32_t count; /* number of such sets */
    unsigned half;  /* the cells below this are the low half */
    uint32_t *low;  /* by the low half's bits */
    uint32_t *high; /* by the high half's bits */
};

/* TB_INVALID if there are 2^32 such sets or more, TB_NO_MEMORY. */
enum tb_status tb_cellset_index_init(struct tb_cellset_index *index, unsigned cells, unsigned size,
                                     struct tb_error *error);
void tb_cellset_index_free(struct tb_cellset_index *index);

static inline uint32_t tb_cellset_rank(const struct tb_cellset_index *index, tb_cellset set)
{
    return index->low[set & (tb_cellset_of(index->half) - 1)] + index->high[set >> index->half];
}

/* The set of that rank; rank must be less than count. */
tb_cellset tb_cellset_unrank(const struct tb_cellset_index *index, uint32_t rank);

#ifdef __cplusplus
}
#endif

#endif
