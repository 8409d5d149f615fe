/* distances.h -- Manhattan distances of all sets of cells for one arrangement of tiles
 *
 * With an arrangement given, the cells of a set decide which tile stands where: the tile of
 * ordinal 0 on its first cell, and so on. Split the cells into a low and a high half, as
 * tb_cellset_rank does: the low half's cells have the first ordinals, and as all sets are of
 * one size, the high half's have the last, whatever the low half holds. So the distance of a
 * set is the sum of two numbers, each looked up by half of the set's bits.
 */
#ifndef PDBINFO_DISTANCES_H
#define PDBINFO_DISTANCES_H

#include "tilebase/tilebase.h"

struct distances {
    struct tb_board board;
    unsigned tiles;
    unsigned half; /* the cells below this are the low half */
    uint8_t *low;  /* by the low half's bits */
    uint8_t *high; /* by the high half's bits */
};

/* TB_NO_MEMORY. */
enum tb_status distances_init(struct distances *distances, const struct tb_board *board,
                              unsigned tiles, struct tb_error *error);
void distances_free(struct distances *distances);

/* Prepare for one arrangement of the tiles that have these goals. */
void distances_arrange(struct distances *distances, tb_cellset goals, uint32_t arrangement);

static inline unsigned distances_of(const struct distances *distances, tb_cellset set)
{
    return (unsigned)distances->low[set & (tb_cellset_of(distances->half) - 1)] +
           distances->high[set >> distances->half];
}

#endif
