/* guard.c -- files that are cut off or written to while they are in use */
#include "tilebase/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "guard.h"

enum { WATCHED_MOST = 256 };

/* A mapping. `begin` is 0 where there is none, and TAKEN while one is being noted. */
struct watched {
    atomic_uintptr_t begin, end;
    atomic_bool cut;
    int file; /* this and the next are changed and used only by who has the lock */
    struct timespec written;
};

static const uintptr_t taken = UINTPTR_MAX;

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

/* Note it if the file was written to since it was opened. */
static void check(struct watched *mapping)
{
    struct stat now;

    if (fstat(mapping->file, &now) == 0 && now.st_mtim.tv_sec == mapping->written.tv_sec &&
        now.st_mtim.tv_nsec == mapping->written.tv_nsec)
        return;
    atomic_store(&mapping->cut, true);
    atomic_store(&tripped, true);
}

static bool is_mapping(const struct watched *mapping)
{
    uintptr_t begin = atomic_load(&mapping->begin);

    return begin != 0 && begin != taken;
}

bool tb_guard_check(void)
{
    lock();
    for (unsigned i = 0; i < WATCHED_MOST; i++)
        if (is_mapping(&watched[i]))
            check(&watched[i]);
    unlock();
    return tb_guard_tripped();
}

static int take_place(void)
{
    for (int i = 0; i < WATCHED_MOST; i++) {
        uintptr_t none = 0;

        if (atomic_compare_exchange_strong(&watched[i].begin, &none, taken))
            return i;
    }
    return -1;
}

int guard_watch(const void *mapping, const struct file *file)
{
    int number = fcntl(file->number, F_DUPFD_CLOEXEC, 0), place;

    if (number < 0)
        return -1;
    lock();
    place = take_place();
    if (place < 0) {
        close(number);
    } else {
        watched[place].file = number;
        watched[place].written = file->written;
        atomic_store(&watched[place].cut, false);
        atomic_store(&watched[place].end, (uintptr_t)mapping + (uintptr_t)file->bytes);
        atomic_store(&watched[place].begin, (uintptr_t)mapping);
    }
    unlock();
    return place;
}

void guard_leave(int number)
{
    lock();
    check(&watched[number]);
    close(watched[number].file);
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
