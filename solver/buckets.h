/* buckets.h -- a queue of numbers whose keys are small whole numbers
 *
 * Each key is a row of buckets, one for each second key; what comes out is of the smallest key,
 * of its smallest second key, and what went in last. Numbers lie in chunks that are linked,
 * taken from blocks and given back to a list of free ones, so that a number takes little more
 * than its four bytes and nothing is ever copied.
 */
#ifndef SOLVER_BUCKETS_H
#define SOLVER_BUCKETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct chunk;

struct row {
    unsigned room;
    unsigned first;        /* no bucket before it has anything */
    struct chunk **bucket; /* by second key */
};

struct buckets {
    uint64_t bytes;
    uint64_t count;
    unsigned room;
    unsigned first; /* no row before it has anything */
    struct row *row;
    struct chunk *free;
    struct chunk *blocks; /* all that were taken, linked by their first chunks */
};

/* All zeros is an empty queue. */
void buckets_free(struct buckets *buckets);

/* False for want of memory, or if it would take more than `limit` bytes. */
bool buckets_push(struct buckets *buckets, unsigned key, unsigned second, uint32_t number,
                  uint64_t limit);

/* False if there is none. */
bool buckets_pop(struct buckets *buckets, unsigned *key, unsigned *second, uint32_t *number);

#endif
