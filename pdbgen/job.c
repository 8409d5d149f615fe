/* job.c -- what pdbgen was asked to build, and doing it */
#include "job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/message.h"
#include "cli/progress.h"
#include "cli/table.h"
#include "cli/text.h"
#include "cli/threads.h"
#include "store.h"
#include "tilebase/size.h"

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
    if (tb_pattern_entries(&canonical) == TB_TOO_LARGE)
        return tb_error_set(error, TB_INVALID,
                            "a %s database of %u tiles on %ux%u has more entries than can be "
                            "numbered: choose fewer tiles",
                            tb_kind_name(canonical.kind), canonical.tiles, canonical.board.width,
                            canonical.board.height);
    if (job->count == JOB_PATTERNS_MAX)
        return tb_error_set(error, TB_INVALID, "more than %d databases at once: ask for fewer",
                            JOB_PATTERNS_MAX);
    job->patterns[job->count++] = canonical;
    return TB_OK;
}

static enum tb_status name_outcome(const struct job *job, const struct tb_pattern *pattern,
                                   struct outcome *outcome, struct tb_error *error)
{
    *outcome = (struct outcome){.entries = tb_pattern_entries(pattern)};
    tb_pattern_file_name(pattern, outcome->name);
    return store_path(job->output, pattern, outcome->path, error);
}

static struct store_options storing_options(const struct job *job, enum tb_layout layout)
{
    return (struct store_options){.threads = job->threads,
                                  .kernels = job->kernels,
                                  .layout = layout,
                                  .level = job->level,
                                  .quiet = job->quiet};
}

/* The layout that is asked for, or else that of the file to be replaced. */
static enum tb_status layout_for(const struct job *job, const char *path, enum tb_layout *layout,
                                 struct tb_error *error)
{
    struct tb_header header;
    struct tb_error reason;
    enum tb_status status;

    *layout = job->layout;
    if (job->layout_given)
        return TB_OK;
    status = tb_pdb_read_header(path, &header, &reason);
    if (status == TB_OK)
        *layout = header.layout;
    if (status != TB_NO_MEMORY && status != TB_IO)
        return TB_OK; /* no database, or none that can be used */
    return tb_error_set(error, status, "%.400s; --layout says how to build it all the same",
                        reason.text);
}

static enum tb_status build_database(const struct job *job, const struct tb_pattern *pattern,
                                     struct outcome *outcome, struct tb_error *error)
{
    struct store_options options = storing_options(job, job->layout);
    struct store_result result = {0};
    enum tb_status status = layout_for(job, outcome->path, &options.layout, error);

    if (status == TB_OK)
        status = store_database(pattern, outcome->path, &options, &result, error);
    outcome->what = "built";
    outcome->states = result.states;
    outcome->table_bytes = result.table_bytes;
    outcome->file_bytes = result.file_bytes;
    outcome->search_seconds = result.search_seconds;
    outcome->seconds = result.seconds;
    return status;
}

/* Write a whole database again in the layout that is asked for. */
static enum tb_status convert_database(const struct job *job, const struct tb_pdb *pdb,
                                       struct outcome *outcome, struct tb_error *error)
{
    const struct tb_header *header = tb_pdb_header(pdb);
    const struct store_options options = storing_options(job, job->layout);
    struct build build = {
        .pattern = header->pattern,
        .table = {.bits = header->bits,
                  .bytes = header->table_bytes,
                  .table = (uint8_t *)(uintptr_t)tb_pdb_table(pdb)}, /* only read */
        .entries = header->entries,
        .states = header->states,
        .values = header->values,
    };

    memcpy(build.histogram, header->histogram, sizeof build.histogram);
    outcome->what = "converted";
    return store_build(&build, outcome->path, &options, &outcome->file_bytes, error);
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
    /* What is going to be written in the other layout is checked and used in memory of our own,
     * whatever happens to the file meanwhile. */
    const struct tb_pdb_options options = {.threads = job->threads,
                                           .verify = true,
                                           .copy = job->layout_given &&
                                                   job->layout != TB_LAYOUT_MAPPED};
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
    if (tb_pattern_equal(&header->pattern, pattern)) {
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

static enum tb_status tell_json(const struct outcome *outcome, struct tb_error *error)
{
    return cli_json_print(
        json_pack("{s:o, s:s, s:I, s:I, s:f, s:f, s:I, s:I}", "file", cli_json_text(outcome->path),
                  "status", outcome->what, "entries", (json_int_t)outcome->entries, "states",
                  (json_int_t)outcome->states, "seconds", outcome->seconds, "search_seconds",
                  outcome->search_seconds, "table_bytes", (json_int_t)outcome->table_bytes,
                  "file_bytes", (json_int_t)outcome->file_bytes),
        error);
}

static void tell_people(const struct outcome *outcome)
{
    char entries[CLI_NUMBER], bytes[CLI_NUMBER], seconds[CLI_NUMBER];

    printf("%s: %s entries, %s, %s in %s\n", outcome->path, cli_count(outcome->entries, entries),
           cli_bytes(outcome->file_bytes, bytes),
           strcmp(outcome->what, "kept") == 0 ? "already there, checked" : outcome->what,
           cli_seconds(outcome->seconds, seconds));
    fflush(stdout);
}

static enum tb_status run_one(const struct job *job, const struct tb_pattern *pattern,
                              struct outcome *outcome, struct tb_error *error)
{
    bool found = false;
    enum tb_status status = name_outcome(job, pattern, outcome, error);

    if (status == TB_OK && cli_interrupted())
        status = store_stopped(outcome->path, error);
    if (status == TB_OK && !job->force)
        status = use_existing(job, pattern, outcome, &found, error);
    if (status == TB_OK && !found)
        status = build_database(job, pattern, outcome, error);
    if (status == TB_OK && job->json)
        status = tell_json(outcome, error);
    else if (status == TB_OK && !job->quiet)
        tell_people(outcome);
    return status;
}

static enum tb_status plan_json(const struct outcome *outcome,
                                const struct build_estimate *estimate, struct tb_error *error)
{
    return cli_json_print(
        json_pack("{s:o, s:b, s:I, s:I, s:I, s:I, s:f}", "file", cli_json_text(outcome->path),
                  "dry_run", 1, "entries", (json_int_t)estimate->entries, "states",
                  (json_int_t)estimate->states, "table_bytes", (json_int_t)estimate->table_bytes,
                  "peak_bytes", (json_int_t)estimate->peak_bytes, "seconds", estimate->seconds),
        error);
}

static void plan_row(struct cli_table *table, const struct outcome *outcome,
                     const struct build_estimate *estimate)
{
    char entries[CLI_NUMBER], states[CLI_NUMBER], bytes[CLI_NUMBER], peak[CLI_NUMBER];
    char seconds[CLI_NUMBER];

    cli_table_row(table, outcome->name, cli_count(estimate->entries, entries),
                  cli_count(estimate->states, states), cli_bytes(estimate->table_bytes, bytes),
                  cli_bytes(estimate->peak_bytes, peak), cli_seconds(estimate->seconds, seconds),
                  access(outcome->path, F_OK) == 0 ? "already there" : "");
}

/* What would be built, without building it. */
static enum tb_status dry_run(const struct job *job, struct tb_error *error)
{
    struct cli_table table;
    enum tb_status status = TB_OK;

    cli_table_init(&table, "lrrrrrl");
    if (!job->json)
        cli_table_row(&table, "database", "entries", "states", "table", "memory", "time, about",
                      "");
    for (unsigned i = 0; i < job->count && status == TB_OK; i++) {
        struct outcome outcome;
        struct build_estimate estimate;

        status = name_outcome(job, &job->patterns[i], &outcome, error);
        build_estimate(&job->patterns[i], job->threads, &estimate);
        if (status == TB_OK && job->json)
            status = plan_json(&outcome, &estimate, error);
        else if (status == TB_OK)
            plan_row(&table, &outcome, &estimate);
    }
    if (status == TB_OK)
        return cli_table_print(&table, 0, error);
    cli_table_free(&table);
    return status;
}

/* What must be so before anything is written. */
static enum tb_status prepare(const struct job *job, struct tb_error *error)
{
    enum tb_status status = cli_check_threads(job->threads, error);

    if (status == TB_OK)
        status = store_folder(job->output, error);
    cli_interrupt_catch();
    return status;
}

enum tb_status job_run(const struct job *job, struct tb_error *error)
{
    enum tb_status status;

    if (job->dry_run)
        return dry_run(job, error);
    status = prepare(job, error);
    for (unsigned i = 0; i < job->count && status == TB_OK; i++) {
        struct outcome outcome;

        status = run_one(job, &job->patterns[i], &outcome, error);
    }
    return status;
}

/* Build a local problem's file, and open it. */
static enum tb_status store_problem(void *context, const struct tb_pattern *pattern,
                                    struct tb_pdb **pdb, struct tb_error *error)
{
    const struct job *job = context;
    const struct tb_pdb_options options = {.threads = job->threads};
    struct outcome outcome;
    enum tb_status status = run_one(job, pattern, &outcome, error);

    return status == TB_OK ? tb_pdb_open(outcome.path, &options, pdb, error) : status;
}

/* Add a local problem to the list, and build it in memory. */
static enum tb_status list_problem(void *context, const struct tb_pattern *pattern,
                                   struct tb_pdb **pdb, struct tb_error *error)
{
    struct job *job = context;
    const struct store_options options = storing_options(job, job->layout);
    enum tb_status status = job_add(job, pattern, error);

    return status == TB_OK ? store_in_memory(pattern, &options, pdb, error) : status;
}

enum tb_status job_run_local(struct job *job, const struct tb_board *board, unsigned region,
                             struct tb_error *error)
{
    struct tb_local *local;
    enum tb_status status = job->dry_run ? TB_OK : prepare(job, error);

    if (status == TB_OK)
        status = tb_local_make(board, region, job->dry_run ? list_problem : store_problem, job,
                               &local, error);
    if (status != TB_OK)
        return status;
    tb_local_close(local);
    return job->dry_run ? dry_run(job, error) : TB_OK;
}
