/* tuple_state.h -- the conflicts of a position, kept up to date move by move
 *
 * The including file defines TUPLE_WORDS, the words of a set of stands (tuple_part.h),
 * so that loops over them have a known length.
 *
 * A move of a tile changes only the conflicts that it is in. These are found anew, the
 * others are taken over. If nothing changed, which is the rule, neither does the value.
 * If something did, little is open: all conflicts that came or went have the tile in
 * common, so a packing has at most one of them, and a cover satisfies them all by that
 * tile's number. The value rises by no more than the largest weight that came, and falls by
 * no more than the largest that went. (One could hope for less, since the tile made just
 * one move. But a database knows the moves for the best place of the blank only, and a move may
 * need another, so values of pairs and triples may jump.)
 *
 * A state has room for the conflicts of all but very strange positions. For these it
 * only notes that there are many, and they are found from the start for each move.
 */
#ifndef SOLVER_TUPLE_STATE_H
#define SOLVER_TUPLE_STATE_H

#include <string.h>

#include "tuple_part.h"

enum {
    TUPLE_TILES = TUPLE_WORDS == TUPLE_WORDS_4   ? 16
                  : TUPLE_WORDS == TUPLE_WORDS_5 ? 24
                                                 : 40,
    TUPLE_ROOM = 44,
    TUPLE_MANY = TUPLE_ROOM + 1, /* conflicts that are not listed */
};

struct tuple_state {
    uint64_t stands[TUPLE_WORDS]; /* all of the position, as a set */
    uint8_t cell[TUPLE_TILES];    /* of each tile */
    uint64_t involved;            /* tiles in conflicts */
    uint8_t value;                /* what the conflicts add up to */
    uint8_t count;                /* of conflicts, or TUPLE_MANY */
    tb_conflict list[TUPLE_ROOM];
};

/* A list of conflicts that is being made. */
struct tuple_list {
    unsigned count;
    tb_conflict list[TB_COVER_CONFLICTS_MAX];
};

/* With more conflicts than there is room for, those that do not fit are left out: the value
 * is then too small, if anything. */
static inline void tuple_add(struct tuple_list *found, uint64_t tiles, unsigned weight)
{
    if (found->count < TB_COVER_CONFLICTS_MAX)
        found->list[found->count++] = tb_conflict_of(tiles, weight);
}

/* Add the pairs in conflict that a tile makes with those numbered from `from` up. */
static inline void tuple_find_pairs(const struct tuple_part *part, const struct tuple_state *state,
                                    unsigned tile, unsigned from, struct tuple_list *found)
{
    uint32_t stand = tile * part->cells + state->cell[tile];
    const uint64_t *set = part->pair_sets + (size_t)stand * TUPLE_WORDS;

    for (unsigned word = 0; word < TUPLE_WORDS; word++)
        for (uint64_t hits = set[word] & state->stands[word]; hits != 0; hits &= hits - 1) {
            unsigned other = word * 64 + tb_cellset_first(hits);
            unsigned weight = part->pair_weight[(size_t)stand * part->stands + other];

            if (part->tile_of[other] >= from)
                tuple_add(found, tb_cellset_of(tile) | tb_cellset_of(part->tile_of[other]), weight);
        }
}

/* The set of stands that make a triple in conflict with two tiles where they stand. */
static inline const uint64_t *tuple_set(const struct tuple_part *part,
                                        const struct tuple_state *state, unsigned a, unsigned b)
{
    uint32_t two = (tuple_pair(a, b) * part->cells + state->cell[a]) * part->cells + state->cell[b];

    return part->triple_sets + (size_t)two * TUPLE_WORDS;
}

static inline bool tuple_meets(const uint64_t *set, const uint64_t *stands)
{
    uint64_t any = 0;

    for (unsigned word = 0; word < TUPLE_WORDS; word++)
        any |= set[word] & stands[word];
    return any != 0;
}

/* Add the triples of two tiles with a third from `from` up. */
static inline void tuple_add_triples(const struct tuple_part *part, const struct tuple_state *state,
                                     const uint64_t *set, unsigned tile, unsigned other,
                                     unsigned from, struct tuple_list *found)
{
    for (unsigned word = 0; word < TUPLE_WORDS; word++)
        for (uint64_t hits = set[word] & state->stands[word]; hits != 0; hits &= hits - 1) {
            unsigned third = part->tile_of[word * 64 + tb_cellset_first(hits)];
            tb_cellset tiles = tb_cellset_of(tile) | tb_cellset_of(other) | tb_cellset_of(third);
            tb_cellset rest = tb_cellset_rest(tiles);

            if (third >= from)
                tuple_add(found, tiles,
                          tuple_part_triple(part, tb_cellset_first(tiles), tb_cellset_first(rest),
                                            tb_cellset_last(rest), state->cell));
        }
}

/* Add the triples in conflict that a tile makes with two numbered from `from` up. Each is
 * found from the lower one of the other two. */
static inline void tuple_find_triples(const struct tuple_part *part,
                                      const struct tuple_state *state, unsigned tile, unsigned from,
                                      struct tuple_list *found)
{
    for (unsigned other = from; other < tile; other++) {
        const uint64_t *set = tuple_set(part, state, other, tile);

        if (tuple_meets(set, state->stands))
            tuple_add_triples(part, state, set, tile, other, other, found);
    }
    for (unsigned other = tile + 1; other + 1 < part->tiles; other++) {
        const uint64_t *set = tuple_set(part, state, tile, other);

        if (tuple_meets(set, state->stands))
            tuple_add_triples(part, state, set, tile, other, other, found);
    }
}

/* Add the conflicts of a tile with others from `from` up, which is 0 or the tile itself. */
static inline void tuple_find(const struct tuple_part *part, const struct tuple_state *state,
                              unsigned tile, unsigned from, struct tuple_list *found)
{
    tuple_find_pairs(part, state, tile, from, found);
    if (part->triples != NULL)
        tuple_find_triples(part, state, tile, from, found);
}

/* Note a list of conflicts in a state. */
static inline void tuple_note(struct tuple_state *state, const tb_conflict *list, unsigned count)
{
    state->involved = 0;
    for (unsigned i = 0; i < count; i++)
        state->involved |= tb_conflict_tiles(list[i]);
    state->count = (uint8_t)(count > TUPLE_ROOM ? TUPLE_MANY : count);
    if (count <= TUPLE_ROOM)
        memcpy(state->list, list, count * sizeof *list);
}

/* Find all conflicts of the tiles' cells, and what they add up to. */
static __attribute__((noinline)) void tuple_from_cells(const struct tuple_part *part,
                                                       struct tuple_state *state)
{
    struct tuple_list found = {.count = 0};

    for (unsigned tile = 0; tile < part->tiles; tile++)
        tuple_find(part, state, tile, tile, &found);
    tuple_note(state, found.list, found.count);
    state->value = (uint8_t)tb_cover_value(part->rule, found.list, found.count, 0, TB_COVER_ALL);
}

/* The state of a position of the goal's board. */
static inline void tuple_start(const struct tuple_part *part, const struct tb_position *position,
                               struct tuple_state *state)
{
    *state = (struct tuple_state){.value = 0};
    for (unsigned cell = 0; cell < part->cells; cell++) {
        unsigned number = part->number[position->tile[cell]], seen = part->view.cell[cell];
        unsigned stand = number * part->cells + seen;

        if (position->tile[cell] == 0)
            continue;
        state->cell[number] = (uint8_t)seen;
        state->stands[stand / 64] |= (uint64_t)1 << stand % 64;
    }
    tuple_from_cells(part, state);
}

/* The largest weight of the conflicts that are in one list and not in the other. */
static inline unsigned tuple_largest(const tb_conflict *list, unsigned count,
                                     const tb_conflict *other, unsigned others)
{
    unsigned most = 0;

    for (unsigned i = 0; i < count; i++) {
        unsigned j = 0;

        while (j < others && list[i] != other[j])
            j++;
        if (j == others && tb_conflict_weight(list[i]) > most)
            most = tb_conflict_weight(list[i]);
    }
    return most;
}

/* Take over the conflicts of a state as they are. */
static inline void tuple_keep(const struct tuple_state *before, struct tuple_state *after)
{
    after->involved = before->involved;
    after->value = before->value;
    after->count = before->count;
    if (before->count != TUPLE_MANY)
        memcpy(after->list, before->list, before->count * sizeof *before->list);
}

/* Make the conflicts of a state after a move of a tile that was or is in some: those of the
 * state before, but for the tile's own, and the ones found for it. */
static __attribute__((noinline)) void tuple_renew(const struct tuple_part *part,
                                                  const struct tuple_state *before, unsigned tile,
                                                  struct tuple_list *found,
                                                  struct tuple_state *after)
{
    tb_conflict had[TUPLE_ROOM];
    unsigned own = found->count, owned = 0, came, went;

    if (before->count == TUPLE_MANY) {
        tuple_from_cells(part, after);
        return;
    }
    for (unsigned i = 0; i < before->count; i++)
        if ((before->list[i] >> tile & 1) != 0)
            had[owned++] = before->list[i];
        else if (found->count < TB_COVER_CONFLICTS_MAX)
            found->list[found->count++] = before->list[i];
    came = tuple_largest(found->list, own, had, owned);
    went = tuple_largest(had, owned, found->list, own);
    if (came + went == 0) {
        tuple_keep(before, after);
        return;
    }
    tuple_note(after, found->list, found->count);
    after->value = (uint8_t)tb_cover_value(part->rule, found->list, found->count,
                                           before->value > went ? before->value - went : 0,
                                           before->value + came);
}

/* The state after a tile of the goal's board moves from one of its cells to another. Returns
 * by how much its distance changes. Not inline, for its list would be in each frame of a
 * recursion. */
static __attribute__((noinline)) int tuple_move(const struct tuple_part *part,
                                                const struct tuple_state *before, unsigned tile,
                                                unsigned from, unsigned to,
                                                struct tuple_state *after)
{
    unsigned number = part->number[tile];
    unsigned left = part->view.cell[from], entered = part->view.cell[to];
    unsigned old = number * part->cells + left, new = number * part->cells + entered;
    int change = part->distance[number][entered] - part->distance[number][left];
    struct tuple_list found;

    memcpy(after->stands, before->stands, sizeof after->stands);
    memcpy(after->cell, before->cell, sizeof after->cell);
    after->stands[old / 64] ^= (uint64_t)1 << old % 64;
    after->stands[new / 64] ^= (uint64_t)1 << new % 64;
    after->cell[number] = (uint8_t)entered;
    found.count = 0;
    tuple_find(part, after, number, 0, &found);
    if (found.count > 0 || (before->involved >> number & 1) != 0)
        tuple_renew(part, before, number, &found, after);
    else
        tuple_keep(before, after);
    return change;
}

#endif
