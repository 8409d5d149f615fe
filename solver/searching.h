/* searching.h -- what all searches share: the clock, when to give up, and solutions */
#ifndef SOLVER_SEARCHING_H
#define SOLVER_SEARCHING_H

#include "problem.h"

/* Seconds on a clock that only goes forward. */
double clock_now(void);

/* Whether a search that began at `start` and made so many nodes is to stop. */
bool out_of_limits(const struct search *search, uint64_t nodes, double start);

/* A bound that holds whatever the heuristic: the distances of the tiles. */
int surely_at_least(const struct problem *problem);

/* The least number that is not smaller and odd or even as the lengths of all solutions are:
 * each move takes the blank one step. */
int even_up(int least, const struct problem *problem);

/* Copy the path of a solution, whose bound is set. False for want of memory: then it is
 * not solved. */
bool keep_path(struct solution *solution, const uint8_t *path);

#endif
