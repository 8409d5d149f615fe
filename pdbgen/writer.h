/* writer.h -- a built database into its file
 *
 * The file is written under its name with ".part" behind it, brought to disk, and
 * then renamed: its own name holds a whole database or nothing. A builder keeps a
 * lock on the .part file from before the search to the end, so that two builders
 * never work on the same database, and what a killed one left behind is taken over
 * by the next.
 */
#ifndef PDBGEN_WRITER_H
#define PDBGEN_WRITER_H

#include "build.h"

struct writer {
    int file; /* -1 when closed */
    char path[TB_PATH_MAX];
    char part[TB_PATH_MAX + 8];
};

struct writer_options {
    enum tb_layout layout;
    int level; /* of zstd: 1 to 19 */
    unsigned threads;
    bool (*stopped)(void); /* asked now and then: whether to give up. May be NULL. */
};

/* Make the folder for databases, and those above it. TB_IO. */
enum tb_status writer_make_folder(const char *path, struct tb_error *error);

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
