/* prove.h -- whether the table of a database is the right one
 *
 * Checksums tell that a file is what was written, not that what was written is right. That takes
 * a proof, and the kinds have different ones.
 *
 * Where an entry tells where the blank is (zero-aware, non-additive, local, walking distance),
 * every move leads from an entry to an entry, and a rule of neighbours is enough: the goal is 0; no
 * move changes a value by more than one; every other entry has a neighbour that is one less;
 * and where no value is, no neighbour has one. Then from every entry a way of as many moves as
 * its value leads down to the goal, and no shorter one can, since each move takes off at
 * most one. Only the right table keeps that rule, so it is checked as it stands, without
 * searching anything (prove_neighbours.c, prove_local.c, prove_walking.c).
 *
 * Where an entry is the least over the places of the blank (additive, pairs, triples), the
 * table alone does not say from which of them a move is possible, and no rule of neighbours
 * suffices: a table made as if the blank could be anywhere keeps it, too. There the search is
 * done again, by the builder, and compared.
 *
 * In either case the header's counts are compared with the table's.
 */
#ifndef PDBINFO_PROVE_H
#define PDBINFO_PROVE_H

#include "tilebase/pdb.h"
#include "watch.h"

struct prove_options {
    unsigned threads; /* at least 1 */
    struct watch watch;
};

/* TB_OK if the table is proven right. TB_DAMAGED names the first wrong entry as a board, or the
 * count that is wrong; TB_NO_MEMORY; TB_STOPPED. `path` is what errors call the database. */
enum tb_status prove_table(const char *path, const struct tb_pdb *pdb,
                           const struct prove_options *options, struct tb_error *error);

/* The rule of neighbours: `kept` tells whether all entries keep it. For zero-aware and
 * non-additive databases, for local problems, and for walking distances. TB_NO_MEMORY, TB_STOPPED.
 */
enum tb_status prove_neighbours(const struct tb_pdb *pdb, const struct prove_options *options,
                                bool *kept, struct tb_error *error);
enum tb_status prove_local(const struct tb_pdb *pdb, const struct prove_options *options,
                           bool *kept, struct tb_error *error);
enum tb_status prove_walking(const struct tb_pdb *pdb, const struct prove_options *options,
                             bool *kept, struct tb_error *error);

#endif
