/* listing.c -- the first so many of the shortest solutions */
#include "listing.h"

#include <stdlib.h>
#include <string.h>

#include "tilebase/pages.h"

struct ordered {
    struct listing_key key;
    const uint8_t *path;
};

static int compare(const void *left, const void *right)
{
    const struct listing_key *a = &((const struct ordered *)left)->key;
    const struct listing_key *b = &((const struct ordered *)right)->key;

    if (a->item != b->item)
        return a->item < b->item ? -1 : 1;
    if (a->part != b->part)
        return a->part < b->part ? -1 : 1;
    return a->turn < b->turn ? -1 : a->turn > b->turn;
}

static bool make_room(struct listing *listing, uint32_t length)
{
    listing->length = length;
    listing->keys = tb_array_alloc(2 * (uint64_t)listing->wanted, sizeof *listing->keys);
    listing->paths = tb_array_alloc(2 * (uint64_t)listing->wanted, length);
    listing->failed = listing->keys == NULL || listing->paths == NULL;
    return !listing->failed;
}

void listing_add(struct listing *listing, uint32_t length, struct listing_key key,
                 const uint8_t *path)
{
    if (listing->wanted == 0 || listing->failed ||
        (listing->keys == NULL && !make_room(listing, length)))
        return;
    if (listing->count == 2 * (size_t)listing->wanted)
        listing_trim(listing);
    if (listing->failed)
        return;
    listing->keys[listing->count] = key;
    memcpy(listing->paths + listing->count * length, path, length);
    listing->count++;
}

void listing_trim(struct listing *listing)
{
    size_t count = listing->count, kept = count < listing->wanted ? count : listing->wanted;
    struct ordered *order = tb_array_alloc(count, sizeof *order);
    uint8_t *paths = tb_array_alloc(2 * (uint64_t)listing->wanted, listing->length);

    listing->failed = listing->failed || order == NULL || paths == NULL;
    for (size_t i = 0; !listing->failed && i < count; i++)
        order[i] = (struct ordered){listing->keys[i], listing->paths + i * listing->length};
    if (!listing->failed && count > 0) {
        qsort(order, count, sizeof *order, compare);
        for (size_t i = 0; i < kept; i++) {
            listing->keys[i] = order[i].key;
            memcpy(paths + i * listing->length, order[i].path, listing->length);
        }
        listing->count = kept;
        free(listing->paths);
        listing->paths = paths;
        paths = NULL;
    }
    free(paths);
    free(order);
}

void listing_free(struct listing *listing)
{
    free(listing->keys);
    free(listing->paths);
    *listing = (struct listing){0};
}
