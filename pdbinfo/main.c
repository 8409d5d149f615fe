/* main.c -- pdbinfo: what is inside a database, and whether it is right */
#include <stdio.h>

#include "cli/interrupt.h"
#include "cli/message.h"
#include "cli/options.h"
#include "cli/start.h"
#include "cli/threads.h"
#include "tasks.h"

enum option {
    OPTION_PARTITION,
    OPTION_KIND,
    OPTION_VERIFY,
    OPTION_CHECKSUMS,
    OPTION_LOOKUP,
    OPTION_GOAL,
    OPTION_DIFF,
    OPTION_EXPORT,
    OPTION_OUTPUT,
    OPTION_SVG,
    OPTION_POSITIONS,
    OPTION_SEED,
    OPTION_LENGTH,
    OPTION_JSON,
    OPTION_CSV,
    OPTION_THREADS,
};

static const struct cli_option options[] = {
    [OPTION_PARTITION] = {"partition", "NAME",
                          "show the databases of a partition, what its values are\n"
                          "together, and how many nodes a search will take"},
    [OPTION_KIND] = {"kind", "KIND",
                     "of the partition's databases: additive, zero-aware or\n"
                     "non-additive, instead of what its picture says"},
    [OPTION_VERIFY] = {"verify", NULL,
                       "check every checksum, and prove that every entry is\n"
                       "right; the first that is not is named as a board"},
    [OPTION_CHECKSUMS] = {"checksums", NULL,
                          "check the checksums alone: was the file copied whole?"},
    [OPTION_LOOKUP] = {"lookup", "BOARD",
                       "show what each pattern says of a board, and the moves\n"
                       "that bring its tiles home"},
    [OPTION_GOAL] = {"goal", "GOAL",
                     "with --lookup and --partition: blank-last (the\n"
                     "default), blank-first, or a board"},
    [OPTION_DIFF] = {"diff", NULL, "compare two databases, entry by entry"},
    [OPTION_EXPORT] = {"export", "FORM",
                       "write all values for other programs: raw (bytes), npy\n"
                       "(NumPy) or csv"},
    [OPTION_OUTPUT] = {"output", "FILE", "with --export: write to a file; - is standard output"},
    [OPTION_SVG] = {"svg", "FILE",
                    "draw how values are distributed, of all databases and\n"
                    "partitions given, and their Manhattan distances"},
    [OPTION_POSITIONS] = {"positions", "N",
                          "with --partition: look up N random positions; 1000000\n"
                          "if not given, and all on boards up to ten cells"},
    [OPTION_SEED] = {"seed", "S", "another seed draws other positions; 1 if not given"},
    [OPTION_LENGTH] = {"length", "L",
                       "with --partition: predict the nodes for boards that\n"
                       "need L moves; the usual number if not given"},
    [OPTION_JSON] = {"json", NULL, "one JSON object a line"},
    [OPTION_CSV] = {"csv", NULL, "how many entries have each value, for spreadsheets"},
    [OPTION_THREADS] = {"threads", "N", "all cores if not given"},
    {NULL, NULL, NULL},
};

static const struct cli_program program = {
    .name = "pdbinfo",
    .usage = "[OPTION...] FILE...\n"
             "[OPTION...] --partition NAME\n"
             "[OPTION...] --lookup BOARD (--partition NAME | FILE...)\n"
             "--diff FILE FILE\n"
             "--export FORM [--output FILE] FILE",
    .summary = "Show what is inside pattern databases, and prove that it is right.",
    .options = options,
    .examples = "pdbinfo pdb/4x4-additive-1-8.pdb\n"
                "pdbinfo pdb/*.pdb               side by side\n"
                "pdbinfo --verify pdb/*.pdb      is every entry right?\n"
                "pdbinfo --partition 7-8         how good is it?\n"
                "pdbinfo --svg 4x4.svg --partition 5-5-5 --partition 7-8\n"
                "pdbinfo --partition 7-8 --lookup \"11 13 4 7 1 0 2 6 15 8 12 5 9 14 3 10\"",
};

/* Options that take a number. */
static enum tb_status handle_number(struct task *task, int option, const char *value,
                                    struct tb_error *error)
{
    static const struct {
        long least, most;
    } range[] = {
        [OPTION_POSITIONS] = {32, 100000000000},
        [OPTION_SEED] = {1, 4611686018427387904},
        [OPTION_LENGTH] = {1, 400},
        [OPTION_THREADS] = {1, 1024},
    };
    long number = 0;
    enum tb_status status = cli_parse_number(options[option].name, value, range[option].least,
                                             range[option].most, &number, error);

    if (option == OPTION_POSITIONS)
        task->positions = (uint64_t)number;
    else if (option == OPTION_SEED)
        task->seed = (uint64_t)number;
    else if (option == OPTION_LENGTH)
        task->length = (unsigned)number;
    else
        task->threads = (unsigned)number;
    return status;
}

static enum tb_status add_partition(struct task *task, const char *name, struct tb_error *error)
{
    if (task->partition_count == TASK_PARTITIONS)
        return tb_error_set(error, TB_INVALID, "at most %d partitions at once", TASK_PARTITIONS);
    task->partitions[task->partition_count++] = name;
    return TB_OK;
}

static enum tb_status choose_form(struct task *task, enum task_form form, struct tb_error *error)
{
    if (task->form != FORM_TEXT && task->form != form)
        return tb_error_set(error, TB_INVALID, "choose --json or --csv");
    task->form = form;
    return TB_OK;
}

static enum tb_status handle(void *context, int option, const char *value, struct tb_error *error)
{
    struct task *task = context;

    switch (option) {
    case OPTION_PARTITION:
        return add_partition(task, value, error);
    case OPTION_KIND:
        return tb_kind_parse(value, &task->kind, error);
    case OPTION_VERIFY:
        task->trust = SUMMARY_PROVEN;
        break;
    case OPTION_CHECKSUMS:
        if (task->trust == SUMMARY_HEADER)
            task->trust = SUMMARY_CHECKSUMS;
        break;
    case OPTION_LOOKUP:
        task->board = value;
        break;
    case OPTION_GOAL:
        task->goal = value;
        break;
    case OPTION_DIFF:
        task->diff = true;
        break;
    case OPTION_EXPORT:
        task->exports = true;
        return export_parse(value, &task->export, error);
    case OPTION_OUTPUT:
        task->output = value;
        break;
    case OPTION_SVG:
        task->svg = value;
        break;
    case OPTION_JSON:
        return choose_form(task, FORM_JSON, error);
    case OPTION_CSV:
        return choose_form(task, FORM_CSV, error);
    case -1:
        task->files[task->count++] = value;
        break;
    default:
        return handle_number(task, option, value, error);
    }
    return TB_OK;
}

/* What does not go together. */
static enum tb_status check(const struct task *task, struct tb_error *error)
{
    int tasks = task->diff + task->exports + (task->board != NULL) + (task->svg != NULL);

    if (task->count == 0 && task->partition_count == 0)
        return tb_error_set(error, TB_INVALID,
                            "no file given and no --partition; pdbinfo --help tells more");
    if (tasks > 1)
        return tb_error_set(error, TB_INVALID,
                            "choose one of --lookup, --diff, --export and --svg");
    if (tasks == 1 && task->trust != SUMMARY_HEADER)
        return tb_error_set(error, TB_INVALID,
                            "--verify and --checksums are for showing databases");
    if (tasks == 1 && task->form == FORM_CSV)
        return tb_error_set(error, TB_INVALID, "--csv is for showing databases");
    if (task->diff && (task->count != 2 || task->partition_count > 0))
        return tb_error_set(error, TB_INVALID, "--diff compares two files");
    if (task->exports && (task->count != 1 || task->partition_count > 0))
        return tb_error_set(error, TB_INVALID, "--export writes one file's values");
    if (task->exports && task->form != FORM_TEXT)
        return tb_error_set(error, TB_INVALID, "choose --export or --json");
    if (task->svg != NULL && task->form != FORM_TEXT)
        return tb_error_set(error, TB_INVALID, "choose --svg or --json");
    if (task->form == FORM_CSV && task->count > 0 && task->partition_count > 0)
        return tb_error_set(error, TB_INVALID, "--csv is for files or for partitions");
    if (task->output != NULL && !task->exports)
        return tb_error_set(error, TB_INVALID, "--output is for --export");
    if (task->kind != 0 && task->partition_count == 0)
        return tb_error_set(error, TB_INVALID, "--kind is for --partition");
    if ((task->positions > 0 || task->seed > 0 || task->length > 0) &&
        (task->partition_count == 0 || task->board != NULL))
        return tb_error_set(error, TB_INVALID,
                            "--positions, --seed and --length are for measuring a --partition");
    if (task->goal != NULL && (task->board == NULL || task->partition_count == 0))
        return tb_error_set(error, TB_INVALID, "--goal is for --lookup with --partition");
    return TB_OK;
}

int main(int argc, char **argv)
{
    struct task task = {.files = (const char **)argv, .threads = cli_default_threads()};
    struct tb_error error = {0};
    bool different = false;
    int done;
    enum tb_status status;

    cli_start(program.name);
    status = cli_parse(&program, argc, argv, handle, &task, &done, &error);
    if (status == TB_OK && !done)
        status = check(&task, &error);
    if (status == TB_OK && !done)
        status = cli_check_threads(task.threads, &error);
    if (status == TB_OK && !done) {
        task.goal = task.goal == NULL ? "blank-last" : task.goal;
        task.output = task.output == NULL ? "-" : task.output;
        task.positions = task.positions == 0 ? 1000000 : task.positions;
        task.seed = task.seed == 0 ? 1 : task.seed;
        cli_interrupt_catch();
        status = task_run(&task, &different, &error);
    }
    return cli_finish(program.name, status != TB_OK ? cli_fail(program.name, &error)
                                    : different     ? CLI_EXIT_FAILURE
                                                    : CLI_EXIT_OK);
}
