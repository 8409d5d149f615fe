/* progress.c -- one line on a terminal that tells how far the work is */
#include "cli/progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cli/terminal.h"

static const double interval = 0.1; /* seconds between lines */

double cli_now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

void cli_progress_start(struct cli_progress *progress, bool quiet)
{
    progress->shown = !quiet && isatty(STDERR_FILENO);
    progress->start = cli_now();
    progress->last = progress->start;
}

bool cli_progress_due(struct cli_progress *progress)
{
    return progress->shown && cli_now() - progress->last >= interval;
}

void cli_progress_line(struct cli_progress *progress, const char *format, ...)
{
    va_list arguments;
    char line[512];

    if (!progress->shown)
        return;
    progress->last = cli_now();
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    /* A line that is wider would wrap, and could not be taken back. */
    fprintf(stderr, "\r%.*s\033[K", cli_terminal_width(STDERR_FILENO) - 1, line);
    fflush(stderr);
}

void cli_progress_end(struct cli_progress *progress)
{
    if (progress->shown && progress->last > progress->start)
        fputs("\r\033[K", stderr);
}
