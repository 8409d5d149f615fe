/* tile_sum.h -- heuristics that are a sum over the tiles, made anew for each
 *
 * What a tile costs depends on its cell alone, so a move changes the sum by one entry of a
 * table. The including file may define TILE_SUM_BITS: costs then are fixed-point numbers with
 * so many binary places, and the sum is rounded up, for the moves are whole.
 */
#include <stdio.h>
#include <stdlib.h>

#include "ida.h"

#ifdef TILE_SUM_BITS
typedef int64_t tile_cost;
typedef int64_t tile_change;
#else
typedef int tile_cost;
typedef int8_t tile_change;
#endif

struct evaluator {
    unsigned cells;
    tile_cost cost[TB_CELLS_MAX][TB_CELLS_MAX];                /* [tile][cell] */
    tile_change change[WAYS_MAX * TB_CELLS_MAX][TB_CELLS_MAX]; /* [step][tile] */
};

struct node {
    int h;
#ifdef TILE_SUM_BITS
    tile_cost sum;
#endif
};

static inline void set_sum(struct node *node, tile_cost sum)
{
#ifdef TILE_SUM_BITS
    node->sum = sum;
    node->h = (int)((sum + ((tile_cost)1 << TILE_SUM_BITS) - 1) >> TILE_SUM_BITS);
#else
    node->h = sum;
#endif
}

static inline tile_cost get_sum(const struct node *node)
{
#ifdef TILE_SUM_BITS
    return node->sum;
#else
    return node->h;
#endif
}

static int evaluate_start(const struct evaluator *evaluator, const struct tb_position *start,
                          struct node *node)
{
    tile_cost sum = 0;

    for (unsigned cell = 0; cell < evaluator->cells; cell++)
        sum += evaluator->cost[start->tile[cell]][cell];
    set_sum(node, sum);
    return node->h;
}

static inline void move(const struct evaluator *evaluator, const struct node *node,
                        const uint8_t *tile, const struct way *way, unsigned blank,
                        struct node *child)
{
    (void)blank;
    set_sum(child, get_sum(node) + evaluator->change[way->step][tile[way->cell]]);
}

#include "ida_plain.h"

struct tile_sum {
    struct heuristic heuristic;
    struct evaluator evaluator;
};

static void release(struct heuristic *heuristic)
{
    free(heuristic);
}

static void fill_changes(struct evaluator *evaluator, const struct tb_board *board)
{
    struct board_ways ways;

    board_ways_init(&ways, board);
    for (unsigned blank = 0; blank < board->cells; blank++)
        for (unsigned i = 0; i < ways_all(&ways, blank)->count; i++) {
            const struct way *way = &ways_all(&ways, blank)->way[i];

            for (unsigned tile = 1; tile < board->cells; tile++)
                evaluator->change[way->step][tile] =
                    (tile_change)(evaluator->cost[tile][blank] - evaluator->cost[tile][way->cell]);
        }
}

/* What a tile costs that belongs on one cell and stands on another. */
typedef tile_cost tile_coster(const struct tb_board *board, unsigned home, unsigned cell);

/* The heuristic of costs that no move changes by more than one. TB_NO_MEMORY. */
static enum tb_status tile_sum_new(const char *name, tile_coster *coster,
                                   const struct tb_board *board, const struct tb_position *goal,
                                   struct heuristic **heuristic, struct tb_error *error)
{
    struct tile_sum *sum = calloc(1, sizeof *sum);

    *heuristic = NULL;
    if (sum == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a heuristic");
    sum->heuristic = (struct heuristic){
        .admissible = true,
        .consistent = true,
        .engine = plain_engine(&sum->evaluator),
        .free = release,
    };
    snprintf(sum->heuristic.name, sizeof sum->heuristic.name, "%s", name);
    sum->evaluator.cells = board->cells;
    for (unsigned home = 0; home < board->cells; home++)
        for (unsigned cell = 0; goal->tile[home] != 0 && cell < board->cells; cell++)
            sum->evaluator.cost[goal->tile[home]][cell] = coster(board, home, cell);
    fill_changes(&sum->evaluator, board);
    *heuristic = &sum->heuristic;
    return TB_OK;
}
