/* difference.c -- where two databases of one pattern differ */
#include "difference.h"

#include <stdio.h>

#include "cli/json.h"
#include "cli/message.h"
#include "cli/table.h"
#include "cli/text.h"
#include "reader.h"

enum { ASKED = 256 }; /* rows between two questions whether to go on */

/* Add a row's differences; the first of all is kept by the caller. */
static void compare_row(const struct tb_pdb *a, const struct tb_pdb *b, uint64_t row,
                        uint32_t columns, struct difference *found)
{
    unsigned none_a = tb_unreachable_excess(tb_pdb_header(a)->bits);
    unsigned none_b = tb_unreachable_excess(tb_pdb_header(b)->bits);
    unsigned moves =
        tb_pdb_header(a)->pattern.kind == TB_KIND_LOCAL ? 1 : 2; /* that one stands for */

    for (uint32_t column = 0; column < columns; column++) {
        unsigned x = tb_pdb_excess(a, row, column), y = tb_pdb_excess(b, row, column);
        unsigned apart = moves * (x > y ? x - y : y - x);

        if ((x == none_a && y == none_b) || (x != none_a && y != none_b && x == y))
            continue;
        if (x != none_a && y != none_b && apart > found->most)
            found->most = apart;
        if (found->entries++ == 0 || row < found->row) {
            found->row = row;
            found->column = column;
        }
    }
}

static void merge(struct difference *all, const struct difference *part)
{
    if (part->entries == 0)
        return;
    if (all->entries == 0 || part->row < all->row) {
        all->row = part->row;
        all->column = part->column;
    }
    all->entries += part->entries;
    all->most = part->most > all->most ? part->most : all->most;
}

enum tb_status difference_find(const struct tb_pdb *a, const struct tb_pdb *b, unsigned threads,
                               const struct watch *watch, struct difference *difference,
                               struct tb_error *error)
{
    const struct tb_pattern *pattern = &tb_pdb_header(a)->pattern;
    int64_t rows = (int64_t)tb_pattern_rows(pattern);
    uint32_t columns = (uint32_t)tb_pattern_columns(pattern);
    _Atomic bool stopped = false;
    _Atomic int64_t done = 0;

    *difference = (struct difference){0};
#pragma omp parallel num_threads(threads == 0 ? 1 : threads)
    {
        struct difference part = {0};

#pragma omp for schedule(static)
        for (int64_t row = 0; row < rows; row++) {
            if (stopped)
                continue;
            compare_row(a, b, (uint64_t)row, columns, &part);
            if (++done % ASKED == 0) {
#pragma omp critical(difference)
                if (!watch_goes_on(watch, (double)done / (double)rows))
                    stopped = true;
            }
        }
#pragma omp critical(difference)
        merge(difference, &part);
    }
    return stopped ? tb_error_set(error, TB_STOPPED, "interrupted") : TB_OK;
}

/* Kind, board, tiles and the blank's goal in one line. */
static void describe(const struct tb_pattern *pattern, char *text, size_t size)
{
    char tiles[TB_PATTERN_TEXT];

    tb_pattern_print_tiles(pattern, tiles);
    snprintf(text, size, "%s, %ux%u, tiles %s, blank's cell %u", tb_kind_name(pattern->kind),
             pattern->board.width, pattern->board.height, tiles, pattern->blank + 1u);
}

static const char *value_text(const struct tb_pdb *pdb, const struct difference *found, char *text,
                              size_t size)
{
    int value = reader_value(pdb, found->row, found->column);

    if (value == TB_UNREACHABLE)
        return "none";
    snprintf(text, size, "%d", value);
    return text;
}

static enum tb_status print_patterns(const char *const path[2], struct tb_pdb *const pdb[2],
                                     struct tb_error *error)
{
    struct cli_table table;

    printf("different patterns:\n");
    cli_table_init(&table, "ll");
    for (unsigned i = 0; i < 2; i++) {
        char text[TB_PATTERN_TEXT + 80];

        describe(&tb_pdb_header(pdb[i])->pattern, text, sizeof text);
        cli_table_row(&table, path[i], text);
    }
    return cli_table_print(&table, 2, error);
}

static enum tb_status print_difference(const char *const path[2], struct tb_pdb *const pdb[2],
                                       const struct difference *found, struct tb_error *error)
{
    char pattern[TB_PATTERN_TEXT + 80], board[READER_TEXT], number[CLI_NUMBER], all[CLI_NUMBER];
    const struct tb_header *header = tb_pdb_header(pdb[0]);
    struct cli_table table;

    describe(&header->pattern, pattern, sizeof pattern);
    printf("same pattern: %s\n", pattern);
    if (found->entries == 0) {
        printf("same values: all %s entries\n", cli_count(header->entries, all));
        return TB_OK;
    }
    reader_describe(pdb[0], found->row, found->column, board);
    printf("%s of %s entries differ", cli_count(found->entries, number),
           cli_count(header->entries, all));
    if (found->most > 0)
        printf(", by up to %u moves", found->most);
    printf("; the first is %s:\n", board);
    cli_table_init(&table, "lr");
    for (unsigned i = 0; i < 2; i++) {
        char value[16];

        cli_table_row(&table, path[i], value_text(pdb[i], found, value, sizeof value));
    }
    return cli_table_print(&table, 2, error);
}

/* A value, or null where there is none. */
static json_t *json_value(const struct tb_pdb *pdb, const struct difference *found)
{
    int value = reader_value(pdb, found->row, found->column);

    return value < 0 ? json_null() : json_integer(value);
}

static enum tb_status print_json(const char *const path[2], struct tb_pdb *const pdb[2],
                                 bool same_pattern, const struct difference *found,
                                 struct tb_error *error)
{
    char board[READER_TEXT];
    json_t *first = json_null();

    if (found->entries > 0) {
        reader_describe(pdb[0], found->row, found->column, board);
        first = json_pack("{s:s, s:[o, o]}", "board", board, "values", json_value(pdb[0], found),
                          json_value(pdb[1], found));
    }
    return cli_json_print(
        json_pack("{s:[o, o], s:b, s:b, s:I, s:i, s:o}", "files", cli_json_text(path[0]),
                  cli_json_text(path[1]), "same_pattern", same_pattern, "same_values",
                  same_pattern && found->entries == 0, "different", (json_int_t)found->entries,
                  "most", (int)found->most, "first", first),
        error);
}

enum tb_status difference_print(const char *const path[2], const struct tb_pdb_options *options,
                                const struct watch *watch, bool json, bool *same,
                                struct tb_error *error)
{
    struct tb_pdb *pdb[2] = {NULL, NULL};
    struct difference found = {0};
    bool same_pattern = false;
    enum tb_status status = tb_pdb_open(path[0], options, &pdb[0], error);

    if (status == TB_OK)
        status = tb_pdb_open(path[1], options, &pdb[1], error);
    if (status == TB_OK) {
        same_pattern =
            tb_pattern_equal(&tb_pdb_header(pdb[0])->pattern, &tb_pdb_header(pdb[1])->pattern);
        if (same_pattern)
            status = difference_find(pdb[0], pdb[1], options->threads, watch, &found, error);
        if (status == TB_OK)
            status = cli_check_databases(error);
        *same = status == TB_OK && same_pattern && found.entries == 0;
    }
    if (status == TB_OK) {
        if (json)
            status = print_json(path, pdb, same_pattern, &found, error);
        else if (same_pattern)
            status = print_difference(path, pdb, &found, error);
        else
            status = print_patterns(path, pdb, error);
    }
    tb_pdb_close(pdb[0]);
    tb_pdb_close(pdb[1]);
    return status;
}
