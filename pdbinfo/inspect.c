/* inspect.c -- what databases say of one position: values, and the lines of play behind them */
#include "inspect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/json.h"
#include "cli/message.h"
#include "cli/table.h"
#include "line.h"
#include "reader.h"
#include "tilebase/pages.h"

/* What is known of one pattern; of pairs and triples, of one of them. */
struct finding {
    char name[TB_PATTERN_TEXT]; /* its tiles */
    int value;                  /* TB_UNREACHABLE: there is no line either */
    unsigned manhattan;
    struct line line;
    char *moves; /* as text */
};

/* Where findings go, one after the other. */
struct report {
    bool json;
    json_t *list;           /* of patterns */
    struct cli_table table; /* or of them */
    struct finding *found;  /* with their lines, to be printed below the table */
    size_t count;
};

void inspect_database(struct inspect *inspect, const char *path, const struct tb_pdb *pdb)
{
    const struct tb_pattern *pattern = &tb_pdb_header(pdb)->pattern;
    struct inspect_subject *subject = &inspect->subjects[0];
    /* A local problem leaves open where the blank ends; boards have it last. */
    unsigned blank = pattern->kind == TB_KIND_LOCAL ? pattern->board.cells - 1u : pattern->blank;

    *inspect = (struct inspect){.name = path, .board = pattern->board, .adds_up = true, .count = 1};
    subject->pdb = pdb;
    for (unsigned i = 0; i < pattern->board.cells; i++) {
        subject->cell[i] = (uint8_t)i;
        /* The database names a tile by its goal, so that the blank's number is left out. */
        subject->tile[i] = (uint8_t)(i <= blank ? i : i + 1);
    }
}

enum tb_status inspect_partition(struct inspect *inspect, const struct tb_partition *partition,
                                 const struct tb_tables *tables, const struct tb_position *goal,
                                 struct tb_error *error)
{
    const struct tb_board *board = &partition->board;
    struct tb_view view;
    enum tb_status status = tb_view_init(board, goal, partition->blank, &view, error);

    *inspect = (struct inspect){.name = partition->name,
                                .board = *board,
                                .adds_up = partition->kind != TB_KIND_NON_ADDITIVE &&
                                           tb_kind_tuple(partition->kind) == 0,
                                .count = partition->count};
    for (unsigned i = 0; i < partition->count && status == TB_OK; i++) {
        struct inspect_subject *subject = &inspect->subjects[i];
        const uint8_t *image = tb_tables_image(tables, i);

        subject->pdb = tb_tables_pdb(tables, i);
        subject->columns = partition->kind == TB_KIND_WALKING_DISTANCE && i == 1;
        for (unsigned cell = 0; cell < board->cells; cell++)
            subject->cell[cell] = image[view.cell[cell]];
        for (unsigned tile = 1; tile < board->cells; tile++)
            subject->tile[tile] = (uint8_t)(image[view.tile[tile] - 1] + 1);
    }
    return status;
}

/* Where a map of the board's cells or tiles, from `first` on, leads to this one. */
static unsigned back(const struct inspect *inspect, const uint8_t *map, unsigned first,
                     unsigned image)
{
    while (first + 1u < inspect->board.cells && map[first] != image)
        first++;
    return first;
}

static unsigned cell_back(const struct inspect *inspect, const struct inspect_subject *subject,
                          unsigned cell)
{
    return back(inspect, subject->cell, 0, cell);
}

static unsigned tile_back(const struct inspect *inspect, const struct inspect_subject *subject,
                          unsigned tile)
{
    return back(inspect, subject->tile, 1, tile);
}

/* The position as the database sees it. */
static void see(const struct inspect *inspect, const struct inspect_subject *subject,
                struct tb_position *seen)
{
    *seen = (struct tb_position){0};
    for (unsigned cell = 0; cell < inspect->board.cells; cell++) {
        unsigned tile = inspect->position.tile[cell];

        if (tile > 0)
            seen->tile[subject->cell[cell]] = subject->tile[tile];
    }
}

/* Which way something goes from cell to cell of the board. */
static char direction(const struct tb_board *board, unsigned from, unsigned to)
{
    if (to == from + 1 && to / board->width == from / board->width)
        return 'R';
    if (from == to + 1 && to / board->width == from / board->width)
        return 'L';
    return to > from ? 'D' : 'U';
}

/* A move as people read it: the tile, and the way it goes. */
static int move_text(const struct inspect *inspect, const struct inspect_subject *subject,
                     const struct line_move *move, char *text, size_t size)
{
    unsigned from = cell_back(inspect, subject, move->from);
    unsigned to = cell_back(inspect, subject, move->to);
    char way = direction(&inspect->board, from, to);

    return move->tile == 0
               ? snprintf(text, size, "-%c", way)
               : snprintf(text, size, "%u%c", tile_back(inspect, subject, move->tile), way);
}

/* The line of the board that a line of a walking distance is. */
static unsigned line_back(const struct inspect *inspect, const struct inspect_subject *subject,
                          unsigned line)
{
    unsigned width = tb_pdb_header(subject->pdb)->pattern.board.width;
    unsigned cell = cell_back(inspect, subject, line * width);

    return subject->columns ? cell % inspect->board.width : cell / inspect->board.width;
}

/* The same for a walking distance: the line that the tile belongs on, and the way it goes. */
static int step_text(const struct inspect *inspect, const struct inspect_subject *subject,
                     const struct line_move *move, char *text, size_t size)
{
    unsigned from = line_back(inspect, subject, move->from);
    unsigned to = line_back(inspect, subject, move->to);

    return snprintf(text, size, "%u%c", line_back(inspect, subject, move->tile - 1u) + 1,
                    subject->columns ? (to > from ? 'R' : 'L') : (to > from ? 'D' : 'U'));
}

static char *line_text(const struct inspect *inspect, const struct inspect_subject *subject,
                       const struct line *line)
{
    bool walking = tb_pdb_header(subject->pdb)->pattern.kind == TB_KIND_WALKING_DISTANCE;
    size_t room = line->length * (size_t)4 + 1, used = 0;
    char *text = calloc(room, 1);

    for (unsigned i = 0; i < line->length && text != NULL; i++) {
        if (i > 0)
            text[used++] = ' ';
        used += (size_t)(walking ? step_text : move_text)(inspect, subject, &line->moves[i],
                                                          text + used, room - used);
    }
    return text;
}

/* Keep a finding for the table, or add it to the list. */
static enum tb_status add(struct report *report, const struct inspect *inspect,
                          const struct inspect_subject *subject, struct finding *found,
                          struct tb_error *error)
{
    const struct tb_pattern *pattern = &tb_pdb_header(subject->pdb)->pattern;
    bool reachable = found->value >= 0;
    unsigned excess = reachable ? ((unsigned)found->value - found->manhattan) / 2 : 0;
    struct finding *grown =
        tb_array_grow(report->found, report->count + UINT64_C(1), sizeof *grown);
    char value[16], distance[16], more[16];

    found->moves = line_text(inspect, subject, &found->line);
    if (grown == NULL || found->moves == NULL) {
        free(found->moves);
        report->found = grown == NULL ? report->found : grown;
        return tb_error_set(error, TB_NO_MEMORY, "no memory for the lines of play");
    }
    report->found = grown;
    if (tb_kind_tuple(pattern->kind) > 0 || tb_kind_has_tiles(pattern->kind))
        found->line.blank = cell_back(inspect, subject, found->line.blank);
    report->found[report->count++] = *found;
    snprintf(value, sizeof value, reachable ? "%d" : "none", found->value);
    snprintf(distance, sizeof distance, "%u", found->manhattan);
    snprintf(more, sizeof more, "%u", excess);
    if (!report->json)
        cli_table_row(&report->table, found->name, value, distance, more);
    else
        cli_json_add(&report->list,
                     json_pack("{s:s, s:o, s:i, s:i, s:i, s:s}", "tiles", found->name, "value",
                               reachable ? json_integer(found->value) : json_null(), "manhattan",
                               (int)found->manhattan, "excess", (int)excess, "blank",
                               (int)found->line.blank + 1, "moves", found->moves));
    return TB_OK;
}

/* The numbers of tiles, as the board has them. */
static void name_tiles(const struct inspect *inspect, const struct inspect_subject *subject,
                       tb_cellset goals, char *text)
{
    tb_cellset own = 0;
    struct tb_pattern pattern = {.kind = TB_KIND_ADDITIVE, .board = inspect->board};

    for (; goals != 0; goals = tb_cellset_rest(goals))
        own |= tb_cellset_of(tile_back(inspect, subject, tb_cellset_first(goals) + 1) - 1);
    pattern.goals = own;
    pattern.tiles = (uint8_t)tb_cellset_size(own);
    tb_pattern_print_tiles(&pattern, text);
}

/* One set of tiles of a database, whose first row is `row`. */
static enum tb_status inspect_tiles(struct report *report, const struct inspect *inspect,
                                    const struct inspect_subject *subject,
                                    const struct tb_position *seen, uint64_t row, bool always,
                                    struct tb_error *error)
{
    const struct tb_pattern *pattern = &tb_pdb_header(subject->pdb)->pattern;
    tb_cellset goals = reader_goals(pattern, row);
    unsigned blank = tb_position_find(&pattern->board, seen, 0), count = 0;
    struct finding found = {0};
    struct tb_error reason;
    uint8_t cell[TB_TILES_MAX];
    uint32_t arrangement, column;
    enum tb_status status = TB_OK;

    for (tb_cellset rest = goals; rest != 0; rest = tb_cellset_rest(rest), count++) {
        unsigned goal = tb_cellset_first(rest);

        cell[count] = (uint8_t)tb_position_find(&pattern->board, seen, goal + 1);
        if (cell[count] == pattern->board.cells)
            return tb_error_set(error, TB_INVALID, "tile %u is not on the board", goal + 1);
        found.manhattan += tb_board_distance(&pattern->board, goal, cell[count]);
    }
    if (pattern->fixed != 0 && tb_pdb_lookup(subject->pdb, seen) < 0) {
        found.value = TB_UNREACHABLE; /* a fixed tile is not at home, or there is no way */
    } else {
        tb_entry_place(tb_pdb_index(subject->pdb), cell, blank, &arrangement, &column);
        found.value = reader_value(subject->pdb, row + arrangement, column);
    }
    if (!always && found.value == (int)found.manhattan)
        return TB_OK;
    name_tiles(inspect, subject, goals, found.name);
    if (found.value >= 0)
        status = line_find(subject->pdb, row, cell, blank, &found.line, &reason);
    return status == TB_OK
               ? add(report, inspect, subject, &found, error)
               : tb_error_set(error, status, "%.200s: %.250s", inspect->name, reason.text);
}

/* All pairs or triples that need more than their distance. */
static enum tb_status inspect_tuples(struct report *report, const struct inspect *inspect,
                                     const struct inspect_subject *subject,
                                     const struct tb_position *seen, struct tb_error *error)
{
    const struct tb_pattern *pattern = &tb_pdb_header(subject->pdb)->pattern;
    uint64_t rows = tb_pattern_rows(pattern);
    enum tb_status status = TB_OK;

    for (uint64_t row = 0; row < rows && status == TB_OK; row += tb_factorial(pattern->tiles))
        status = inspect_tiles(report, inspect, subject, seen, row, false, error);
    return status;
}

static enum tb_status inspect_lines(struct report *report, const struct inspect *inspect,
                                    const struct inspect_subject *subject,
                                    const struct tb_position *seen, struct tb_error *error)
{
    const struct tb_board *board = &tb_pdb_header(subject->pdb)->pattern.board;
    struct finding found = {.value = tb_pdb_lookup(subject->pdb, seen)};
    enum tb_status status = line_find_walking(subject->pdb, seen, &found.line, error);

    strcpy(found.name, subject->columns ? "columns" : "rows");
    for (unsigned cell = 0; cell < board->cells; cell++)
        if (seen->tile[cell] > 0) {
            unsigned row = cell / board->width, goal = (seen->tile[cell] - 1u) / board->width;

            found.manhattan += row > goal ? row - goal : goal - row;
        }
    return status == TB_OK ? add(report, inspect, subject, &found, error) : status;
}

static enum tb_status inspect_subject(struct report *report, const struct inspect *inspect,
                                      const struct inspect_subject *subject, int *value,
                                      struct tb_error *error)
{
    enum tb_kind kind = tb_pdb_header(subject->pdb)->pattern.kind;
    struct tb_position seen;

    see(inspect, subject, &seen);
    *value = tb_pdb_lookup(subject->pdb, &seen);
    if (kind == TB_KIND_WALKING_DISTANCE)
        return inspect_lines(report, inspect, subject, &seen, error);
    if (tb_kind_tuple(kind) > 0)
        return inspect_tuples(report, inspect, subject, &seen, error);
    return inspect_tiles(report, inspect, subject, &seen, 0, true, error);
}

static enum tb_status print_report(struct report *report, const struct inspect *inspect, int value,
                                   struct tb_error *error)
{
    enum tb_status status;
    enum tb_kind kind = tb_pdb_header(inspect->subjects[0].pdb)->pattern.kind;
    bool tuples = tb_kind_tuple(kind) > 0, walking = kind == TB_KIND_WALKING_DISTANCE;
    char board[TB_POSITION_TEXT], number[16];

    tb_position_print(&inspect->board, &inspect->position, board);
    printf("%s\n%s\n", inspect->name, board);
    snprintf(number, sizeof number, value < 0 ? "none" : "%d", value);
    if (inspect->count > 1 || tuples)
        cli_table_row(&report->table,
                      tuples             ? "together"
                      : inspect->adds_up ? "sum"
                                         : "largest",
                      number, "", "");
    status = cli_table_print(&report->table, 2, error);
    for (size_t i = 0; i < report->count && status == TB_OK; i++) {
        const struct finding *found = &report->found[i];
        unsigned blank = tb_position_find(&inspect->board, &inspect->position, 0);

        if (found->line.length == 0)
            continue;
        printf("  %s: %s", found->name, found->moves);
        if (!walking && found->line.blank != blank)
            printf(" (with the blank on cell %u)", found->line.blank + 1);
        printf("\n");
    }
    return status;
}

static enum tb_status print_json(struct report *report, const struct inspect *inspect, int value,
                                 struct tb_error *error)
{
    char board[TB_POSITION_TEXT];
    json_t *list = report->list;

    report->list = NULL;
    tb_position_print(&inspect->board, &inspect->position, board);
    return cli_json_print(
        json_pack("{s:o, s:s, s:o, s:o}", "name", cli_json_text(inspect->name), "board", board,
                  "value", value < 0 ? json_null() : json_integer(value), "patterns", list),
        error);
}

static void report_free(struct report *report)
{
    for (size_t i = 0; i < report->count; i++)
        free(report->found[i].moves);
    free(report->found);
    cli_table_free(&report->table);
    json_decref(report->list);
}

enum tb_status inspect_print(const struct inspect *inspect, bool json, struct tb_error *error)
{
    struct report report = {.json = json, .list = json ? json_array() : NULL};
    enum tb_status status = TB_OK;
    int together = 0;

    cli_table_init(&report.table, "lrrr");
    if (!json)
        cli_table_row(&report.table, "tiles", "value", "Manhattan", "excess");
    for (unsigned i = 0; i < inspect->count && status == TB_OK; i++) {
        int value;

        status = inspect_subject(&report, inspect, &inspect->subjects[i], &value, error);
        if (value < 0 || together < 0)
            together = TB_UNREACHABLE;
        else if (inspect->adds_up)
            together += value;
        else
            together = value > together ? value : together;
    }
    if (status == TB_OK)
        status = cli_check_databases(error);
    if (status == TB_OK && json)
        status = print_json(&report, inspect, together, error);
    else if (status == TB_OK)
        status = print_report(&report, inspect, together, error);
    report_free(&report);
    return status;
}
