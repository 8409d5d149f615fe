/* inside.h -- what the functions that stand in for others share */
#ifndef TESTS_FAILING_INSIDE_H
#define TESTS_FAILING_INSIDE_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>

#include "failing.h"

#define CALLER __builtin_return_address(0)

/* Count a call. What it is to fail with, or 0 if it goes on. */
int failing_ask(enum failing_class what, const void *caller);

/* Whether blocks and files of this caller are to be watched. */
bool failing_watches(const void *caller);

/* In this thread, until the same with -1: leave everything alone (for OpenMP), or count but
 * do not watch (what threads keep for themselves stays when they end). */
void failing_exempt(int change);
void failing_unwatched(int change);
bool failing_is_openmp(const void *caller);

/* ledger.c: what is in use */
void ledger_clear(struct failing_outcome *outcome);
void ledger_note(void *block, const void *caller);
void ledger_forget(void *block);
void ledger_map(long bytes, const void *caller);
void ledger_open(int files, const void *caller);
void ledger_close(struct failing_outcome *outcome);

/* The function that a name stands for when ours is left out. */
void *failing_next(const char *name, void *sanitizer, void *_Atomic *kept);

/* next_NAME() is that function. A sanitizer that is part of the program has its own, under
 * another name. */
#define FORWARD(name)                                                                              \
    extern __typeof__(name) __interceptor_##name __attribute__((weak));                            \
    static __typeof__(name) *next_##name(void)                                                     \
    {                                                                                              \
        static void *_Atomic kept;                                                                 \
                                                                                                   \
        return (__typeof__(name) *)failing_next(#name, (void *)__interceptor_##name, &kept);       \
    }

/* A function that gives `failed` and sets errno when it fails, and else what the real one gives. */
#define STAND_IN(type, name, parameters, arguments, what, failed)                                  \
    FORWARD(name)                                                                                  \
    type name parameters                                                                           \
    {                                                                                              \
        int reason = failing_ask(what, CALLER);                                                    \
                                                                                                   \
        if (reason != 0) {                                                                         \
            errno = reason;                                                                        \
            return failed;                                                                         \
        }                                                                                          \
        return next_##name() arguments;                                                            \
    }

#endif
