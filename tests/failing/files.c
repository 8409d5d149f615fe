/* files.c -- calls on files and folders, and others of the system, that fail when told to */
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "inside.h"

FORWARD(open)
FORWARD(open64)
FORWARD(fcntl)
FORWARD(fcntl64)
FORWARD(mkstemp64)
FORWARD(close)
FORWARD(read)
FORWARD(pread64)
FORWARD(write)
FORWARD(opendir)
FORWARD(closedir)
FORWARD(pthread_create)
FORWARD(pthread_getattr_np)
FORWARD(ioctl)

STAND_IN(int, fsync, (int file), (file), FAILING_SYNC, -1)
STAND_IN(int, rename, (const char *from, const char *to), (from, to), FAILING_RENAME, -1)
STAND_IN(int, unlink, (const char *path), (path), FAILING_UNLINK, -1)
STAND_IN(int, stat64, (const char *path, struct stat64 *info), (path, info), FAILING_STAT, -1)
STAND_IN(int, fstat64, (int file, struct stat64 *info), (file, info), FAILING_STAT, -1)
STAND_IN(int, access, (const char *path, int mode), (path, mode), FAILING_STAT, -1)
STAND_IN(off64_t, lseek64, (int file, off64_t offset, int from), (file, offset, from), FAILING_SEEK,
         -1)
STAND_IN(int, ftruncate64, (int file, off64_t size), (file, size), FAILING_CUT, -1)
STAND_IN(int, flock, (int file, int how), (file, how), FAILING_LOCK, -1)
STAND_IN(int, mkdir, (const char *path, mode_t mode), (path, mode), FAILING_MKDIR, -1)
STAND_IN(struct dirent64 *, readdir64, (DIR * folder), (folder), FAILING_LIST, NULL)
STAND_IN(char *, realpath, (const char *path, char *whole), (path, whole), FAILING_PATH, NULL)
STAND_IN(char *, getcwd, (char *path, size_t size), (path, size), FAILING_PATH, NULL)
STAND_IN(int, sched_getaffinity, (pid_t process, size_t size, cpu_set_t *cores),
         (process, size, cores), FAILING_SYSTEM, -1)
STAND_IN(int, getrlimit64, (__rlimit_resource_t what, struct rlimit64 *limit), (what, limit),
         FAILING_SYSTEM, -1)
STAND_IN(int, sigaction, (int number, const struct sigaction *action, struct sigaction *old),
         (number, action, old), FAILING_SYSTEM, -1)
STAND_IN(int, fchmod, (int file, mode_t mode), (file, mode), FAILING_SYSTEM, -1)

/* The same under two names: programs with large files have the longer one. */
static int open_as(__typeof__(open64) *next, const char *path, int flags, mode_t mode,
                   const void *caller)
{
    int reason = failing_ask(FAILING_OPEN, caller), file;

    if (reason != 0) {
        errno = reason;
        return -1;
    }
    file = next(path, flags, mode);
    ledger_open(file >= 0, caller);
    return file;
}

int open64(const char *path, int flags, ...)
{
    va_list arguments;
    mode_t mode;

    va_start(arguments, flags);
    mode = (flags & O_CREAT) != 0 ? (mode_t)va_arg(arguments, unsigned) : 0;
    va_end(arguments);
    return open_as(next_open64(), path, flags, mode, CALLER);
}

int open(const char *path, int flags, ...)
{
    va_list arguments;
    mode_t mode;

    va_start(arguments, flags);
    mode = (flags & O_CREAT) != 0 ? (mode_t)va_arg(arguments, unsigned) : 0;
    va_end(arguments);
    return open_as(next_open(), path, flags, mode, CALLER);
}

/* A second number for an open file is one more that is open; all else that fcntl does passes. */
static int control_as(__typeof__(fcntl64) *next, int file, int command, void *argument,
                      const void *caller)
{
    bool opens = command == F_DUPFD || command == F_DUPFD_CLOEXEC;
    int reason = opens ? failing_ask(FAILING_OPEN, caller) : 0, result;

    if (reason != 0) {
        errno = reason;
        return -1;
    }
    result = next(file, command, argument);
    if (opens)
        ledger_open(result >= 0, caller);
    return result;
}

int fcntl64(int file, int command, ...)
{
    va_list arguments;
    void *argument;

    va_start(arguments, command);
    argument = va_arg(arguments, void *);
    va_end(arguments);
    return control_as(next_fcntl64(), file, command, argument, CALLER);
}

int fcntl(int file, int command, ...)
{
    va_list arguments;
    void *argument;

    va_start(arguments, command);
    argument = va_arg(arguments, void *);
    va_end(arguments);
    return control_as(next_fcntl(), file, command, argument, CALLER);
}

int mkstemp64(char *path)
{
    int reason = failing_ask(FAILING_OPEN, CALLER), file;

    if (reason != 0) {
        errno = reason;
        return -1;
    }
    file = next_mkstemp64()(path);
    ledger_open(file >= 0, CALLER);
    return file;
}

DIR *opendir(const char *path)
{
    int reason = failing_ask(FAILING_OPEN, CALLER);
    DIR *folder;

    if (reason != 0) {
        errno = reason;
        return NULL;
    }
    folder = next_opendir()(path);
    ledger_open(folder != NULL, CALLER);
    return folder;
}

/* A file whose close failed is closed all the same. */
static int closed(int result, const void *caller)
{
    int reason = failing_ask(FAILING_CLOSE, caller);

    ledger_open(-(result == 0), caller);
    if (reason == 0)
        return result;
    errno = reason;
    return -1;
}

int close(int file)
{
    return closed(next_close()(file), CALLER);
}

int closedir(DIR *folder)
{
    return closed(next_closedir()(folder), CALLER);
}

/* How many bytes of a read or write are done; errno and false if none. */
static bool shorten(enum failing_class what, const void *caller, size_t *bytes)
{
    int reason = failing_ask(what, caller);

    if (reason == FAILING_SHORT && *bytes > 1)
        *bytes /= 2;
    if (reason > 0)
        errno = reason;
    if (reason == FAILING_END)
        *bytes = 0;
    return reason <= 0;
}

ssize_t read(int file, void *to, size_t bytes)
{
    return shorten(FAILING_READ, CALLER, &bytes) ? next_read()(file, to, bytes) : -1;
}

ssize_t pread64(int file, void *to, size_t bytes, off64_t offset)
{
    return shorten(FAILING_READ, CALLER, &bytes) ? next_pread64()(file, to, bytes, offset) : -1;
}

ssize_t write(int file, const void *from, size_t bytes)
{
    if (file == STDERR_FILENO)
        return next_write()(file, from, bytes);
    return shorten(FAILING_WRITE, CALLER, &bytes) ? next_write()(file, from, bytes) : -1;
}

/* OpenMP ends the process when it gets no thread. What a thread needs to begin stays in use when
 * it ends, for the next one. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *),
                   void *context)
{
    bool openmp = failing_is_openmp(CALLER);
    int reason = failing_ask(FAILING_THREAD, CALLER);

    if (reason != 0)
        return reason;
    failing_exempt(openmp);
    failing_unwatched(1);
    reason = next_pthread_create()(thread, attributes, work, context);
    failing_unwatched(-1);
    failing_exempt(-openmp);
    return reason;
}

/* Sanitizers ask this at the beginning of a thread, and end the process when there is no memory. */
int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes)
{
    int result;

    failing_exempt(1);
    result = next_pthread_getattr_np()(thread, attributes);
    failing_exempt(-1);
    return result;
}

int ioctl(int file, unsigned long what, ...)
{
    int reason = failing_ask(FAILING_SYSTEM, CALLER);
    va_list arguments;
    void *argument;

    if (reason != 0) {
        errno = reason;
        return -1;
    }
    va_start(arguments, what);
    argument = va_arg(arguments, void *);
    va_end(arguments);
    return next_ioctl()(file, what, argument);
}
