/* pattern.h -- what one database is of, and the numbers of its entries
 *
 * A pattern is the set of the goal cells of its tiles, with the goal cell of the
 * blank, on a board, and the kind of the database. Turning the board turns a pattern into one with
 * the same distances; and as moves of the blank past other tiles are free, the blank's goal may be
 * any cell of its region. So patterns fall into classes that share one database, that of the
 * class's canonical pattern. The blank is put on the last cell of its region, and of all images
 * that one is taken whose blank is on the latest cell, among these one with the fewest runs of
 * neighbouring tiles, among these the one whose set of goals is the smallest number. (Where every
 * move counts the blank's goal is its cell alone. Kinds that are of all tiles have no goals, and of
 * a walking distance only the blank's row matters, so that its blank is on the last cell of it. Of
 * kind local every pattern is its own class: its fixed tiles come in one order for every goal.)
 *
 * A table has rows and columns, and an entry's number is row * columns + column. For
 * additive databases that is rank of the arrangement * number of sets + rank of the set of
 * occupied cells. Positions with the same arrangement stand together since their
 * values are alike, which makes tables compress well, and since a move along a row
 * keeps the arrangement, so that a search finds its next entry nearby. Cells of fixed tiles are
 * left out: the others are numbered as if these were not there.
 */
#ifndef TILEBASE_PATTERN_H
#define TILEBASE_PATTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tilebase/arrangement.h"
#include "tilebase/board.h"
#include "tilebase/cellset.h"
#include "tilebase/error.h"
#include "tilebase/kind.h"
#include "tilebase/position.h"

#ifdef __cplusplus
extern "C" {
#endif

struct tb_pattern {
    enum tb_kind kind;
    struct tb_board board;
    tb_cellset goals; /* the tiles' goal cells; 0 if the kind is of all tiles */
    tb_cellset fixed; /* cells of tiles that never move; 0 unless the kind is local */
    uint8_t tiles;    /* how many; 2 and 3 for pairs and triples */
    uint8_t blank;    /* the blank's goal cell; of kind local the last that is free */
};

/* Space that tb_pattern_print_tiles and tb_pattern_file_name need for any pattern. */
#define TB_PATTERN_TEXT 160

/* Make an additive pattern. TB_INVALID if there is no tile, or more than the entry numbers
 * allow, or the blank's goal is a tile's. */
enum tb_status tb_pattern_init(struct tb_pattern *pattern, const struct tb_board *board,
                               tb_cellset goals, unsigned blank, struct tb_error *error);

/* Make a pattern of any kind; goals are 0 for the kinds that are of all tiles. TB_INVALID,
 * also if the board is too small or too large for the kind. */
enum tb_status tb_pattern_of_kind(struct tb_pattern *pattern, enum tb_kind kind,
                                  const struct tb_board *board, tb_cellset goals, unsigned blank,
                                  struct tb_error *error);

/* Make the local problem that brings tiles to their goal cells while those of `fixed` stand on
 * theirs. TB_INVALID unless the sets are apart and leave a cell for the blank. */
enum tb_status tb_pattern_local(struct tb_pattern *pattern, const struct tb_board *board,
                                tb_cellset goals, tb_cellset fixed, struct tb_error *error);

/* Read tiles, "1,2,3,5" or "1-3,5", as the goal numbers them. The pattern is that
 * of the view of the goal with the blank on the last cell where its blank is in a
 * corner, else on its own. TB_INVALID. */
enum tb_status tb_pattern_parse_tiles(const struct tb_board *board, const struct tb_position *goal,
                                      const char *text, struct tb_pattern *pattern,
                                      struct tb_error *error);

/* Read tiles as tb_pattern_parse_tiles does, and give their goal cells there. TB_INVALID. */
enum tb_status tb_tiles_parse(const struct tb_board *board, const struct tb_position *goal,
                              const char *text, tb_cellset *goals, struct tb_error *error);

/* Write the tiles' numbers (goal cell + 1), "1-3,5", or "all"; text has TB_PATTERN_TEXT bytes. */
void tb_pattern_print_tiles(const struct tb_pattern *pattern, char *text);

/* The same of any set of goal cells; "" if it is empty. */
void tb_tiles_print(tb_cellset goals, char *text);

/* The canonical pattern of the class and a symmetry that takes this one to it. */
void tb_pattern_canonical(const struct tb_pattern *pattern, struct tb_pattern *canonical,
                          unsigned *symmetry);

/* Whether these are the same pattern, of the same kind and on the same board. */
bool tb_pattern_equal(const struct tb_pattern *a, const struct tb_pattern *b);

/* The name under which a database of this canonical pattern is kept, such as
 * "4x4-additive-1-7.pdb"; text has TB_PATTERN_TEXT bytes. */
void tb_pattern_file_name(const struct tb_pattern *canonical, char *text);

/* Rows of the table: one for each arrangement, in pairs and triples of each of them;
 * TB_TOO_LARGE if there are more tiles than a pattern can have. */
uint64_t tb_pattern_rows(const struct tb_pattern *pattern);

/* Entries of a row, or TB_TOO_LARGE if they are 2^32 or more: one for each set of occupied
 * cells and, if the kind has it, place of the blank; or each state of a walking distance. */
uint64_t tb_pattern_columns(const struct tb_pattern *pattern);

/* rows * columns, or TB_TOO_LARGE if that is 2^63 or more. For an additive pattern that is
 * cells! / (cells - tiles)!. */
uint64_t tb_pattern_entries(const struct tb_pattern *pattern);

/* Sum of the distances of the tiles from their goals, tile i (in the order of the
 * goal cells) standing on cell[i]. */
unsigned tb_pattern_manhattan(const struct tb_pattern *pattern, const uint8_t *cell);

/* Numbers the entries of a pattern. */
struct tb_entry_index {
    struct tb_pattern pattern;
    struct tb_cellset_index sets;
    uint32_t *first_column;      /* by set, and one more, if the kind is zero-aware */
    uint8_t place[TB_CELLS_MAX]; /* by cell: how many cells below it hold no fixed tile */
};

/* TB_INVALID, TB_NO_MEMORY. */
enum tb_status tb_entry_index_init(struct tb_entry_index *index, const struct tb_pattern *pattern,
                                   struct tb_error *error);
void tb_entry_index_free(struct tb_entry_index *index);

/* The row and column of the entry with tile i on cell[i] and the blank on `blank`, which
 * does not matter to the kinds without it; and back, the blank being put on the first cell
 * of its region or, if it does not matter, on the first free one. The cells must differ, be
 * on the board, and be no fixed tile's. */
void tb_entry_place(const struct tb_entry_index *index, const uint8_t *cell, unsigned blank,
                    uint32_t *row, uint32_t *column);
void tb_entry_at(const struct tb_entry_index *index, uint32_t row, uint32_t column, uint8_t *cell,
                 unsigned *blank);

/* The column of a set of occupied cells, by its rank, and a cell of the blank. */
uint32_t tb_entry_column(const struct tb_entry_index *index, tb_cellset occupied, uint32_t set,
                         unsigned blank);

/* For kinds without the blank: the entry with tile i on cell[i], and back. */
uint64_t tb_entry_rank(const struct tb_entry_index *index, const uint8_t *cell);
void tb_entry_locate(const struct tb_entry_index *index, const uint8_t *cell, uint32_t *arrangement,
                     uint32_t *set);
void tb_entry_unrank(const struct tb_entry_index *index, uint64_t entry, uint8_t *cell);

#ifdef __cplusplus
}
#endif

#endif
