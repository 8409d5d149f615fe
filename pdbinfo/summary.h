/* summary.h -- what the header of a database says, for people and for programs */
#ifndef PDBINFO_SUMMARY_H
#define PDBINFO_SUMMARY_H

#include "tilebase/tilebase.h"

/* Print what there is to know; `verified` adds that the checksums were right. */
void summary_print(const char *path, const struct tb_header *header, bool verified);

/* The same as one line of JSON. TB_NO_MEMORY. */
enum tb_status summary_print_json(const char *path, const struct tb_header *header, bool verified,
                                  struct tb_error *error);

#endif
