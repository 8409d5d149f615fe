/* report.c -- what was measured of a partition, for people and for programs */
#include "report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/json.h"
#include "cli/table.h"
#include "cli/text.h"
#include "histogram.h"

/* Means over all positions, by their published counts at each depth (for 4x4 Korf and Schultze
 * 2005), and for 5x5 over Korf's 50 boards (Korf and Felner 2002), all rounded. */
unsigned report_usual_length(const struct tb_board *board)
{
    static const struct {
        uint8_t width, height, length;
    } known[] = {{2, 2, 3},  {3, 2, 13}, {4, 2, 23}, {5, 2, 35}, {6, 2, 49},
                 {3, 3, 22}, {4, 3, 35}, {5, 3, 51}, {4, 4, 53}, {5, 5, 101}};
    unsigned wide = board->width > board->height ? board->width : board->height;
    unsigned high = board->width > board->height ? board->height : board->width;

    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].width == wide && known[i].height == high)
            return known[i].length;
    return 0;
}

/* "45.630", or "45.630 +- 0.005". */
static const char *mean_text(struct estimate mean, char *text)
{
    if (mean.error > 0)
        snprintf(text, CLI_NUMBER, "%.3f +- %.3f", mean.value, mean.error);
    else
        snprintf(text, CLI_NUMBER, "%.3f", mean.value);
    return text;
}

/* The same for numbers of any size: "1.62e-14 +- 3%". */
static const char *share_text(struct estimate estimate, char *text)
{
    if (estimate.error > 0)
        snprintf(text, CLI_NUMBER, "%.3g +- %.1f%%", estimate.value,
                 100 * estimate.error / estimate.value);
    else
        snprintf(text, CLI_NUMBER, "%.4g", estimate.value);
    return text;
}

static const char *nodes_text(struct estimate nodes, char *text)
{
    char number[CLI_NUMBER];

    if (!(nodes.value < 1e15))
        return share_text(nodes, text);
    cli_count((uint64_t)(nodes.value + 0.5), number);
    if (nodes.error > 0)
        snprintf(text, CLI_NUMBER, "%.20s +- %.1f%%", number, 100 * nodes.error / nodes.value);
    else
        snprintf(text, CLI_NUMBER, "%.30s", number);
    return text;
}

/* Exactly known, from the headers, or as it was counted. */
static struct estimate mean_of(const struct quality *quality, enum quality_way way)
{
    if (way == QUALITY_REGULAR && !isnan(quality->mean))
        return (struct estimate){quality->mean, 0};
    return quality_mean(quality, way);
}

static enum tb_status print_ways(const struct quality *quality, unsigned length,
                                 struct tb_error *error)
{
    char head[32];
    struct cli_table table;

    cli_table_init(&table, "lrrrr");
    snprintf(head, sizeof head, "nodes within %u moves", length);
    cli_table_row(&table, "look-ups", "mean", "largest", "eta", length > 0 ? head : "");
    for (enum quality_way way = 0; way < quality->ways; way++) {
        char mean[CLI_NUMBER], largest[16], eta[CLI_NUMBER], nodes[CLI_NUMBER];
        double share[PREDICT_VALUES];

        snprintf(largest, sizeof largest, "%u", quality_shares(quality, way, share));
        cli_table_row(&table, quality_way_name(way), mean_text(mean_of(quality, way), mean),
                      largest, share_text(quality_eta(quality, way), eta),
                      length > 0 ? nodes_text(quality_nodes(quality, way, length), nodes) : "");
    }
    return cli_table_print(&table, 2, error);
}

enum tb_status report_quality(const struct tb_partition *partition, const struct quality *quality,
                              unsigned length, struct tb_error *error)
{
    char picture[TB_PICTURE_TEXT], positions[CLI_NUMBER];
    double share[PREDICT_VALUES];
    enum quality_way way = quality_best(quality);
    unsigned largest = quality_shares(quality, way, share);
    enum tb_status status;

    printf("%s (%ux%u, %s)\n", partition->name, partition->board.width, partition->board.height,
           tb_kind_name(partition->kind));
    if (partition->comment[0] != '\0')
        printf("  %s\n", partition->comment);
    tb_partition_draw(partition, picture);
    for (char *row = picture, *end; (end = strchr(row, '\n')) != NULL; row = end + 1)
        printf("    %.*s\n", (int)(end - row), row);
    printf("\n  over %s%s positions%s:\n\n", quality->exact ? "all " : "",
           cli_count(quality->positions, positions), quality->exact ? "" : " drawn at random");
    status = print_ways(quality, length, error);
    if (status != TB_OK)
        return status;
    printf("\n  shares of positions by value, %s:\n\n", quality_way_name(way));
    return histogram_print_shares(share, largest + 1, error);
}

static json_t *json_way(const struct quality *quality, enum quality_way way, unsigned length)
{
    struct estimate mean = quality_mean(quality, way), eta = quality_eta(quality, way);
    json_t *shares = json_array(), *object;
    double share[PREDICT_VALUES];
    unsigned largest = quality_shares(quality, way, share);

    for (unsigned value = 0; value <= largest; value++)
        cli_json_add(&shares, json_real(share[value]));
    object = json_pack("{s:s, s:f, s:f, s:i, s:f, s:f, s:o}", "lookups", quality_way_name(way),
                       "mean", mean.value, "mean_error", mean.error, "max", (int)largest, "eta",
                       eta.value, "eta_error", eta.error, "shares", shares);
    if (length > 0) {
        struct estimate nodes = quality_nodes(quality, way, length);

        cli_json_set(&object, "nodes", json_real(nodes.value));
        cli_json_set(&object, "nodes_error", json_real(nodes.error));
    }
    return object;
}

enum tb_status report_quality_json(const struct tb_partition *partition,
                                   const struct quality *quality, unsigned length,
                                   struct tb_error *error)
{
    json_t *ways = json_array();
    char board[8];

    for (enum quality_way way = 0; way < quality->ways; way++)
        cli_json_add(&ways, json_way(quality, way, length));
    snprintf(board, sizeof board, "%ux%u", quality->board.width & 15u, quality->board.height & 15u);
    return cli_json_print(
        json_pack("{s:o, s:o, s:s, s:s, s:I, s:b, s:o, s:i, s:o}", "partition",
                  cli_json_text(partition->name), "comment", cli_json_text(partition->comment),
                  "kind", tb_kind_name(partition->kind), "board", board, "positions",
                  (json_int_t)quality->positions, "exact", quality->exact, "exact_mean",
                  isnan(quality->mean) ? json_null() : json_real(quality->mean), "length",
                  (int)length, "ways", ways),
        error);
}
