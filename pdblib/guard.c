/* guard.c -- files that are cut off or written to while they are in use */
#include "tilebase/guard.h"

#include <errno.h>
#include <sched.h>
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

/* A mapping. `begin` is 0 where there is none; `turn` tells whether it is still the same one. */
struct watched {
    atomic_uintptr_t begin, end;
    atomic_uint turn;
    atomic_bool cut;
    struct file file; /* used only by who has the lock */
};

/* A signal handler can reach nothing but globals. */
static struct watched watched[WATCHED_MOST];
static atomic_bool tripped;
static struct sigaction before;

/* Not for the handler, which needs none of what it keeps in order. */
static atomic_flag locked = ATOMIC_FLAG_INIT;

static void lock(void)
{
    while (atomic_flag_test_and_set(&locked))
        sched_yield();
}

static void unlock(void)
{
    atomic_flag_clear(&locked);
}

/* Where the mapping ends, if the address is in it; else 0. */
static uintptr_t end_around(struct watched *mapping, uintptr_t address)
{
    unsigned turn = atomic_load(&mapping->turn);
    uintptr_t begin = atomic_load(&mapping->begin), end = atomic_load(&mapping->end);
    bool same = atomic_load(&mapping->turn) == turn;

    return same && begin != 0 && address >= begin && address < end ? end : 0;
}

static struct watched *find(uintptr_t address, uintptr_t *end)
{
    for (unsigned i = 0; i < WATCHED_MOST; i++)
        if ((*end = end_around(&watched[i], address)) != 0)
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
static bool fill_rest(uintptr_t address, uintptr_t end)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), begin = address & ~(page - 1);

    return mmap((void *)begin, end - begin, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
                0) != MAP_FAILED;
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
    uintptr_t address = (uintptr_t)info->si_addr, end = 0;
    struct watched *mapping = info->si_code == BUS_ADRERR ? find(address, &end) : NULL;

    /* Nobody may read a zero before it is known to be none. */
    if (mapping != NULL)
        note_cut(mapping);
    if (mapping == NULL || !fill_rest(address, end))
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

/* Ask the system about what no signal tells. */
static void check(struct watched *mapping)
{
    if (file_check_unchanged(&mapping->file, NULL) != TB_OK)
        note_cut(mapping);
}

bool tb_guard_check(void)
{
    lock();
    for (unsigned i = 0; i < WATCHED_MOST; i++)
        if (atomic_load(&watched[i].begin) != 0)
            check(&watched[i]);
    unlock();
    return tb_guard_tripped();
}

static int take_place(void)
{
    for (int i = 0; i < WATCHED_MOST; i++)
        if (atomic_load(&watched[i].begin) == 0)
            return i;
    return -1;
}

int guard_watch(const void *mapping, struct file *file)
{
    int place;

    lock();
    place = take_place();
    if (place >= 0) {
        /* In this order, as the handler does not wait: until it has an end it holds nothing. */
        atomic_fetch_add(&watched[place].turn, 1);
        atomic_store(&watched[place].cut, false);
        watched[place].file = *file;
        file->number = -1;
        atomic_store(&watched[place].begin, (uintptr_t)mapping);
        atomic_store(&watched[place].end, (uintptr_t)mapping + (uintptr_t)file->bytes);
    }
    unlock();
    return place;
}

void guard_leave(int number)
{
    lock();
    check(&watched[number]);
    file_close(&watched[number].file);
    atomic_store(&watched[number].end, 0);
    atomic_store(&watched[number].begin, 0);
    unlock();
}

bool guard_was_cut(int number)
{
    lock();
    check(&watched[number]);
    unlock();
    return atomic_load(&watched[number].cut);
}
