/* provide.c -- the partition to solve with, its databases built if they are not there */
#include "provide.h"

#include <stdio.h>

#include "build.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/text.h"
#include "writer.h"

static bool show_progress(void *context, const struct search_progress *now)
{
    struct cli_progress *line = context;
    char states[CLI_NUMBER], total[CLI_NUMBER];

    if (cli_progress_due(line))
        cli_progress_line(line, "building: depth %u, %s of %s states", now->depth,
                          cli_count(now->states, states), cli_count(now->total, total));
    return !cli_interrupted();
}

static enum tb_status check_memory(const struct tb_pattern *pattern, unsigned threads,
                                   struct tb_error *error)
{
    char needed[CLI_NUMBER], there[CLI_NUMBER];
    uint64_t available = build_available_memory();
    struct build_estimate estimate;

    build_estimate(pattern, threads, &estimate);
    if (estimate.peak_bytes <= available)
        return TB_OK;
    return tb_error_set(error, TB_NO_MEMORY,
                        "building the databases needs %s of memory and %s are free: choose another "
                        "partition",
                        cli_bytes(estimate.peak_bytes, needed), cli_bytes(available, there));
}

static enum tb_status build_one(const struct tb_pattern *pattern, const char *path,
                                unsigned threads, bool quiet, struct tb_error *error)
{
    struct cli_progress line;
    struct search_options search = {
        .threads = threads, .progress = show_progress, .context = &line};
    struct writer_options writing = {
        .layout = TB_LAYOUT_ZSTD, .level = 1, .threads = threads, .stopped = cli_interrupted};
    struct writer writer;
    struct build build;
    uint64_t bytes;
    enum tb_status status = check_memory(pattern, threads, error);

    if (status == TB_OK)
        status = writer_open(&writer, path, error);
    if (status != TB_OK)
        return status;
    cli_progress_start(&line, quiet);
    status = build_additive(pattern, &search, &build, error);
    if (status == TB_OK)
        status = writer_finish(&writer, &build, &writing, &bytes, error);
    build_free(&build);
    writer_cancel(&writer);
    cli_progress_end(&line);
    return status;
}

/* Build those databases of a partition that no folder has. */
static enum tb_status build_missing(const struct tb_partition *partition,
                                    const struct tb_folders *folders, unsigned threads, bool quiet,
                                    struct tb_error *error)
{
    char output[TB_PATH_MAX], path[TB_PATH_MAX], name[TB_PATTERN_TEXT];
    enum tb_status status = TB_OK;

    tb_folders_output(output);
    for (unsigned i = 0; i < partition->count && status == TB_OK; i++) {
        struct tb_pattern canonical;
        unsigned symmetry;

        tb_pattern_canonical(&partition->patterns[i], &canonical, &symmetry);
        tb_pattern_file_name(&canonical, tb_kind_name(partition->kind), name);
        if (tb_folders_find(folders, name, path))
            continue;
        status = writer_make_folder(output, error);
        if (status == TB_OK &&
            snprintf(path, sizeof path, "%s/%s", output, name) >= (int)sizeof path)
            status = tb_error_set(error, TB_INVALID, "the path of the output folder is too long");
        if (status == TB_OK)
            status = build_one(&canonical, path, threads, quiet, error);
    }
    return status;
}

enum tb_status provide_tables(const struct tb_partition *partition, unsigned threads, bool quiet,
                              struct tb_tables **tables, struct tb_error *error)
{
    const struct tb_pdb_options options = {.threads = threads};
    struct tb_folders folders;
    enum tb_status status = tb_folders_default(&folders, error);

    if (status == TB_OK)
        status = build_missing(partition, &folders, threads, quiet, error);
    if (status == TB_OK)
        status = tb_tables_open(partition, &folders, &options, tables, error);
    return status;
}

/* Whether a partition is the better choice: a built one before one that is not, the
 * larger of two that are built, the smaller of two that are not. */
static bool better(const struct tb_partition_sizes *a, const struct tb_partition_sizes *b)
{
    bool built = a->built == a->files;

    if (built != (b->built == b->files))
        return built;
    return built ? a->entries > b->entries : a->entries < b->entries;
}

bool provide_choice(const struct tb_board *board, struct tb_partition *partition)
{
    struct tb_partition_sizes best;
    struct tb_folders folders;
    struct tb_names names;
    bool found = false;

    if (tb_folders_default(&folders, NULL) != TB_OK ||
        tb_catalogue_names(&folders, &names, NULL) != TB_OK)
        return false;
    for (unsigned i = 0; i < names.count; i++) {
        struct tb_partition candidate;
        struct tb_partition_sizes sizes;

        if (tb_partition_find(names.name[i], &folders, &candidate, NULL) != TB_OK ||
            candidate.board.width != board->width || candidate.board.height != board->height)
            continue;
        tb_partition_measure(&candidate, &folders, &sizes);
        if (found && !better(&sizes, &best))
            continue;
        best = sizes;
        *partition = candidate;
        found = true;
    }
    tb_names_free(&names);
    return found;
}
