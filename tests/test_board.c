/* test_board.c -- boards against naive definitions of neighbours, distances and symmetries */
#include "testing.h"

static bool adjacent(const struct tb_board *board, unsigned a, unsigned b)
{
    unsigned width = board->width;

    if (a > b)
        return adjacent(board, b, a);
    return b - a == width || (b - a == 1 && b % width != 0);
}

static tb_cellset naive_spread(const struct tb_board *board, tb_cellset set)
{
    tb_cellset spread = 0;

    for (unsigned a = 0; a < board->cells; a++)
        for (unsigned b = 0; b < board->cells; b++)
            if ((set >> a & 1) != 0 && adjacent(board, a, b))
                spread |= (tb_cellset)1 << b;
    return spread;
}

static void check_spread(const struct tb_board *board)
{
    uint64_t seed = 1;

    assert_int_equal(tb_board_spread(board, 0), 0);
    for (unsigned cell = 0; cell < board->cells; cell++)
        assert_int_equal(tb_board_spread(board, tb_cellset_of(cell)),
                         naive_spread(board, tb_cellset_of(cell)));
    for (unsigned i = 0; i < 100; i++) {
        tb_cellset set = random_next(&seed) & board->all;

        assert_int_equal(tb_board_spread(board, set), naive_spread(board, set));
    }
}

static void check_sets(const struct tb_board *board)
{
    assert_int_equal(board->cells, board->width * board->height);
    assert_int_equal(tb_cellset_size(board->all), board->cells);
    for (unsigned cell = 0; cell < board->cells; cell++) {
        assert_true(tb_cellset_has(board->all, cell));
        assert_int_equal(tb_cellset_has(board->first_column, cell), cell % board->width == 0);
        assert_int_equal(tb_cellset_has(board->last_column, cell), (cell + 1) % board->width == 0);
    }
}

/* Walk outwards from each cell: step n reaches the cells n moves away. */
static void check_distance(const struct tb_board *board)
{
    for (unsigned start = 0; start < board->cells; start++) {
        tb_cellset reached = tb_cellset_of(start);

        for (unsigned moves = 0; reached != board->all; moves++) {
            tb_cellset grown = reached | naive_spread(board, reached);

            for (unsigned cell = 0; cell < board->cells; cell++)
                if (tb_cellset_has(grown & ~reached, cell))
                    assert_int_equal(tb_board_distance(board, start, cell), moves + 1);
            reached = grown;
        }
        assert_int_equal(tb_board_distance(board, start, start), 0);
    }
}

static void check_colour(const struct tb_board *board)
{
    assert_int_equal(tb_board_colour(board, 0), 0);
    for (unsigned a = 0; a < board->cells; a++)
        for (unsigned b = 0; b < board->cells; b++)
            if (adjacent(board, a, b))
                assert_int_equal(tb_board_colour(board, a) + tb_board_colour(board, b), 1);
}

static void check_symmetry(const struct tb_board *board, unsigned symmetry)
{
    unsigned inverse = tb_symmetry_inverse(symmetry);
    tb_cellset image = 0;

    assert_in_range(inverse, 0, tb_board_symmetries(board) - 1);
    for (unsigned a = 0; a < board->cells; a++) {
        unsigned image_a = tb_board_map(board, symmetry, a);

        assert_int_equal(tb_board_map(board, inverse, image_a), a);
        assert_int_equal(tb_board_map_set(board, symmetry, tb_cellset_of(a)),
                         tb_cellset_of(image_a));
        image |= tb_cellset_of(image_a);
        for (unsigned b = 0; b < board->cells; b++)
            assert_int_equal(adjacent(board, image_a, tb_board_map(board, symmetry, b)),
                             adjacent(board, a, b));
    }
    assert_int_equal(image, board->all);
}

/* Where a symmetry takes the first cell and its right neighbour tells which it is. */
static unsigned fingerprint(const struct tb_board *board, unsigned symmetry)
{
    return tb_board_map(board, symmetry, 0) * TB_CELLS_MAX + tb_board_map(board, symmetry, 1);
}

static void check_symmetries(const struct tb_board *board)
{
    unsigned count = tb_board_symmetries(board);

    assert_int_equal(count, board->width == board->height ? 8 : 4);
    for (unsigned symmetry = 0; symmetry < count; symmetry++) {
        check_symmetry(board, symmetry);
        for (unsigned other = 0; other < symmetry; other++)
            assert_int_not_equal(fingerprint(board, symmetry), fingerprint(board, other));
    }
    for (unsigned cell = 0; cell < board->cells; cell++) {
        assert_int_equal(tb_board_map(board, 0, cell), cell);
        assert_int_equal(tb_board_map(board, TB_HALF_TURN, cell), board->cells - 1u - cell);
    }
}

/* The bits are applied in the order that board.h names them. */
static void check_order_of_flips(const struct tb_board *board)
{
    for (unsigned symmetry = 0; symmetry < tb_board_symmetries(board); symmetry++)
        for (unsigned cell = 0; cell < board->cells; cell++) {
            unsigned image = cell;

            for (unsigned bit = 1; bit <= TB_TRANSPOSE; bit *= 2)
                image = tb_board_map(board, symmetry & bit, image);
            assert_int_equal(tb_board_map(board, symmetry, cell), image);
        }
    assert_int_equal(tb_board_map(board, TB_FLIP_COLUMNS, 0), board->width - 1);
    assert_int_equal(tb_board_map(board, TB_FLIP_ROWS, 0), board->cells - board->width);
    if (board->width == board->height)
        assert_int_equal(tb_board_map(board, TB_TRANSPOSE, 1), board->width);
}

static tb_cellset flood(const struct tb_board *board, tb_cellset area, tb_cellset seen,
                        unsigned cell)
{
    seen |= tb_cellset_of(cell);
    for (unsigned next = 0; next < board->cells; next++)
        if (adjacent(board, cell, next) && (area >> next & 1) != 0 && (seen >> next & 1) == 0)
            seen = flood(board, area, seen, next);
    return seen;
}

static void check_region(const struct tb_board *board)
{
    uint64_t seed = 2;

    for (unsigned i = 0; i < 200; i++) {
        unsigned cell = random_below(&seed, board->cells);
        tb_cellset area = random_next(&seed) & board->all;

        if (i % 2 == 0)
            area |= random_next(&seed) & board->all;
        area |= tb_cellset_of(cell);
        assert_int_equal(tb_board_region(board, area, cell), flood(board, area, 0, cell));
    }
    assert_int_equal(tb_board_region(board, board->all, 0), board->all);
}

static void test_neighbours(void **state)
{
    (void)state;
    each_board(check_sets);
    each_board(check_spread);
}

static void test_distance_and_colour(void **state)
{
    (void)state;
    each_board(check_distance);
    each_board(check_colour);
}

static void test_symmetries(void **state)
{
    (void)state;
    each_board(check_symmetries);
    each_board(check_order_of_flips);
}

static void test_region(void **state)
{
    (void)state;
    each_board(check_region);
}

static void test_init(void **state)
{
    struct tb_board board;
    struct tb_error error;

    (void)state;
    for (unsigned width = 0; width < 9; width++)
        for (unsigned height = 0; height < 9; height++) {
            bool good = width >= 2 && width <= 6 && height >= 2 && height <= 6;

            assert_int_equal(tb_board_init(&board, width, height, &error),
                             good ? TB_OK : TB_INVALID);
        }
    assert_int_equal(tb_board_init(&board, 1u << 31, 2, NULL), TB_INVALID);
}

static void test_parse(void **state)
{
    static const char *const bad[] = {
        "1x5", "5x1",  "7x7",   "4",    "4x",   "x4",    "4x4x4", "4x44444444444",
        "",    "x",    "-4x4",  " 4x4", "4x4 ", "4 x 4", "4x-4",  "4X4",
        "0x0", "+4x4", "4x4\n", "a",    "4,4",  "4x4.0", "260x4", "4294967300x4",
    };
    struct tb_board board;
    struct tb_error error;

    (void)state;
    assert_int_equal(tb_board_parse("4x4", &board, &error), TB_OK);
    assert_int_equal(board.width, 4);
    assert_int_equal(board.height, 4);
    assert_int_equal(tb_board_parse("6x2", &board, &error), TB_OK);
    assert_int_equal(board.width, 6);
    assert_int_equal(board.height, 2);
    for (size_t i = 0; i < LENGTH(bad); i++) {
        error = (struct tb_error){0};
        assert_int_equal(tb_board_parse(bad[i], &board, &error), TB_INVALID);
        assert_int_equal(error.status, TB_INVALID);
        assert_int_not_equal(error.text[0], '\0');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_neighbours), cmocka_unit_test(test_distance_and_colour),
        cmocka_unit_test(test_symmetries), cmocka_unit_test(test_region),
        cmocka_unit_test(test_init),       cmocka_unit_test(test_parse),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
