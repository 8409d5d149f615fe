/* test_memory.c -- how much memory there is, by files as systems have them, and by limits */
#include "testing_child.h"

#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "pdblib/memory.h"
#include "tilebase/folders.h"
#include "tilebase/memory.h"
#include "tilebase/pages.h"
#include "tilebase/size.h"

#define MIB (UINT64_C(1) << 20)
#define GIB (UINT64_C(1) << 30)

/* A folder that stands for "/". */
static char root[64];

static int make_root(void **state)
{
    (void)state;
    strcpy(root, "/tmp/tilebase-test-XXXXXX");
    return mkdtemp(root) == NULL;
}

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *walk)
{
    (void)info;
    (void)type;
    (void)walk;
    return remove(path);
}

static int remove_root(void **state)
{
    (void)state;
    return nftw(root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* Write a file, with the folders that it is in. */
static void put(const char *path, const char *text)
{
    char whole[8192];
    FILE *file;

    snprintf(whole, sizeof whole, "%s%s", root, path);
    for (char *slash = whole + strlen(root) + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = '\0';
        if (mkdir(whole, 0700) != 0)
            assert_int_equal(errno, EEXIST);
        *slash = '/';
    }
    file = fopen(whole, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void put_number(const char *folder, const char *name, uint64_t number)
{
    char path[512], text[32];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    snprintf(text, sizeof text, "%llu\n", (unsigned long long)number);
    put(path, text);
}

static void put_machine(void)
{
    put("/proc/meminfo", "MemTotal:       33554432 kB\n"
                         "MemFree:          524288 kB\n"
                         "MemAvailable:   16777216 kB\n"
                         "Buffers:            1024 kB\n");
}

static void must_leave(uint64_t bytes)
{
    uint64_t left = tb_memory_of_system(root);

    if (left != bytes)
        fail_msg("%llu bytes are left, not %llu", (unsigned long long)left,
                 (unsigned long long)bytes);
}

/* --- no control groups --- */

static void machine_alone(void **state)
{
    (void)state;
    must_leave(TB_TOO_LARGE);
    put("/proc/meminfo", "MemTotal: 1 kB\n");
    must_leave(TB_TOO_LARGE);
    put("/proc/meminfo", "MemAvailable: much kB\n");
    must_leave(TB_TOO_LARGE);
    put("/proc/meminfo", "MemAvailable: 99999999999999999999999999 kB\n");
    must_leave(TB_TOO_LARGE);
    put("/proc/meminfo", "MemAvailable: 0 kB\n");
    must_leave(0);
    put_machine();
    must_leave(16 * GIB);
    put("/proc/self/cgroup", "");
    must_leave(16 * GIB);
    put("/proc/self/mountinfo", "");
    must_leave(16 * GIB);
}

/* A name that does not fit under it is one that is not there. */
static void path_without_end(void **state)
{
    static char deep[10000];

    (void)state;
    memset(deep, '/', sizeof deep - 1);
    assert_true(tb_memory_of_system(deep) == TB_TOO_LARGE);
}

/* --- version 2 --- */

#define UNIFIED "/sys/fs/cgroup"

static void put_second(const char *group, const char *top)
{
    char text[8192];

    put_machine();
    snprintf(text, sizeof text, "0::%s\n", group);
    put("/proc/self/cgroup", text);
    snprintf(text, sizeof text,
             "22 27 0:21 / /proc rw,nosuid - proc proc rw\n"
             "35 24 0:30 %s /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n",
             top);
    put("/proc/self/mountinfo", text);
}

static void put_group(const char *folder, const char *limit, uint64_t used)
{
    char path[512];

    snprintf(path, sizeof path, "%s/memory.max", folder);
    put(path, limit);
    put_number(folder, "memory.current", used);
}

static void second_version(void **state)
{
    (void)state;
    put_second("/user.slice/build.scope", "/");
    must_leave(16 * GIB);
    put_group(UNIFIED "/user.slice/build.scope", "1073741824\n", 100 * MIB);
    must_leave(GIB - 100 * MIB);
    put(UNIFIED "/user.slice/build.scope/memory.stat",
        "anon 1\nactive_file 9999999\ninactive_file 20971520\nslab 3\n");
    must_leave(GIB - 80 * MIB);
    /* More kept of files than is used at all: figures of two moments. */
    put(UNIFIED "/user.slice/build.scope/memory.stat", "inactive_file 2097152000\n");
    must_leave(GIB);
    put(UNIFIED "/user.slice/build.scope/memory.stat", "inactive_file many\n");
    put_group(UNIFIED "/user.slice/build.scope", "1073741824\n", 2 * GIB);
    must_leave(0);
    put_group(UNIFIED "/user.slice/build.scope", "max\n", 2 * GIB);
    must_leave(16 * GIB);
    put_group(UNIFIED "/user.slice/build.scope", "garbage\n", 2 * GIB);
    must_leave(16 * GIB);
    put_group(UNIFIED "/user.slice/build.scope", "", 2 * GIB);
    must_leave(16 * GIB);
    put_group(UNIFIED "/user.slice/build.scope", "-1\n", 2 * GIB);
    must_leave(16 * GIB);
    put_group(UNIFIED "/user.slice/build.scope", "0\n", 0);
    must_leave(0);
}

/* Reclaim makes a process crawl from memory.high on. */
static void soft_limits(void **state)
{
    (void)state;
    put_second("/a", "/");
    put_group(UNIFIED "/a", "2147483648\n", 100 * MIB);
    put(UNIFIED "/a/memory.high", "1073741824\n");
    must_leave(GIB - 100 * MIB);
    put(UNIFIED "/a/memory.max", "max\n");
    must_leave(GIB - 100 * MIB);
    put(UNIFIED "/a/memory.high", "max\n");
    must_leave(16 * GIB);
}

/* Each group that the process is in has its own limit and its own use. */
static void nested_groups(void **state)
{
    (void)state;
    put_second("/a/b/c", "/");
    put_group(UNIFIED "/a/b/c", "4294967296\n", 1 * GIB);
    must_leave(3 * GIB);
    put_group(UNIFIED "/a/b", "max\n", 1 * GIB);
    must_leave(3 * GIB);
    put_group(UNIFIED "/a", "8589934592\n", 6 * GIB);
    must_leave(2 * GIB);
    put_group(UNIFIED, "10737418240\n", 9 * GIB);
    must_leave(1 * GIB);
    /* Neither siblings nor what lies outside the mount count. */
    put_group(UNIFIED "/a/x", "1\n", 0);
    put_group(UNIFIED "/a/b/c/d", "1\n", 0);
    put_group("/sys/fs", "1\n", 0);
    must_leave(1 * GIB);
}

/* What a container sees. */
static void containers(void **state)
{
    (void)state;
    /* A name space of its own: its group is the root. */
    put_second("/", "/");
    put_group(UNIFIED, "1073741824\n", 0);
    must_leave(GIB);
    /* None, but only its own group is mounted. */
    put_second("/docker/0123", "/docker/0123");
    must_leave(GIB);
    put_second("/docker/0123/worker", "/docker/0123");
    put_group(UNIFIED "/worker", "536870912\n", 0);
    must_leave(GIB / 2);
    /* A path that means nothing here, and one that only begins like the mount's. */
    put_second("/elsewhere", "/docker/0123");
    must_leave(GIB);
    put_second("/docker/01234/worker", "/docker/0123");
    must_leave(GIB);
    /* A process that came from outside its name space. */
    put_second("/../outside", "/");
    must_leave(GIB);
    /* And a mount of what is above it. */
    put_second("/", "/..");
    must_leave(GIB);
}

/* systemd's names have backslashes, which mountinfo writes as \134. */
static void escaped_names(void **state)
{
    (void)state;
    put_second("/system-a\\x2db.slice/one", "/system-a\\134x2db.slice");
    put_group(UNIFIED "/one", "1073741824\n", 0);
    must_leave(GIB);
    put("/proc/self/mountinfo",
        "35 24 0:30 / /with\\040blank\\9\\1/cgroup rw - cgroup2 cgroup2 rw\n");
    put("/proc/self/cgroup", "0::/two\n");
    put_group("/with blank\\9\\1/cgroup/two", "2147483648\n", 0);
    must_leave(2 * GIB);
}

/* The first mount that the group is in counts, not the first at all. */
static void mounted_in_parts(void **state)
{
    (void)state;
    put_second("/mine/job", "/");
    put("/proc/self/mountinfo", "35 24 0:30 /other /mnt/other rw - cgroup2 cgroup2 rw\n"
                                "36 24 0:30 /another /mnt/another rw - cgroup2 cgroup2 rw\n"
                                "37 24 0:30 /mine /mnt/mine rw - cgroup2 cgroup2 rw\n"
                                "38 24 0:30 / /mnt/late rw - cgroup2 cgroup2 rw\n");
    put_group("/mnt/other", "1\n", 0);
    put_group("/mnt/another", "2\n", 0);
    put_group("/mnt/mine/job", "1073741824\n", 0);
    put_group("/mnt/late", "3\n", 0);
    must_leave(GIB);
    put("/proc/self/cgroup", "0::/nowhere\n");
    put("/proc/self/mountinfo", "35 24 0:30 /other /mnt/other rw - cgroup2 cgroup2 rw\n"
                                "36 24 0:30 /another /mnt/another rw - cgroup2 cgroup2 rw\n");
    must_leave(1);
}

static void garbage(void **state)
{
    static char longest[9000];

    (void)state;
    put_second("/a", "/");
    put_group(UNIFIED "/a", "1073741824\n", 0);
    must_leave(GIB);
    put("/proc/self/cgroup", "\n:\n::\n0:\n7\n::::::\n");
    must_leave(16 * GIB);
    put("/proc/self/cgroup", "no colon\n3:memory:/a\nmore\n0::/a\n");
    must_leave(GIB);
    put("/proc/self/mountinfo", "\n - \n1 2 3 - cgroup2\n1 2 3 4 5 - cgroup2\n1 2 3 / /x cgroup2\n"
                                "1 2 3 / /x rw - tmpfs cgroup2 rw\n");
    must_leave(16 * GIB);
    /* A group whose path is longer than any path. */
    put_second("/a", "/");
    memset(longest, 'a', 5000);
    memcpy(longest, "0::/", 4);
    put("/proc/self/cgroup", longest);
    must_leave(16 * GIB);
    put("/proc/self/cgroup", "0::/a\n");
    memset(longest, 'a', sizeof longest - 1);
    put("/proc/self/mountinfo", longest);
    must_leave(16 * GIB);
}

/* A path that fits, with a file's name behind it that does not. */
static void longest_group(void **state)
{
    static char group[TB_PATH_MAX + 64], mount[TB_PATH_MAX + 64];

    (void)state;
    put_second("/a", "/");
    memset(group, 'g', 4098);
    memcpy(group, "0::/", 4);
    put("/proc/self/cgroup", group);
    memset(mount, 'm', 4110);
    memcpy(mount, "1 2 3 / /", 9);
    strcpy(mount + 4100, " rw - cgroup2 cgroup2 rw\n");
    put("/proc/self/mountinfo", mount);
    must_leave(16 * GIB);
}

/* --- version 1 --- */

#define FIRST "/sys/fs/cgroup/memory"

static void put_first(const char *group, const char *top)
{
    char text[1024];

    put_machine();
    snprintf(text, sizeof text, "11:cpu,cpuacct:/c\n5:memory:%s\n1:name=systemd:/s\n", group);
    put("/proc/self/cgroup", text);
    snprintf(text, sizeof text,
             "30 25 0:26 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
             "31 25 0:27 %s " FIRST " rw,relatime shared:15 - cgroup cgroup rw,memory\n",
             top);
    put("/proc/self/mountinfo", text);
}

static void put_first_group(const char *folder, uint64_t limit, uint64_t used)
{
    put_number(folder, "memory.limit_in_bytes", limit);
    put_number(folder, "memory.usage_in_bytes", used);
}

static void first_version(void **state)
{
    (void)state;
    put_first("/job", "/");
    must_leave(16 * GIB);
    put_first_group(FIRST "/job", GIB, 200 * MIB);
    must_leave(GIB - 200 * MIB);
    /* What its own groups keep counts, and is not named "inactive_file". */
    put(FIRST "/job/memory.stat", "inactive_file 1048576\ntotal_inactive_file 104857600\n");
    must_leave(GIB - 100 * MIB);
    /* "No limit" of this version is a number. */
    put_first_group(FIRST "/job", UINT64_C(9223372036854771712), 200 * MIB);
    must_leave(16 * GIB);
    put_first_group(FIRST, 3 * GIB, GIB);
    must_leave(2 * GIB);
    /* Files of the other version mean nothing here. */
    put_group(FIRST "/job", "1\n", 0);
    put(FIRST "/job/memory.high", "1\n");
    must_leave(2 * GIB);
}

static void first_version_in_a_container(void **state)
{
    (void)state;
    put_first("/docker/77", "/docker/77");
    put_first_group(FIRST, GIB, 0);
    must_leave(GIB);
    put_first("/kubepods/pod1/77", "/docker/77");
    must_leave(GIB);
}

/* Hierarchies whose names or options only look like it. */
static void names_alike(void **state)
{
    (void)state;
    put_machine();
    put("/proc/self/cgroup", "9:name=memory:/wrong\n8:memory_x:/wrong\n5:hugetlb,memory:/right\n");
    put("/proc/self/mountinfo",
        "31 25 0:26 / /mnt/named rw - cgroup cgroup rw,xmemory,release_agent=/memory/x\n"
        "31 25 0:27 / /mnt/both rw - cgroup cgroup rw,hugetlb,memory\n");
    put_first_group("/mnt/named/right", 1, 0);
    put_first_group("/mnt/named", 2, 0);
    put_first_group("/mnt/both/wrong", 3, 0);
    put_first_group("/mnt/both/right", GIB, 0);
    must_leave(GIB);
}

/* --- both --- */

/* The controller is in one of the two; the other has groups without these files. */
static void hybrid(void **state)
{
    (void)state;
    put_machine();
    put("/proc/self/cgroup", "4:memory:/first\n0::/second\n");
    put("/proc/self/mountinfo",
        "35 31 0:32 / " FIRST " rw,relatime - cgroup cgroup rw,memory\n"
        "41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n");
    put("/sys/fs/cgroup/unified/second/cgroup.procs", "1\n");
    put_first_group(FIRST "/first", 2 * GIB, 0);
    must_leave(2 * GIB);
    /* Never both at once, but then the least would hold. */
    put_group("/sys/fs/cgroup/unified/second", "1073741824\n", 0);
    must_leave(GIB);
    put_first_group(FIRST "/first", GIB / 2, 0);
    must_leave(GIB / 2);
}

/* --- this process --- */

static void here(void **state)
{
    uint64_t left = tb_memory_available();

    (void)state;
    assert_true(left > 0);
    assert_true(left <= SIZE_MAX / 2);
    assert_true(left <= tb_memory_of_system(""));
}

/* What a limit leaves can be taken, nearly; and what is more cannot. */
static void within(void *context)
{
    void (*const *limit)(uint64_t) = context;
    uint64_t before, after;
    void *pages;

    /* What counts is what is mapped, a little of which may be of the loader and its like. */
    (*limit)(256 * MIB);
    before = tb_memory_available();
    CHECK(before > 64 * MIB);
    CHECK(before < 256 * MIB);
    CHECK(tb_pages_alloc(before + 8 * MIB) == NULL);
    pages = tb_pages_alloc(before - 8 * MIB);
    CHECK(pages != NULL);
    after = tb_memory_available();
    CHECK(after <= 9 * MIB);
    tb_pages_free(pages, before - 8 * MIB);
    CHECK(tb_memory_available() > 64 * MIB);
    (*limit)(4096);
    CHECK(tb_memory_available() == 0);
    (*limit)(256 * MIB);
}

static void limits_of_the_process(void **state)
{
    void (*limits[])(uint64_t) = {limit_addresses, limit_data};

    (void)state;
    if (SANITIZED)
        skip();
    for (size_t i = 0; i < LENGTH(limits); i++)
        must_run(within, &limits[i]);
}

int main(void)
{
#define WITH_ROOT(test) cmocka_unit_test_setup_teardown(test, make_root, remove_root)
    const struct CMUnitTest tests[] = {
        WITH_ROOT(machine_alone),  cmocka_unit_test(path_without_end),
        WITH_ROOT(second_version), WITH_ROOT(soft_limits),
        WITH_ROOT(nested_groups),  WITH_ROOT(containers),
        WITH_ROOT(escaped_names),  WITH_ROOT(mounted_in_parts),
        WITH_ROOT(garbage),        WITH_ROOT(longest_group),
        WITH_ROOT(first_version),  WITH_ROOT(first_version_in_a_container),
        WITH_ROOT(names_alike),    WITH_ROOT(hybrid),
        cmocka_unit_test(here),    cmocka_unit_test(limits_of_the_process),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
