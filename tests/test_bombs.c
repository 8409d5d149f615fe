/* test_bombs.c -- small files that claim large tables under right hashes: refused, and before
 * there is memory for what they claim */
#include "testing_child.h"
#include "testing_file.h"

#include <xxhash.h>
#include <zstd.h>

#include "pdblib/bytes.h"
#include "tilebase/pdb.h"
#include "tilebase/size.h"

#define MIB (UINT64_C(1) << 20)

enum { FRAMES_MOST = 300, FRAME_ROOM = 1 << 15, PAYLOAD_ROOM = 1 << 18 };

/* A frame, and what the seek table says of it. */
struct frame {
    struct tb_seek_entry entry;
    uint8_t bytes[FRAME_ROOM];
};

/* A file to be; its table is all zeros. */
struct bomb {
    struct tb_header header;
    struct tb_seek_entry entries[FRAMES_MOST];
    uint8_t payload[PAYLOAD_ROOM];
    size_t used;
    uint32_t count; /* of entries, the header's first */
};

static char path[512];

static int set_up(void **state)
{
    if (make_folder(state) != 0)
        return -1;
    snprintf(path, sizeof path, "%s", path_of("bomb.pdb"));
    return 0;
}

/* --- frames --- */

/* So many zeros as one frame; how it is written may be told by two parameters of zstd. */
static void compress_zeros(uint64_t size, bool with_size, bool with_checksum, struct frame *frame)
{
    ZSTD_CCtx *context = ZSTD_createCCtx();
    uint8_t *zeros = calloc(1, size);
    size_t count;

    assert_non_null(context);
    assert_non_null(zeros);
    ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, with_size);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, with_checksum);
    count = ZSTD_compress2(context, frame->bytes, FRAME_ROOM, zeros, size);
    assert_false(ZSTD_isError(count));
    frame->entry = (struct tb_seek_entry){
        .compressed = (uint32_t)count,
        .size = (uint32_t)size,
        .checksum = (uint32_t)XXH64(zeros, size, 0),
    };
    free(zeros);
    ZSTD_freeCCtx(context);
}

static void zeros_frame(uint64_t size, struct frame *frame)
{
    compress_zeros(size, true, true, frame);
    assert_int_equal(get_le32(frame->bytes + frame->entry.compressed - 4), frame->entry.checksum);
}

/* Put bytes before a place in the frame. */
static void insert(struct frame *frame, size_t at, const void *bytes, size_t count)
{
    memmove(frame->bytes + at + count, frame->bytes + at, frame->entry.compressed - at);
    memcpy(frame->bytes + at, bytes, count);
    frame->entry.compressed += (uint32_t)count;
}

/* --- files --- */

static void start(struct bomb *bomb, unsigned tiles)
{
    struct tb_pattern pattern = make_pattern(4, 4, (UINT64_C(1) << tiles) - 1, 15);

    memset(bomb, 0, sizeof *bomb);
    bomb->header = (struct tb_header){
        .pattern = pattern,
        .layout = TB_LAYOUT_ZSTD,
        .bits = 4,
        .entries = tb_pattern_entries(&pattern),
        .table_bytes = tb_table_bytes(&pattern, 4),
        .table_offset = tb_header_bytes(TB_KIND_ADDITIVE, TB_LAYOUT_ZSTD, 1),
        .frame_bytes = TB_FRAME_BYTES,
        .values = 1,
        .histogram = {1},
    };
    bomb->entries[bomb->count++].compressed = (uint32_t)bomb->header.table_offset;
}

static void add(struct bomb *bomb, const struct frame *frame)
{
    assert_true(bomb->count < FRAMES_MOST && bomb->used + frame->entry.compressed < PAYLOAD_ROOM);
    memcpy(bomb->payload + bomb->used, frame->bytes, frame->entry.compressed);
    bomb->used += frame->entry.compressed;
    bomb->entries[bomb->count++] = frame->entry;
}

static void write_file(struct bomb *bomb)
{
    static uint8_t bytes[PAYLOAD_ROOM + TB_HEADER_MAX];
    struct tb_header *header = &bomb->header;

    header->payload_bytes = bomb->used;
    header->payload_hash = XXH3_64bits(bomb->payload, bomb->used);
    tb_header_encode(header, bytes);
    memcpy(bytes + header->table_offset, bomb->payload, bomb->used);
    write_whole(path, bytes, header->table_offset + bomb->used);
}

static void finish(struct bomb *bomb)
{
    tb_seek_encode(bomb->entries, bomb->count, bomb->payload + bomb->used);
    bomb->used += tb_seek_bytes(bomb->count - 1u);
    write_file(bomb);
}

/* --- opening, with little memory --- */

/* Enough for a small database: memory comes by 2 MiB, and one more to align it. */
#define FEW (16 * MIB)

/* What opening must come to, and the memory that it may take: in use, and in addresses. */
struct wanted {
    enum tb_status status;
    uint64_t most, addresses;
};

static uint64_t addresses_taken(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");

    CHECK(file != NULL && fscanf(file, "%lu", &pages) == 1);
    fclose(file);
    return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void open_it(void *context)
{
    const struct tb_pdb_options options = {.threads = 1};
    const struct wanted *wanted = context;
    struct tb_error error = {0};
    struct tb_pdb *pdb;
    uint64_t before = peak_bytes();
    enum tb_status status;

    if (!SANITIZED)
        limit_addresses(addresses_taken() + wanted->addresses);
    status = tb_pdb_open(path, &options, &pdb, &error);
    if (status != wanted->status)
        fprintf(stderr, "status %d: %s\n", status, error.text);
    CHECK(status == wanted->status);
    CHECK(SANITIZED || peak_bytes() - before <= wanted->most);
    for (uint64_t at = 0; status == TB_OK && at < tb_pdb_header(pdb)->table_bytes; at += 509)
        CHECK(tb_pdb_table(pdb)[at] == 0);
    tb_pdb_close(pdb);
}

static void must_come_to(enum tb_status status, uint64_t most, uint64_t addresses)
{
    struct wanted wanted = {status, most, addresses};

    must_run(open_it, &wanted);
}

/* --- one frame, for a table of 262,080 bytes --- */

enum { FIVE_BYTES = 262080 };

static void open_frame(const struct frame *frame, enum tb_status status)
{
    static struct bomb bomb;

    start(&bomb, 5);
    assert_int_equal(bomb.header.table_bytes, FIVE_BYTES);
    add(&bomb, frame);
    bomb.entries[1].size = FIVE_BYTES;
    finish(&bomb);
    must_come_to(status, FEW, FEW);
}

static void right_frame(void **state)
{
    static struct frame frame;

    (void)state;
    zeros_frame(FIVE_BYTES, &frame);
    open_frame(&frame, TB_OK);
}

static void more_content_than_the_header_says(void **state)
{
    static struct frame frame;

    (void)state;
    zeros_frame(256 * MIB, &frame);
    open_frame(&frame, TB_DAMAGED);
    zeros_frame(FIVE_BYTES + 1, &frame);
    open_frame(&frame, TB_DAMAGED);
    zeros_frame(FIVE_BYTES - 1, &frame);
    open_frame(&frame, TB_DAMAGED);
    zeros_frame(0, &frame);
    open_frame(&frame, TB_DAMAGED);
}

/* The frame's own header lies, too. */
static void content_that_lies(void **state)
{
    static const uint64_t sizes[] = {MIB, 16 * MIB, FIVE_BYTES + 1, FIVE_BYTES - 1, 131072};
    static struct frame frame;
    unsigned at;

    (void)state;
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        zeros_frame(sizes[i], &frame);
        /* A size of four bytes follows, behind a window where the frame is no single segment. */
        at = (frame.bytes[4] & 0x20) != 0 ? 5 : 6;
        assert_int_equal(frame.bytes[4] & 0xC0, 0x80);
        assert_int_equal(get_le32(frame.bytes + at), sizes[i]);
        put_le32(frame.bytes + at, FIVE_BYTES);
        open_frame(&frame, TB_DAMAGED);
    }
}

static void no_content_size(void **state)
{
    static struct frame frame;

    (void)state;
    compress_zeros(FIVE_BYTES, false, true, &frame);
    assert_true(ZSTD_getFrameContentSize(frame.bytes, frame.entry.compressed) ==
                ZSTD_CONTENTSIZE_UNKNOWN);
    open_frame(&frame, TB_DAMAGED);
}

static void no_checksum(void **state)
{
    static struct frame frame;

    (void)state;
    compress_zeros(FIVE_BYTES, true, false, &frame);
    frame.entry.checksum = get_le32(frame.bytes + frame.entry.compressed - 4);
    open_frame(&frame, TB_DAMAGED);
}

static void wrong_checksum(void **state)
{
    static struct frame frame;

    (void)state;
    zeros_frame(FIVE_BYTES, &frame);
    frame.entry.checksum ^= 1;
    open_frame(&frame, TB_DAMAGED);
    put_le32(frame.bytes + frame.entry.compressed - 4, frame.entry.checksum);
    open_frame(&frame, TB_DAMAGED);
}

/* What zstd reads in a row is one content to it, but not to us. */
static void several_frames_in_one(void **state)
{
    static const uint8_t skippable[] = {0x50, 0x2A, 0x4D, 0x18, 0, 0, 0, 0};
    static struct frame frame, half;

    (void)state;
    zeros_frame(FIVE_BYTES / 2, &half);
    frame = half;
    insert(&frame, 0, half.bytes, half.entry.compressed);
    open_frame(&frame, TB_DAMAGED);
    zeros_frame(FIVE_BYTES, &frame);
    insert(&frame, 0, skippable, sizeof skippable);
    open_frame(&frame, TB_DAMAGED);
    zeros_frame(FIVE_BYTES, &frame);
    insert(&frame, frame.entry.compressed, skippable, sizeof skippable);
    frame.entry.checksum = get_le32(frame.bytes + frame.entry.compressed - 4);
    open_frame(&frame, TB_DAMAGED);
    /* An empty frame behind. */
    zeros_frame(0, &half);
    zeros_frame(FIVE_BYTES, &frame);
    insert(&frame, frame.entry.compressed, half.bytes, half.entry.compressed);
    frame.entry.checksum = half.entry.checksum;
    open_frame(&frame, TB_DAMAGED);
    /* One byte too few, and one too many. */
    zeros_frame(FIVE_BYTES, &frame);
    frame.entry.compressed--;
    frame.entry.checksum = get_le32(frame.bytes + frame.entry.compressed - 4);
    open_frame(&frame, TB_DAMAGED);
    zeros_frame(FIVE_BYTES, &frame);
    insert(&frame, frame.entry.compressed, "", 1);
    frame.entry.checksum = get_le32(frame.bytes + frame.entry.compressed - 4);
    open_frame(&frame, TB_DAMAGED);
    /* Too short to be any. */
    for (uint32_t count = 0; count < 10; count++) {
        zeros_frame(FIVE_BYTES, &frame);
        frame.entry.compressed = count;
        open_frame(&frame, TB_DAMAGED);
    }
}

/* A frame that asks for a window of 2 GiB is read without it, and one that asks for more than
 * there can be is refused. */
static void wide_windows(void **state)
{
    const uint8_t widest = (31 - 10) << 3, wider = 0xFF;
    static struct frame frame;

    (void)state;
    zeros_frame(FIVE_BYTES, &frame);
    frame.bytes[4] = 0x84; /* no single segment, so that a window is told */
    insert(&frame, 5, &widest, 1);
    open_frame(&frame, sizeof(size_t) == 8 ? TB_OK : TB_DAMAGED);
    frame.bytes[5] = wider;
    open_frame(&frame, TB_DAMAGED);
}

static void foreign_frames(void **state)
{
    static struct frame frame;

    (void)state;
    /* Of another version, of an old one, and with a dictionary. */
    zeros_frame(FIVE_BYTES, &frame);
    put_le32(frame.bytes, ZSTD_MAGICNUMBER + 1);
    open_frame(&frame, TB_DAMAGED);
    put_le32(frame.bytes, ZSTD_MAGICNUMBER - 1);
    open_frame(&frame, TB_DAMAGED);
    zeros_frame(FIVE_BYTES, &frame);
    frame.bytes[4] |= 1;
    insert(&frame, 5, "\7", 1);
    open_frame(&frame, TB_DAMAGED);
}

/* --- many frames, for a table of 259,459,200 bytes --- */

enum { EIGHT_FRAMES = 248 };

/* Add what the table needs, each frame with these bytes. */
static void add_all(struct bomb *bomb, struct frame *frame)
{
    uint64_t left = bomb->header.table_bytes;

    while (left > 0) {
        frame->entry.size = (uint32_t)(left < MIB ? left : MIB);
        left -= frame->entry.size;
        add(bomb, frame);
    }
    assert_int_equal(bomb->count, EIGHT_FRAMES + 1);
}

static void frames_of_nothing(void **state)
{
    static struct bomb bomb;
    static struct frame frame;

    (void)state;
    start(&bomb, 8);
    add_all(&bomb, &frame);
    finish(&bomb);
    must_come_to(TB_DAMAGED, FEW, 400 * MIB);
    /* Ten bytes each that are none. */
    start(&bomb, 8);
    frame.entry.compressed = 10;
    add_all(&bomb, &frame);
    finish(&bomb);
    must_come_to(TB_DAMAGED, FEW, 400 * MIB);
}

static void no_room_for_a_seek_table(void **state)
{
    static struct bomb bomb;

    (void)state;
    start(&bomb, 8);
    bomb.used = 1000;
    write_file(&bomb);
    must_come_to(TB_DAMAGED, FEW, 400 * MIB);
    bomb.used = tb_seek_bytes(EIGHT_FRAMES);
    write_file(&bomb);
    must_come_to(TB_DAMAGED, FEW, 400 * MIB);
}

/* All frames but the last are right; nothing is taken before all have been looked at. */
static void one_wrong_frame_at_the_end(void **state)
{
    static struct bomb bomb;
    static struct frame frame;

    (void)state;
    start(&bomb, 8);
    zeros_frame(MIB, &frame);
    add_all(&bomb, &frame);
    finish(&bomb);
    must_come_to(TB_DAMAGED, FEW, 400 * MIB);
}

/* The same with the right last one is a database, which takes what it says and not more; where
 * there is less it is not begun. */
static void an_honest_file(void **state)
{
    static struct bomb bomb;
    static struct frame frame, last;

    (void)state;
    start(&bomb, 8);
    zeros_frame(MIB, &frame);
    zeros_frame(bomb.header.table_bytes % MIB, &last);
    for (unsigned i = 1; i < EIGHT_FRAMES; i++)
        add(&bomb, &frame);
    add(&bomb, &last);
    finish(&bomb);
    must_come_to(TB_OK, 300 * MIB, 300 * MIB);
    if (!SANITIZED)
        must_come_to(TB_NO_MEMORY, FEW, 200 * MIB);
}

/* --- sizes --- */

/* Write a header alone, and make the file so long as it says with a hole. */
static void write_hole(const struct tb_header *header)
{
    uint8_t bytes[TB_HEADER_MAX];

    tb_header_encode(header, bytes);
    write_whole(path, bytes, header->table_offset);
    assert_int_equal(truncate(path, (off_t)(header->table_offset + header->payload_bytes)), 0);
}

/* Nobody reads a payload that no table of the pattern can have, though the file is so long. */
static void payload_too_long(void **state)
{
    static struct bomb bomb;
    struct tb_header header;
    uint64_t most;

    (void)state;
    start(&bomb, 5);
    bomb.header.payload_bytes = UINT64_C(64) << 30;
    write_hole(&bomb.header);
    must_come_to(TB_DAMAGED, FEW, FEW);
    most = tb_seek_bytes(1) + ZSTD_compressBound(TB_FRAME_BYTES);
    bomb.header.payload_bytes = most + 1;
    write_hole(&bomb.header);
    must_come_to(TB_DAMAGED, FEW, FEW);
    assert_int_equal(tb_pdb_read_header(path, &header, NULL), TB_DAMAGED);
    bomb.header.payload_bytes = most;
    write_hole(&bomb.header);
    assert_int_equal(tb_pdb_read_header(path, &header, NULL), TB_OK);
}

/* A pattern whose table is too large to have a size, in a file that says the same. */
static void size_that_is_none(void **state)
{
    static const enum tb_kind kinds[] = {TB_KIND_ZERO_AWARE, TB_KIND_NON_ADDITIVE};
    struct tb_board board = board_of(6, 6);
    static struct bomb bomb;

    (void)state;
    for (size_t i = 0; i < LENGTH(kinds); i++)
        for (unsigned layout = TB_LAYOUT_ZSTD; layout <= TB_LAYOUT_MAPPED; layout++) {
            struct tb_header *header = &bomb.header, read;

            start(&bomb, 1);
            assert_int_equal(
                tb_pattern_of_kind(&header->pattern, kinds[i], &board, 0xFFF, 35, NULL), TB_OK);
            header->layout = (enum tb_layout)layout;
            header->entries = header->table_bytes = TB_TOO_LARGE;
            header->table_offset = tb_header_bytes(kinds[i], header->layout, 1);
            header->frame_bytes = layout == TB_LAYOUT_ZSTD ? TB_FRAME_BYTES : 0;
            bomb.used = layout == TB_LAYOUT_ZSTD ? tb_seek_bytes(0) : 100;
            write_file(&bomb);
            assert_int_equal(tb_pdb_read_header(path, &read, NULL), TB_DAMAGED);
            must_come_to(TB_DAMAGED, FEW, FEW);
        }
}

static void start_mapped(struct bomb *bomb, unsigned tiles)
{
    struct tb_header *header = &bomb->header;

    start(bomb, tiles);
    header->layout = TB_LAYOUT_MAPPED;
    header->frame_bytes = 0;
    header->table_offset = TB_HEADER_MAX;
    header->payload_bytes = header->table_bytes;
}

/* A mapped file with holes is as long as it says: if trusted, it opens without being read, is
 * copied only where there is room, and who reads it finds zeros that are not its table. */
static void holes(void **state)
{
    static struct bomb bomb;
    const struct tb_pdb_options copy = {.copy = true}, trust = {.trust = true};
    struct tb_pdb *pdb;

    (void)state;
    start_mapped(&bomb, 9);
    write_hole(&bomb.header);
    assert_int_equal(tb_pdb_open(path, &trust, &pdb, NULL), TB_OK);
    assert_int_equal(tb_pdb_excess(pdb, 0, 0), 0);
    tb_pdb_close(pdb);
    start_mapped(&bomb, 12);
    write_hole(&bomb.header);
    assert_int_equal(tb_pdb_open(path, &copy, &pdb, NULL), TB_NO_MEMORY);
    start_mapped(&bomb, 5);
    write_hole(&bomb.header);
    assert_int_equal(tb_pdb_open(path, NULL, &pdb, NULL), TB_DAMAGED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_frame),
        cmocka_unit_test(more_content_than_the_header_says),
        cmocka_unit_test(content_that_lies),
        cmocka_unit_test(no_content_size),
        cmocka_unit_test(no_checksum),
        cmocka_unit_test(wrong_checksum),
        cmocka_unit_test(several_frames_in_one),
        cmocka_unit_test(wide_windows),
        cmocka_unit_test(foreign_frames),
        cmocka_unit_test(frames_of_nothing),
        cmocka_unit_test(no_room_for_a_seek_table),
        cmocka_unit_test(one_wrong_frame_at_the_end),
        cmocka_unit_test(an_honest_file),
        cmocka_unit_test(payload_too_long),
        cmocka_unit_test(size_that_is_none),
        cmocka_unit_test(holes),
    };

    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
