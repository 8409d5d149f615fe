/* scene.h -- a folder and all that is in it, as a value: kept, compared, put back */
#ifndef TESTS_FAILING_SCENE_H
#define TESTS_FAILING_SCENE_H

#include <stdbool.h>
#include <stddef.h>

enum { SCENE_FILES = 64, SCENE_PATH = 256 };

struct scene_file {
    char path[SCENE_PATH]; /* below the folder */
    char *bytes;           /* NULL for a folder */
    size_t count;
};

struct scene {
    unsigned count;
    struct scene_file files[SCENE_FILES];
};

/* Errors end the process: this is for tests. */
char *read_bytes(const char *path, size_t *count);
void write_bytes(const char *path, const char *bytes, size_t count);
void scene_read(struct scene *scene, const char *folder);
void scene_free(struct scene *scene);

/* Make a folder what it was. */
void scene_restore(const struct scene *scene, const char *folder);

const struct scene_file *scene_find(const struct scene *scene, const char *path);
bool scene_file_same(const struct scene_file *a, const struct scene_file *b);
bool scene_same(const struct scene *a, const struct scene *b);

#endif
