/* output.h -- a file that a program writes for people or other programs
 *
 * It is whole or not there (cli/whole.h). What is no plain file (a terminal, a pipe, /dev/null)
 * is written as it comes; "-" is standard output.
 */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdio.h>

#include "cli/whole.h"

struct cli_output {
    FILE *file;
    const char *name;       /* for messages */
    struct cli_whole whole; /* closed if it is written as it comes */
};

/* TB_IO, TB_STOPPED while waiting for a pipe's reader, TB_INVALID if the path is too long. The
 * path is needed until the file is closed. */
enum tb_status cli_output_open(struct cli_output *output, const char *path, struct tb_error *error);

/* Bring it to disk and give it its name, unless a database was changed while it was read for it
 * (tilebase/guard.h). TB_IO, TB_DAMAGED. Closed in any case. */
enum tb_status cli_output_finish(struct cli_output *output, struct tb_error *error);

/* Leave nothing behind. */
void cli_output_cancel(struct cli_output *output);

#endif
