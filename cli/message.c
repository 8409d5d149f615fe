/* message.c -- how programs say what went wrong, and with which exit code */
#include "cli/message.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "tilebase/guard.h"

void cli_note(const char *program, const struct tb_error *error)
{
    fflush(stdout);
    fprintf(stderr, "%s: %s\n", program, error->text);
}

enum tb_status cli_check_databases(struct tb_error *error)
{
    if (!tb_guard_check())
        return TB_OK;
    return tb_error_set(error, TB_DAMAGED,
                        "a database was cut off or written to while it was in use, so nothing that "
                        "was found with it holds: build it again with pdbgen");
}

int cli_fail(const char *program, const struct tb_error *error)
{
    struct tb_error changed;

    /* Whatever else went wrong then, this is why. */
    if (cli_check_databases(&changed) != TB_OK)
        error = &changed;
    cli_note(program, error);
    switch (error->status) {
    case TB_INVALID:
        return CLI_EXIT_USAGE;
    case TB_STOPPED:
        return CLI_EXIT_INTERRUPTED;
    default:
        return CLI_EXIT_FAILURE;
    }
}

int cli_finish(const char *program, int exit_code)
{
    struct tb_error changed;

    if (exit_code == CLI_EXIT_OK && cli_check_databases(&changed) != TB_OK)
        return cli_fail(program, &changed);
    errno = EIO; /* if it failed earlier, and what is left can be written */
    /* After a failure there is nothing to add: one line is enough. */
    if ((fflush(stdout) == 0 && !ferror(stdout)) || exit_code != CLI_EXIT_OK)
        return exit_code;
    fprintf(stderr, "%s: standard output: %s\n", program, strerror(errno));
    return CLI_EXIT_FAILURE;
}
