/* file.h -- a database's file while it is read */
#ifndef PDBLIB_FILE_H
#define PDBLIB_FILE_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "tilebase/error.h"

struct file {
    int number;              /* of the open file; -1: closed */
    uint64_t bytes;          /* when it was opened */
    struct timespec written; /* for the last time, then */
};

/* Open a regular file for reading. TB_NOT_FOUND, TB_UNSUPPORTED if it is no
 * file, TB_DAMAGED if it is empty, TB_NO_MEMORY, TB_IO. */
enum tb_status file_open(struct file *file, const char *path, struct tb_error *error);
void file_close(struct file *file);

/* TB_DAMAGED if it was written to or cut off since it was opened, TB_IO. */
enum tb_status file_check_unchanged(const struct file *file, struct tb_error *error);

/* Read `bytes` bytes from `offset` on, all of which the file had when it was opened: if they are
 * not there any more it is TB_DAMAGED. TB_IO. */
enum tb_status file_read(const struct file *file, uint64_t offset, uint8_t *to, size_t bytes,
                         struct tb_error *error);

/* Map all of it. TB_NO_MEMORY, TB_IO. */
enum tb_status file_map(const struct file *file, uint8_t **mapping, struct tb_error *error);

#endif
