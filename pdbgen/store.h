/* store.h -- build a database for a program: into its file, or in memory
 *
 * What pdbgen and pdbsolve share: whether there is memory for it, the line that tells
 * how far it is, Ctrl-C, and that nothing is left of a build that did not end.
 */
#ifndef PDBGEN_STORE_H
#define PDBGEN_STORE_H

#include "build.h"
#include "writer.h"

struct store_options {
    unsigned threads;
    const struct lane_kernels *kernels; /* NULL: the best there are */
    enum tb_layout layout;
    int level;  /* of zstd: 1 to 19 */
    bool quiet; /* no progress line */
};

struct store_result {
    uint64_t states;
    uint64_t table_bytes;
    uint64_t file_bytes;
    double search_seconds;
    double seconds;
};

/* Make the output folder, if it is not there, and take away what killed builders left in it. TB_IO.
 */
enum tb_status store_folder(const char *path, struct tb_error *error);

/* The path of a canonical pattern's database in a folder; `path` has TB_PATH_MAX bytes.
 * TB_INVALID if it is too long. */
enum tb_status store_path(const char *folder, const struct tb_pattern *pattern, char *path,
                          struct tb_error *error);

/* Build the database of a canonical pattern and write it to this path. The writer holds
 * the name all the while. TB_NO_MEMORY, TB_STOPPED, TB_IO, TB_INVALID. */
enum tb_status store_database(const struct tb_pattern *pattern, const char *path,
                              const struct store_options *options, struct store_result *result,
                              struct tb_error *error);

/* Write a build to a path. TB_STOPPED, TB_IO, TB_INVALID. */
enum tb_status store_build(const struct build *build, const char *path,
                           const struct store_options *options, uint64_t *file_bytes,
                           struct tb_error *error);

/* Build the database of a canonical pattern and keep it in memory only; of the options,
 * threads and quiet count. TB_NO_MEMORY, TB_STOPPED, TB_INVALID. */
enum tb_status store_in_memory(const struct tb_pattern *pattern,
                               const struct store_options *options, struct tb_pdb **pdb,
                               struct tb_error *error);

/* The error of a build that Ctrl-C ended before it was written to this path. */
enum tb_status store_stopped(const char *path, struct tb_error *error);

#endif
