/* table.c -- aligned tables for people */
#include "cli/table.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tilebase/pages.h"

static const int gap = 2; /* spaces between columns */

void cli_table_init(struct cli_table *table, const char *columns)
{
    *table = (struct cli_table){.columns = columns};
}

static bool make_room(struct cli_table *table, size_t cells)
{
    size_t room = table->room == 0 ? 64 : 2 * table->room;
    char **grown;

    if (table->rows * strlen(table->columns) + cells <= table->room)
        return true;
    grown = tb_array_grow(table->cells, room, sizeof *grown);
    if (grown == NULL)
        return false;
    table->cells = grown;
    table->room = room;
    return true;
}

void cli_table_row(struct cli_table *table, ...)
{
    size_t columns = strlen(table->columns);
    va_list arguments;

    if (!make_room(table, columns)) {
        table->failed = true;
        return;
    }
    va_start(arguments, table);
    for (size_t i = 0; i < columns; i++) {
        char *cell = strdup(va_arg(arguments, const char *));

        table->failed = table->failed || cell == NULL;
        table->cells[table->rows * columns + i] = cell;
    }
    va_end(arguments);
    table->rows++;
}

static void measure(const struct cli_table *table, int *width)
{
    size_t columns = strlen(table->columns);

    for (size_t i = 0; i < columns; i++) {
        width[i] = 0;
        for (size_t row = 0; row < table->rows; row++) {
            int length = (int)strlen(table->cells[row * columns + i]);

            width[i] = length > width[i] ? length : width[i];
        }
    }
}

static void print_row(const struct cli_table *table, char *const *cells, const int *width,
                      int indent)
{
    size_t columns = strlen(table->columns);

    /* Nothing behind the last cell with something in it. */
    while (columns > 0 && cells[columns - 1][0] == '\0')
        columns--;
    printf("%*s", indent, "");
    for (size_t i = 0; i < columns; i++) {
        bool last = i + 1 == columns;

        if (table->columns[i] == 'r')
            printf("%*s", width[i], cells[i]);
        else
            printf("%-*s", last ? 0 : width[i], cells[i]);
        printf("%*s", last ? 0 : gap, "");
    }
    printf("\n");
}

void cli_table_free(struct cli_table *table)
{
    for (size_t i = 0; i < table->rows * strlen(table->columns); i++)
        free(table->cells[i]);
    free(table->cells);
    cli_table_init(table, table->columns);
}

enum tb_status cli_table_print(struct cli_table *table, int indent, struct tb_error *error)
{
    size_t columns = strlen(table->columns);
    enum tb_status status = TB_OK;
    int width[CLI_COLUMNS];

    if (table->failed) {
        status = tb_error_set(error, TB_NO_MEMORY, "no memory to print a table");
    } else {
        measure(table, width);
        for (size_t row = 0; row < table->rows; row++)
            print_row(table, table->cells + row * columns, width, indent);
    }
    cli_table_free(table);
    return status;
}
