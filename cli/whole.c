/* whole.c -- a file that is whole or not there */
#include "cli/whole.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* How often to try for a part that another process holds. One that only takes leftovers away
 * lets go at once; one that writes does not. */
enum { TRIES = 50 };
static const struct timespec between_tries = {.tv_nsec = 2000000};

enum claim { CLAIMED, AGAIN, BUSY, IN_THE_WAY, FAILED };

enum tb_status cli_whole_error(const struct cli_whole *whole, struct tb_error *error)
{
    int reason = errno;
    const char *text = strerror(reason);

    switch (reason) {
    case ENOSPC:
    case EDQUOT:
        return tb_error_set(error, TB_IO, "%.300s: %s; make room, or %s", whole->path, text,
                            whole->manner->place);
    case EFBIG:
        return tb_error_set(error, TB_IO, "%.300s: %s; ulimit -f tells the limit", whole->path,
                            text);
    case ENAMETOOLONG:
        return tb_error_set(error, TB_IO,
                            "%.300s: the name is too long with the '%s' behind it "
                            "that it has while it is written",
                            whole->path, whole->manner->ending);
    case EISDIR:
        return tb_error_set(error, TB_IO, "%.300s: a folder is in its place: remove it",
                            whole->path);
    case EACCES:
    case EROFS:
    case EPERM:
    case ENOENT:
        return tb_error_set(error, TB_IO, "%.300s: %s; %s", whole->path, text,
                            whole->manner->place);
    default:
        return tb_error_set(error, TB_IO, "%.300s: %s", whole->path, text);
    }
}

/* The file that has a name now, if one has. */
struct named {
    bool there;
    struct stat info;
};

/* False if the system cannot tell, and errno says why. */
static bool look_up(const char *name, struct named *named)
{
    named->there = lstat(name, &named->info) == 0;
    return named->there || errno == ENOENT;
}

static bool same_file(const struct named *a, const struct named *b)
{
    return a->there == b->there &&
           (!a->there || (a->info.st_ino == b->info.st_ino && a->info.st_dev == b->info.st_dev));
}

enum naming { OURS, ANOTHERS, UNKNOWN };

/* Whether the file that was opened is still the one of that name. */
static enum naming naming(int file, const char *name)
{
    struct named now, opened = {.there = true};

    if (!look_up(name, &now) || fstat(file, &opened.info) != 0)
        return UNKNOWN;
    return same_file(&now, &opened) ? OURS : ANOTHERS;
}

/* Close without a word of its own: errno stays what it was. */
static void close_quietly(int file)
{
    int reason = errno;

    close(file);
    errno = reason;
}

/* Take away a part that nobody works on. */
static enum claim clear(const char *part)
{
    struct named now;
    enum claim claim = AGAIN;
    enum naming named;
    int file;

    if (!look_up(part, &now))
        return FAILED;
    if (now.there && !S_ISREG(now.info.st_mode))
        return IN_THE_WAY;
    file = open(part, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0 && errno == EACCES) /* another user's */
        return IN_THE_WAY;
    if (file < 0)
        return errno == ENOENT ? AGAIN : FAILED;
    if (flock(file, LOCK_EX | LOCK_NB) != 0)
        claim = errno == EWOULDBLOCK ? BUSY : FAILED;
    else if ((named = naming(file, part)) == UNKNOWN || (named == OURS && unlink(part) != 0))
        claim = FAILED;
    close_quietly(file);
    return claim;
}

/* Make the part and lock it. Between the two it may be taken for a leftover. */
static enum claim make_part(struct cli_whole *whole)
{
    int file = open(whole->part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    enum claim claim = AGAIN;
    enum naming named = UNKNOWN;

    if (file < 0)
        return errno == EEXIST ? clear(whole->part) : FAILED;
    if (flock(file, LOCK_EX | LOCK_NB) == 0)
        named = naming(file, whole->part);
    else if (errno == EWOULDBLOCK)
        named = ANOTHERS;
    if (named == OURS) {
        whole->file = file;
        return CLAIMED;
    }
    if (named == UNKNOWN) {
        int reason = errno;

        unlink(whole->part);
        errno = reason;
        claim = FAILED;
    }
    close_quietly(file);
    return claim;
}

static enum claim try_for_part(struct cli_whole *whole)
{
    enum claim claim = AGAIN;

    for (int i = 0; i < TRIES && (claim == AGAIN || claim == BUSY); i++) {
        claim = make_part(whole);
        if (claim == BUSY)
            nanosleep(&between_tries, NULL);
    }
    return claim;
}

static enum tb_status take_part(struct cli_whole *whole, struct tb_error *error)
{
    struct named before, after;
    enum claim claim = look_up(whole->path, &before) ? try_for_part(whole) : FAILED;

    if (claim == CLAIMED && !look_up(whole->path, &after))
        claim = FAILED;
    if (claim == FAILED) {
        enum tb_status status = cli_whole_error(whole, error);

        cli_whole_cancel(whole);
        return status;
    }
    if (claim == IN_THE_WAY)
        return tb_error_set(error, TB_IO, "%.300s is in the way: remove it", whole->part);
    /* Another may have finished just now. */
    if (claim == CLAIMED && same_file(&before, &after))
        return TB_OK;
    cli_whole_cancel(whole);
    return tb_error_set(error, TB_IO, "%.300s: %s", whole->path, whole->manner->busy);
}

enum tb_status cli_whole_open(struct cli_whole *whole, const char *path,
                              const struct cli_whole_manner *manner, struct tb_error *error)
{
    whole->file = -1;
    whole->manner = manner;
    if (strlen(path) >= sizeof whole->path)
        return tb_error_set(error, TB_INVALID, "%.100s...: the path is too long", path);
    strcpy(whole->path, path);
    snprintf(whole->part, sizeof whole->part, "%s%s", path, manner->ending);
    return take_part(whole, error);
}

void cli_whole_cancel(struct cli_whole *whole)
{
    if (whole->file < 0)
        return;
    if (naming(whole->file, whole->part) != ANOTHERS)
        unlink(whole->part);
    close(whole->file);
    whole->file = -1;
}

/* A rename is on disk only when the folder is. Where that cannot be had (a folder that
 * may be written to but not read), the file is whole all the same. */
static void sync_folder(const char *path)
{
    char copy[TB_PATH_MAX];
    int folder;

    strcpy(copy, path);
    folder = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return;
    fsync(folder);
    close(folder);
}

enum tb_status cli_whole_finish(struct cli_whole *whole, struct tb_error *error)
{
    enum naming named = UNKNOWN;
    enum tb_status status = TB_OK;

    if (fsync(whole->file) == 0)
        named = naming(whole->file, whole->part);
    if (named == ANOTHERS)
        status = tb_error_set(error, TB_IO, "%.300s: its part was removed while it was written",
                              whole->path);
    else if (named == UNKNOWN || rename(whole->part, whole->path) != 0)
        status = cli_whole_error(whole, error);
    if (status != TB_OK) {
        cli_whole_cancel(whole);
        return status;
    }
    close(whole->file);
    whole->file = -1;
    sync_folder(whole->path);
    return TB_OK;
}

void cli_whole_sweep(const char *folder, bool (*ours)(const char *name))
{
    DIR *names = opendir(folder);
    const struct dirent *entry;
    char path[TB_PATH_MAX];

    if (names == NULL)
        return;
    while ((entry = readdir(names)) != NULL)
        if (ours(entry->d_name) &&
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < (int)sizeof path)
            clear(path);
    closedir(names);
}
