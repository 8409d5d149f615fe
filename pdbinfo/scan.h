/* scan.h -- how many entries have which value, and which Manhattan distance */
#ifndef PDBINFO_SCAN_H
#define PDBINFO_SCAN_H

#include "tilebase/pdb.h"
#include "watch.h"

#define SCAN_VALUES 1024 /* more than any table of bytes can say */

struct scan {
    uint64_t unreachable;
    uint64_t value[SCAN_VALUES];     /* by value */
    uint64_t manhattan[SCAN_VALUES]; /* of the same entries, by Manhattan distance */
};

/* Read all entries, with so many threads. TB_NO_MEMORY, TB_STOPPED. */
enum tb_status scan_entries(const struct tb_pdb *pdb, unsigned threads, const struct watch *watch,
                            struct scan *scan, struct tb_error *error);

#endif
