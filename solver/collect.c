/* collect.c -- the boards that the command line asks for, and their goal */
#include "collect.h"

#include <stdio.h>
#include <string.h>

/* Boards as arguments: each one a board, or, unquoted, each one a number of one board. */
static enum tb_status add_texts(struct solve_arguments *arguments, struct tb_error *error)
{
    char joined[1024] = "";
    bool single = arguments->text_count > 1;
    enum tb_status status = TB_OK;

    for (int i = 0; i < arguments->text_count; i++)
        single = single && strpbrk(arguments->texts[i], ", \t\n") == NULL;
    if (!single) {
        for (int i = 0; i < arguments->text_count && status == TB_OK; i++)
            status = boards_add(&arguments->boards, arguments->texts[i], error);
        return status;
    }
    for (int i = 0; i < arguments->text_count; i++) {
        size_t used = strlen(joined);

        snprintf(joined + used, sizeof joined - used, "%.20s ", arguments->texts[i]);
    }
    return boards_add(&arguments->boards, joined, error);
}

static enum tb_status add_random(struct solve_arguments *arguments, const struct tb_position *goal,
                                 struct tb_error *error)
{
    size_t count = (size_t)arguments->random;
    uint64_t seed = (uint64_t)arguments->seed;

    if (arguments->walk > 0)
        return boards_walk(&arguments->boards, goal, count, (unsigned)arguments->walk, seed, error);
    return boards_random(&arguments->boards, goal, count, seed, error);
}

/* A survey is of a board's size and a goal, and takes no boards. */
static enum tb_status prepare_survey(struct solve_arguments *arguments, struct tb_position *goal,
                                     struct tb_error *error)
{
    struct boards *boards = &arguments->boards;
    enum tb_status status = TB_OK;

    if (arguments->text_count > 0 || arguments->file != NULL || arguments->random > 0)
        return tb_error_set(error, TB_INVALID, "--survey solves nothing: leave the boards out");
    if ((arguments->algorithm->traits & ALGORITHM_BLIND) != 0)
        return tb_error_set(error, TB_INVALID, "--survey is of a heuristic, and %s uses none",
                            arguments->algorithm->name);
    if (!boards->known)
        status = tb_board_init(&boards->board, 4, 4, error);
    if (status == TB_OK)
        status = tb_goal_parse(&boards->board, arguments->goal_text, goal, error);
    return status;
}

static enum tb_status gather(struct solve_arguments *arguments, struct tb_position *goal,
                             struct tb_error *error)
{
    struct boards *boards = &arguments->boards;
    enum tb_status status = TB_OK;

    if (arguments->survey > 0)
        return prepare_survey(arguments, goal, error);
    if (arguments->text_count == 0 && arguments->file == NULL && arguments->random == 0)
        return tb_error_set(error, TB_INVALID,
                            "nothing to solve: give a board, --file or --random; pdbsolve --help "
                            "shows how");
    if (arguments->text_count > 0)
        status = add_texts(arguments, error);
    if (status == TB_OK && arguments->file != NULL)
        status = boards_read(boards, arguments->file, error);
    if (status == TB_OK && !boards->known)
        status = arguments->random > 0
                     ? tb_board_init(&boards->board, 4, 4, error)
                     : tb_error_set(error, TB_INVALID, "no board in %.200s", arguments->file);
    if (status == TB_OK)
        status = tb_goal_parse(&boards->board, arguments->goal_text, goal, error);
    if (status == TB_OK)
        status = add_random(arguments, goal, error);
    if (status == TB_OK && boards->count == 0)
        status = tb_error_set(error, TB_INVALID, "no board in %.200s", arguments->file);
    return status;
}

/* Name those that cannot be solved before the first is. */
static enum tb_status check_boards(const struct boards *boards, const struct tb_position *goal,
                                   struct tb_error *error)
{
    for (size_t i = 0; i < boards->count; i++) {
        char text[TB_POSITION_TEXT];

        if (tb_position_solvable(&boards->board, &boards->list[i].start, goal))
            continue;
        tb_position_print(&boards->board, &boards->list[i].start, text);
        return tb_error_set(error, TB_IO,
                            "%s cannot be solved: no sequence of moves leads to the goal", text);
    }
    return TB_OK;
}

enum tb_status collect_boards(struct solve_arguments *arguments, struct tb_position *goal,
                              struct tb_error *error)
{
    enum tb_status status = gather(arguments, goal, error);

    return status == TB_OK ? check_boards(&arguments->boards, goal, error) : status;
}
