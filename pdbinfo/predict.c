/* predict.c -- how many nodes a search will generate, from a heuristic's values alone */
#include "predict.h"

#include <math.h>
#include <string.h>

enum { DIRECTIONS = 4, NO_LAST = 4, LEVELS = 400 };

/* Nodes of one depth, by the blank's cell and the way it came. */
struct level {
    double nodes[TB_CELLS_MAX][DIRECTIONS + 1];
};

static bool can_go(const struct tb_board *board, unsigned cell, unsigned direction)
{
    tb_cellset at = tb_cellset_of(cell);

    switch (direction) {
    case 0:
        return (at & board->first_column) == 0;
    case 1:
        return (at & board->last_column) == 0;
    case 2:
        return cell >= board->width;
    default:
        return cell + board->width < board->cells;
    }
}

static unsigned goes_to(const struct tb_board *board, unsigned cell, unsigned direction)
{
    const unsigned to[DIRECTIONS] = {cell - 1, cell + 1, cell - board->width, cell + board->width};

    return to[direction];
}

/* Whether a blank that came this way may go that way: not back. */
static bool goes_on(unsigned last, unsigned direction)
{
    return last == NO_LAST || direction != (last ^ 1);
}

/* The children of a level, and how many they are. */
static double grow(const struct tb_board *board, const struct level *level, struct level *next)
{
    double sum = 0;

    memset(next, 0, sizeof *next);
    for (unsigned cell = 0; cell < board->cells; cell++)
        for (unsigned last = 0; last <= NO_LAST; last++)
            for (unsigned direction = 0; direction < DIRECTIONS; direction++)
                if (goes_on(last, direction) && can_go(board, cell, direction)) {
                    next->nodes[goes_to(board, cell, direction)][direction] +=
                        level->nodes[cell][last];
                    sum += level->nodes[cell][last];
                }
    return sum;
}

double predict_branching(const struct tb_board *board)
{
    struct level level = {0}, next;
    double growth = 0;

    level.nodes[0][NO_LAST] = level.nodes[1][NO_LAST] = 1;
    /* Levels of black and of white cells take turns, so the growth is that of two. */
    for (unsigned depth = 0; depth < LEVELS; depth += 2) {
        double before = 0, sum;

        for (unsigned i = 0; i < board->cells * (DIRECTIONS + 1); i++)
            before += (&level.nodes[0][0])[i];
        grow(board, &level, &next);
        sum = grow(board, &next, &level);
        growth = sqrt(sum / before);
        for (unsigned i = 0; i < board->cells * (DIRECTIONS + 1); i++)
            (&level.nodes[0][0])[i] /= sum;
    }
    return growth;
}

double predict_eta(const struct tb_board *board, const struct predict_counts *counts)
{
    double base = predict_branching(board), sum = 0, all = 0;

    for (unsigned cell = 0; cell < board->cells; cell++)
        for (unsigned value = 0; value < PREDICT_VALUES; value++) {
            sum += counts->count[cell][value] * pow(base, -(double)value);
            all += counts->count[cell][value];
        }
    return sum / all;
}

/* share[cell][value]: of the positions with the blank there, how many are at most the value. */
static void make_shares(const struct tb_board *board, const struct predict_counts *counts,
                        double share[TB_CELLS_MAX][PREDICT_VALUES])
{
    for (unsigned cell = 0; cell < board->cells; cell++) {
        double sum = 0;

        for (unsigned value = 0; value < PREDICT_VALUES; value++)
            share[cell][value] = sum += counts->count[cell][value];
        for (unsigned value = 0; value < PREDICT_VALUES && sum > 0; value++)
            share[cell][value] /= sum;
    }
}

/* One start on each cell from which an even or odd distance leads to the goal. */
static void start_level(const struct tb_board *board, unsigned goal, unsigned bound,
                        struct level *level)
{
    unsigned starts = 0;

    memset(level, 0, sizeof *level);
    for (unsigned cell = 0; cell < board->cells; cell++)
        starts += tb_board_distance(board, cell, goal) % 2 == bound % 2;
    for (unsigned cell = 0; cell < board->cells; cell++)
        if (tb_board_distance(board, cell, goal) % 2 == bound % 2)
            level->nodes[cell][NO_LAST] = 1.0 / starts;
}

/* The children of a level's nodes that are within `left` of the goal, by their values. */
static double children(const struct tb_board *board, const struct level *level, unsigned left,
                       double share[TB_CELLS_MAX][PREDICT_VALUES])
{
    double sum = 0;

    for (unsigned cell = 0; cell < board->cells; cell++)
        for (unsigned last = 0; last <= NO_LAST; last++)
            for (unsigned direction = 0; direction < DIRECTIONS; direction++)
                if (goes_on(last, direction) && can_go(board, cell, direction))
                    sum += level->nodes[cell][last] * share[cell][left];
    return sum;
}

double predict_nodes(const struct tb_board *board, unsigned goal,
                     const struct predict_counts *counts, unsigned bound)
{
    double share[TB_CELLS_MAX][PREDICT_VALUES];
    struct level level, next;
    double sum = 0;

    make_shares(board, counts, share);
    start_level(board, goal, bound, &level);
    /* A level is met in every iteration whose bound it is within. */
    for (unsigned depth = 0; depth <= bound; depth++) {
        for (unsigned left = (bound - depth) % 2; left <= bound - depth; left += 2)
            sum +=
                children(board, &level, left < PREDICT_VALUES ? left : PREDICT_VALUES - 1, share);
        grow(board, &level, &next);
        level = next;
    }
    return sum;
}
