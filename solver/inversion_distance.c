/* inversion_distance.c -- how far the order of the tiles is from that of the goal */
#include <stdlib.h>

#include "inversion_part.h"

struct evaluator {
    struct inversion_part part;
};

struct node {
    int h;
    struct inversion_state state;
};

static int evaluate_start(const struct evaluator *evaluator, const struct tb_position *start,
                          struct node *node)
{
    inversion_start(&evaluator->part, start, &node->state);
    node->h = node->state.value;
    return node->h;
}

static inline void move(const struct evaluator *evaluator, const struct node *node,
                        const uint8_t *tile, const struct way *way, unsigned blank,
                        struct node *child)
{
    (void)blank;
    inversion_move(&evaluator->part, tile, way, &node->state, &child->state);
    child->h = child->state.value;
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

enum tb_status inversion_distance_new(const struct tb_board *board, const struct tb_position *goal,
                                      struct heuristic **heuristic, struct tb_error *error)
{
    struct inversion_distance *inversion = calloc(1, sizeof *inversion);

    *heuristic = NULL;
    if (inversion == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a heuristic");
    inversion->heuristic = (struct heuristic){
        .name = "inversion-distance",
        .admissible = true,
        .consistent = true,
        .engine = plain_engine(&inversion->evaluator),
        .free = release,
    };
    inversion_part_init(&inversion->evaluator.part, board, goal);
    *heuristic = &inversion->heuristic;
    return TB_OK;
}
