/* pdb.c -- opening a database */
#include "database.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <xxhash.h>

#include "file.h"
#include "frames.h"
#include "guard.h"
#include "tilebase/memory.h"
#include "tilebase/pages.h"
#include "tilebase/size.h"

/* Smaller tables are taken without asking whether there is memory for them. */
enum { SMALL_BYTES = 16 << 20 };

/* Put the file's name before the text of an error. */
static enum tb_status about_file(const char *path, const struct tb_error *reason,
                                 struct tb_error *error)
{
    return tb_error_set(error, reason->status, "%.200s: %.300s", path, reason->text);
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

/* Read the header into memory of our own: what was checked is then what is used, whatever
 * happens to the file. */
static enum tb_status read_header(const struct file *file, struct tb_header *header,
                                  struct tb_error *error)
{
    uint8_t bytes[TB_HEADER_MAX];
    size_t count = file->bytes < sizeof bytes ? (size_t)file->bytes : sizeof bytes;
    enum tb_status status = file_read(file, 0, bytes, count, error);

    return status == TB_OK ? tb_header_decode(bytes, count, file->bytes, header, error) : status;
}

/* Whether there is memory for the table and, beside it, for `more` bytes while it is made. */
static enum tb_status check_room(const struct tb_header *header, uint64_t more,
                                 struct tb_error *error)
{
    uint64_t all = tb_size_add(header->table_bytes, more);

    if (all <= SMALL_BYTES || all <= tb_memory_available())
        return TB_OK;
    return tb_error_set(error, TB_NO_MEMORY, "no memory for its table of %llu bytes",
                        (unsigned long long)header->table_bytes);
}

static enum tb_status take_pages(struct tb_pdb *pdb, struct tb_error *error)
{
    pdb->table = pdb->pages = tb_pages_alloc(pdb->header.table_bytes);
    if (pdb->pages == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for its table of %llu bytes",
                            (unsigned long long)pdb->header.table_bytes);
    return TB_OK;
}

/* Decompress the payload, and take memory for the table only when its frames look right. */
static enum tb_status decompress(struct tb_pdb *pdb, const uint8_t *payload, unsigned threads,
                                 struct tb_error *error)
{
    struct frames frames;
    enum tb_status status = frames_find(&frames, &pdb->header, payload, error);

    if (status == TB_OK)
        status = take_pages(pdb, error);
    if (status == TB_OK)
        status = frames_decompress(&frames, pdb->pages, threads, error);
    frames_free(&frames);
    return status;
}

/* Decompress all frames into memory of our own. */
static enum tb_status load_frames(struct tb_pdb *pdb, unsigned threads, struct tb_error *error)
{
    const struct tb_header *header = &pdb->header;
    enum tb_status status = check_room(header, header->payload_bytes, error);
    uint8_t *payload = status == TB_OK ? tb_pages_alloc(header->payload_bytes) : NULL;

    if (status == TB_OK && payload == NULL)
        status = tb_error_set(error, TB_NO_MEMORY, "no memory to read it into");
    if (status == TB_OK)
        status = file_read(&pdb->file, header->table_offset, payload, (size_t)header->payload_bytes,
                           error);
    if (status == TB_OK)
        status = check_hash(payload, header->payload_bytes, header->payload_hash, error);
    if (status == TB_OK)
        status = decompress(pdb, payload, threads, error);
    tb_pages_free(payload, header->payload_bytes);
    return status;
}

/* Read a table that is not compressed into memory of our own. */
static enum tb_status copy_table(struct tb_pdb *pdb, struct tb_error *error)
{
    const struct tb_header *header = &pdb->header;
    enum tb_status status = check_room(header, 0, error);

    if (status == TB_OK)
        status = take_pages(pdb, error);
    if (status == TB_OK)
        status = file_read(&pdb->file, header->table_offset, pdb->pages,
                           (size_t)header->table_bytes, error);
    return status;
}

/* Use the table in its place. If too many are mapped to watch this one as well, copy it. */
static enum tb_status map_table(struct tb_pdb *pdb, struct tb_error *error)
{
    uint8_t *mapping;
    enum tb_status status = file_map(&pdb->file, &mapping, error);

    if (status != TB_OK)
        return status;
    pdb->watched = guard_watch(mapping, &pdb->file);
    if (pdb->watched < 0) {
        munmap(mapping, (size_t)pdb->file.bytes);
        return copy_table(pdb, error);
    }
    pdb->mapping = mapping;
    pdb->table = mapping + pdb->header.table_offset;
    return TB_OK;
}

static enum tb_status load_mapped(struct tb_pdb *pdb, const struct tb_pdb_options *options,
                                  struct tb_error *error)
{
    const struct tb_header *header = &pdb->header;
    enum tb_status status = options->copy ? copy_table(pdb, error) : map_table(pdb, error);

    if (status == TB_OK && (options->verify || !options->trust))
        status = check_hash(pdb->table, header->payload_bytes, header->payload_hash, error);
    return status;
}

static enum tb_status load(struct tb_pdb *pdb, const struct tb_pdb_options *options,
                           struct tb_error *error)
{
    const struct tb_header *header = &pdb->header;
    enum tb_status status = read_header(&pdb->file, &pdb->header, error);

    if (status == TB_OK)
        status = number_entries(pdb, error);
    if (status != TB_OK)
        return status;
    if (header->layout == TB_LAYOUT_MAPPED)
        status = load_mapped(pdb, options, error);
    else
        status = load_frames(pdb, options->threads, error);
    /* From now on tb_pdb_cut tells it of a mapped one. */
    if (status == TB_OK && pdb->mapping == NULL)
        status = file_check_unchanged(&pdb->file, error);
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
    enum tb_status status;

    *result = NULL;
    if (pdb == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "%.200s: no memory", path);
    status = file_open(&pdb->file, path, &reason);
    if (status == TB_OK)
        status = load(pdb, options == NULL ? &defaults : options, &reason);
    if (status != TB_OK) {
        tb_pdb_close(pdb);
        return about_file(path, &reason, error);
    }
    file_close(&pdb->file);
    *result = pdb;
    return TB_OK;
}

/* What look-ups rely on. */
static enum tb_status check_adopted(const struct tb_header *header, struct tb_error *error)
{
    if ((header->bits != 4 && header->bits != 8) || header->table_bytes == TB_TOO_LARGE ||
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
    pdb->file.number = -1;
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
    if (pdb->mapping != NULL) {
        guard_leave(pdb->watched);
        munmap(pdb->mapping, (size_t)pdb->file.bytes);
    }
    file_close(&pdb->file);
    tb_pages_free(pdb->pages, pdb->header.table_bytes);
    tb_entry_index_free(&pdb->index);
    tb_walking_index_free(&pdb->walking);
    free(pdb);
}

bool tb_pdb_cut(const struct tb_pdb *pdb)
{
    return pdb->mapping != NULL && guard_was_cut(pdb->watched);
}

enum tb_status tb_pdb_read_header(const char *path, struct tb_header *header,
                                  struct tb_error *error)
{
    struct tb_error reason = {0};
    struct file file;
    enum tb_status status = file_open(&file, path, &reason);

    if (status == TB_OK) {
        status = read_header(&file, header, &reason);
        file_close(&file);
    }
    return status == TB_OK ? TB_OK : about_file(path, &reason, error);
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
