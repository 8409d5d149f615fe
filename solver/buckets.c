/* buckets.c -- a queue of numbers whose keys are small whole numbers */
#include "buckets.h"

#include <stdlib.h>
#include <string.h>

#include "tilebase/pages.h"

enum { CHUNK_NUMBERS = 29, BLOCK_CHUNKS = 512 };

struct chunk {
    struct chunk *next;
    uint32_t used;
    uint32_t number[CHUNK_NUMBERS];
};

/* A block: its first chunk is for the link to the next block. */
enum { BLOCK_BYTES = BLOCK_CHUNKS * sizeof(struct chunk) };

void buckets_free(struct buckets *buckets)
{
    while (buckets->blocks != NULL) {
        struct chunk *block = buckets->blocks;

        buckets->blocks = block->next;
        free(block);
    }
    for (unsigned i = 0; i < buckets->room; i++)
        free(buckets->row[i].bucket);
    free(buckets->row);
    *buckets = (struct buckets){0};
}

/* An empty chunk; NULL if there is no memory for one. */
static struct chunk *take_chunk(struct buckets *buckets, uint64_t limit)
{
    struct chunk *chunk = buckets->free, *block;

    if (chunk != NULL) {
        buckets->free = chunk->next;
        return chunk;
    }
    block = buckets->bytes + BLOCK_BYTES <= limit ? malloc(BLOCK_BYTES) : NULL;
    if (block == NULL)
        return NULL;
    buckets->bytes += BLOCK_BYTES;
    block->next = buckets->blocks;
    buckets->blocks = block;
    for (unsigned i = 2; i < BLOCK_CHUNKS; i++) {
        block[i].next = buckets->free;
        buckets->free = &block[i];
    }
    return &block[1];
}

/* Make room for a place in a list of things that are zero at first. */
static void *grow(void *list, unsigned *room, unsigned place, size_t size)
{
    unsigned wanted = place + place / 2 + 16;
    char *grown;

    if (place < *room)
        return list;
    grown = tb_array_grow(list, wanted, size);
    if (grown == NULL)
        return NULL;
    memset(grown + *room * size, 0, (wanted - *room) * size);
    *room = wanted;
    return grown;
}

/* The row of a key, with a bucket for the second one; NULL for want of memory. */
static struct row *reach(struct buckets *buckets, unsigned key, unsigned second)
{
    struct row *rows = grow(buckets->row, &buckets->room, key, sizeof *rows), *row;
    struct chunk **bucket;

    if (rows == NULL)
        return NULL;
    buckets->row = rows;
    row = &rows[key];
    bucket = grow(row->bucket, &row->room, second, sizeof *bucket);
    if (bucket == NULL)
        return NULL;
    row->bucket = bucket;
    return row;
}

bool buckets_push(struct buckets *buckets, unsigned key, unsigned second, uint32_t number,
                  uint64_t limit)
{
    struct row *row = reach(buckets, key, second);
    struct chunk *top;

    if (row == NULL)
        return false;
    top = row->bucket[second];
    if (top == NULL || top->used == CHUNK_NUMBERS) {
        struct chunk *chunk = take_chunk(buckets, limit);

        if (chunk == NULL)
            return false;
        chunk->next = top;
        chunk->used = 0;
        row->bucket[second] = top = chunk;
    }
    top->number[top->used++] = number;
    row->first = second < row->first ? second : row->first;
    buckets->first = key < buckets->first ? key : buckets->first;
    buckets->count++;
    return true;
}

bool buckets_pop(struct buckets *buckets, unsigned *key, unsigned *second, uint32_t *number)
{
    for (; buckets->first < buckets->room; buckets->first++) {
        struct row *row = &buckets->row[buckets->first];

        for (; row->first < row->room; row->first++) {
            struct chunk *top = row->bucket[row->first];

            if (top == NULL)
                continue;
            *key = buckets->first;
            *second = row->first;
            *number = top->number[--top->used];
            if (top->used == 0) {
                row->bucket[row->first] = top->next;
                top->next = buckets->free;
                buckets->free = top;
            }
            buckets->count--;
            return true;
        }
    }
    return false;
}
