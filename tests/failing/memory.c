/* memory.c -- malloc and mmap that fail when they are told to */
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "inside.h"

FORWARD(malloc)
FORWARD(calloc)
FORWARD(realloc)
FORWARD(free)
FORWARD(aligned_alloc)
FORWARD(posix_memalign)
FORWARD(mmap64)
FORWARD(munmap)
STAND_IN(int, madvise, (void *memory, size_t size, int advice), (memory, size, advice),
         FAILING_UNMAP, -1)

static bool refused(const void *caller)
{
    int reason = failing_ask(FAILING_ALLOC, caller);

    if (reason != 0)
        errno = reason;
    return reason != 0;
}

void *malloc(size_t size)
{
    void *block = refused(CALLER) ? NULL : next_malloc()(size);

    ledger_note(block, CALLER);
    return block;
}

void *calloc(size_t count, size_t size)
{
    void *block = refused(CALLER) ? NULL : next_calloc()(count, size);

    ledger_note(block, CALLER);
    return block;
}

void *realloc(void *old, size_t size)
{
    void *block = refused(CALLER) ? NULL : next_realloc()(old, size);

    if (block != NULL)
        ledger_forget(old);
    ledger_note(block, CALLER);
    return block;
}

void *aligned_alloc(size_t alignment, size_t size)
{
    void *block = refused(CALLER) ? NULL : next_aligned_alloc()(alignment, size);

    ledger_note(block, CALLER);
    return block;
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    int reason = refused(CALLER) ? ENOMEM : next_posix_memalign()(block, alignment, size);

    if (reason == 0)
        ledger_note(*block, CALLER);
    return reason;
}

void free(void *block)
{
    ledger_forget(block);
    next_free()(block);
}

/* Sizes as the system rounds them. */
static long pages(size_t size)
{
    return (long)((size + 4095) & ~(size_t)4095);
}

void *mmap64(void *wish, size_t size, int access, int flags, int file, off64_t offset)
{
    int reason = failing_ask(FAILING_MAP, CALLER);
    void *memory;

    if (reason != 0) {
        errno = reason;
        return MAP_FAILED;
    }
    memory = next_mmap64()(wish, size, access, flags, file, offset);
    if (memory != MAP_FAILED && (flags & MAP_FIXED) == 0)
        ledger_map(pages(size), CALLER);
    return memory;
}

/* When it fails, nobody can do more than to leave the memory where it is. */
int munmap(void *memory, size_t size)
{
    int reason = failing_ask(FAILING_UNMAP, CALLER);

    ledger_map(-pages(size), CALLER);
    if (reason == 0)
        return next_munmap()(memory, size);
    errno = reason;
    return -1;
}
