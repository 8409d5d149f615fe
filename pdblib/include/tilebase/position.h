/* position.h -- what is on each cell of a board, goals, and how goals are told apart
 *
 * A position names the tile on every cell; 0 is the blank. A goal is a position
 * too. Inside tilebase a tile is its goal cell: tile number t belongs on cell
 * t - 1. Any other goal is handled at the door, by a view, which turns the board
 * by one of its symmetries and renames the tiles so that this holds; so the same
 * databases serve every goal whose blank is in a corner.
 */
#ifndef TILEBASE_POSITION_H
#define TILEBASE_POSITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tilebase/board.h"
#include "tilebase/error.h"

#ifdef __cplusplus
extern "C" {
#endif

struct tb_position {
    uint8_t tile[TB_CELLS_MAX]; /* by cell; those past the board are 0 */
};

/* Space that tb_position_print needs on any board. */
#define TB_POSITION_TEXT 128

/* Read a position: one number for each cell, row by row, with spaces or commas
 * between them; 0 is the blank, and each of 0 to cells - 1 appears once. TB_INVALID. */
enum tb_status tb_position_parse(const struct tb_board *board, const char *text,
                                 struct tb_position *position, struct tb_error *error);

/* TB_INVALID unless each of 0 to cells - 1 appears once. */
enum tb_status tb_position_check(const struct tb_board *board, const struct tb_position *position,
                                 struct tb_error *error);

/* Write the numbers with spaces between them; text has TB_POSITION_TEXT bytes. */
void tb_position_print(const struct tb_board *board, const struct tb_position *position,
                       char *text);

/* The cell of a tile (0: the blank), or board->cells if it is not there. */
unsigned tb_position_find(const struct tb_board *board, const struct tb_position *position,
                          unsigned tile);

/* Whether moves lead from one position to the other. Each move swaps two cells'
 * contents and takes the blank one step, so the parity of the permutation and
 * that of the blank's distance must agree; on every rectangle that is enough. Both
 * must have passed tb_position_check. */
bool tb_position_solvable(const struct tb_board *board, const struct tb_position *start,
                          const struct tb_position *goal);

/* A number that looks random. `seed` is any number, and is another afterwards. */
uint64_t tb_random(uint64_t *seed);

/* A random position from which moves lead to the goal, each as likely as any other. */
void tb_position_random(const struct tb_board *board, const struct tb_position *goal,
                        uint64_t *seed, struct tb_position *position);

/* Goals: the blank in the last cell (1 2 3 ... 0) or in the first (0 1 2 3 ...). */
void tb_goal_blank_last(const struct tb_board *board, struct tb_position *goal);
void tb_goal_blank_first(const struct tb_board *board, struct tb_position *goal);

/* Read "blank-last", "blank-first" or a position. TB_INVALID. */
enum tb_status tb_goal_parse(const struct tb_board *board, const char *text,
                             struct tb_position *goal, struct tb_error *error);

/* A way to look at positions of one goal as if each tile t belonged on cell t - 1. */
struct tb_view {
    unsigned symmetry;          /* takes the goal's cells to the view's */
    uint8_t cells;              /* of the board */
    uint8_t cell[TB_CELLS_MAX]; /* the view's cell for each of the board's */
    uint8_t tile[TB_CELLS_MAX]; /* the view's number for each tile */
};

/* The view of `goal` in which its blank is on `blank`, by the first symmetry that
 * takes it there. TB_INVALID if none does: a corner never becomes the middle. */
enum tb_status tb_view_init(const struct tb_board *board, const struct tb_position *goal,
                            unsigned blank, struct tb_view *view, struct tb_error *error);

/* The position as the view shows it. The position must have passed tb_position_check. */
void tb_view_apply(const struct tb_view *view, const struct tb_position *position,
                   struct tb_position *seen);

#ifdef __cplusplus
}
#endif

#endif
