/* catalogue.c -- the list of all partitions that can be built by name */
#include "catalogue.h"

#include <stdio.h>
#include <string.h>

#include "cli/json.h"
#include "cli/message.h"
#include "cli/text.h"

/* Entries and bytes, as far as there are numbers for them. */
static void print_sizes(const struct tb_partition_sizes *sizes)
{
    char entries[CLI_NUMBER], bytes[CLI_NUMBER];

    if (sizes->entries == TB_TOO_LARGE)
        printf("too many entries to be stored");
    else
        printf("%s entries, %s of tables%s", cli_count(sizes->entries, entries),
               cli_bytes(sizes->table_bytes, bytes), sizes->built == sizes->files ? ", built" : "");
}

static json_t *json_size(uint64_t size)
{
    return size == TB_TOO_LARGE ? json_null() : json_integer((json_int_t)size);
}

static void print_partition(const struct tb_partition *partition,
                            const struct tb_partition_sizes *sizes)
{
    char picture[TB_PICTURE_TEXT];
    char *row = picture;

    printf("%s  (%ux%u, %s, %u database%s: ", partition->name, partition->board.width,
           partition->board.height, tb_kind_name(partition->kind), sizes->files,
           sizes->files == 1 ? "" : "s");
    print_sizes(sizes);
    printf(")\n");
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
        json_pack("{s:o, s:o, s:s, s:s, s:s, s:i, s:b, s:o, s:o}", "name",
                  cli_json_text(partition->name), "comment", cli_json_text(partition->comment),
                  "kind", tb_kind_name(partition->kind), "board", board, "picture", picture,
                  "databases", (int)sizes->files, "built", sizes->built == sizes->files, "entries",
                  json_size(sizes->entries), "table_bytes", json_size(sizes->table_bytes)),
        error);
}

static enum tb_status list_one(const char *name, const struct tb_folders *folders, bool json,
                               struct tb_error *error)
{
    struct tb_partition partition;
    struct tb_error reason;
    struct tb_partition_sizes sizes;
    enum tb_status status = tb_partition_find(name, folders, &partition, &reason);

    /* A picture that is wrong, or not for this user, does not hide the others. */
    if (status == TB_NO_MEMORY || status == TB_IO || status == TB_STOPPED) {
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
