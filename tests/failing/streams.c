/* streams.c -- functions of streams that fail when told to
 *
 * A stream's own reads and writes cannot be seen from outside, so each function that may lead to
 * one counts as one; a failed one leaves the stream marked as a real failure does.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>

#include "inside.h"

FORWARD(fopen)
FORWARD(fopen64)
FORWARD(fdopen)
FORWARD(fclose)
FORWARD(fread)
FORWARD(fgets)
FORWARD(fwrite)
FORWARD(fputs)
FORWARD(fputc)
FORWARD(fflush)
FORWARD(vfprintf)
FORWARD(vfscanf)
FORWARD(__getdelim)

/* Mark it, and say whether this call fails. */
static bool refused(enum failing_class what, FILE *stream, const void *caller)
{
    int reason = stream == stderr ? 0 : failing_ask(what, caller);

    /* A stream itself goes on after a short read or write. */
    if (reason == 0 || reason == FAILING_SHORT)
        return false;
    stream->_flags |= reason == FAILING_END ? _IO_EOF_SEEN : _IO_ERR_SEEN;
    errno = reason > 0 ? reason : 0;
    return true;
}

static FILE *open_as(__typeof__(fopen64) *next, const char *path, const char *mode,
                     const void *caller)
{
    int reason = failing_ask(FAILING_OPEN, caller);
    FILE *stream;

    if (reason != 0) {
        errno = reason;
        return NULL;
    }
    stream = next(path, mode);
    ledger_open(stream != NULL, caller);
    return stream;
}

FILE *fopen64(const char *path, const char *mode)
{
    return open_as(next_fopen64(), path, mode, CALLER);
}

FILE *fopen(const char *path, const char *mode)
{
    return open_as(next_fopen(), path, mode, CALLER);
}

FILE *fdopen(int file, const char *mode)
{
    int reason = failing_ask(FAILING_OPEN, CALLER);

    if (reason == 0)
        return next_fdopen()(file, mode);
    errno = reason;
    return NULL;
}

/* Closed in any case; what is not written yet is lost. */
int fclose(FILE *stream)
{
    bool failed = refused(FAILING_WRITE, stream, CALLER);
    int reason = errno, result;

    if (failed)
        __fpurge(stream);
    ledger_open(-1, CALLER);
    result = next_fclose()(stream);
    if (!failed)
        return result;
    errno = reason;
    return EOF;
}

size_t fread(void *to, size_t size, size_t count, FILE *stream)
{
    return refused(FAILING_READ, stream, CALLER) ? 0 : next_fread()(to, size, count, stream);
}

char *fgets(char *text, int size, FILE *stream)
{
    return refused(FAILING_READ, stream, CALLER) ? NULL : next_fgets()(text, size, stream);
}

/* What getline is. */
ssize_t __getdelim(char **line, size_t *room, int end, FILE *stream)
{
    return refused(FAILING_READ, stream, CALLER) ? -1 : next___getdelim()(line, room, end, stream);
}

int __isoc99_fscanf(FILE *stream, const char *format, ...);
int __isoc99_fscanf(FILE *stream, const char *format, ...)
{
    va_list arguments;
    int result;

    if (refused(FAILING_READ, stream, CALLER))
        return EOF;
    va_start(arguments, format);
    result = next_vfscanf()(stream, format, arguments);
    va_end(arguments);
    return result;
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *stream)
{
    return refused(FAILING_WRITE, stream, CALLER) ? 0 : next_fwrite()(from, size, count, stream);
}

int fputs(const char *text, FILE *stream)
{
    return refused(FAILING_WRITE, stream, CALLER) ? EOF : next_fputs()(text, stream);
}

int fputc(int byte, FILE *stream)
{
    return refused(FAILING_WRITE, stream, CALLER) ? EOF : next_fputc()(byte, stream);
}

#undef putc
int putc(int byte, FILE *stream)
{
    return refused(FAILING_WRITE, stream, CALLER) ? EOF : next_fputc()(byte, stream);
}

#undef putchar
int putchar(int byte)
{
    return refused(FAILING_WRITE, stdout, CALLER) ? EOF : next_fputc()(byte, stdout);
}

int puts(const char *text)
{
    if (refused(FAILING_WRITE, stdout, CALLER) || next_fputs()(text, stdout) == EOF)
        return EOF;
    return next_fputc()('\n', stdout);
}

int printf(const char *format, ...)
{
    va_list arguments;
    int result;

    if (refused(FAILING_WRITE, stdout, CALLER))
        return -1;
    va_start(arguments, format);
    result = next_vfprintf()(stdout, format, arguments);
    va_end(arguments);
    return result;
}

int fprintf(FILE *stream, const char *format, ...)
{
    va_list arguments;
    int result;

    if (refused(FAILING_WRITE, stream, CALLER))
        return -1;
    va_start(arguments, format);
    result = next_vfprintf()(stream, format, arguments);
    va_end(arguments);
    return result;
}

int fflush(FILE *stream)
{
    if (stream != NULL && refused(FAILING_WRITE, stream, CALLER))
        return EOF;
    return next_fflush()(stream);
}
