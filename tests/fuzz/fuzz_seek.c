/* fuzz_seek.c -- seek tables and frames, without the hashes before them
 *
 * An input is two numbers of two bytes, the sizes of a table and of its frames less 1, and a
 * payload. What the header's check promises of sizes is true: the payload has room for a seek
 * table of that many frames.
 */
#include "fuzz.h"

#include <xxhash.h>
#include <zstd.h>

#include "pdblib/bytes.h"
#include "pdblib/frames.h"

enum { SIZES = 4, HEADER = 136, GUARD = 64, MORE = 32 };

static bool read_sizes(const uint8_t *data, size_t size, struct tb_header *header)
{
    if (size < SIZES)
        return false;
    *header = (struct tb_header){
        .layout = TB_LAYOUT_ZSTD,
        .table_bytes = 1 + (uint64_t)data[0] + 256 * (uint64_t)data[1],
        .frame_bytes = 1 + (uint32_t)data[2] + 256 * (uint32_t)data[3],
        .table_offset = HEADER,
        .payload_bytes = size - SIZES,
    };
    return tb_seek_bytes(tb_frame_count(header)) <= header->payload_bytes;
}

/* What was read as a seek table is written as the same bytes. */
static void check_seek_table(const struct tb_header *header, const uint8_t *payload,
                             const struct tb_seek_entry *entries)
{
    uint64_t frames = tb_frame_count(header), sum = 0;
    size_t bytes = (size_t)tb_seek_bytes(frames);
    uint8_t *again = take(bytes);

    for (uint64_t i = 1; i <= frames; i++)
        sum += entries[i].compressed;
    HOLDS(sum + bytes == header->payload_bytes);
    tb_seek_encode(entries, (uint32_t)frames + 1, again);
    HOLDS(memcmp(again, payload + header->payload_bytes - bytes, bytes) == 0);
    free(again);
}

/* Each piece is what its checksum says. */
static void check_table(const struct tb_header *header, const uint8_t *table,
                        const struct tb_seek_entry *entries)
{
    for (uint64_t i = 0; i < tb_frame_count(header); i++)
        HOLDS((uint32_t)XXH64(table + i * header->frame_bytes, entries[i + 1].size, 0) ==
              entries[i + 1].checksum);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct tb_header header;
    struct tb_seek_entry *entries;
    struct frames frames;
    struct tb_error error;
    enum tb_status sought, status;
    uint8_t *payload, *table;

    if (!read_sizes(data, size, &header))
        return 0;
    payload = copy_bytes(data + SIZES, size - SIZES);
    table = take((size_t)header.table_bytes + GUARD);
    memset(table, 0x5A, (size_t)header.table_bytes + GUARD);
    entries = take((size_t)(tb_frame_count(&header) + 1) * sizeof *entries);
    sought = tb_seek_decode(&header, payload, entries, &error);
    if (sought == TB_OK)
        check_seek_table(&header, payload, entries);
    status = frames_find(&frames, &header, payload, &error);
    if (status == TB_OK)
        status = frames_decompress(&frames, table, 1, &error);
    frames_free(&frames);
    HOLDS(sought == TB_OK || status == TB_DAMAGED);
    if (status == TB_OK)
        check_table(&header, table, entries);
    else
        check_error(status, &error);
    /* zstd is not built with sanitizers. */
    for (size_t i = 0; i < GUARD; i++)
        HOLDS(table[header.table_bytes + i] == 0x5A);
    free(entries);
    free(table);
    free(payload);
    return 0;
}

/* Make the seek table's frame right, and the last size what is left. */
static void fix_seek_table(uint8_t *data, size_t size)
{
    struct tb_header header;
    struct tb_seek_entry *entries;
    uint64_t frames, left, room;
    uint8_t *seek;

    if (!read_sizes(data, size, &header))
        return;
    frames = tb_frame_count(&header);
    entries = take((size_t)(frames + 1) * sizeof *entries);
    tb_seek_decode(&header, data + SIZES, entries, NULL);
    seek = data + size - tb_seek_bytes(frames);
    entries[0] = (struct tb_seek_entry){.compressed = HEADER};
    left = header.table_bytes;
    room = header.payload_bytes - tb_seek_bytes(frames);
    for (uint64_t i = 1; i <= frames; i++) {
        entries[i].size = (uint32_t)(left < header.frame_bytes ? left : header.frame_bytes);
        left -= entries[i].size;
        if (i == frames || entries[i].compressed > room)
            entries[i].compressed = (uint32_t)room;
        room -= entries[i].compressed;
    }
    tb_seek_encode(entries, (uint32_t)frames + 1, seek);
    free(entries);
}

/* Pieces of what the input holds, compressed as they ought to be, or without checksums, or each of
 * some bytes too many. */
static size_t compress_anew(uint8_t *data, size_t size, size_t room, unsigned seed)
{
    struct tb_header header;
    struct tb_seek_entry entries[64] = {{.compressed = HEADER}};
    uint8_t table[(1 << 16) + MORE];
    ZSTD_CCtx *context;
    uint64_t frames;
    size_t at = SIZES, more = seed / 8 % 4 == 0 ? seed / 32 % MORE : 0;

    if (size <= SIZES)
        return size;
    for (size_t i = 0; i < sizeof table; i++)
        table[i] = data[SIZES + i % (size - SIZES)];
    read_sizes(data, size, &header);
    frames = tb_frame_count(&header);
    if (frames > 63)
        return size;
    context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, 1);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, seed % 4 != 0);
    ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, seed % 8 != 1);
    for (uint64_t i = 0; i < frames; i++) {
        uint64_t begin = i * header.frame_bytes, end = begin + header.frame_bytes;
        size_t bytes =
            (size_t)((end < header.table_bytes ? end : header.table_bytes) - begin) + more;
        size_t count = ZSTD_compress2(context, data + at, room - at, table + begin, bytes);

        if (ZSTD_isError(count))
            break;
        entries[i + 1] = (struct tb_seek_entry){(uint32_t)count, (uint32_t)bytes,
                                                get_le32(data + at + count - 4)};
        at += count;
    }
    ZSTD_freeCCtx(context);
    if (entries[frames].size == 0 || room - at < tb_seek_bytes(frames))
        return size;
    tb_seek_encode(entries, (uint32_t)frames + 1, data + at);
    return at + (size_t)tb_seek_bytes(frames);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed)
{
    size = LLVMFuzzerMutate(data, size, room);
    if (seed % 4 == 0)
        size = compress_anew(data, size, room, seed / 4);
    else if (seed % 4 != 1)
        fix_seek_table(data, size);
    return size;
}
