/* folders.c -- where databases and the catalogue are looked for */
#include "tilebase/folders.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char local_folder[] = "pdb";

/* The user's own folder; empty if there is no home. */
static void user_folder(char path[TB_PATH_MAX])
{
    const char *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    int length = 0;

    path[0] = '\0';
    if (data != NULL && data[0] == '/')
        length = snprintf(path, TB_PATH_MAX, "%s/tilebase", data);
    else if (home != NULL && home[0] == '/')
        length = snprintf(path, TB_PATH_MAX, "%s/.local/share/tilebase", home);
    if (length >= TB_PATH_MAX)
        path[0] = '\0';
}

static enum tb_status add(struct tb_folders *folders, const char *path, size_t length,
                          struct tb_error *error)
{
    if (length == 0)
        return TB_OK;
    if (folders->count == TB_FOLDERS_MAX || length >= TB_PATH_MAX)
        return tb_error_set(error, TB_INVALID,
                            "too many or too long folders to search (TILEBASE_PATH): at most %d",
                            TB_FOLDERS_MAX - 3);
    memcpy(folders->path[folders->count], path, length);
    folders->path[folders->count][length] = '\0';
    folders->count++;
    return TB_OK;
}

enum tb_status tb_folders_default(struct tb_folders *folders, struct tb_error *error)
{
    char own[TB_PATH_MAX];
    const char *list = getenv("TILEBASE_PATH");
    enum tb_status status = TB_OK;

    folders->count = 0;
    while (list != NULL && *list != '\0' && status == TB_OK) {
        size_t length = strcspn(list, ":");

        status = add(folders, list, length, error);
        list += length + (list[length] == ':');
    }
    user_folder(own);
    if (status == TB_OK)
        status = add(folders, local_folder, strlen(local_folder), error);
    if (status == TB_OK)
        status = add(folders, own, strlen(own), error);
    if (status == TB_OK)
        status = add(folders, TILEBASE_DATADIR, strlen(TILEBASE_DATADIR), error);
    return status;
}

enum tb_status tb_folders_prefer(struct tb_folders *folders, const char *path,
                                 struct tb_error *error)
{
    enum tb_status status = add(folders, path, strlen(path), error);
    char last[TB_PATH_MAX];

    if (status != TB_OK || path[0] == '\0')
        return status;
    memcpy(last, folders->path[folders->count - 1], TB_PATH_MAX);
    memmove(folders->path[1], folders->path[0], (folders->count - 1) * sizeof folders->path[0]);
    memcpy(folders->path[0], last, TB_PATH_MAX);
    return TB_OK;
}

/* Whether errno says that there is no such file, at least for this user. */
static bool is_missing(void)
{
    return errno == ENOENT || errno == ENOTDIR || errno == EACCES || errno == ELOOP ||
           errno == ENAMETOOLONG;
}

enum tb_status tb_folders_find(const struct tb_folders *folders, const char *name,
                               char path[TB_PATH_MAX], struct tb_error *error)
{
    for (unsigned i = 0; i < folders->count; i++) {
        int length = snprintf(path, TB_PATH_MAX, "%s/%s", folders->path[i], name);

        if (length >= TB_PATH_MAX)
            continue;
        if (access(path, F_OK) == 0)
            return TB_OK;
        if (!is_missing())
            return tb_error_set(error, errno == ENOMEM ? TB_NO_MEMORY : TB_IO, "%.300s: %s", path,
                                strerror(errno));
    }
    return tb_error_set(error, TB_NOT_FOUND, "no folder has %.160s", name);
}

void tb_folders_output(char path[TB_PATH_MAX])
{
    const char *list = getenv("TILEBASE_PATH");
    size_t length;
    struct stat info;

    if (list != NULL)
        list += strspn(list, ":");
    length = list == NULL ? 0 : strcspn(list, ":");
    if (length > 0 && length < TB_PATH_MAX) {
        memcpy(path, list, length);
        path[length] = '\0';
        return;
    }
    user_folder(path);
    if (path[0] == '\0' || (stat(local_folder, &info) == 0 && S_ISDIR(info.st_mode)))
        strcpy(path, local_folder);
}
