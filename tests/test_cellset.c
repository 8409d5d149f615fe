/* test_cellset.c -- sets of cells and their ranks against counting */
#include "testing.h"
#include "tilebase/cellset.h"

/* Pascal's triangle, to have binomials that do not come from the library. */
static uint64_t pascal[37][37];

static int fill_pascal(void **state)
{
    (void)state;
    for (unsigned n = 0; n <= 36; n++) {
        pascal[n][0] = 1;
        for (unsigned k = 1; k <= n; k++)
            pascal[n][k] = pascal[n - 1][k - 1] + pascal[n - 1][k];
    }
    return 0;
}

/* How many sets of the same size are smaller: for each cell of the set, from the
 * highest, those that have the same cells above it but not this one. */
static uint64_t count_smaller(tb_cellset set)
{
    uint64_t count = 0;
    unsigned left = tb_cellset_size(set);

    for (unsigned cell = 36; cell-- > 0;)
        if (set >> cell & 1)
            count += pascal[cell][left--];
    return count;
}

static tb_cellset random_set(uint64_t *seed, unsigned cells, unsigned size)
{
    tb_cellset set = 0;

    while (tb_cellset_size(set) < size)
        set |= tb_cellset_of(random_below(seed, cells));
    return set;
}

static struct tb_cellset_index index_of(unsigned cells, unsigned size)
{
    struct tb_cellset_index index;

    assert_int_equal(tb_cellset_index_init(&index, cells, size, NULL), TB_OK);
    assert_int_equal(index.count, pascal[cells][size]);
    return index;
}

static void test_binomial(void **state)
{
    (void)state;
    for (unsigned n = 0; n <= 36; n++)
        for (unsigned k = 0; k <= 40; k++)
            assert_int_equal(tb_binomial(n, k), k <= n ? pascal[n][k] : 0);
}

static void test_algebra(void **state)
{
    uint64_t seed = 1;

    (void)state;
    for (unsigned i = 0; i < 1000; i++) {
        unsigned size = 1 + random_below(&seed, 36);
        tb_cellset set = random_set(&seed, 36, size);
        unsigned found = 0;

        assert_int_equal(tb_cellset_size(set), size);
        for (unsigned cell = 0; cell < 36; cell++) {
            assert_int_equal(tb_cellset_has(set, cell), (set & tb_cellset_of(cell)) != 0);
            assert_int_equal(tb_cellset_below(set, cell), found);
            if (!tb_cellset_has(set, cell))
                continue;
            if (found++ == 0) {
                assert_int_equal(tb_cellset_first(set), cell);
                assert_int_equal(tb_cellset_rest(set), set - tb_cellset_of(cell));
            }
            if (found == size)
                assert_int_equal(tb_cellset_last(set), cell);
        }
    }
    assert_int_equal(tb_cellset_size(0), 0);
    assert_int_equal(tb_cellset_of(35), 0x800000000);
}

/* All sets of one size in increasing order have the ranks 0, 1, 2, ... */
static void check_all_ranks(unsigned cells, unsigned size)
{
    struct tb_cellset_index index = index_of(cells, size);
    uint32_t rank = 0;

    for (tb_cellset set = 0; set >> cells == 0; set++) {
        if (tb_cellset_size(set) != size)
            continue;
        if (tb_cellset_rank(&index, set) != rank || tb_cellset_unrank(&index, rank) != set)
            fail_msg("set %#llx of %u cells", (unsigned long long)set, cells);
        rank++;
    }
    assert_int_equal(rank, index.count);
    tb_cellset_index_free(&index);
}

static void test_all_ranks(void **state)
{
    (void)state;
    for (unsigned cells = 1; cells <= 16; cells++)
        for (unsigned size = 0; size <= cells; size++)
            check_all_ranks(cells, size);
}

static void check_random_ranks(unsigned cells, unsigned size)
{
    struct tb_cellset_index index = index_of(cells, size);
    uint64_t seed = 2 + size;

    for (unsigned i = 0; i < 1000; i++) {
        tb_cellset set = random_set(&seed, cells, size);
        uint32_t rank = tb_cellset_rank(&index, set);

        assert_int_equal(rank, count_smaller(set));
        assert_int_equal(tb_cellset_unrank(&index, rank), set);
        if (rank + 1 < index.count)
            assert_int_equal(tb_cellset_rank(&index, tb_cellset_next(set)), rank + 1);
    }
    assert_int_equal(tb_cellset_unrank(&index, 0), tb_cellset_of(size) - 1);
    assert_int_equal(tb_cellset_unrank(&index, index.count - 1), (tb_cellset_of(size) - 1)
                                                                     << (cells - size));
    tb_cellset_index_free(&index);
}

static void test_random_ranks(void **state)
{
    (void)state;
    for (unsigned size = 1; size <= 25; size++)
        check_random_ranks(25, size);
    check_random_ranks(36, 1);
    check_random_ranks(36, 6);
    check_random_ranks(36, 12);
    check_random_ranks(36, 14);
}

/* From the smallest set, tb_cellset_next gives every set of that size once. */
static void test_next(void **state)
{
    (void)state;
    for (unsigned cells = 1; cells <= 16; cells++)
        for (unsigned size = 1; size <= cells; size++) {
            tb_cellset set = tb_cellset_of(size) - 1;
            unsigned count = 0;

            while (set >> cells == 0) {
                tb_cellset next = tb_cellset_next(set);

                assert_int_equal(tb_cellset_size(next), size);
                assert_true(next > set);
                set = next;
                count++;
            }
            assert_int_equal(count, pascal[cells][size]);
        }
}

static void test_too_many(void **state)
{
    static const uint8_t sizes[] = {15, 18, 21};
    struct tb_cellset_index index;
    struct tb_error error;

    (void)state;
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        error = (struct tb_error){0};
        assert_int_equal(tb_cellset_index_init(&index, 36, sizes[i], &error), TB_INVALID);
        assert_int_equal(error.status, TB_INVALID);
        tb_cellset_index_free(&index);
    }
    assert_int_equal(tb_cellset_index_init(&index, 4, 5, &error), TB_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_binomial),  cmocka_unit_test(test_algebra),
        cmocka_unit_test(test_all_ranks), cmocka_unit_test(test_random_ranks),
        cmocka_unit_test(test_next),      cmocka_unit_test(test_too_many),
    };

    return cmocka_run_group_tests(tests, fill_pascal, NULL);
}
