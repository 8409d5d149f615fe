/* pages.c -- memory by sizes that may be too large for this machine */
#include "tilebase/pages.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

static const size_t huge_page = (size_t)2 << 20;

static size_t round_up(size_t bytes)
{
    return (bytes + huge_page - 1) & ~(huge_page - 1);
}

void *tb_pages_alloc(uint64_t bytes)
{
    size_t size, ahead;
    char *memory;

    if (bytes > SIZE_MAX / 2)
        return NULL;
    /* Map one huge page more, then give back what lies outside the aligned part. */
    size = round_up(bytes == 0 ? 1 : (size_t)bytes);
    memory =
        mmap(NULL, size + huge_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    ahead = round_up((uintptr_t)memory) - (uintptr_t)memory;
    if (ahead > 0)
        munmap(memory, ahead);
    if (ahead < huge_page)
        munmap(memory + ahead + size, huge_page - ahead);
#ifdef MADV_HUGEPAGE
    /* Only a hint: without huge pages everything works, a little slower. */
    madvise(memory + ahead, size, MADV_HUGEPAGE);
#endif
    return memory + ahead;
}

void tb_pages_free(void *memory, uint64_t bytes)
{
    if (memory != NULL)
        munmap(memory, round_up(bytes == 0 ? 1 : (size_t)bytes));
}

void *tb_array_alloc(uint64_t count, uint64_t size)
{
    uint64_t bytes;

    if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX / 2)
        return NULL;
    return malloc(bytes == 0 ? 1 : (size_t)bytes);
}
