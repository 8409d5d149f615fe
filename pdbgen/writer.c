/* writer.c -- a built database into its file */
#include "writer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

enum { PIECE = 1 << 24 }; /* bytes of a plain table written at once */

enum tb_status writer_make_folder(const char *path, struct tb_error *error)
{
    char part[TB_PATH_MAX];
    struct stat info;

    for (const char *end = path; *end != '\0';) {
        end += 1 + strcspn(end + 1, "/");
        snprintf(part, sizeof part, "%.*s", (int)(end - path), path);
        if (mkdir(part, 0777) != 0 && errno != EEXIST)
            return tb_error_set(error, TB_IO,
                                "cannot make the folder %.300s: %s; choose another with "
                                "TILEBASE_PATH or pdbgen --output",
                                part, strerror(errno));
    }
    if (stat(path, &info) != 0 || !S_ISDIR(info.st_mode))
        return tb_error_set(
            error, TB_IO,
            "%.300s is not a folder: choose another with TILEBASE_PATH or pdbgen --output", path);
    return TB_OK;
}

/* Pass over the numbers and words that may follow a kind in a database's name. */
static const char *behind_numbers(const char *text)
{
    for (;;) {
        text += strspn(text, "0123456789.-");
        if (strncmp(text, "fixed-", 6) != 0 && strncmp(text, "blank-", 6) != 0)
            return text;
        text += 6;
    }
}

/* Whether a name is a database's, but for its ending. */
static bool is_part(const char *name)
{
    unsigned width, height;
    int used = 0;

    if (sscanf(name, "%1ux%1u-%n", &width, &height, &used) != 2 || used != 4)
        return false;
    for (enum tb_kind kind = TB_KIND_ADDITIVE; kind <= TB_KINDS; kind++) {
        size_t length = strlen(tb_kind_name(kind));

        if (strncmp(name + used, tb_kind_name(kind), length) == 0 &&
            strcmp(behind_numbers(name + used + length), "pdb.part") == 0)
            return true;
    }
    return false;
}

void writer_sweep(const char *folder)
{
    cli_whole_sweep(folder, is_part);
}

enum tb_status writer_open(struct writer *writer, const char *path, struct tb_error *error)
{
    static const struct cli_whole_manner manner = {
        .ending = ".part",
        .busy = "another program is building it: wait for it",
        .place = "choose another folder with TILEBASE_PATH or pdbgen --output",
    };

    return cli_whole_open(&writer->whole, path, &manner, error);
}

void writer_cancel(struct writer *writer)
{
    cli_whole_cancel(&writer->whole);
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
        good = payload_add(payload, seek, seek_bytes);
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
    header->table_hash = XXH3_64bits(build->table.table, build->table.bytes);
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
        good = lseek(file, 0, SEEK_SET) == 0 && write_all(file, bytes, header->table_offset);
    }
    XXH3_freeState(payload.hash);
    return good;
}

enum tb_status writer_finish(struct writer *writer, const struct build *build,
                             const struct writer_options *options, uint64_t *file_bytes,
                             struct tb_error *error)
{
    struct tb_header header;
    enum tb_status status;

    errno = ENOMEM; /* what fails without a system call fails for want of memory */
    if (write_file(writer->whole.file, build, options, &header))
        status = cli_whole_finish(&writer->whole, error);
    else
        status = cli_whole_error(&writer->whole, error);
    writer_cancel(writer);
    if (status != TB_OK && stopped(options))
        return tb_error_set(error, TB_STOPPED, "stopped");
    *file_bytes = header.table_offset + header.payload_bytes;
    return status;
}
