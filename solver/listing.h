/* listing.h -- the first so many of the shortest solutions, in the order of one searcher
 *
 * Workers find solutions out of order. Each solution has a key, and those with the
 * smallest keys are kept: a listing gathers up to twice as many as are wanted, then
 * sorts them and forgets the rest.
 */
#ifndef SOLVER_LISTING_H
#define SOLVER_LISTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Items in their order, parts of an item in theirs, and what one part finds in its. */
struct listing_key {
    uint64_t item, part, turn;
};

struct listing {
    uint32_t wanted;
    uint32_t length; /* of a path */
    size_t count;
    bool failed; /* for want of memory */
    struct listing_key *keys;
    uint8_t *paths; /* [count][length] */
};

/* Add a path of `length` bytes; the listing is all zeros at first but for `wanted`. */
void listing_add(struct listing *listing, uint32_t length, struct listing_key key,
                 const uint8_t *path);

/* Sort by the keys and keep as many as are wanted. */
void listing_trim(struct listing *listing);

void listing_free(struct listing *listing);

#endif
