/* watch.h -- whom long work tells how far it is, and who may stop it */
#ifndef PDBINFO_WATCH_H
#define PDBINFO_WATCH_H

#include <stdbool.h>
#include <stddef.h>

struct watch {
    /* Called now and then, by one thread at a time, with how much is done, 0 to 1; false stops
     * the work. May be NULL. */
    bool (*progress)(void *context, double done);
    void *context;
};

static inline bool watch_goes_on(const struct watch *watch, double done)
{
    return watch->progress == NULL || watch->progress(watch->context, done);
}

#endif
