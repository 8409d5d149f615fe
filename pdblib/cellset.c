/* cellset.c -- sets of cells, and their rank among the sets of the same size */
#include "tilebase/cellset.h"

#include <stdlib.h>

uint64_t tb_binomial(unsigned n, unsigned k)
{
    uint64_t result = 1;

    if (k > n)
        return 0;
    /* After step i the product is C(n - k + i, i), so each division is exact. */
    for (unsigned i = 1; i <= k; i++)
        result = result * (n - k + i) / i;
    return result;
}

/* The part of the rank that these bits add when they stand for the cells from
 * first_cell on and their lowest is number first_ordinal of the whole set. */
static uint32_t partial_rank(tb_cellset bits, unsigned first_cell, unsigned first_ordinal)
{
    uint64_t rank = 0;
    unsigned ordinal = first_ordinal;

    for (; bits != 0; bits = tb_cellset_rest(bits))
        rank += tb_binomial(first_cell + tb_cellset_first(bits), ++ordinal);
    return (uint32_t)rank;
}

enum tb_status tb_cellset_index_init(struct tb_cellset_index *index, unsigned cells, unsigned size,
                                     struct tb_error *error)
{
    uint64_t count = tb_binomial(cells, size);
    tb_cellset bits;

    *index = (struct tb_cellset_index){.cells = cells, .size = size, .half = cells / 2};
    if (size > cells || count > UINT32_MAX)
        return tb_error_set(error, TB_INVALID, "there are too many sets of %u of %u cells", size,
                            cells);
    index->count = (uint32_t)count;
    index->low = malloc(sizeof *index->low << index->half);
    index->high = malloc(sizeof *index->high << (cells - index->half));
    if (index->low == NULL || index->high == NULL) {
        tb_cellset_index_free(index);
        return tb_error_set(error, TB_NO_MEMORY, "no memory to rank sets of %u cells", size);
    }
    for (bits = 0; bits >> index->half == 0; bits++)
        index->low[bits] = tb_cellset_size(bits) <= size ? partial_rank(bits, 0, 0) : 0;
    for (bits = 0; bits >> (cells - index->half) == 0; bits++) {
        unsigned high_size = tb_cellset_size(bits);

        index->high[bits] =
            high_size <= size ? partial_rank(bits, index->half, size - high_size) : 0;
    }
    return TB_OK;
}

void tb_cellset_index_free(struct tb_cellset_index *index)
{
    free(index->low);
    free(index->high);
    index->low = NULL;
    index->high = NULL;
}

tb_cellset tb_cellset_unrank(const struct tb_cellset_index *index, uint32_t rank)
{
    tb_cellset set = 0;
    uint64_t rest = rank;
    unsigned cell = index->cells;

    for (unsigned size = index->size; size > 0; size--) {
        do
            cell--;
        while (tb_binomial(cell, size) > rest);
        rest -= tb_binomial(cell, size);
        set |= tb_cellset_of(cell);
    }
    return set;
}
