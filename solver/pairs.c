/* pairs.c -- the heuristics of dynamically chosen pairs and triples
 *
 * Made once for each number of words that a set of stands takes (TUPLE_WORDS), under the
 * name MAKER.
 */
#include <stdio.h>
#include <stdlib.h>

#include "ida.h"
#include "pairs_maker.h"
#include "tuple_state.h"

struct evaluator {
    struct tuple_part part;
};

struct node {
    int h;
    int distance; /* of all tiles */
    struct tuple_state state;
};

static int evaluate_start(const struct evaluator *evaluator, const struct tb_position *start,
                          struct node *node)
{
    const struct tuple_part *part = &evaluator->part;

    tuple_start(part, start, &node->state);
    node->distance = 0;
    for (unsigned tile = 0; tile < part->tiles; tile++)
        node->distance += part->distance[tile][node->state.cell[tile]];
    node->h = node->distance + 2 * node->state.value;
    return node->h;
}

static inline void move(const struct evaluator *evaluator, const struct node *node,
                        const uint8_t *tile, const struct way *way, unsigned blank,
                        struct node *child)
{
    child->distance = node->distance + tuple_move(&evaluator->part, &node->state, tile[way->cell],
                                                  way->cell, blank, &child->state);
    child->h = child->distance + 2 * child->state.value;
}

#include "ida_plain.h"

struct pairs {
    struct heuristic heuristic;
    struct evaluator evaluator;
};

static void release(struct heuristic *heuristic)
{
    tuple_part_free(&((struct pairs *)heuristic)->evaluator.part);
    free(heuristic);
}

enum tb_status MAKER(const struct tuple_tables *tables, enum tb_cover_rule rule,
                     const struct tb_position *goal, struct heuristic **heuristic,
                     struct tb_error *error)
{
    struct pairs *pairs = calloc(1, sizeof *pairs);
    enum tb_status status;

    *heuristic = NULL;
    if (pairs == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a heuristic");
    pairs->heuristic = (struct heuristic){
        .admissible = true, .engine = plain_engine(&pairs->evaluator), .free = release};
    snprintf(pairs->heuristic.name, sizeof pairs->heuristic.name, "%s", pairs_name(tables, rule));
    status = tuple_part_init(&pairs->evaluator.part, tables, rule, goal, TUPLE_WORDS, error);
    if (status == TB_OK)
        *heuristic = &pairs->heuristic;
    else
        free(pairs);
    return status;
}
