/* improve.h -- make a solution shorter
 *
 * A window is a run of moves of a solution. Its two ends are positions a few dozen moves
 * apart at most, and to go from one to the other in the fewest moves is a problem that is solved
 * at once, with the far end as its goal. Wherever that takes fewer moves, the solution
 * becomes shorter. Windows overlap, so that no place is always at the edge of one.
 *
 * A path is the cells that the blank goes to, as in struct solution.
 */
#ifndef SOLVER_IMPROVE_H
#define SOLVER_IMPROVE_H

#include "heuristic.h"

/* How to go about it, and how much was done. */
struct improve {
    const struct problem *problem;
    const struct heuristic *heuristic; /* for windows that end at the goal; NULL: as the others */
    const struct search *search;       /* threads, and limits that count from `start` */
    double start;
    uint64_t nodes;  /* of all searches so far; grows */
    uint64_t effort; /* nodes after which a window is left as it is */
    bool turning;    /* let windows end where the heuristic serves them, too (turned.h) */
    bool stopped;    /* by a limit */
};

/* Pass once along a path with windows of so many moves and put what is shorter in their
 * place. Returns the new length. TB_NO_MEMORY. */
enum tb_status improve_windows(struct improve *improve, int window, uint8_t *path, int *length,
                               struct tb_error *error);

/* Leave out whatever leads from a position back to it. TB_NO_MEMORY. */
enum tb_status improve_loops(const struct problem *problem, uint8_t *path, int *length,
                             struct tb_error *error);

#endif
