/* detours.c -- linear conflicts with corner tiles, last moves or both; and the relaxed conflicts
 * that may be too many
 *
 * A node's h is that of distances and conflicts. Detours only add to it, so they are counted
 * where it does not cut the node already.
 */
#include <stdio.h>
#include <stdlib.h>

#include "detour_part.h"
#include "distance.h"
#include "ida.h"

struct evaluator {
    unsigned cells;
    uint8_t distance[TB_CELLS_MAX][TB_CELLS_MAX]; /* [tile][cell] */
    struct conflict_part lines;
    struct detour_part detours;
};

struct node {
    int h;
    uint32_t marks;
    struct conflict_state state;
};

#define PLAIN_WHOLE
static inline int whole_value(const struct evaluator *evaluator, const struct node *node)
{
    int manhattan = node->h - 2 * node->state.conflicts;

    return node->h + 2 * (int)detour_value(&evaluator->detours, &evaluator->lines, &node->state,
                                           node->marks, manhattan);
}

static int evaluate_start(const struct evaluator *evaluator, const struct tb_position *start,
                          struct node *node)
{
    conflict_start(&evaluator->lines, start, &node->state);
    node->marks = detour_start(&evaluator->detours, evaluator->cells, start);
    node->h =
        sum_distances(evaluator->cells, evaluator->distance, start) + 2 * node->state.conflicts;
    return whole_value(evaluator, node);
}

static inline void move(const struct evaluator *evaluator, const struct node *node,
                        const uint8_t *tile, const struct way *way, unsigned blank,
                        struct node *child)
{
    unsigned moved = tile[way->cell];

    *child = *node;
    conflict_move(&evaluator->lines, moved, way->cell, blank, &child->state);
    child->marks = detour_move(&evaluator->detours, node->marks, moved, way->cell, blank);
    child->h += evaluator->distance[moved][blank] - evaluator->distance[moved][way->cell] +
                2 * (child->state.conflicts - node->state.conflicts);
}

#include "ida_plain.h"

struct detours {
    struct heuristic heuristic;
    struct evaluator evaluator;
};

static void release(struct heuristic *heuristic)
{
    struct evaluator *evaluator = &((struct detours *)heuristic)->evaluator;

    conflict_part_free(&evaluator->lines);
    detour_part_free(&evaluator->detours);
    free(heuristic);
}

static enum tb_status detours_new(const char *name, enum line_rule line_rule,
                                  struct detour_rules rules, const struct tb_board *board,
                                  const struct tb_position *goal, struct heuristic **heuristic,
                                  struct tb_error *error)
{
    struct detours *detours = calloc(1, sizeof *detours);
    struct evaluator *evaluator = &detours->evaluator;
    enum tb_status status;

    *heuristic = NULL;
    if (detours == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a heuristic");
    detours->heuristic = (struct heuristic){
        .admissible = line_rule == LINES_OWN,
        .engine = plain_engine(evaluator),
        .free = release,
    };
    snprintf(detours->heuristic.name, sizeof detours->heuristic.name, "%s", name);
    evaluator->cells = board->cells;
    fill_distances(board, goal, evaluator->distance);
    status = conflict_part_init(&evaluator->lines, board, goal, line_rule, error);
    if (status == TB_OK)
        status =
            detour_part_init(&evaluator->detours, &evaluator->lines, board, goal, rules, error);
    if (status == TB_OK)
        *heuristic = &detours->heuristic;
    else
        release(&detours->heuristic);
    return status;
}

enum tb_status corner_tiles_new(const struct tb_board *board, const struct tb_position *goal,
                                struct heuristic **heuristic, struct tb_error *error)
{
    const struct detour_rules rules = {.corners = true};

    return detours_new("corner-tiles", LINES_OWN, rules, board, goal, heuristic, error);
}

enum tb_status last_moves_new(const struct tb_board *board, const struct tb_position *goal,
                              struct heuristic **heuristic, struct tb_error *error)
{
    const struct detour_rules rules = {.last_moves = true};

    return detours_new("last-moves", LINES_OWN, rules, board, goal, heuristic, error);
}

enum tb_status corner_last_new(const struct tb_board *board, const struct tb_position *goal,
                               struct heuristic **heuristic, struct tb_error *error)
{
    const struct detour_rules rules = {.corners = true, .last_moves = true};

    return detours_new("corner-tiles + last-moves", LINES_OWN, rules, board, goal, heuristic,
                       error);
}

enum tb_status novel_new(const struct tb_board *board, const struct tb_position *goal,
                         struct heuristic **heuristic, struct tb_error *error)
{
    const struct detour_rules rules = {.corners = true};

    return detours_new("novel", LINES_RELAXED, rules, board, goal, heuristic, error);
}
