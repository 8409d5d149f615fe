/* linear_conflict.c -- Manhattan distance, and what tiles in each other's way add */
#include <stdlib.h>

#include "conflict_part.h"
#include "distance.h"
#include "ida.h"

struct evaluator {
    unsigned cells;
    uint8_t distance[TB_CELLS_MAX][TB_CELLS_MAX]; /* [tile][cell] */
    struct conflict_part part;
};

struct node {
    int h;
    struct conflict_state state;
};

static int evaluate_start(const struct evaluator *evaluator, const struct tb_position *start,
                          struct node *node)
{
    conflict_start(&evaluator->part, start, &node->state);
    node->h =
        sum_distances(evaluator->cells, evaluator->distance, start) + 2 * node->state.conflicts;
    return node->h;
}

static inline void move(const struct evaluator *evaluator, const struct node *node,
                        const uint8_t *tile, const struct way *way, unsigned blank,
                        struct node *child)
{
    unsigned moved = tile[way->cell];

    *child = *node;
    conflict_move(&evaluator->part, moved, way->cell, blank, &child->state);
    child->h += evaluator->distance[moved][blank] - evaluator->distance[moved][way->cell] +
                2 * (child->state.conflicts - node->state.conflicts);
}

#include "ida_plain.h"

struct linear_conflict {
    struct heuristic heuristic;
    struct evaluator evaluator;
};

static void release(struct heuristic *heuristic)
{
    struct linear_conflict *conflict = (struct linear_conflict *)heuristic;

    conflict_part_free(&conflict->evaluator.part);
    free(conflict);
}

enum tb_status linear_conflict_new(const struct tb_board *board, const struct tb_position *goal,
                                   struct heuristic **heuristic, struct tb_error *error)
{
    struct linear_conflict *conflict = calloc(1, sizeof *conflict);
    enum tb_status status;

    *heuristic = NULL;
    if (conflict == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a heuristic");
    conflict->heuristic = (struct heuristic){
        .name = "linear-conflict",
        .admissible = true,
        .consistent = true,
        .engine = plain_engine(&conflict->evaluator),
        .free = release,
    };
    conflict->evaluator.cells = board->cells;
    fill_distances(board, goal, conflict->evaluator.distance);
    status = conflict_part_init(&conflict->evaluator.part, board, goal, LINES_OWN, error);
    if (status == TB_OK)
        *heuristic = &conflict->heuristic;
    else
        free(conflict);
    return status;
}
