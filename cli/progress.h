/* progress.h -- one line on a terminal that tells how far the work is
 *
 * It goes to standard error, only if that is a terminal, a few times a second.
 */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>

struct cli_progress {
    bool shown; /* whether lines are printed at all */
    double start;
    double last; /* time of the last line */
};

/* Seconds on a clock that only goes forward. */
double cli_now(void);

void cli_progress_start(struct cli_progress *progress, bool quiet);

/* Whether it is time for a new line. */
bool cli_progress_due(struct cli_progress *progress);

/* Print a line in place of the last one. */
void cli_progress_line(struct cli_progress *progress, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Take the line away. */
void cli_progress_end(struct cli_progress *progress);

#endif
