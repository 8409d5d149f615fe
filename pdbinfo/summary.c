/* summary.c -- what the header of a database says, for people and for programs */
#include "summary.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/json.h"
#include "cli/table.h"
#include "cli/text.h"
#include "histogram.h"
#include "means.h"

static uint64_t file_bytes(const struct tb_header *header)
{
    return header->table_offset + header->payload_bytes;
}

static double ratio(const struct tb_header *header)
{
    return (double)header->table_bytes / (double)file_bytes(header);
}

static double bits_on_disk(const struct tb_header *header)
{
    return 8 * (double)file_bytes(header) / (double)header->entries;
}

enum tb_status summary_read(const char *path, struct summary *summary, struct tb_error *error)
{
    enum tb_status status = tb_pdb_read_header(path, &summary->header, error);
    struct stat info;

    if (status != TB_OK)
        return status;
    summary->path = path;
    summary->trust = SUMMARY_HEADER;
    if (stat(path, &info) != 0)
        return tb_error_set(error, TB_IO, "%.300s: %s", path, strerror(errno));
    summary->written = info.st_mtime;
    return mean_manhattan(&summary->header.pattern, &summary->manhattan, error);
}

/* Half of what the values exceed the Manhattan distances by, on average. */
static double mean_excess(const struct summary *summary)
{
    return (tb_header_mean(&summary->header) - summary->manhattan) / 2;
}

/* A mean with three places, or "-" if it is not known. */
static char *mean_text(double mean, char *text)
{
    snprintf(text, CLI_NUMBER, isnan(mean) ? "-" : "%.3f", mean);
    return text;
}

/* "2026-11-18 16:20", or as programs like it. */
static char *date_text(time_t time, const char *format, char *text)
{
    struct tm parts;

    if (gmtime_r(&time, &parts) == NULL || strftime(text, CLI_NUMBER, format, &parts) == 0)
        strcpy(text, "-");
    return text;
}

/* The board with the pattern's tiles, "#" for fixed ones, "-" for others and "." for the
 * blank's goal. */
static void add_picture(struct cli_table *table, const struct tb_pattern *pattern)
{
    const struct tb_board *board = &pattern->board;
    tb_cellset tiles = tb_kind_has_tiles(pattern->kind)
                           ? pattern->goals
                           : board->all & ~tb_cellset_of(pattern->blank);

    for (unsigned row = 0; row < board->height; row++) {
        char line[4 * TB_SIDE_MAX + 1] = "";
        int used = 0;

        for (unsigned i = 0; i < board->width; i++) {
            unsigned cell = row * board->width + i;
            char number[16];

            snprintf(number, sizeof number, "%u", cell + 1);
            used += snprintf(line + used, sizeof line - (size_t)used, "%*s", i == 0 ? 2 : 3,
                             tb_cellset_has(tiles, cell)            ? number
                             : tb_cellset_has(pattern->fixed, cell) ? "#"
                             : cell == pattern->blank               ? "."
                                                                    : "-");
        }
        cli_table_row(table, row == 0 ? "pattern" : "", line);
    }
}

static void add_values(struct cli_table *table, const struct summary *summary)
{
    const struct tb_header *header = &summary->header;
    char text[CLI_NUMBER];
    uint32_t smallest = 0;

    while (smallest + 1 < header->values && header->histogram[smallest] == 0)
        smallest++;
    snprintf(text, sizeof text, "%u", smallest);
    cli_table_row(table, "smallest value", text);
    cli_table_row(table, "mean value", mean_text(tb_header_mean(header), text));
    snprintf(text, sizeof text, "%u", header->values - 1);
    cli_table_row(table, "largest value", text);
    cli_table_row(table, "mean Manhattan", mean_text(summary->manhattan, text));
    cli_table_row(table, "mean excess", mean_text(mean_excess(summary), text));
}

static void add_sizes(struct cli_table *table, const struct tb_header *header)
{
    char text[128], bytes[CLI_NUMBER];

    snprintf(text, sizeof text, "%s, %u bits an entry", cli_bytes(header->table_bytes, bytes),
             header->bits);
    cli_table_row(table, "table", text);
    snprintf(text, sizeof text, "%s, %.3g bits an entry, layout %s, %.2f to 1",
             cli_bytes(file_bytes(header), bytes), bits_on_disk(header),
             tb_layout_name(header->layout), ratio(header));
    cli_table_row(table, "file", text);
}

static const char *trust_text(enum summary_trust trust)
{
    switch (trust) {
    case SUMMARY_PROVEN:
        return "checksums right, every entry proven";
    case SUMMARY_CHECKSUMS:
        return "checksums right";
    default:
        return "header right; --verify checks and proves the rest";
    }
}

static enum tb_status print_fields(const struct summary *summary, struct tb_error *error)
{
    const struct tb_header *header = &summary->header;
    const struct tb_pattern *pattern = &header->pattern;
    uint64_t unreachable = header->entries - tb_header_reachable(header);
    char text[TB_PATTERN_TEXT], number[CLI_NUMBER];
    struct cli_table table;

    cli_table_init(&table, "ll");
    cli_table_row(&table, "kind", tb_kind_name(pattern->kind));
    snprintf(text, sizeof text, "%ux%u", pattern->board.width, pattern->board.height);
    cli_table_row(&table, "board", text);
    add_picture(&table, pattern);
    tb_pattern_print_tiles(pattern, text);
    cli_table_row(&table, "tiles", text);
    cli_table_row(&table, "entries", cli_count(header->entries, number));
    if (unreachable > 0)
        cli_table_row(&table, "unreachable", cli_count(unreachable, number));
    cli_table_row(&table, "states", cli_count(header->states, number));
    add_values(&table, summary);
    add_sizes(&table, header);
    cli_table_row(&table, "written by", header->program);
    cli_table_row(&table, "file's date", date_text(summary->written, "%Y-%m-%d %H:%M UTC", text));
    cli_table_row(&table, "checked", trust_text(summary->trust));
    return cli_table_print(&table, 2, error);
}

enum tb_status summary_print(const struct summary *summary, struct tb_error *error)
{
    enum tb_status status;

    printf("%s\n", summary->path);
    status = print_fields(summary, error);
    if (status != TB_OK)
        return status;
    printf("\n");
    return histogram_print(summary->header.histogram, summary->header.values, error);
}

enum tb_status summary_print_table(const struct summary *summaries, size_t count,
                                   struct tb_error *error)
{
    static const char *const checked[] = {"header", "checksums", "proven"};
    struct cli_table table;

    cli_table_init(&table, "lrrrrrrrrl");
    cli_table_row(&table, "database", "entries", "file", "bits", "ratio", "mean", "Manhattan",
                  "excess", "largest", "checked");
    for (size_t i = 0; i < count; i++) {
        const struct tb_header *header = &summaries[i].header;
        char entries[CLI_NUMBER], bytes[CLI_NUMBER], bits[CLI_NUMBER], packed[CLI_NUMBER];
        char means[3][CLI_NUMBER], largest[CLI_NUMBER];

        snprintf(bits, sizeof bits, "%.3g", bits_on_disk(header));
        snprintf(packed, sizeof packed, "%.2f", ratio(header));
        snprintf(largest, sizeof largest, "%u", header->values - 1);
        cli_table_row(&table, summaries[i].path, cli_count(header->entries, entries),
                      cli_bytes(file_bytes(header), bytes), bits, packed,
                      mean_text(tb_header_mean(header), means[0]),
                      mean_text(summaries[i].manhattan, means[1]),
                      mean_text(mean_excess(&summaries[i]), means[2]), largest,
                      checked[summaries[i].trust]);
    }
    return cli_table_print(&table, 0, error);
}

static json_t *json_tiles(const struct tb_pattern *pattern)
{
    json_t *tiles = json_array();

    for (tb_cellset rest = pattern->goals; rest != 0; rest = tb_cellset_rest(rest))
        cli_json_add(&tiles, json_integer(tb_cellset_first(rest) + 1));
    return tiles;
}

static json_t *json_histogram(const struct tb_header *header)
{
    json_t *counts = json_array();

    for (uint32_t value = 0; value < header->values; value++)
        cli_json_add(&counts, json_integer((json_int_t)header->histogram[value]));
    return counts;
}

static json_t *json_mean(double mean)
{
    return isnan(mean) ? json_null() : json_real(mean);
}

enum tb_status summary_print_json(const struct summary *summary, struct tb_error *error)
{
    const struct tb_header *header = &summary->header;
    const struct tb_pattern *pattern = &header->pattern;
    char board[8], date[CLI_NUMBER];

    snprintf(board, sizeof board, "%ux%u", pattern->board.width & 15u, pattern->board.height & 15u);
    return cli_json_print(
        json_pack("{s:o, s:s, s:s, s:o, s:i, s:I, s:I, s:I, s:o, s:f, s:i, s:o, s:o, s:I, s:I, "
                  "s:i, s:s, s:s, s:s, s:b, s:b}",
                  "file", cli_json_text(summary->path), "kind", tb_kind_name(pattern->kind),
                  "board", board, "tiles", json_tiles(pattern), "blank", pattern->blank + 1,
                  "entries", (json_int_t)header->entries, "unreachable",
                  (json_int_t)(header->entries - tb_header_reachable(header)), "states",
                  (json_int_t)header->states, "histogram", json_histogram(header), "mean",
                  tb_header_mean(header), "max", (int)header->values - 1, "mean_manhattan",
                  json_mean(summary->manhattan), "mean_excess", json_mean(mean_excess(summary)),
                  "table_bytes", (json_int_t)header->table_bytes, "file_bytes",
                  (json_int_t)file_bytes(header), "bits", (int)header->bits, "layout",
                  tb_layout_name(header->layout), "program", header->program, "date",
                  date_text(summary->written, "%Y-%m-%dT%H:%M:%SZ", date), "verified",
                  summary->trust >= SUMMARY_CHECKSUMS, "proven", summary->trust == SUMMARY_PROVEN),
        error);
}
