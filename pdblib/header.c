/* header.c -- the header frame of a database file; docs/format.md is its map */
#include <ctype.h>
#include <string.h>
#include <xxhash.h>

#include "bytes.h"
#include "tilebase/format.h"
#include "tilebase/size.h"

enum {
    AT_FRAME_MAGIC = 0,
    AT_FRAME_SIZE = 4,
    AT_MAGIC = 8,
    AT_VERSION = 16,
    AT_VALUES = 20,
    AT_KIND = 24,
    AT_WIDTH = 25,
    AT_HEIGHT = 26,
    AT_BLANK = 27,
    AT_LAYOUT = 28,
    AT_BITS = 29,
    AT_INDEX_SCHEME = 30,
    AT_ENCODING = 31,
    AT_GOALS = 32,
    AT_ENTRIES = 40,
    AT_TABLE_BYTES = 48,
    AT_STATES = 56,
    AT_TABLE_HASH = 64,
    AT_PAYLOAD_HASH = 72,
    AT_PAYLOAD_BYTES = 80,
    AT_FRAME_BYTES = 88,
    AT_SPARE = 92,
    AT_PROGRAM = 96,
    AT_HISTOGRAM = 128,
    PROGRAM_BYTES = 32,
    HASH_BYTES = 8,
    FRAME_PREFIX = 8, /* magic and size of a skippable frame */
};

static const uint32_t skippable_magic = 0x184D2A50;
static const char magic[8] = {'T', 'I', 'L', 'E', 'B', 'A', 'S', 'E'};

/* How values are written. */
enum {
    ENCODING_EXCESS = 1, /* half of what the value exceeds the Manhattan distance by */
    ENCODING_VALUE = 2,  /* as they are */
};

static uint8_t encoding_of(enum tb_kind kind)
{
    return kind == TB_KIND_LOCAL ? ENCODING_VALUE : ENCODING_EXCESS;
}

/* Behind the histogram: the cells of fixed tiles, where the kind has them. */
static unsigned fixed_bytes(enum tb_kind kind)
{
    return kind == TB_KIND_LOCAL ? 8 : 0;
}

const char *tb_layout_name(enum tb_layout layout)
{
    return layout == TB_LAYOUT_MAPPED ? "mapped" : "zstd";
}

uint64_t tb_row_bytes(uint64_t columns, unsigned bits)
{
    return bits == 4 ? columns / 2 + columns % 2 : columns;
}

uint64_t tb_table_bytes(const struct tb_pattern *pattern, unsigned bits)
{
    uint64_t columns = tb_pattern_columns(pattern);

    if (columns == TB_TOO_LARGE)
        return TB_TOO_LARGE;
    return tb_size_mul(tb_row_bytes(columns, bits), tb_pattern_rows(pattern));
}

uint64_t tb_header_bytes(enum tb_kind kind, enum tb_layout layout, uint32_t values)
{
    return layout == TB_LAYOUT_MAPPED ? TB_HEADER_MAX
                                      : AT_HISTOGRAM + 8u * values + fixed_bytes(kind) + HASH_BYTES;
}

uint64_t tb_header_reachable(const struct tb_header *header)
{
    uint64_t sum = 0;

    for (uint32_t value = 0; value < header->values; value++)
        sum += header->histogram[value];
    return sum;
}

double tb_header_mean(const struct tb_header *header)
{
    double sum = 0;

    for (uint32_t value = 0; value < header->values; value++)
        sum += (double)header->histogram[value] * value;
    return sum / (double)tb_header_reachable(header);
}

void tb_header_encode(const struct tb_header *header, uint8_t *bytes)
{
    size_t size = (size_t)header->table_offset;

    memset(bytes, 0, size);
    put_le32(bytes + AT_FRAME_MAGIC, skippable_magic);
    put_le32(bytes + AT_FRAME_SIZE, (uint32_t)(size - FRAME_PREFIX));
    memcpy(bytes + AT_MAGIC, magic, sizeof magic);
    put_le32(bytes + AT_VERSION, TB_FORMAT_VERSION);
    put_le32(bytes + AT_VALUES, header->values);
    bytes[AT_KIND] = (uint8_t)header->pattern.kind;
    bytes[AT_WIDTH] = header->pattern.board.width;
    bytes[AT_HEIGHT] = header->pattern.board.height;
    bytes[AT_BLANK] = header->pattern.blank;
    bytes[AT_LAYOUT] = (uint8_t)header->layout;
    bytes[AT_BITS] = (uint8_t)header->bits;
    bytes[AT_INDEX_SCHEME] = (uint8_t)header->pattern.kind; /* each kind has its own */
    bytes[AT_ENCODING] = encoding_of(header->pattern.kind);
    put_le64(bytes + AT_GOALS, header->pattern.goals);
    put_le64(bytes + AT_ENTRIES, header->entries);
    put_le64(bytes + AT_TABLE_BYTES, header->table_bytes);
    put_le64(bytes + AT_STATES, header->states);
    put_le64(bytes + AT_TABLE_HASH, header->table_hash);
    put_le64(bytes + AT_PAYLOAD_HASH, header->payload_hash);
    put_le64(bytes + AT_PAYLOAD_BYTES, header->payload_bytes);
    put_le32(bytes + AT_FRAME_BYTES, header->frame_bytes);
    memcpy(bytes + AT_PROGRAM, header->program, PROGRAM_BYTES);
    for (uint32_t value = 0; value < header->values; value++)
        put_le64(bytes + AT_HISTOGRAM + 8 * value, header->histogram[value]);
    if (fixed_bytes(header->pattern.kind) > 0)
        put_le64(bytes + AT_HISTOGRAM + 8 * header->values, header->pattern.fixed);
    put_le64(bytes + size - HASH_BYTES, XXH3_64bits(bytes, size - HASH_BYTES));
}

/* Whether what there is of the two magics is right. */
static bool starts_like_ours(const uint8_t *bytes, size_t count)
{
    uint8_t frame_magic[4];
    size_t ours = count <= AT_MAGIC ? 0 : count - AT_MAGIC;

    put_le32(frame_magic, skippable_magic);
    return memcmp(bytes, frame_magic, count < sizeof frame_magic ? count : sizeof frame_magic) ==
               0 &&
           (ours == 0 ||
            memcmp(bytes + AT_MAGIC, magic, ours < sizeof magic ? ours : sizeof magic) == 0);
}

/* What every version of the format shares: is this ours, whole, and of a known version? */
static enum tb_status check_frame(const uint8_t *bytes, size_t count, uint64_t file_bytes,
                                  struct tb_error *error)
{
    uint32_t version;
    uint64_t size;

    if (!starts_like_ours(bytes, count))
        return tb_error_set(error, TB_UNSUPPORTED, "not a tilebase database");
    if (count < AT_VALUES)
        return tb_error_set(error, TB_DAMAGED, "cut off: too short to be a database");
    version = get_le32(bytes + AT_VERSION);
    if (version > TB_FORMAT_VERSION)
        return tb_error_set(error, TB_UNSUPPORTED,
                            "written in format %u by a newer tilebase; this one reads up to format "
                            "%d: update it, or build the database again",
                            version, TB_FORMAT_VERSION);
    size = get_le32(bytes + AT_FRAME_SIZE) + (uint64_t)FRAME_PREFIX;
    if (version == 0 || size < AT_HISTOGRAM + HASH_BYTES || size > TB_HEADER_MAX)
        return tb_error_set(error, TB_DAMAGED, "damaged: its header makes no sense");
    if (size > count || size > file_bytes)
        return tb_error_set(error, TB_DAMAGED, "cut off within its header");
    if (XXH3_64bits(bytes, (size_t)size - HASH_BYTES) != get_le64(bytes + size - HASH_BYTES))
        return tb_error_set(error, TB_DAMAGED, "damaged: its header does not match its checksum");
    return TB_OK;
}

static void decode_fields(const uint8_t *bytes, struct tb_header *header)
{
    header->layout = bytes[AT_LAYOUT];
    header->bits = bytes[AT_BITS];
    header->entries = get_le64(bytes + AT_ENTRIES);
    header->table_bytes = get_le64(bytes + AT_TABLE_BYTES);
    header->states = get_le64(bytes + AT_STATES);
    header->table_hash = get_le64(bytes + AT_TABLE_HASH);
    header->payload_hash = get_le64(bytes + AT_PAYLOAD_HASH);
    header->payload_bytes = get_le64(bytes + AT_PAYLOAD_BYTES);
    header->frame_bytes = get_le32(bytes + AT_FRAME_BYTES);
    header->table_offset = get_le32(bytes + AT_FRAME_SIZE) + (uint64_t)FRAME_PREFIX;
    header->values = get_le32(bytes + AT_VALUES);
    memcpy(header->program, bytes + AT_PROGRAM, PROGRAM_BYTES);
}

static enum tb_status check_supported(const uint8_t *bytes, const struct tb_header *header,
                                      struct tb_error *error)
{
    if (bytes[AT_KIND] < TB_KIND_ADDITIVE || bytes[AT_KIND] > TB_KINDS)
        return tb_error_set(error, TB_UNSUPPORTED, "a database of kind %u, not known here",
                            bytes[AT_KIND]);
    if (bytes[AT_INDEX_SCHEME] != bytes[AT_KIND] ||
        bytes[AT_ENCODING] != encoding_of(bytes[AT_KIND]) || header->layout > TB_LAYOUT_MAPPED ||
        (header->bits != 4 && header->bits != 8))
        return tb_error_set(error, TB_UNSUPPORTED,
                            "a database with an index, encoding or layout not known here");
    return TB_OK;
}

/* A local problem, whose fixed cells are behind the histogram and whose blank follows from these
 * and the goals. Values have no parity, so they take 8 bits. */
static enum tb_status decode_local(const uint8_t *bytes, const struct tb_header *header,
                                   const struct tb_board *board, struct tb_pattern *pattern,
                                   struct tb_error *error)
{
    enum tb_status status;

    if (header->values > TB_VALUES_MAX || header->bits != 8 ||
        header->table_offset < tb_header_bytes(TB_KIND_LOCAL, header->layout, header->values))
        return tb_error_set(error, TB_DAMAGED, "damaged: no room for the fixed tiles");
    status = tb_pattern_local(pattern, board, get_le64(bytes + AT_GOALS),
                              get_le64(bytes + AT_HISTOGRAM + 8 * header->values), error);
    if (status == TB_OK && pattern->blank != bytes[AT_BLANK])
        status = tb_error_set(error, TB_DAMAGED, "damaged: the blank is not on the last free cell");
    return status;
}

static enum tb_status decode_pattern(const uint8_t *bytes, struct tb_header *header,
                                     struct tb_error *error)
{
    struct tb_board board;
    enum tb_status status = tb_board_init(&board, bytes[AT_WIDTH], bytes[AT_HEIGHT], error);

    if (status == TB_OK && bytes[AT_KIND] == TB_KIND_LOCAL)
        status = decode_local(bytes, header, &board, &header->pattern, error);
    else if (status == TB_OK)
        status = tb_pattern_of_kind(&header->pattern, bytes[AT_KIND], &board,
                                    get_le64(bytes + AT_GOALS), bytes[AT_BLANK], error);
    return status == TB_OK ? TB_OK
                           : tb_error_set(error, TB_DAMAGED, "damaged: its pattern is impossible");
}

static bool all_zero(const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (bytes[i] != 0)
            return false;
    return true;
}

/* What is not used yet, and the filling of a mapped file's header, is zero. */
static bool spare_is_zero(const uint8_t *bytes, const struct tb_header *header)
{
    size_t end = AT_HISTOGRAM + 8 * (size_t)header->values + fixed_bytes(header->pattern.kind);

    return all_zero(bytes + AT_SPARE, AT_PROGRAM - AT_SPARE) &&
           all_zero(bytes + end, (size_t)header->table_offset - HASH_BYTES - end);
}

/* Read the histogram; its sum cannot exceed the number of entries. */
static bool decode_histogram(const uint8_t *bytes, struct tb_header *header)
{
    uint64_t left = header->entries;

    if (header->values == 0 || header->values > TB_VALUES_MAX ||
        header->table_offset !=
            tb_header_bytes(header->pattern.kind, header->layout, header->values))
        return false;
    for (uint32_t value = 0; value < header->values; value++) {
        header->histogram[value] = get_le64(bytes + AT_HISTOGRAM + 8 * value);
        if (header->histogram[value] > left)
            return false;
        left -= header->histogram[value];
    }
    return header->histogram[0] > 0 && header->histogram[header->values - 1] > 0;
}

/* Whether frames of the table and a seek table can have this size: a frame never takes more than
 * its content and a 256th, so that nobody makes room for a payload that is none. */
static bool frames_fit(const struct tb_header *header)
{
    uint64_t frames = tb_frame_count(header);
    uint64_t least = tb_seek_bytes(frames);
    uint64_t most = tb_size_add(least, tb_size_mul(frames, TB_FRAME_BYTES + TB_FRAME_BYTES / 256));

    return header->payload_bytes >= least && header->payload_bytes <= most;
}

/* Whether the payload has room for the table. */
static bool payload_fits(const struct tb_header *header)
{
    if (tb_size_limit(header->table_bytes) == TB_TOO_LARGE)
        return false;
    if (header->layout == TB_LAYOUT_MAPPED)
        return header->frame_bytes == 0 && header->payload_bytes == header->table_bytes;
    return header->frame_bytes == TB_FRAME_BYTES && frames_fit(header);
}

/* A table of chosen tiles has an entry at least for each arrangement on each set of cells. That is
 * told at once, and all entries may take seconds to count, which a small file must not cost. */
static bool may_be_large_enough(const struct tb_header *header)
{
    const struct tb_pattern *pattern = &header->pattern;
    unsigned cells = tb_cellset_size(pattern->board.all & ~pattern->fixed);
    uint64_t least = tb_size_mul(tb_binomial(cells, pattern->tiles), tb_factorial(pattern->tiles));

    return !tb_kind_has_tiles(pattern->kind) || header->table_bytes >= least / 2;
}

static bool sizes_agree(const struct tb_header *header)
{
    return payload_fits(header) && may_be_large_enough(header) &&
           header->entries == tb_pattern_entries(&header->pattern) &&
           header->table_bytes == tb_table_bytes(&header->pattern, header->bits);
}

/* Whether the file ends where the payload does. */
static enum tb_status check_end(const struct tb_header *header, uint64_t file_bytes,
                                struct tb_error *error)
{
    uint64_t there = file_bytes - header->table_offset;

    if (there < header->payload_bytes)
        return tb_error_set(error, TB_DAMAGED, "cut off: %llu bytes are missing",
                            (unsigned long long)(header->payload_bytes - there));
    if (there > header->payload_bytes)
        return tb_error_set(error, TB_DAMAGED, "damaged: something was added to its end");
    return TB_OK;
}

static bool program_is_text(const char *program)
{
    for (size_t i = 0; i < PROGRAM_BYTES; i++) {
        if (program[i] == '\0')
            return all_zero((const uint8_t *)program + i, PROGRAM_BYTES - i);
        if (!isprint((unsigned char)program[i]))
            return false;
    }
    return false;
}

enum tb_status tb_header_decode(const uint8_t *bytes, size_t count, uint64_t file_bytes,
                                struct tb_header *header, struct tb_error *error)
{
    enum tb_status status = check_frame(bytes, count, file_bytes, error);

    if (status != TB_OK)
        return status;
    *header = (struct tb_header){0};
    decode_fields(bytes, header);
    status = check_supported(bytes, header, error);
    if (status == TB_OK)
        status = decode_pattern(bytes, header, error);
    if (status == TB_OK)
        status = check_end(header, file_bytes, error);
    if (status != TB_OK)
        return status;
    if (!sizes_agree(header) || !decode_histogram(bytes, header) || !spare_is_zero(bytes, header) ||
        !program_is_text(header->program))
        return tb_error_set(error, TB_DAMAGED, "damaged: the figures in its header disagree");
    return TB_OK;
}
