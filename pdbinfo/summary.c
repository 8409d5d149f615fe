/* summary.c -- what the header of a database says, for people and for programs */
#include "summary.h"

#include <stdio.h>
#include <string.h>

#include "cli/json.h"
#include "cli/table.h"
#include "cli/text.h"

enum { BAR_WIDTH = 40 };

static uint64_t file_bytes(const struct tb_header *header)
{
    return header->table_offset + header->payload_bytes;
}

static void print_histogram(const struct tb_header *header)
{
    double reachable = (double)tb_header_reachable(header);
    uint64_t most = 0;
    struct cli_table table;

    for (uint32_t value = 0; value < header->values; value++)
        most = header->histogram[value] > most ? header->histogram[value] : most;
    cli_table_init(&table, "rrrl");
    cli_table_row(&table, "value", "entries", "share", "");
    for (uint32_t value = 0; value < header->values; value++) {
        uint64_t count = header->histogram[value];
        char number[16], entries[CLI_NUMBER], share[16], bar[BAR_WIDTH + 1];
        int length = (int)((double)count / (double)most * BAR_WIDTH + 0.5);

        snprintf(number, sizeof number, "%u", value);
        snprintf(share, sizeof share, "%.2f%%", 100 * (double)count / reachable);
        memset(bar, '#', (size_t)length);
        bar[length] = '\0';
        cli_table_row(&table, number, cli_count(count, entries), share, bar);
    }
    cli_table_print(&table, 2);
}

static void print_fields(const struct tb_header *header, bool verified)
{
    const struct tb_pattern *pattern = &header->pattern;
    uint64_t unreachable = header->entries - tb_header_reachable(header);
    char text[TB_PATTERN_TEXT + 64], number[CLI_NUMBER], other[CLI_NUMBER];
    struct cli_table table;

    cli_table_init(&table, "ll");
    cli_table_row(&table, "kind", tb_kind_name(pattern->kind));
    snprintf(text, sizeof text, "%ux%u", pattern->board.width, pattern->board.height);
    cli_table_row(&table, "board", text);
    tb_pattern_print_tiles(pattern, text);
    cli_table_row(&table, "tiles", text);
    snprintf(text, sizeof text, "%u", pattern->blank + 1u);
    cli_table_row(&table, "blank's cell", text);
    cli_table_row(&table, "entries", cli_count(header->entries, number));
    if (unreachable > 0)
        cli_table_row(&table, "unreachable", cli_count(unreachable, number));
    cli_table_row(&table, "states", cli_count(header->states, number));
    snprintf(text, sizeof text, "%.3f", tb_header_mean(header));
    cli_table_row(&table, "mean value", text);
    snprintf(text, sizeof text, "%u", header->values - 1);
    cli_table_row(&table, "largest value", text);
    snprintf(text, sizeof text, "%s, %u bits an entry", cli_bytes(header->table_bytes, number),
             header->bits);
    cli_table_row(&table, "table", text);
    snprintf(text, sizeof text, "%s, layout %s, %.2f to 1", cli_bytes(file_bytes(header), other),
             tb_layout_name(header->layout),
             (double)header->table_bytes / (double)file_bytes(header));
    cli_table_row(&table, "file", text);
    cli_table_row(&table, "written by", header->program);
    cli_table_row(&table, "checksums",
                  verified ? "all right" : "header right; --verify reads the rest");
    cli_table_print(&table, 2);
}

void summary_print(const char *path, const struct tb_header *header, bool verified)
{
    printf("%s\n", path);
    print_fields(header, verified);
    printf("\n");
    print_histogram(header);
}

static json_t *json_tiles(const struct tb_pattern *pattern)
{
    json_t *tiles = json_array();

    for (tb_cellset rest = pattern->goals; rest != 0; rest = tb_cellset_rest(rest))
        json_array_append_new(tiles, json_integer(tb_cellset_first(rest) + 1));
    return tiles;
}

static json_t *json_histogram(const struct tb_header *header)
{
    json_t *counts = json_array();

    for (uint32_t value = 0; value < header->values; value++)
        json_array_append_new(counts, json_integer((json_int_t)header->histogram[value]));
    return counts;
}

enum tb_status summary_print_json(const char *path, const struct tb_header *header, bool verified,
                                  struct tb_error *error)
{
    const struct tb_pattern *pattern = &header->pattern;
    char board[8];

    snprintf(board, sizeof board, "%ux%u", pattern->board.width & 15u, pattern->board.height & 15u);
    return cli_json_print(
        json_pack("{s:o, s:s, s:s, s:o, s:i, s:I, s:I, s:I, s:o, s:f, s:i, s:I, s:I, s:i, s:s, "
                  "s:s, s:b}",
                  "file", cli_json_text(path), "kind", tb_kind_name(pattern->kind), "board", board,
                  "tiles", json_tiles(pattern), "blank", pattern->blank + 1, "entries",
                  (json_int_t)header->entries, "unreachable",
                  (json_int_t)(header->entries - tb_header_reachable(header)), "states",
                  (json_int_t)header->states, "histogram", json_histogram(header), "mean",
                  tb_header_mean(header), "max", (int)header->values - 1, "table_bytes",
                  (json_int_t)header->table_bytes, "file_bytes", (json_int_t)file_bytes(header),
                  "bits", (int)header->bits, "layout", tb_layout_name(header->layout), "program",
                  header->program, "verified", verified),
        error);
}
