/* scene.c -- a folder and all that is in it, as a value: kept, compared, put back */
#include "scene.h"

#include <dirent.h>
#include <err.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *read_bytes(const char *path, size_t *count)
{
    FILE *file = fopen(path, "re");
    struct stat info;
    char *bytes;

    if (file == NULL || fstat(fileno(file), &info) != 0)
        err(2, "%s", path);
    bytes = malloc((size_t)info.st_size + 1);
    if (bytes == NULL)
        err(2, "%s", path);
    *count = fread(bytes, 1, (size_t)info.st_size, file);
    bytes[*count] = '\0';
    fclose(file);
    return bytes;
}

void write_bytes(const char *path, const char *bytes, size_t count)
{
    FILE *file = fopen(path, "we");

    if (file == NULL || fwrite(bytes, 1, count, file) != count || fclose(file) != 0)
        err(2, "%s", path);
}

static void read_folder(struct scene *scene, const char *folder, const char *below)
{
    char path[2 * SCENE_PATH];
    struct dirent *entry;
    DIR *list;

    snprintf(path, sizeof path, "%s/%s", folder, below);
    list = opendir(path);
    if (list == NULL)
        err(2, "%s", path);
    while ((entry = readdir(list)) != NULL) {
        struct scene_file *file = &scene->files[scene->count];

        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        if (++scene->count == SCENE_FILES)
            errx(2, "%s: too many files", folder);
        *file = (struct scene_file){0};
        snprintf(file->path, sizeof file->path, "%.120s%s%.120s", below, below[0] ? "/" : "",
                 entry->d_name);
        snprintf(path, sizeof path, "%.200s/%s", folder, file->path);
        if (entry->d_type == DT_DIR)
            read_folder(scene, folder, file->path);
        else
            file->bytes = read_bytes(path, &file->count);
    }
    closedir(list);
}

void scene_read(struct scene *scene, const char *folder)
{
    scene->count = 0;
    read_folder(scene, folder, "");
}

void scene_free(struct scene *scene)
{
    for (unsigned i = 0; i < scene->count; i++)
        free(scene->files[i].bytes);
    scene->count = 0;
}

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *where)
{
    (void)info;
    (void)type;
    return where->level == 0 ? 0 : remove(path);
}

void scene_restore(const struct scene *scene, const char *folder)
{
    char path[2 * SCENE_PATH];

    if (nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS) != 0)
        err(2, "%s", folder);
    /* A folder comes before what is in it. */
    for (unsigned i = 0; i < scene->count; i++) {
        const struct scene_file *file = &scene->files[i];

        snprintf(path, sizeof path, "%.200s/%s", folder, file->path);
        if (file->bytes != NULL)
            write_bytes(path, file->bytes, file->count);
        else if (mkdir(path, 0777) != 0)
            err(2, "%s", path);
    }
}

const struct scene_file *scene_find(const struct scene *scene, const char *path)
{
    for (unsigned i = 0; i < scene->count; i++)
        if (strcmp(scene->files[i].path, path) == 0)
            return &scene->files[i];
    return NULL;
}

bool scene_file_same(const struct scene_file *a, const struct scene_file *b)
{
    if (a == NULL || b == NULL)
        return a == b;
    return a->count == b->count && (a->bytes == NULL) == (b->bytes == NULL) &&
           (a->bytes == NULL || memcmp(a->bytes, b->bytes, a->count) == 0);
}

bool scene_same(const struct scene *a, const struct scene *b)
{
    for (unsigned i = 0; i < a->count; i++)
        if (!scene_file_same(&a->files[i], scene_find(b, a->files[i].path)))
            return false;
    return a->count == b->count;
}
