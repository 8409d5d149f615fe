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

/* A mapping. `begin` is 0 where there is none, and TAKEN while one is being noted. */
struct watched {
    atomic_uintptr_t begin, end;
    atomic_bool cut;
};

static const uintptr_t taken = UINTPTR_MAX;

/* A signal handler can reach nothing but globals. */
static struct watched watched[WATCHED_MOST];
static atomic_bool tripped;
static struct sigaction before;

static struct watched *find(uintptr_t address)
{
    for (unsigned i = 0; i < WATCHED_MOST; i++)
        if (address >= atomic_load(&watched[i].begin) && address < atomic_load(&watched[i].end))
            return &watched[i];
    return NULL;
}

/* Put zeros where the file has nothing any more; the instruction is then tried again. */
static bool fill_page(uintptr_t address)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);

    return mmap((void *)(address & ~(page - 1)), page, PROT_READ,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED;
}

static void on_bus_error(int signal, siginfo_t *info, void *context)
{
    int reason = errno;
    uintptr_t address = (uintptr_t)info->si_addr;
    struct watched *mapping = info->si_code == BUS_ADRERR ? find(address) : NULL;

    (void)context;
    if (mapping != NULL && fill_page(address)) {
        atomic_store(&mapping->cut, true);
        atomic_store(&tripped, true);
    } else {
        sigaction(signal, &before, NULL); /* who is asked when the same happens again, at once */
    }
    errno = reason;
}

enum tb_status tb_guard_install(struct tb_error *error)
{
    struct sigaction action = {.sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO};

    sigemptyset(&action.sa_mask);
    if (sigaction(SIGBUS, &action, &before) != 0)
        return tb_error_set(error, TB_IO, "cannot handle SIGBUS: %s", strerror(errno));
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

bool guard_was_cut(int number)
{
    return atomic_load(&watched[number].cut);
}
