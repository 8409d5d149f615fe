/* interrupt.h -- Ctrl-C as a question that long work asks now and then
 *
 * The first Ctrl-C (or SIGTERM, SIGHUP) is noted, so that work stops cleanly; a
 * second one ends the program at once.
 */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <stdbool.h>

void cli_interrupt_catch(void);
bool cli_interrupted(void);

#endif
