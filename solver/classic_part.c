/* classic_part.c -- the largest of several heuristics without databases */
#include "classic_part.h"

enum tb_status classic_part_init(struct classic_part *part, const struct mixture *mixture,
                                 const struct tb_position *goal, struct tb_error *error)
{
    const struct tb_board *board = mixture->board;
    const struct detour_rules rules = {mixture->corners, mixture->last_moves};
    enum tb_status status = TB_OK;

    *part = (struct classic_part){
        .cells = board->cells,
        .has_conflicts = mixture->conflicts || rules.corners || rules.last_moves,
        .has_detours = rules.corners || rules.last_moves,
        .has_inversions = mixture->inversions,
        .has_adjacency = mixture->adjacency,
    };
    if (part->has_conflicts)
        status = conflict_part_init(&part->lines, board, goal, LINES_OWN, error);
    if (status == TB_OK && part->has_detours)
        status = detour_part_init(&part->detours, &part->lines, board, goal, rules, error);
    if (part->has_inversions)
        inversion_part_init(&part->inversions, board, goal);
    if (part->has_adjacency)
        adjacency_part_init(&part->adjacency, board, goal);
    if (status != TB_OK)
        classic_part_free(part);
    return status;
}

void classic_part_free(struct classic_part *part)
{
    conflict_part_free(&part->lines);
    detour_part_free(&part->detours);
}
