/* catalogue.c -- all partitions that there are, and what they amount to */
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "tilebase/partition.h"
#include "tilebase/size.h"

enum { NAMES_MAX = 1024 };

/* Names with numbers in them in the order of the numbers. */
static int compare_names(const void *a, const void *b)
{
    return strverscmp(*(char *const *)a, *(char *const *)b);
}

/* Add a file's name without its extension, unless it is there. False without memory. */
static bool add_name(struct tb_names *names, const char *file)
{
    size_t length = strlen(file) - strlen(TB_PARTITION_EXTENSION);

    for (unsigned i = 0; i < names->count; i++)
        if (strlen(names->name[i]) == length && strncmp(names->name[i], file, length) == 0)
            return true;
    if (names->count == NAMES_MAX)
        return true;
    names->name[names->count] = strndup(file, length);
    if (names->name[names->count] == NULL)
        return false;
    names->count++;
    return true;
}

/* The names of a folder; one that is not there or not for us has none. False with errno set. */
static bool add_folder(struct tb_names *names, const char *path)
{
    DIR *folder = opendir(path);
    struct dirent *file;
    int reason;

    if (folder == NULL)
        return errno == ENOENT || errno == ENOTDIR || errno == EACCES;
    while (errno = 0, (file = readdir(folder)) != NULL)
        if (file->d_name[0] != '.' && fnmatch("*" TB_PARTITION_EXTENSION, file->d_name, 0) == 0 &&
            !add_name(names, file->d_name)) {
            errno = ENOMEM;
            break;
        }
    reason = errno;
    closedir(folder);
    errno = reason;
    return reason == 0;
}

enum tb_status tb_catalogue_names(const struct tb_folders *folders, struct tb_names *names,
                                  struct tb_error *error)
{
    *names = (struct tb_names){.name = calloc(NAMES_MAX, sizeof *names->name)};
    if (names->name == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory to read the catalogue");
    for (unsigned i = 0; i < folders->count; i++)
        if (!add_folder(names, folders->path[i])) {
            int reason = errno;

            tb_names_free(names);
            return tb_error_set(error, reason == ENOMEM ? TB_NO_MEMORY : TB_IO,
                                "cannot read the catalogue in %.200s: %s", folders->path[i],
                                strerror(reason));
        }
    qsort(names->name, names->count, sizeof *names->name, compare_names);
    return TB_OK;
}

void tb_names_free(struct tb_names *names)
{
    for (unsigned i = 0; i < names->count; i++)
        free(names->name[i]);
    free(names->name);
    *names = (struct tb_names){0};
}

void tb_partition_measure(const struct tb_partition *partition, const struct tb_folders *folders,
                          struct tb_partition_sizes *sizes)
{
    struct tb_pattern seen[TB_CELLS_MAX];

    *sizes = (struct tb_partition_sizes){0};
    for (unsigned i = 0; i < partition->count; i++) {
        struct tb_pattern *pattern = &seen[sizes->files];
        char name[TB_PATTERN_TEXT], path[TB_PATH_MAX];
        unsigned symmetry, other = 0;

        tb_pattern_canonical(&partition->patterns[i], pattern, &symmetry);
        while (!tb_pattern_equal(&seen[other], pattern))
            other++;
        if (other < sizes->files)
            continue;
        tb_pattern_file_name(pattern, name);
        sizes->built += tb_folders_find(folders, name, path, NULL) == TB_OK;
        sizes->files++;
        sizes->entries = tb_size_add(sizes->entries, tb_pattern_entries(pattern));
        sizes->table_bytes = tb_size_add(sizes->table_bytes, tb_table_bytes(pattern, 4));
    }
}
