/* adjacency_part.h -- the fewest swaps with the blank, were all cells adjacent
 *
 * If any tile could jump into the blank's cell, wherever that is, how many jumps would it take?
 * Where each tile stands and where it belongs is a permutation of the cells, made of cycles. In the
 * cycle of the blank each jump brings a tile home; to enter any other cycle takes one jump
 * more. So it is one for each tile that is not in place, and one for each cycle of two or
 * more tiles that the blank is not in. (Hansson, Mayer and Yung, 1992.)
 *
 * A move joins the blank's cycle with that of the tile, if it is in another, and else cuts it in
 * two; so the value goes up or down by one. To know which, it is enough to know the cells of the
 * blank's cycle, which are walked anew for each position.
 */
#ifndef SOLVER_ADJACENCY_PART_H
#define SOLVER_ADJACENCY_PART_H

#include "tilebase/tilebase.h"

struct adjacency_part {
    unsigned cells;
    uint8_t home[TB_CELLS_MAX]; /* of each tile, and of the blank */
};

static inline void adjacency_part_init(struct adjacency_part *part, const struct tb_board *board,
                                       const struct tb_position *goal)
{
    *part = (struct adjacency_part){.cells = board->cells};
    for (unsigned cell = 0; cell < board->cells; cell++)
        part->home[goal->tile[cell]] = (uint8_t)cell;
}

/* The cells of the blank's cycle. What `tile` has on the blank's own cell is not looked at. */
static inline tb_cellset adjacency_cycle(const struct adjacency_part *part, const uint8_t *tile,
                                         unsigned blank)
{
    tb_cellset cycle = tb_cellset_of(blank);

    for (unsigned cell = part->home[0]; cell != blank; cell = part->home[tile[cell]])
        cycle |= tb_cellset_of(cell);
    return cycle;
}

/* How the value changes when the tile on a cell moves to the blank's, which is in this
 * cycle. */
static inline int adjacency_change(const struct adjacency_part *part, const uint8_t *tile,
                                   unsigned from, unsigned blank, tb_cellset cycle)
{
    unsigned home = part->home[tile[from]];
    bool joins = !tb_cellset_has(cycle, from) && home != from;

    return joins || home == blank ? -1 : 1;
}

static inline int adjacency_start(const struct adjacency_part *part,
                                  const struct tb_position *start)
{
    tb_cellset seen = 0;
    int value = -1; /* the blank's own place, which is counted below, takes no jump */

    for (unsigned first = 0; first < part->cells; first++) {
        unsigned cell = first;
        bool with_blank = false;
        int length = 0;

        for (; !tb_cellset_has(seen, cell); cell = part->home[start->tile[cell]]) {
            seen |= tb_cellset_of(cell);
            with_blank = with_blank || start->tile[cell] == 0;
            length++;
        }
        if (with_blank)
            value += length;
        else if (length > 1)
            value += length + 1;
    }
    return value;
}

#endif
