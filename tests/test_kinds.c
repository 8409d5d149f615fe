/* test_kinds.c -- entries of the kinds that know the blank, against the plain builder; and of
 * every kind: lower bounds, never worse than Manhattan, consistent where that is claimed */
#include "testing_build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct tb_pattern pattern_of(enum tb_kind kind, const struct tb_board *board,
                                    tb_cellset goals, unsigned blank)
{
    struct tb_pattern pattern;
    struct tb_error error;

    if (tb_pattern_of_kind(&pattern, kind, board, goals, blank, &error) != TB_OK)
        fail_msg("%s", error.text);
    return pattern;
}

static struct tb_pdb *build_pdb(const struct tb_pattern *pattern)
{
    struct build build;
    struct tb_pdb *pdb;

    must_build(pattern, 1, NULL, &build);
    assert_int_equal(build_into_pdb(&build, &pdb, NULL), TB_OK);
    return pdb;
}

static void make_plain(const struct tb_pattern *pattern, struct plain *plain)
{
    uint8_t goals[TB_TILES_MAX];
    unsigned count = 0;

    for (tb_cellset rest = pattern->goals; rest != 0; rest = tb_cellset_rest(rest))
        goals[count++] = (uint8_t)tb_cellset_first(rest);
    assert_true((pattern->kind == TB_KIND_NON_ADDITIVE ? plain_build_every_move : plain_build)(
        pattern->board.width, pattern->board.height, goals, count, pattern->blank, plain));
}

/* Every entry, and every cell that the blank can be on for it. */
static void check_entries(const struct tb_pattern *pattern)
{
    struct tb_pdb *pdb = build_pdb(pattern);
    const struct tb_header *header = tb_pdb_header(pdb);
    const struct tb_entry_index *index = tb_pdb_index(pdb);
    uint64_t rows = tb_pattern_rows(pattern), columns = tb_pattern_columns(pattern);
    struct plain plain;

    make_plain(pattern, &plain);
    assert_int_equal(header->entries, rows * columns);
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t column = 0; column < columns; column++) {
            uint8_t cell[TB_TILES_MAX];
            tb_cellset occupied = 0;
            unsigned blank;
            uint32_t row_again, column_again;
            int value, expected;

            tb_entry_at(index, row, column, cell, &blank);
            tb_entry_place(index, cell, blank, &row_again, &column_again);
            assert_int_equal(row_again, row);
            assert_int_equal(column_again, column);
            for (unsigned i = 0; i < pattern->tiles; i++)
                occupied |= tb_cellset_of(cell[i]);
            assert_false(tb_cellset_has(occupied, blank));
            value = tb_pdb_lookup_cells(pdb, cell, blank);
            expected = (int)plain_value_at(&plain, cell, blank);
            if (value != (expected == PLAIN_UNREACHED ? TB_UNREACHABLE : expected))
                fail_msg("%s of %llx on %ux%u, row %u, column %u: %d instead of %d",
                         tb_kind_name(pattern->kind), (unsigned long long)pattern->goals,
                         pattern->board.width, pattern->board.height, row, column, value, expected);
        }
    plain_free(&plain);
    tb_pdb_close(pdb);
}

/* All patterns of few tiles, and some of more, on every board up to 3x4. */
static void check_kind(enum tb_kind kind)
{
    uint64_t seed = 7;

    for (unsigned width = 2; width <= 6; width++)
        for (unsigned height = 2; width * height <= 12 && height <= 6; height++) {
            struct tb_board board = board_of(width, height);
            unsigned most = board.cells < 8 ? board.cells - 1u : board.cells < 10 ? 5 : 4;

            for (tb_cellset goals = 1; goals <= board.all; goals++) {
                unsigned tiles = tb_cellset_size(goals), blank = random_below(&seed, board.cells);
                unsigned odds = tiles <= 2 ? 2 : tiles == 3 ? 8 : 60;
                struct tb_pattern pattern;

                if (tiles > most || tb_cellset_has(goals, blank) || random_below(&seed, odds) > 0)
                    continue;
                pattern = pattern_of(kind, &board, goals, blank);
                check_entries(&pattern);
            }
        }
}

static void zero_aware_entries(void **state)
{
    (void)state;
    check_kind(TB_KIND_ZERO_AWARE);
}

static void non_additive_entries(void **state)
{
    (void)state;
    check_kind(TB_KIND_NON_ADDITIVE);
}

/* Every tile of 3x3: where all moves count that is the puzzle itself. */
static void whole_puzzle(void **state)
{
    struct tb_board board = board_of(3, 3);
    struct tb_pattern pattern = pattern_of(TB_KIND_NON_ADDITIVE, &board, board.all >> 1, 8);
    struct tb_pdb *pdb = build_pdb(&pattern);
    const struct tb_header *header = tb_pdb_header(pdb);

    (void)state;
    assert_int_equal(header->values, 32);
    assert_int_equal(header->histogram[31], 2);
    assert_int_equal(tb_header_reachable(header), 181440);
    tb_pdb_close(pdb);
}

static enum tb_status source(void *context, const struct tb_partition *partition,
                             const struct tb_pattern *canonical, struct tb_pdb **pdb,
                             struct tb_error *error)
{
    (void)context;
    (void)partition;
    (void)error;
    *pdb = build_pdb(canonical);
    return TB_OK;
}

static struct tb_tables *make_tables(const struct tb_partition *partition)
{
    struct tb_tables *tables;
    struct tb_error error;

    if (tb_tables_make(partition, source, NULL, &tables, &error) != TB_OK)
        fail_msg("%s", error.text);
    return tables;
}

static struct tb_tables *draw_tables(const char *picture, enum tb_kind kind)
{
    struct tb_partition partition;
    struct tb_error error;

    if (tb_partition_parse("test", picture, &partition, &error) != TB_OK ||
        tb_partition_set_kind(&partition, kind, &error) != TB_OK)
        fail_msg("%s", error.text);
    return make_tables(&partition);
}

static struct tb_tables *whole_tables(const struct tb_board *board, enum tb_kind kind)
{
    struct tb_partition partition;
    struct tb_error error;

    if (tb_partition_whole(kind, board, board->cells - 1u, &partition, &error) != TB_OK)
        fail_msg("%s", error.text);
    return make_tables(&partition);
}

/* Manhattan distance of all tiles. */
static int manhattan(const struct tb_board *board, const struct tb_position *position)
{
    int sum = 0;

    for (unsigned cell = 0; cell < board->cells; cell++)
        if (position->tile[cell] != 0)
            sum += (int)tb_board_distance(board, cell, position->tile[cell] - 1u);
    return sum;
}

/* No neighbour of a position has a value that differs by more than one. */
static void check_edges(const struct tb_board *board, const struct tb_tables *tables,
                        const struct tb_position *position, int value)
{
    unsigned blank = tb_position_find(board, position, 0);
    tb_cellset near = tb_board_spread(board, tb_cellset_of(blank));

    for (; near != 0; near = tb_cellset_rest(near)) {
        struct tb_position next = *position;
        int other;

        next.tile[blank] = position->tile[tb_cellset_first(near)];
        next.tile[tb_cellset_first(near)] = 0;
        other = tb_tables_lookup(tables, &next);
        if (abs(other - value) != 1)
            fail_msg("%d next to %d", other, value);
    }
}

/* What is claimed of a kind. */
struct claims {
    bool consistent;
    bool above_manhattan;
};

/* All positions of a board, or one of so many. */
static void check_bounds(const struct tb_board *board, const struct tb_tables *tables,
                         const struct tb_tables *weaker, struct claims claims, unsigned step)
{
    struct tb_pattern all = pattern_of(TB_KIND_ADDITIVE, board, board->all >> 1, board->cells - 1u);
    struct tb_pdb *exact = build_pdb(&all);
    struct tb_position position = {0};
    unsigned number = 0;

    count_up(position.tile, board->cells);
    do {
        int distance, value;

        if (number++ % step != 0)
            continue;
        distance = tb_pdb_lookup(exact, &position);
        value = tb_tables_lookup(tables, &position);
        if (distance < 0)
            continue;
        if (value < 0 || value > distance || (distance - value) % 2 != 0)
            fail_msg("position %u: %d, but it takes %d", number, value, distance);
        if (claims.above_manhattan && value < manhattan(board, &position))
            fail_msg("position %u: %d is less than Manhattan", number, value);
        if (weaker != NULL && value < tb_tables_lookup(weaker, &position))
            fail_msg("position %u: %d is less than the weaker kind's", number, value);
        if (claims.consistent)
            check_edges(board, tables, &position, value);
    } while (next_permutation(position.tile, board->cells));
    tb_pdb_close(exact);
}

static void check_picture(const char *picture, unsigned step)
{
    struct tb_partition partition;
    struct tb_tables *additive = draw_tables(picture, TB_KIND_ADDITIVE);
    struct tb_tables *zero_aware = draw_tables(picture, TB_KIND_ZERO_AWARE);
    struct tb_tables *non_additive = draw_tables(picture, TB_KIND_NON_ADDITIVE);

    assert_int_equal(tb_partition_parse("test", picture, &partition, NULL), TB_OK);
    check_bounds(&partition.board, additive, NULL, (struct claims){false, true}, step);
    check_bounds(&partition.board, zero_aware, additive, (struct claims){true, true}, step);
    check_bounds(&partition.board, non_additive, NULL, (struct claims){true, false}, step);
    tb_tables_close(additive);
    tb_tables_close(zero_aware);
    tb_tables_close(non_additive);
}

static void tile_kinds(void **state)
{
    (void)state;
    check_picture("board 3x3\n aab\n aab\n bb.\n", 1);
    check_picture("board 2x4\n aa\n ab\n bb\n b.\n", 1);
    check_picture("board 4x2\n aaab\n abb.\n", 1);
    check_picture("board 5x2\n aaabb\n aabb.\n", 97);
    if (getenv("TILEBASE_TEST_LONG") != NULL)
        check_picture("board 5x2\n aaabb\n aabb.\n", 1);
}

static void check_whole(unsigned width, unsigned height, unsigned step)
{
    struct tb_board board = board_of(width, height);
    struct tb_tables *walking = whole_tables(&board, TB_KIND_WALKING_DISTANCE);
    struct tb_tables *pairs = whole_tables(&board, TB_KIND_PAIRS);
    struct tb_tables *triples = whole_tables(&board, TB_KIND_TRIPLES);

    check_bounds(&board, walking, NULL, (struct claims){true, true}, step);
    check_bounds(&board, pairs, NULL, (struct claims){false, true}, step);
    check_bounds(&board, triples, pairs, (struct claims){false, true}, step);
    tb_tables_close(walking);
    tb_tables_close(pairs);
    tb_tables_close(triples);
}

static void whole_kinds(void **state)
{
    (void)state;
    check_whole(3, 3, 5);
    check_whole(2, 4, 1);
    check_whole(4, 2, 1);
    check_whole(5, 2, 499);
    if (getenv("TILEBASE_TEST_LONG") != NULL) {
        check_whole(3, 3, 1);
        check_whole(2, 5, 1);
    }
}

/* A kind's file is another's neither by name nor by what is in it. */
static void names(void **state)
{
    struct tb_board board = board_of(4, 4), flat = board_of(4, 3);
    struct tb_pattern pattern, canonical;
    char text[TB_PATTERN_TEXT];
    unsigned symmetry;

    (void)state;
    pattern = pattern_of(TB_KIND_ZERO_AWARE, &board, 0xff, 15);
    tb_pattern_file_name(&pattern, text);
    assert_string_equal(text, "4x4-zero-aware-1-8.pdb");
    pattern = pattern_of(TB_KIND_TRIPLES, &board, 0, 0);
    tb_pattern_canonical(&pattern, &canonical, &symmetry);
    tb_pattern_file_name(&canonical, text);
    assert_string_equal(text, "4x4-triples.pdb");
    pattern = pattern_of(TB_KIND_WALKING_DISTANCE, &flat, 0, 1);
    tb_pattern_canonical(&pattern, &canonical, &symmetry);
    tb_pattern_file_name(&canonical, text);
    assert_string_equal(text, "4x3-walking-distance.pdb");
    pattern = pattern_of(TB_KIND_WALKING_DISTANCE, &flat, 0, 5);
    tb_pattern_canonical(&pattern, &canonical, &symmetry);
    tb_pattern_file_name(&canonical, text);
    assert_string_equal(text, "4x3-walking-distance-blank-8.pdb");
    for (enum tb_kind kind = TB_KIND_ADDITIVE; kind <= TB_KINDS; kind++) {
        enum tb_kind read;

        assert_int_equal(tb_kind_parse(tb_kind_name(kind), &read, NULL), TB_OK);
        assert_int_equal(read, kind);
    }
}

/* Where the blank's cell is in the index, a pattern with its blank elsewhere is another. */
static void canonical_blank(void **state)
{
    struct tb_board board = board_of(3, 3);
    struct tb_pattern one = pattern_of(TB_KIND_NON_ADDITIVE, &board, 7, 8);
    struct tb_pattern two = pattern_of(TB_KIND_NON_ADDITIVE, &board, 7, 7);
    struct tb_pattern first, second;
    unsigned symmetry;

    (void)state;
    tb_pattern_canonical(&one, &first, &symmetry);
    tb_pattern_canonical(&two, &second, &symmetry);
    assert_false(tb_pattern_equal(&first, &second));
    one.kind = two.kind = TB_KIND_ZERO_AWARE;
    tb_pattern_canonical(&one, &first, &symmetry);
    tb_pattern_canonical(&two, &second, &symmetry);
    assert_true(tb_pattern_equal(&first, &second));
}

static void refused(void **state)
{
    struct tb_board small = board_of(2, 2), large = board_of(6, 6), board = board_of(4, 4);
    struct tb_partition partition;
    struct tb_pattern pattern;
    struct tb_error error;

    (void)state;
    assert_int_equal(tb_pattern_of_kind(&pattern, TB_KIND_PAIRS, &small, 0, 3, &error), TB_INVALID);
    assert_non_null(strstr(error.text, "at least 6 cells"));
    assert_int_equal(tb_pattern_of_kind(&pattern, TB_KIND_WALKING_DISTANCE, &large, 0, 35, &error),
                     TB_INVALID);
    assert_non_null(strstr(error.text, "too many states"));
    assert_int_equal(tb_pattern_of_kind(&pattern, TB_KIND_PAIRS, &board, 3, 15, &error),
                     TB_INVALID);
    assert_int_equal(tb_pattern_of_kind(&pattern, TB_KIND_TRIPLES, &board, 0, 16, &error),
                     TB_INVALID);
    assert_int_equal(tb_pattern_of_kind(&pattern, TB_KIND_ZERO_AWARE, &board, 0, 15, &error),
                     TB_INVALID);
    assert_int_equal(tb_partition_whole(TB_KIND_ADDITIVE, &board, 15, &partition, &error),
                     TB_INVALID);
    assert_int_equal(tb_partition_whole(TB_KIND_PAIRS, &board, 15, &partition, &error), TB_OK);
    assert_int_equal(tb_partition_set_kind(&partition, TB_KIND_ADDITIVE, &error), TB_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(canonical_blank),
        cmocka_unit_test(refused),
        cmocka_unit_test(whole_puzzle),
        cmocka_unit_test(zero_aware_entries),
        cmocka_unit_test(non_additive_entries),
        cmocka_unit_test(tile_kinds),
        cmocka_unit_test(whole_kinds),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
