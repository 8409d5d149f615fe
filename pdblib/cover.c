/* cover.c -- what conflicts between tiles add up to */
#include "tilebase/cover.h"

#include <stdbool.h>
#include <string.h>

/* The conflicts that are left at some point of a search. */
struct conflicts {
    unsigned count;
    tb_conflict list[TB_COVER_CONFLICTS_MAX];
};

static unsigned smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static unsigned larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

/* Whether a set that is not empty has one tile only. */
static bool is_single(uint64_t tiles)
{
    return (tiles & (tiles - 1)) == 0;
}

static unsigned first(uint64_t tiles)
{
    return (unsigned)__builtin_ctzll(tiles);
}

/* The sum of a packing made by taking what still fits: a bound from below for both values,
 * and both themselves if all conflicts fit. */
static unsigned pack_greedily(const tb_conflict *list, unsigned count, bool *all_fit)
{
    uint64_t seen = 0;
    unsigned sum = 0;

    *all_fit = true;
    for (unsigned i = 0; i < count; i++) {
        uint64_t tiles = tb_conflict_tiles(list[i]);

        if ((seen & tiles) != 0) {
            *all_fit = false;
            continue;
        }
        seen |= tiles;
        sum += tb_conflict_weight(list[i]);
    }
    return sum;
}

static unsigned bound_below(const struct conflicts *all)
{
    bool all_fit;

    return pack_greedily(all->list, all->count, &all_fit);
}

/* Whether some other conflict says as much by fewer tiles, or the same by as many and
 * comes first. */
static bool is_implied(const struct conflicts *all, unsigned number)
{
    uint64_t tiles = tb_conflict_tiles(all->list[number]);
    unsigned weight = tb_conflict_weight(all->list[number]);

    for (unsigned i = 0; i < all->count; i++) {
        uint64_t others = tb_conflict_tiles(all->list[i]);
        unsigned other_weight = tb_conflict_weight(all->list[i]);

        if (i != number && (others & ~tiles) == 0 && other_weight >= weight &&
            (others != tiles || other_weight > weight || i < number))
            return true;
    }
    return false;
}

static void drop_implied(struct conflicts *all)
{
    for (unsigned i = all->count; i-- > 0;)
        if (is_implied(all, i))
            all->list[i] = all->list[--all->count];
}

/* Move the component of the first conflict out of `all`; false if that is all there is. */
static bool split(struct conflicts *all, struct conflicts *part)
{
    uint64_t tiles = tb_conflict_tiles(all->list[0]), before = 0;
    unsigned kept = 0;

    while (tiles != before) {
        before = tiles;
        for (unsigned i = 0; i < all->count; i++)
            if ((tb_conflict_tiles(all->list[i]) & tiles) != 0)
                tiles |= tb_conflict_tiles(all->list[i]);
    }
    part->count = 0;
    for (unsigned i = 0; i < all->count; i++)
        part->count += (tb_conflict_tiles(all->list[i]) & tiles) != 0;
    if (part->count == all->count)
        return false;
    part->count = 0;
    for (unsigned i = 0; i < all->count; i++)
        if ((tb_conflict_tiles(all->list[i]) & tiles) != 0)
            part->list[part->count++] = all->list[i];
        else
            all->list[kept++] = all->list[i];
    all->count = kept;
    return true;
}

/* The tile of most conflicts. */
static unsigned busiest_tile(const struct conflicts *all)
{
    uint8_t degree[TB_CONFLICT_TILES] = {0};
    unsigned best = 0;

    for (unsigned i = 0; i < all->count; i++)
        for (uint64_t rest = tb_conflict_tiles(all->list[i]); rest != 0; rest &= rest - 1)
            if (++degree[first(rest)] > degree[best])
                best = first(rest);
    return best;
}

/* Add `amount` to a tile's number: its conflicts need so much less. */
static void raise(struct conflicts *all, unsigned tile, unsigned amount)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < all->count; i++) {
        tb_conflict now = all->list[i];
        unsigned weight = tb_conflict_weight(now);

        if ((now >> tile & 1) == 0)
            all->list[kept++] = now;
        else if (weight > amount)
            all->list[kept++] = tb_conflict_of(tb_conflict_tiles(now), weight - amount);
    }
    all->count = kept;
}

/* Leave a tile's number as it is: the other tiles must do. */
static void settle(struct conflicts *all, unsigned tile)
{
    for (unsigned i = 0; i < all->count; i++)
        all->list[i] &= ~((uint64_t)1 << tile);
}

/* Raise tiles that are alone in a conflict; returns by how much in all. */
static unsigned raise_single(struct conflicts *all)
{
    unsigned paid = 0;

    for (unsigned i = 0; i < all->count;) {
        uint64_t tiles = tb_conflict_tiles(all->list[i]);
        unsigned weight = tb_conflict_weight(all->list[i]);

        if (!is_single(tiles)) {
            i++;
            continue;
        }
        paid += weight;
        raise(all, first(tiles), weight);
        i = 0;
    }
    return paid;
}

/* A tile that is in no conflict without some other tile may leave its part to that one.
 * True if there was such a tile. */
static bool settle_idle(struct conflicts *all)
{
    uint64_t together[TB_CONFLICT_TILES], tiles = 0;
    bool any = false;

    for (unsigned i = 0; i < all->count; i++)
        for (uint64_t rest = tb_conflict_tiles(all->list[i]); rest != 0; rest &= rest - 1) {
            unsigned tile = first(rest);

            if ((tiles >> tile & 1) == 0)
                together[tile] = tb_conflict_tiles(all->list[i]);
            tiles |= (uint64_t)1 << tile;
            together[tile] &= tb_conflict_tiles(all->list[i]);
        }
    for (uint64_t rest = tiles, idle = 0; rest != 0; rest &= rest - 1) {
        unsigned tile = first(rest);

        if ((together[tile] & ~idle & ~((uint64_t)1 << tile)) == 0)
            continue;
        idle |= (uint64_t)1 << tile;
        settle(all, tile);
        any = true;
    }
    return any;
}

/* Do what needs no choice; returns what it cost. */
static unsigned reduce_cover(struct conflicts *all)
{
    unsigned paid = raise_single(all);

    while (settle_idle(all)) {
        paid += raise_single(all);
        drop_implied(all);
    }
    return paid;
}

static unsigned least_of(struct conflicts *all, unsigned least, unsigned enough);

/* Whether the busiest tile's number is raised or not: the better of both, or `enough`. */
static unsigned least_by_tile(struct conflicts *all, unsigned least, unsigned enough)
{
    struct conflicts other;
    unsigned tile = busiest_tile(all);

    other.count = all->count;
    memcpy(other.list, all->list, all->count * sizeof *all->list);
    raise(&other, tile, 1);
    enough = smaller(enough, 1 + least_of(&other, least > 0 ? least - 1 : 0, enough - 1));
    if (enough <= least)
        return enough;
    settle(all, tile);
    drop_implied(all);
    return least_of(all, least, enough);
}

static unsigned least_of(struct conflicts *all, unsigned least, unsigned enough)
{
    unsigned paid = reduce_cover(all), bound, part_least;
    struct conflicts part;

    bound = bound_below(all);
    if (all->count == 0 || paid + bound >= enough)
        return smaller(paid + bound, enough);
    least = larger(least > paid ? least - paid : 0, bound);
    enough -= paid;
    if (!split(all, &part))
        return paid + least_by_tile(all, least, enough);
    bound = bound_below(all);
    part_least = least_of(&part, 0, enough - bound);
    if (part_least + bound >= enough)
        return paid + enough;
    return paid + part_least +
           least_of(all, least > part_least ? least - part_least : 0, enough - part_least);
}

unsigned tb_cover_least(const tb_conflict *list, unsigned count, unsigned least, unsigned enough)
{
    struct conflicts all;
    bool all_fit;
    unsigned sum = pack_greedily(list, count, &all_fit);

    if (all_fit || sum >= enough)
        return smaller(sum, enough);
    all.count = count;
    memcpy(all.list, list, count * sizeof *list);
    return least_of(&all, least, enough);
}

/* Drop what shares a tile with these. */
static void drop_touching(struct conflicts *all, uint64_t tiles)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < all->count; i++)
        if ((tb_conflict_tiles(all->list[i]) & tiles) == 0)
            all->list[kept++] = all->list[i];
    all->count = kept;
}

/* Find a conflict that can be taken without loss: it meets others at one tile at the most,
 * and they weigh no more. Its number, or the count. */
static unsigned find_safe(const struct conflicts *all)
{
    uint8_t heaviest[TB_CONFLICT_TILES] = {0};
    uint64_t seen = 0, shared = 0;

    for (unsigned i = 0; i < all->count; i++) {
        uint64_t tiles = tb_conflict_tiles(all->list[i]);

        for (uint64_t rest = tiles; rest != 0; rest &= rest - 1)
            heaviest[first(rest)] =
                (uint8_t)larger(heaviest[first(rest)], tb_conflict_weight(all->list[i]));
        shared |= seen & tiles;
        seen |= tiles;
    }
    for (unsigned i = 0; i < all->count; i++) {
        uint64_t meets = tb_conflict_tiles(all->list[i]) & shared;

        if (meets == 0 ||
            (is_single(meets) && tb_conflict_weight(all->list[i]) >= heaviest[first(meets)]))
            return i;
    }
    return all->count;
}

/* Do what needs no choice; returns the weight that it took. */
static unsigned reduce_packing(struct conflicts *all)
{
    unsigned taken = 0;

    for (unsigned i; (i = find_safe(all)) < all->count;) {
        taken += tb_conflict_weight(all->list[i]);
        drop_touching(all, tb_conflict_tiles(all->list[i]));
    }
    return taken;
}

/* No packing weighs more: each tile adds the most that is its share of a conflict. */
static unsigned packing_bound(const struct conflicts *all)
{
    uint16_t share[TB_CONFLICT_TILES] = {0}; /* in sixths */
    unsigned sum = 0;

    for (unsigned i = 0; i < all->count; i++) {
        uint64_t tiles = tb_conflict_tiles(all->list[i]);
        unsigned tiles_but_one = is_single(tiles & (tiles - 1)) ? 1 : 2;
        unsigned part = 6 * tb_conflict_weight(all->list[i]) / (tiles_but_one + 1);

        for (uint64_t rest = tiles; rest != 0; rest &= rest - 1) {
            unsigned tile = first(rest);

            if (part > share[tile]) {
                sum += part - share[tile];
                share[tile] = (uint16_t)part;
            }
        }
    }
    return sum / 6;
}

/* The conflict to try first: the heaviest, and of these one of the busiest tile. */
static unsigned choose(const struct conflicts *all)
{
    unsigned best = 0, tile = busiest_tile(all);

    for (unsigned i = 1; i < all->count; i++) {
        unsigned weight = tb_conflict_weight(all->list[i]);
        unsigned most = tb_conflict_weight(all->list[best]);

        if (weight > most || (weight == most && (all->list[i] >> tile & 1) != 0))
            best = i;
    }
    return best;
}

static unsigned most_of(struct conflicts *all, unsigned least, unsigned enough);

/* Whether one conflict is taken or not: the better of both, or `least`. */
static unsigned most_by_conflict(struct conflicts *all, unsigned least, unsigned enough)
{
    struct conflicts other;
    unsigned chosen = choose(all);
    unsigned weight = tb_conflict_weight(all->list[chosen]), most;

    if (weight >= enough)
        return enough;
    other.count = all->count;
    memcpy(other.list, all->list, all->count * sizeof *all->list);
    drop_touching(&other, tb_conflict_tiles(all->list[chosen]));
    most = weight + most_of(&other, least > weight ? least - weight : 0, enough - weight);
    least = larger(least, most);
    if (least >= enough)
        return enough;
    all->list[chosen] = all->list[--all->count];
    return most_of(all, least, enough);
}

/* The largest packing, but at least `least` and at most `enough`. */
static unsigned most_of(struct conflicts *all, unsigned least, unsigned enough)
{
    unsigned taken = reduce_packing(all), bound, most;
    struct conflicts part;

    bound = taken + packing_bound(all);
    if (taken >= enough || all->count == 0 || bound <= least)
        return smaller(larger(taken, least), enough);
    if (!split(all, &part))
        return taken + most_by_conflict(all, least > taken ? least - taken : 0, enough - taken);
    taken += most_of(&part, 0, enough - taken);
    if (taken >= enough)
        return enough;
    most = taken + most_of(all, least > taken ? least - taken : 0, enough - taken);
    return larger(most, least);
}

unsigned tb_cover_packing(const tb_conflict *list, unsigned count, unsigned least, unsigned enough)
{
    struct conflicts all;
    bool all_fit;
    unsigned sum = pack_greedily(list, count, &all_fit);

    if (all_fit || sum >= enough)
        return smaller(sum, enough);
    all.count = count;
    memcpy(all.list, list, count * sizeof *list);
    return most_of(&all, larger(least, sum), enough);
}
