/* message.h -- how programs say what went wrong, and with which exit code */
#ifndef CLI_MESSAGE_H
#define CLI_MESSAGE_H

#include "tilebase/error.h"

enum {
    CLI_EXIT_OK = 0,
    CLI_EXIT_FAILURE = 1,
    CLI_EXIT_USAGE = 2,
    CLI_EXIT_INTERRUPTED = 130, /* what shells say after Ctrl-C */
};

/* Print "program: text" on standard error; returns the exit code for it. */
int cli_fail(const char *program, const struct tb_error *error);

/* Print it as a notice, which does not end the program. */
void cli_note(const char *program, const struct tb_error *error);

/* Whether all databases that are mapped are what they were when they were opened; to be asked
 * before anything is told that was found with them. TB_DAMAGED. */
enum tb_status cli_check_databases(struct tb_error *error);

/* Bring what was printed out, and fail if that was not possible (a full disk). */
int cli_finish(const char *program, int exit_code);

#endif
