/* main.c -- pdbinfo: what is inside a database */
#include <stdio.h>

#include "cli/message.h"
#include "cli/options.h"
#include "cli/threads.h"
#include "summary.h"

enum option { OPTION_VERIFY, OPTION_JSON, OPTION_THREADS };

static const struct cli_option options[] = {
    [OPTION_VERIFY] = {"verify", NULL, "read all of each file and check every checksum"},
    [OPTION_JSON] = {"json", NULL, "one JSON object a line for each file"},
    [OPTION_THREADS] = {"threads", "N", "threads to decompress with; all cores if not given"},
    {NULL, NULL, NULL},
};

static const struct cli_program program = {
    .name = "pdbinfo",
    .usage = "[OPTION...] FILE...",
    .summary = "Show what is inside pattern databases: pattern, sizes, values.",
    .options = options,
    .examples = "pdbinfo pdb/4x4-additive-1-8.pdb\n"
                "pdbinfo --verify pdb/*.pdb      was it copied whole?\n"
                "pdbinfo --json pdb/*.pdb        for programs",
};

struct arguments {
    struct tb_pdb_options open;
    bool json;
    const char **files; /* into argv */
    int count;
};

static enum tb_status handle(void *context, int option, const char *value, struct tb_error *error)
{
    struct arguments *arguments = context;
    long number = 0;
    enum tb_status status = TB_OK;

    switch (option) {
    case OPTION_VERIFY:
        arguments->open.verify = true;
        break;
    case OPTION_JSON:
        arguments->json = true;
        break;
    case OPTION_THREADS:
        status = cli_parse_number("threads", value, 1, 1024, &number, error);
        arguments->open.threads = (unsigned)number;
        break;
    default:
        arguments->files[arguments->count++] = value;
    }
    return status;
}

/* The header alone, or with --verify that of the file opened and checked. */
static enum tb_status read_file(const struct arguments *arguments, const char *path,
                                struct tb_header *header, struct tb_error *error)
{
    struct tb_pdb *pdb;
    enum tb_status status;

    if (!arguments->open.verify)
        return tb_pdb_read_header(path, header, error);
    status = tb_pdb_open(path, &arguments->open, &pdb, error);
    if (status == TB_OK) {
        *header = *tb_pdb_header(pdb);
        tb_pdb_close(pdb);
    }
    return status;
}

/* Every file is tried, so that one bad file does not hide another. */
static int show_files(const struct arguments *arguments)
{
    int exit_code = CLI_EXIT_OK;
    bool first = true;

    for (int i = 0; i < arguments->count; i++) {
        const char *path = arguments->files[i];
        struct tb_header header;
        struct tb_error error;

        enum tb_status status = read_file(arguments, path, &header, &error);

        if (status == TB_OK && arguments->json)
            status = summary_print_json(path, &header, arguments->open.verify, &error);
        else if (status == TB_OK) {
            printf("%s", first ? "" : "\n");
            summary_print(path, &header, arguments->open.verify);
            first = false;
        }
        if (status != TB_OK)
            exit_code = cli_fail(program.name, &error);
    }
    return exit_code;
}

int main(int argc, char **argv)
{
    struct arguments arguments = {.files = (const char **)argv,
                                  .open = {.threads = cli_default_threads()}};
    struct tb_error error = {0};
    int done, exit_code;
    enum tb_status status = cli_parse(&program, argc, argv, handle, &arguments, &done, &error);

    if (status == TB_OK && !done && arguments.count == 0)
        status = tb_error_set(&error, TB_INVALID, "no file given; pdbinfo --help tells more");
    if (status == TB_OK && !done && arguments.open.verify)
        status = cli_check_threads(arguments.open.threads, &error);
    if (status != TB_OK)
        exit_code = cli_fail(program.name, &error);
    else
        exit_code = done ? CLI_EXIT_OK : show_files(&arguments);
    return cli_finish(program.name, exit_code);
}
