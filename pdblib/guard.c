/* guard.c -- files that are cut off while they are in use */
#include "tilebase/guard.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "guard.h"

enum { WATCHED_MOST = 256 };

_Static_assert(ATOMIC_POINTER_LOCK_FREE == 2 && ATOMIC_INT_LOCK_FREE == 2 &&
                   ATOMIC_BOOL_LOCK_FREE == 2,
               "a signal handler cannot wait for a lock");

/* A mapping. `begin` is 0 where there is none, and TAKEN while one is being noted; `turn` tells
 * whether it is still the same one. */
struct watched {
    atomic_uintptr_t begin, end;
    atomic_uint turn;
    atomic_bool cut;
};

static const uintptr_t taken = UINTPTR_MAX;

/* A signal handler can reach nothing but globals. */
static struct watched watched[WATCHED_MOST];
static atomic_bool tripped;
static struct sigaction before;

static bool holds(struct watched *mapping, uintptr_t address)
{
    unsigned turn = atomic_load(&mapping->turn);

    return address >= atomic_load(&mapping->begin) && address < atomic_load(&mapping->end) &&
           atomic_load(&mapping->turn) == turn;
}

static struct watched *find(uintptr_t address)
{
    for (unsigned i = 0; i < WATCHED_MOST; i++)
        if (holds(&watched[i], address))
            return &watched[i];
    return NULL;
}

static void note_cut(struct watched *mapping)
{
    atomic_store(&mapping->cut, true);
    atomic_store(&tripped, true);
}

/* Put zeros from here on, where the file has nothing any more; the instruction is then tried
 * again. All of it at once, as the system allows a process only so many mappings. */
static bool fill_rest(struct watched *mapping, uintptr_t address)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), begin = address & ~(page - 1);

    return mmap((void *)begin, atomic_load(&mapping->end) - begin, PROT_READ,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED;
}

/* Do what would have been done without us. The default is to end the process, now if the signal
 * was sent to us, else when the same instruction is tried again. */
static void pass_on(int signal, siginfo_t *info, void *context)
{
    if (before.sa_handler == SIG_DFL || before.sa_handler == SIG_IGN) {
        bool sent = info->si_code <= 0;

        if (before.sa_handler == SIG_IGN && sent)
            return;
        sigaction(signal, &before, NULL);
        if (sent)
            raise(signal);
    } else if ((before.sa_flags & SA_SIGINFO) != 0) {
        before.sa_sigaction(signal, info, context);
    } else {
        before.sa_handler(signal);
    }
}

static void on_bus_error(int signal, siginfo_t *info, void *context)
{
    int reason = errno;
    uintptr_t address = (uintptr_t)info->si_addr;
    struct watched *mapping = info->si_code == BUS_ADRERR ? find(address) : NULL;

    /* Nobody may read a zero before it is known to be none. */
    if (mapping != NULL)
        note_cut(mapping);
    if (mapping == NULL || !fill_rest(mapping, address))
        pass_on(signal, info, context);
    errno = reason;
}

enum tb_status tb_guard_install(struct tb_error *error)
{
    struct sigaction action = {.sa_sigaction = on_bus_error,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
    struct sigaction now;

    sigemptyset(&action.sa_mask);
    if (sigaction(SIGBUS, NULL, &now) != 0)
        return tb_error_set(error, TB_IO, "cannot handle SIGBUS: %s", strerror(errno));
    if (now.sa_sigaction == on_bus_error)
        return TB_OK;
    before = now;
    sigaction(SIGBUS, &action, NULL);
    return TB_OK;
}

bool tb_guard_tripped(void)
{
    return atomic_load(&tripped);
}

int guard_watch(const void *mapping, size_t bytes)
{
    for (int i = 0; i < WATCHED_MOST; i++) {
        uintptr_t none = 0;

        if (!atomic_compare_exchange_strong(&watched[i].begin, &none, taken))
            continue;
        atomic_fetch_add(&watched[i].turn, 1);
        atomic_store(&watched[i].cut, false);
        atomic_store(&watched[i].end, (uintptr_t)mapping + bytes);
        atomic_store(&watched[i].begin, (uintptr_t)mapping);
        return i;
    }
    return -1;
}

void guard_leave(int number)
{
    atomic_store(&watched[number].end, 0);
    atomic_store(&watched[number].begin, 0);
}

void guard_cut(int number)
{
    note_cut(&watched[number]);
}

bool guard_was_cut(int number)
{
    return atomic_load(&watched[number].cut);
}
