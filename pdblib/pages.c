/* pages.c -- memory by sizes that may be too large for this machine */
#include "tilebase/pages.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "tilebase/size.h"

static const size_t huge_page = (size_t)2 << 20;

/* What is mapped for so many bytes; at least a page. */
static uint64_t mapped_bytes(uint64_t bytes)
{
    return tb_size_round_up(bytes == 0 ? 1 : bytes, huge_page);
}

static void give_back(char *memory, size_t bytes)
{
    if (bytes > 0)
        munmap(memory, bytes);
}

void *tb_pages_alloc(uint64_t bytes)
{
    uint64_t wanted = tb_size_add(mapped_bytes(bytes), huge_page);
    size_t size, ahead;
    char *memory;

    if (!tb_size_fits(wanted))
        return NULL;
    /* That is one huge page more; then give back what lies outside the aligned part. */
    memory = mmap(NULL, (size_t)wanted, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    size = (size_t)wanted - huge_page;
    ahead = (size_t)(-(uintptr_t)memory & (huge_page - 1));
    give_back(memory, ahead);
    give_back(memory + ahead + size, huge_page - ahead);
#ifdef MADV_HUGEPAGE
    /* Only a hint: without huge pages everything works, a little slower. */
    madvise(memory + ahead, size, MADV_HUGEPAGE);
#endif
    return memory + ahead;
}

void tb_pages_free(void *memory, uint64_t bytes)
{
    if (memory != NULL)
        munmap(memory, (size_t)mapped_bytes(bytes));
}

void *tb_array_grow(void *array, uint64_t count, uint64_t size)
{
    uint64_t bytes = tb_size_mul(count, size);

    if (!tb_size_fits(bytes))
        return NULL;
    return realloc(array, bytes == 0 ? 1 : (size_t)bytes);
}

void *tb_array_alloc(uint64_t count, uint64_t size)
{
    return tb_array_grow(NULL, count, size);
}
