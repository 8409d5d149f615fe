/* pdb.h -- opening a database and looking values up
 *
 *     struct tb_pdb *pdb;
 *     if (tb_pdb_open("pdb/4x4-additive-1-7.pdb", NULL, &pdb, &error) == TB_OK)
 *         value = tb_pdb_lookup(pdb, &position);
 *
 * A file of layout zstd is read, checked and decompressed by all cores into huge pages; after
 * that the file may change or go. One of layout mapped is checked and used in place, so that all
 * processes share one copy: it must not be written to while it is open, and tilebase/guard.h tells
 * what happens if it is; its file is kept open. `copy` reads it into memory instead, as do those
 * that are too many: only 256 are mapped at a time. `trust` opens it without looking at its table,
 * which takes no time, and then damage there goes unseen. An open database never changes, so any
 * number of threads may look values up in it at once.
 */
#ifndef TILEBASE_PDB_H
#define TILEBASE_PDB_H

#include <stdbool.h>
#include <stdint.h>

#include "tilebase/error.h"
#include "tilebase/format.h"
#include "tilebase/position.h"

#ifdef __cplusplus
extern "C" {
#endif

struct tb_pdb;
struct tb_walking_index;

struct tb_pdb_options {
    unsigned threads; /* to decompress with; 0: as many as there are cores */
    bool verify;      /* check every checksum, also the one that others make needless */
    bool trust;       /* of layout mapped check the header and the size alone */
    bool copy;        /* read a file of layout mapped into memory rather than map it */
};

/* What a look-up gives in place of a value. */
enum {
    TB_UNREACHABLE = -1,  /* no sequence of moves leads from these cells to the goals; of a local
                           * problem also: a fixed tile is not where it should be */
    TB_NOT_ON_BOARD = -2, /* a tile of the pattern is missing from the position */
};

/* Open a database; options may be NULL. All of the file is checked, unless options->trust.
 * TB_NOT_FOUND, TB_DAMAGED, TB_UNSUPPORTED, TB_NO_MEMORY, TB_IO. */
enum tb_status tb_pdb_open(const char *path, const struct tb_pdb_options *options,
                           struct tb_pdb **pdb, struct tb_error *error);
void tb_pdb_close(struct tb_pdb *pdb);

/* Whether a mapped file was cut off or written to since it was opened (tilebase/guard.h): if so,
 * values looked up since then may be wrong. Asks the system: after a search, not in it. */
bool tb_pdb_cut(const struct tb_pdb *pdb);

/* Make a database of a table in memory, as a builder has it before there is a file: of
 * the header kind, pattern, bits and table_bytes must be right, and what speaks of a
 * file is not looked at. The table is from tb_pages_alloc and is the database's from now
 * on; after an error it is still the caller's. TB_INVALID if its size is not what the
 * pattern makes, TB_NO_MEMORY. */
enum tb_status tb_pdb_adopt(const struct tb_header *header, uint8_t *table, struct tb_pdb **pdb,
                            struct tb_error *error);

/* Read the header alone. The same errors. */
enum tb_status tb_pdb_read_header(const char *path, struct tb_header *header,
                                  struct tb_error *error);

const struct tb_header *tb_pdb_header(const struct tb_pdb *pdb);

/* The table as it is in the file uncompressed: header->table_bytes bytes. */
const uint8_t *tb_pdb_table(const struct tb_pdb *pdb);

/* How entries are numbered; the second is for walking distances, the first for all else. */
const struct tb_entry_index *tb_pdb_index(const struct tb_pdb *pdb);
const struct tb_walking_index *tb_pdb_walking(const struct tb_pdb *pdb);

/* The value of a position whose tile t belongs on cell t - 1, by the meaning of its kind
 * (tilebase/kind.h), TB_UNREACHABLE or TB_NOT_ON_BOARD. Of pairs and triples it is the
 * Manhattan distance and what the best disjoint ones add to it. */
int tb_pdb_lookup(const struct tb_pdb *pdb, const struct tb_position *position);

/* For the kinds of chosen tiles: the value with the pattern's tile i, in the order of the
 * goal cells, on cell[i] and the blank on `blank` (which does not matter to an additive
 * database), all different, on the board, and on no fixed tile's cell; or TB_UNREACHABLE. */
int tb_pdb_lookup_cells(const struct tb_pdb *pdb, const uint8_t *cell, unsigned blank);

/* An entry as it is stored: what the value exceeds the Manhattan distance by, halved; of a local
 * problem the value itself. */
unsigned tb_pdb_excess(const struct tb_pdb *pdb, uint64_t row, uint64_t column);

#ifdef __cplusplus
}
#endif

#endif
