/* test_arrangement.c -- ranks of arrangements and slides against lists of tiles */
#include <string.h>

#include "testing.h"
#include "tilebase/arrangement.h"

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* The rank after a slide, by the list of the tiles in the order of their ordinals:
 * take the tile at `from` out and put it in again at `to`. */
static uint32_t naive_slide(unsigned k, const uint8_t *ordinal, unsigned from, unsigned to)
{
    uint8_t list[TB_TILES_MAX], after[TB_TILES_MAX];
    uint8_t tile;

    for (unsigned i = 0; i < k; i++)
        list[ordinal[i]] = (uint8_t)i;
    tile = list[from];
    memmove(list + from, list + from + 1, k - from - 1);
    memmove(list + to + 1, list + to, k - to - 1);
    list[to] = tile;
    for (unsigned i = 0; i < k; i++)
        after[list[i]] = (uint8_t)i;
    return permutation_rank(after, k);
}

static void test_factorial(void **state)
{
    uint64_t product = 1;

    (void)state;
    assert_int_equal(tb_factorial(0), 1);
    for (unsigned k = 1; k <= TB_TILES_MAX; k++) {
        product *= k;
        assert_int_equal(tb_factorial(k), product);
    }
}

static void test_all_ranks(void **state)
{
    (void)state;
    for (unsigned k = 1; k <= 7; k++) {
        uint8_t ordinal[TB_TILES_MAX], again[TB_TILES_MAX];
        uint32_t rank = 0;

        count_up(ordinal, k);
        do {
            assert_int_equal(tb_arrangement_rank(k, ordinal), rank);
            assert_int_equal(permutation_rank(ordinal, k), rank);
            tb_arrangement_unrank(k, rank, again);
            assert_memory_equal(again, ordinal, k);
            rank++;
        } while (next_permutation(ordinal, k));
        assert_int_equal(rank, tb_factorial(k));
    }
}

static void test_random_ranks(void **state)
{
    uint64_t seed = 1;

    (void)state;
    for (unsigned k = 1; k <= TB_TILES_MAX; k++) {
        uint8_t ordinal[TB_TILES_MAX], again[TB_TILES_MAX];

        count_up(ordinal, k);
        assert_int_equal(tb_arrangement_rank(k, ordinal), 0);
        for (unsigned i = 0; i < 2000; i++) {
            uint32_t rank;

            shuffle(&seed, ordinal, k);
            rank = tb_arrangement_rank(k, ordinal);
            assert_int_equal(rank, permutation_rank(ordinal, k));
            tb_arrangement_unrank(k, rank, again);
            assert_memory_equal(again, ordinal, k);
        }
        tb_arrangement_unrank(k, tb_factorial(k) - 1, again);
        for (unsigned i = 0; i < k; i++)
            assert_int_equal(again[i], k - 1 - i);
    }
}

static void check_slides_of(unsigned k, const uint8_t *ordinal)
{
    uint32_t rank = permutation_rank(ordinal, k);

    for (unsigned from = 0; from < k; from++)
        for (unsigned to = 0; to < k; to++)
            assert_int_equal(tb_arrangement_slide(k, rank, from, to),
                             naive_slide(k, ordinal, from, to));
}

static void test_slide(void **state)
{
    uint64_t seed = 2;
    uint8_t ordinal[TB_TILES_MAX];

    (void)state;
    for (unsigned k = 1; k <= 7; k++) {
        count_up(ordinal, k);
        do
            check_slides_of(k, ordinal);
        while (next_permutation(ordinal, k));
    }
    for (unsigned k = 8; k <= TB_TILES_MAX; k++) {
        count_up(ordinal, k);
        for (unsigned i = 0; i < 50; i++) {
            shuffle(&seed, ordinal, k);
            check_slides_of(k, ordinal);
        }
    }
}

/* The table gives for this rank what the plain way does, for all slides within reach. */
static void check_table_at(const struct tb_slides *slides, uint32_t rank)
{
    for (unsigned from = 0; from < slides->tiles; from++)
        for (unsigned to = from - least(from, slides->reach);
             to <= least(from + slides->reach, slides->tiles - 1); to++)
            if (tb_slides_rank(slides, rank, from, to) !=
                tb_arrangement_slide(slides->tiles, rank, from, to))
                fail_msg("%u tiles, reach %u, rank %u, from %u to %u", slides->tiles, slides->reach,
                         rank, from, to);
}

static void test_table(void **state)
{
    (void)state;
    for (unsigned k = 1; k <= 7; k++)
        for (unsigned reach = 1; reach <= 5; reach++) {
            struct tb_slides slides;

            assert_int_equal(tb_slides_init(&slides, k, reach, NULL), TB_OK);
            assert_int_equal(slides.lane_size, k < 5 ? tb_factorial(k) : 120);
            assert_int_equal(slides.lanes * slides.lane_size, tb_factorial(k));
            for (uint32_t rank = 0; rank < tb_factorial(k); rank++)
                check_table_at(&slides, rank);
            tb_slides_free(&slides);
        }
}

static void test_large_table(void **state)
{
    uint64_t seed = 3;

    (void)state;
    for (unsigned k = 8; k <= 10; k++)
        for (unsigned reach = 1; reach <= 5; reach += 2) {
            struct tb_slides slides;

            assert_int_equal(tb_slides_init(&slides, k, reach, NULL), TB_OK);
            for (unsigned i = 0; i < 1000; i++)
                check_table_at(&slides, random_below(&seed, tb_factorial(k)));
            check_table_at(&slides, 0);
            check_table_at(&slides, tb_factorial(k) - 1);
            tb_slides_free(&slides);
        }
}

/* A slide takes all ranks of one lane to one lane, different lanes to different ones. */
static void check_lanes(unsigned k, unsigned from, unsigned to)
{
    uint32_t lanes = tb_factorial(k) / TB_LANE_SIZE;
    bool taken[42] = {false};

    for (uint32_t lane = 0; lane < lanes; lane++) {
        uint32_t first = lane * TB_LANE_SIZE;
        uint32_t image = tb_arrangement_slide(k, first, from, to) / TB_LANE_SIZE;

        assert_false(taken[image]);
        taken[image] = true;
        for (uint32_t rank = first; rank < first + TB_LANE_SIZE; rank++)
            assert_int_equal(tb_arrangement_slide(k, rank, from, to) / TB_LANE_SIZE, image);
    }
}

static void test_lanes(void **state)
{
    (void)state;
    for (unsigned k = 5; k <= 7; k++)
        for (unsigned from = 0; from < k; from++)
            for (unsigned to = 0; to < k; to++)
                check_lanes(k, from, to);
}

/* Slide numbers are distinct and fit the tables. */
static void test_slide_numbers(void **state)
{
    (void)state;
    for (unsigned reach = 1; reach <= 5; reach++) {
        bool taken[TB_TILES_MAX * 11] = {false};

        for (unsigned from = 0; from < TB_TILES_MAX; from++)
            for (unsigned to = from - least(from, reach);
                 to <= least(from + reach, TB_TILES_MAX - 1); to++) {
                uint32_t number = tb_slide_number(reach, from, to);

                assert_in_range(number, 0, TB_TILES_MAX * (2 * reach + 1) - 1);
                assert_false(taken[number]);
                taken[number] = true;
            }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_factorial),    cmocka_unit_test(test_all_ranks),
        cmocka_unit_test(test_random_ranks), cmocka_unit_test(test_slide),
        cmocka_unit_test(test_table),        cmocka_unit_test(test_large_table),
        cmocka_unit_test(test_lanes),        cmocka_unit_test(test_slide_numbers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
