/* relaxed_adjacency.c -- the fewest swaps with the blank, were all cells adjacent */
#include <stdlib.h>

#include "adjacency_part.h"
#include "ida.h"

struct evaluator {
    struct adjacency_part part;
};

struct node {
    int h;
};

static int evaluate_start(const struct evaluator *evaluator, const struct tb_position *start,
                          struct node *node)
{
    node->h = adjacency_start(&evaluator->part, start);
    return node->h;
}

static inline void move(const struct evaluator *evaluator, const struct node *node,
                        const uint8_t *tile, const struct way *way, unsigned blank,
                        struct node *child)
{
    tb_cellset cycle = adjacency_cycle(&evaluator->part, tile, blank);

    child->h = node->h + adjacency_change(&evaluator->part, tile, way->cell, blank, cycle);
}

/* All children of a node need the same cycle. */
#define PLAIN_CHILDREN
static inline void make_children(const struct evaluator *evaluator, const struct node *node,
                                 const uint8_t *tile, const struct ways *ways,
                                 struct node child[WAYS_MAX])
{
    tb_cellset cycle = adjacency_cycle(&evaluator->part, tile, ways->blank);

    for (unsigned i = 0; i < ways->count; i++)
        child[i].h = node->h + adjacency_change(&evaluator->part, tile, ways->way[i].cell,
                                                ways->blank, cycle);
}

#include "ida_plain.h"

struct relaxed_adjacency {
    struct heuristic heuristic;
    struct evaluator evaluator;
};

static void release(struct heuristic *heuristic)
{
    free(heuristic);
}

enum tb_status relaxed_adjacency_new(const struct tb_board *board, const struct tb_position *goal,
                                     struct heuristic **heuristic, struct tb_error *error)
{
    struct relaxed_adjacency *adjacency = calloc(1, sizeof *adjacency);

    *heuristic = NULL;
    if (adjacency == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a heuristic");
    adjacency->heuristic = (struct heuristic){
        .name = "relaxed-adjacency",
        .admissible = true,
        .consistent = true,
        .engine = plain_engine(&adjacency->evaluator),
        .free = release,
    };
    adjacency_part_init(&adjacency->evaluator.part, board, goal);
    *heuristic = &adjacency->heuristic;
    return TB_OK;
}
