/* interrupt.c -- Ctrl-C as a question that long work asks now and then */
#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>

/* A signal handler can reach nothing but a global. */
static volatile sig_atomic_t interrupted;

static void note(int signal)
{
    (void)signal;
    interrupted = 1;
}

void cli_interrupt_catch(void)
{
    struct sigaction action = {.sa_handler = note, .sa_flags = (int)SA_RESETHAND};

    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

bool cli_interrupted(void)
{
    return interrupted != 0;
}
