/* writer.c -- a built database into its file */
#include "writer.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

enum { PIECE = 1 << 24 }; /* bytes of a plain table written at once */

static enum tb_status system_error(const char *path, struct tb_error *error)
{
    const char *advice = "";

    if (errno == ENOSPC || errno == EDQUOT)
        advice = "; make room, or choose another folder with --output or TILEBASE_PATH";
    else if (errno == EACCES || errno == EROFS || errno == EPERM || errno == ENOENT)
        advice = "; choose another folder with --output or TILEBASE_PATH";
    return tb_error_set(error, TB_IO, "%.300s: %s%s", path, strerror(errno), advice);
}

enum tb_status writer_make_folder(const char *path, struct tb_error *error)
{
    char part[TB_PATH_MAX];
    struct stat info;

    for (const char *end = path; *end != '\0';) {
        end += 1 + strcspn(end + 1, "/");
        snprintf(part, sizeof part, "%.*s", (int)(end - path), path);
        if (mkdir(part, 0777) != 0 && errno != EEXIST)
            return tb_error_set(
                error, TB_IO,
                "cannot make the folder %.300s: %s; choose another with --output or TILEBASE_PATH",
                part, strerror(errno));
    }
    if (stat(path, &info) != 0 || !S_ISDIR(info.st_mode))
        return tb_error_set(error, TB_IO,
                            "%.300s is not a folder: choose another with --output or TILEBASE_PATH",
                            path);
    return TB_OK;
}

/* Whether the file that was opened is still the one of that name: between open and
 * lock another builder may have finished and renamed it. */
static bool check_name(const struct writer *writer, bool *same)
{
    struct stat named, opened;
    bool there = stat(writer->part, &named) == 0;

    if ((!there && errno != ENOENT) || fstat(writer->file, &opened) != 0)
        return false;
    *same = there && named.st_ino == opened.st_ino && named.st_dev == opened.st_dev;
    return true;
}

/* Lock the .part file and empty it; `taken` if another builder has it. */
static enum tb_status take_part(const struct writer *writer, bool *taken, struct tb_error *error)
{
    bool locked = flock(writer->file, LOCK_EX | LOCK_NB) == 0, same = true;
    bool good = locked && check_name(writer, &same);

    *taken = locked ? !same : errno == EWOULDBLOCK;
    if (*taken)
        return tb_error_set(error, TB_IO, "%.300s: another pdbgen is building it", writer->path);
    if (!good || ftruncate(writer->file, 0) != 0)
        return system_error(writer->part, error);
    return TB_OK;
}

/* Open the .part file, made here or left by a builder that was ended. */
static int open_part(const char *path, bool *made)
{
    const int flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW;
    int file = open(path, flags | O_CREAT | O_EXCL, 0666);

    *made = file >= 0;
    return file >= 0 || errno != EEXIST ? file : open(path, flags | O_CREAT, 0666);
}

enum tb_status writer_open(struct writer *writer, const char *path, struct tb_error *error)
{
    enum tb_status status;
    bool made, taken;

    writer->file = -1;
    if (strlen(path) >= sizeof writer->path)
        return tb_error_set(error, TB_INVALID, "%.100s...: the path is too long", path);
    strcpy(writer->path, path);
    snprintf(writer->part, sizeof writer->part, "%s.part", path);
    writer->file = open_part(writer->part, &made);
    if (writer->file < 0)
        return system_error(writer->part, error);
    status = take_part(writer, &taken, error);
    if (status != TB_OK) {
        /* Another may have taken even what was made here. */
        if (made && !taken)
            unlink(writer->part);
        close(writer->file);
        writer->file = -1;
    }
    return status;
}

void writer_cancel(struct writer *writer)
{
    if (writer->file < 0)
        return;
    unlink(writer->part);
    close(writer->file);
    writer->file = -1;
}

static bool write_all(int file, const void *bytes, size_t count)
{
    const uint8_t *next = bytes;

    while (count > 0) {
        ssize_t written = write(file, next, count);

        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        next += written;
        count -= (size_t)written;
    }
    return true;
}

/* A payload on its way to the file: what was written, and its hash. */
struct payload {
    int file;
    XXH3_state_t *hash;
    uint64_t bytes;
};

static bool payload_add(struct payload *payload, const void *bytes, size_t count)
{
    payload->bytes += count;
    return XXH3_64bits_update(payload->hash, bytes, count) == XXH_OK &&
           write_all(payload->file, bytes, count);
}

/* Room for one thread to compress in. */
struct compressor {
    ZSTD_CCtx *context;
    uint8_t *out;
    size_t room;
};

static bool compressor_init(struct compressor *compressor, int level)
{
    compressor->room = ZSTD_compressBound(TB_FRAME_BYTES);
    compressor->out = malloc(compressor->room);
    compressor->context = ZSTD_createCCtx();
    return compressor->out != NULL && compressor->context != NULL &&
           !ZSTD_isError(
               ZSTD_CCtx_setParameter(compressor->context, ZSTD_c_compressionLevel, level)) &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(compressor->context, ZSTD_c_checksumFlag, 1));
}

static void compressor_free(struct compressor *compressor)
{
    ZSTD_freeCCtx(compressor->context);
    free(compressor->out);
}

/* Compress a frame; its length, or 0 on failure. */
static size_t compress_frame(struct compressor *compressor, const uint8_t *bytes, size_t count,
                             struct tb_seek_entry *entry)
{
    size_t length =
        ZSTD_compress2(compressor->context, compressor->out, compressor->room, bytes, count);

    if (ZSTD_isError(length))
        return 0;
    *entry = (struct tb_seek_entry){
        .compressed = (uint32_t)length,
        .size = (uint32_t)count,
        .checksum = (uint32_t)XXH64(bytes, count, 0),
    };
    return length;
}

static bool stopped(const struct writer_options *options)
{
    return options->stopped != NULL && options->stopped();
}

/* Compress all frames side by side and write them in their order. */
static bool write_frames(const struct build *build, const struct writer_options *options,
                         int64_t frames, struct payload *payload, struct tb_seek_entry *entries)
{
    const struct excess_table *table = &build->table;
    bool good = true;
    int write_error = 0;

#pragma omp parallel num_threads(options->threads)
    {
        struct compressor compressor;
        bool ready = compressor_init(&compressor, options->level);

#pragma omp for ordered schedule(dynamic)
        for (int64_t i = 0; i < frames; i++) {
            uint64_t start = (uint64_t)i * TB_FRAME_BYTES;
            uint64_t left = table->bytes - start;
            size_t count = left < TB_FRAME_BYTES ? (size_t)left : TB_FRAME_BYTES;
            size_t length =
                ready ? compress_frame(&compressor, table->table + start, count, &entries[i]) : 0;

#pragma omp ordered
            if (good) {
                errno = stopped(options) ? EINTR : ENOMEM; /* unless the write says why */
                good = length > 0 && errno != EINTR && payload_add(payload, compressor.out, length);
                write_error = good ? 0 : errno;
            }
        }
        compressor_free(&compressor);
    }
    errno = write_error;
    return good;
}

static bool write_compressed(const struct build *build, const struct writer_options *options,
                             const struct tb_header *header, struct payload *payload)
{
    uint64_t frames = tb_frame_count(header);
    uint64_t seek_bytes = tb_seek_bytes(frames);
    struct tb_seek_entry *entries = tb_array_alloc(frames + 1, sizeof *entries);
    uint8_t *seek = tb_array_alloc(seek_bytes, 1);
    bool good = false;

    if (entries != NULL && seek != NULL) {
        /* The seek table speaks of all frames, so of the header's first. */
        entries[0] = (struct tb_seek_entry){.compressed = (uint32_t)header->table_offset,
                                            .checksum = (uint32_t)XXH64(NULL, 0, 0)};
        good = write_frames(build, options, (int64_t)frames, payload, entries + 1);
    }
    if (good) {
        tb_seek_encode(entries, (uint32_t)frames + 1, seek);
        good = payload_add(payload, seek, (size_t)seek_bytes);
    }
    free(entries);
    free(seek);
    return good;
}

/* The table as it is, in pieces, so that it can be stopped. */
static bool write_plain(const struct build *build, const struct writer_options *options,
                        struct payload *payload)
{
    const struct excess_table *table = &build->table;

    while (payload->bytes < table->bytes) {
        uint64_t left = table->bytes - payload->bytes;

        if (stopped(options) || !payload_add(payload, table->table + payload->bytes,
                                             left < PIECE ? (size_t)left : PIECE))
            return false;
    }
    return true;
}

static void describe(const struct build *build, const struct writer_options *options,
                     struct tb_header *header)
{
    build_describe(build, header);
    header->layout = options->layout;
    header->table_offset = tb_header_bytes(build->pattern.kind, options->layout, build->values);
    header->table_hash = XXH3_64bits(build->table.table, (size_t)build->table.bytes);
    header->frame_bytes = options->layout == TB_LAYOUT_MAPPED ? 0 : TB_FRAME_BYTES;
}

/* The payload first, since the header speaks of it. */
static bool write_file(int file, const struct build *build, const struct writer_options *options,
                       struct tb_header *header)
{
    uint8_t bytes[TB_HEADER_MAX];
    struct payload payload = {.file = file, .hash = XXH3_createState()};
    bool good;

    describe(build, options, header);
    good = payload.hash != NULL && XXH3_64bits_reset(payload.hash) == XXH_OK &&
           lseek(file, (off_t)header->table_offset, SEEK_SET) >= 0;
    if (good && options->layout == TB_LAYOUT_MAPPED)
        good = write_plain(build, options, &payload);
    else if (good)
        good = write_compressed(build, options, header, &payload);
    if (good) {
        header->payload_bytes = payload.bytes;
        header->payload_hash = XXH3_64bits_digest(payload.hash);
        tb_header_encode(header, bytes);
        good =
            lseek(file, 0, SEEK_SET) == 0 && write_all(file, bytes, (size_t)header->table_offset);
    }
    XXH3_freeState(payload.hash);
    return good;
}

/* A rename is on disk only when the folder is. Where that cannot be had (a folder that
 * may be written to but not read), the database is whole all the same. */
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

enum tb_status writer_finish(struct writer *writer, const struct build *build,
                             const struct writer_options *options, uint64_t *file_bytes,
                             struct tb_error *error)
{
    struct tb_header header;
    enum tb_status status;

    errno = ENOMEM; /* what fails without a system call fails for want of memory */
    if (!write_file(writer->file, build, options, &header) || fsync(writer->file) != 0 ||
        rename(writer->part, writer->path) != 0) {
        status = stopped(options) ? tb_error_set(error, TB_STOPPED, "stopped")
                                  : system_error(writer->path, error);
        writer_cancel(writer);
        return status;
    }
    close(writer->file);
    writer->file = -1;
    sync_folder(writer->path);
    *file_bytes = header.table_offset + header.payload_bytes;
    return TB_OK;
}
