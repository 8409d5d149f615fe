/* writer.h -- a built database into its file
 *
 * As cli/whole.h tells: its own name holds a whole database or nothing. The builder keeps
 * hold of the name from before the search to the end.
 */
#ifndef PDBGEN_WRITER_H
#define PDBGEN_WRITER_H

#include "build.h"
#include "cli/whole.h"

struct writer {
    struct cli_whole whole;
};

struct writer_options {
    enum tb_layout layout;
    int level; /* of zstd: 1 to 19 */
    unsigned threads;
    bool (*stopped)(void); /* asked now and then: whether to give up. May be NULL. */
};

/* Make the folder for databases, and those above it. TB_IO. */
enum tb_status writer_make_folder(const char *path, struct tb_error *error);

/* Take away what killed builders left in the folder. */
void writer_sweep(const char *folder);

/* Take hold of the name `path`. TB_IO: the folder cannot be written to, or another
 * builder has it. */
enum tb_status writer_open(struct writer *writer, const char *path, struct tb_error *error);

/* Write the database and give it its name; tells the file's size. The writer is
 * closed in any case; after an error nothing is left. TB_IO, TB_STOPPED. */
enum tb_status writer_finish(struct writer *writer, const struct build *build,
                             const struct writer_options *options, uint64_t *file_bytes,
                             struct tb_error *error);

/* Let go without writing and remove the .part file; does nothing when closed. */
void writer_cancel(struct writer *writer);

#endif
