/* failing.c -- which call fails */
#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "inside.h"

/* Functions that stand in for others can be given nothing: so this is global. */
static atomic_bool on;
static struct failing_plan plan;
static struct failing_outcome *outcome;
static struct {
    uintptr_t begin, end;
} openmp; /* where its code is */

/* Set up without any call, so that the first of a thread needs no memory. */
static __thread int exempt __attribute__((tls_model("initial-exec")));
static __thread int unwatched __attribute__((tls_model("initial-exec")));

void failing_exempt(int change)
{
    exempt += change;
}

void failing_unwatched(int change)
{
    unwatched += change;
}

bool failing_is_openmp(const void *caller)
{
    return (uintptr_t)caller >= openmp.begin && (uintptr_t)caller < openmp.end;
}

static int note_openmp(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    (void)context;
    if (strstr(info->dlpi_name, "libgomp") == NULL && strstr(info->dlpi_name, "libomp") == NULL)
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];

        if (part->p_type == PT_LOAD && (part->p_flags & PF_X) != 0) {
            openmp.begin = info->dlpi_addr + part->p_vaddr;
            openmp.end = openmp.begin + part->p_memsz;
        }
    }
    return 1;
}

void failing_start(const struct failing_plan *wanted, struct failing_outcome *result)
{
    dl_iterate_phdr(note_openmp, NULL);
    plan = *wanted;
    outcome = result;
    memset(outcome, 0, sizeof *outcome);
    ledger_clear(outcome);
    outcome->began = true;
    atomic_store(&on, true);
}

void failing_stop(void)
{
    atomic_store(&on, false);
    ledger_close(outcome);
    outcome->ended = true;
}

static bool looks(const void *caller)
{
    return atomic_load(&on) && exempt == 0 && !failing_is_openmp(caller);
}

bool failing_watches(const void *caller)
{
    return looks(caller) && unwatched == 0;
}

int failing_ask(enum failing_class what, const void *caller)
{
    unsigned long number;

    if (!looks(caller))
        return 0;
    number = __atomic_add_fetch(&outcome->calls[what], 1, __ATOMIC_RELAXED);
    if (what != plan.what || number < plan.number || (number > plan.number && !plan.lasting))
        return 0;
    __atomic_add_fetch(&outcome->fired, 1, __ATOMIC_RELAXED);
    return plan.error;
}

void *failing_next(const char *name, void *sanitizer, void *_Atomic *kept)
{
    void *next = atomic_load(kept);

    if (next == NULL) {
        next = sanitizer != NULL ? sanitizer : dlsym(RTLD_NEXT, name);
        if (next == NULL)
            __builtin_trap();
        atomic_store(kept, next);
    }
    return next;
}
