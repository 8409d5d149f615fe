/* store.c -- build a database for a program: into its file, or in memory */
#include "store.h"

#include <stdio.h>
#include <string.h>

#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/text.h"
#include "tilebase/memory.h"

enum tb_status store_folder(const char *path, struct tb_error *error)
{
    enum tb_status status = writer_make_folder(path, error);

    if (status == TB_OK)
        writer_sweep(path);
    return status;
}

enum tb_status store_path(const char *folder, const struct tb_pattern *pattern, char *path,
                          struct tb_error *error)
{
    char name[TB_PATTERN_TEXT];

    tb_pattern_file_name(pattern, name);
    if ((size_t)snprintf(path, TB_PATH_MAX, "%s/%s", folder, name) >= TB_PATH_MAX - sizeof ".part")
        return tb_error_set(error, TB_INVALID, "the path of the output folder is too long");
    return TB_OK;
}

enum tb_status store_stopped(const char *path, struct tb_error *error)
{
    return tb_error_set(error, TB_STOPPED, "interrupted: %.300s was not written", path);
}

/* What the progress line speaks of. */
struct progress {
    struct cli_progress line;
    char name[TB_PATTERN_TEXT];
    struct build_estimate estimate;
};

/* Time left: by the estimate at first, then by how far the search has come. */
static double time_left(const struct progress *progress, const struct search_progress *now)
{
    double elapsed = cli_now() - progress->line.start;
    double share = (double)now->states / (double)now->total;
    double left = progress->estimate.seconds - elapsed;

    if (share > 0.2 || left < 0)
        left = elapsed * (1 - share) / share + progress->estimate.storing;
    return left;
}

/* Called by the search after each depth. */
static bool show_progress(void *context, const struct search_progress *now)
{
    struct progress *progress = context;
    double rate = (double)now->states / (cli_now() - progress->line.start);
    char states[CLI_NUMBER], total[CLI_NUMBER], million[CLI_NUMBER], seconds[CLI_NUMBER];

    if (cli_progress_due(&progress->line))
        cli_progress_line(&progress->line, "%s: depth %u, %s of %s states, %s million/s, %s left",
                          progress->name, now->depth, cli_count(now->states, states),
                          cli_count(now->total, total), cli_count((uint64_t)(rate / 1e6), million),
                          cli_seconds(time_left(progress, now), seconds));
    return !cli_interrupted();
}

static enum tb_status check_memory(const struct tb_pattern *pattern,
                                   const struct build_estimate *estimate, struct tb_error *error)
{
    char needed[CLI_NUMBER], there[CLI_NUMBER], name[TB_PATTERN_TEXT];
    uint64_t available = tb_memory_available();

    if (estimate->peak_bytes <= available)
        return TB_OK;
    tb_pattern_file_name(pattern, name);
    return tb_error_set(error, TB_NO_MEMORY,
                        "building %s needs %s of memory and %s are free: choose %s or a larger "
                        "machine",
                        name, cli_bytes(estimate->peak_bytes, needed), cli_bytes(available, there),
                        pattern->kind == TB_KIND_LOCAL     ? "a smaller region"
                        : tb_kind_has_tiles(pattern->kind) ? "smaller patterns"
                                                           : "a smaller board");
}

static enum tb_status finish(struct writer *writer, const struct build *build,
                             const struct store_options *options, uint64_t *file_bytes,
                             struct tb_error *error)
{
    const struct writer_options writing = {.layout = options->layout,
                                           .level = options->level,
                                           .threads = options->threads,
                                           .stopped = cli_interrupted};

    return writer_finish(writer, build, &writing, file_bytes, error);
}

enum tb_status store_build(const struct build *build, const char *path,
                           const struct store_options *options, uint64_t *file_bytes,
                           struct tb_error *error)
{
    struct writer writer;
    enum tb_status status = writer_open(&writer, path, error);

    if (status == TB_OK)
        status = finish(&writer, build, options, file_bytes, error);
    return status == TB_STOPPED ? store_stopped(path, error) : status;
}

/* Build in memory, then write, with the name and the memory at hand. */
static enum tb_status build_and_write(const struct tb_pattern *pattern, struct writer *writer,
                                      const struct store_options *options,
                                      struct progress *progress, struct store_result *result,
                                      struct tb_error *error)
{
    const struct search_options search = {.threads = options->threads,
                                          .kernels = options->kernels,
                                          .progress = show_progress,
                                          .context = progress};
    struct build build;
    enum tb_status status = build_pattern(pattern, &search, &build, error);

    if (status == TB_OK) {
        cli_progress_line(&progress->line, "%s: writing", progress->name);
        status = finish(writer, &build, options, &result->file_bytes, error);
        result->states = build.states;
        result->table_bytes = build.table.bytes;
        result->search_seconds = build.search_seconds;
    }
    build_free(&build);
    return status;
}

enum tb_status store_database(const struct tb_pattern *pattern, const char *path,
                              const struct store_options *options, struct store_result *result,
                              struct tb_error *error)
{
    struct progress progress;
    struct writer writer;
    enum tb_status status;

    *result = (struct store_result){0};
    tb_pattern_file_name(pattern, progress.name);
    build_estimate(pattern, options->threads, &progress.estimate);
    status = check_memory(pattern, &progress.estimate, error);
    if (status == TB_OK)
        status = writer_open(&writer, path, error);
    if (status != TB_OK)
        return status;
    cli_progress_start(&progress.line, options->quiet);
    status = build_and_write(pattern, &writer, options, &progress, result, error);
    writer_cancel(&writer);
    cli_progress_end(&progress.line);
    result->seconds = cli_now() - progress.line.start;
    return status == TB_STOPPED ? store_stopped(path, error) : status;
}

enum tb_status store_in_memory(const struct tb_pattern *pattern,
                               const struct store_options *options, struct tb_pdb **pdb,
                               struct tb_error *error)
{
    struct progress progress;
    const struct search_options search = {
        .threads = options->threads, .progress = show_progress, .context = &progress};
    struct build build;
    enum tb_status status;

    *pdb = NULL;
    tb_pattern_file_name(pattern, progress.name);
    build_estimate(pattern, options->threads, &progress.estimate);
    status = check_memory(pattern, &progress.estimate, error);
    if (status != TB_OK)
        return status;
    cli_progress_start(&progress.line, options->quiet);
    status = build_pattern(pattern, &search, &build, error);
    cli_progress_end(&progress.line);
    if (status == TB_OK)
        return build_into_pdb(&build, pdb, error);
    build_free(&build);
    return status == TB_STOPPED ? tb_error_set(error, TB_STOPPED, "interrupted") : status;
}
