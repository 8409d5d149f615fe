/* seen.c -- the positions that a search has seen, packed, each once */
#include "seen.h"

#include <string.h>

#include "tilebase/pages.h"

enum {
    SLOTS_AT_FIRST = 1 << 12,
    BLOCKS_MAX = 1 << 16,
};

static uint64_t slot_bytes(uint64_t slots)
{
    return slots * (sizeof(uint32_t) + sizeof(uint8_t));
}

static uint64_t block_bytes(const struct seen *seen)
{
    return SEEN_BLOCK * (seen->words * sizeof(uint64_t) + sizeof(struct trail));
}

static unsigned cells_a_word(const struct seen *seen)
{
    return 64 / seen->bits;
}

enum tb_status seen_init(struct seen *seen, const struct tb_board *board, uint64_t limit,
                         struct tb_error *error)
{
    *seen = (struct seen){.cells = board->cells, .limit = limit, .mask = SLOTS_AT_FIRST - 1};
    seen->bits = board->cells <= 16 ? 4 : board->cells <= 32 ? 5 : 6;
    seen->words = (board->cells - 1 + cells_a_word(seen) - 1) / cells_a_word(seen);
    seen->slots = tb_array_alloc(SLOTS_AT_FIRST, sizeof *seen->slots);
    seen->marks = calloc(SLOTS_AT_FIRST, sizeof *seen->marks);
    if (seen->slots == NULL || seen->marks == NULL) {
        seen_free(seen);
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a search");
    }
    seen->bytes = slot_bytes(SLOTS_AT_FIRST);
    board_ways_init(&seen->ways, board);
    return TB_OK;
}

void seen_free(struct seen *seen)
{
    uint32_t blocks = (uint32_t)(((uint64_t)seen->count + SEEN_BLOCK - 1) / SEEN_BLOCK);

    for (uint32_t i = 0; i < blocks; i++) {
        free(seen->blocks[i]);
        free(seen->trails[i]);
    }
    free(seen->blocks);
    free(seen->trails);
    free(seen->slots);
    free(seen->marks);
    *seen = (struct seen){0};
}

void seen_pack(const struct seen *seen, const struct tb_position *position, struct packed *packed)
{
    unsigned each = cells_a_word(seen);

    for (unsigned word = 0, cell = 0; word < seen->words; word++) {
        uint64_t value = 0;

        for (unsigned i = 0; i < each && cell + 1 < seen->cells; i++, cell++)
            value |= (uint64_t)position->tile[cell] << (i * seen->bits);
        packed->word[word] = value;
    }
}

static const uint64_t *words_of(const struct seen *seen, uint32_t number)
{
    return seen->blocks[number / SEEN_BLOCK] + (size_t)(number % SEEN_BLOCK) * seen->words;
}

void seen_unpack(const struct seen *seen, uint32_t number, struct tb_position *position)
{
    const uint64_t *words = words_of(seen, number);
    unsigned each = cells_a_word(seen), missing = seen->cells * (seen->cells - 1) / 2;

    *position = (struct tb_position){{0}};
    for (unsigned word = 0, cell = 0; word < seen->words; word++)
        for (unsigned i = 0; i < each && cell + 1 < seen->cells; i++, cell++) {
            unsigned tile = (unsigned)(words[word] >> (i * seen->bits)) & ((1u << seen->bits) - 1);

            position->tile[cell] = (uint8_t)tile;
            missing -= tile;
        }
    position->tile[seen->cells - 1] = (uint8_t)missing;
}

static uint64_t hash(const struct seen *seen, const uint64_t *words)
{
    uint64_t hash = 0;

    for (unsigned i = 0; i < seen->words; i++) {
        hash = (hash ^ words[i]) * 0x9e3779b97f4a7c15;
        hash ^= hash >> 32;
    }
    hash *= 0xd6e8feb86659fd93;
    return hash ^ hash >> 32;
}

static uint8_t mark_of(uint64_t hashed)
{
    return (uint8_t)(hashed >> 56 | 1);
}

/* The place of a position in the table, or the empty one where it belongs. */
static uint32_t find_place(const struct seen *seen, const uint64_t *words, uint64_t hashed)
{
    uint32_t place = (uint32_t)hashed & seen->mask;
    uint8_t mark = mark_of(hashed);

    while (seen->marks[place] != 0 &&
           (seen->marks[place] != mark ||
            memcmp(words_of(seen, seen->slots[place]), words, seen->words * sizeof *words) != 0))
        place = (place + 1) & seen->mask;
    return place;
}

uint32_t seen_find(const struct seen *seen, const struct packed *packed)
{
    uint32_t place = find_place(seen, packed->word, hash(seen, packed->word));

    return seen->marks[place] != 0 ? seen->slots[place] : SEEN_NONE;
}

/* Take a tile off a cell, or put it there, in a packed position. */
static void toggle(const struct seen *seen, struct packed *packed, unsigned cell, unsigned tile)
{
    unsigned each = cells_a_word(seen);

    if (cell + 1 < seen->cells)
        packed->word[cell / each] ^= (uint64_t)tile << (cell % each * seen->bits);
}

void seen_litter(const struct seen *seen, uint32_t number, struct litter *litter)
{
    const uint64_t *words = words_of(seen, number);
    unsigned blank = 0;

    seen_unpack(seen, number, &litter->position);
    while (litter->position.tile[blank] != 0)
        blank++;
    litter->ways = &seen->ways.list[ways_number(blank, seen_trail(seen, number)->back)];
    for (unsigned i = 0; i < litter->ways->count; i++) {
        unsigned from = litter->ways->way[i].cell, tile = litter->position.tile[from];
        struct packed *child = &litter->child[i];
        uint32_t place;

        memcpy(child->word, words, seen->words * sizeof *words);
        toggle(seen, child, from, tile);
        toggle(seen, child, blank, tile);
        place = (uint32_t)hash(seen, child->word) & seen->mask;
        __builtin_prefetch(&seen->marks[place]);
        __builtin_prefetch(&seen->slots[place]);
    }
}

/* Enter a position's number into the table, where it is not yet. */
static void enter(struct seen *seen, const uint64_t *words, uint32_t number)
{
    uint64_t hashed = hash(seen, words);
    uint32_t place = find_place(seen, words, hashed);

    seen->marks[place] = mark_of(hashed);
    seen->slots[place] = number;
}

/* Twice as many slots. False if there is no memory, or none within the limit. */
static bool grow_slots(struct seen *seen)
{
    uint64_t old = (uint64_t)seen->mask + 1;
    uint32_t *slots;
    uint8_t *marks;

    if (old > UINT32_MAX / 2 || seen->bytes + slot_bytes(2 * old) > seen->limit)
        return false;
    slots = tb_array_alloc(2 * old, sizeof *slots);
    marks = calloc((size_t)(2 * old), sizeof *marks);
    if (slots == NULL || marks == NULL) {
        free(slots);
        free(marks);
        return false;
    }
    free(seen->slots);
    free(seen->marks);
    seen->slots = slots;
    seen->marks = marks;
    seen->mask = (uint32_t)(2 * old - 1);
    for (uint32_t number = 0; number < seen->count; number++)
        enter(seen, words_of(seen, number), number);
    seen->bytes += slot_bytes(old);
    return true;
}

/* Room for the places of more blocks. */
static bool grow_lists(struct seen *seen)
{
    uint32_t room = seen->blocks_room == 0 ? 16 : 2 * seen->blocks_room;
    uint64_t **blocks =
        room > BLOCKS_MAX ? NULL : tb_array_grow(seen->blocks, room, sizeof *blocks);
    struct trail **trails;

    if (blocks == NULL)
        return false;
    seen->blocks = blocks;
    trails = tb_array_grow(seen->trails, room, sizeof *trails);
    if (trails == NULL)
        return false;
    seen->trails = trails;
    seen->blocks_room = room;
    return true;
}

/* One more block of positions. */
static bool grow_blocks(struct seen *seen)
{
    uint32_t number = seen->count / SEEN_BLOCK;

    if (seen->bytes + block_bytes(seen) > seen->limit)
        return false;
    if (number == seen->blocks_room && !grow_lists(seen))
        return false;
    seen->blocks[number] =
        tb_array_alloc(SEEN_BLOCK * (uint64_t)seen->words, sizeof **seen->blocks);
    seen->trails[number] = tb_array_alloc(SEEN_BLOCK, sizeof **seen->trails);
    if (seen->blocks[number] == NULL || seen->trails[number] == NULL) {
        free(seen->blocks[number]);
        free(seen->trails[number]);
        return false;
    }
    seen->bytes += block_bytes(seen);
    return true;
}

/* Whether one more position has room. The table is half full at least before it grows, and
 * three quarters at most; where it cannot grow any more, it may be fuller. */
static bool make_room(struct seen *seen)
{
    uint64_t slots = (uint64_t)seen->mask + 1;

    if (seen->count + 1ull > slots / 4 * 3 && !grow_slots(seen) &&
        seen->count + 1ull > slots / 16 * 15)
        return false;
    return seen->count % SEEN_BLOCK != 0 || grow_blocks(seen);
}

uint32_t seen_add(struct seen *seen, const struct packed *packed, bool *fresh)
{
    uint32_t known = seen_find(seen, packed);

    *fresh = known == SEEN_NONE;
    if (!*fresh)
        return known;
    if (seen->count == SEEN_NONE || !make_room(seen))
        return SEEN_NONE;
    memcpy(seen->blocks[seen->count / SEEN_BLOCK] +
               (size_t)(seen->count % SEEN_BLOCK) * seen->words,
           packed->word, seen->words * sizeof(uint64_t));
    *seen_trail(seen, seen->count) = (struct trail){.back = NO_WAY};
    enter(seen, packed->word, seen->count);
    return seen->count++;
}

bool seen_path(const struct seen *seen, uint32_t number, uint8_t *path)
{
    struct tb_position now;
    unsigned blank = 0;

    seen_unpack(seen, number, &now);
    while (now.tile[blank] != 0)
        blank++;
    for (uint32_t i = seen_trail(seen, number)->depth; i > 0; i--) {
        struct packed packed;
        unsigned back = number == SEEN_NONE ? NO_WAY : seen_trail(seen, number)->back;
        unsigned to;

        if (back == NO_WAY)
            return false;
        to = ways_all(&seen->ways, blank)->way[back].cell;
        path[i - 1] = (uint8_t)blank;
        now.tile[blank] = now.tile[to];
        now.tile[to] = 0;
        blank = to;
        seen_pack(seen, &now, &packed);
        number = seen_find(seen, &packed);
    }
    return number != SEEN_NONE && seen_trail(seen, number)->back == NO_WAY;
}
