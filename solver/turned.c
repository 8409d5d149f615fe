/* turned.c -- a problem with another goal, seen as if its goal were the usual one */
#include "turned.h"

bool turned_suits(const struct tb_board *board, unsigned blank, unsigned goal_blank)
{
    for (unsigned symmetry = 0; symmetry < tb_board_symmetries(board); symmetry++)
        if (tb_board_map(board, symmetry, blank) == goal_blank)
            return true;
    return false;
}

bool turned_init(struct turned *turned, const struct problem *problem,
                 const struct tb_position *goal)
{
    const struct tb_board *board = &problem->board;
    struct tb_view view;
    struct tb_position seen;

    if (tb_view_init(board, &problem->goal, tb_position_find(board, goal, 0), &view, NULL) != TB_OK)
        return false;
    *turned = (struct turned){.problem = {.board = *board, .goal = *goal}};
    tb_view_apply(&view, &problem->start, &seen);
    for (unsigned cell = 0; cell < board->cells; cell++) {
        unsigned tile = seen.tile[cell];

        turned->cell[view.cell[cell]] = (uint8_t)cell;
        turned->problem.start.tile[cell] = tile == 0 ? 0 : goal->tile[tile - 1];
    }
    return true;
}
