/* arrangement.h -- in which order k tiles stand on k cells
 *
 * The tiles of a pattern are numbered 0 to k - 1 by their goal cells, the cells
 * that they occupy by their ordinals 0 to k - 1, and an arrangement says on which
 * ordinal each tile stands. Its rank is the lexicographic rank of that list: tile
 * 0's ordinal counts most. So in their goals the tiles have arrangement 0.
 *
 * When a tile slides from one cell to another, it passes the tiles on the cells
 * between (none when it moves along a row): it leaves ordinal `from`, comes to
 * ordinal `to`, and those between shift by one. A slide permutes the k! ranks.
 *
 * That permutation has a shape that makes both building and searching fast. Write
 * a rank as lane * 120 + order, where the lane says where all tiles but the last
 * five stand and the order how those five follow each other on what is left (with
 * fewer than five tiles there is one lane). A slide takes whole lanes to whole
 * lanes, since the sliding tile is the same for a whole lane; and within a lane it
 * turns the order in one of a few ways, the same for all lanes: not at all, if the
 * sliding tile is not one of the five, and else as if one of five slid past the
 * ones that it passes. So 128-bit words, one a lane, can be moved as they are or
 * with one of at most 17 bit permutations, and a search needs two small tables.
 */
#ifndef TILEBASE_ARRANGEMENT_H
#define TILEBASE_ARRANGEMENT_H

#include <stddef.h>
#include <stdint.h>

#include "tilebase/error.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TB_TILES_MAX  12 /* 12! still fits in 32 bits */
#define TB_LANE_TILES 5
#define TB_LANE_SIZE  120 /* 5!, at most 128 */
#define TB_TURNS_MAX  (TB_LANE_TILES * TB_LANE_TILES)

/* k factorial; k at most TB_TILES_MAX. */
uint32_t tb_factorial(unsigned k);

/* ordinal[tile] for each of k tiles, a permutation of 0 to k - 1. */
uint32_t tb_arrangement_rank(unsigned k, const uint8_t *ordinal);
void tb_arrangement_unrank(unsigned k, uint32_t rank, uint8_t *ordinal);

/* The rank after the tile on ordinal `from` slides to ordinal `to`. Plain and slow. */
uint32_t tb_arrangement_slide(unsigned k, uint32_t rank, unsigned from, unsigned to);

/* All slides of k tiles past at most `reach` others, by lanes. */
struct tb_slides {
    unsigned tiles;
    unsigned reach;
    uint32_t lanes;                            /* k! / lane_size */
    uint32_t lane_size;                        /* 120, or k! below five tiles */
    uint32_t *lane;                            /* [slide][lane]: where the lane goes */
    uint8_t *turn;                             /* [slide][lane]: how its order turns */
    uint8_t order[TB_TURNS_MAX][TB_LANE_SIZE]; /* [turn][order]: the order after the turn */
};

/* TB_NO_MEMORY. */
enum tb_status tb_slides_init(struct tb_slides *slides, unsigned tiles, unsigned reach,
                              struct tb_error *error);
void tb_slides_free(struct tb_slides *slides);

/* Number of the slide from one ordinal to another, at most reach apart. */
static inline uint32_t tb_slide_number(unsigned reach, unsigned from, unsigned to)
{
    return from * (2 * reach + 1) + (to + reach - from);
}

/* The rank after a slide: what tb_arrangement_slide gives, by two look-ups. */
static inline uint32_t tb_slides_rank(const struct tb_slides *slides, uint32_t rank, unsigned from,
                                      unsigned to)
{
    uint32_t lane = rank / slides->lane_size;
    size_t at = (size_t)tb_slide_number(slides->reach, from, to) * slides->lanes + lane;

    return slides->lane[at] * slides->lane_size +
           slides->order[slides->turn[at]][rank % slides->lane_size];
}

#ifdef __cplusplus
}
#endif

#endif
