/* means.c -- the mean Manhattan distance of a pattern's entries, without its table */
#include "means.h"

#include <math.h>

#include "tilebase/walking.h"

enum { STATES_MAX = 1000000, SETS_MAX = 50000 }; /* what takes some milliseconds */

/* What each cell is away from all the goals together. */
static void add_distances(const struct tb_board *board, tb_cellset goals,
                          unsigned distance[TB_CELLS_MAX])
{
    for (unsigned cell = 0; cell < board->cells; cell++) {
        distance[cell] = 0;
        for (tb_cellset rest = goals; rest != 0; rest = tb_cellset_rest(rest))
            distance[cell] += tb_board_distance(board, tb_cellset_first(rest), cell);
    }
}

/* Of all tiles together, each of which is on each cell of the set as often as on any other. */
static double mean_over(const unsigned distance[TB_CELLS_MAX], tb_cellset cells)
{
    unsigned sum = 0;

    for (tb_cellset rest = cells; rest != 0; rest = tb_cellset_rest(rest))
        sum += distance[tb_cellset_first(rest)];
    return (double)sum / tb_cellset_size(cells);
}

static double mean_of_tiles(const struct tb_board *board, tb_cellset goals)
{
    unsigned distance[TB_CELLS_MAX];

    add_distances(board, goals, distance);
    return mean_over(distance, board->all);
}

/* Each set of cells counts as often as it leaves regions. */
static double mean_by_regions(const struct tb_pattern *pattern)
{
    const struct tb_board *board = &pattern->board;
    tb_cellset set = tb_cellset_of(pattern->tiles) - 1;
    unsigned distance[TB_CELLS_MAX];
    double sum = 0, weight = 0;
    uint64_t sets = tb_binomial(board->cells, pattern->tiles);

    if (sets > SETS_MAX)
        return NAN;
    add_distances(board, pattern->goals, distance);
    for (; sets > 0; sets--, set = tb_cellset_next(set)) {
        unsigned regions = tb_board_regions(board, board->all & ~set);

        sum += regions * mean_over(distance, set);
        weight += regions;
    }
    return sum / weight;
}

static enum tb_status mean_of_states(const struct tb_pattern *pattern, double *mean,
                                     struct tb_error *error)
{
    struct tb_walking_index index;
    struct tb_walking_state state;
    double sum = 0;
    enum tb_status status;

    *mean = NAN;
    if (tb_pattern_columns(pattern) > STATES_MAX)
        return TB_OK;
    status = tb_walking_index_init(&index, pattern->board.height, pattern->board.width,
                                   pattern->blank / pattern->board.width, error);
    if (status != TB_OK)
        return status;
    for (uint32_t number = 0; number < index.count; number++) {
        tb_walking_unrank(&index, number, &state);
        sum += tb_walking_manhattan(&index, &state);
    }
    *mean = sum / index.count;
    tb_walking_index_free(&index);
    return TB_OK;
}

enum tb_status mean_manhattan(const struct tb_pattern *pattern, double *mean,
                              struct tb_error *error)
{
    const struct tb_board *board = &pattern->board;
    tb_cellset tiles = board->all & ~tb_cellset_of(pattern->blank);

    switch (pattern->kind) {
    case TB_KIND_WALKING_DISTANCE:
        return mean_of_states(pattern, mean, error);
    case TB_KIND_ZERO_AWARE:
        *mean = mean_by_regions(pattern);
        break;
    case TB_KIND_LOCAL:
        *mean = NAN;
        break;
    case TB_KIND_PAIRS:
    case TB_KIND_TRIPLES:
        *mean = mean_of_tiles(board, tiles) * pattern->tiles / tb_cellset_size(tiles);
        break;
    default:
        *mean = mean_of_tiles(board, pattern->goals);
        break;
    }
    return TB_OK;
}
