/* provide.h -- the partition to solve with, its databases built if they are not there */
#ifndef SOLVER_PROVIDE_H
#define SOLVER_PROVIDE_H

#include "tilebase/tilebase.h"

/* Open the databases of a partition; those that are in no folder are built first, with
 * a progress line unless quiet, and kept in the output folder. TB_INVALID if the
 * partition is of another board; else as tb_tables_open and building. */
enum tb_status provide_tables(const struct tb_partition *partition, unsigned threads, bool quiet,
                              struct tb_tables **tables, struct tb_error *error);

/* Choose a partition for a board when none was named: the strongest of the catalogue
 * that is built (with the most entries), else the one that is built soonest. False if
 * the catalogue has none for this board. */
bool provide_choice(const struct tb_board *board, struct tb_partition *partition);

#endif
