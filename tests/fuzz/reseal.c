/* reseal.c -- make a changed database whole again, so that fuzzing reaches what checksums guard */
#include "reseal.h"

#include <xxhash.h>
#include <zstd.h>

#include "fuzz.h"
#include "pdblib/bytes.h"

/* Where docs/format.md puts the fields. */
enum {
    AT_FRAME_SIZE = 4,
    AT_VALUES = 20,
    AT_KIND = 24,
    AT_WIDTH = 25,
    AT_HEIGHT = 26,
    AT_BLANK = 27,
    AT_LAYOUT = 28,
    AT_BITS = 29,
    AT_GOALS = 32,
    AT_ENTRIES = 40,
    AT_TABLE_BYTES = 48,
    AT_TABLE_HASH = 64,
    AT_PAYLOAD_HASH = 72,
    AT_PAYLOAD_BYTES = 80,
    AT_HISTOGRAM = 128,
    HEADER_LEAST = 136,
    TABLE_MOST = 1 << 20, /* one frame */
    COUNT_MOST = 1 << 13, /* sets of cells whose regions are counted in little time */
    WALKING_CELLS = 16,   /* of a board whose walking distance is */
};

size_t frame_header_bytes(const uint8_t *file, size_t size)
{
    uint64_t header = size < AT_HISTOGRAM ? 0 : get_le32(file + AT_FRAME_SIZE) + UINT64_C(8);

    return header < HEADER_LEAST || header > size ? 0 : (size_t)header;
}

void reseal_header(uint8_t *file, size_t size)
{
    size_t header = frame_header_bytes(file, size);

    if (header > 0)
        put_le64(file + header - 8, XXH3_64bits(file, header - 8));
}

void reseal(uint8_t *file, size_t size)
{
    size_t header = frame_header_bytes(file, size);

    if (header == 0)
        return;
    put_le64(file + AT_PAYLOAD_BYTES, size - header);
    put_le64(file + AT_PAYLOAD_HASH, XXH3_64bits(file + header, size - header));
    if (file[AT_LAYOUT] == TB_LAYOUT_MAPPED)
        put_le64(file + AT_TABLE_HASH, XXH3_64bits(file + header, size - header));
    reseal_header(file, size);
}

void mutate_part(uint8_t *file, size_t from, size_t to)
{
    size_t size = to - from, now = size == 0 ? 0 : LLVMFuzzerMutate(file + from, size, size);

    if (now < size)
        memset(file + from + now, 0, size - now);
}

/* The pattern that the fields tell of; false if there is none. */
static bool read_pattern(const uint8_t *file, size_t header, struct tb_pattern *pattern)
{
    uint8_t kind = file[AT_KIND];
    uint32_t values = get_le32(file + AT_VALUES);
    tb_cellset goals = get_le64(file + AT_GOALS), fixed = 0;
    struct tb_board board;

    if (kind < TB_KIND_ADDITIVE || kind > TB_KINDS ||
        tb_board_init(&board, file[AT_WIDTH], file[AT_HEIGHT], NULL) != TB_OK)
        return false;
    if (kind != TB_KIND_LOCAL)
        return tb_pattern_of_kind(pattern, kind, &board, goals, file[AT_BLANK], NULL) == TB_OK;
    if (values <= TB_VALUES_MAX && AT_HISTOGRAM + 8 * values + 16 <= header)
        fixed = get_le64(file + AT_HISTOGRAM + 8 * values) & board.all & ~goals;
    return tb_pattern_local(pattern, &board, goals, fixed, NULL) == TB_OK;
}

void resize_header(uint8_t *file, size_t size)
{
    size_t header = frame_header_bytes(file, size);
    struct tb_pattern pattern;
    struct tb_header sizes = {.frame_bytes = TB_FRAME_BYTES};

    if (header == 0 || !read_pattern(file, header, &pattern) ||
        (pattern.kind == TB_KIND_ZERO_AWARE &&
         tb_binomial(pattern.board.cells, pattern.tiles) > COUNT_MOST) ||
        (pattern.kind == TB_KIND_WALKING_DISTANCE && pattern.board.cells > WALKING_CELLS))
        return;
    sizes.table_bytes = tb_table_bytes(&pattern, file[AT_BITS]);
    put_le64(file + AT_ENTRIES, tb_pattern_entries(&pattern));
    put_le64(file + AT_TABLE_BYTES, sizes.table_bytes);
    put_le64(file + AT_PAYLOAD_BYTES, file[AT_LAYOUT] == TB_LAYOUT_MAPPED
                                          ? sizes.table_bytes
                                          : tb_seek_bytes(tb_frame_count(&sizes)));
}

/* As many values as there is room for, each with some entry. */
static void read_histogram(const uint8_t *file, size_t header_bytes, struct tb_header *header)
{
    uint64_t left = header->entries;
    uint32_t values = get_le32(file + AT_VALUES) % TB_VALUES_MAX;
    uint32_t most = (uint32_t)((header_bytes - HEADER_LEAST) / 8);

    values = values > most ? most : values;
    header->values = values == 0 ? 1 : values;
    for (uint32_t i = 0; i < header->values; i++) {
        uint64_t count = get_le64(file + AT_HISTOGRAM + 8 * i);

        count = count > left ? left : count;
        count = (i == 0 || i + 1 == header->values) && count == 0 && left > 0 ? 1 : count;
        header->histogram[i] = count;
        left -= count;
    }
    /* If nothing was left for the last value, there is one only. */
    if (header->histogram[header->values - 1] == 0)
        header->values = 1;
}

/* Fill the table with what the old payload held, over and over. */
static void read_table(const uint8_t *file, size_t size, size_t header, uint8_t *table,
                       size_t bytes)
{
    const uint8_t *payload = file + header;
    size_t room = size - header, frame = ZSTD_findFrameCompressedSize(payload, room), held;

    held = room < bytes ? room : bytes;
    if (file[AT_LAYOUT] == TB_LAYOUT_MAPPED || ZSTD_isError(frame)) {
        memcpy(table, payload, held);
    } else {
        held = ZSTD_decompress(table, bytes, payload, frame);
        held = ZSTD_isError(held) ? 0 : held;
    }
    for (size_t i = held; i < bytes; i++)
        table[i] = held == 0 ? 0 : table[i - held];
}

/* The table as one frame, and the seek table behind it; 0 if there is no room. */
static size_t write_payload(const struct tb_header *header, const uint8_t *table, uint8_t *payload,
                            size_t room)
{
    size_t bytes = (size_t)header->table_bytes, seek = (size_t)tb_seek_bytes(1), count;
    ZSTD_CCtx *context;

    if (header->layout == TB_LAYOUT_MAPPED) {
        if (bytes <= room)
            memcpy(payload, table, bytes);
        return bytes <= room ? bytes : 0;
    }
    if (room < seek)
        return 0;
    context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, 1);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    count = ZSTD_compress2(context, payload, room - seek, table, bytes);
    ZSTD_freeCCtx(context);
    if (ZSTD_isError(count))
        return 0;
    tb_seek_encode((const struct tb_seek_entry[]){{.compressed = (uint32_t)header->table_offset},
                                                  {(uint32_t)count, (uint32_t)bytes,
                                                   (uint32_t)XXH64(table, bytes, 0)}},
                   2, payload + count);
    return count + seek;
}

static void fill_header(const uint8_t *file, size_t header_bytes, struct tb_header *header)
{
    header->layout = file[AT_LAYOUT] % 2 ? TB_LAYOUT_MAPPED : TB_LAYOUT_ZSTD;
    header->bits = header->pattern.kind == TB_KIND_LOCAL || file[AT_BITS] == 8 ? 8 : 4;
    header->entries = tb_pattern_entries(&header->pattern);
    header->table_bytes = tb_table_bytes(&header->pattern, header->bits);
    header->frame_bytes = header->layout == TB_LAYOUT_MAPPED ? 0 : TB_FRAME_BYTES;
    strcpy(header->program, "fuzz");
    read_histogram(file, header_bytes, header);
    header->table_offset = tb_header_bytes(header->pattern.kind, header->layout, header->values);
}

/* Whether the table is small, asked in a way that is quick if it is not. */
static bool is_small(const struct tb_pattern *pattern)
{
    unsigned cells = tb_cellset_size(pattern->board.all & ~pattern->fixed);

    return tb_binomial(cells, pattern->tiles) * tb_factorial(pattern->tiles) < 2 * TABLE_MOST &&
           tb_table_bytes(pattern, 8) <= TABLE_MOST;
}

size_t rewrite(uint8_t *file, size_t size, size_t room, void (*change)(uint8_t *table, size_t size))
{
    size_t old = frame_header_bytes(file, size), count = 0;
    struct tb_header header = {0};
    uint8_t *table, *payload;

    if (old == 0 || !read_pattern(file, old, &header.pattern) || !is_small(&header.pattern))
        return size;
    fill_header(file, old, &header);
    if (header.table_offset >= room)
        return size;
    table = take((size_t)header.table_bytes);
    payload = take(room);
    read_table(file, size, old, table, (size_t)header.table_bytes);
    if (change != NULL)
        change(table, (size_t)header.table_bytes);
    count = write_payload(&header, table, payload, room - (size_t)header.table_offset);
    if (count > 0) {
        header.payload_bytes = count;
        header.payload_hash = XXH3_64bits(payload, count);
        header.table_hash = XXH3_64bits(table, (size_t)header.table_bytes);
        tb_header_encode(&header, file);
        memcpy(file + header.table_offset, payload, count);
        size = (size_t)header.table_offset + count;
    }
    free(table);
    free(payload);
    return size;
}
