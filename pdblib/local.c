/* local.c -- the local problems by which a board is solved, a few tiles after the other */
#include "tilebase/local.h"

#include <stdlib.h>

/* Tiles that are neither of the problem nor fixed. */
static unsigned other_tiles(const struct tb_pattern *pattern)
{
    return tb_cellset_size(pattern->board.all & ~pattern->fixed) - pattern->tiles - 1u;
}

uint64_t tb_local_states(const struct tb_pattern *pattern)
{
    uint64_t entries = tb_pattern_entries(pattern);

    /* Two others can change places to make the parity right; and the only tile of two cells
     * changes its parity with the blank's. */
    if (other_tiles(pattern) >= 2 || (pattern->tiles == 1 && other_tiles(pattern) == 0))
        return entries;
    return entries / 2;
}

/* A position that a step may begin with: the tiles before its own are at home. */
struct placement {
    const struct tb_pdb *pdb;
    unsigned own; /* the first of the pattern's tiles, by their order, that may be anywhere */
    uint8_t cell[TB_TILES_MAX];
    struct tb_position goal;
};

/* Whether a whole position with these tiles and the blank there can be solved. */
static bool is_possible(const struct placement *placement, tb_cellset occupied, unsigned blank)
{
    const struct tb_pattern *pattern = &tb_pdb_header(placement->pdb)->pattern;
    tb_cellset goals = pattern->goals;
    tb_cellset rest = pattern->board.all & ~(goals | pattern->fixed);
    struct tb_position position = placement->goal;

    if (other_tiles(pattern) >= 2)
        return true;
    for (unsigned i = 0; i < pattern->tiles; i++, goals = tb_cellset_rest(goals))
        position.tile[placement->cell[i]] = (uint8_t)(tb_cellset_first(goals) + 1);
    position.tile[blank] = 0;
    for (unsigned cell = 0; cell < pattern->board.cells; cell++)
        if (!tb_cellset_has(occupied | pattern->fixed, cell) && cell != blank) {
            position.tile[cell] = (uint8_t)(tb_cellset_first(rest) + 1);
            rest = tb_cellset_rest(rest);
        }
    return tb_position_solvable(&pattern->board, &position, &placement->goal);
}

/* Whether all positions have a solution that put the own tiles from number `tile` on anywhere. */
static bool covers(struct placement *placement, unsigned tile, tb_cellset occupied)
{
    const struct tb_pattern *pattern = &tb_pdb_header(placement->pdb)->pattern;
    tb_cellset free = pattern->board.all & ~(pattern->fixed | occupied);

    for (; free != 0; free = tb_cellset_rest(free)) {
        unsigned cell = tb_cellset_first(free);

        if (tile < pattern->tiles) {
            placement->cell[tile] = (uint8_t)cell;
            if (!covers(placement, tile + 1, occupied | tb_cellset_of(cell)))
                return false;
        } else if (is_possible(placement, occupied, cell) &&
                   tb_pdb_lookup_cells(placement->pdb, placement->cell, cell) == TB_UNREACHABLE) {
            return false;
        }
    }
    return true;
}

/* Whether a problem solves whatever its step can begin with. */
static bool is_enough(const struct tb_pdb *pdb, const struct tb_local_step *step)
{
    const struct tb_header *header = tb_pdb_header(pdb);
    unsigned first = tb_cellset_first(header->pattern.goals) + 1;
    struct placement placement = {.pdb = pdb, .own = step->first_tile - first};
    tb_cellset occupied = 0;

    if (tb_header_reachable(header) == tb_local_states(&header->pattern))
        return true;
    if (placement.own == 0)
        return false;
    tb_goal_blank_last(&header->pattern.board, &placement.goal);
    for (unsigned i = 0; i < placement.own; i++) {
        placement.cell[i] = (uint8_t)(first - 1 + i);
        occupied |= tb_cellset_of(first - 1 + i);
    }
    return covers(&placement, placement.own, occupied);
}

/* Cells of the tiles from first to last. */
static tb_cellset tiles_between(unsigned first, unsigned last)
{
    return (tb_cellset_of(last) - 1) & ~(tb_cellset_of(first - 1) - 1);
}

static enum tb_status add_problem(struct tb_local *local, unsigned first, unsigned last,
                                  tb_local_source *source, void *context, struct tb_error *error)
{
    struct tb_pdb **pdb = &local->problem[local->problems];
    struct tb_pattern pattern;
    enum tb_status status = tb_pattern_local(&pattern, &local->board, tiles_between(first, last),
                                             tb_cellset_of(first - 1) - 1, error);

    if (status == TB_OK)
        status = source(context, &pattern, pdb, error);
    if (status != TB_OK)
        return status;
    local->problems++;
    if (!tb_pattern_equal(&tb_pdb_header(*pdb)->pattern, &pattern))
        return tb_error_set(error, TB_INVALID, "a local problem was given another one's database");
    return TB_OK;
}

static enum tb_status add_step(struct tb_local *local, unsigned first, unsigned last,
                               tb_local_source *source, void *context, struct tb_error *error)
{
    struct tb_local_step *step = &local->step[local->steps++];
    enum tb_status status;
    bool enough = false;

    *step = (struct tb_local_step){first, last, local->problems, 0};
    for (unsigned least = first; least > 0 && !enough; least--) {
        status = add_problem(local, least, last, source, context, error);
        if (status != TB_OK)
            return status;
        step->count++;
        enough = is_enough(local->problem[local->problems - 1], step);
    }
    return enough ? TB_OK
                  : tb_error_set(error, TB_INVALID,
                                 "a local problem leaves solvable positions without a solution");
}

enum tb_status tb_local_make(const struct tb_board *board, unsigned region, tb_local_source *source,
                             void *context, struct tb_local **result, struct tb_error *error)
{
    struct tb_local *local = calloc(1, sizeof *local);
    unsigned tiles = board->cells - 1u;
    enum tb_status status = TB_OK;

    *result = NULL;
    if (local == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for local problems");
    local->board = *board;
    local->region = region;
    if (region == 0)
        status = tb_error_set(error, TB_INVALID, "a step needs at least one tile");
    for (unsigned first = 1; first <= tiles && status == TB_OK; first += region)
        status = add_step(local, first, tiles - first < region ? tiles : first + region - 1, source,
                          context, error);
    if (status != TB_OK) {
        tb_local_close(local);
        return status;
    }
    *result = local;
    return TB_OK;
}

void tb_local_close(struct tb_local *local)
{
    if (local == NULL)
        return;
    for (unsigned i = 0; i < local->problems; i++)
        tb_pdb_close(local->problem[i]);
    free(local);
}

unsigned tb_local_step_most(const struct tb_local *local, unsigned step)
{
    unsigned most = 0;

    for (unsigned i = 0; i < local->step[step].count; i++) {
        unsigned value = tb_pdb_header(local->problem[local->step[step].first + i])->values - 1;

        most = value > most ? value : most;
    }
    return most;
}

unsigned tb_local_most(const struct tb_local *local)
{
    unsigned sum = 0;

    for (unsigned step = 0; step < local->steps; step++)
        sum += tb_local_step_most(local, step);
    return sum;
}
