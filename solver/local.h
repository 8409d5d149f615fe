/* local.h -- solving a board a few tiles at a time
 *
 * Algorithm 2 of Bischoff, Nguyen-Tuong, Markert & Knoll, "Solving the 15-Puzzle Game Using Local
 * Value-Iteration": for each step in turn the first of its problems (tilebase/local.h) is taken
 * that has a solution from where the board stands, and its policy followed until its tiles are
 * at home: to the first neighbour, in the order of the cells that the blank goes to, whose
 * value is one less. Every step is as short as can be, the whole is not.
 */
#ifndef SOLVER_LOCAL_H
#define SOLVER_LOCAL_H

#include "problem.h"

/* One step, as it was done. */
struct local_part {
    const struct tb_pattern *pattern; /* the tiles brought home, and those fixed */
    unsigned moves;
};

struct local_solution {
    unsigned length;
    unsigned largest; /* most tiles that a step had to bring home at once: the board's class */
    unsigned parts;
    struct local_part part[TB_LOCAL_STEPS_MAX];
    uint8_t path[MOVES_MAX]; /* the cells that the blank moves to */
};

/* Solve a solvable position whose tile t belongs on cell t - 1. TB_DAMAGED if the databases
 * are not what they should be, which only unverified files can be; TB_INVALID if there are more
 * moves than can be listed. */
enum tb_status local_solve(const struct tb_local *local, const struct tb_position *start,
                           struct local_solution *solution, struct tb_error *error);

#endif
