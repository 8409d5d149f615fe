/* fuzz_options.c -- the command lines of pdbgen, pdbinfo and pdbsolve, up to where the work begins
 *
 * The first byte chooses the program. Behind it is an argument a line; a zero byte ends one, too.
 * What follows a line `<` is the text of a file, which is read in place of every file that the
 * arguments name. Settings that are taken must be within their bounds; what is to be built or
 * solved is gathered, and nothing is done with it.
 */
#include "fuzz.h"

#include <math.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/threads.h"
#include "pdbgen/arguments.h"
#include "pdbinfo/arguments.h"
#include "solver/collect.h"

enum { RANDOM_ENOUGH = 20 }; /* boards, and moves to make one */

/* A command line, each argument in memory of just its size, and what is in the file. */
struct command {
    int count;
    char **argument; /* the program may move these about */
    char **kept;
    const uint8_t *text;
    size_t text_size;
};

/* Bytes up to the end of a line or of all. */
static size_t line_length(const uint8_t *data, size_t size)
{
    size_t length = 0;

    while (length < size && data[length] != '\n' && data[length] != '\0')
        length++;
    return length;
}

static void command_init(struct command *command, const uint8_t *data, size_t size)
{
    *command = (struct command){.count = 1, .kept = take((size + 2) * sizeof(char *))};
    command->kept[0] = copy_text((const uint8_t *)"fuzz", 4);
    while (size > 0) {
        size_t length = line_length(data, size);
        size_t step = length + (length < size);

        if (length == 1 && data[0] == '<') {
            command->text = data + step;
            command->text_size = size - step;
            break;
        }
        command->kept[command->count++] = copy_text(data, length);
        data += step;
        size -= step;
    }
    command->kept[command->count] = NULL;
    command->argument = (char **)copy_bytes((const uint8_t *)command->kept,
                                            ((size_t)command->count + 1) * sizeof(char *));
}

static void command_free(struct command *command)
{
    for (int i = 0; i < command->count; i++)
        free(command->kept[i]);
    free(command->kept);
    free(command->argument);
}

/* Whether a text is one of the command's arguments, or the end of one. */
static bool is_argument(const struct command *command, const char *text)
{
    for (int i = 1; i < command->count; i++)
        if (text >= command->kept[i] && text <= command->kept[i] + strlen(command->kept[i]))
            return true;
    return false;
}

/* --- what stands in for files, and for standard output --- */

/* A file that is in memory alone; the path leads to it as long as it is open. */
static int open_text(const struct command *command, char *path, size_t size)
{
    int file = memfd_create("text", 0);

    HOLDS(file >= 0);
    HOLDS(write(file, command->text, command->text_size) == (ssize_t)command->text_size);
    snprintf(path, size, "/proc/self/fd/%d", file);
    return file;
}

static bool asks_for_help(const struct command *command)
{
    bool asks = false;

    for (int i = 1; i < command->count; i++)
        asks = asks || strcmp(command->kept[i], "--help") == 0 ||
               strcmp(command->kept[i], "-h") == 0 || strcmp(command->kept[i], "--version") == 0;
    return asks;
}

/* Keep standard output for later; what is printed meanwhile goes nowhere. */
static int silence(void)
{
    int kept = dup(STDOUT_FILENO);

    fflush(stdout);
    HOLDS(kept >= 0 && freopen("/dev/null", "w", stdout) != NULL);
    return kept;
}

static void speak(int kept)
{
    fflush(stdout);
    HOLDS(dup2(kept, STDOUT_FILENO) >= 0);
    close(kept);
}

/* --- pdbgen --- */

static void check_job(const struct job *job)
{
    HOLDS(job->threads >= 1 && (job->threads <= 1024 || job->threads == cli_default_threads()));
    HOLDS(job->level >= 1 && job->level <= 19);
    HOLDS(job->output[0] != '\0' && memchr(job->output, '\0', sizeof job->output) != NULL);
    HOLDS(job->layout == TB_LAYOUT_ZSTD || job->layout == TB_LAYOUT_MAPPED);
    HOLDS(job->count <= JOB_PATTERNS_MAX);
    for (unsigned i = 0; i < job->count; i++) {
        const struct tb_pattern *pattern = &job->patterns[i];
        struct tb_pattern canonical;
        unsigned symmetry;

        tb_pattern_canonical(pattern, &canonical, &symmetry);
        HOLDS(tb_pattern_equal(pattern, &canonical));
        HOLDS(tb_pattern_entries(pattern) > 0 && tb_pattern_entries(pattern) != TB_TOO_LARGE);
    }
}

/* Files stand for the command's text, names for pictures of the catalogue. */
static void collect_patterns(struct gen_arguments *arguments, const struct command *command)
{
    static const struct tb_folders folders = {.count = 1, .path = {CATALOGUE}};
    char path[64];
    int file = open_text(command, path, sizeof path);
    struct tb_error error;
    enum tb_status status;

    for (unsigned i = 0; i < arguments->count; i++)
        if (strpbrk(arguments->partitions[i], "/.") != NULL)
            arguments->partitions[i] = path;
    status = gen_arguments_collect(arguments, &folders, &error);
    if (status != TB_OK)
        check_error(status, &error);
    else
        HOLDS(arguments->job.count > 0 || gen_arguments_local(arguments));
    check_job(&arguments->job);
    close(file);
}

static void run_pdbgen(struct command *command)
{
    struct gen_arguments arguments;
    struct tb_error error;
    int done;
    enum tb_status status =
        gen_arguments_parse(command->count, command->argument, &arguments, &done, &error);

    HOLDS(arguments.count <= GEN_PARTITIONS_MAX && arguments.job.count == 0);
    for (unsigned i = 0; i < arguments.count; i++)
        HOLDS(is_argument(command, arguments.partitions[i]));
    if (status != TB_OK) {
        HOLDS(status == TB_INVALID);
        check_error(status, &error);
    } else if (!done) {
        HOLDS(arguments.region <= TB_TILES_MAX);
        check_job(&arguments.job);
        if (!arguments.list)
            collect_patterns(&arguments, command);
    }
}

/* --- pdbinfo --- */

static void check_task(const struct task *task, const struct command *command)
{
    HOLDS(task->count + (int)task->partition_count > 0);
    HOLDS(task->diff + task->exports + (task->board != NULL) + (task->svg != NULL) <= 1);
    HOLDS(task->positions >= 32 && task->positions <= 100000000000);
    HOLDS(task->seed >= 1 && task->length <= 400);
    HOLDS(task->threads >= 1 && (task->threads <= 1024 || task->threads == cli_default_threads()));
    HOLDS(task->goal != NULL && task->output != NULL);
    for (int i = 0; i < task->count; i++)
        HOLDS(is_argument(command, task->files[i]));
    for (unsigned i = 0; i < task->partition_count; i++)
        HOLDS(is_argument(command, task->partitions[i]));
}

static void run_pdbinfo(struct command *command)
{
    struct task task;
    struct tb_error error;
    int done;
    enum tb_status status =
        info_arguments_parse(command->count, command->argument, &task, &done, &error);

    HOLDS(task.partition_count <= TASK_PARTITIONS && task.count < command->count);
    if (status != TB_OK) {
        HOLDS(status == TB_INVALID);
        check_error(status, &error);
    } else if (!done) {
        check_task(&task, command);
    }
}

/* --- pdbsolve --- */

static void check_search(const struct search *search)
{
    HOLDS(search->weight >= 1 && search->weight <= 10);
    HOLDS(search->seconds > 0 && (search->seconds <= 1e9 || isinf(search->seconds)));
    HOLDS(search->improve >= 0 && search->improve <= 1e9);
    HOLDS(search->nodes >= 1 && (search->listed == 0 || search->all));
    HOLDS(search->listed <= 1000000 && search->memory <= 1000000ull << 30);
}

static void check_settings(const struct solve_arguments *arguments, const struct command *command)
{
    check_search(&arguments->search);
    HOLDS(arguments->random <= BOARDS_MAX && arguments->walk <= 1000000);
    HOLDS(arguments->survey <= 1000000000 && arguments->region <= TB_TILES_MAX);
    HOLDS(arguments->seed <= INT64_MAX && arguments->search.seed == arguments->seed);
    HOLDS(arguments->threads >= 1 && arguments->choice.threads == arguments->threads);
    HOLDS(arguments->algorithm != NULL && arguments->goal_text != NULL);
    HOLDS(arguments->choice.count <= PARTITIONS_MAX);
    for (unsigned i = 0; i < arguments->choice.count; i++)
        HOLDS(is_argument(command, arguments->choice.partitions[i]));
    for (int i = 0; i < arguments->text_count; i++)
        HOLDS(is_argument(command, arguments->texts[i]));
}

static void check_boards(const struct boards *boards, const struct tb_position *goal)
{
    HOLDS(tb_position_check(&boards->board, goal, NULL) == TB_OK);
    for (size_t i = 0; i < boards->count; i++) {
        const struct board_entry *entry = &boards->list[i];

        HOLDS(tb_position_check(&boards->board, &entry->start, NULL) == TB_OK);
        HOLDS(tb_position_solvable(&boards->board, &entry->start, goal));
        HOLDS(entry->length >= -1 && entry->length <= 9999);
    }
}

/* A file stands for the command's text, and random boards are a few. */
static void gather_boards(struct solve_arguments *arguments, const struct command *command)
{
    char path[64];
    int file = open_text(command, path, sizeof path);
    struct tb_position goal;
    struct tb_error error;
    enum tb_status status;

    if (arguments->file != NULL)
        arguments->file = path;
    if (arguments->random > RANDOM_ENOUGH)
        arguments->random = RANDOM_ENOUGH;
    if (arguments->walk > RANDOM_ENOUGH)
        arguments->walk = RANDOM_ENOUGH;
    status = collect_boards(arguments, &goal, &error);
    if (status != TB_OK)
        check_error(status, &error);
    else if (arguments->survey == 0)
        check_boards(&arguments->boards, &goal);
    else
        HOLDS(tb_position_check(&arguments->boards.board, &goal, NULL) == TB_OK);
    close(file);
}

static void run_pdbsolve(struct command *command)
{
    struct solve_arguments arguments;
    struct tb_error error;
    int done;
    enum tb_status status =
        solve_arguments_parse(command->count, command->argument, &arguments, &done, &error);

    HOLDS(arguments.text_count < command->count);
    if (status != TB_OK) {
        HOLDS(status == TB_INVALID);
        check_error(status, &error);
    } else if (!done) {
        check_settings(&arguments, command);
        gather_boards(&arguments, command);
    }
    solve_arguments_free(&arguments);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const programs[])(struct command *) = {run_pdbgen, run_pdbinfo, run_pdbsolve};
    struct command command;
    bool quiet;
    int kept = -1;

    if (size == 0)
        return 0;
    command_init(&command, data + 1, size - 1);
    quiet = asks_for_help(&command);
    if (quiet)
        kept = silence();
    programs[data[0] % 3](&command);
    if (quiet)
        speak(kept);
    command_free(&command);
    return 0;
}
