/* difference.h -- where two databases of one pattern differ */
#ifndef PDBINFO_DIFFERENCE_H
#define PDBINFO_DIFFERENCE_H

#include "tilebase/pdb.h"

struct difference {
    uint64_t entries; /* that differ */
    uint64_t row;     /* of the first of them */
    uint32_t column;
    unsigned most; /* largest difference of two values; of one with none it is not counted */
};

/* Compare all entries of two databases of the same pattern, whatever their layouts. */
void difference_find(const struct tb_pdb *a, const struct tb_pdb *b, unsigned threads,
                     struct difference *difference);

/* Say what two databases have in common and where they differ: `same` tells whether they are of
 * one pattern and have the same values. As tb_pdb_open, and TB_NO_MEMORY. */
enum tb_status difference_print(const char *const path[2], const struct tb_pdb_options *options,
                                bool json, bool *same, struct tb_error *error);

#endif
