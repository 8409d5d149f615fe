/* file.c -- a database's file while it is read */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tilebase/size.h"

/* Some systems read no more than 2^31 bytes at once. */
enum { PIECE = 1 << 30 };

static enum tb_status system_error(struct tb_error *error)
{
    if (errno == ENOENT)
        return tb_error_set(error, TB_NOT_FOUND, "no such file; pdbgen builds databases");
    return tb_error_set(error,
                        errno == ENOMEM                    ? TB_NO_MEMORY
                        : errno == ELOOP || errno == ENXIO ? TB_UNSUPPORTED /* no file */
                                                           : TB_IO,
                        "%s", strerror(errno));
}

enum tb_status file_open(struct file *file, const char *path, struct tb_error *error)
{
    struct stat info;
    enum tb_status status = TB_OK;

    /* Opening a pipe must not wait for somebody to write to it. */
    *file = (struct file){.number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (file->number < 0 || fstat(file->number, &info) != 0)
        status = system_error(error);
    else if (!S_ISREG(info.st_mode))
        status = tb_error_set(error, TB_UNSUPPORTED, "a folder or a device, not a file");
    else if (info.st_size == 0)
        status = tb_error_set(error, TB_DAMAGED, "empty");
    if (status != TB_OK) {
        file_close(file);
        return status;
    }
    file->bytes = (uint64_t)info.st_size;
    file->written = info.st_mtim;
    return TB_OK;
}

void file_close(struct file *file)
{
    if (file->number >= 0)
        close(file->number);
    file->number = -1;
}

enum tb_status file_check_unchanged(const struct file *file, struct tb_error *error)
{
    struct stat now;

    if (fstat(file->number, &now) != 0)
        return system_error(error);
    if ((uint64_t)now.st_size == file->bytes && now.st_mtim.tv_sec == file->written.tv_sec &&
        now.st_mtim.tv_nsec == file->written.tv_nsec)
        return TB_OK;
    return tb_error_set(error, TB_DAMAGED, "written to while it was open");
}

enum tb_status file_read(const struct file *file, uint64_t offset, uint8_t *to, size_t bytes,
                         struct tb_error *error)
{
    while (bytes > 0) {
        ssize_t count = pread(file->number, to, bytes < PIECE ? bytes : PIECE, (off_t)offset);

        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return system_error(error);
        if (count == 0)
            return tb_error_set(error, TB_DAMAGED, "cut off while it was read");
        to += count;
        offset += (uint64_t)count;
        bytes -= (size_t)count;
    }
    return TB_OK;
}

enum tb_status file_map(const struct file *file, uint8_t **mapping, struct tb_error *error)
{
    void *memory;

    if (!tb_size_fits(file->bytes))
        return tb_error_set(error, TB_NO_MEMORY, "too large for this machine");
    memory = mmap(NULL, (size_t)file->bytes, PROT_READ, MAP_SHARED, file->number, 0);
    if (memory == MAP_FAILED)
        return system_error(error);
    *mapping = memory;
    return TB_OK;
}
