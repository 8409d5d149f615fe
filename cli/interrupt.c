/* interrupt.c -- Ctrl-C as a question that long work asks now and then */
#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#include "cli/message.h"
#include "tilebase/guard.h"

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

    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction old;

    sigemptyset(&action.sa_mask);
    /* What the caller had ignored stays so: nohup(1) asks for that. */
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    tb_guard_install(NULL); /* without it everything works but for files that get shorter */
}

bool cli_interrupted(void)
{
    return interrupts != 0 || tb_guard_tripped();
}
