/* plain.c -- a builder without any idea: the oracle, and what ours is measured against */
#include "plain.h"

#include <stdlib.h>
#include <string.h>

enum { TILES_MAX = 12 };

/* States to expand, as a stack. */
struct list {
    uint32_t *state;
    uint64_t count, room;
};

static bool push(struct list *list, uint32_t state)
{
    if (list->count == list->room) {
        uint64_t room = list->room == 0 ? 4096 : 2 * list->room;
        uint32_t *grown = realloc(list->state, (size_t)room * sizeof *grown);

        if (grown == NULL)
            return false;
        list->state = grown;
        list->room = room;
    }
    list->state[list->count++] = state;
    return true;
}

struct search {
    struct plain *plain;
    uint8_t *depth;         /* by state; PLAIN_UNREACHED, or the depth it was reached at */
    struct list now, later; /* states of this depth, and of the next */
};

/* A state's number: the tiles' cells and then the blank's as digits. */
static uint32_t number(const struct plain *plain, const uint8_t *cell, unsigned blank)
{
    uint32_t state = blank;

    for (unsigned i = plain->tiles; i-- > 0;)
        state = state * plain->cells + cell[i];
    return state;
}

static void digits(const struct plain *plain, uint32_t state, uint8_t *cell, unsigned *blank)
{
    for (unsigned i = 0; i < plain->tiles; i++) {
        cell[i] = (uint8_t)(state % plain->cells);
        state /= plain->cells;
    }
    *blank = state;
}

/* The blank moves to a neighbouring cell; a tile of the pattern there takes its place. */
static bool step(struct search *search, uint8_t *cell, unsigned blank, unsigned to, unsigned depth)
{
    const struct plain *plain = search->plain;
    unsigned tile = 0;
    uint32_t state;
    bool good = true;

    while (tile < plain->tiles && cell[tile] != to)
        tile++;
    if (tile < plain->tiles) {
        cell[tile] = (uint8_t)blank;
        state = number(plain, cell, to);
        cell[tile] = (uint8_t)to;
        if (search->depth[state] > depth + 1) {
            search->depth[state] = (uint8_t)(depth + 1);
            good = push(&search->later, state);
        }
    } else if (plain->every_move) {
        state = number(plain, cell, to);
        if (search->depth[state] > depth + 1) {
            search->depth[state] = (uint8_t)(depth + 1);
            good = push(&search->later, state);
        }
    } else {
        state = number(plain, cell, to);
        if (search->depth[state] > depth) {
            search->depth[state] = (uint8_t)depth;
            good = push(&search->now, state);
        }
    }
    return good;
}

static bool expand(struct search *search, uint32_t state, unsigned depth)
{
    struct plain *plain = search->plain;
    uint8_t cell[TILES_MAX];
    unsigned blank;
    uint8_t *value;

    digits(plain, state, cell, &blank);
    plain->states++;
    value = &plain->value[number(plain, cell, 0)];
    if (*value == PLAIN_UNREACHED) {
        *value = (uint8_t)depth;
        plain->entries++;
    }
    return (blank % plain->width == 0 || step(search, cell, blank, blank - 1, depth)) &&
           (blank % plain->width == plain->width - 1 ||
            step(search, cell, blank, blank + 1, depth)) &&
           (blank < plain->width || step(search, cell, blank, blank - plain->width, depth)) &&
           (blank + plain->width >= plain->cells ||
            step(search, cell, blank, blank + plain->width, depth));
}

static bool run(struct search *search, uint32_t start)
{
    search->depth[start] = 0;
    if (!push(&search->later, start))
        return false;
    for (unsigned depth = 0; search->later.count > 0; depth++) {
        struct list swap = search->now;

        search->now = search->later;
        search->later = swap;
        while (search->now.count > 0) {
            uint32_t state = search->now.state[--search->now.count];

            /* It may have been found again at a smaller depth since it was listed. */
            if (search->depth[state] == depth && !expand(search, state, depth))
                return false;
        }
    }
    return true;
}

static bool build(const struct plain *what, const uint8_t *goals, unsigned blank,
                  struct plain *plain)
{
    struct search search = {.plain = plain};
    unsigned tiles = what->tiles;
    uint64_t entries = 1;
    bool good = false;

    *plain = *what;
    for (unsigned i = 0; i < tiles; i++)
        entries *= plain->cells;
    if (entries * plain->cells > UINT32_MAX)
        return false;
    plain->value = malloc((size_t)entries);
    search.depth = malloc((size_t)entries * plain->cells);
    if (plain->value != NULL && search.depth != NULL) {
        memset(plain->value, PLAIN_UNREACHED, (size_t)entries);
        memset(search.depth, PLAIN_UNREACHED, (size_t)entries * plain->cells);
        good = run(&search, number(plain, goals, blank));
    }
    plain->depth = search.depth;
    free(search.now.state);
    free(search.later.state);
    if (!good)
        plain_free(plain);
    return good;
}

bool plain_build(unsigned width, unsigned height, const uint8_t *goals, unsigned tiles,
                 unsigned blank, struct plain *plain)
{
    const struct plain what = {
        .width = width, .height = height, .cells = width * height, .tiles = tiles};

    return build(&what, goals, blank, plain);
}

bool plain_build_every_move(unsigned width, unsigned height, const uint8_t *goals, unsigned tiles,
                            unsigned blank, struct plain *plain)
{
    const struct plain what = {.width = width,
                               .height = height,
                               .cells = width * height,
                               .tiles = tiles,
                               .every_move = true};

    return build(&what, goals, blank, plain);
}

void plain_free(struct plain *plain)
{
    free(plain->value);
    free(plain->depth);
    plain->value = plain->depth = NULL;
}

unsigned plain_value_at(const struct plain *plain, const uint8_t *cell, unsigned blank)
{
    return plain->depth[number(plain, cell, blank)];
}

unsigned plain_value(const struct plain *plain, const uint8_t *cell)
{
    return plain->value[number(plain, cell, 0)];
}
