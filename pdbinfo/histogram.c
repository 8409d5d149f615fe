/* histogram.c -- how many entries have each value, as bars and as CSV */
#include "histogram.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/table.h"
#include "cli/terminal.h"
#include "cli/text.h"

enum { BAR_MIN = 10, BAR_MAX = 120, OTHERS = 30 }; /* columns; those of all else in a line */

/* Columns for bars, with a number of that size before them. */
static int bar_width(const char *widest)
{
    int room = cli_terminal_width(STDOUT_FILENO) - OTHERS - (int)strlen(widest);

    return room < BAR_MIN ? BAR_MIN : room > BAR_MAX ? BAR_MAX : room;
}

static void draw_bar(double length, char bar[BAR_MAX + 1])
{
    size_t whole = (size_t)(length + 0.5);

    memset(bar, '#', whole);
    bar[whole] = '\0';
}

static uint64_t sum_of(const uint64_t *count, uint32_t values)
{
    uint64_t sum = 0;

    for (uint32_t value = 0; value < values; value++)
        sum += count[value];
    return sum;
}

enum tb_status histogram_print(const uint64_t *count, uint32_t values, struct tb_error *error)
{
    double all = (double)sum_of(count, values);
    uint64_t most = 0;
    char entries[CLI_NUMBER];
    struct cli_table table;
    int width;

    for (uint32_t value = 0; value < values; value++)
        most = count[value] > most ? count[value] : most;
    width = bar_width(cli_count(most, entries));
    cli_table_init(&table, "rrrl");
    cli_table_row(&table, "value", "entries", "share", "");
    for (uint32_t value = 0; value < values; value++) {
        char number[16], share[16], bar[BAR_MAX + 1];

        snprintf(number, sizeof number, "%u", value);
        snprintf(share, sizeof share, "%.2f%%", 100 * (double)count[value] / all);
        draw_bar((double)count[value] / (double)most * width, bar);
        cli_table_row(&table, number, cli_count(count[value], entries), share, bar);
    }
    return cli_table_print(&table, 2, error);
}

enum tb_status histogram_print_shares(const double *share, uint32_t values, struct tb_error *error)
{
    double most = 0;
    struct cli_table table;

    for (uint32_t value = 0; value < values; value++)
        most = share[value] > most ? share[value] : most;
    cli_table_init(&table, "rrl");
    cli_table_row(&table, "value", "share", "");
    for (uint32_t value = 0; value < values; value++) {
        char number[16], percent[32], bar[BAR_MAX + 1];

        snprintf(number, sizeof number, "%u", value);
        snprintf(percent, sizeof percent, share[value] < 1e-4 ? "%.1e%%" : "%.2f%%",
                 100 * share[value]);
        draw_bar(share[value] / most * bar_width(""), bar);
        cli_table_row(&table, number, share[value] > 0 ? percent : "-", bar);
    }
    return cli_table_print(&table, 2, error);
}

static void print_quoted(const char *name)
{
    if (strpbrk(name, ",\"\n") == NULL) {
        fputs(name, stdout);
        return;
    }
    putchar('"');
    for (; *name != '\0'; name++)
        printf(*name == '"' ? "\"%c" : "%c", *name);
    putchar('"');
}

void histogram_print_csv(const char *name, const uint64_t *count, uint32_t values)
{
    double all = (double)sum_of(count, values);

    for (uint32_t value = 0; value < values; value++) {
        print_quoted(name);
        printf(",%u,%llu,%.9g\n", value, (unsigned long long)count[value],
               (double)count[value] / all);
    }
}

void histogram_print_shares_csv(const char *name, const double *share, uint32_t values)
{
    for (uint32_t value = 0; value < values; value++) {
        print_quoted(name);
        printf(",%u,%.9g\n", value, share[value]);
    }
}
