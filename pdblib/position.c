/* position.c -- what is on each cell of a board, goals, and how goals are told apart */
#include "tilebase/position.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "digits.h"

/* Read one number and the separators behind it; -1 if there is none. */
static int parse_number(const char **text)
{
    const char *end = *text;
    int value = parse_digits(&end);
    size_t separators = strspn(end, ", \t\r\n");

    if (value < 0 || (separators == 0 && *end != '\0'))
        return -1;
    *text = end + separators;
    return value;
}

enum tb_status tb_position_parse(const struct tb_board *board, const char *text,
                                 struct tb_position *position, struct tb_error *error)
{
    unsigned count = 0;

    *position = (struct tb_position){0};
    while (isspace((unsigned char)*text))
        text++;
    for (; *text != '\0'; count++) {
        int number = parse_number(&text);

        if (number < 0)
            return tb_error_set(error, TB_INVALID,
                                "'%.20s' is not a number: a %ux%u board is %u numbers with spaces "
                                "or commas between them",
                                text, board->width, board->height, board->cells);
        if (number >= board->cells)
            return tb_error_set(error, TB_INVALID,
                                "there is no tile %d on a %ux%u board: its tiles are 0 to %u",
                                number, board->width, board->height, board->cells - 1u);
        if (count < board->cells)
            position->tile[count] = (uint8_t)number;
    }
    if (count != board->cells)
        return tb_error_set(error, TB_INVALID, "a %ux%u board has %u numbers, not %u", board->width,
                            board->height, board->cells, count);
    return tb_position_check(board, position, error);
}

enum tb_status tb_position_check(const struct tb_board *board, const struct tb_position *position,
                                 struct tb_error *error)
{
    tb_cellset seen = 0;

    for (unsigned cell = 0; cell < board->cells; cell++) {
        unsigned tile = position->tile[cell];

        if (tile >= board->cells)
            return tb_error_set(error, TB_INVALID, "there is no tile %u on a %ux%u board", tile,
                                board->width, board->height);
        if (tb_cellset_has(seen, tile))
            return tb_error_set(error, TB_INVALID, "%u appears twice on the board%s", tile,
                                tile == 0 ? ": there is one blank" : "");
        seen |= tb_cellset_of(tile);
    }
    return TB_OK;
}

void tb_position_print(const struct tb_board *board, const struct tb_position *position, char *text)
{
    char *end = text;

    for (unsigned cell = 0; cell < board->cells; cell++)
        end += sprintf(end, cell == 0 ? "%u" : " %u", position->tile[cell]);
}

unsigned tb_position_find(const struct tb_board *board, const struct tb_position *position,
                          unsigned tile)
{
    unsigned cell = 0;

    while (cell < board->cells && position->tile[cell] != tile)
        cell++;
    return cell;
}

bool tb_position_solvable(const struct tb_board *board, const struct tb_position *start,
                          const struct tb_position *goal)
{
    unsigned odd = tb_board_distance(board, tb_position_find(board, start, 0),
                                     tb_position_find(board, goal, 0));
    tb_cellset seen = 0;

    /* A cycle of n cells is n - 1 swaps. */
    for (unsigned first = 0; first < board->cells; first++) {
        unsigned cell = first;

        while (!tb_cellset_has(seen, cell)) {
            seen |= tb_cellset_of(cell);
            cell = tb_position_find(board, goal, start->tile[cell]);
            odd += cell != first;
        }
    }
    return odd % 2 == 0;
}

/* This is splitmix64: each state gives another number. */
uint64_t tb_random(uint64_t *seed)
{
    uint64_t bits = *seed += 0x9e3779b97f4a7c15;

    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
    return bits ^ bits >> 31;
}

void tb_position_random(const struct tb_board *board, const struct tb_position *goal,
                        uint64_t *seed, struct tb_position *position)
{
    uint8_t *tile = position->tile;

    *position = *goal;
    /* Half of all shuffles are solvable: shuffle until one is. */
    do
        for (unsigned left = board->cells; left > 1; left--) {
            unsigned other = (unsigned)(tb_random(seed) % left);
            uint8_t kept = tile[left - 1];

            tile[left - 1] = tile[other];
            tile[other] = kept;
        }
    while (!tb_position_solvable(board, position, goal));
}

void tb_goal_blank_last(const struct tb_board *board, struct tb_position *goal)
{
    *goal = (struct tb_position){0};
    for (unsigned cell = 0; cell + 1 < board->cells; cell++)
        goal->tile[cell] = (uint8_t)(cell + 1);
}

void tb_goal_blank_first(const struct tb_board *board, struct tb_position *goal)
{
    *goal = (struct tb_position){0};
    for (unsigned cell = 0; cell < board->cells; cell++)
        goal->tile[cell] = (uint8_t)cell;
}

enum tb_status tb_goal_parse(const struct tb_board *board, const char *text,
                             struct tb_position *goal, struct tb_error *error)
{
    struct tb_error reason;

    if (strcmp(text, "blank-last") == 0) {
        tb_goal_blank_last(board, goal);
        return TB_OK;
    }
    if (strcmp(text, "blank-first") == 0) {
        tb_goal_blank_first(board, goal);
        return TB_OK;
    }
    if (tb_position_parse(board, text, goal, &reason) != TB_OK)
        return tb_error_set(error, TB_INVALID,
                            "a goal is blank-last, blank-first or a board, but %.400s",
                            reason.text);
    return TB_OK;
}

enum tb_status tb_view_init(const struct tb_board *board, const struct tb_position *goal,
                            unsigned blank, struct tb_view *view, struct tb_error *error)
{
    unsigned goal_blank = tb_position_find(board, goal, 0);
    unsigned symmetry = 0;

    while (symmetry < tb_board_symmetries(board) &&
           tb_board_map(board, symmetry, goal_blank) != blank)
        symmetry++;
    if (symmetry == tb_board_symmetries(board))
        return tb_error_set(error, TB_INVALID,
                            "the goal has its blank on cell %u and the databases on cell %u (from "
                            "0), and no symmetry of a %ux%u board takes one to the other",
                            goal_blank, blank, board->width, board->height);
    *view = (struct tb_view){.symmetry = symmetry, .cells = board->cells};
    for (unsigned cell = 0; cell < board->cells; cell++) {
        view->cell[cell] = (uint8_t)tb_board_map(board, symmetry, cell);
        if (goal->tile[cell] != 0)
            view->tile[goal->tile[cell]] = (uint8_t)(view->cell[cell] + 1);
    }
    return TB_OK;
}

void tb_view_apply(const struct tb_view *view, const struct tb_position *position,
                   struct tb_position *seen)
{
    *seen = (struct tb_position){0};
    for (unsigned cell = 0; cell < view->cells; cell++)
        seen->tile[view->cell[cell]] = view->tile[position->tile[cell]];
}
