/* difference.h -- where two databases of one pattern differ */
#ifndef PDBINFO_DIFFERENCE_H
#define PDBINFO_DIFFERENCE_H

#include "tilebase/pdb.h"
#include "watch.h"

struct difference {
    uint64_t entries; /* that differ */
    uint64_t row;     /* of the first of them */
    uint32_t column;
    unsigned most; /* largest difference of two values; of one with none it is not counted */
};

/* Compare all entries of two databases of the same pattern, whatever their layouts.
 * TB_STOPPED. */
enum tb_status difference_find(const struct tb_pdb *a, const struct tb_pdb *b, unsigned threads,
                               const struct watch *watch, struct difference *difference,
                               struct tb_error *error);

/* Say what two databases have in common and where they differ: `same` tells whether they are of
 * one pattern and have the same values. As tb_pdb_open, TB_NO_MEMORY and TB_STOPPED. */
enum tb_status difference_print(const char *const path[2], const struct tb_pdb_options *options,
                                const struct watch *watch, bool json, bool *same,
                                struct tb_error *error);

#endif
