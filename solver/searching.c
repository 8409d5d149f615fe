/* searching.c -- what all searches share: the clock, when to give up, and solutions */
#include "searching.h"

#include <string.h>
#include <time.h>

double clock_now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

bool out_of_limits(const struct search *search, uint64_t nodes, double start)
{
    return nodes >= search->nodes || clock_now() - start > search->seconds ||
           (search->interrupted != NULL && search->interrupted());
}

int surely_at_least(const struct problem *problem)
{
    const struct tb_board *board = &problem->board;
    unsigned sum = 0;

    for (unsigned home = 0; home < board->cells; home++)
        if (problem->goal.tile[home] != 0)
            sum += tb_board_distance(
                board, home, tb_position_find(board, &problem->start, problem->goal.tile[home]));
    return (int)sum;
}

int even_up(int least, const struct problem *problem)
{
    const struct tb_board *board = &problem->board;
    unsigned distance = tb_board_distance(board, tb_position_find(board, &problem->start, 0),
                                          tb_position_find(board, &problem->goal, 0));

    return least + (int)((unsigned)least + distance) % 2;
}

bool keep_path(struct solution *solution, const uint8_t *path)
{
    size_t length = (size_t)solution->bound;

    solution->path = malloc(length + 1); /* none is no failure */
    solution->solved = solution->path != NULL;
    if (solution->solved && length > 0)
        memcpy(solution->path, path, length);
    return solution->solved;
}
