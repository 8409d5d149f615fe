/* interrupt.c -- Ctrl-C as a question that long work asks now and then */
#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#include "cli/message.h"

/* A signal handler can reach nothing but a global. */
static volatile sig_atomic_t interrupts;

static void note(int signal)
{
    (void)signal;
    if (++interrupts == 3)
        _exit(CLI_EXIT_INTERRUPTED);
}

void cli_interrupt_catch(void)
{
    struct sigaction action = {.sa_handler = note};

    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

bool cli_interrupted(void)
{
    return interrupts != 0;
}
