/* failing.h -- calls of the system and the C library that fail when a test says so
 *
 * Memory runs out and disks fill up at the worst moment, and that moment cannot be had by
 * waiting for it. So these files take the place of malloc, read, write, fsync and their like:
 * calls are counted by classes, and number n of a class fails with an error that the real one
 * may fail with; all else goes on to the real one. Running a piece of work for n = 1, 2, 3, ...
 * until nothing fails any more has seen each way in which a single failure can hit it.
 *
 * There are two ways to use it: linked into a test, which says when (test_failing.c), and as
 * a library that is loaded before a program (start.c), which listens to sweep.c.
 *
 * What is in use is counted too: blocks, mapped bytes and open files of the time between start
 * and stop that are still there when it stops are leaks.
 *
 * Left alone: what OpenMP's own library asks for (it ends the process itself when it gets no
 * memory), found by the address of the caller; what a sanitizer asks for; standard error, so that the program can say what
 * is wrong; and calls inside the C library that go past its own names (the reads of a stream),
 * for which the functions of streams fail instead.
 */
#ifndef TESTS_FAILING_H
#define TESTS_FAILING_H

#include <stdbool.h>
#include <stddef.h>

enum failing_class {
    FAILING_NONE,   /* count alone */
    FAILING_ALLOC,  /* malloc, calloc, realloc, aligned_alloc, posix_memalign */
    FAILING_MAP,    /* mmap */
    FAILING_UNMAP,  /* munmap, madvise */
    FAILING_OPEN,   /* open, fopen, fdopen, mkstemp, opendir */
    FAILING_READ,   /* read, pread, fread, fgets, getline, fscanf */
    FAILING_WRITE,  /* write, fwrite, printf and their like, fflush, fclose */
    FAILING_SYNC,   /* fsync */
    FAILING_CLOSE,  /* close, closedir */
    FAILING_RENAME, /* rename */
    FAILING_UNLINK, /* unlink */
    FAILING_STAT,   /* stat, fstat, access */
    FAILING_SEEK,   /* lseek */
    FAILING_CUT,    /* ftruncate */
    FAILING_LOCK,   /* flock */
    FAILING_MKDIR,  /* mkdir */
    FAILING_LIST,   /* readdir */
    FAILING_PATH,   /* realpath, getcwd */
    FAILING_THREAD, /* pthread_create */
    FAILING_SYSTEM, /* sched_getaffinity, getrlimit, sigaction, fchmod, ioctl */
    FAILING_CLASSES,
};

extern const char *const failing_names[FAILING_CLASSES];

/* In place of an error number. */
enum {
    FAILING_SHORT = -1, /* half of the bytes are read or written */
    FAILING_END = -2,   /* nothing is read: the file is at its end */
};

struct failing_plan {
    enum failing_class what;
    unsigned long number; /* from 1 */
    int error;            /* errno, or one of the above */
    bool lasting;         /* all later calls of the class fail as well */
};

enum { FAILING_CALLERS = 4 };

/* What came of it. A test has one of its own; a program's is a file that its tester maps. */
struct failing_outcome {
    bool began, ended;
    unsigned long fired; /* calls that failed */
    unsigned long calls[FAILING_CLASSES];
    unsigned long blocks; /* in use */
    long bytes;           /* mapped */
    long files;           /* open */
    struct {
        char name[200]; /* the file that its code is in */
        unsigned long offset;
    } callers[FAILING_CALLERS]; /* who asked for the first such blocks */
};

/* From here on; the outcome is filled in as calls come. Only one at a time. */
void failing_start(const struct failing_plan *plan, struct failing_outcome *outcome);

/* Until here. */
void failing_stop(void);

#endif
