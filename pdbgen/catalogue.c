/* catalogue.c -- the list of all partitions that can be built by name */
#include "catalogue.h"

#include <stdio.h>
#include <string.h>

#include "cli/json.h"
#include "cli/message.h"
#include "cli/text.h"

static void print_partition(const struct tb_partition *partition,
                            const struct tb_partition_sizes *sizes)
{
    char picture[TB_PICTURE_TEXT], entries[CLI_NUMBER], bytes[CLI_NUMBER];
    char *row = picture;

    printf("%s  (%ux%u, %s, %u database%s: %s entries, %s of tables%s)\n", partition->name,
           partition->board.width, partition->board.height, tb_kind_name(partition->kind),
           sizes->files, sizes->files == 1 ? "" : "s", cli_count(sizes->entries, entries),
           cli_bytes(sizes->table_bytes, bytes), sizes->built == sizes->files ? ", built" : "");
    if (partition->comment[0] != '\0')
        printf("  %s\n", partition->comment);
    tb_partition_draw(partition, picture);
    for (char *end; (end = strchr(row, '\n')) != NULL; row = end + 1)
        printf("    %.*s\n", (int)(end - row), row);
    printf("\n");
}

static enum tb_status print_json(const struct tb_partition *partition,
                                 const struct tb_partition_sizes *sizes, struct tb_error *error)
{
    char picture[TB_PICTURE_TEXT], board[8];

    tb_partition_draw(partition, picture);
    snprintf(board, sizeof board, "%ux%u", partition->board.width & 15u,
             partition->board.height & 15u);
    return cli_json_print(
        json_pack("{s:o, s:o, s:s, s:s, s:s, s:i, s:b, s:I, s:I}", "name",
                  cli_json_text(partition->name), "comment", cli_json_text(partition->comment),
                  "kind", tb_kind_name(partition->kind), "board", board, "picture", picture,
                  "databases", (int)sizes->files, "built", sizes->built == sizes->files, "entries",
                  (json_int_t)sizes->entries, "table_bytes", (json_int_t)sizes->table_bytes),
        error);
}

static enum tb_status list_one(const char *name, const struct tb_folders *folders, bool json,
                               struct tb_error *error)
{
    struct tb_partition partition;
    struct tb_error reason;
    struct tb_partition_sizes sizes;
    enum tb_status status = tb_partition_find(name, folders, &partition, &reason);

    /* A picture that is wrong does not hide the others; without memory or files nothing goes on. */
    if (status == TB_NO_MEMORY || status == TB_IO) {
        *error = reason;
        return status;
    }
    if (status != TB_OK) {
        cli_note("pdbgen", &reason);
        return TB_OK;
    }
    tb_partition_measure(&partition, folders, &sizes);
    if (json)
        return print_json(&partition, &sizes, error);
    print_partition(&partition, &sizes);
    return TB_OK;
}

enum tb_status catalogue_list(const struct tb_folders *folders, bool json, struct tb_error *error)
{
    struct tb_names names;
    enum tb_status status = tb_catalogue_names(folders, &names, error);

    if (status == TB_OK && names.count == 0)
        status = tb_error_set(error, TB_NOT_FOUND,
                              "no catalogue found: set TILEBASE_PATH to a folder with pictures");
    for (unsigned i = 0; i < names.count && status == TB_OK; i++)
        status = list_one(names.name[i], folders, json, error);
    tb_names_free(&names);
    return status;
}
