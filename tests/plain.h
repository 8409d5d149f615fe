/* plain.h -- a builder without any idea: the oracle, and what ours is measured against
 *
 * Breadth-first search over states (cell of each tile, cell of the blank), one state
 * at a time, a byte for each; moves of the blank past tiles that are not the
 * pattern's are free, unless every move is to count. It shares nothing with the library: no
 * ranking, no cohorts, no regions, no board code.
 */
#ifndef TESTS_PLAIN_H
#define TESTS_PLAIN_H

#include <stdbool.h>
#include <stdint.h>

#define PLAIN_UNREACHED 255

struct plain {
    unsigned width, height, cells, tiles;
    bool every_move;  /* counts, not only those of the pattern's tiles */
    uint64_t states;  /* (tiles, blank) states reached */
    uint64_t entries; /* tile placements reached */
    uint8_t *value;   /* by the tiles' cells as the digits of a number, tile 0's lowest */
    uint8_t *depth;   /* by the tiles' cells and the blank's, the highest digit */
};

/* goals[i] is tile i's goal cell. False if memory is short or there are 2^32 states or more. */
bool plain_build(unsigned width, unsigned height, const uint8_t *goals, unsigned tiles,
                 unsigned blank, struct plain *plain);
void plain_free(struct plain *plain);

/* The same where every move counts. */
bool plain_build_every_move(unsigned width, unsigned height, const uint8_t *goals, unsigned tiles,
                            unsigned blank, struct plain *plain);

/* The value with tile i on cell[i]: the least for any place of the blank, or with the blank on
 * this cell. */
unsigned plain_value(const struct plain *plain, const uint8_t *cell);
unsigned plain_value_at(const struct plain *plain, const uint8_t *cell, unsigned blank);

#endif
