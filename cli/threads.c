/* threads.c -- whether threads can be had, before anything relies on them */
#include "cli/threads.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#include "tilebase/pages.h"

unsigned cli_default_threads(void)
{
    cpu_set_t cores;

    if (sched_getaffinity(0, sizeof cores, &cores) != 0)
        return 1;
    return (unsigned)CPU_COUNT(&cores);
}

/* A thread that only waits until its maker lets go of the lock. */
static void *wait_for(void *lock)
{
    pthread_mutex_lock(lock);
    pthread_mutex_unlock(lock);
    return NULL;
}

enum tb_status cli_check_threads(unsigned threads, struct tb_error *error)
{
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_t *started = tb_array_alloc(threads, sizeof *started);
    unsigned count = 0;

    pthread_mutex_lock(&lock);
    while (started != NULL && count < threads &&
           pthread_create(&started[count], NULL, wait_for, &lock) == 0)
        count++;
    pthread_mutex_unlock(&lock);
    for (unsigned i = 0; i < count; i++)
        pthread_join(started[i], NULL);
    free(started);
    if (count < threads)
        return tb_error_set(error, TB_NO_MEMORY,
                            "the system gives only %u of %u threads: ask for fewer with --threads",
                            count, threads);
    return TB_OK;
}
