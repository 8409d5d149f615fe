/* small_partition.h -- a partition for any board, whose databases are built in no time
 *
 * For a board that no database was built for. All tiles go into as few groups as can be
 * built in some tens of milliseconds each, of sizes that differ by one at the most; a
 * board of up to ten cells is one group, whose values are exact.
 *
 * Two things make values large. Tiles of a group that are near each other get in each
 * other's way. And the blank's neighbours belong in one group: the blank is shut in by
 * them at the goal, so that the last move is always one of that group's; this adds
 * about a move to the mean value (4x4 in fives: 41.4 instead of 40.4).
 *
 * So the cells are walked in a way that stays near where it was, a band of two rows at a
 * time, forth along one band and back along the next; the walk is cut into pieces of the
 * sizes wanted; and then cells of two groups are exchanged as long as that brings the
 * cells of the groups nearer to each other. Of the walks from all corners, along rows and
 * along columns, the one that ends best is taken.
 */
#ifndef SOLVER_SMALL_PARTITION_H
#define SOLVER_SMALL_PARTITION_H

#include "tilebase/partition.h"

/* Make the partition for goals with their blank on this cell of the board. As goals are
 * looked at by a view anyway, its own blank is on the last of the cells that symmetries
 * take this one to. Its name tells the sizes of its groups: "5-5-5". */
void small_partition(const struct tb_board *board, unsigned blank, struct tb_partition *partition);

#endif
