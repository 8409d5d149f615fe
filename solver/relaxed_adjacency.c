/* relaxed_adjacency.c -- the fewest swaps with the blank, were all cells adjacent; or the Manhattan
 * distance, where that counts, too, and is larger */
#include "adjacency_part.h"
#include "distance.h"
#include "ida.h"

struct evaluator {
    unsigned cells;
    uint8_t distance[TB_CELLS_MAX][TB_CELLS_MAX]; /* [tile][cell]; 0 if they do not count */
    struct adjacency_part part;
};

struct node {
    int h;
    int distances;
    int swaps;
};

static int evaluate_start(const struct evaluator *evaluator, const struct tb_position *start,
                          struct node *node)
{
    node->swaps = adjacency_start(&evaluator->part, start);
    node->distances = sum_distances(evaluator->cells, evaluator->distance, start);
    node->h = node->distances > node->swaps ? node->distances : node->swaps;
    return node->h;
}

/* A move, the blank's cycle being known. */
static inline void move_along(const struct evaluator *evaluator, const struct node *node,
                              const uint8_t *tile, unsigned from, unsigned blank, tb_cellset cycle,
                              struct node *child)
{
    const uint8_t *distance = evaluator->distance[tile[from]];

    child->swaps = node->swaps + adjacency_change(&evaluator->part, tile, from, blank, cycle);
    child->distances = node->distances + distance[blank] - distance[from];
    child->h = child->distances > child->swaps ? child->distances : child->swaps;
}

static inline void move(const struct evaluator *evaluator, const struct node *node,
                        const uint8_t *tile, const struct way *way, unsigned blank,
                        struct node *child)
{
    tb_cellset cycle = adjacency_cycle(&evaluator->part, tile, blank);

    move_along(evaluator, node, tile, way->cell, blank, cycle, child);
}

/* All children of a node need the same cycle. */
#define PLAIN_CHILDREN
static inline void make_children(const struct evaluator *evaluator, const struct node *node,
                                 const uint8_t *tile, const struct ways *ways,
                                 struct node child[WAYS_MAX])
{
    tb_cellset cycle = adjacency_cycle(&evaluator->part, tile, ways->blank);

    for (unsigned i = 0; i < ways->count; i++)
        move_along(evaluator, node, tile, ways->way[i].cell, ways->blank, cycle, &child[i]);
}

#include "ida_plain.h"

static void init_part(struct evaluator *evaluator, const struct tb_board *board,
                      const struct tb_position *goal)
{
    adjacency_part_init(&evaluator->part, board, goal);
}

#include "with_distances.h"

enum tb_status relaxed_adjacency_new(const struct tb_board *board, const struct tb_position *goal,
                                     struct heuristic **heuristic, struct tb_error *error)
{
    return make_with_distances("relaxed-adjacency", false, board, goal, heuristic, error);
}

enum tb_status adjacency_manhattan_new(const struct tb_board *board, const struct tb_position *goal,
                                       struct heuristic **heuristic, struct tb_error *error)
{
    return make_with_distances("manhattan; relaxed-adjacency", true, board, goal, heuristic, error);
}
