/* manhattan.c -- the heuristic without databases: the sum of the tiles' distances */
#include <stdlib.h>

#include "distance.h"
#include "ida.h"

struct evaluator {
    unsigned cells;
    uint8_t distance[TB_CELLS_MAX][TB_CELLS_MAX];         /* [tile][cell] */
    int8_t change[WAYS_MAX * TB_CELLS_MAX][TB_CELLS_MAX]; /* [step][tile] */
};

struct node {
    int h;
};

static int evaluate_start(const struct evaluator *evaluator, const struct tb_position *start,
                          struct node *node)
{
    node->h = 0;
    for (unsigned cell = 0; cell < evaluator->cells; cell++)
        node->h += evaluator->distance[start->tile[cell]][cell];
    return node->h;
}

static inline void move(const struct evaluator *evaluator, const struct node *node, unsigned tile,
                        const struct way *way, unsigned blank, struct node *child)
{
    (void)blank;
    child->h = node->h + evaluator->change[way->step][tile];
}

#include "ida_plain.h"

struct manhattan {
    struct heuristic heuristic;
    struct evaluator evaluator;
};

static void release(struct heuristic *heuristic)
{
    free(heuristic);
}

enum tb_status manhattan_new(const struct tb_board *board, const struct tb_position *goal,
                             struct heuristic **heuristic, struct tb_error *error)
{
    struct manhattan *manhattan = calloc(1, sizeof *manhattan);
    struct board_ways ways;

    *heuristic = NULL;
    if (manhattan == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a heuristic");
    manhattan->heuristic = (struct heuristic){
        .name = "manhattan",
        .admissible = true,
        .consistent = true,
        .engine = plain_engine(&manhattan->evaluator),
        .free = release,
    };
    manhattan->evaluator.cells = board->cells;
    fill_distances(board, goal, manhattan->evaluator.distance);
    board_ways_init(&ways, board);
    for (unsigned blank = 0; blank < board->cells; blank++)
        for (unsigned i = 0; i < ways_all(&ways, blank)->count; i++) {
            const struct way *way = &ways_all(&ways, blank)->way[i];

            for (unsigned tile = 1; tile < board->cells; tile++)
                manhattan->evaluator.change[way->step][tile] =
                    (int8_t)(manhattan->evaluator.distance[tile][blank] -
                             manhattan->evaluator.distance[tile][way->cell]);
        }
    *heuristic = &manhattan->heuristic;
    return TB_OK;
}
