/* test_format.c -- headers and seek tables: round trips, and nothing wrong is believed */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <xxhash.h>

#include "pdblib/bytes.h"
#include "testing.h"
#include "tilebase/format.h"

enum {
    VALUES = 10,
    FRAMES = 3,
    FRAME_COMPRESSED = 1000,
};

/* Where docs/format.md puts the fields. */
enum {
    AT_FRAME_SIZE = 4,
    AT_VERSION = 16,
    AT_VALUE_COUNT = 20,
    AT_KIND = 24,
    AT_SIDES = 25,
    AT_BLANK = 27,
    AT_LAYOUT = 28,
    AT_BITS = 29,
    AT_INDEX_SCHEME = 30,
    AT_ENCODING = 31,
    AT_GOALS = 32,
    AT_ENTRIES = 40,
    AT_TABLE_BYTES = 48,
    AT_PAYLOAD_BYTES = 80,
    AT_FRAME_BYTES = 88,
    AT_PROGRAM = 96,
    AT_HISTOGRAM = 128,
};

/* A header of the six tiles 1-6 on 4x4: 5765760 entries, a table of three frames. */
static struct tb_header sample(enum tb_layout layout)
{
    struct tb_board board = board_of(4, 4);
    struct tb_header header = {
        .layout = layout,
        .bits = 4,
        .entries = 5765760,
        .states = 9000000,
        .table_bytes = 2882880,
        .table_offset = tb_header_bytes(TB_KIND_ADDITIVE, layout, VALUES),
        .table_hash = 0x123456789ABCDEF0,
        .payload_hash = 0xFEDCBA9876543210,
        .values = VALUES,
        .program = "tilebase 0.1.0",
    };

    assert_int_equal(tb_pattern_init(&header.pattern, &board, 0x3F, 15, NULL), TB_OK);
    header.payload_bytes = header.table_bytes;
    if (layout == TB_LAYOUT_ZSTD) {
        header.frame_bytes = TB_FRAME_BYTES;
        header.payload_bytes = FRAMES * FRAME_COMPRESSED + tb_seek_bytes(FRAMES);
    }
    for (uint32_t value = 0; value < VALUES; value++)
        header.histogram[value] = 1 + value * 1000;
    return header;
}

static uint64_t file_bytes(const struct tb_header *header)
{
    return header->table_offset + header->payload_bytes;
}

static void check_same(const struct tb_header *a, const struct tb_header *b)
{
    assert_int_equal(a->pattern.kind, b->pattern.kind);
    assert_int_equal(a->layout, b->layout);
    assert_true(tb_pattern_equal(&a->pattern, &b->pattern));
    assert_int_equal(a->pattern.tiles, b->pattern.tiles);
    assert_int_equal(a->bits, b->bits);
    assert_int_equal(a->entries, b->entries);
    assert_int_equal(a->states, b->states);
    assert_int_equal(a->table_bytes, b->table_bytes);
    assert_int_equal(a->table_offset, b->table_offset);
    assert_int_equal(a->payload_bytes, b->payload_bytes);
    assert_int_equal(a->table_hash, b->table_hash);
    assert_int_equal(a->payload_hash, b->payload_hash);
    assert_int_equal(a->frame_bytes, b->frame_bytes);
    assert_int_equal(a->values, b->values);
    assert_memory_equal(a->histogram, b->histogram, sizeof a->histogram);
    assert_string_equal(a->program, b->program);
}

static void each_layout(void (*check)(const struct tb_header *header, const uint8_t *bytes))
{
    for (int layout = TB_LAYOUT_ZSTD; layout <= TB_LAYOUT_MAPPED; layout++) {
        struct tb_header header = sample((enum tb_layout)layout);
        uint8_t bytes[TB_HEADER_MAX];

        tb_header_encode(&header, bytes);
        check(&header, bytes);
    }
}

static void check_round_trip(const struct tb_header *header, const uint8_t *bytes)
{
    struct tb_header again;
    struct tb_error error;

    assert_int_equal(
        tb_header_decode(bytes, (size_t)header->table_offset, file_bytes(header), &again, &error),
        TB_OK);
    check_same(header, &again);
}

static void test_round_trip(void **state)
{
    struct tb_header header = sample(TB_LAYOUT_MAPPED);
    uint8_t bytes[TB_HEADER_MAX];

    (void)state;
    each_layout(check_round_trip);
    header.bits = 8;
    header.table_bytes = header.payload_bytes = header.entries;
    header.values = TB_VALUES_MAX;
    header.histogram[TB_VALUES_MAX - 1] = 7;
    tb_header_encode(&header, bytes);
    check_round_trip(&header, bytes);
}

static void check_refused(const uint8_t *bytes, size_t count, uint64_t size)
{
    struct tb_header header;
    struct tb_error error = {0};
    enum tb_status status = tb_header_decode(bytes, count, size, &header, &error);

    assert_true(status == TB_DAMAGED || status == TB_UNSUPPORTED);
    assert_int_equal(error.status, status);
    assert_int_not_equal(error.text[0], '\0');
}

static void check_flips(const struct tb_header *header, const uint8_t *bytes)
{
    size_t size = (size_t)header->table_offset;
    uint8_t flipped[TB_HEADER_MAX];

    memcpy(flipped, bytes, size);
    for (size_t bit = 0; bit < 8 * size; bit++) {
        flipped[bit / 8] ^= (uint8_t)(1u << bit % 8);
        check_refused(flipped, size, file_bytes(header));
        flipped[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
}

static void test_flipped_bits(void **state)
{
    (void)state;
    each_layout(check_flips);
}

/* Cut headers are copied to memory of their length, so that a reader past the end is seen. */
static void check_cuts(const struct tb_header *header, const uint8_t *bytes)
{
    for (size_t count = 0; count < header->table_offset; count++) {
        uint8_t *cut = malloc(count + (count == 0));

        assert_non_null(cut);
        memcpy(cut, bytes, count);
        check_refused(cut, count, count);
        check_refused(cut, count, file_bytes(header));
        free(cut);
    }
    check_refused(bytes, (size_t)header->table_offset, header->table_offset);
    check_refused(bytes, (size_t)header->table_offset, file_bytes(header) - 1);
    check_refused(bytes, (size_t)header->table_offset, file_bytes(header) + 1);
}

static void test_cut(void **state)
{
    (void)state;
    each_layout(check_cuts);
}

static void check_newer(const struct tb_header *header, const uint8_t *bytes)
{
    uint8_t newer[TB_HEADER_MAX];
    struct tb_header again;
    struct tb_error error;

    memcpy(newer, bytes, (size_t)header->table_offset);
    put_le32(newer + AT_VERSION, 2);
    assert_int_equal(
        tb_header_decode(newer, (size_t)header->table_offset, file_bytes(header), &again, &error),
        TB_UNSUPPORTED);
    assert_non_null(strstr(error.text, "newer"));
}

static void test_newer(void **state)
{
    (void)state;
    each_layout(check_newer);
}

static void test_foreign(void **state)
{
    uint64_t seed = 1;
    uint8_t bytes[TB_HEADER_MAX] = {0};
    struct tb_header header;
    struct tb_error error;

    (void)state;
    assert_int_equal(tb_header_decode(bytes, sizeof bytes, sizeof bytes, &header, &error),
                     TB_UNSUPPORTED);
    for (unsigned i = 0; i < 100; i++) {
        for (size_t at = 0; at < sizeof bytes; at++)
            bytes[at] = (uint8_t)random_next(&seed);
        assert_int_equal(tb_header_decode(bytes, sizeof bytes, sizeof bytes, &header, &error),
                         TB_UNSUPPORTED);
    }
}

static void seal(uint8_t *bytes, size_t size)
{
    put_le64(bytes + size - 8, XXH3_64bits(bytes, size - 8));
}

/* A field of the header that is written over. */
struct change {
    unsigned at;
    unsigned bytes;
    uint64_t value;
};

static void check_change(const struct tb_header *header, const uint8_t *bytes,
                         const struct change *change)
{
    size_t size = (size_t)header->table_offset;
    uint8_t changed[TB_HEADER_MAX];
    struct tb_header again;
    enum tb_status status;

    memcpy(changed, bytes, size);
    for (unsigned i = 0; i < change->bytes; i++)
        changed[change->at + i] = (uint8_t)(change->value >> 8 * i);
    seal(changed, size);
    status = tb_header_decode(changed, size, file_bytes(header), &again, NULL);
    if (status != TB_DAMAGED && status != TB_UNSUPPORTED)
        fail_msg("%s: %#llx at %u", tb_layout_name(header->layout),
                 (unsigned long long)change->value, change->at);
}

static void check_changes(const struct tb_header *header, const uint8_t *bytes)
{
    static const struct change changes[] = {
        {AT_FRAME_SIZE, 4, 0},
        {AT_FRAME_SIZE, 4, 128},
        {AT_FRAME_SIZE, 4, UINT32_MAX},
        {AT_VERSION, 4, 0},
        {AT_VERSION, 4, 2},
        {AT_VALUE_COUNT, 4, 0},
        {AT_VALUE_COUNT, 4, 300},
        {AT_VALUE_COUNT, 4, UINT32_MAX},
        {AT_KIND, 1, 0},
        {AT_KIND, 1, 2},
        {AT_KIND, 1, 255},
        {AT_SIDES, 2, 0x0501},
        {AT_SIDES, 2, 0x0105},
        {AT_SIDES, 2, 0x0707},
        {AT_SIDES, 2, 0},
        {AT_SIDES, 2, 0x0403},
        {AT_SIDES, 2, 0xFFFF},
        {AT_BLANK, 1, 16},
        {AT_BLANK, 1, 255},
        {AT_BLANK, 1, 0},
        {AT_LAYOUT, 1, 2},
        {AT_LAYOUT, 1, 255},
        {AT_BITS, 1, 0},
        {AT_BITS, 1, 5},
        {AT_BITS, 1, 8},
        {AT_BITS, 1, 16},
        {AT_INDEX_SCHEME, 1, 0},
        {AT_INDEX_SCHEME, 1, 2},
        {AT_ENCODING, 1, 0},
        {AT_ENCODING, 1, 2},
        {AT_GOALS, 8, 0},
        {AT_GOALS, 8, 0x1001F},
        {AT_GOALS, 8, 0x801F},
        {AT_GOALS, 8, 0x7FFF},
        {AT_GOALS, 8, 0x7F},
        {AT_GOALS, 8, UINT64_MAX},
        {AT_GOALS, 8, (UINT64_C(1) << 63) + 0x1F},
        {AT_ENTRIES, 8, 5765759},
        {AT_ENTRIES, 8, 5765761},
        {AT_ENTRIES, 8, UINT64_MAX},
        {AT_TABLE_BYTES, 8, 2882879},
        {AT_TABLE_BYTES, 8, 2882881},
        {AT_TABLE_BYTES, 8, 5765760},
        {AT_TABLE_BYTES, 8, UINT64_MAX},
        {AT_TABLE_BYTES, 8, 0},
        {AT_PAYLOAD_BYTES, 8, 0},
        {AT_PAYLOAD_BYTES, 8, 10},
        {AT_PAYLOAD_BYTES, 8, UINT64_MAX},
        {AT_PAYLOAD_BYTES, 8, UINT64_MAX - 263},
        {AT_FRAME_BYTES, 4, 1},
        {AT_FRAME_BYTES, 4, 1u << 19},
        {AT_FRAME_BYTES, 4, UINT32_MAX},
        {AT_PROGRAM, 1, '\n'},
        {AT_PROGRAM + 1, 1, 0x80},
        {AT_PROGRAM, 1, 1},
        {AT_HISTOGRAM, 8, 5765760},
        {AT_HISTOGRAM, 8, UINT64_MAX},
        {AT_HISTOGRAM + 8, 8, UINT64_MAX - 5},
        {AT_HISTOGRAM, 8, 0},
        {AT_HISTOGRAM + 8 * (VALUES - 1), 8, 0},
    };
    uint8_t same[TB_HEADER_MAX];

    for (size_t i = 0; i < LENGTH(changes); i++)
        check_change(header, bytes, &changes[i]);
    memcpy(same, bytes, (size_t)header->table_offset);
    seal(same, (size_t)header->table_offset);
    check_round_trip(header, same);
}

static void test_changed_fields(void **state)
{
    (void)state;
    each_layout(check_changes);
}

/* Frame sizes that belong to the other layout, and layouts that do. */
static void test_other_layout(void **state)
{
    struct tb_header header = sample(TB_LAYOUT_ZSTD);
    uint8_t bytes[TB_HEADER_MAX];

    (void)state;
    tb_header_encode(&header, bytes);
    check_change(&header, bytes, &(struct change){AT_FRAME_BYTES, 4, 0});
    check_change(&header, bytes, &(struct change){AT_LAYOUT, 1, TB_LAYOUT_MAPPED});
    header = sample(TB_LAYOUT_MAPPED);
    tb_header_encode(&header, bytes);
    check_change(&header, bytes, &(struct change){AT_FRAME_BYTES, 4, TB_FRAME_BYTES});
    check_change(&header, bytes, &(struct change){AT_LAYOUT, 1, TB_LAYOUT_ZSTD});
}

static void test_program_not_ended(void **state)
{
    struct tb_header header = sample(TB_LAYOUT_ZSTD);
    uint8_t bytes[TB_HEADER_MAX];

    (void)state;
    tb_header_encode(&header, bytes);
    memset(bytes + AT_PROGRAM, 'x', sizeof header.program);
    seal(bytes, (size_t)header.table_offset);
    check_refused(bytes, (size_t)header.table_offset, file_bytes(&header));
}

/* A payload that has no room for its seek table, in a file of just that size. */
static void test_no_room_for_seek_table(void **state)
{
    struct tb_header header = sample(TB_LAYOUT_ZSTD);
    uint8_t bytes[TB_HEADER_MAX];

    (void)state;
    for (uint64_t size = 0; size < tb_seek_bytes(FRAMES); size++) {
        header.payload_bytes = size;
        tb_header_encode(&header, bytes);
        check_refused(bytes, (size_t)header.table_offset, file_bytes(&header));
    }
}

/* 300 values with a header of just that length are still too many. */
static void test_too_many_values(void **state)
{
    struct tb_header header = sample(TB_LAYOUT_ZSTD);
    uint8_t bytes[TB_HEADER_MAX];
    size_t size = AT_HISTOGRAM + 8 * 300 + 8;

    (void)state;
    tb_header_encode(&header, bytes);
    for (size_t at = AT_HISTOGRAM; at < size - 8; at += 8)
        put_le64(bytes + at, 1);
    put_le32(bytes + AT_FRAME_SIZE, (uint32_t)size - 8);
    put_le32(bytes + AT_VALUE_COUNT, 300);
    seal(bytes, size);
    check_refused(bytes, size, size + header.payload_bytes);
}

/* A header of so many tiles on 6x6, in a file with room for the smallest payload. */
static enum tb_status decode_large(enum tb_kind kind, unsigned tiles)
{
    struct tb_board board = board_of(6, 6);
    struct tb_header header = sample(TB_LAYOUT_ZSTD), again;
    uint8_t bytes[TB_HEADER_MAX];

    assert_int_equal(
        tb_pattern_of_kind(&header.pattern, kind, &board, tb_cellset_of(tiles) - 1, 35, NULL),
        TB_OK);
    header.entries = header.table_bytes = UINT64_MAX;
    header.payload_bytes = tb_seek_bytes(1);
    tb_header_encode(&header, bytes);
    return tb_header_decode(bytes, (size_t)header.table_offset, file_bytes(&header), &again, NULL);
}

/* Tables that are too large to count are not of 2^64 - 1 entries. */
static void test_too_large(void **state)
{
    (void)state;
    assert_int_equal(decode_large(TB_KIND_NON_ADDITIVE, 12), TB_DAMAGED);
    assert_int_equal(decode_large(TB_KIND_ZERO_AWARE, 12), TB_DAMAGED);
    assert_int_equal(decode_large(TB_KIND_ADDITIVE, 12), TB_DAMAGED);
}

/* To count the regions of all sets of eight cells takes seconds: a file that could not hold a
 * table of them all must not cost that. */
static void test_small_file_is_quick(void **state)
{
    clock_t begin = clock();

    (void)state;
    for (unsigned i = 0; i < 10; i++)
        assert_int_equal(decode_large(TB_KIND_ZERO_AWARE, 8), TB_DAMAGED);
    assert_true(clock() - begin < CLOCKS_PER_SEC);
}

static void test_figures(void **state)
{
    struct tb_board board = board_of(6, 6);
    struct tb_header header = sample(TB_LAYOUT_ZSTD);
    struct tb_pattern large;

    (void)state;
    assert_string_equal(tb_kind_name(TB_KIND_ADDITIVE), "additive");
    assert_string_equal(tb_layout_name(TB_LAYOUT_ZSTD), "zstd");
    assert_string_equal(tb_layout_name(TB_LAYOUT_MAPPED), "mapped");
    assert_int_equal(tb_unreachable_excess(4), 15);
    assert_int_equal(tb_unreachable_excess(8), 255);
    assert_int_equal(tb_row_bytes(9, 4), 5);
    assert_int_equal(tb_row_bytes(10, 4), 5);
    assert_int_equal(tb_row_bytes(9, 8), 9);
    assert_int_equal(tb_table_bytes(&header.pattern, 4), 2882880);
    assert_int_equal(tb_table_bytes(&header.pattern, 8), 5765760);
    assert_int_equal(tb_pattern_init(&large, &board, 0xFFF, 35, NULL), TB_OK);
    assert_int_equal(tb_table_bytes(&large, 8), 599555620984320000);
    assert_int_equal(tb_frame_count(&header), FRAMES);
    assert_int_equal(tb_header_reachable(&header), 45010);
    header.values = 3;
    header.histogram[0] = header.histogram[1] = 1;
    header.histogram[2] = 2;
    assert_true(tb_header_mean(&header) == 1.25);
}

static void fill_seek_entries(const struct tb_header *header,
                              struct tb_seek_entry entries[FRAMES + 1])
{
    entries[0] = (struct tb_seek_entry){(uint32_t)header->table_offset, 0, 0x11111111};
    for (uint32_t i = 1; i <= FRAMES; i++)
        entries[i] = (struct tb_seek_entry){FRAME_COMPRESSED - 2 + i, TB_FRAME_BYTES, 77777 * i};
    entries[FRAMES].size = (uint32_t)header->table_bytes - (FRAMES - 1) * TB_FRAME_BYTES;
}

/* A payload with the given seek table at its end; to be freed. */
static uint8_t *make_payload(const struct tb_header *header,
                             const struct tb_seek_entry entries[FRAMES + 1])
{
    uint8_t *payload = calloc(1, (size_t)header->payload_bytes);

    assert_non_null(payload);
    tb_seek_encode(entries, FRAMES + 1, payload + header->payload_bytes - tb_seek_bytes(FRAMES));
    return payload;
}

static void check_seek(const struct tb_seek_entry entries[FRAMES + 1], enum tb_status expected)
{
    struct tb_header header = sample(TB_LAYOUT_ZSTD);
    struct tb_seek_entry again[FRAMES + 1];
    uint8_t *payload = make_payload(&header, entries);
    enum tb_status status = tb_seek_decode(&header, payload, again, NULL);

    free(payload);
    assert_int_equal(status, expected);
    if (status == TB_OK)
        assert_memory_equal(again, entries, sizeof again);
}

static void test_seek_table(void **state)
{
    struct tb_header header = sample(TB_LAYOUT_ZSTD);
    struct tb_seek_entry entries[FRAMES + 1];

    (void)state;
    fill_seek_entries(&header, entries);
    check_seek(entries, TB_OK);
    entries[0].compressed++;
    check_seek(entries, TB_DAMAGED);
    fill_seek_entries(&header, entries);
    entries[1].compressed++;
    check_seek(entries, TB_DAMAGED);
    entries[1].compressed = UINT32_MAX - 500;
    check_seek(entries, TB_DAMAGED);
    fill_seek_entries(&header, entries);
    entries[2].size--;
    entries[3].size++;
    check_seek(entries, TB_DAMAGED);
}

/* Only the checksums of the frames can differ and still be a seek table. */
static void test_seek_flips(void **state)
{
    struct tb_header header = sample(TB_LAYOUT_ZSTD);
    struct tb_seek_entry entries[FRAMES + 1];
    size_t size = (size_t)tb_seek_bytes(FRAMES);
    uint8_t *payload, *table;

    (void)state;
    fill_seek_entries(&header, entries);
    payload = make_payload(&header, entries);
    table = payload + header.payload_bytes - size;
    for (size_t bit = 0; bit < 8 * size; bit++) {
        size_t at = bit / 8;
        bool in_checksum = at >= 8 && at < size - 9 && (at - 8) % 12 >= 8;
        struct tb_error error;

        table[at] ^= (uint8_t)(1u << bit % 8);
        assert_int_equal(tb_seek_decode(&header, payload, entries, &error),
                         in_checksum ? TB_OK : TB_DAMAGED);
        table[at] ^= (uint8_t)(1u << bit % 8);
    }
    free(payload);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_flipped_bits),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_newer),
        cmocka_unit_test(test_foreign),
        cmocka_unit_test(test_changed_fields),
        cmocka_unit_test(test_other_layout),
        cmocka_unit_test(test_program_not_ended),
        cmocka_unit_test(test_too_many_values),
        cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_small_file_is_quick),
        cmocka_unit_test(test_figures),
        cmocka_unit_test(test_no_room_for_seek_table),
        cmocka_unit_test(test_seek_table),
        cmocka_unit_test(test_seek_flips),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
