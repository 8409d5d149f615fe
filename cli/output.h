/* output.h -- a file that a program writes for people or other programs
 *
 * It is written under another name beside its own and renamed when it is whole, so that a
 * full disk or Ctrl-C neither leaves half a file nor harms the one that was there. What is
 * no plain file (a terminal, a pipe, /dev/null) is written as it comes; "-" is standard output.
 */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdio.h>

#include "tilebase/error.h"
#include "tilebase/folders.h"

struct cli_output {
    FILE *file;
    char path[TB_PATH_MAX];
    char part[TB_PATH_MAX + 16]; /* empty if there is nothing to rename */
};

/* TB_IO, TB_INVALID if the path is too long. */
enum tb_status cli_output_open(struct cli_output *output, const char *path, struct tb_error *error);

/* Bring it to disk and give it its name. TB_IO. Closed in any case. */
enum tb_status cli_output_finish(struct cli_output *output, struct tb_error *error);

/* Leave nothing behind. */
void cli_output_cancel(struct cli_output *output);

#endif
