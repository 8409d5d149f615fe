/* options.h -- the command line of a program, from one table
 *
 * A program lists its options once; the list makes the parser, its errors and the
 * text of --help. --help and --version are there without being listed.
 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdint.h>

#include "tilebase/error.h"

struct cli_option {
    const char *name;     /* without the dashes */
    const char *argument; /* what --help calls its value; NULL if it takes none */
    const char *help;     /* lines after the first are indented by --help */
};

struct cli_program {
    const char *name;
    const char *usage;                /* what follows the name, one line a form */
    const char *summary;              /* what it does */
    const struct cli_option *options; /* up to one without a name */
    const char *examples;             /* each line is shown indented */
};

/* Called with each option's place in the list and its value (NULL if it takes
 * none), and with -1 for each argument that is not an option. */
typedef enum tb_status cli_handler(void *context, int option, const char *value,
                                   struct tb_error *error);

/* Parse the command line. `done` tells that --help or --version was asked for and
 * answered. TB_INVALID, or what the handler returns. */
enum tb_status cli_parse(const struct cli_program *program, int argc, char **argv,
                         cli_handler *handler, void *context, int *done, struct tb_error *error);

/* Read a whole number between least and most. TB_INVALID names the option. */
enum tb_status cli_parse_number(const char *option, const char *text, int64_t least, int64_t most,
                                int64_t *number, struct tb_error *error);

#endif
