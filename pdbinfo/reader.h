/* reader.h -- the entries of a database one after the other, as values
 *
 * What is stored is an excess; the value is that and the Manhattan distance of the entry's
 * tiles. A reader knows which cells each column stands for and reads pieces of rows, of any
 * kind of database. Many threads may read one database, each with a reader of its own.
 */
#ifndef PDBINFO_READER_H
#define PDBINFO_READER_H

#include "distances.h"
#include "tilebase/pdb.h"
#include "tilebase/walking.h"

#define READER_PIECE       4096 /* columns that are read at once, at the most */
#define READER_UNREACHABLE UINT16_MAX

/* What the columns of a database stand for; readers share it. */
struct reader_columns {
    const struct tb_pdb *pdb;
    uint64_t rows;
    uint32_t columns;
    uint32_t pieces; /* of a row */
    tb_cellset *set; /* by column: the occupied cells; NULL for a walking distance */
    uint8_t *odd;    /* by column: the move that value and distance differ by; NULL if none */
};

/* TB_NO_MEMORY. */
enum tb_status reader_columns_init(struct reader_columns *columns, const struct tb_pdb *pdb,
                                   struct tb_error *error);
void reader_columns_free(struct reader_columns *columns);

struct reader {
    const struct reader_columns *columns;
    uint64_t row; /* that `distances` is prepared for; UINT64_MAX: none */
    struct distances distances;
    uint32_t count;               /* of what was read last */
    uint16_t value[READER_PIECE]; /* READER_UNREACHABLE: no moves lead there */
    uint8_t manhattan[READER_PIECE];
};

/* TB_NO_MEMORY. */
enum tb_status reader_init(struct reader *reader, const struct reader_columns *columns,
                           struct tb_error *error);
void reader_free(struct reader *reader);

/* Read a piece of a row. */
void reader_read(struct reader *reader, uint64_t row, uint32_t piece);

/* An entry as people see it: the board with the tiles of the pattern, "-" for any other and 0
 * for the blank, if the kind tells it apart; or, of a walking distance, which tiles are on
 * which line. The text has READER_TEXT bytes. */
#define READER_TEXT 512
void reader_describe(const struct tb_pdb *pdb, uint64_t row, uint32_t column, char *text);

/* Where the tiles of an entry stand, in the order of their goals, and the first cell that the
 * blank may be on. Not for walking distances. */
void reader_place(const struct tb_pdb *pdb, uint64_t row, uint32_t column, uint8_t *cell,
                  unsigned *blank);

/* The value of one entry, or TB_UNREACHABLE. */
int reader_value(const struct tb_pdb *pdb, uint64_t row, uint32_t column);

/* The goals of the tiles that a row of a database is of. */
tb_cellset reader_goals(const struct tb_pattern *pattern, uint64_t row);

#endif
