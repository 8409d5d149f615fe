/* job.c -- what pdbgen was asked to build, and doing it */
#include "job.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/interrupt.h"
#include "cli/message.h"
#include "cli/progress.h"
#include "cli/table.h"
#include "cli/text.h"
#include "cli/threads.h"

/* What became of one database. */
struct outcome {
    const char *what; /* "built", "kept" or "converted" */
    char name[TB_PATTERN_TEXT];
    char path[TB_PATH_MAX];
    uint64_t entries;
    uint64_t states;
    uint64_t table_bytes;
    uint64_t file_bytes;
    double search_seconds;
    double seconds;
};

enum tb_status job_add(struct job *job, const struct tb_pattern *pattern, struct tb_error *error)
{
    struct tb_pattern canonical;
    unsigned symmetry;

    tb_pattern_canonical(pattern, &canonical, &symmetry);
    for (unsigned i = 0; i < job->count; i++)
        if (tb_pattern_equal(&job->patterns[i], &canonical))
            return TB_OK;
    if (job->count == JOB_PATTERNS_MAX)
        return tb_error_set(error, TB_INVALID, "more than %d databases at once: ask for fewer",
                            JOB_PATTERNS_MAX);
    job->patterns[job->count++] = canonical;
    return TB_OK;
}

/* Make a folder and those above it. */
static enum tb_status make_folder(const char *path, struct tb_error *error)
{
    char part[TB_PATH_MAX];
    struct stat info;

    for (const char *end = path; *end != '\0';) {
        end += 1 + strcspn(end + 1, "/");
        snprintf(part, sizeof part, "%.*s", (int)(end - path), path);
        if (mkdir(part, 0777) != 0 && errno != EEXIST)
            return tb_error_set(error, TB_IO, "cannot make the folder %.300s: %s", part,
                                strerror(errno));
    }
    if (stat(path, &info) != 0 || !S_ISDIR(info.st_mode))
        return tb_error_set(error, TB_IO, "%.300s is not a folder: choose another with --output",
                            path);
    return TB_OK;
}

static enum tb_status name_outcome(const struct job *job, const struct tb_pattern *pattern,
                                   struct outcome *outcome, struct tb_error *error)
{
    *outcome = (struct outcome){.entries = tb_pattern_entries(pattern)};
    tb_pattern_file_name(pattern, tb_kind_name(TB_KIND_ADDITIVE), outcome->name);
    if ((size_t)snprintf(outcome->path, sizeof outcome->path, "%s/%s", job->output,
                         outcome->name) >= sizeof outcome->path - sizeof ".part")
        return tb_error_set(error, TB_INVALID, "the path of the output folder is too long");
    return TB_OK;
}

/* The progress line: called by the search after each depth. */
static bool show_progress(void *context, const struct search_progress *now)
{
    struct cli_progress *line = context;
    double elapsed = cli_now() - line->start;
    double rate = (double)now->states / elapsed;
    double left = (double)(now->total - now->states) / rate;
    char states[CLI_NUMBER], total[CLI_NUMBER], seconds[CLI_NUMBER];

    if (cli_progress_due(line))
        cli_progress_line(line, "depth %u: %s of %s states, %.0f million/s, %s left", now->depth,
                          cli_count(now->states, states), cli_count(now->total, total), rate / 1e6,
                          cli_seconds(left, seconds));
    return !cli_interrupted();
}

static enum tb_status check_memory(const struct job *job, const struct tb_pattern *pattern,
                                   struct tb_error *error)
{
    char needed[CLI_NUMBER], there[CLI_NUMBER], tiles[TB_PATTERN_TEXT];
    uint64_t available = build_available_memory();
    struct build_estimate estimate;

    build_estimate(pattern, job->threads, &estimate);
    if (estimate.peak_bytes <= available)
        return TB_OK;
    tb_pattern_print_tiles(pattern, tiles);
    return tb_error_set(error, TB_NO_MEMORY,
                        "building tiles %s on %ux%u needs %s of memory and %s are free: choose "
                        "smaller patterns or a larger machine",
                        tiles, pattern->board.width, pattern->board.height,
                        cli_bytes(estimate.peak_bytes, needed), cli_bytes(available, there));
}

static enum tb_status stopped(struct tb_error *error)
{
    return tb_error_set(error, TB_STOPPED, "interrupted: databases not named above were not written");
}

/* Build in memory, then write. The writer holds the name all the while. */
static enum tb_status build_database(const struct job *job, const struct tb_pattern *pattern,
                                     struct outcome *outcome, struct tb_error *error)
{
    struct cli_progress line;
    struct build build;
    struct writer writer;
    struct search_options search = {.threads = job->threads,
                                    .kernels = job->kernels,
                                    .progress = show_progress,
                                    .context = &line};
    struct writer_options writing = {.layout = job->layout,
                                     .level = job->level,
                                     .threads = job->threads,
                                     .stopped = cli_interrupted};
    enum tb_status status = check_memory(job, pattern, error);

    if (status == TB_OK)
        status = writer_open(&writer, outcome->path, error);
    if (status != TB_OK)
        return status;
    cli_progress_start(&line, job->quiet || job->json);
    status = build_additive(pattern, &search, &build, error);
    if (status == TB_OK) {
        if (line.shown)
            cli_progress_line(&line, "writing %s", outcome->name);
        status = writer_finish(&writer, &build, &writing, &outcome->file_bytes, error);
        outcome->states = build.states;
        outcome->table_bytes = build.table.bytes;
        outcome->search_seconds = build.search_seconds;
    }
    build_free(&build);
    writer_cancel(&writer);
    cli_progress_end(&line);
    outcome->seconds = cli_now() - line.start;
    outcome->what = "built";
    return status == TB_STOPPED ? stopped(error) : status;
}

/* Write a whole database again in the layout that is asked for. */
static enum tb_status convert_database(const struct job *job, const struct tb_pdb *pdb,
                                       struct outcome *outcome, struct tb_error *error)
{
    const struct tb_header *header = tb_pdb_header(pdb);
    struct writer writer;
    struct writer_options writing = {.layout = job->layout,
                                     .level = job->level,
                                     .threads = job->threads,
                                     .stopped = cli_interrupted};
    struct build build = {
        .pattern = header->pattern,
        .kind = header->kind,
        .table = {.bits = header->bits,
                  .bytes = header->table_bytes,
                  .table = (uint8_t *)(uintptr_t)tb_pdb_table(pdb)}, /* only read */
        .entries = header->entries,
        .states = header->states,
        .values = header->values,
    };
    enum tb_status status = writer_open(&writer, outcome->path, error);

    if (status != TB_OK)
        return status;
    memcpy(build.histogram, header->histogram, sizeof build.histogram);
    status = writer_finish(&writer, &build, &writing, &outcome->file_bytes, error);
    outcome->what = "converted";
    return status == TB_STOPPED ? stopped(error) : status;
}

static void build_again(const char *why)
{
    struct tb_error note;

    tb_error_set(&note, TB_DAMAGED, "%.440s; building it again", why);
    cli_note("pdbgen", &note);
}

/* Use the database that is there, if it is whole and of this pattern; found tells. */
static enum tb_status use_existing(const struct job *job, const struct tb_pattern *pattern,
                                   struct outcome *outcome, bool *found, struct tb_error *error)
{
    const struct tb_pdb_options options = {.threads = job->threads, .verify = true};
    double start = cli_now();
    const struct tb_header *header;
    struct tb_pdb *pdb;
    struct tb_error reason;
    enum tb_status status = tb_pdb_open(outcome->path, &options, &pdb, &reason);

    *found = false;
    if (status == TB_NOT_FOUND)
        return TB_OK;
    if (status == TB_DAMAGED) {
        build_again(reason.text);
        return TB_OK;
    }
    if (status != TB_OK)
        return tb_error_set(error, status, "%.440s%s", reason.text,
                            status == TB_UNSUPPORTED ? " (--force replaces it)" : "");
    header = tb_pdb_header(pdb);
    if (header->kind == TB_KIND_ADDITIVE && tb_pattern_equal(&header->pattern, pattern)) {
        *found = true;
        outcome->what = "kept";
        outcome->states = header->states;
        outcome->table_bytes = header->table_bytes;
        outcome->file_bytes = header->table_offset + header->payload_bytes;
        if (job->layout_given && header->layout != job->layout)
            status = convert_database(job, pdb, outcome, error);
        outcome->seconds = cli_now() - start;
    } else {
        tb_error_set(&reason, TB_DAMAGED, "%.300s: holds another pattern", outcome->path);
        build_again(reason.text);
    }
    tb_pdb_close(pdb);
    return status;
}

static void print_json(json_t *object)
{
    if (object == NULL || json_dumpf(object, stdout, JSON_COMPACT) != 0)
        fprintf(stderr, "pdbgen: no memory for JSON\n");
    printf("\n");
    json_decref(object);
}

static void tell_json(const struct outcome *outcome)
{
    print_json(json_pack("{s:s, s:s, s:I, s:I, s:f, s:f, s:I, s:I}", "file", outcome->path, "status",
                         outcome->what, "entries", (json_int_t)outcome->entries, "states",
                         (json_int_t)outcome->states, "seconds", outcome->seconds,
                         "search_seconds", outcome->search_seconds, "table_bytes",
                         (json_int_t)outcome->table_bytes, "file_bytes",
                         (json_int_t)outcome->file_bytes));
}

static void tell(const struct job *job, const struct outcome *outcome)
{
    char entries[CLI_NUMBER], bytes[CLI_NUMBER], seconds[CLI_NUMBER];

    if (job->json) {
        tell_json(outcome);
    } else if (!job->quiet) {
        printf("%s: %s entries, %s, %s in %s\n", outcome->path,
               cli_count(outcome->entries, entries), cli_bytes(outcome->file_bytes, bytes),
               strcmp(outcome->what, "kept") == 0 ? "already there, checked" : outcome->what,
               cli_seconds(outcome->seconds, seconds));
    }
    fflush(stdout);
}

static enum tb_status run_one(const struct job *job, const struct tb_pattern *pattern,
                              struct tb_error *error)
{
    struct outcome outcome;
    bool found = false;
    enum tb_status status = name_outcome(job, pattern, &outcome, error);

    if (status == TB_OK && cli_interrupted())
        status = stopped(error);
    if (status == TB_OK && !job->force)
        status = use_existing(job, pattern, &outcome, &found, error);
    if (status == TB_OK && !found)
        status = build_database(job, pattern, &outcome, error);
    if (status == TB_OK)
        tell(job, &outcome);
    return status;
}

static void plan_json(const struct outcome *outcome, const struct build_estimate *estimate)
{
    print_json(json_pack("{s:s, s:b, s:I, s:I, s:I, s:I, s:f}", "file", outcome->path, "dry_run", 1,
                         "entries", (json_int_t)estimate->entries, "states",
                         (json_int_t)estimate->states, "table_bytes",
                         (json_int_t)estimate->table_bytes, "peak_bytes",
                         (json_int_t)estimate->peak_bytes, "seconds", estimate->seconds));
}

/* What would be built, without building it. */
static enum tb_status dry_run(const struct job *job, struct tb_error *error)
{
    struct cli_table table;
    enum tb_status status = TB_OK;

    cli_table_init(&table, "lrrrrr");
    cli_table_row(&table, "database", "entries", "states", "table", "memory", "time, about");
    for (unsigned i = 0; i < job->count && status == TB_OK; i++) {
        char entries[CLI_NUMBER], states[CLI_NUMBER], bytes[CLI_NUMBER], peak[CLI_NUMBER];
        char seconds[CLI_NUMBER];
        struct outcome outcome;
        struct build_estimate estimate;

        status = name_outcome(job, &job->patterns[i], &outcome, error);
        build_estimate(&job->patterns[i], job->threads, &estimate);
        if (job->json)
            plan_json(&outcome, &estimate);
        cli_table_row(&table, outcome.name, cli_count(estimate.entries, entries),
                      cli_count(estimate.states, states), cli_bytes(estimate.table_bytes, bytes),
                      cli_bytes(estimate.peak_bytes, peak),
                      cli_seconds(estimate.seconds, seconds));
    }
    if (job->json)
        cli_table_free(&table);
    else
        cli_table_print(&table, 0);
    return status;
}

enum tb_status job_run(const struct job *job, struct tb_error *error)
{
    enum tb_status status;

    if (job->dry_run)
        return dry_run(job, error);
    status = cli_check_threads(job->threads, error);
    if (status == TB_OK)
        status = make_folder(job->output, error);
    cli_interrupt_catch();
    for (unsigned i = 0; i < job->count && status == TB_OK; i++)
        status = run_one(job, &job->patterns[i], error);
    return status;
}
