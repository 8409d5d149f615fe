/* table.h -- aligned tables for people */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "tilebase/error.h"

#define CLI_COLUMNS 12

struct cli_table {
    const char *columns; /* one letter a column: l to the left, r to the right */
    size_t rows;
    size_t room;
    char **cells; /* row by row */
    bool failed;  /* no memory for a cell: it will not be printed */
};

void cli_table_init(struct cli_table *table, const char *columns);

/* Add a row: one string for each column. */
void cli_table_row(struct cli_table *table, ...);

/* Print the rows with `indent` spaces before them, and forget them. TB_NO_MEMORY, with nothing
 * printed, if a row found none. */
enum tb_status cli_table_print(struct cli_table *table, int indent, struct tb_error *error);

/* Forget the rows without printing them. */
void cli_table_free(struct cli_table *table);

#endif
