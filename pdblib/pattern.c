/* pattern.c -- the tiles of one database */
#include "tilebase/pattern.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "digits.h"
#include "tilebase/size.h"
#include "tilebase/walking.h"

enum {
    TUPLE_CELLS_LEAST = 6,
    REGION_SETS_MOST = 1 << 25, /* more sets of cells than any table that fits in memory has */
};

enum tb_status tb_pattern_init(struct tb_pattern *pattern, const struct tb_board *board,
                               tb_cellset goals, unsigned blank, struct tb_error *error)
{
    unsigned tiles = tb_cellset_size(goals);

    if (tiles == 0)
        return tb_error_set(error, TB_INVALID, "a pattern needs at least one tile");
    if (tiles >= board->cells)
        return tb_error_set(error, TB_INVALID,
                            "a pattern cannot hold all %u cells: one is the blank's", board->cells);
    if ((goals & ~board->all) != 0 || blank >= board->cells || tb_cellset_has(goals, blank))
        return tb_error_set(error, TB_INVALID,
                            "the blank's goal cell must be on the board and not a tile's");
    if (tiles > TB_TILES_MAX)
        return tb_error_set(error, TB_INVALID,
                            "a pattern of %u tiles is too large for any machine: the most is %d",
                            tiles, TB_TILES_MAX);
    *pattern = (struct tb_pattern){
        .kind = TB_KIND_ADDITIVE,
        .board = *board,
        .goals = goals,
        .tiles = (uint8_t)tiles,
        .blank = (uint8_t)blank,
    };
    return TB_OK;
}

/* Patterns of all tiles. */
static enum tb_status init_whole(struct tb_pattern *pattern, enum tb_kind kind,
                                 const struct tb_board *board, unsigned blank,
                                 struct tb_error *error)
{
    *pattern = (struct tb_pattern){
        .kind = kind,
        .board = *board,
        .tiles = (uint8_t)tb_kind_tuple(kind),
        .blank = (uint8_t)blank,
    };
    if (blank >= board->cells)
        return tb_error_set(error, TB_INVALID, "the blank's goal cell must be on the board");
    /* On 2x2 tiles go round in a ring and never change their order. */
    if (tb_kind_tuple(kind) > 0 && board->cells < TUPLE_CELLS_LEAST)
        return tb_error_set(error, TB_INVALID,
                            "pairs and triples need a board of at least %d cells: on %ux%u some "
                            "placements are out of reach",
                            TUPLE_CELLS_LEAST, board->width, board->height);
    if (kind == TB_KIND_WALKING_DISTANCE && tb_pattern_columns(pattern) == TB_TOO_LARGE)
        return tb_error_set(error, TB_INVALID,
                            "the walking distance of %u rows of %u cells has too many states to "
                            "be stored",
                            board->height, board->width);
    return TB_OK;
}

enum tb_status tb_pattern_of_kind(struct tb_pattern *pattern, enum tb_kind kind,
                                  const struct tb_board *board, tb_cellset goals, unsigned blank,
                                  struct tb_error *error)
{
    enum tb_status status;

    if (kind == TB_KIND_LOCAL)
        return tb_pattern_local(pattern, board, goals, 0, error);
    if (!tb_kind_has_tiles(kind)) {
        if (goals != 0)
            return tb_error_set(error, TB_INVALID, "a database of kind %s is of all tiles",
                                tb_kind_name(kind));
        return init_whole(pattern, kind, board, blank, error);
    }
    status = tb_pattern_init(pattern, board, goals, blank, error);
    pattern->kind = kind;
    return status;
}

enum tb_status tb_pattern_local(struct tb_pattern *pattern, const struct tb_board *board,
                                tb_cellset goals, tb_cellset fixed, struct tb_error *error)
{
    tb_cellset free = board->all & ~(goals | fixed);
    enum tb_status status;

    if ((goals & fixed) != 0 || (fixed & ~board->all) != 0 || free == 0)
        return tb_error_set(error, TB_INVALID,
                            "tiles cannot be fixed and brought to their goals at once, and one "
                            "cell must be left for the blank");
    status = tb_pattern_init(pattern, board, goals, tb_cellset_last(free), error);
    pattern->kind = TB_KIND_LOCAL;
    pattern->fixed = fixed;
    return status;
}

/* Read "1-3,5" as a set of tile numbers. */
static enum tb_status parse_tile_list(const struct tb_board *board, const char *text,
                                      tb_cellset *tiles, struct tb_error *error)
{
    const char *list = text;
    int most = board->cells - 1;

    *tiles = 0;
    do {
        int first, last;

        while (isspace((unsigned char)*text))
            text++;
        first = last = parse_digits(&text);
        if (*text == '-') {
            text++;
            last = parse_digits(&text);
        }
        if (first < 0 || last < first || (*text != ',' && *text != '\0'))
            return tb_error_set(error, TB_INVALID,
                                "'%.40s' is no list of tiles: write numbers with commas between "
                                "them, such as 1,2,3 or 1-3",
                                list);
        if (first < 1 || last > most)
            return tb_error_set(error, TB_INVALID,
                                "there is no tile %d on a %ux%u board: its tiles are 1 to %d",
                                first < 1 ? first : last, board->width, board->height, most);
        for (int tile = first; tile <= last; tile++) {
            if (tb_cellset_has(*tiles, (unsigned)tile))
                return tb_error_set(error, TB_INVALID, "tile %d is named twice", tile);
            *tiles |= tb_cellset_of((unsigned)tile);
        }
    } while (*text++ != '\0');
    return TB_OK;
}

/* The cell that stands for the blank's goal: the last one, if a symmetry takes it there. */
static unsigned standard_blank(const struct tb_board *board, const struct tb_position *goal)
{
    unsigned blank = tb_position_find(board, goal, 0);

    for (unsigned symmetry = 0; symmetry < tb_board_symmetries(board); symmetry++)
        if (tb_board_map(board, symmetry, blank) == board->cells - 1u)
            return board->cells - 1u;
    return blank;
}

enum tb_status tb_tiles_parse(const struct tb_board *board, const struct tb_position *goal,
                              const char *text, tb_cellset *goals, struct tb_error *error)
{
    struct tb_view view;
    tb_cellset tiles;
    enum tb_status status = parse_tile_list(board, text, &tiles, error);

    *goals = 0;
    if (status == TB_OK)
        status = tb_view_init(board, goal, standard_blank(board, goal), &view, error);
    if (status != TB_OK)
        return status;
    for (; tiles != 0; tiles = tb_cellset_rest(tiles))
        *goals |= tb_cellset_of(view.tile[tb_cellset_first(tiles)] - 1u);
    return TB_OK;
}

enum tb_status tb_pattern_parse_tiles(const struct tb_board *board, const struct tb_position *goal,
                                      const char *text, struct tb_pattern *pattern,
                                      struct tb_error *error)
{
    tb_cellset goals;
    enum tb_status status = tb_tiles_parse(board, goal, text, &goals, error);

    return status == TB_OK
               ? tb_pattern_init(pattern, board, goals, standard_blank(board, goal), error)
               : status;
}

/* Write the runs of the set's cells, counted from 1, with a separator between them. */
static char *print_runs(tb_cellset set, char separator, char *text)
{
    const char *start = text;

    while (set != 0) {
        unsigned first = tb_cellset_first(set);
        unsigned last = first;

        while (tb_cellset_has(set, last + 1))
            last++;
        if (text != start)
            *text++ = separator;
        text += sprintf(text, first == last ? "%u" : "%u-%u", first + 1, last + 1);
        set &= ~(tb_cellset_of(last + 1) - 1);
    }
    return text;
}

void tb_tiles_print(tb_cellset goals, char *text)
{
    *print_runs(goals, ',', text) = '\0';
}

void tb_pattern_print_tiles(const struct tb_pattern *pattern, char *text)
{
    if (tb_kind_has_tiles(pattern->kind))
        tb_tiles_print(pattern->goals, text);
    else
        strcpy(text, "all");
}

/* Runs of neighbouring numbers in a set. */
static unsigned count_runs(tb_cellset set)
{
    return tb_cellset_size(set & ~(set << 1));
}

/* Whether image a comes before image b in the order that pattern.h gives. */
static bool precedes(const struct tb_pattern *a, const struct tb_pattern *b)
{
    if (a->blank != b->blank)
        return a->blank > b->blank;
    if (count_runs(a->goals) != count_runs(b->goals))
        return count_runs(a->goals) < count_runs(b->goals);
    return a->goals < b->goals;
}

/* The cells on any of which the blank's goal could be. */
static tb_cellset blank_goals(const struct tb_pattern *pattern)
{
    const struct tb_board *board = &pattern->board;
    unsigned row_start = pattern->blank - pattern->blank % board->width;

    switch (pattern->kind) {
    case TB_KIND_ADDITIVE:
    case TB_KIND_ZERO_AWARE:
        return tb_board_region(board, board->all & ~pattern->goals, pattern->blank);
    case TB_KIND_WALKING_DISTANCE:
        return (tb_cellset_of(board->width) - 1) << row_start;
    default:
        return tb_cellset_of(pattern->blank);
    }
}

/* Whether a symmetry of the board is one of the pattern's kind: columns are no rows, and local
 * problems are not turned. */
static bool suits(const struct tb_pattern *pattern, unsigned symmetry)
{
    if (pattern->kind == TB_KIND_LOCAL)
        return symmetry == 0;
    return pattern->kind != TB_KIND_WALKING_DISTANCE || (symmetry & TB_TRANSPOSE) == 0;
}

void tb_pattern_canonical(const struct tb_pattern *pattern, struct tb_pattern *canonical,
                          unsigned *symmetry)
{
    const struct tb_board *board = &pattern->board;
    tb_cellset blanks = blank_goals(pattern);

    for (unsigned s = 0; s < tb_board_symmetries(board); s++) {
        struct tb_pattern image = *pattern;

        if (!suits(pattern, s))
            continue;
        image.goals = tb_board_map_set(board, s, pattern->goals);
        image.blank = (uint8_t)tb_cellset_last(tb_board_map_set(board, s, blanks));
        if (s == 0 || precedes(&image, canonical)) {
            *canonical = image;
            *symmetry = s;
        }
    }
}

bool tb_pattern_equal(const struct tb_pattern *a, const struct tb_pattern *b)
{
    return a->kind == b->kind && a->board.width == b->board.width &&
           a->board.height == b->board.height && a->goals == b->goals && a->fixed == b->fixed &&
           a->blank == b->blank;
}

void tb_pattern_file_name(const struct tb_pattern *canonical, char *text)
{
    const struct tb_board *board = &canonical->board;

    text += sprintf(text, "%ux%u-%s", board->width, board->height, tb_kind_name(canonical->kind));
    if (canonical->goals != 0) {
        *text++ = '-';
        text = print_runs(canonical->goals, '.', text);
    }
    if (canonical->fixed != 0) {
        text += sprintf(text, "-fixed-");
        text = print_runs(canonical->fixed, '.', text);
    }
    if (canonical->blank != board->cells - 1 && canonical->kind != TB_KIND_LOCAL)
        text += sprintf(text, "-blank-%u", canonical->blank + 1u);
    strcpy(text, ".pdb");
}

uint64_t tb_pattern_rows(const struct tb_pattern *pattern)
{
    unsigned tuple = tb_kind_tuple(pattern->kind);
    uint64_t patterns = tuple == 0 ? 1 : tb_binomial(pattern->board.cells - 1u, tuple);

    return pattern->tiles > TB_TILES_MAX ? TB_TOO_LARGE
                                         : tb_size_mul(patterns, tb_factorial(pattern->tiles));
}

/* The regions of all sets of cells. */
static uint64_t sum_regions(const struct tb_pattern *pattern, uint64_t sets)
{
    const struct tb_board *board = &pattern->board;
    tb_cellset set = tb_cellset_of(pattern->tiles) - 1;
    uint64_t sum = 0;

    if (sets > REGION_SETS_MOST)
        return TB_TOO_LARGE;
    for (uint64_t i = 0; i < sets; i++, set = tb_cellset_next(set))
        sum += tb_board_regions(board, board->all & ~set);
    return sum;
}

uint64_t tb_pattern_columns(const struct tb_pattern *pattern)
{
    const struct tb_board *board = &pattern->board;
    unsigned cells = tb_cellset_size(board->all & ~pattern->fixed);
    uint64_t columns = tb_binomial(cells, pattern->tiles);

    if (pattern->kind == TB_KIND_ZERO_AWARE)
        columns = sum_regions(pattern, columns);
    else if (pattern->kind == TB_KIND_NON_ADDITIVE || pattern->kind == TB_KIND_LOCAL)
        columns = tb_size_mul(columns, cells - (uint64_t)pattern->tiles);
    else if (pattern->kind == TB_KIND_WALKING_DISTANCE)
        columns = tb_walking_count(board->height, board->width, pattern->blank / board->width);
    return columns > UINT32_MAX ? TB_TOO_LARGE : columns;
}

uint64_t tb_pattern_entries(const struct tb_pattern *pattern)
{
    return tb_size_mul(tb_pattern_rows(pattern), tb_pattern_columns(pattern));
}

unsigned tb_pattern_manhattan(const struct tb_pattern *pattern, const uint8_t *cell)
{
    unsigned sum = 0;

    for (tb_cellset rest = pattern->goals; rest != 0; rest = tb_cellset_rest(rest))
        sum += tb_board_distance(&pattern->board, tb_cellset_first(rest), *cell++);
    return sum;
}
