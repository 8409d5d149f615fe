/* test_info.c -- what pdbinfo reads, counts, finds and predicts, against plain ways to do it */
#include "testing_info.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "difference.h"
#include "draw.h"
#include "export.h"
#include "line.h"
#include "means.h"
#include "predict.h"
#include "quality.h"
#include "scan.h"

static const struct watch no_watch = {0};

static struct tb_pdb *sample_pdb(const struct sample *sample)
{
    struct build build;
    struct tb_pdb *pdb;

    build_sample(sample, &build);
    assert_int_equal(build_into_pdb(&build, &pdb, NULL), TB_OK);
    return pdb;
}

/* What a reader reads is what the library looks up, entry by entry. */
static void check_reader(const struct tb_pdb *pdb)
{
    struct reader_columns columns;
    struct reader *reader = malloc(sizeof *reader);

    assert_non_null(reader);
    assert_int_equal(reader_columns_init(&columns, pdb, NULL), TB_OK);
    assert_int_equal(reader_init(reader, &columns, NULL), TB_OK);
    for (uint64_t row = 0; row < columns.rows; row++)
        for (uint32_t piece = 0; piece < columns.pieces; piece++) {
            reader_read(reader, row, piece);
            for (uint32_t i = 0; i < reader->count; i++) {
                int value = reader_value(pdb, row, piece * READER_PIECE + i);

                assert_int_equal(reader->value[i],
                                 value == TB_UNREACHABLE ? READER_UNREACHABLE : value);
            }
        }
    reader_free(reader);
    reader_columns_free(&columns);
    free(reader);
}

static void readers_agree_with_the_library(void **state)
{
    static const struct sample long_rows = {TB_KIND_ADDITIVE, 6, 6, 0x10001001, 35, 0};

    (void)state;
    for (unsigned i = 0; i <= LENGTH(samples); i++) {
        struct tb_pdb *pdb = sample_pdb(i < LENGTH(samples) ? &samples[i] : &long_rows);

        check_reader(pdb);
        tb_pdb_close(pdb);
    }
}

/* The counts of a header, which the builder made, and a mean that needs no table. */
static void scans_agree_with_headers(void **state)
{
    (void)state;
    for (unsigned i = 0; i < LENGTH(samples); i++)
        for (unsigned threads = 1; threads < 4; threads++) {
            struct tb_pdb *pdb = sample_pdb(&samples[i]);
            const struct tb_header *header = tb_pdb_header(pdb);
            double sum = 0, mean;
            struct scan scan;

            assert_int_equal(scan_entries(pdb, threads, &no_watch, &scan, NULL), TB_OK);
            for (uint32_t value = 0; value < TB_VALUES_MAX; value++) {
                assert_int_equal(scan.value[value],
                                 value < header->values ? header->histogram[value] : 0);
                sum += (double)scan.manhattan[value] * value;
            }
            assert_int_equal(scan.unreachable, header->entries - tb_header_reachable(header));
            sum /= (double)tb_header_reachable(header);
            assert_int_equal(mean_manhattan(&header->pattern, &mean, NULL), TB_OK);
            if (header->pattern.kind == TB_KIND_LOCAL)
                assert_true(isnan(mean));
            else
                assert_true(fabs(mean - sum) < 1e-9);
            tb_pdb_close(pdb);
        }
}

/* --- lines of play --- */

/* Where the tiles of a pattern are while a line is played. */
struct game {
    const struct tb_pattern *pattern;
    tb_cellset goals;
    uint8_t tile[TB_CELLS_MAX]; /* by cell: goal + 1, or 0 */
    unsigned blank;
};

static tb_cellset tiles_of(const struct game *game)
{
    tb_cellset set = 0;

    for (unsigned cell = 0; cell < game->pattern->board.cells; cell++)
        if (game->tile[cell] > 0)
            set |= tb_cellset_of(cell);
    return set;
}

/* Whether the blank gets from one cell to another without moving a tile of the pattern. */
static bool blank_walks(const struct game *game, unsigned from, unsigned to)
{
    const struct tb_board *board = &game->pattern->board;
    tb_cellset reached = tb_cellset_of(from), before = 0;

    while (reached != before) {
        before = reached;
        reached |= tb_board_spread(board, reached) & ~tiles_of(game);
    }
    return tb_cellset_has(reached, to);
}

static void play(struct game *game, const struct line_move *move)
{
    bool all = game->pattern->kind == TB_KIND_NON_ADDITIVE || game->pattern->kind == TB_KIND_LOCAL;

    assert_int_equal(tb_board_distance(&game->pattern->board, move->from, move->to), 1);
    assert_int_equal(game->tile[move->from], move->tile);
    assert_int_equal(game->tile[move->to], 0);
    assert_false(tb_cellset_has(game->pattern->fixed, move->from));
    assert_true(all ? game->blank == move->to : move->tile > 0);
    assert_true(blank_walks(game, game->blank, move->to));
    game->tile[move->to] = move->tile;
    game->tile[move->from] = 0;
    game->blank = move->from;
}

/* The line of an entry has as many moves as its value, and leads home. */
static void check_line(const struct tb_pdb *pdb, uint64_t row, uint32_t column)
{
    const struct tb_pattern *pattern = &tb_pdb_header(pdb)->pattern;
    struct game game = {.pattern = pattern, .goals = reader_goals(pattern, row)};
    uint64_t first = row - row % tb_factorial(pattern->tiles);
    int value = reader_value(pdb, row, column);
    uint8_t cell[TB_TILES_MAX];
    struct tb_error error;
    struct line line;
    unsigned count = 0;

    if (value < 0)
        return;
    reader_place(pdb, row, column, cell, &game.blank);
    if (line_find(pdb, first, cell, game.blank, &line, &error) != TB_OK)
        fail_msg("%s", error.text);
    assert_int_equal(line.length, value);
    for (tb_cellset rest = game.goals; rest != 0; rest = tb_cellset_rest(rest))
        game.tile[cell[count++]] = (uint8_t)(tb_cellset_first(rest) + 1);
    if (tb_kind_has_blank(pattern->kind))
        assert_int_equal(line.blank, game.blank);
    game.blank = line.blank;
    for (unsigned i = 0; i < line.length; i++)
        play(&game, &line.moves[i]);
    assert_true(tiles_of(&game) == game.goals);
    for (unsigned goal = 0; goal < pattern->board.cells; goal++)
        if (tb_cellset_has(game.goals, goal))
            assert_int_equal(game.tile[goal], goal + 1);
    if (pattern->kind != TB_KIND_LOCAL)
        assert_true(blank_walks(&game, game.blank, pattern->blank));
}

static void lines_lead_home(void **state)
{
    (void)state;
    for (unsigned i = 0; i < LENGTH(samples); i++) {
        struct tb_pdb *pdb;
        uint64_t entries, columns, step;

        if (samples[i].kind == TB_KIND_WALKING_DISTANCE)
            continue;
        pdb = sample_pdb(&samples[i]);
        entries = tb_pdb_header(pdb)->entries;
        columns = tb_pattern_columns(&tb_pdb_header(pdb)->pattern);
        step = entries / 1500 + 1;
        for (uint64_t entry = 0; entry < entries; entry += step)
            check_line(pdb, entry / columns, (uint32_t)(entry % columns));
        tb_pdb_close(pdb);
    }
}

/* Rows of tiles, by how many of which goal row are on each, as the moves change them. */
static void check_walking_line(const struct tb_pdb *pdb, const struct tb_position *position)
{
    const struct tb_board *board = &tb_pdb_header(pdb)->pattern.board;
    int count[TB_SIDE_MAX][TB_SIDE_MAX] = {{0}};
    struct tb_error error;
    struct line line;
    unsigned blank = tb_position_find(board, position, 0) / board->width;

    for (unsigned cell = 0; cell < board->cells; cell++)
        if (position->tile[cell] > 0)
            count[cell / board->width][(position->tile[cell] - 1) / board->width]++;
    if (line_find_walking(pdb, position, &line, &error) != TB_OK)
        fail_msg("%s", error.text);
    assert_int_equal(line.length, tb_pdb_lookup(pdb, position));
    for (unsigned i = 0; i < line.length; i++) {
        const struct line_move *move = &line.moves[i];

        assert_int_equal(abs(move->from - move->to), 1);
        assert_int_equal(move->to, blank);
        assert_true(count[move->from][move->tile - 1]-- > 0);
        count[move->to][move->tile - 1]++;
        blank = move->from;
    }
    assert_int_equal(blank, board->height - 1);
    for (unsigned row = 0; row < board->height; row++)
        assert_int_equal(count[row][row], board->width - (row + 1u == board->height));
}

static void walking_lines_lead_home(void **state)
{
    static const struct sample sample = {TB_KIND_WALKING_DISTANCE, 4, 4, 0, 15, 0};
    struct tb_pdb *pdb = sample_pdb(&sample);
    const struct tb_board *board = &tb_pdb_header(pdb)->pattern.board;
    struct tb_position goal, position;
    uint64_t seed = 7;

    (void)state;
    tb_goal_blank_last(board, &goal);
    check_walking_line(pdb, &goal);
    for (unsigned i = 0; i < 1000; i++) {
        tb_position_random(board, &goal, &seed, &position);
        check_walking_line(pdb, &position);
    }
    tb_pdb_close(pdb);
}

/* A table that no search made: there is an error, and an end. */
static void wrong_tables_have_no_lines(void **state)
{
    struct build build;
    struct tb_pdb *pdb;
    struct tb_error error;
    struct line line;
    uint8_t cell[TB_TILES_MAX] = {8, 7, 6, 5};

    (void)state;
    build_sample(&samples[0], &build);
    memset(build.table.table, 0x33, build.table.bytes);
    assert_int_equal(build_into_pdb(&build, &pdb, NULL), TB_OK);
    assert_int_equal(line_find(pdb, 0, cell, 0, &line, &error), TB_DAMAGED);
    assert_non_null(strstr(error.text, "--verify"));
    tb_pdb_close(pdb);
}

/* --- differences --- */

static void differences_are_counted(void **state)
{
    uint64_t seed = 3;

    (void)state;
    for (unsigned i = 0; i < LENGTH(samples); i++) {
        struct build builds[2];
        struct tb_pdb *pdb[2];
        struct difference found;
        uint64_t columns = 0, first = UINT64_MAX, changed = 0;

        for (unsigned j = 0; j < 2; j++)
            build_sample(&samples[i], &builds[j]);
        columns = tb_pattern_columns(&builds[0].pattern);
        for (unsigned j = 0; j < 5; j++) {
            uint64_t row = random_next(&seed) % tb_pattern_rows(&builds[0].pattern);
            uint64_t column = random_next(&seed) % columns;
            unsigned excess = table_excess(&builds[0].table, row, column);

            if (excess != table_excess(&builds[1].table, row, column))
                continue;
            set_excess(&builds[1].table, row, column, excess == 0 ? 1 : excess - 1);
            changed++;
            first = row * columns + column < first ? row * columns + column : first;
        }
        for (unsigned j = 0; j < 2; j++)
            assert_int_equal(build_into_pdb(&builds[j], &pdb[j], NULL), TB_OK);
        assert_int_equal(difference_find(pdb[0], pdb[1], 3, &no_watch, &found, NULL), TB_OK);
        assert_int_equal(found.entries, changed);
        assert_int_equal(found.row * columns + found.column, first);
        assert_int_equal(difference_find(pdb[0], pdb[0], 2, &no_watch, &found, NULL), TB_OK);
        assert_int_equal(found.entries, 0);
        for (unsigned j = 0; j < 2; j++)
            tb_pdb_close(pdb[j]);
    }
}

/* --- what other programs read --- */

/* The header of NumPy's format as its documentation has it, then a byte an entry. */
static void exports_numpy_arrays(void **state)
{
    char path[] = "/tmp/tilebase-test-XXXXXX";
    const struct watch watch = {0};

    (void)state;
    close(mkstemp(path));
    for (unsigned i = 0; i < LENGTH(samples); i++) {
        struct tb_pdb *pdb = sample_pdb(&samples[i]);
        uint64_t rows = tb_pattern_rows(&tb_pdb_header(pdb)->pattern);
        uint64_t columns = tb_pattern_columns(&tb_pdb_header(pdb)->pattern);
        char header[256] = "", wanted[128];
        FILE *file;
        size_t length;

        assert_int_equal(export_table(pdb, EXPORT_NPY, path, &watch, NULL), TB_OK);
        file = fopen(path, "rb");
        assert_non_null(file);
        assert_int_equal(fread(header, 1, 10, file), 10);
        assert_memory_equal(header, "\x93NUMPY\x01\x00", 8);
        length = (size_t)(uint8_t)header[8] + 256u * (uint8_t)header[9];
        assert_int_equal((10 + length) % 64, 0);
        assert_true(length < sizeof header);
        assert_int_equal(fread(header, 1, length, file), length);
        snprintf(wanted, sizeof wanted,
                 "{'descr': '|u1', 'fortran_order': False, 'shape': (%llu, %llu), } ",
                 (unsigned long long)rows, (unsigned long long)columns);
        assert_memory_equal(header, wanted, strlen(wanted) - 1);
        assert_int_equal(header[length - 1], '\n');
        for (uint64_t entry = 0; entry < rows * columns; entry++) {
            int value = reader_value(pdb, entry / columns, (uint32_t)(entry % columns));

            assert_int_equal(fgetc(file), value == TB_UNREACHABLE ? 255 : value);
        }
        assert_int_equal(fgetc(file), EOF);
        fclose(file);
        tb_pdb_close(pdb);
    }
    unlink(path);
}

/* --- predictions --- */

/* Edelkamp and Korf, The branching factor of regular search spaces, 1998. */
static void branching_factors_are_the_published_ones(void **state)
{
    static const struct {
        unsigned side;
        double factor;
    } known[] = {{3, 1.73205}, {4, 2.13040}, {5, 2.36761}};

    (void)state;
    for (unsigned i = 0; i < LENGTH(known); i++) {
        struct tb_board board = board_of(known[i].side, known[i].side);

        assert_true(fabs(predict_branching(&board) - known[i].factor) < 0.00001);
    }
}

/* A plain count of the nodes that iterations up to a bound generate. */
struct search_tree {
    struct tb_board board;
    uint8_t tile[TB_CELLS_MAX];
    uint64_t nodes;
};

static unsigned tree_distance(const struct search_tree *tree)
{
    unsigned sum = 0;

    for (unsigned cell = 0; cell < tree->board.cells; cell++)
        if (tree->tile[cell] > 0)
            sum += tb_board_distance(&tree->board, cell, tree->tile[cell] - 1u);
    return sum;
}

static void count_nodes(struct search_tree *tree, unsigned blank, unsigned last, unsigned left)
{
    if (tree_distance(tree) > left)
        return;
    for (unsigned to = 0; to < tree->board.cells; to++) {
        if (to == last || tb_board_distance(&tree->board, blank, to) != 1)
            continue;
        tree->nodes++;
        if (left == 0)
            continue;
        tree->tile[blank] = tree->tile[to];
        tree->tile[to] = 0;
        count_nodes(tree, to, blank, left - 1);
        tree->tile[to] = tree->tile[blank];
        tree->tile[blank] = 0;
    }
}

/* Over all starts the prediction is no estimate: every way leads from all positions to all. */
static void check_prediction(unsigned width, unsigned height, unsigned bound)
{
    struct search_tree tree = {.board = board_of(width, height)};
    struct predict_counts *counts = calloc(1, sizeof *counts);
    unsigned cells = tree.board.cells, goal = cells - 1;
    struct tb_position goal_position, position;
    uint64_t starts = 0;
    double predicted, counted;

    assert_non_null(counts);
    tb_goal_blank_last(&tree.board, &goal_position);
    count_up(tree.tile, cells);
    do {
        unsigned blank;

        memset(&position, 0, sizeof position);
        memcpy(position.tile, tree.tile, cells);
        if (!tb_position_solvable(&tree.board, &position, &goal_position))
            continue;
        blank = tb_position_find(&tree.board, &position, 0);
        counts->count[blank][tree_distance(&tree)]++;
        if (tb_board_distance(&tree.board, blank, goal) % 2 != bound % 2)
            continue;
        starts++;
        for (unsigned iteration = bound % 2; iteration <= bound; iteration += 2)
            count_nodes(&tree, blank, cells, iteration);
    } while (next_permutation(tree.tile, cells));
    predicted = predict_nodes(&tree.board, goal, counts, bound);
    counted = (double)tree.nodes / (double)starts;
    if (fabs(predicted - counted) > 1e-9 * counted)
        fail_msg("%ux%u, bound %u: %.9g predicted, %.9g counted", width, height, bound, predicted,
                 counted);
    free(counts);
}

static void predictions_are_exact_over_all_positions(void **state)
{
    (void)state;
    for (unsigned bound = 0; bound <= 14; bound++) {
        check_prediction(3, 2, bound);
        check_prediction(2, 3, bound);
    }
    check_prediction(3, 3, 8);
    check_prediction(3, 3, 9);
}

/* Each of 360 positions counts for as much as any other, and no other is drawn. */
static void draws_are_even_by_weight(void **state)
{
    struct tb_board board = board_of(3, 2);
    static double weight[720];
    struct draw draw;
    uint64_t seed = 11;
    double sum = 0, squares = 0;
    unsigned drawn = 0;
    enum { DRAWS = 2000000 };

    (void)state;
    draw_init(&draw, &board, 5);
    for (unsigned i = 0; i < DRAWS; i++) {
        struct tb_position position, goal;
        double one = draw_position(&draw, &seed, &position);

        tb_goal_blank_last(&board, &goal);
        assert_true(tb_position_solvable(&board, &position, &goal));
        weight[permutation_rank(position.tile, 6)] += one;
        sum += one;
        squares += one * one;
    }
    assert_true(fabs(sum / DRAWS - 1) < 0.01);
    for (unsigned i = 0; i < 720; i++) {
        drawn += weight[i] > 0;
        if (weight[i] > 0 && fabs(weight[i] / DRAWS * 360 - 1) > 0.15)
            fail_msg("position %u counts for %f", i, weight[i] / DRAWS * 360);
    }
    assert_int_equal(drawn, 360);
    assert_true(squares / DRAWS < 10);
}

/* --- partitions --- */

static enum tb_status build_source(void *context, const struct tb_partition *partition,
                                   const struct tb_pattern *canonical, struct tb_pdb **pdb,
                                   struct tb_error *error)
{
    struct build build;

    (void)context;
    (void)partition;
    must_build(canonical, 1, NULL, &build);
    return build_into_pdb(&build, pdb, error);
}

static void measure(const char *picture, uint64_t positions, unsigned threads,
                    struct quality *quality)
{
    const struct quality_options options = {.positions = positions, .seed = 1, .threads = threads};
    struct tb_partition partition;
    struct tb_tables *tables;

    assert_int_equal(tb_partition_parse("test", picture, &partition, NULL), TB_OK);
    assert_int_equal(tb_tables_make(&partition, build_source, NULL, &tables, NULL), TB_OK);
    assert_int_equal(quality_measure(&partition, tables, &options, quality, NULL), TB_OK);
    tb_tables_close(tables);
}

/* On a small board all positions are looked up, and the means from the headers come out. */
static void all_positions_of_a_small_board(void **state)
{
    struct quality quality;
    struct estimate mean;
    double share[PREDICT_VALUES], sum = 0;

    (void)state;
    measure("board 3x3\nkind additive\na a a\na b b\nb b .\n", 0, 2, &quality);
    assert_true(quality.exact);
    assert_int_equal(quality.positions, 181440);
    mean = quality_mean(&quality, QUALITY_REGULAR);
    assert_true(fabs(mean.value - quality.mean) < 1e-9);
    assert_true(mean.error == 0);
    assert_true(quality_mean(&quality, QUALITY_BOTH).value > mean.value);
    assert_true(fabs(quality_mean(&quality, QUALITY_MANHATTAN).value - 14) < 0.2);
    quality_shares(&quality, QUALITY_REGULAR, share);
    for (unsigned value = 0; value < PREDICT_VALUES; value++)
        sum += share[value] * value;
    assert_true(fabs(sum - mean.value) < 1e-9);
    quality_free(&quality);
    measure("board 3x3\nkind additive\na a a\na a a\na a .\n", 0, 1, &quality);
    assert_int_equal(quality_shares(&quality, QUALITY_BOTH, share), 31);
    assert_true(fabs(share[31] - 2.0 / 181440) < 1e-12);
    quality_free(&quality);
}

/* On a large one the estimates are what they should be, within their errors. */
static void random_positions_of_a_large_board(void **state)
{
    static const char picture[] = "board 4x4\nkind additive\na a a b\na a b b\nc c b b\nc c c .\n";
    struct quality quality[2];
    struct estimate mean;

    (void)state;
    for (unsigned i = 0; i < 2; i++)
        measure(picture, 200000, i + 1, &quality[i]);
    mean = quality_mean(&quality[0], QUALITY_REGULAR);
    assert_false(quality[0].exact);
    assert_true(mean.error > 0 && mean.error < 0.05);
    assert_true(fabs(mean.value - quality[0].mean) < 5 * mean.error);
    assert_true(mean.value == quality_mean(&quality[1], QUALITY_REGULAR).value);
    mean = quality_mean(&quality[0], QUALITY_MANHATTAN);
    assert_true(fabs(mean.value - 37) < 5 * mean.error);
    quality_free(&quality[0]);
    quality_free(&quality[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(readers_agree_with_the_library),
        cmocka_unit_test(scans_agree_with_headers),
        cmocka_unit_test(lines_lead_home),
        cmocka_unit_test(walking_lines_lead_home),
        cmocka_unit_test(wrong_tables_have_no_lines),
        cmocka_unit_test(differences_are_counted),
        cmocka_unit_test(exports_numpy_arrays),
        cmocka_unit_test(branching_factors_are_the_published_ones),
        cmocka_unit_test(predictions_are_exact_over_all_positions),
        cmocka_unit_test(draws_are_even_by_weight),
        cmocka_unit_test(all_positions_of_a_small_board),
        cmocka_unit_test(random_positions_of_a_large_board),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
