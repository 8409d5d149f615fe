/* means.c -- the mean Manhattan distance of a pattern's entries, without its table */
#include "means.h"

#include <math.h>

#include "tilebase/walking.h"

enum { STATES_MAX = 1000000 };

/* Of a tile from a goal, over a set of cells. */
static double mean_distance(const struct tb_board *board, unsigned goal, tb_cellset cells)
{
    unsigned sum = 0;

    for (tb_cellset rest = cells; rest != 0; rest = tb_cellset_rest(rest))
        sum += tb_board_distance(board, goal, tb_cellset_first(rest));
    return (double)sum / tb_cellset_size(cells);
}

/* Of all tiles with goals in a set, over a set of cells. */
static double mean_of_tiles(const struct tb_board *board, tb_cellset goals, tb_cellset cells)
{
    double sum = 0;

    for (; goals != 0; goals = tb_cellset_rest(goals))
        sum += mean_distance(board, tb_cellset_first(goals), cells);
    return sum;
}

/* Each set of cells counts as often as it leaves regions. */
static double mean_by_regions(const struct tb_pattern *pattern)
{
    const struct tb_board *board = &pattern->board;
    tb_cellset last = tb_cellset_of(pattern->tiles) - 1;
    double sum = 0, weight = 0;

    last <<= board->cells - pattern->tiles;
    for (tb_cellset set = tb_cellset_of(pattern->tiles) - 1;; set = tb_cellset_next(set)) {
        unsigned regions = tb_board_regions(board, board->all & ~set);

        sum += regions * mean_of_tiles(board, pattern->goals, set);
        weight += regions;
        if (set == last)
            return sum / weight;
    }
}

static double mean_of_states(const struct tb_pattern *pattern)
{
    struct tb_walking_index index;
    struct tb_walking_state state;
    double sum = 0;

    if (tb_pattern_columns(pattern) > STATES_MAX ||
        tb_walking_index_init(&index, pattern->board.height, pattern->board.width,
                              pattern->blank / pattern->board.width, NULL) != TB_OK)
        return NAN;
    for (uint32_t number = 0; number < index.count; number++) {
        tb_walking_unrank(&index, number, &state);
        sum += tb_walking_manhattan(&index, &state);
    }
    sum /= index.count;
    tb_walking_index_free(&index);
    return sum;
}

double mean_manhattan(const struct tb_pattern *pattern)
{
    const struct tb_board *board = &pattern->board;
    tb_cellset tiles = board->all & ~tb_cellset_of(pattern->blank);

    switch (pattern->kind) {
    case TB_KIND_WALKING_DISTANCE:
        return mean_of_states(pattern);
    case TB_KIND_ZERO_AWARE:
        return mean_by_regions(pattern);
    case TB_KIND_LOCAL:
        return NAN;
    case TB_KIND_PAIRS:
    case TB_KIND_TRIPLES:
        return mean_of_tiles(board, tiles, board->all) * pattern->tiles / tb_cellset_size(tiles);
    default:
        return mean_of_tiles(board, pattern->goals, board->all);
    }
}
