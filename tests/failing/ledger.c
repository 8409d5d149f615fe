/* ledger.c -- what is in use: a table of blocks by address, and sums */
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "inside.h"

enum { ROOM = 1 << 20 }; /* blocks; a power of 2 */

/* Addresses are kept with all their bits turned over: to LeakSanitizer a block whose address is in
 * memory would be in use. */
struct block {
    uintptr_t hidden; /* 0 where there is none */
    const void *caller;
};

static struct block blocks[ROOM];
static size_t used;
static atomic_long mapped;
static atomic_int opened;
static atomic_flag lock = ATOMIC_FLAG_INIT;

static void enter(void)
{
    while (atomic_flag_test_and_set(&lock))
        ;
}

static void leave(void)
{
    atomic_flag_clear(&lock);
}

static uintptr_t hide(const void *address)
{
    return ~(uintptr_t)address;
}

static size_t place_of(uintptr_t hidden)
{
    return (size_t)((hidden >> 4) * UINT64_C(0x9E3779B97F4A7C15) >> 32) % ROOM;
}

/* Where an address is, or the free place where it would be. */
static size_t find(uintptr_t hidden)
{
    size_t place = place_of(hidden);

    while (blocks[place].hidden != 0 && blocks[place].hidden != hidden)
        place = (place + 1) % ROOM;
    return place;
}

void ledger_clear(struct failing_outcome *outcome)
{
    (void)outcome;
    if (used > 0)
        memset(blocks, 0, sizeof blocks);
    used = 0;
    atomic_store(&mapped, 0);
    atomic_store(&opened, 0);
}

void ledger_note(void *block, const void *caller)
{
    if (block == NULL || !failing_watches(caller))
        return;
    enter();
    if (used == ROOM / 2)
        __builtin_trap();
    blocks[find(hide(block))] = (struct block){hide(block), caller};
    used++;
    leave();
}

/* Those behind it move up, so that searches for them still pass no free place. */
static void close_gap(size_t gap)
{
    size_t next = gap;

    for (;;) {
        next = (next + 1) % ROOM;
        if (blocks[next].hidden == 0)
            break;
        if ((next - place_of(blocks[next].hidden)) % ROOM >= (next - gap) % ROOM) {
            blocks[gap] = blocks[next];
            gap = next;
        }
    }
    blocks[gap].hidden = 0;
}

void ledger_forget(void *block)
{
    size_t place;

    if (block == NULL || __atomic_load_n(&used, __ATOMIC_RELAXED) == 0)
        return;
    enter();
    place = find(hide(block));
    if (blocks[place].hidden != 0) {
        close_gap(place);
        used--;
    }
    leave();
}

void ledger_map(long bytes, const void *caller)
{
    if (failing_watches(caller))
        atomic_fetch_add(&mapped, bytes);
}

void ledger_open(int files, const void *caller)
{
    if (failing_watches(caller))
        atomic_fetch_add(&opened, files);
}

void ledger_close(struct failing_outcome *outcome)
{
    unsigned named = 0;

    outcome->blocks = used;
    outcome->bytes = atomic_load(&mapped);
    outcome->files = atomic_load(&opened);
    for (size_t i = 0; i < ROOM && used > 0 && named < FAILING_CALLERS; i++) {
        Dl_info info;

        if (blocks[i].hidden == 0 || dladdr(blocks[i].caller, &info) == 0)
            continue;
        snprintf(outcome->callers[named].name, sizeof outcome->callers[named].name, "%s",
                 info.dli_fname);
        outcome->callers[named++].offset =
            (unsigned long)((const char *)blocks[i].caller - (const char *)info.dli_fbase);
    }
}
