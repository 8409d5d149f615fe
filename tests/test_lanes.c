/* test_lanes.c -- every instruction set's kernels against plain loops over arrangements */
#include "testing_build.h"

#include <stdlib.h>
#include <string.h>

static bool has(const struct lane *set, const struct lane_slides *slides, uint32_t rank)
{
    uint32_t bit = rank % slides->lane_size;

    return (set[rank / slides->lane_size].half[bit / 64] >> bit % 64 & 1) != 0;
}

static void put(struct lane *set, const struct lane_slides *slides, uint32_t rank)
{
    uint32_t bit = rank % slides->lane_size;

    set[rank / slides->lane_size].half[bit / 64] |= (uint64_t)1 << bit % 64;
}

static struct lane *new_set(const struct lane_slides *slides)
{
    struct lane *set = aligned_alloc(64, (slides->lanes * sizeof *set + 63) / 64 * 64);

    assert_non_null(set);
    memset(set, 0, slides->lanes * sizeof *set);
    return set;
}

static struct lane *random_set(const struct lane_slides *slides, uint64_t *seed, unsigned one_in)
{
    struct lane *set = new_set(slides);

    for (uint32_t rank = 0; rank < slides->lanes * slides->lane_size; rank++)
        if (random_below(seed, one_in) == 0)
            put(set, slides, rank);
    return set;
}

/* The slide of a whole set, arrangement by arrangement, added to what target has. */
static void slide_plainly(const struct lane_slides *slides, unsigned from, unsigned to,
                          const struct lane *source, struct lane *target)
{
    for (uint32_t rank = 0; rank < slides->lanes * slides->lane_size; rank++)
        if (has(source, slides, rank))
            put(target, slides, tb_arrangement_slide(slides->tiles, rank, from, to));
}

static void check_slides(const struct lane_kernels *kernels, unsigned tiles, unsigned reach)
{
    struct lane_slides slides;
    uint64_t seed = tiles * 8 + reach;

    assert_int_equal(lane_slides_init(&slides, tiles, reach, NULL), TB_OK);
    for (unsigned from = 0; from < tiles; from++)
        for (unsigned to = 0; to < tiles; to++) {
            struct lane *source, *expected, *target;
            size_t bytes = slides.lanes * sizeof *source;

            if (to > from + reach || from > to + reach)
                continue;
            source = random_set(&slides, &seed, 3);
            expected = random_set(&slides, &seed, 9);
            target = new_set(&slides);
            memcpy(target, expected, bytes);
            slide_plainly(&slides, from, to, source, expected);
            kernels->slide(&slides, tb_slide_number(reach, from, to), source, target);
            assert_memory_equal(target, expected, bytes);
            free(source);
            free(expected);
            free(target);
        }
    lane_slides_free(&slides);
}

static void slides(void **state)
{
    const struct lane_kernels *const *kernels = lane_kernels_available();

    (void)state;
    for (; *kernels != NULL; kernels++) {
        for (unsigned tiles = 1; tiles <= 7; tiles++)
            for (unsigned reach = 1; reach <= 5; reach++)
                check_slides(*kernels, tiles, reach);
        check_slides(*kernels, 8, 3);
    }
}

static uint64_t count(const struct lane *set, uint32_t lanes)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < lanes; i++)
        for (unsigned bit = 0; bit < LANE_BITS; bit++)
            sum += set[i].half[bit / 64] >> bit % 64 & 1;
    return sum;
}

/* fresh &= ~reached, then reached |= fresh; add; remove: word by word. */
static void check_algebra(const struct lane_kernels *kernels, unsigned tiles)
{
    struct lane_slides slides_of;
    uint64_t seed = tiles;
    struct lane *a, *b, *fresh, *reached;
    size_t bytes;
    uint64_t found;

    assert_int_equal(lane_slides_init(&slides_of, tiles, 1, NULL), TB_OK);
    bytes = slides_of.lanes * sizeof *a;
    a = random_set(&slides_of, &seed, 2);
    b = random_set(&slides_of, &seed, 2);
    fresh = new_set(&slides_of);
    reached = new_set(&slides_of);
    memcpy(fresh, a, bytes);
    memcpy(reached, b, bytes);
    found = kernels->settle(fresh, reached, slides_of.lanes);
    assert_int_equal(found, count(fresh, slides_of.lanes));
    for (uint32_t i = 0; i < slides_of.lanes; i++)
        for (int half = 0; half < 2; half++) {
            assert_int_equal(fresh[i].half[half], a[i].half[half] & ~b[i].half[half]);
            assert_int_equal(reached[i].half[half], a[i].half[half] | b[i].half[half]);
        }
    assert_int_equal(kernels->remove(reached, b, slides_of.lanes), found);
    assert_memory_equal(reached, fresh, bytes);
    kernels->add(reached, b, slides_of.lanes);
    kernels->add(fresh, b, slides_of.lanes);
    assert_memory_equal(reached, fresh, bytes);
    free(a);
    free(b);
    free(fresh);
    free(reached);
    lane_slides_free(&slides_of);
}

static void algebra(void **state)
{
    const struct lane_kernels *const *kernels = lane_kernels_available();

    (void)state;
    for (; *kernels != NULL; kernels++)
        for (unsigned tiles = 1; tiles <= 8; tiles++)
            check_algebra(*kernels, tiles);
}

static void names(void **state)
{
    (void)state;
    assert_ptr_equal(lane_kernels_named("portable"), &lane_kernels_portable);
    assert_null(lane_kernels_named("abacus"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slides),
        cmocka_unit_test(algebra),
        cmocka_unit_test(names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
