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
    bool add_up;
    unsigned count;
    struct table_use uses[TB_CELLS_MAX - 1];
};

static bool is_of(const struct tb_pdb *pdb, const struct tb_pattern *pattern)
{
    return tb_pattern_equal(&tb_pdb_header(pdb)->pattern, pattern);
}

/* Get the database of a canonical pattern: an earlier pattern's, or a new one. */
static enum tb_status take_canonical(struct tb_tables *tables, const struct tb_partition *partition,
                                     const struct tb_pattern *canonical, tb_source *source,
                                     void *context, struct tb_error *error)
{
    struct table_use *use = &tables->uses[tables->count];
    enum tb_status status;

    for (struct table_use *other = tables->uses; other < use; other++)
        if (is_of(other->pdb, canonical)) {
            use->pdb = other->pdb;
            use->shared = true;
            tables->count++;
            return TB_OK;
        }
    status = source(context, partition, canonical, &use->pdb, error);
    if (status != TB_OK)
        return status;
    tables->count++;
    if (!is_of(use->pdb, canonical))
        return tb_error_set(error, TB_INVALID, "%.64s was given a database of another pattern",
                            partition->name);
    return TB_OK;
}

/* Whether the values of a partition's patterns are to be added. */
static bool adds_up(enum tb_kind kind)
{
    return kind == TB_KIND_ADDITIVE || kind == TB_KIND_ZERO_AWARE ||
           kind == TB_KIND_WALKING_DISTANCE;
}

enum tb_status tb_tables_make(const struct tb_partition *partition, tb_source *source,
                              void *context, struct tb_tables **result, struct tb_error *error)
{
    struct tb_tables *tables = calloc(1, sizeof *tables);
    enum tb_status status = TB_OK;

    *result = NULL;
    if (tables == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a partition");
    tables->board = partition->board;
    tables->add_up = adds_up(partition->kind);
    for (unsigned i = 0; i < partition->count && status == TB_OK; i++) {
        struct tb_pattern canonical;
        unsigned symmetry;

        tb_pattern_canonical(&partition->patterns[i], &canonical, &symmetry);
        for (unsigned cell = 0; cell < partition->board.cells; cell++)
            tables->uses[i].image[cell] = (uint8_t)tb_board_map(
                &canonical.board, symmetry, tb_partition_cell(partition, i, cell));
        status = take_canonical(tables, partition, &canonical, source, context, error);
    }
    if (status != TB_OK) {
        tb_tables_close(tables);
        return status;
    }
    *result = tables;
    return TB_OK;
}

/* Databases that are files in folders. */
struct folder_source {
    const struct tb_folders *folders;
    const struct tb_pdb_options *options;
};

static enum tb_status open_from_folders(void *context, const struct tb_partition *partition,
                                        const struct tb_pattern *canonical, struct tb_pdb **pdb,
                                        struct tb_error *error)
{
    const struct folder_source *source = context;
    char path[TB_PATH_MAX], name[TB_PATTERN_TEXT];
    enum tb_status status;

    tb_pattern_file_name(canonical, name);
    status = tb_folders_find(source->folders, name, path, error);
    if (status == TB_NOT_FOUND)
        return tb_error_set(error, TB_NOT_FOUND, "%.160s is not built yet: pdbgen %.64s builds it",
                            name, partition->name);
    if (status == TB_OK)
        status = tb_pdb_open(path, source->options, pdb, error);
    if (status != TB_OK || is_of(*pdb, canonical))
        return status;
    tb_pdb_close(*pdb);
    return tb_error_set(error, TB_DAMAGED,
                        "%.200s: holds the database of another pattern than its name says; "
                        "pdbgen %.64s builds it again",
                        path, partition->name);
}

enum tb_status tb_tables_open(const struct tb_partition *partition,
                              const struct tb_folders *folders,
                              const struct tb_pdb_options *options, struct tb_tables **tables,
                              struct tb_error *error)
{
    struct folder_source source = {folders, options};

    return tb_tables_make(partition, open_from_folders, &source, tables, error);
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
    int sum = 0, most = 0;

    for (unsigned i = 0; i < tables->count; i++) {
        int value = tb_tables_lookup_pattern(tables, i, position);

        if (value < 0)
            return value;
        sum += value;
        most = value > most ? value : most;
    }
    return tables->add_up ? sum : most;
}
