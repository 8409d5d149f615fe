/* inversion_distance.c -- how far the order of the tiles is from that of the goal; or the Manhattan
 * distance, where that counts, too, and is larger */
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

static void init_part(struct evaluator *evaluator, const struct tb_board *board,
                      const struct tb_position *goal)
{
    inversion_part_init(&evaluator->part, board, goal);
}

#include "with_distances.h"

enum tb_status inversion_distance_new(const struct tb_board *board, const struct tb_position *goal,
                                      struct heuristic **heuristic, struct tb_error *error)
{
    return make_with_distances("inversion-distance", false, board, goal, heuristic, error);
}

enum tb_status inversion_manhattan_new(const struct tb_board *board, const struct tb_position *goal,
                                       struct heuristic **heuristic, struct tb_error *error)
{
    return make_with_distances("manhattan; inversion-distance", true, board, goal, heuristic,
                               error);
}
