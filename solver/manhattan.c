/* manhattan.c -- the sum of the tiles' distances from their goals */
#include <stdlib.h>

#include "distance.h"
#include "heuristic.h"

struct evaluator {
    unsigned cells;
    /* [tile][cell]: distance from the goal; 0 for the blank. */
    uint8_t distance[TB_CELLS_MAX][TB_CELLS_MAX];
};

struct node {
    int h;
};

struct child {
    int h;
};

static void evaluate_start(const struct evaluator *evaluator, const struct tb_position *start,
                           struct node *node)
{
    node->h = 0;
    for (unsigned cell = 0; cell < evaluator->cells; cell++)
        node->h += evaluator->distance[start->tile[cell]][cell];
}

static inline void prepare(const struct evaluator *evaluator, const struct node *node,
                           unsigned tile, unsigned from, unsigned to, struct child *child)
{
    child->h = node->h + evaluator->distance[tile][to] - evaluator->distance[tile][from];
}

static inline bool admit(const struct evaluator *evaluator, const struct node *parent,
                         const struct child *child, int budget, struct node *node)
{
    (void)evaluator;
    (void)parent;
    node->h = child->h;
    return child->h <= budget;
}

#include "ida_template.h"

struct manhattan {
    struct heuristic heuristic;
    struct evaluator evaluator;
};

static enum tb_status solve(const struct heuristic *heuristic, const struct problem *problem,
                            const struct limits *limits, struct solution *solution,
                            struct tb_error *error)
{
    const struct manhattan *manhattan = (const struct manhattan *)heuristic;

    return ida_solve(&manhattan->evaluator, problem, limits, solution, error);
}

static void release(struct heuristic *heuristic)
{
    free(heuristic);
}

enum tb_status manhattan_new(const struct tb_board *board, const struct tb_position *goal,
                             struct heuristic **heuristic, struct tb_error *error)
{
    struct manhattan *manhattan = calloc(1, sizeof *manhattan);

    *heuristic = NULL;
    if (manhattan == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a heuristic");
    manhattan->heuristic = (struct heuristic){"manhattan", solve, release};
    manhattan->evaluator.cells = board->cells;
    fill_distances(board, goal, manhattan->evaluator.distance);
    *heuristic = &manhattan->heuristic;
    return TB_OK;
}
