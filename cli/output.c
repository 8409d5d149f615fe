/* output.c -- a file that a program writes for people or other programs */
#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "cli/message.h"

static enum tb_status system_error(const struct cli_output *output, struct tb_error *error)
{
    if (errno == EINTR && cli_interrupted())
        return tb_error_set(error, TB_STOPPED, "interrupted: %.300s was not written", output->name);
    return tb_error_set(error, TB_IO, "%.300s: cannot be written: %s", output->name,
                        strerror(errno));
}

/* The lock belongs to the file as it was opened, and stays when only its copy is closed. */
static enum tb_status open_stream(struct cli_output *output, struct tb_error *error)
{
    int file = fcntl(output->whole.file, F_DUPFD_CLOEXEC, 0);
    enum tb_status status;

    output->file = file < 0 ? NULL : fdopen(file, "w");
    if (output->file != NULL)
        return TB_OK;
    status = system_error(output, error);
    if (file >= 0)
        close(file);
    cli_whole_cancel(&output->whole);
    return status;
}

/* What a link leads to is written, and the link stays. */
static enum tb_status open_whole(struct cli_output *output, const char *path,
                                 struct tb_error *error)
{
    static const struct cli_whole_manner manner = {
        .ending = ".tilebase-part",
        .busy = "another process is writing it",
        .place = "choose another folder",
    };
    struct stat info;
    bool link = lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
    char *target = link ? realpath(path, NULL) : NULL;
    enum tb_status status;

    if (link && target == NULL && errno == ENOENT)
        return tb_error_set(error, TB_IO, "%.300s: a link that leads nowhere: remove it", path);
    if (link && target == NULL)
        return system_error(output, error);
    status = cli_whole_open(&output->whole, link ? target : path, &manner, error);
    free(target);
    return status == TB_OK ? open_stream(output, error) : status;
}

enum tb_status cli_output_open(struct cli_output *output, const char *path, struct tb_error *error)
{
    struct stat info;
    bool there;

    output->file = NULL;
    output->name = path;
    output->whole.file = -1;
    if (strcmp(path, "-") == 0) {
        output->name = "standard output";
        output->file = stdout;
        return TB_OK;
    }
    there = stat(path, &info) == 0;
    if (!there && errno != ENOENT)
        return system_error(output, error);
    if (!there || S_ISREG(info.st_mode))
        return open_whole(output, path, error);
    output->file = fopen(path, "we");
    return output->file != NULL ? TB_OK : system_error(output, error);
}

static bool close_stream(struct cli_output *output)
{
    bool good = output->file == stdout || fclose(output->file) == 0;

    output->file = NULL;
    return good;
}

enum tb_status cli_output_finish(struct cli_output *output, struct tb_error *error)
{
    bool good;
    int reason;

    /* A write that failed earlier left its reason, if nothing else came after it. */
    if (!ferror(output->file) || errno == 0)
        errno = EIO;
    good = fflush(output->file) == 0 && !ferror(output->file);
    reason = errno;
    if (!close_stream(output) && good) {
        good = false;
        reason = errno;
    }
    if (good && output->whole.file < 0)
        return TB_OK;
    if (good && cli_check_databases(error) != TB_OK) {
        cli_whole_cancel(&output->whole);
        return TB_DAMAGED;
    }
    if (good)
        return cli_whole_finish(&output->whole, error);
    cli_whole_cancel(&output->whole);
    errno = reason;
    return system_error(output, error);
}

void cli_output_cancel(struct cli_output *output)
{
    close_stream(output);
    cli_whole_cancel(&output->whole);
}
