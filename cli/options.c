/* options.c -- the command line of a program, from one table */
#include "cli/options.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HELP_COLUMN = 24 };

static const struct cli_option common[] = {
    {"help", NULL, "show this text"},
    {"version", NULL, "show the version"},
    {NULL, NULL, NULL},
};

/* Print text with every line after the first indented. */
static void print_indented(const char *text, int indent)
{
    for (;;) {
        size_t length = strcspn(text, "\n");

        printf("%.*s\n", (int)length, text);
        if (text[length] == '\0')
            return;
        printf("%*s", indent, "");
        text += length + 1;
    }
}

static void print_option(const struct cli_option *option)
{
    int width = printf("  --%s", option->name);

    if (option->argument != NULL)
        width += printf(" %s", option->argument);
    if (width > HELP_COLUMN - 2)
        width = printf("\n") - 1;
    printf("%*s", HELP_COLUMN - width, "");
    print_indented(option->help, HELP_COLUMN);
}

static void print_help(const struct cli_program *program)
{
    char prefix[64];
    const char *usage = program->usage;

    for (const char *label = "Usage: "; *usage != '\0'; label = "       ") {
        size_t length = strcspn(usage, "\n");

        snprintf(prefix, sizeof prefix, "%s%s", label, program->name);
        printf("%s %.*s\n", prefix, (int)length, usage);
        usage += length + (usage[length] == '\n');
    }
    printf("\n%s\n\nOptions:\n", program->summary);
    for (const struct cli_option *option = program->options; option->name != NULL; option++)
        print_option(option);
    for (const struct cli_option *option = common; option->name != NULL; option++)
        print_option(option);
    printf("\nExamples:\n  ");
    print_indented(program->examples, 2);
}

/* The place of the option in the list that has this name, `length` long; -1 if none. */
static int find(const struct cli_option *options, const char *name, size_t length)
{
    for (int i = 0; options[i].name != NULL; i++)
        if (strlen(options[i].name) == length && strncmp(options[i].name, name, length) == 0)
            return i;
    return -1;
}

static enum tb_status unknown(const struct cli_program *program, const char *argument,
                              struct tb_error *error)
{
    return tb_error_set(error, TB_INVALID, "no option '%.60s'; %s --help lists them", argument,
                        program->name);
}

/* One argument that starts with two dashes; `next` is the one behind it, or NULL.
 * Tells by `took_next` whether that was its value. */
static enum tb_status parse_option(const struct cli_program *program, const char *argument,
                                   const char *next, cli_handler *handler, void *context,
                                   bool *took_next, struct tb_error *error)
{
    const char *name = argument + 2;
    size_t length = strcspn(name, "=");
    const char *value = name[length] == '=' ? name + length + 1 : NULL;
    int place = find(program->options, name, length);

    if (place < 0)
        return unknown(program, argument, error);
    if (program->options[place].argument == NULL && value != NULL)
        return tb_error_set(error, TB_INVALID, "--%.*s takes no value", (int)length, name);
    if (program->options[place].argument != NULL && value == NULL) {
        if (next == NULL)
            return tb_error_set(error, TB_INVALID, "--%.*s needs a value: %s", (int)length, name,
                                program->options[place].argument);
        value = next;
        *took_next = true;
    }
    return handler(context, place, value, error);
}

enum tb_status cli_parse(const struct cli_program *program, int argc, char **argv,
                         cli_handler *handler, void *context, int *done, struct tb_error *error)
{
    bool options_ended = false;

    *done = 0;
    for (int i = 1; i < argc; i++) {
        enum tb_status status = TB_OK;
        bool took_next = false;

        if (options_ended || argv[i][0] != '-' || argv[i][1] == '\0') {
            status = handler(context, -1, argv[i], error);
        } else if (strcmp(argv[i], "--") == 0) {
            options_ended = true;
        } else if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            print_help(program);
            *done = 1;
            return TB_OK;
        } else if (strcmp(argv[i], "--version") == 0) {
            printf("%s %s\n", program->name, TILEBASE_VERSION);
            *done = 1;
            return TB_OK;
        } else if (argv[i][1] != '-') {
            status = unknown(program, argv[i], error);
        } else {
            status =
                parse_option(program, argv[i], argv[i + 1], handler, context, &took_next, error);
        }
        if (status != TB_OK)
            return status;
        i += took_next;
    }
    return TB_OK;
}

enum tb_status cli_parse_number(const char *option, const char *text, int64_t least, int64_t most,
                                int64_t *number, struct tb_error *error)
{
    char *end;

    errno = 0;
    *number = strtoll(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || *number < least || *number > most)
        return tb_error_set(error, TB_INVALID,
                            "--%s takes a whole number from %" PRId64 " to %" PRId64
                            ", not '%.40s'",
                            option, least, most, text);
    return TB_OK;
}
