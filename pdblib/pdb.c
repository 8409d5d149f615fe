/* pdb.c -- opening a database */
#include "database.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "frames.h"
#include "tilebase/pages.h"

/* Put the file's name before the text of an error. */
static enum tb_status about_file(const char *path, const struct tb_error *reason,
                                 struct tb_error *error)
{
    return tb_error_set(error, reason->status, "%.200s: %.300s", path, reason->text);
}

static enum tb_status system_error(const char *path, struct tb_error *error)
{
    if (errno == ENOENT)
        return tb_error_set(error, TB_NOT_FOUND, "%.200s: no such file; pdbgen builds databases",
                            path);
    return tb_error_set(error, TB_IO, "%.200s: %s", path, strerror(errno));
}

/* Open a regular file for reading and tell its size; -1 after setting error. */
static int open_file(const char *path, uint64_t *bytes, struct tb_error *error)
{
    struct stat info;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

    if (file < 0) {
        system_error(path, error);
        return -1;
    }
    if (fstat(file, &info) != 0) {
        system_error(path, error);
    } else if (!S_ISREG(info.st_mode)) {
        tb_error_set(error, TB_IO, "%.200s: a folder or a device, not a file", path);
    } else {
        *bytes = (uint64_t)info.st_size;
        return file;
    }
    close(file);
    return -1;
}

static enum tb_status map_file(struct tb_pdb *pdb, const char *path, struct tb_error *error)
{
    enum tb_status status = TB_OK;
    int file = open_file(path, &pdb->file_bytes, error);
    void *mapping;

    if (file < 0)
        return error->status;
    if (pdb->file_bytes == 0) {
        status = tb_error_set(error, TB_DAMAGED, "%.200s: empty", path);
    } else if (pdb->file_bytes > SIZE_MAX / 2) {
        status = tb_error_set(error, TB_NO_MEMORY, "%.200s: too large for this machine", path);
    } else {
        mapping = mmap(NULL, (size_t)pdb->file_bytes, PROT_READ, MAP_SHARED, file, 0);
        if (mapping == MAP_FAILED)
            status = system_error(path, error);
        else
            pdb->file = mapping;
    }
    close(file);
    return status;
}

static void unmap_file(struct tb_pdb *pdb)
{
    if (pdb->file != NULL)
        munmap(pdb->file, (size_t)pdb->file_bytes);
    pdb->file = NULL;
}

/* Decompress all frames into memory of our own and let go of the file. */
static enum tb_status load_frames(struct tb_pdb *pdb, unsigned threads, struct tb_error *error)
{
    enum tb_status status;

    pdb->pages = tb_pages_alloc(pdb->header.table_bytes);
    if (pdb->pages == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for its table of %llu bytes",
                            (unsigned long long)pdb->header.table_bytes);
    status = frames_decompress(&pdb->header, pdb->file + pdb->header.table_offset, pdb->pages,
                               threads, error);
    unmap_file(pdb);
    pdb->table = pdb->pages;
    return status;
}

static enum tb_status check_hash(const uint8_t *bytes, uint64_t count, uint64_t hash,
                                 struct tb_error *error)
{
    if (XXH3_64bits(bytes, (size_t)count) == hash)
        return TB_OK;
    return tb_error_set(error, TB_DAMAGED, "damaged: its contents do not match their checksum");
}

/* What look-ups need to find entries. */
static enum tb_status number_entries(struct tb_pdb *pdb, struct tb_error *error)
{
    const struct tb_header *header = &pdb->header;
    const struct tb_pattern *pattern = &header->pattern;

    pdb->row_bytes = header->table_bytes / tb_pattern_rows(pattern);
    if (pattern->kind == TB_KIND_WALKING_DISTANCE)
        return tb_walking_index_init(&pdb->walking, pattern->board.height, pattern->board.width,
                                     pattern->blank / pattern->board.width, error);
    return tb_entry_index_init(&pdb->index, pattern, error);
}

static enum tb_status load(struct tb_pdb *pdb, const struct tb_pdb_options *options,
                           struct tb_error *error)
{
    const struct tb_header *header = &pdb->header;
    bool mapped;
    enum tb_status status =
        tb_header_decode(pdb->file, (size_t)pdb->file_bytes, pdb->file_bytes, &pdb->header, error);

    if (status == TB_OK)
        status = number_entries(pdb, error);
    if (status != TB_OK)
        return status;
    mapped = header->layout == TB_LAYOUT_MAPPED;
    pdb->table = pdb->file + header->table_offset;
    if (!mapped || options->verify)
        status = check_hash(pdb->table, header->payload_bytes, header->payload_hash, error);
    if (status == TB_OK && !mapped)
        status = load_frames(pdb, options->threads, error);
    if (status == TB_OK && options->verify)
        status = check_hash(pdb->table, header->table_bytes, header->table_hash, error);
    return status;
}

enum tb_status tb_pdb_open(const char *path, const struct tb_pdb_options *options,
                           struct tb_pdb **result, struct tb_error *error)
{
    static const struct tb_pdb_options defaults = {0};
    struct tb_error reason = {0};
    struct tb_pdb *pdb = calloc(1, sizeof *pdb);

    *result = NULL;
    if (pdb == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "%.200s: no memory", path);
    if (map_file(pdb, path, &reason) != TB_OK) {
        tb_pdb_close(pdb);
        return tb_error_set(error, reason.status, "%s", reason.text);
    }
    if (load(pdb, options == NULL ? &defaults : options, &reason) != TB_OK) {
        tb_pdb_close(pdb);
        return about_file(path, &reason, error);
    }
    *result = pdb;
    return TB_OK;
}

/* What look-ups rely on. */
static enum tb_status check_adopted(const struct tb_header *header, struct tb_error *error)
{
    if ((header->bits != 4 && header->bits != 8) ||
        header->table_bytes != tb_table_bytes(&header->pattern, header->bits))
        return tb_error_set(error, TB_INVALID,
                            "the table in memory is not of the size that its pattern makes");
    return TB_OK;
}

enum tb_status tb_pdb_adopt(const struct tb_header *header, uint8_t *table, struct tb_pdb **result,
                            struct tb_error *error)
{
    enum tb_status status = check_adopted(header, error);
    struct tb_pdb *pdb;

    *result = NULL;
    if (status != TB_OK)
        return status;
    pdb = calloc(1, sizeof *pdb);
    if (pdb == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a database");
    pdb->header = *header;
    status = number_entries(pdb, error);
    if (status != TB_OK) {
        free(pdb);
        return status;
    }
    pdb->table = pdb->pages = table;
    *result = pdb;
    return TB_OK;
}

void tb_pdb_close(struct tb_pdb *pdb)
{
    if (pdb == NULL)
        return;
    unmap_file(pdb);
    tb_pages_free(pdb->pages, pdb->header.table_bytes);
    tb_entry_index_free(&pdb->index);
    tb_walking_index_free(&pdb->walking);
    free(pdb);
}

enum tb_status tb_pdb_read_header(const char *path, struct tb_header *header,
                                  struct tb_error *error)
{
    uint8_t bytes[TB_HEADER_MAX];
    struct tb_error reason = {0};
    uint64_t file_bytes;
    ssize_t count;
    int file = open_file(path, &file_bytes, &reason);

    if (file < 0)
        return tb_error_set(error, reason.status, "%s", reason.text);
    count = pread(file, bytes, sizeof bytes, 0);
    if (count < 0) {
        enum tb_status status = system_error(path, error);

        close(file);
        return status;
    }
    close(file);
    if (tb_header_decode(bytes, (size_t)count, file_bytes, header, &reason) != TB_OK)
        return about_file(path, &reason, error);
    return TB_OK;
}

const struct tb_header *tb_pdb_header(const struct tb_pdb *pdb)
{
    return &pdb->header;
}

const uint8_t *tb_pdb_table(const struct tb_pdb *pdb)
{
    return pdb->table;
}

const struct tb_entry_index *tb_pdb_index(const struct tb_pdb *pdb)
{
    return &pdb->index;
}

const struct tb_walking_index *tb_pdb_walking(const struct tb_pdb *pdb)
{
    return &pdb->walking;
}
