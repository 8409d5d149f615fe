/* catalogue.c -- the list of all partitions that can be built by name */
#include "catalogue.h"

#include <dirent.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/json.h"
#include "cli/message.h"
#include "cli/text.h"

enum { NAMES_MAX = 1024 };

struct names {
    unsigned count;
    char *name[NAMES_MAX];
};

/* Names with numbers in them in the order of the numbers. */
static int compare_names(const void *a, const void *b)
{
    return strverscmp(*(char *const *)a, *(char *const *)b);
}

static void add_name(struct names *names, const char *file)
{
    size_t length = strlen(file) - strlen(TB_PARTITION_EXTENSION);

    for (unsigned i = 0; i < names->count; i++)
        if (strlen(names->name[i]) == length && strncmp(names->name[i], file, length) == 0)
            return;
    if (names->count < NAMES_MAX && (names->name[names->count] = strndup(file, length)) != NULL)
        names->count++;
}

static void collect_names(const struct tb_folders *folders, struct names *names)
{
    for (unsigned i = 0; i < folders->count; i++) {
        DIR *folder = opendir(folders->path[i]);
        struct dirent *file;

        if (folder == NULL)
            continue;
        while ((file = readdir(folder)) != NULL)
            if (file->d_name[0] != '.' && fnmatch("*" TB_PARTITION_EXTENSION, file->d_name, 0) == 0)
                add_name(names, file->d_name);
        closedir(folder);
    }
    qsort(names->name, names->count, sizeof *names->name, compare_names);
}

/* What a partition amounts to: entries and table bytes of its different databases. */
struct total {
    unsigned files;
    unsigned built;
    uint64_t entries;
    uint64_t table_bytes;
};

static void add_up(const struct tb_partition *partition, const struct tb_folders *folders,
                   struct total *total)
{
    struct tb_pattern seen[TB_CELLS_MAX];

    *total = (struct total){0};
    for (unsigned i = 0; i < partition->count; i++) {
        struct tb_pattern *pattern = &seen[total->files];
        char name[TB_PATTERN_TEXT], path[TB_PATH_MAX];
        unsigned symmetry, other = 0;

        tb_pattern_canonical(&partition->patterns[i], pattern, &symmetry);
        while (!tb_pattern_equal(&seen[other], pattern))
            other++;
        if (other < total->files)
            continue;
        tb_pattern_file_name(pattern, tb_kind_name(partition->kind), name);
        total->built += tb_folders_find(folders, name, path);
        total->files++;
        total->entries += tb_pattern_entries(pattern);
        total->table_bytes += tb_table_bytes(pattern, 4);
    }
}

static void print_partition(const struct tb_partition *partition, const struct total *total)
{
    char picture[TB_PICTURE_TEXT], entries[CLI_NUMBER], bytes[CLI_NUMBER];
    char *row = picture;

    printf("%s  (%ux%u, %s, %u database%s: %s entries, %s of tables%s)\n", partition->name,
           partition->board.width, partition->board.height, tb_kind_name(partition->kind),
           total->files, total->files == 1 ? "" : "s", cli_count(total->entries, entries),
           cli_bytes(total->table_bytes, bytes), total->built == total->files ? ", built" : "");
    if (partition->comment[0] != '\0')
        printf("  %s\n", partition->comment);
    tb_partition_draw(partition, picture);
    for (char *end; (end = strchr(row, '\n')) != NULL; row = end + 1)
        printf("    %.*s\n", (int)(end - row), row);
    printf("\n");
}

static enum tb_status print_json(const struct tb_partition *partition, const struct total *total,
                                 struct tb_error *error)
{
    char picture[TB_PICTURE_TEXT], board[8];

    tb_partition_draw(partition, picture);
    snprintf(board, sizeof board, "%ux%u", partition->board.width & 15u,
             partition->board.height & 15u);
    return cli_json_print(
        json_pack("{s:o, s:o, s:s, s:s, s:s, s:i, s:b, s:I, s:I}", "name",
                  cli_json_text(partition->name), "comment", cli_json_text(partition->comment),
                  "kind", tb_kind_name(partition->kind), "board", board, "picture", picture,
                  "databases", (int)total->files, "built", total->built == total->files, "entries",
                  (json_int_t)total->entries, "table_bytes", (json_int_t)total->table_bytes),
        error);
}

static enum tb_status list_one(const char *name, const struct tb_folders *folders, bool json,
                               struct tb_error *error)
{
    struct tb_partition partition;
    struct tb_error reason;
    struct total total;

    if (tb_partition_find(name, folders, &partition, &reason) != TB_OK) {
        cli_note("pdbgen", &reason);
        return TB_OK;
    }
    add_up(&partition, folders, &total);
    if (json)
        return print_json(&partition, &total, error);
    print_partition(&partition, &total);
    return TB_OK;
}

enum tb_status catalogue_list(const struct tb_folders *folders, bool json, struct tb_error *error)
{
    struct names names = {0};
    enum tb_status status = TB_OK;

    collect_names(folders, &names);
    for (unsigned i = 0; i < names.count; i++) {
        if (status == TB_OK)
            status = list_one(names.name[i], folders, json, error);
        free(names.name[i]);
    }
    if (names.count == 0)
        return tb_error_set(error, TB_NOT_FOUND,
                            "no catalogue found: set TILEBASE_PATH to a folder with pictures");
    return status;
}
