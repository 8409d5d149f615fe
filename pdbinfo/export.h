/* export.h -- the values of a database in a form that other programs read
 *
 * raw   a byte for each entry, row by row: its value, or 255 if no moves reach it
 * npy   the same as an array of NumPy, of as many rows and columns as the table
 * csv   a line for each entry: the cells of its tiles, the blank's if the kind has it, and
 *       the value, which is left out if there is none
 */
#ifndef PDBINFO_EXPORT_H
#define PDBINFO_EXPORT_H

#include "tilebase/pdb.h"
#include "watch.h"

enum export_form { EXPORT_RAW, EXPORT_NPY, EXPORT_CSV };

/* TB_INVALID lists all there are. */
enum tb_status export_parse(const char *text, enum export_form *form, struct tb_error *error);

/* Write all entries to a file; "-" is standard output. TB_IO,
 * TB_NO_MEMORY, TB_STOPPED, TB_DAMAGED if a value is larger than any can be. */
enum tb_status export_table(const struct tb_pdb *pdb, enum export_form form, const char *path,
                            const struct watch *watch, struct tb_error *error);

#endif
