/* provide.h -- the partition to solve with, and its databases from disk or made at once */
#ifndef SOLVER_PROVIDE_H
#define SOLVER_PROVIDE_H

#include "tilebase/tilebase.h"

/* Open the databases of a partition; those that are in no folder are built first, with
 * a progress line unless quiet, and kept in the output folder. As tb_tables_open and
 * building. */
enum tb_status provide_tables(const struct tb_partition *partition, unsigned threads, bool quiet,
                              struct tb_tables **tables, struct tb_error *error);

/* Build the databases of a partition in memory, a thread for each; nothing is read or
 * written. TB_NO_MEMORY, TB_STOPPED, TB_INVALID. */
enum tb_status provide_in_memory(const struct tb_partition *partition, unsigned threads,
                                 struct tb_tables **tables, struct tb_error *error);

/* Open the databases of a partition from disk; what is not there is built in memory if that
 * takes no time worth mentioning, and else built and kept. As the two above. */
enum tb_status provide_any(const struct tb_partition *partition, unsigned threads, bool quiet,
                           struct tb_tables **tables, struct tb_error *error);

/* Choose a partition for a board when none was named, whatever the goal's blank cell: of
 * those in the catalogue that hold every tile, are built, and serve a goal with that
 * blank, the one with the largest mean value; built tells that there is one. Else a small
 * one, for provide_in_memory. */
void provide_choice(const struct tb_board *board, unsigned blank, struct tb_partition *partition,
                    bool *built);

#endif
