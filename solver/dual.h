/* dual.h -- look-ups by where tiles stand instead of by which tiles they are
 *
 * A database tells how many moves a group of tiles needs to come from where they stand
 * to the group's goal cells. Turn time round, and name each tile by the cell it stands
 * on: the same moves take a tile of each of those cells to where its goal is. So the
 * database also tells how many moves the tiles that now stand on a group of cells need
 * at least, whichever tiles these are: the dual look-up. (Felner, Zahavi, Schaeffer and
 * Holte, "Dual lookups in pattern databases", IJCAI 2005.)
 *
 * The blank ends where it was at the start, so a dual look-up needs databases whose
 * blank has its goal where the blank stands now, one set of groups for each cell of the
 * blank. They are made from the partition: the cell that is now free, the blank's goal
 * in the partition, joins the smallest group if it is smaller than the others, and else
 * takes the place of the blank's cell in its group; the blank's cell is left out. So
 * 7-8 becomes the two halves of the board without the blank. Most of these patterns
 * are images of each other: 7-8 takes three databases more.
 */
#ifndef SOLVER_DUAL_H
#define SOLVER_DUAL_H

#include "tilebase/tilebase.h"

enum { DUAL_GROUPS_MAX = 12 };

struct dual {
    struct tb_partition patterns; /* all that are needed, each with a blank of its own */
    uint8_t count;                /* of groups for each cell of the blank */
    uint8_t pattern[TB_CELLS_MAX][DUAL_GROUPS_MAX]; /* [the blank's cell][group] */
};

/* The patterns for the dual look-ups of a partition. TB_INVALID if they are too many, or
 * one would be too large. */
enum tb_status dual_init(struct dual *dual, const struct tb_partition *partition,
                         struct tb_error *error);

#endif
