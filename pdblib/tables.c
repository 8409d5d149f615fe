/* tables.c -- the databases of a partition, opened */
#include <stdlib.h>

#include "tilebase/partition.h"

/* How one pattern of the partition is found in its database. */
struct table_use {
    struct tb_pdb *pdb;
    bool shared;                 /* an earlier pattern opened it */
    uint8_t image[TB_CELLS_MAX]; /* the database's cell for each of the board's */
};

struct tb_tables {
    struct tb_board board;
    unsigned count;
    struct table_use uses[TB_CELLS_MAX - 1];
};

/* `partition` is the name of what pdbgen would have to build. */
static enum tb_status open_canonical(struct tb_tables *tables, const char *partition,
                                     const struct tb_pattern *canonical, enum tb_kind kind,
                                     const struct tb_folders *folders,
                                     const struct tb_pdb_options *options, struct table_use *use,
                                     struct tb_error *error)
{
    char path[TB_PATH_MAX], name[TB_PATTERN_TEXT];
    const struct tb_header *header;
    enum tb_status status;

    tb_pattern_file_name(canonical, tb_kind_name(kind), name);
    for (struct table_use *other = tables->uses; other < use; other++)
        if (tb_pattern_equal(&tb_pdb_header(other->pdb)->pattern, canonical)) {
            use->pdb = other->pdb;
            use->shared = true;
            return TB_OK;
        }
    if (!tb_folders_find(folders, name, path))
        return tb_error_set(error, TB_NOT_FOUND, "%.160s is not built yet: pdbgen %.64s builds it",
                            name, partition);
    status = tb_pdb_open(path, options, &use->pdb, error);
    if (status != TB_OK)
        return status;
    header = tb_pdb_header(use->pdb);
    if (header->kind != kind || !tb_pattern_equal(&header->pattern, canonical))
        return tb_error_set(error, TB_DAMAGED,
                            "%.200s: holds the database of another pattern than its name says; "
                            "pdbgen %.64s builds it again",
                            path, partition);
    return TB_OK;
}

enum tb_status tb_tables_open(const struct tb_partition *partition,
                              const struct tb_folders *folders,
                              const struct tb_pdb_options *options, struct tb_tables **result,
                              struct tb_error *error)
{
    struct tb_tables *tables = calloc(1, sizeof *tables);
    enum tb_status status = TB_OK;

    *result = NULL;
    if (tables == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a partition");
    tables->board = partition->board;
    for (unsigned i = 0; i < partition->count && status == TB_OK; i++) {
        struct table_use *use = &tables->uses[i];
        struct tb_pattern canonical;
        unsigned symmetry;

        tb_pattern_canonical(&partition->patterns[i], &canonical, &symmetry);
        for (unsigned cell = 0; cell < partition->board.cells; cell++)
            use->image[cell] = (uint8_t)tb_board_map(&partition->board, symmetry, cell);
        status = open_canonical(tables, partition->name, &canonical, partition->kind, folders,
                                options, use, error);
        tables->count = i + 1;
    }
    if (status != TB_OK) {
        tb_tables_close(tables);
        return status;
    }
    *result = tables;
    return TB_OK;
}

void tb_tables_close(struct tb_tables *tables)
{
    if (tables == NULL)
        return;
    for (unsigned i = 0; i < tables->count; i++)
        if (!tables->uses[i].shared)
            tb_pdb_close(tables->uses[i].pdb);
    free(tables);
}

int tb_tables_lookup_pattern(const struct tb_tables *tables, unsigned pattern,
                             const struct tb_position *position)
{
    const struct table_use *use = &tables->uses[pattern];
    struct tb_position image = {0};

    for (unsigned cell = 0; cell < tables->board.cells; cell++) {
        unsigned tile = position->tile[cell];

        if (tile > 0 && tile <= tables->board.cells)
            image.tile[use->image[cell]] = (uint8_t)(use->image[tile - 1] + 1);
    }
    return tb_pdb_lookup(use->pdb, &image);
}

const struct tb_pdb *tb_tables_pdb(const struct tb_tables *tables, unsigned pattern)
{
    return tables->uses[pattern].pdb;
}

const uint8_t *tb_tables_image(const struct tb_tables *tables, unsigned pattern)
{
    return tables->uses[pattern].image;
}

int tb_tables_lookup(const struct tb_tables *tables, const struct tb_position *position)
{
    int sum = 0;

    for (unsigned i = 0; i < tables->count; i++) {
        int value = tb_tables_lookup_pattern(tables, i, position);

        if (value < 0)
            return value;
        sum += value;
    }
    return sum;
}
