/* draw.c -- random positions, many of them near the goal, with what each counts for */
#include "draw.h"

#include <math.h>

static const double steps[DRAW_WAYS] = {1, 0.75, 0.5, 0.3}; /* factors for a step */

/* The cell where a tile belongs; the blank is tile 0. */
static unsigned home(const struct draw *draw, unsigned tile)
{
    return tile == 0 ? draw->blank : tile - 1;
}

/* The tile that belongs on a cell. */
static unsigned tile_of(const struct draw *draw, unsigned cell)
{
    return cell == draw->blank ? 0 : cell + 1;
}

void draw_init(struct draw *draw, const struct tb_board *board, unsigned blank)
{
    *draw = (struct draw){.board = *board, .blank = blank, .even = 1};
    for (unsigned left = board->cells; left > 2; left--)
        draw->even /= left;
    for (unsigned cell = 0; cell < board->cells; cell++)
        draw->goal.tile[cell] = (uint8_t)tile_of(draw, cell);
    for (unsigned way = 0; way < DRAW_WAYS; way++)
        for (unsigned goal = 0; goal < board->cells; goal++)
            for (unsigned cell = 0; cell < board->cells; cell++)
                draw->factor[way][goal][cell] =
                    pow(steps[way], tb_board_distance(board, goal, cell));
}

/* Choose one of the cells by the given way; returns it and multiplies the chances of all ways. */
static unsigned choose(const struct draw *draw, unsigned way, unsigned goal, tb_cellset cells,
                       uint64_t *seed, double chance[DRAW_WAYS])
{
    double sum[DRAW_WAYS] = {0}, at;
    unsigned chosen = tb_cellset_first(cells);

    for (unsigned other = 0; other < DRAW_WAYS; other++)
        for (tb_cellset rest = cells; rest != 0; rest = tb_cellset_rest(rest))
            sum[other] += draw->factor[other][goal][tb_cellset_first(rest)];
    at = (double)(tb_random(seed) >> 11) * 0x1p-53 * sum[way];
    for (tb_cellset rest = cells; rest != 0 && at >= 0; rest = tb_cellset_rest(rest)) {
        chosen = tb_cellset_first(rest);
        at -= draw->factor[way][goal][chosen];
    }
    for (unsigned other = 0; other < DRAW_WAYS; other++)
        chance[other] *= draw->factor[other][goal][chosen] / sum[other];
    return chosen;
}

/* The last two tiles on the last two cells, in the order that can be solved. */
static void place_last(const struct draw *draw, tb_cellset cells, const unsigned tile[2],
                       struct tb_position *position)
{
    unsigned first = tb_cellset_first(cells), last = tb_cellset_last(cells);

    position->tile[first] = (uint8_t)tile[0];
    position->tile[last] = (uint8_t)tile[1];
    if (!tb_position_solvable(&draw->board, position, &draw->goal)) {
        position->tile[first] = (uint8_t)tile[1];
        position->tile[last] = (uint8_t)tile[0];
    }
}

double draw_position(const struct draw *draw, uint64_t *seed, struct tb_position *position)
{
    unsigned way = (unsigned)(tb_random(seed) % DRAW_WAYS), cells = draw->board.cells;
    double chance[DRAW_WAYS], mixed = 0;
    tb_cellset left = draw->board.all;
    unsigned tile[2];

    *position = (struct tb_position){0};
    for (unsigned i = 0; i < DRAW_WAYS; i++)
        chance[i] = 1;
    /* The blank comes first, so that the last two are tiles. */
    for (unsigned i = 0; i + 2 < cells; i++) {
        unsigned next = i == 0 ? 0 : tile_of(draw, i - 1 < draw->blank ? i - 1 : i);
        unsigned cell = choose(draw, way, home(draw, next), left, seed, chance);

        position->tile[cell] = (uint8_t)next;
        left &= ~tb_cellset_of(cell);
    }
    for (unsigned i = 0; i < 2; i++)
        tile[i] = tile_of(draw, cells - 3 + i < draw->blank ? cells - 3 + i : cells - 2 + i);
    place_last(draw, left, tile, position);
    for (unsigned i = 0; i < DRAW_WAYS; i++)
        mixed += chance[i] / DRAW_WAYS;
    return draw->even / mixed;
}
