/* inspect.h -- what databases say of one position: values, and the lines of play behind them */
#ifndef PDBINFO_INSPECT_H
#define PDBINFO_INSPECT_H

#include "tilebase/partition.h"

/* One database and how it sees the board: the database's cell for each of the board's, and the
 * database's tile for each of the board's. */
struct inspect_subject {
    const struct tb_pdb *pdb;
    bool columns; /* of a walking distance: its rows are the board's columns */
    uint8_t cell[TB_CELLS_MAX];
    uint8_t tile[TB_CELLS_MAX];
};

struct inspect {
    const char *name; /* of the file or the partition */
    struct tb_board board;
    struct tb_position position; /* as it was given */
    bool adds_up;                /* the values; else the largest counts */
    unsigned count;
    struct inspect_subject subjects[TB_CELLS_MAX];
};

/* Look at a database as it is, for the goal whose blank is where the database has it and whose
 * tiles are 1, 2, 3 and so on in the order of their cells. */
void inspect_database(struct inspect *inspect, const char *path, const struct tb_pdb *pdb);

/* Look at the databases of a partition, for a goal whose blank some symmetry takes to the
 * partition's. TB_INVALID. */
enum tb_status inspect_partition(struct inspect *inspect, const struct tb_partition *partition,
                                 const struct tb_tables *tables, const struct tb_position *goal,
                                 struct tb_error *error);

/* Print the value of each pattern, its parts, and a line of play for it; then what they make
 * together. TB_DAMAGED, TB_NO_MEMORY. */
enum tb_status inspect_print(const struct inspect *inspect, bool json, struct tb_error *error);

#endif
