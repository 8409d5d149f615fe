/* database.h -- an open database, to those who open it and look values up */
#ifndef PDBLIB_DATABASE_H
#define PDBLIB_DATABASE_H

#include "file.h"
#include "tilebase/pdb.h"
#include "tilebase/walking.h"

struct tb_pdb {
    struct tb_header header;
    struct tb_entry_index index;     /* unless it is a walking distance */
    struct tb_walking_index walking; /* if it is one */
    uint64_t row_bytes;
    const uint8_t *table;
    struct file file; /* while it is opened */
    uint8_t *mapping; /* the whole file, if it is mapped, */
    int watched;      /* and the mapping's number with the guard */
    uint8_t *pages;   /* the table, if it was read into memory or adopted */
};

#endif
