/* testing_file.h -- database files for tests, in a folder that goes away with the test */
#ifndef TESTS_TESTING_FILE_H
#define TESTS_TESTING_FILE_H

#include "testing_build.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "writer.h"

/* Where a test keeps its files. */
static char folder[] = "/tmp/tilebase-test-XXXXXX";

static inline int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL;
}

static inline int remove_folder(void **state)
{
    DIR *open_folder = opendir(folder);
    struct dirent *file;

    (void)state;
    while ((file = readdir(open_folder)) != NULL)
        unlinkat(dirfd(open_folder), file->d_name, 0);
    closedir(open_folder);
    return rmdir(folder);
}

static inline const char *path_of(const char *name)
{
    static char path[512];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static inline void must_write(const struct build *build, enum tb_layout layout, const char *path)
{
    struct writer_options options = {.layout = layout, .level = 1, .threads = 2};
    struct writer writer;
    struct tb_error error;
    uint64_t bytes = 0;
    struct stat info;

    if (writer_open(&writer, path, &error) != TB_OK ||
        writer_finish(&writer, build, &options, &bytes, &error) != TB_OK)
        fail_msg("%s", error.text);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_size, bytes);
}

static inline struct tb_pdb *must_open(const char *path)
{
    struct tb_pdb_options options = {.verify = true};
    struct tb_error error;
    struct tb_pdb *pdb;

    if (tb_pdb_open(path, &options, &pdb, &error) != TB_OK)
        fail_msg("%s", error.text);
    return pdb;
}

static inline size_t read_whole(const char *path, uint8_t *bytes, size_t room)
{
    FILE *file = fopen(path, "rb");
    size_t count;

    assert_non_null(file);
    count = fread(bytes, 1, room, file);
    assert_true(count < room);
    fclose(file);
    return count;
}

/* Some file systems write a file to the disk that is cut to nothing and filled again, which
 * takes long; so an old file is removed first. */
static inline void write_whole(const char *path, const uint8_t *bytes, size_t count)
{
    FILE *file;

    unlink(path);
    file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
}

/* Opening must fail, and name the file. */
static inline void must_fail(const char *path, const char *what, size_t where)
{
    struct tb_pdb_options options = {.verify = true, .threads = 1};
    struct tb_error error;
    struct tb_pdb *pdb;

    if (tb_pdb_open(path, &options, &pdb, &error) == TB_OK)
        fail_msg("%s at %zu was not noticed", what, where);
    assert_null(pdb);
    assert_non_null(strstr(error.text, path));
}

enum { ROOM = 1 << 16 };

#endif
