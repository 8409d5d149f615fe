/* start.c -- what a program does before anything else */
#include "cli/start.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/message.h"

enum { STACK_LEAST = 256 << 10 }; /* a third more than any program is known to need */

static void check_stack(const char *program)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= STACK_LEAST)
        return;
    fprintf(stderr, "%s: the stack is limited to %d kB: allow %d (ulimit -s %d)\n", program,
            (int)(limit.rlim_cur >> 10), STACK_LEAST >> 10, STACK_LEAST >> 10);
    exit(CLI_EXIT_FAILURE);
}

void cli_start(const char *program)
{
    int file;

    /* The lowest number that is free is given. */
    do
        file = open("/", O_PATH);
    while (file >= 0 && file <= STDERR_FILENO);
    if (file >= 0)
        close(file);
    signal(SIGXFSZ, SIG_IGN);
    check_stack(program);
}
