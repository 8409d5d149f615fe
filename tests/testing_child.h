/* testing_child.h -- what ends a process, or changes it for good, done in a process of its own */
#ifndef TESTS_TESTING_CHILD_H
#define TESTS_TESTING_CHILD_H

#include "testing.h"

#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* With these a process has terabytes of addresses, so that limits of them cannot be tried. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED true
#endif
#endif
#ifndef SANITIZED
#define SANITIZED false
#endif

/* A child ends without what is done at a program's end; but what it ran through counts. */
#ifdef TEST_COVERAGE
void __gcov_dump(void);
#define KEEP_COVERAGE() __gcov_dump()
#else
#define KEEP_COVERAGE() ((void)0)
#endif

/* cmocka's assertions belong to the parent: a child ends at once. */
#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: in a child: %s\n", __FILE__, __LINE__, #condition);            \
            _exit(99);                                                                             \
        }                                                                                          \
    } while (0)

/* Run it in a child and give what wait(2) says. Where the parent has used OpenMP's threads the
 * child can have none. */
static inline int status_of_child(void (*run)(void *), void *context)
{
    int status;
    pid_t child = fork();

    assert_true(child >= 0);
    if (child == 0) {
        run(context);
        KEEP_COVERAGE();
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static inline void must_run(void (*run)(void *), void *context)
{
    int status = status_of_child(run, context);

    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static inline void must_die(void (*run)(void *), void *context, int signal)
{
    int status = status_of_child(run, context);

    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), signal);
}

/* Limit the addresses that this process can have, or those for data. */
static inline void limit_addresses(uint64_t bytes)
{
    struct rlimit limit;

    CHECK(getrlimit(RLIMIT_AS, &limit) == 0);
    limit.rlim_cur = bytes;
    CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
}

static inline void limit_data(uint64_t bytes)
{
    struct rlimit limit;

    CHECK(getrlimit(RLIMIT_DATA, &limit) == 0);
    limit.rlim_cur = bytes;
    CHECK(setrlimit(RLIMIT_DATA, &limit) == 0);
}

/* The most memory that this process ever had in use. */
static inline uint64_t peak_bytes(void)
{
    struct rusage usage;

    CHECK(getrusage(RUSAGE_SELF, &usage) == 0);
    return (uint64_t)usage.ru_maxrss * 1024;
}

#endif
