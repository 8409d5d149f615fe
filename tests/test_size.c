/* test_size.c -- checked arithmetic, and every size of the library at its edges */
#include "testing_build.h"

#include <stdlib.h>
#include <string.h>

#include "tilebase/format.h"
#include "tilebase/pages.h"
#include "tilebase/size.h"
#include "tilebase/walking.h"

#define MOST  UINT64_C(0x7FFFFFFFFFFFFFFF) /* 2^63 - 1 */
#define LARGE UINT64_C(0x8000000000000000) /* 2^63 */

static void limits(void **state)
{
    (void)state;
    assert_true(tb_size_limit(0) == 0);
    assert_true(tb_size_limit(MOST) == MOST);
    assert_true(tb_size_limit(LARGE) == TB_TOO_LARGE);
    assert_true(tb_size_limit(UINT64_MAX) == TB_TOO_LARGE);
}

static void sums(void **state)
{
    (void)state;
    assert_true(tb_size_add(0, 0) == 0);
    assert_true(tb_size_add(MOST, 0) == MOST);
    assert_true(tb_size_add(0, MOST) == MOST);
    assert_true(tb_size_add(MOST - 1, 1) == MOST);
    assert_true(tb_size_add(MOST, 1) == TB_TOO_LARGE);
    assert_true(tb_size_add(1, MOST) == TB_TOO_LARGE);
    assert_true(tb_size_add(MOST, MOST) == TB_TOO_LARGE);
    /* These would be 0 and 1. */
    assert_true(tb_size_add(LARGE, LARGE) == TB_TOO_LARGE);
    assert_true(tb_size_add(TB_TOO_LARGE, 2) == TB_TOO_LARGE);
    assert_true(tb_size_add(2, TB_TOO_LARGE) == TB_TOO_LARGE);
    assert_true(tb_size_add(TB_TOO_LARGE, 0) == TB_TOO_LARGE);
    assert_true(tb_size_add(0, LARGE) == TB_TOO_LARGE);
}

static void products(void **state)
{
    (void)state;
    assert_true(tb_size_mul(0, 0) == 0);
    assert_true(tb_size_mul(MOST, 0) == 0);
    assert_true(tb_size_mul(0, MOST) == 0);
    assert_true(tb_size_mul(MOST, 1) == MOST);
    assert_true(tb_size_mul(1, MOST) == MOST);
    /* 2^63 - 1 = 7^2 * 73 * 127 * 337 * 92737 * 649657 */
    assert_true(tb_size_mul(49, MOST / 49) == MOST);
    assert_true(tb_size_mul(UINT64_C(1) << 31, UINT64_C(1) << 31) == UINT64_C(1) << 62);
    assert_true(tb_size_mul(UINT64_C(1) << 31, UINT64_C(1) << 32) == TB_TOO_LARGE);
    /* Products that wrap around to 0, to 1 and to small numbers. */
    assert_true(tb_size_mul(UINT64_C(1) << 32, UINT64_C(1) << 32) == TB_TOO_LARGE);
    assert_true(tb_size_mul(UINT64_C(0x5555555555555555), 3) == TB_TOO_LARGE);
    assert_true(tb_size_mul(UINT64_C(0x2AAAAAAAAAAAAAAB), 6) == TB_TOO_LARGE);
    assert_true(tb_size_mul(UINT64_C(1) << 62, 4) == TB_TOO_LARGE);
    /* What is too large stays so. */
    assert_true(tb_size_mul(TB_TOO_LARGE, 0) == TB_TOO_LARGE);
    assert_true(tb_size_mul(0, TB_TOO_LARGE) == TB_TOO_LARGE);
    assert_true(tb_size_mul(TB_TOO_LARGE, 1) == TB_TOO_LARGE);
    assert_true(tb_size_mul(TB_TOO_LARGE, TB_TOO_LARGE) == TB_TOO_LARGE);
    assert_true(tb_size_mul(LARGE, 1) == TB_TOO_LARGE);
}

static void rounding(void **state)
{
    (void)state;
    assert_true(tb_size_round_up(0, 4096) == 0);
    assert_true(tb_size_round_up(1, 4096) == 4096);
    assert_true(tb_size_round_up(4095, 4096) == 4096);
    assert_true(tb_size_round_up(4096, 4096) == 4096);
    assert_true(tb_size_round_up(4097, 4096) == 8192);
    assert_true(tb_size_round_up(MOST, 1) == MOST);
    assert_true(tb_size_round_up(MOST, 7) == MOST);
    assert_true(tb_size_round_up(MOST - 1, 7) == MOST);
    assert_true(tb_size_round_up(MOST, 2) == TB_TOO_LARGE);
    assert_true(tb_size_round_up(LARGE - 4096, 4096) == LARGE - 4096);
    assert_true(tb_size_round_up(LARGE - 4095, 4096) == TB_TOO_LARGE);
    assert_true(tb_size_round_up(LARGE, 4096) == TB_TOO_LARGE);
    assert_true(tb_size_round_up(TB_TOO_LARGE, 1) == TB_TOO_LARGE);
    assert_true(tb_size_round_up(TB_TOO_LARGE, 4096) == TB_TOO_LARGE);
    assert_true(tb_size_round_up(1, LARGE) == TB_TOO_LARGE);
}

static void what_fits(void **state)
{
    (void)state;
    assert_true(tb_size_fits(0));
    assert_true(tb_size_fits(SIZE_MAX / 2));
    assert_false(tb_size_fits((uint64_t)(SIZE_MAX / 2) + 1));
    assert_false(tb_size_fits(TB_TOO_LARGE));
}

/* --- memory --- */

static void memory_of_impossible_sizes(void **state)
{
    static const uint64_t sizes[] = {TB_TOO_LARGE, LARGE,           MOST,
                                     SIZE_MAX - 1, SIZE_MAX,        (uint64_t)SIZE_MAX / 2 + 1,
                                     LARGE + 1,    MOST - (2 << 20)};

    (void)state;
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        assert_null(tb_pages_alloc(sizes[i]));
        assert_null(tb_array_alloc(sizes[i], 1));
        assert_null(tb_array_alloc(1, sizes[i]));
        assert_null(tb_array_alloc(sizes[i], sizes[i]));
    }
    assert_null(tb_array_alloc(TB_TOO_LARGE, 0));
    assert_null(tb_array_alloc(UINT64_C(1) << 32, UINT64_C(1) << 32));
    assert_null(tb_array_alloc(UINT64_C(0x2AAAAAAAAAAAAAAB), 6));
    tb_pages_free(NULL, TB_TOO_LARGE);
}

static void memory_of_small_sizes(void **state)
{
    static const uint64_t sizes[] = {0, 1, 4096, (2 << 20) - 1, 2 << 20, (2 << 20) + 1};
    uint8_t *array = tb_array_alloc(0, 8);

    (void)state;
    assert_non_null(array);
    free(array);
    array = tb_array_alloc(3, 5);
    assert_non_null(array);
    memset(array, 1, 15);
    free(array);
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        uint8_t *pages = tb_pages_alloc(sizes[i]);

        assert_non_null(pages);
        assert_int_equal((uintptr_t)pages % (2 << 20), 0);
        for (uint64_t at = 0; at < sizes[i]; at += 4096)
            assert_int_equal(pages[at], 0);
        if (sizes[i] > 0)
            pages[sizes[i] - 1] = 1;
        tb_pages_free(pages, sizes[i]);
    }
}

/* --- patterns --- */

/* A pattern without the checks of those that make them. */
static struct tb_pattern unchecked(enum tb_kind kind, unsigned side, unsigned tiles)
{
    return (struct tb_pattern){
        .kind = kind,
        .board = board_of(side, side),
        .goals = (UINT64_C(1) << tiles) - 1,
        .tiles = (uint8_t)tiles,
        .blank = (uint8_t)(side * side - 1),
    };
}

static void rows_and_columns(void **state)
{
    struct tb_pattern pattern = unchecked(TB_KIND_ADDITIVE, 6, TB_TILES_MAX);

    (void)state;
    assert_true(tb_pattern_rows(&pattern) == 479001600);
    assert_true(tb_pattern_columns(&pattern) == 1251677700);
    /* 36! / 24! */
    assert_true(tb_pattern_entries(&pattern) == UINT64_C(599555620984320000));
    assert_true(tb_table_bytes(&pattern, 4) == UINT64_C(299777810492160000));
    assert_true(tb_table_bytes(&pattern, 8) == UINT64_C(599555620984320000));
    /* 13! rows would be more than 2^32. */
    pattern.tiles++;
    assert_true(tb_pattern_rows(&pattern) == TB_TOO_LARGE);
    assert_true(tb_pattern_entries(&pattern) == TB_TOO_LARGE);
    assert_true(tb_table_bytes(&pattern, 4) == TB_TOO_LARGE);
    assert_true(tb_table_bytes(&pattern, 8) == TB_TOO_LARGE);
    /* C(36, 18) columns are more than 2^32. */
    pattern.tiles = 18;
    assert_true(tb_pattern_columns(&pattern) == TB_TOO_LARGE);
    pattern.tiles = UINT8_MAX;
    assert_true(tb_pattern_rows(&pattern) == TB_TOO_LARGE);
}

static void columns_with_the_blank(void **state)
{
    struct tb_pattern pattern = unchecked(TB_KIND_NON_ADDITIVE, 6, 9);

    (void)state;
    /* C(36, 9) * 27 = 2,541,868,400 and C(36, 10) * 26 = 6,608,857,440 */
    assert_true(tb_pattern_columns(&pattern) == UINT64_C(94143280) * 27);
    assert_true(tb_table_bytes(&pattern, 8) == UINT64_C(94143280) * 27 * 362880);
    pattern.tiles = 10;
    assert_true(tb_pattern_columns(&pattern) == TB_TOO_LARGE);
    assert_true(tb_pattern_entries(&pattern) == TB_TOO_LARGE);
    assert_true(tb_table_bytes(&pattern, 4) == TB_TOO_LARGE);
    /* Fixed cells leave fewer. */
    pattern.kind = TB_KIND_LOCAL;
    pattern.fixed = UINT64_C(0xFF0000000);
    pattern.tiles = 9;
    assert_true(tb_pattern_columns(&pattern) == UINT64_C(6906900) * 19);
    /* So many sets nobody counts the regions of. */
    pattern = unchecked(TB_KIND_ZERO_AWARE, 6, 9);
    assert_true(tb_pattern_columns(&pattern) == TB_TOO_LARGE);
    assert_true(tb_table_bytes(&pattern, 4) == TB_TOO_LARGE);
    pattern = unchecked(TB_KIND_ZERO_AWARE, 6, 3);
    assert_true(tb_pattern_columns(&pattern) >= 7140);
}

static void tuples_and_walking_distances(void **state)
{
    struct tb_board board = board_of(6, 6);
    struct tb_pattern pattern;

    (void)state;
    assert_int_equal(tb_pattern_of_kind(&pattern, TB_KIND_TRIPLES, &board, 0, 35, NULL), TB_OK);
    assert_true(tb_pattern_rows(&pattern) == 6545 * 6);
    assert_true(tb_pattern_columns(&pattern) == 7140);
    assert_true(tb_table_bytes(&pattern, 4) == 6545 * 6 * 3570);
    assert_int_equal(tb_pattern_of_kind(&pattern, TB_KIND_WALKING_DISTANCE, &board, 0, 35, NULL),
                     TB_INVALID);
    assert_true(tb_pattern_columns(&pattern) == TB_TOO_LARGE);
    assert_true(tb_table_bytes(&pattern, 4) == TB_TOO_LARGE);
    assert_true(tb_walking_count(6, 6, 5) == TB_TOO_LARGE);
    assert_true(tb_walking_count(7, 6, 5) == TB_TOO_LARGE);
    assert_true(tb_walking_count(4, 4, 3) == 24964);
}

/* A board's every pattern of its most tiles has a size, or is too large. */
static void check_board(const struct tb_board *board)
{
    for (unsigned kind = TB_KIND_ADDITIVE; kind <= TB_KIND_NON_ADDITIVE; kind++)
        for (unsigned tiles = 1; tiles < board->cells && tiles <= TB_TILES_MAX; tiles++) {
            struct tb_pattern pattern;
            uint64_t entries, bytes;

            if (kind == TB_KIND_ZERO_AWARE && tb_binomial(board->cells, tiles) > 100000)
                continue;
            assert_int_equal(tb_pattern_of_kind(&pattern, (enum tb_kind)kind, board,
                                                (UINT64_C(1) << tiles) - 1, board->cells - 1u,
                                                NULL),
                             TB_OK);
            entries = tb_pattern_entries(&pattern);
            bytes = tb_table_bytes(&pattern, 4);
            assert_int_equal(entries == TB_TOO_LARGE, bytes == TB_TOO_LARGE);
            if (entries != TB_TOO_LARGE)
                assert_true(bytes >= entries / 2 && bytes <= entries);
        }
}

static void tables_of_every_board(void **state)
{
    (void)state;
    each_board(check_board);
}

static void row_bytes(void **state)
{
    (void)state;
    assert_true(tb_row_bytes(0, 4) == 0);
    assert_true(tb_row_bytes(1, 4) == 1);
    assert_true(tb_row_bytes(2, 4) == 1);
    assert_true(tb_row_bytes(UINT32_MAX, 4) == UINT64_C(1) << 31);
    assert_true(tb_row_bytes(UINT32_MAX, 8) == UINT32_MAX);
    assert_true(tb_row_bytes(MOST, 4) == UINT64_C(1) << 62);
}

/* --- frames --- */

static uint64_t frames_of(uint64_t table_bytes)
{
    const struct tb_header header = {.table_bytes = table_bytes, .frame_bytes = TB_FRAME_BYTES};

    return tb_frame_count(&header);
}

static void frames(void **state)
{
    (void)state;
    assert_true(frames_of(0) == 0);
    assert_true(frames_of(1) == 1);
    assert_true(frames_of(TB_FRAME_BYTES) == 1);
    assert_true(frames_of(TB_FRAME_BYTES + 1) == 2);
    assert_true(frames_of(LARGE - TB_FRAME_BYTES) == (UINT64_C(1) << 43) - 1);
    assert_true(frames_of(MOST) == TB_TOO_LARGE);
    assert_true(frames_of(LARGE) == TB_TOO_LARGE);
    assert_true(frames_of(TB_TOO_LARGE) == TB_TOO_LARGE);
}

static void seek_tables(void **state)
{
    (void)state;
    assert_true(tb_seek_bytes(0) == 29);
    assert_true(tb_seek_bytes(1) == 41);
    assert_true(tb_seek_bytes(UINT64_C(1) << 43) == (UINT64_C(12) << 43) + 29);
    assert_true(tb_seek_bytes((MOST - 17) / 12 - 1) == (MOST - 17) / 12 * 12 + 17);
    assert_true(tb_seek_bytes((MOST - 17) / 12) == TB_TOO_LARGE);
    /* 12 * this is 2^66, which would be 0. */
    assert_true(tb_seek_bytes((UINT64_C(1) << 62) / 3 * 4) == TB_TOO_LARGE);
    assert_true(tb_seek_bytes(MOST) == TB_TOO_LARGE);
    assert_true(tb_seek_bytes(TB_TOO_LARGE) == TB_TOO_LARGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits),
        cmocka_unit_test(sums),
        cmocka_unit_test(products),
        cmocka_unit_test(rounding),
        cmocka_unit_test(what_fits),
        cmocka_unit_test(memory_of_impossible_sizes),
        cmocka_unit_test(memory_of_small_sizes),
        cmocka_unit_test(rows_and_columns),
        cmocka_unit_test(columns_with_the_blank),
        cmocka_unit_test(tuples_and_walking_distances),
        cmocka_unit_test(tables_of_every_board),
        cmocka_unit_test(row_bytes),
        cmocka_unit_test(frames),
        cmocka_unit_test(seek_tables),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
