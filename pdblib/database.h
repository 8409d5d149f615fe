/* database.h -- an open database, to those who open it and look values up */
#ifndef PDBLIB_DATABASE_H
#define PDBLIB_DATABASE_H

#include "tilebase/pdb.h"
#include "tilebase/walking.h"

struct tb_pdb {
    struct tb_header header;
    struct tb_entry_index index;     /* unless it is a walking distance */
    struct tb_walking_index walking; /* if it is one */
    uint64_t row_bytes;
    const uint8_t *table;
    uint8_t *file; /* the whole file, mapped; NULL once its frames are decompressed */
    uint64_t file_bytes;
    uint8_t *pages; /* the table, if it is decompressed or adopted */
};

#endif
