/* turned.h -- a problem with another goal, seen as if its goal were the usual one
 *
 * What a tile is called does not matter, nor how the board is turned. So where the blank ends
 * on a cell that a symmetry of the board takes to the blank's goal, a problem with any goal is
 * the image of one with the usual goal, and a heuristic that was made for that serves it, with
 * its databases.
 */
#ifndef SOLVER_TURNED_H
#define SOLVER_TURNED_H

#include "problem.h"

struct turned {
    struct problem problem;     /* the image, whose goal is the usual one */
    uint8_t cell[TB_CELLS_MAX]; /* the board's cell for each of the image's */
};

/* Whether a symmetry takes one cell to the other. */
bool turned_suits(const struct tb_board *board, unsigned blank, unsigned goal_blank);

/* False if no symmetry takes the blank's cell at the problem's goal to that at `goal`. */
bool turned_init(struct turned *turned, const struct problem *problem,
                 const struct tb_position *goal);

#endif
