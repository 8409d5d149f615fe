/* distances.c -- Manhattan distances of all sets of cells for one arrangement of tiles */
#include "distances.h"

#include <stdlib.h>

enum tb_status distances_init(struct distances *distances, const struct tb_board *board,
                              unsigned tiles, struct tb_error *error)
{
    unsigned half = board->cells / 2;

    *distances = (struct distances){.board = *board, .tiles = tiles, .half = half};
    distances->low = calloc((size_t)1 << half, 1);
    distances->high = calloc((size_t)1 << (board->cells - half), 1);
    if (distances->low != NULL && distances->high != NULL)
        return TB_OK;
    distances_free(distances);
    return tb_error_set(error, TB_NO_MEMORY, "no memory to read the entries");
}

void distances_free(struct distances *distances)
{
    free(distances->low);
    free(distances->high);
    distances->low = distances->high = NULL;
}

/* distance[ordinal][cell]: of the tile that has the ordinal from the cell. */
static void measure(const struct distances *distances, tb_cellset goals, uint32_t arrangement,
                    uint8_t distance[TB_TILES_MAX][TB_CELLS_MAX])
{
    uint8_t ordinal[TB_TILES_MAX];

    tb_arrangement_unrank(distances->tiles, arrangement, ordinal);
    for (unsigned tile = 0; tile < distances->tiles; tile++, goals = tb_cellset_rest(goals))
        for (unsigned cell = 0; cell < distances->board.cells; cell++)
            distance[ordinal[tile]][cell] =
                (uint8_t)tb_board_distance(&distances->board, tb_cellset_first(goals), cell);
}

void distances_arrange(struct distances *distances, tb_cellset goals, uint32_t arrangement)
{
    unsigned half = distances->half;
    uint8_t distance[TB_TILES_MAX][TB_CELLS_MAX];

    measure(distances, goals, arrangement, distance);
    /* The last cell of a low half has its last ordinal, the first of a high half its first. */
    for (tb_cellset set = 1; set < tb_cellset_of(half); set++) {
        unsigned size = tb_cellset_size(set), last = tb_cellset_last(set);

        if (size <= distances->tiles)
            distances->low[set] =
                (uint8_t)(distances->low[set ^ tb_cellset_of(last)] + distance[size - 1][last]);
    }
    for (tb_cellset set = 1; set < tb_cellset_of(distances->board.cells - half); set++) {
        unsigned size = tb_cellset_size(set), first = tb_cellset_first(set);

        if (size <= distances->tiles)
            distances->high[set] = (uint8_t)(distances->high[tb_cellset_rest(set)] +
                                             distance[distances->tiles - size][half + first]);
    }
}
