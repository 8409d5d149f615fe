/* catalogue.h -- the list of all partitions that can be built by name */
#ifndef PDBGEN_CATALOGUE_H
#define PDBGEN_CATALOGUE_H

#include "tilebase/tilebase.h"

/* Print every partition of the folders: picture, entries, sizes, and which are
 * built. Pictures that cannot be read are named on standard error. */
enum tb_status catalogue_list(const struct tb_folders *folders, bool json, struct tb_error *error);

#endif
