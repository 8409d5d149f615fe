/* interrupt.h -- Ctrl-C as a question that long work asks now and then
 *
 * The first Ctrl-C (or SIGTERM, SIGHUP) is noted, so that work stops cleanly; who is
 * out of patience sends two more, and the program ends at once. (Not one more:
 * timeout(1), for one, sends its signal twice.) A database that gets shorter while it is
 * mapped stops work, too, and cli_fail and cli_finish then say so, or that one was written to
 * (tilebase/guard.h).
 */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <stdbool.h>

void cli_interrupt_catch(void);
bool cli_interrupted(void);

#endif
