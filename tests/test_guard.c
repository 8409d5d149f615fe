/* test_guard.c -- databases that are cut off or written to while they are in use
 *
 * Who handles a signal, and what was found so far, belongs to the process: so each test is done
 * in a child.
 */
#include "testing_child.h"
#include "testing_file.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <time.h>

#include "tilebase/guard.h"
#include "tilebase/pdb.h"

enum {
    PAGE = 4096, /* where the table begins; what tests cut is a multiple of any system's page */
    WATCHED_MOST = 256,
};

/* A database of 94,816 bytes, on no border of pages, and its table. */
static struct build build;
static char mapped[512], packed[512], scratch[512];

/* Copied before each test; its time is long past, so that whatever is written to it shows. */
static void renew(void)
{
    static const struct timespec past[2] = {{.tv_sec = 1000000000}, {.tv_sec = 1000000000}};
    static uint8_t bytes[1 << 17];
    size_t count = read_whole(mapped, bytes, sizeof bytes);

    write_whole(scratch, bytes, count);
    assert_int_equal(utimensat(AT_FDCWD, scratch, past, 0), 0);
}

static int set_up(void **state)
{
    struct tb_pattern pattern = make_pattern(3, 3, 0x7F, 8);

    if (make_folder(state) != 0)
        return -1;
    snprintf(mapped, sizeof mapped, "%s", path_of("mapped.pdb"));
    snprintf(packed, sizeof packed, "%s", path_of("packed.pdb"));
    snprintf(scratch, sizeof scratch, "%s", path_of("scratch.pdb"));
    must_build(&pattern, 1, NULL, &build);
    must_write(&build, TB_LAYOUT_MAPPED, mapped);
    must_write(&build, TB_LAYOUT_ZSTD, packed);
    return 0;
}

static int tear_down(void **state)
{
    build_free(&build);
    return remove_folder(state);
}

static struct tb_pdb *open_it(const char *path, bool copy)
{
    const struct tb_pdb_options options = {.threads = 1, .copy = copy};
    struct tb_pdb *pdb = NULL;

    CHECK(tb_pdb_open(path, &options, &pdb, NULL) == TB_OK);
    return pdb;
}

static enum tb_status status_of(const char *path, bool verify)
{
    const struct tb_pdb_options options = {.threads = 1, .verify = verify};
    struct tb_pdb *pdb;
    enum tb_status status = tb_pdb_open(path, &options, &pdb, NULL);

    tb_pdb_close(pdb);
    return status;
}

static void cut_to(const char *path, uint64_t bytes)
{
    CHECK(truncate(path, (off_t)bytes) == 0);
}

/* How many bytes of the table are not what they were; reads all of it. */
static uint64_t wrong_bytes(const struct tb_pdb *pdb)
{
    uint64_t wrong = 0;

    for (uint64_t at = 0; at < build.table.bytes; at++)
        wrong += tb_pdb_table(pdb)[at] != build.table.table[at];
    return wrong;
}

static int look_up(const struct tb_pdb *pdb, uint64_t *seed)
{
    struct tb_position position;

    count_up(position.tile, 9);
    shuffle(seed, position.tile, 9);
    return tb_pdb_lookup(pdb, &position);
}

/* --- with the guard --- */

static void cut_with_guard(void *context)
{
    struct tb_pdb *pdb, *other;
    uint64_t seed = 7;

    (void)context;
    CHECK(tb_guard_install(NULL) == TB_OK);
    pdb = open_it(scratch, false);
    other = open_it(mapped, false);
    CHECK(wrong_bytes(pdb) == 0);
    CHECK(!tb_pdb_cut(pdb) && !tb_guard_tripped() && !tb_guard_check());
    cut_to(scratch, (uint64_t)PAGE * 16);
    for (int i = 0; i < 10000; i++)
        CHECK(look_up(pdb, &seed) >= TB_UNREACHABLE);
    CHECK(tb_guard_tripped());
    CHECK(tb_pdb_cut(pdb));
    CHECK(!tb_pdb_cut(other));
    CHECK(wrong_bytes(other) == 0);
    /* What is still there is still right; the rest is zeros. */
    for (uint64_t at = 0; at < build.table.bytes; at++)
        CHECK(tb_pdb_table(pdb)[at] == (at < (uint64_t)PAGE * 15 ? build.table.table[at] : 0));
    CHECK(status_of(scratch, true) == TB_DAMAGED);
    tb_pdb_close(pdb);
    CHECK(!tb_pdb_cut(other));
    tb_pdb_close(other);
    CHECK(tb_guard_tripped());
}

static void cut_while_in_use(void **state)
{
    (void)state;
    renew();
    must_run(cut_with_guard, NULL);
}

/* Of nothing not even the header is left. */
static void cut_to_nothing(void *context)
{
    struct tb_pdb *pdb;

    (void)context;
    CHECK(tb_guard_install(NULL) == TB_OK);
    pdb = open_it(scratch, false);
    cut_to(scratch, 0);
    CHECK(tb_pdb_excess(pdb, 0, 0) == 0);
    CHECK(tb_guard_tripped() && tb_pdb_cut(pdb));
    CHECK(tb_pdb_header(pdb)->entries == 181440);
    CHECK(wrong_bytes(pdb) > 0);
    CHECK(status_of(scratch, false) == TB_DAMAGED);
    tb_pdb_close(pdb);
}

static void cut_to_nothing_while_in_use(void **state)
{
    (void)state;
    renew();
    must_run(cut_to_nothing, NULL);
}

/* --- what no signal tells --- */

/* A cut within a page, in pages that are still there, is zeros and no signal. */
static void cut_within_a_page(void *context)
{
    uint64_t bytes = *(const uint64_t *)context, most = PAGE + build.table.bytes;
    struct tb_pdb *pdb = open_it(scratch, false);

    cut_to(scratch, bytes);
    for (uint64_t at = 0; PAGE + at < most; at++)
        if ((PAGE + at) / PAGE <= (bytes - 1) / PAGE)
            CHECK(tb_pdb_table(pdb)[at] == (PAGE + at < bytes ? build.table.table[at] : 0));
    CHECK(!tb_guard_tripped());
    CHECK(tb_pdb_cut(pdb));
    CHECK(tb_guard_tripped());
    tb_pdb_close(pdb);
}

static void cuts_within_pages(void **state)
{
    uint64_t whole = PAGE + build.table.bytes;
    uint64_t cuts[] = {whole - 1, whole / PAGE * PAGE + 1, whole / PAGE * PAGE, PAGE + 1};

    (void)state;
    assert_true(whole % PAGE > 1);
    for (size_t i = 0; i < LENGTH(cuts); i++) {
        renew();
        must_run(cut_within_a_page, &cuts[i]);
    }
}

/* As cp(1) does when it writes over a file. */
static void cut_and_filled_again(void *context)
{
    static uint8_t bytes[1 << 17];
    struct tb_pdb *pdb = open_it(scratch, false);
    int file = open(scratch, O_WRONLY);

    (void)context;
    cut_to(scratch, 0);
    CHECK(write(file, bytes, PAGE + build.table.bytes) == (ssize_t)(PAGE + build.table.bytes));
    close(file);
    CHECK(wrong_bytes(pdb) > 0);
    CHECK(!tb_guard_tripped());
    tb_pdb_close(pdb);
    CHECK(tb_guard_tripped());
}

static void written_to(void *context)
{
    struct tb_pdb *pdb = open_it(scratch, false);
    int file = open(scratch, O_WRONLY);

    (void)context;
    CHECK(!tb_pdb_cut(pdb));
    CHECK(pwrite(file, "x", 1, PAGE + 5) == 1);
    close(file);
    CHECK(wrong_bytes(pdb) == 1);
    CHECK(!tb_guard_tripped());
    CHECK(tb_guard_check());
    CHECK(tb_pdb_cut(pdb) && tb_guard_tripped());
    tb_pdb_close(pdb);
}

static void grown(void *context)
{
    struct tb_pdb *pdb = open_it(scratch, false);

    (void)context;
    cut_to(scratch, PAGE + build.table.bytes + 1);
    CHECK(wrong_bytes(pdb) == 0);
    CHECK(tb_pdb_cut(pdb));
    tb_pdb_close(pdb);
}

/* Size, seconds and fractions of them each tell by themselves. */
static void change_one(void *context)
{
    static const struct timespec past[3] = {{.tv_sec = 1000000000},
                                            {.tv_sec = 1000000001},
                                            {.tv_sec = 1000000000, .tv_nsec = 50000000}};
    unsigned what = *(const unsigned *)context;
    struct timespec times[2] = {past[what], past[what]};
    struct tb_pdb *pdb = open_it(scratch, false);

    cut_to(scratch, PAGE + build.table.bytes + (what == 0));
    CHECK(utimensat(AT_FDCWD, scratch, times, 0) == 0);
    CHECK(tb_pdb_cut(pdb));
    tb_pdb_close(pdb);
}

/* pdbgen renames: who has the old file open keeps it. */
static void replaced(void *context)
{
    struct tb_pdb *pdb = open_it(scratch, false);

    (void)context;
    CHECK(unlink(scratch) == 0);
    CHECK(wrong_bytes(pdb) == 0);
    CHECK(!tb_pdb_cut(pdb));
    tb_pdb_close(pdb);
    CHECK(!tb_guard_tripped());
}

static void changes_without_a_signal(void **state)
{
    (void)state;
    renew();
    must_run(cut_and_filled_again, NULL);
    renew();
    must_run(written_to, NULL);
    renew();
    must_run(grown, NULL);
    for (unsigned what = 0; what < 3; what++) {
        renew();
        must_run(change_one, &what);
    }
    renew();
    must_run(replaced, NULL);
}

/* --- without the guard --- */

static void cut_without_guard(void *context)
{
    struct tb_pdb *pdb = open_it(scratch, false);

    (void)context;
    signal(SIGBUS, SIG_DFL);
    cut_to(scratch, (uint64_t)PAGE * 16);
    CHECK(wrong_bytes(pdb) == 0);
}

static void end_without_guard(void **state)
{
    (void)state;
    renew();
    must_die(cut_without_guard, NULL, SIGBUS);
}

static void cut_elsewhere(void *context)
{
    bool copy = *(const bool *)context;
    struct tb_pdb *pdb = open_it(scratch, copy);

    signal(SIGBUS, SIG_DFL);
    cut_to(scratch, 0);
    CHECK(wrong_bytes(pdb) == 0);
    CHECK(!tb_pdb_cut(pdb));
    tb_pdb_close(pdb);
    CHECK(!tb_guard_tripped());
}

/* A copy, and a file that was decompressed, need the file no more. */
static void copies(void **state)
{
    static uint8_t bytes[1 << 17];
    bool copy = true;
    size_t count;

    (void)state;
    renew();
    must_run(cut_elsewhere, &copy);
    copy = false;
    count = read_whole(packed, bytes, sizeof bytes);
    write_whole(scratch, bytes, count);
    must_run(cut_elsewhere, &copy);
}

/* --- who else handles the signal --- */

static volatile sig_atomic_t passed;
static sigjmp_buf back;

static void jump_with_more(int number, siginfo_t *info, void *context)
{
    (void)context;
    passed += number == SIGBUS && info->si_signo == SIGBUS;
    siglongjmp(back, 1);
}

static void jump(int number)
{
    passed += number == SIGBUS;
    siglongjmp(back, 1);
}

static void count_signal(int number)
{
    passed += number == SIGBUS;
}

/* A page of a file that has none. */
static volatile const uint8_t *missing_page(void)
{
    FILE *file = tmpfile();
    void *page = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, fileno(file), 0);

    CHECK(page != MAP_FAILED);
    return page;
}

/* Those before get what is theirs, as often as it comes, and the guard still works. */
static void pass_on(void *context)
{
    struct sigaction action = *(const struct sigaction *)context;
    volatile const uint8_t *page = missing_page();
    struct tb_pdb *volatile pdb;

    CHECK(sigaction(SIGBUS, &action, NULL) == 0);
    CHECK(tb_guard_install(NULL) == TB_OK);
    CHECK(tb_guard_install(NULL) == TB_OK);
    pdb = open_it(scratch, false);
    for (volatile int round = 0; round < 3; round++)
        if (sigsetjmp(back, 1) == 0) {
            (void)*page;
            CHECK(false);
        }
    CHECK(passed == 3);
    if (sigsetjmp(back, 1) == 0) {
        raise(SIGBUS);
        CHECK(false);
    }
    CHECK(passed == 4);
    CHECK(!tb_guard_tripped());
    cut_to(scratch, PAGE);
    CHECK(wrong_bytes(pdb) > 0);
    CHECK(passed == 4);
    CHECK(tb_guard_tripped());
    tb_pdb_close(pdb);
}

static void handlers_before(void **state)
{
    struct sigaction with_more = {.sa_sigaction = jump_with_more, .sa_flags = SA_SIGINFO};
    struct sigaction plain = {.sa_handler = jump};

    (void)state;
    renew();
    must_run(pass_on, &with_more);
    renew();
    must_run(pass_on, &plain);
}

/* One that returns is asked when it was sent. */
static void return_from_sent(void *context)
{
    (void)context;
    signal(SIGBUS, count_signal);
    CHECK(tb_guard_install(NULL) == TB_OK);
    raise(SIGBUS);
    CHECK(kill(getpid(), SIGBUS) == 0);
    CHECK(passed == 2);
}

/* Ignored if sent; but then the guard is still there. */
static void ignore_sent(void *context)
{
    struct tb_pdb *pdb;

    (void)context;
    signal(SIGBUS, SIG_IGN);
    CHECK(tb_guard_install(NULL) == TB_OK);
    pdb = open_it(scratch, false);
    raise(SIGBUS);
    cut_to(scratch, PAGE);
    CHECK(wrong_bytes(pdb) > 0);
    CHECK(tb_pdb_cut(pdb));
    tb_pdb_close(pdb);
}

static void touch_missing_page(void *context)
{
    void (*const *before)(int) = context;

    signal(SIGBUS, *before);
    CHECK(tb_guard_install(NULL) == TB_OK);
    (void)*missing_page();
}

static void be_sent(void *context)
{
    (void)context;
    signal(SIGBUS, SIG_DFL);
    CHECK(tb_guard_install(NULL) == TB_OK);
    kill(getpid(), SIGBUS);
}

static void no_handler_before(void **state)
{
    void (*nothing)(int) = SIG_DFL;
    void (*ignored)(int) = SIG_IGN;

    (void)state;
    must_run(return_from_sent, NULL);
    renew();
    must_run(ignore_sent, NULL);
    must_die(touch_missing_page, &nothing, SIGBUS);
    must_die(touch_missing_page, &ignored, SIGBUS);
    must_die(be_sent, NULL, SIGBUS);
}

/* --- many --- */

/* The first are mapped, the others copied; and room that was left is used again. */
static void open_many(void *context)
{
    static struct tb_pdb *pdb[WATCHED_MOST + 20];

    (void)context;
    CHECK(tb_guard_install(NULL) == TB_OK);
    for (size_t i = 0; i < LENGTH(pdb); i++)
        pdb[i] = open_it(scratch, false);
    tb_pdb_close(pdb[100]);
    pdb[100] = open_it(scratch, false);
    tb_pdb_close(pdb[WATCHED_MOST + 1]);
    pdb[WATCHED_MOST + 1] = open_it(scratch, false);
    cut_to(scratch, PAGE);
    for (size_t i = 0; i < LENGTH(pdb); i++) {
        bool watched = i < WATCHED_MOST;

        CHECK((wrong_bytes(pdb[i]) > 0) == watched);
        CHECK(tb_pdb_cut(pdb[i]) == watched);
        tb_pdb_close(pdb[i]);
    }
}

static void more_than_are_watched(void **state)
{
    (void)state;
    renew();
    must_run(open_many, NULL);
}

/* Whoever reads a wrong value can know it at once. */
struct reading {
    const struct tb_pdb *pdb;
    atomic_int cut;
};

static void *read_until_cut(void *context)
{
    struct reading *reading = context;
    const volatile uint8_t *table = tb_pdb_table(reading->pdb);
    static _Thread_local uint64_t seed;

    seed = (uintptr_t)&seed;
    while (!tb_guard_tripped())
        for (unsigned i = 0; i < 100; i++) {
            uint64_t at = random_below(&seed, (unsigned)build.table.bytes);

            if (table[at] != build.table.table[at])
                CHECK(tb_guard_tripped());
        }
    CHECK(tb_pdb_cut(reading->pdb));
    atomic_fetch_add(&reading->cut, 1);
    return NULL;
}

static void read_by_many(void *context)
{
    enum { THREADS = 6 };
    struct reading reading = {.cut = 0};
    pthread_t thread[THREADS];
    uint64_t *seed = context;

    CHECK(tb_guard_install(NULL) == TB_OK);
    reading.pdb = open_it(scratch, false);
    for (unsigned i = 0; i < THREADS; i++)
        CHECK(pthread_create(&thread[i], NULL, read_until_cut, &reading) == 0);
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    cut_to(scratch, (uint64_t)PAGE * random_below(seed, 8));
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    CHECK(reading.cut == THREADS);
    tb_pdb_close((struct tb_pdb *)reading.pdb);
}

static void cut_under_many_threads(void **state)
{
    unsigned rounds = getenv("TILEBASE_TEST_LONG") == NULL ? 50 : 2000;
    uint64_t seed = 11;

    (void)state;
    for (unsigned round = 0; round < rounds; round++) {
        renew();
        random_next(&seed);
        must_run(read_by_many, &seed);
    }
}

/* --- large --- */

/* A file with holes for a table of 2 GB, which opening does not read. */
static void write_large(const char *path)
{
    static uint8_t bytes[TB_HEADER_MAX];
    struct tb_pattern pattern = make_pattern(4, 4, 0x1FF, 15);
    struct tb_header header = {
        .pattern = pattern,
        .layout = TB_LAYOUT_MAPPED,
        .bits = 4,
        .entries = tb_pattern_entries(&pattern),
        .table_bytes = tb_table_bytes(&pattern, 4),
        .table_offset = TB_HEADER_MAX,
        .payload_bytes = tb_table_bytes(&pattern, 4),
        .values = 1,
        .histogram = {1},
    };

    tb_header_encode(&header, bytes);
    write_whole(path, bytes, sizeof bytes);
    assert_int_equal(truncate(path, (off_t)(TB_HEADER_MAX + header.table_bytes)), 0);
}

/* A process can have 65,530 mappings: not one for each page. */
static void read_every_other_page(void *context)
{
    const struct tb_pdb_options trusting = {.trust = true};
    struct tb_pdb *pdb;
    const volatile uint8_t *table;

    (void)context;
    CHECK(tb_guard_install(NULL) == TB_OK);
    CHECK(tb_pdb_open(scratch, &trusting, &pdb, NULL) == TB_OK);
    table = tb_pdb_table(pdb);
    cut_to(scratch, PAGE);
    for (uint64_t page = 30000; page > 20000; page -= 2)
        CHECK(table[page * PAGE] == 0);
    for (uint64_t page = 30000; page < 130000; page += 2)
        CHECK(table[page * PAGE] == 0);
    CHECK(tb_pdb_cut(pdb));
    tb_pdb_close(pdb);
    /* All that was put in its place is gone with it. */
    pdb = open_it(mapped, false);
    CHECK(wrong_bytes(pdb) == 0);
    CHECK(!tb_pdb_cut(pdb));
    tb_pdb_close(pdb);
}

static void more_pages_than_mappings(void **state)
{
    (void)state;
    write_large(scratch);
    must_run(read_every_other_page, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_while_in_use),         cmocka_unit_test(cut_to_nothing_while_in_use),
        cmocka_unit_test(cuts_within_pages),        cmocka_unit_test(changes_without_a_signal),
        cmocka_unit_test(end_without_guard),        cmocka_unit_test(copies),
        cmocka_unit_test(handlers_before),          cmocka_unit_test(no_handler_before),
        cmocka_unit_test(more_than_are_watched),    cmocka_unit_test(cut_under_many_threads),
        cmocka_unit_test(more_pages_than_mappings),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
