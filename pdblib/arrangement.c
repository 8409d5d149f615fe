/* arrangement.c -- in which order k tiles stand on k cells */
#include "tilebase/arrangement.h"

#include <stdlib.h>
#include <string.h>

#include "tilebase/pages.h"

uint32_t tb_factorial(unsigned k)
{
    uint32_t product = 1;

    for (unsigned i = 2; i <= k; i++)
        product *= i;
    return product;
}

uint32_t tb_arrangement_rank(unsigned k, const uint8_t *ordinal)
{
    uint32_t rank = 0;
    uint32_t used = 0;

    for (unsigned tile = 0; tile < k; tile++) {
        uint32_t below = (1u << ordinal[tile]) - 1;

        rank = rank * (k - tile) + ordinal[tile] - (uint32_t)__builtin_popcount(used & below);
        used |= 1u << ordinal[tile];
    }
    return rank;
}

void tb_arrangement_unrank(unsigned k, uint32_t rank, uint8_t *ordinal)
{
    uint8_t left[TB_TILES_MAX];
    uint32_t weight = tb_factorial(k);

    for (unsigned i = 0; i < k; i++)
        left[i] = (uint8_t)i;
    for (unsigned tile = 0; tile < k; tile++) {
        uint32_t digit;

        weight /= k - tile;
        digit = rank / weight;
        rank %= weight;
        ordinal[tile] = left[digit];
        memmove(left + digit, left + digit + 1, k - tile - 1 - digit);
    }
}

static unsigned low_tiles_of(unsigned tiles)
{
    return tiles < TB_LANE_TILES ? tiles : TB_LANE_TILES;
}

/* How many ordinals of a set are below this one. */
static unsigned count_below(uint32_t ordinals, unsigned ordinal)
{
    return (unsigned)__builtin_popcount(ordinals & ((1u << ordinal) - 1));
}

/* Where the tile on `ordinal` stands after a slide. */
static unsigned slid_ordinal(unsigned ordinal, unsigned from, unsigned to)
{
    if (ordinal == from)
        return to;
    if (ordinal > from && ordinal <= to)
        return ordinal - 1;
    if (ordinal < from && ordinal >= to)
        return ordinal + 1;
    return ordinal;
}

uint32_t tb_arrangement_slide(unsigned k, uint32_t rank, unsigned from, unsigned to)
{
    uint8_t ordinal[TB_TILES_MAX];

    tb_arrangement_unrank(k, rank, ordinal);
    for (unsigned tile = 0; tile < k; tile++)
        ordinal[tile] = (uint8_t)slid_ordinal(ordinal[tile], from, to);
    return tb_arrangement_rank(k, ordinal);
}

/* How a slide turns the last tiles, which stand on these ordinals: as the slide
 * looks among them alone. */
static uint8_t turn_of(uint32_t low_ordinals, unsigned from, unsigned to)
{
    unsigned low_from, low_to;

    if (!(low_ordinals >> from & 1))
        return 0;
    low_from = count_below(low_ordinals, from);
    low_to = count_below(low_ordinals & ~(1u << from), from < to ? to + 1 : to);
    return low_from == low_to ? 0 : (uint8_t)(low_from * TB_LANE_TILES + low_to);
}

/* A walk through all lanes in the order of their ranks: tile after tile is put on
 * one of the ordinals that are left, before the slide and after it at once. */
struct lane_walk {
    unsigned tiles;
    unsigned high_tiles; /* those that make the lane */
    unsigned from, to;
    uint32_t *lane; /* the next lane's places in the tables */
    uint8_t *turn;
};

static void walk_lanes(struct lane_walk *walk, unsigned tile, uint32_t left, uint32_t left_after,
                       uint32_t rank_after)
{
    if (tile == walk->high_tiles) {
        *walk->lane++ = rank_after;
        *walk->turn++ = turn_of(left, walk->from, walk->to);
        return;
    }
    for (uint32_t rest = left; rest != 0; rest &= rest - 1) {
        unsigned ordinal = (unsigned)__builtin_ctz(rest);
        unsigned after = slid_ordinal(ordinal, walk->from, walk->to);

        walk_lanes(walk, tile + 1, left & ~(1u << ordinal), left_after & ~(1u << after),
                   rank_after * (walk->tiles - tile) + count_below(left_after, after));
    }
}

static void fill_slide(struct tb_slides *slides, unsigned from, unsigned to)
{
    size_t start = (size_t)tb_slide_number(slides->reach, from, to) * slides->lanes;
    uint32_t all = (1u << slides->tiles) - 1;
    struct lane_walk walk = {
        .tiles = slides->tiles,
        .high_tiles = slides->tiles - low_tiles_of(slides->tiles),
        .from = from,
        .to = to,
        .lane = slides->lane + start,
        .turn = slides->turn + start,
    };

    walk_lanes(&walk, 0, all, all, 0);
}

static void fill_turns(struct tb_slides *slides)
{
    unsigned low_tiles = low_tiles_of(slides->tiles);

    for (unsigned from = 0; from < low_tiles; from++)
        for (unsigned to = 0; to < low_tiles; to++)
            for (uint32_t order = 0; order < slides->lane_size; order++)
                slides->order[from * TB_LANE_TILES + to][order] =
                    (uint8_t)tb_arrangement_slide(low_tiles, order, from, to);
}

enum tb_status tb_slides_init(struct tb_slides *slides, unsigned tiles, unsigned reach,
                              struct tb_error *error)
{
    uint64_t count;

    *slides = (struct tb_slides){.tiles = tiles, .reach = reach};
    slides->lane_size = tiles < TB_LANE_TILES ? tb_factorial(tiles) : TB_LANE_SIZE;
    slides->lanes = tb_factorial(tiles) / slides->lane_size;
    count = tiles * (2 * (uint64_t)reach + 1) * slides->lanes;
    slides->lane = tb_array_alloc(count, sizeof *slides->lane);
    slides->turn = tb_array_alloc(count, sizeof *slides->turn);
    if (slides->lane == NULL || slides->turn == NULL) {
        tb_slides_free(slides);
        return tb_error_set(error, TB_NO_MEMORY, "no memory for the slides of %u tiles", tiles);
    }
    fill_turns(slides);
    for (unsigned from = 0; from < tiles; from++)
        for (unsigned to = 0; to < tiles; to++)
            if (to <= from + reach && from <= to + reach)
                fill_slide(slides, from, to);
    return TB_OK;
}

void tb_slides_free(struct tb_slides *slides)
{
    free(slides->lane);
    free(slides->turn);
    slides->lane = NULL;
    slides->turn = NULL;
}
