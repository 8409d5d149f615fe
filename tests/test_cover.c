/* test_cover.c -- packings and covers of conflicts against trying everything */
#include "testing.h"

#include "tilebase/cover.h"

enum { TILES = 8, CONFLICTS = 14 };

/* A packing by trying to take each conflict or not. */
static unsigned try_packing(const tb_conflict *list, unsigned count, uint64_t taken)
{
    unsigned without, with = 0;

    if (count == 0)
        return 0;
    without = try_packing(list + 1, count - 1, taken);
    if ((tb_conflict_tiles(*list) & taken) == 0)
        with = tb_conflict_weight(*list) +
               try_packing(list + 1, count - 1, taken | tb_conflict_tiles(*list));
    return with > without ? with : without;
}

static bool is_cover(const tb_conflict *list, unsigned count, const uint8_t *number)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned sum = 0;

        for (uint64_t rest = tb_conflict_tiles(list[i]); rest != 0; rest &= rest - 1)
            sum += number[__builtin_ctzll(rest)];
        if (sum < tb_conflict_weight(list[i]))
            return false;
    }
    return true;
}

/* Whether numbers for the tiles from `tile` on can be found that sum up to `left`. */
static bool try_cover(const tb_conflict *list, unsigned count, uint8_t *number, unsigned tile,
                      unsigned left)
{
    if (tile == TILES)
        return is_cover(list, count, number);
    for (unsigned x = 0; x <= left && x <= 3; x++) {
        number[tile] = (uint8_t)x;
        if (try_cover(list, count, number, tile + 1, left - x))
            return true;
    }
    return false;
}

static unsigned try_covers(const tb_conflict *list, unsigned count)
{
    uint8_t number[TILES];
    unsigned sum = 0;

    while (!try_cover(list, count, number, 0, sum))
        sum++;
    return sum;
}

static uint64_t some_tiles(uint64_t *seed, unsigned tiles, unsigned size)
{
    uint64_t set = 0;

    while ((unsigned)__builtin_popcountll(set) < size)
        set |= (uint64_t)1 << random_below(seed, tiles);
    return set;
}

static unsigned some_conflicts(uint64_t *seed, unsigned tiles, bool triples, unsigned weights,
                               tb_conflict *list)
{
    unsigned count = random_below(seed, CONFLICTS + 1);

    for (unsigned i = 0; i < count; i++)
        list[i] = tb_conflict_of(some_tiles(seed, tiles, triples ? 2 + random_below(seed, 2) : 2),
                                 1 + random_below(seed, weights));
    return count;
}

/* The value whole, with what a search may know of it, and up to less than it is. */
static void check_rule(enum tb_cover_rule rule, const tb_conflict *list, unsigned count,
                       unsigned value)
{
    unsigned below = value > 0 ? value - 1 : 0;

    assert_int_equal(tb_cover_value(rule, list, count, 0, TB_COVER_ALL), value);
    assert_int_equal(tb_cover_value(rule, list, count, value, value + 1), value);
    assert_int_equal(tb_cover_value(rule, list, count, below, value), value);
    assert_int_equal(tb_cover_value(rule, list, count, below, value + 1), value);
    assert_int_equal(tb_cover_value(rule, list, count, 0, below), below);
}

static void check_some(unsigned tiles, bool triples, unsigned weights, unsigned rounds)
{
    uint64_t seed = 1 + tiles + weights;

    for (unsigned i = 0; i < rounds; i++) {
        tb_conflict list[CONFLICTS];
        unsigned count = some_conflicts(&seed, tiles, triples, weights, list);
        unsigned packing = try_packing(list, count, 0), cover = try_covers(list, count);

        assert_true(packing <= cover);
        check_rule(TB_COVER_PACKING, list, count, packing);
        check_rule(TB_COVER_LEAST, list, count, cover);
    }
}

static void pairs(void **state)
{
    (void)state;
    for (unsigned tiles = 3; tiles <= TILES; tiles++) {
        check_some(tiles, false, 1, 1000);
        check_some(tiles, false, 3, 300);
    }
}

static void pairs_and_triples(void **state)
{
    (void)state;
    for (unsigned tiles = 3; tiles <= TILES; tiles++) {
        check_some(tiles, true, 1, 1000);
        check_some(tiles, true, 3, 300);
    }
}

static void known_graphs(void **state)
{
    const tb_conflict triangle[] = {tb_conflict_of(3, 1), tb_conflict_of(5, 1),
                                    tb_conflict_of(6, 1)};
    tb_conflict path[35], star[35], complete[35 * 34 / 2];
    unsigned count = 0;

    (void)state;
    check_rule(TB_COVER_PACKING, NULL, 0, 0);
    check_rule(TB_COVER_LEAST, NULL, 0, 0);
    check_rule(TB_COVER_PACKING, triangle, 3, 1);
    check_rule(TB_COVER_LEAST, triangle, 3, 2);
    for (unsigned i = 0; i < 34; i++) {
        path[i] = tb_conflict_of((uint64_t)3 << i, 1);
        star[i] = tb_conflict_of(1 | (uint64_t)2 << i, 2);
    }
    check_rule(TB_COVER_PACKING, path, 34, 17);
    check_rule(TB_COVER_LEAST, path, 34, 17);
    check_rule(TB_COVER_PACKING, star, 34, 2);
    check_rule(TB_COVER_LEAST, star, 34, 2);
    for (unsigned b = 1; b < 30; b++)
        for (unsigned a = 0; a < b && count < TB_COVER_CONFLICTS_MAX; a++)
            complete[count++] = tb_conflict_of((uint64_t)1 << a | (uint64_t)1 << b, 1);
    check_rule(TB_COVER_PACKING, complete, count, 15);
    check_rule(TB_COVER_LEAST, complete, count, 29);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs),
        cmocka_unit_test(pairs_and_triples),
        cmocka_unit_test(known_graphs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
