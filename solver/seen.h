/* seen.h -- the positions that a search has seen, packed, each once
 *
 * A position is packed into one to four words, as many bits for each cell as its tiles need;
 * the last cell is told by the others. Beside it are four bytes: how many moves lead there,
 * which move led there last, and whether the search is through with it. Positions are numbered
 * as they come and lie in blocks, so that they never move; a hash table of numbers finds
 * them. A byte of each one's hash stands in a list of its own, and only where it agrees is the
 * position looked at. That is 12 bytes a position of 4x4 and 7 to 14 for the table. No
 * parent is kept: the last move undone leads to it.
 */
#ifndef SOLVER_SEEN_H
#define SOLVER_SEEN_H

#include "ida.h"

enum { SEEN_BLOCK = 1 << 16, SEEN_WORDS = 4 };
#define SEEN_NONE  UINT32_MAX /* no such position */
#define SEEN_DEPTH ((1u << 24) - 1)

/* A position as it is kept. */
struct packed {
    uint64_t word[SEEN_WORDS];
};

/* What is kept beside a position. */
struct trail {
    uint32_t depth : 24; /* moves from where the search began */
    uint32_t back : 3;   /* place of the move that undoes the last, or NO_WAY */
    uint32_t done : 1;
};

struct seen {
    unsigned cells, words, bits;
    uint64_t limit; /* bytes */
    uint64_t bytes;
    uint32_t count;
    uint32_t mask;   /* slots - 1 */
    uint8_t *marks;  /* of each slot: a byte of the hash; 0 if it is empty */
    uint32_t *slots; /* numbers of positions */
    uint32_t blocks_room;
    uint64_t **blocks; /* words of each position */
    struct trail **trails;
    struct board_ways ways;
};

/* No position yet. `limit` is in bytes. TB_NO_MEMORY. */
enum tb_status seen_init(struct seen *seen, const struct tb_board *board, uint64_t limit,
                         struct tb_error *error);
void seen_free(struct seen *seen);

void seen_pack(const struct seen *seen, const struct tb_position *position, struct packed *packed);
void seen_unpack(const struct seen *seen, uint32_t number, struct tb_position *position);

static inline struct trail *seen_trail(const struct seen *seen, uint32_t number)
{
    return &seen->trails[number / SEEN_BLOCK][number % SEEN_BLOCK];
}

/* The number of a position, or SEEN_NONE. */
uint32_t seen_find(const struct seen *seen, const struct packed *packed);

/* The number of a position; one that is new is added with an empty trail. SEEN_NONE if there is
 * no room: the limit, or the machine's memory. */
uint32_t seen_add(struct seen *seen, const struct packed *packed, bool *fresh);

/* A position, the moves that do not undo the last that led to it, and its children by them,
 * which memory is asked for. */
struct litter {
    struct tb_position position;
    const struct ways *ways;
    struct packed child[WAYS_MAX];
};

void seen_litter(const struct seen *seen, uint32_t number, struct litter *litter);

/* The place of the move that undoes a move, for a trail. */
static inline unsigned seen_back(const struct way *way)
{
    return way->next % (WAYS_MAX + 1u);
}

/* The moves that led to a position: cells of the blank, in order, `depth` of its trail of
 * them. False if its trail does not lead to the beginning. */
bool seen_path(const struct seen *seen, uint32_t number, uint8_t *path);

#endif
