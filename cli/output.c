/* output.c -- a file that a program writes for people or other programs */
#include "cli/output.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum tb_status system_error(const char *path, struct tb_error *error)
{
    return tb_error_set(error, TB_IO, "%.300s: cannot be written: %s", path, strerror(errno));
}

/* As a file made by its own name would have them. */
static void usual_permissions(int file)
{
    mode_t mask = umask(0);

    umask(mask);
    fchmod(file, 0666 & ~mask);
}

static enum tb_status open_part(struct cli_output *output, struct tb_error *error)
{
    int file;

    snprintf(output->part, sizeof output->part, "%s.XXXXXX", output->path);
    file = mkstemp(output->part);
    if (file < 0)
        return system_error(output->path, error);
    usual_permissions(file);
    output->file = fdopen(file, "w");
    if (output->file != NULL)
        return TB_OK;
    close(file);
    unlink(output->part);
    return system_error(output->path, error);
}

enum tb_status cli_output_open(struct cli_output *output, const char *path, struct tb_error *error)
{
    struct stat info;
    bool there;

    output->file = NULL;
    output->part[0] = '\0';
    if (strlen(path) >= sizeof output->path)
        return tb_error_set(error, TB_INVALID, "%.100s...: the path is too long", path);
    strcpy(output->path, path);
    if (strcmp(path, "-") == 0) {
        strcpy(output->path, "standard output");
        output->file = stdout;
        return TB_OK;
    }
    there = stat(path, &info) == 0;
    if (!there && errno != ENOENT)
        return system_error(path, error);
    if (!there || S_ISREG(info.st_mode)) {
        char *target = realpath(path, NULL);

        /* What a link leads to is written, and the link stays. */
        if (target == NULL && there)
            return system_error(path, error);
        if (target != NULL && strlen(target) < sizeof output->path)
            strcpy(output->path, target);
        free(target);
        return open_part(output, error);
    }
    output->file = fopen(path, "we");
    return output->file != NULL ? TB_OK : system_error(path, error);
}

static bool close_file(struct cli_output *output)
{
    bool good = output->file == stdout || fclose(output->file) == 0;

    output->file = NULL;
    return good;
}

enum tb_status cli_output_finish(struct cli_output *output, struct tb_error *error)
{
    bool named = output->part[0] != '\0';
    bool good;
    int reason;

    errno = EIO; /* if it failed earlier, and what is left can be written */
    good = fflush(output->file) == 0 && !ferror(output->file);
    if (good && named)
        good = fsync(fileno(output->file)) == 0;
    reason = errno;
    if (!close_file(output) && good) {
        good = false;
        reason = errno;
    }
    if (good && named && rename(output->part, output->path) != 0) {
        good = false;
        reason = errno;
    }
    if (good)
        return TB_OK;
    if (named)
        unlink(output->part);
    errno = reason;
    return system_error(output->path, error);
}

void cli_output_cancel(struct cli_output *output)
{
    close_file(output);
    if (output->part[0] != '\0')
        unlink(output->part);
}
