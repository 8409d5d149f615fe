/* partition.h -- patterns that are used together, drawn as a picture
 *
 * The catalogue is a folder of small text files, one for each named partition:
 *
 *     # a comment
 *     board 4x4
 *     kind additive
 *
 *     a a a a
 *     a a a a
 *     b b b b
 *     b b b .
 *
 * A letter is a group of tiles, by their goal cells; `.` is the blank's goal, and
 * `-` a tile in no group. Spaces between the cells may be left out. The kinds that are of
 * all tiles have no letters: a walking distance has two patterns, for the rows and for the
 * columns, and triples have pairs beside them.
 *
 * The values of additive and zero-aware patterns, which are disjoint, and of rows and
 * columns add up; of the other kinds the largest value counts.
 */
#ifndef TILEBASE_PARTITION_H
#define TILEBASE_PARTITION_H

#include "tilebase/folders.h"
#include "tilebase/format.h"
#include "tilebase/pattern.h"
#include "tilebase/pdb.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TB_PARTITION_EXTENSION ".txt"

struct tb_partition {
    char name[64];
    char comment[160]; /* the file's first comment */
    enum tb_kind kind;
    struct tb_board board;
    uint8_t blank; /* goal cell */
    uint8_t count;
    struct tb_pattern patterns[TB_CELLS_MAX - 1]; /* in the order of the letters */
};

/* The partition of a kind that is of all tiles, for goals with their blank on this cell;
 * its name is that of board and kind: "4x4-pairs". TB_INVALID. */
enum tb_status tb_partition_whole(enum tb_kind kind, const struct tb_board *board, unsigned blank,
                                  struct tb_partition *partition, struct tb_error *error);

/* Make the patterns of a partition, which are of chosen tiles, of another such kind.
 * TB_INVALID if one of the two kinds is none. */
enum tb_status tb_partition_set_kind(struct tb_partition *partition, enum tb_kind kind,
                                     struct tb_error *error);

/* The cell of a pattern's board for one of the partition's, which is another only for the
 * columns of a walking distance: these are the rows of the board turned over its diagonal. */
unsigned tb_partition_cell(const struct tb_partition *partition, unsigned pattern, unsigned cell);

/* Read a picture from text; `name` is what errors call it. TB_INVALID. */
enum tb_status tb_partition_parse(const char *name, const char *text,
                                  struct tb_partition *partition, struct tb_error *error);

/* Read a picture file; the partition's name is the file's without its extension.
 * TB_NOT_FOUND, TB_INVALID, TB_NO_MEMORY, TB_IO; TB_STOPPED if a signal ended the wait for a
 * pipe. */
enum tb_status tb_partition_read(const char *path, struct tb_partition *partition,
                                 struct tb_error *error);

/* Find a partition by its name in the folders, or by a path to its file (with a
 * slash or the extension in it). The same errors. */
enum tb_status tb_partition_find(const char *name, const struct tb_folders *folders,
                                 struct tb_partition *partition, struct tb_error *error);

/* Write the picture, one line a row, to text, which has TB_PICTURE_TEXT bytes. */
#define TB_PICTURE_TEXT (2 * TB_CELLS_MAX + 1)
void tb_partition_draw(const struct tb_partition *partition, char *text);

/* The names of all partitions in the folders, sorted. TB_NO_MEMORY, TB_IO. */
struct tb_names {
    unsigned count;
    char **name;
};
enum tb_status tb_catalogue_names(const struct tb_folders *folders, struct tb_names *names,
                                  struct tb_error *error);
void tb_names_free(struct tb_names *names);

/* What a partition amounts to; patterns that share a database count once. Sums that are too
 * large to be stored are TB_TOO_LARGE. */
struct tb_partition_sizes {
    unsigned files;
    unsigned built; /* how many of them are in a folder, whether whole or not */
    uint64_t entries;
    uint64_t table_bytes; /* with 4 bits an entry */
};
void tb_partition_measure(const struct tb_partition *partition, const struct tb_folders *folders,
                          struct tb_partition_sizes *sizes);

/* The databases of a partition, opened. Patterns that share a file share a table. */
struct tb_tables;

/* Open all databases of a partition from the folders; options may be NULL.
 * TB_NOT_FOUND names the first that is not built; else as tb_pdb_open. */
enum tb_status tb_tables_open(const struct tb_partition *partition,
                              const struct tb_folders *folders,
                              const struct tb_pdb_options *options, struct tb_tables **tables,
                              struct tb_error *error);

/* Where databases may come from instead: gives that of a canonical pattern of the
 * partition, or an error. Called once for all patterns that share it. */
typedef enum tb_status tb_source(void *context, const struct tb_partition *partition,
                                 const struct tb_pattern *canonical, struct tb_pdb **pdb,
                                 struct tb_error *error);

/* Take all databases of a partition from a source; they are closed with the tables. The
 * source's errors, TB_NO_MEMORY, or TB_INVALID if it gave one of another pattern. */
enum tb_status tb_tables_make(const struct tb_partition *partition, tb_source *source,
                              void *context, struct tb_tables **tables, struct tb_error *error);
void tb_tables_close(struct tb_tables *tables);

/* The sum of the patterns' values, or the largest, as the kind has it: a lower bound for the moves
 * to the goal from a position whose tile t belongs on cell t - 1. Or TB_UNREACHABLE,
 * TB_NOT_ON_BOARD. */
int tb_tables_lookup(const struct tb_tables *tables, const struct tb_position *position);

/* The value of one pattern of the partition alone. */
int tb_tables_lookup_pattern(const struct tb_tables *tables, unsigned pattern,
                             const struct tb_position *position);

/* For a search that keeps track of entries itself: the database of a pattern, and
 * the database's cell for each of the board's. */
const struct tb_pdb *tb_tables_pdb(const struct tb_tables *tables, unsigned pattern);
const uint8_t *tb_tables_image(const struct tb_tables *tables, unsigned pattern);

#ifdef __cplusplus
}
#endif

#endif
