/* provide_local.c -- the local problems of a board, from disk or made at once */
#include "provide_local.h"

#include <string.h>

#include "store.h"

struct source {
    struct tb_folders folders;
    struct store_options options;
};

/* Open what a folder has; a damaged one is not built over. */
static enum tb_status open_problem(const struct source *source, const struct tb_pattern *pattern,
                                   const char *path, struct tb_pdb **pdb, struct tb_error *error)
{
    const struct tb_pdb_options options = {.threads = source->options.threads};
    struct tb_error reason;
    enum tb_status status = tb_pdb_open(path, &options, pdb, &reason);

    if (status == TB_OK && !tb_pattern_equal(&tb_pdb_header(*pdb)->pattern, pattern)) {
        tb_pdb_close(*pdb);
        status =
            tb_error_set(&reason, TB_DAMAGED,
                         "%.200s: holds the database of another pattern than its name says", path);
    }
    if (status == TB_DAMAGED)
        return tb_error_set(error, status, "%.400s: remove it, or build it again with pdbgen",
                            reason.text);
    return status == TB_OK ? TB_OK : tb_error_set(error, status, "%s", reason.text);
}

static enum tb_status get_problem(void *context, const struct tb_pattern *pattern,
                                  struct tb_pdb **pdb, struct tb_error *error)
{
    const struct source *source = context;
    char name[TB_PATTERN_TEXT], path[TB_PATH_MAX];
    enum tb_status status;

    tb_pattern_file_name(pattern, name);
    status = tb_folders_find(&source->folders, name, path, error);
    if (status == TB_OK)
        return open_problem(source, pattern, path, pdb, error);
    if (status != TB_NOT_FOUND)
        return status;
    return store_in_memory(pattern, &source->options, pdb, error);
}

enum tb_status provide_local(const struct tb_board *board, unsigned region, unsigned threads,
                             bool quiet, struct tb_local **local, struct tb_error *error)
{
    struct source source = {.options = {.threads = threads, .quiet = quiet}};
    enum tb_status status = tb_folders_default(&source.folders, error);

    *local = NULL;
    return status == TB_OK ? tb_local_make(board, region, get_problem, &source, local, error)
                           : status;
}

enum tb_status provide_local_view(const struct tb_board *board, const struct tb_position *goal,
                                  unsigned region, unsigned threads, bool quiet,
                                  struct local_view *view, struct tb_error *error)
{
    struct tb_local *local;
    enum tb_status status =
        provide_local(board, region == 0 ? 1 : region, threads, quiet, &local, error);

    *view = (struct local_view){.local = local};
    return status == TB_OK ? local_view_init(view, local, goal, error) : status;
}
