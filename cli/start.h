/* start.h -- what a program does before anything else */
#ifndef CLI_START_H
#define CLI_START_H

/* Standard input, output and error are there from now on, be it only as files that can be neither
 * read nor written: else a file opened later would take the place of one that the caller had
 * closed, and get what was meant for it. And a file that gets larger than its limit
 * (ulimit -f) is an error like a full disk, not the end of the process. A stack too small to work
 * with (ulimit -s) ends the program with a message instead of a crash later on. */
void cli_start(const char *program);

#endif
