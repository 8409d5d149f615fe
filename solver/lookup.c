/* lookup.c -- how look-ups see the board, and whether they can */
#include <stdio.h>

#include "heuristic.h"

enum tb_status lookup_check(const struct tb_partition *partition, const struct tb_position *goal,
                            enum lookup_way way, struct tb_error *error)
{
    const struct tb_board *board = &partition->board;
    struct tb_view view;
    enum tb_status status = tb_view_init(board, goal, partition->blank, &view, error);

    if (status == TB_OK && way >= LOOKUP_DUAL && partition->kind == TB_KIND_NON_ADDITIVE)
        return tb_error_set(error, TB_INVALID,
                            "a dual look-up needs a partition whose values add up, and %s is "
                            "non-additive: use --lookups regular,reflected",
                            partition->name);
    if (status != TB_OK || way == LOOKUP_REGULAR || way == LOOKUP_DUAL)
        return status;
    if (board->width != board->height ||
        tb_board_map(board, TB_TRANSPOSE, partition->blank) != partition->blank)
        return tb_error_set(error, TB_INVALID,
                            "a reflected look-up needs a square board with the blank's goal on its "
                            "diagonal: use --lookups regular");
    return TB_OK;
}

enum tb_status lookup_sight(const struct lookup *lookup, const struct tb_position *goal,
                            struct sight *sight, struct tb_error *error)
{
    const struct tb_board *board = &lookup->partition->board;
    bool mirrored = lookup->way == LOOKUP_REFLECTED || lookup->way == LOOKUP_DUAL_REFLECTED;
    unsigned symmetry = mirrored ? TB_TRANSPOSE : 0;
    struct tb_view view;
    enum tb_status status = lookup_check(lookup->partition, goal, lookup->way, error);

    *sight = (struct sight){0};
    if (status == TB_OK)
        status = tb_view_init(board, goal, lookup->partition->blank, &view, error);
    for (unsigned i = 0; status == TB_OK && i < board->cells; i++) {
        sight->cell[i] = (uint8_t)tb_board_map(board, symmetry, view.cell[i]);
        if (i > 0)
            sight->tile[i] = (uint8_t)(tb_board_map(board, symmetry, view.tile[i] - 1u) + 1);
    }
    return status;
}

bool lookups_consistent(const struct lookup *lookups, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (lookups[i].way >= LOOKUP_DUAL || lookups[i].partition->kind == TB_KIND_ADDITIVE)
            return false;
    return true;
}

void lookup_names(const struct lookup *lookups, unsigned count, char *name, size_t size)
{
    static const char *const ways[] = {"", ", reflected", ", dual", ", dual reflected"};
    size_t used = 0;

    name[0] = '\0';
    for (unsigned i = 0; i < count && used < size; i++) {
        const struct tb_partition *partition = lookups[i].partition;
        bool first = i == 0 || partition != lookups[i - 1].partition;

        if (first && used < size)
            used += (size_t)snprintf(
                name + used, size - used, "%s%s%s%s", i > 0 ? "; " : "", partition->name,
                partition->kind == TB_KIND_ADDITIVE ? "" : " ",
                partition->kind == TB_KIND_ADDITIVE ? "" : tb_kind_name(partition->kind));
        if (used < size)
            used += (size_t)snprintf(name + used, size - used, "%s", ways[lookups[i].way]);
    }
}
