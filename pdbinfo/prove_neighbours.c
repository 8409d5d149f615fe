/* prove_neighbours.c -- the rule of neighbours, for entries of chosen tiles and the blank
 *
 * A row of the table is an arrangement, a column a set of cells and a place of the blank. A
 * move leads from a column to a column and slides the arrangement, so all neighbours of a
 * row's entries are in a few other rows, one for each slide, and which columns they are in is
 * the same for every row: a list of moves, made once, that is gone through for each row.
 *
 * Values are not needed, only how they differ. A move of a tile towards its goal takes one off
 * the Manhattan distance, so the value goes down by one if the excess stays, and up by one
 * if it grows by one; nothing else is allowed. A move away from the goal is the same the
 * other way round. So each move has a sense, by row, tile and cell, and
 *
 *     neighbour's excess - own excess + sense is 0: one less, 1: one more, else wrong,
 *
 * where the sense is 0 towards the goal and 1 away from it. Eight rows are checked at once, a byte
 * of a word for each, as the list of moves is far longer than a row. (If a tile outside the
 * pattern moves, where that counts, the distance stays and the sense depends on the
 * column alone: value and distance differ by one for every other place of the blank.)
 */
#include <stdlib.h>
#include <string.h>

#include "prove.h"
#include "reader.h"

enum { DIRECTIONS = 4, ROWS = 8, CHUNK = 4 };

/* One move from a column. */
struct move {
    uint32_t column; /* after it */
    uint16_t slide;  /* of the arrangement: tb_slide_number */
    uint16_t sense;  /* where a row's senses have it: (ordinal, cell, direction), or a constant */
};

/* The senses of moves of other tiles stand behind those of the pattern's. */
enum {
    SENSES = TB_TILES_MAX * TB_CELLS_MAX * DIRECTIONS,
    SENSE_DOWN = SENSES,
    SENSE_UP,
    SENSES_ALL
};

/* A one in each byte; and what stands for an entry without a value, in a byte. */
#define EACH UINT64_C(0x0101010101010101)
enum { LOST_BIT = 6, LOST = 1 << LOST_BIT };

struct rule {
    const struct tb_pdb *pdb;
    const struct tb_entry_index *index;
    struct tb_pattern pattern;
    struct reader_columns columns;
    struct tb_slides slides;
    unsigned slide_count;
    uint64_t *first_move; /* by column, and one more */
    struct move *moves;
    uint32_t goal;                                          /* its column; its row is 0 */
    uint8_t sense[TB_TILES_MAX][TB_CELLS_MAX * DIRECTIONS]; /* [tile][cell, direction] */
    uint64_t row_bytes;
};

/* One thread's room for eight rows, of which the last of all may be fewer. */
struct rows {
    unsigned count;
    const uint8_t *(*near)[ROWS]; /* by slide: the rows after it */
    uint64_t sense[SENSES_ALL];   /* a byte for each row */
};

static void add_move(struct rule *rule, uint64_t *count, struct move move)
{
    if (rule->moves != NULL)
        rule->moves[*count] = move;
    ++*count;
}

/* The cells next to a cell, by direction; board->cells if there is none. */
static unsigned neighbour(const struct tb_board *board, unsigned cell, unsigned direction)
{
    unsigned column = cell % board->width;

    switch (direction) {
    case 0:
        return column > 0 ? cell - 1 : board->cells;
    case 1:
        return column + 1 < board->width ? cell + 1 : board->cells;
    case 2:
        return cell >= board->width ? cell - board->width : board->cells;
    default:
        return cell + board->width < board->cells ? cell + board->width : board->cells;
    }
}

/* The tile on `from` goes to the free cell next to it. */
static struct move tile_move(const struct rule *rule, tb_cellset set, unsigned from,
                             unsigned direction)
{
    unsigned to = neighbour(&rule->pattern.board, from, direction);
    tb_cellset after = set ^ tb_cellset_of(from) ^ tb_cellset_of(to);
    unsigned ordinal = tb_cellset_below(set, from);

    return (struct move){
        .column =
            tb_entry_column(rule->index, after, tb_cellset_rank(&rule->index->sets, after), from),
        .slide =
            (uint16_t)tb_slide_number(rule->slides.reach, ordinal, tb_cellset_below(after, to)),
        .sense = (uint16_t)((ordinal * TB_CELLS_MAX + from) * DIRECTIONS + direction),
    };
}

/* All moves from a column whose blank may be on any cell of `area`. */
static void list_moves(struct rule *rule, uint32_t column, tb_cellset area, uint64_t *count)
{
    const struct tb_board *board = &rule->pattern.board;
    tb_cellset set = rule->columns.set[column];

    for (tb_cellset cells = area; cells != 0; cells = tb_cellset_rest(cells))
        for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
            unsigned blank = tb_cellset_first(cells);
            /* The blank goes one way, the tile there the other. */
            unsigned from = neighbour(board, blank, direction ^ 1);

            if (from == board->cells)
                continue;
            if (tb_cellset_has(set, from))
                add_move(rule, count, tile_move(rule, set, from, direction));
            else if (rule->pattern.kind == TB_KIND_NON_ADDITIVE)
                add_move(rule, count,
                         (struct move){
                             .column = tb_entry_column(
                                 rule->index, set, tb_cellset_rank(&rule->index->sets, set), from),
                             .slide = (uint16_t)tb_slide_number(rule->slides.reach, 0, 0),
                             .sense = rule->columns.odd[column] ? SENSE_DOWN : SENSE_UP,
                         });
        }
}

/* The cells that the blank may be on in each column of a set, one after the other. */
static tb_cellset next_area(const struct rule *rule, tb_cellset *left)
{
    tb_cellset area = rule->pattern.kind == TB_KIND_ZERO_AWARE
                          ? tb_board_region(&rule->pattern.board, *left, tb_cellset_first(*left))
                          : *left & (~*left + 1);

    *left &= ~area;
    return area;
}

/* Count the moves, or list them if there is room. */
static uint64_t go_through_columns(struct rule *rule)
{
    uint64_t count = 0;
    tb_cellset left = 0;

    for (uint32_t column = 0; column < rule->columns.columns; column++) {
        if (left == 0)
            left = rule->pattern.board.all & ~rule->columns.set[column];
        if (rule->first_move != NULL)
            rule->first_move[column] = count;
        list_moves(rule, column, next_area(rule, &left), &count);
    }
    if (rule->first_move != NULL)
        rule->first_move[rule->columns.columns] = count;
    return count;
}

static enum tb_status make_moves(struct rule *rule, struct tb_error *error)
{
    uint64_t count = go_through_columns(rule);

    rule->first_move =
        tb_array_alloc(rule->columns.columns + (uint64_t)1, sizeof *rule->first_move);
    rule->moves = tb_array_alloc(count, sizeof *rule->moves);
    if (rule->first_move == NULL || rule->moves == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for the proof");
    go_through_columns(rule);
    return TB_OK;
}

/* Which way each tile goes towards its goal from each cell. */
static void make_senses(struct rule *rule)
{
    const struct tb_board *board = &rule->pattern.board;
    tb_cellset goals = rule->pattern.goals;

    for (unsigned tile = 0; tile < rule->pattern.tiles; tile++, goals = tb_cellset_rest(goals))
        for (unsigned i = 0; i < board->cells * DIRECTIONS; i++) {
            unsigned goal = tb_cellset_first(goals), cell = i / DIRECTIONS;
            unsigned to = neighbour(board, cell, i % DIRECTIONS);

            rule->sense[tile][i] = to < board->cells && tb_board_distance(board, to, goal) >
                                                            tb_board_distance(board, cell, goal);
        }
}

static void rule_free(struct rule *rule)
{
    reader_columns_free(&rule->columns);
    tb_slides_free(&rule->slides);
    free(rule->first_move);
    free(rule->moves);
}

static enum tb_status rule_init(struct rule *rule, const struct tb_pdb *pdb, struct tb_error *error)
{
    const struct tb_pattern *pattern = &tb_pdb_header(pdb)->pattern;
    unsigned reach = pattern->board.width - 1u;
    uint8_t goal[TB_TILES_MAX];
    uint32_t row;
    enum tb_status status;

    *rule = (struct rule){.pdb = pdb, .index = tb_pdb_index(pdb), .pattern = *pattern};
    rule->slide_count = pattern->tiles * (2 * reach + 1);
    rule->row_bytes = tb_row_bytes(tb_pattern_columns(pattern), tb_pdb_header(pdb)->bits);
    make_senses(rule);
    tb_entry_unrank(rule->index, tb_cellset_rank(&rule->index->sets, pattern->goals), goal);
    tb_entry_place(rule->index, goal, pattern->blank, &row, &rule->goal);
    status = reader_columns_init(&rule->columns, pdb, error);
    if (status == TB_OK)
        status = tb_slides_init(&rule->slides, pattern->tiles, reach, error);
    if (status == TB_OK)
        status = make_moves(rule, error);
    if (status != TB_OK)
        rule_free(rule);
    return status;
}

/* What of the moves depends on the row: the rows after them, and their senses. */
static void prepare_row(const struct rule *rule, uint32_t arrangement, unsigned which,
                        struct rows *rows)
{
    unsigned tiles = rule->pattern.tiles, reach = rule->slides.reach;
    uint8_t ordinal[TB_TILES_MAX];

    for (unsigned from = 0; from < tiles; from++)
        for (unsigned to = from < reach ? 0 : from - reach; to <= from + reach && to < tiles; to++)
            rows->near[tb_slide_number(reach, from, to)][which] =
                tb_pdb_table(rule->pdb) +
                tb_slides_rank(&rule->slides, arrangement, from, to) * rule->row_bytes;
    tb_arrangement_unrank(tiles, arrangement, ordinal);
    for (unsigned tile = 0; tile < tiles; tile++)
        for (unsigned i = 0; i < rule->pattern.board.cells * DIRECTIONS; i++)
            rows->sense[(unsigned)ordinal[tile] * TB_CELLS_MAX * DIRECTIONS + i] |=
                (uint64_t)rule->sense[tile][i] << 8 * which;
}

static void prepare_rows(const struct rule *rule, uint32_t first, struct rows *rows)
{
    memset(rows->sense, 0, sizeof rows->sense);
    rows->sense[SENSE_UP] = EACH;
    rows->count = rule->columns.rows - first < ROWS ? (unsigned)(rule->columns.rows - first) : ROWS;
    /* Where there is no row, any will do. */
    for (unsigned i = 0; i < ROWS; i++)
        prepare_row(rule, i < rows->count ? first + i : first, i, rows);
}

/* The excesses of eight entries, a byte each; one without a value is far from all others. */
static inline uint64_t stored(const uint8_t *const *rows, uint32_t column)
{
    unsigned shift = 4 * (column % 2);
    uint64_t all = 0;

    for (unsigned i = 0; i < ROWS; i++)
        all |= (uint64_t)rows[i][column / 2] << 8 * i;
    all = all >> shift & 15 * EACH;
    return all + ((all + EACH) >> 4 & EACH) * (LOST - 15);
}

/* Whether all entries of eight rows keep the rule, for tables of 4 bits. A byte of
 * neighbour - own + sense + 128 must be 128 or 129, and be 128 for one of the neighbours. */
static bool keeps_nibbles(const struct rule *rule, const struct rows *rows, bool first)
{
    const uint8_t *const *own_rows = rows->near[tb_slide_number(rule->slides.reach, 0, 0)];
    const struct move *move = rule->moves;
    uint64_t there = EACH >> 8 * (ROWS - rows->count); /* in the bytes of rows that there are */

    for (uint32_t column = 0; column < rule->columns.columns; column++) {
        const struct move *end = rule->moves + rule->first_move[column + 1];
        uint64_t own = stored(own_rows, column), wrong = 0, farther = there;
        uint64_t lost = own >> LOST_BIT & EACH;
        uint64_t base = 128 * EACH - own;

        for (; move < end; move++) {
            uint64_t step =
                stored(rows->near[move->slide], move->column) + rows->sense[move->sense] + base;

            wrong |= (step ^ 128 * EACH) & 254 * EACH;
            farther &= step;
        }
        farther &= ~lost;
        /* The goal, in the first byte, has nothing closer, and is 0. */
        if (first && column == rule->goal)
            farther = (farther & ~(uint64_t)1) | (own & 255);
        if ((wrong & 255 * there) != 0 || farther != 0)
            return false;
    }
    return true;
}

/* The same for tables of 8 bits, which are few and small: row by row. */
static bool keeps_bytes(const struct rule *rule, const struct rows *rows, unsigned which,
                        bool first)
{
    const uint8_t *own_row = rows->near[tb_slide_number(rule->slides.reach, 0, 0)][which];
    const struct move *move = rule->moves;

    for (uint32_t column = 0; column < rule->columns.columns; column++) {
        const struct move *end = rule->moves + rule->first_move[column + 1];
        unsigned own = own_row[column], wrong = 0, closer = 0;
        bool lost = own == 255, goal = first && column == rule->goal;

        for (; move < end; move++) {
            unsigned other = rows->near[move->slide][which][move->column];
            unsigned step = other - own + (rows->sense[move->sense] >> 8 * which & 1);

            wrong |= lost != (other == 255);
            wrong |= lost ? 0 : step > 1;
            closer |= step == 0;
        }
        if (wrong || (goal ? own != 0 : !lost && !closer))
            return false;
    }
    return true;
}

static bool keeps(const struct rule *rule, const struct rows *rows, bool first)
{
    bool all = true;

    if (tb_pdb_header(rule->pdb)->bits == 4)
        return keeps_nibbles(rule, rows, first);
    for (unsigned i = 0; i < rows->count && all; i++)
        all = keeps_bytes(rule, rows, i, first && i == 0);
    return all;
}

/* All rows. Threads that have no memory, or are told to stop, stop all. */
static enum tb_status check_rows(const struct rule *rule, const struct prove_options *options,
                                 bool *kept, struct tb_error *error)
{
    uint32_t groups = (uint32_t)((rule->columns.rows - 1) / ROWS + 1);
    _Atomic bool broken = false, stopped = false, failed = false;
    _Atomic uint32_t done = 0;

#pragma omp parallel num_threads(options->threads)
    {
        struct rows *rows = malloc(sizeof *rows);
        void *near = calloc(rule->slide_count, sizeof *rows->near);

        if (rows == NULL || near == NULL)
            failed = true;
        else
            rows->near = near;
#pragma omp for schedule(dynamic, CHUNK)
        for (uint32_t i = 0; i < groups; i++) {
            if (broken || stopped || failed)
                continue;
            prepare_rows(rule, i * ROWS, rows);
            if (!keeps(rule, rows, i == 0))
                broken = true;
            done++;
            if (i % CHUNK == 0) {
#pragma omp critical(prove)
                if (!watch_goes_on(&options->watch, (double)done / groups))
                    stopped = true;
            }
        }
        free(near);
        free(rows);
    }
    *kept = !broken;
    if (failed)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for the proof");
    return stopped ? tb_error_set(error, TB_STOPPED, "stopped") : TB_OK;
}

enum tb_status prove_neighbours(const struct tb_pdb *pdb, const struct prove_options *options,
                                bool *kept, struct tb_error *error)
{
    struct rule *rule = malloc(sizeof *rule);
    enum tb_status status;

    if (rule == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for the proof");
    status = rule_init(rule, pdb, error);
    if (status == TB_OK) {
        status = check_rows(rule, options, kept, error);
        rule_free(rule);
    }
    free(rule);
    return status;
}
