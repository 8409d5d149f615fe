/* walking.c -- walking distance alone, of boards whose states have links */
#include <stdlib.h>

#include "walking_part.h"

struct evaluator {
    struct walking_part part;
};

struct node {
    int h;
    uint32_t state[AXES];
};

static int evaluate_start(const struct evaluator *evaluator, const struct tb_position *start,
                          struct node *node)
{
    struct walking_state state;

    walking_start(&evaluator->part, start, &state);
    node->h = 0;
    for (unsigned i = 0; i < AXES; i++) {
        node->state[i] = state.state[i];
        node->h += walking_value(node->state[i]);
    }
    return node->h;
}

static inline void move(const struct evaluator *evaluator, const struct node *node,
                        const uint8_t *tile, const struct way *way, unsigned blank,
                        struct node *child)
{
    unsigned axis = evaluator->part.step[way->step].axis;
    uint32_t old = node->state[axis];
    uint32_t new = walking_link(&evaluator->part, axis, way->step, tile[way->cell], old);

    (void)blank;
    child->h = node->h;
    child->state[axis] = new;
    child->state[axis ^ 1] = node->state[axis ^ 1];
    child->h += walking_value(new) - walking_value(old);
}

#include "ida_plain.h"

struct walking {
    struct heuristic heuristic;
    struct evaluator evaluator;
};

static void release(struct heuristic *heuristic)
{
    struct walking *walking = (struct walking *)heuristic;

    walking_part_free(&walking->evaluator.part);
    free(walking);
}

enum tb_status walking_new(const struct tb_partition *partition, const struct tb_tables *tables,
                           const struct tb_position *goal, struct heuristic **heuristic,
                           struct tb_error *error)
{
    struct walking *walking = calloc(1, sizeof *walking);
    enum tb_status status;

    *heuristic = NULL;
    if (walking == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a heuristic");
    walking->heuristic = (struct heuristic){
        .name = "walking-distance",
        .admissible = true,
        .consistent = true,
        .engine = plain_engine(&walking->evaluator),
        .free = release,
    };
    status = walking_part_init(&walking->evaluator.part, partition, tables, goal, error);
    if (status == TB_OK && !walking_linked(&walking->evaluator.part)) {
        walking_part_free(&walking->evaluator.part);
        status = tb_error_set(error, TB_INVALID, "the board has too many states for links");
    }
    if (status == TB_OK)
        *heuristic = &walking->heuristic;
    else
        free(walking);
    return status;
}
