/* value_iteration.h -- the values of a local problem as reinforcement learning finds them
 *
 * Algorithm 1 of Bischoff, Nguyen-Tuong, Markert & Knoll, "Solving the 15-Puzzle Game Using
 * Local Value-Iteration". A state earns 1 if all tiles are at home, else 0, and
 *
 *     V(s) <- r(s) + gamma max V(s')    over the states s' that a move leads to
 *
 * is done for all states again and again, until nothing changes. A state at home may also stay
 * as it is, for there a solution ends. (Without that, 15 beside the blank with all others fixed
 * could only move away and come back, and earn half.) Then k moves from home V = gamma^k +
 * gamma^(k+1) + ... = gamma^k / (1 - gamma), and 0 where no moves lead home. A breadth-first
 * search finds k with far less work (local_build.h); this is here to show that it finds the same.
 */
#ifndef PDBGEN_VALUE_ITERATION_H
#define PDBGEN_VALUE_ITERATION_H

#include "local_graph.h"

struct value_iteration {
    uint64_t states; /* the table's entries */
    unsigned sweeps; /* over all states, until none changed */
    double *value;   /* by entry, to be freed with tb_pages_free */
};

/* gamma is between 0 and 1. TB_NO_MEMORY. */
enum tb_status value_iteration(const struct local_graph *graph, double gamma,
                               struct value_iteration *result, struct tb_error *error);
void value_iteration_free(struct value_iteration *result);

/* The move of the policy that the values make: the first of those with the largest value. The
 * state has at least one move. */
unsigned value_iteration_policy(const struct local_graph *graph,
                                const struct value_iteration *result, uint32_t row,
                                uint32_t column);

#endif
