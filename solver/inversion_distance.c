/* inversion_distance.c -- how far the order of the tiles is from that of the goal; or the Manhattan
 * distance, where that counts, too, and is larger */
#include <stdio.h>
#include <stdlib.h>

#include "distance.h"
#include "inversion_part.h"

struct evaluator {
    unsigned cells;
    uint8_t distance[TB_CELLS_MAX][TB_CELLS_MAX]; /* [tile][cell]; 0 if they do not count */
    struct inversion_part part;
};

struct node {
    int h;
    int distances;
    struct inversion_state state;
};

static inline void set_value(struct node *node)
{
    node->h = node->distances > node->state.value ? node->distances : node->state.value;
}

static int evaluate_start(const struct evaluator *evaluator, const struct tb_position *start,
                          struct node *node)
{
    inversion_start(&evaluator->part, start, &node->state);
    node->distances = sum_distances(evaluator->cells, evaluator->distance, start);
    set_value(node);
    return node->h;
}

static inline void move(const struct evaluator *evaluator, const struct node *node,
                        const uint8_t *tile, const struct way *way, unsigned blank,
                        struct node *child)
{
    const uint8_t *distance = evaluator->distance[tile[way->cell]];

    inversion_move(&evaluator->part, tile, way, &node->state, &child->state);
    child->distances = node->distances + distance[blank] - distance[way->cell];
    set_value(child);
}

#include "ida_plain.h"

struct inversion_distance {
    struct heuristic heuristic;
    struct evaluator evaluator;
};

static void release(struct heuristic *heuristic)
{
    free(heuristic);
}

static enum tb_status make_inversion(const char *name, bool with_distances,
                                     const struct tb_board *board, const struct tb_position *goal,
                                     struct heuristic **heuristic, struct tb_error *error)
{
    struct inversion_distance *made = calloc(1, sizeof *made);

    *heuristic = NULL;
    if (made == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a heuristic");
    made->heuristic = (struct heuristic){
        .admissible = true,
        .consistent = true,
        .engine = plain_engine(&made->evaluator),
        .free = release,
    };
    snprintf(made->heuristic.name, sizeof made->heuristic.name, "%s", name);
    made->evaluator.cells = board->cells;
    if (with_distances)
        fill_distances(board, goal, made->evaluator.distance);
    inversion_part_init(&made->evaluator.part, board, goal);
    *heuristic = &made->heuristic;
    return TB_OK;
}

enum tb_status inversion_distance_new(const struct tb_board *board, const struct tb_position *goal,
                                      struct heuristic **heuristic, struct tb_error *error)
{
    return make_inversion("inversion-distance", false, board, goal, heuristic, error);
}

enum tb_status inversion_manhattan_new(const struct tb_board *board, const struct tb_position *goal,
                                       struct heuristic **heuristic, struct tb_error *error)
{
    return make_inversion("manhattan; inversion-distance", true, board, goal, heuristic, error);
}
