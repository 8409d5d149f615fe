/* lookup.c -- a lower bound for one position, by the databases of a partition
 *
 * cc lookup.c $(pkg-config --cflags --libs tilebase) -o lookup
 */
#include <stdio.h>
#include <tilebase/tilebase.h>

int main(void)
{
    const char *board = "15 2 1 12 8 5 6 11 4 9 10 7 3 14 13 0";
    struct tb_folders folders;
    struct tb_partition partition;
    struct tb_tables *tables;
    struct tb_position position;
    struct tb_error error;

    if (tb_folders_default(&folders, &error) != TB_OK ||
        tb_partition_find("5-5-5", &folders, &partition, &error) != TB_OK ||
        tb_tables_open(&partition, &folders, NULL, &tables, &error) != TB_OK ||
        tb_position_parse(&partition.board, board, &position, &error) != TB_OK)
        return fprintf(stderr, "%s\n", error.text), 1;
    printf("at least %d moves\n", tb_tables_lookup(tables, &position));
    tb_tables_close(tables);
    return 0;
}
