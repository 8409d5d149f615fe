/* provide.c -- the partition to solve with, and its databases from disk or made at once */
#include "provide.h"

#include <string.h>

#include "small_partition.h"
#include "store.h"

/* Databases with fewer entries in all are built in memory rather than kept. */
enum { SMALL_ENTRIES = 4000000 };

/* Build those databases of a partition that no folder has. */
static enum tb_status build_missing(const struct tb_partition *partition,
                                    const struct tb_folders *folders, unsigned threads, bool quiet,
                                    struct tb_error *error)
{
    const struct store_options options = {
        .threads = threads, .layout = TB_LAYOUT_ZSTD, .level = 1, .quiet = quiet};
    char output[TB_PATH_MAX], path[TB_PATH_MAX], name[TB_PATTERN_TEXT];
    enum tb_status status = TB_OK;

    tb_folders_output(output);
    for (unsigned i = 0; i < partition->count && status == TB_OK; i++) {
        struct tb_pattern canonical;
        struct store_result result;
        unsigned symmetry;

        tb_pattern_canonical(&partition->patterns[i], &canonical, &symmetry);
        tb_pattern_file_name(&canonical, name);
        status = tb_folders_find(folders, name, path, error);
        if (status != TB_NOT_FOUND)
            continue; /* it is there, or that cannot be said */
        status = store_folder(output, error);
        if (status == TB_OK)
            status = store_path(output, &canonical, path, error);
        if (status == TB_OK)
            status = store_database(&canonical, path, &options, &result, error);
    }
    return status;
}

enum tb_status provide_tables(const struct tb_partition *partition, unsigned threads, bool quiet,
                              struct tb_tables **tables, struct tb_error *error)
{
    const struct tb_pdb_options options = {.threads = threads};
    struct tb_folders folders;
    enum tb_status status = tb_folders_default(&folders, error);

    if (status == TB_OK)
        status = build_missing(partition, &folders, threads, quiet, error);
    if (status == TB_OK)
        status = tb_tables_open(partition, &folders, &options, tables, error);
    if (status == TB_DAMAGED && error != NULL) {
        char text[sizeof error->text];

        memcpy(text, error->text, sizeof text);
        tb_error_set(error, status, "%.400s: remove it, or build it again with pdbgen", text);
    }
    return status;
}

/* The databases of a partition, each once, while they are built. */
struct workshop {
    unsigned count;
    struct tb_pattern patterns[TB_CELLS_MAX - 1];
    struct tb_pdb *pdbs[TB_CELLS_MAX - 1]; /* NULL: not built, or handed over */
};

static unsigned find_pattern(const struct workshop *workshop, const struct tb_pattern *pattern)
{
    unsigned i = 0;

    while (i < workshop->count && !tb_pattern_equal(&workshop->patterns[i], pattern))
        i++;
    return i;
}

static void plan(struct workshop *workshop, const struct tb_partition *partition)
{
    *workshop = (struct workshop){0};
    for (unsigned i = 0; i < partition->count; i++) {
        struct tb_pattern canonical;
        unsigned symmetry;

        tb_pattern_canonical(&partition->patterns[i], &canonical, &symmetry);
        if (find_pattern(workshop, &canonical) == workshop->count)
            workshop->patterns[workshop->count++] = canonical;
    }
}

/* Databases this small take one thread each, so that threads build several at once. */
static enum tb_status build_all(struct workshop *workshop, unsigned threads, struct tb_error *error)
{
    const struct store_options options = {.threads = 1, .quiet = true};
    enum tb_status worst = TB_OK;

#pragma omp parallel for num_threads(threads) schedule(dynamic)
    for (unsigned i = 0; i < workshop->count; i++) {
        struct tb_error reason;
        enum tb_status status =
            store_in_memory(&workshop->patterns[i], &options, &workshop->pdbs[i], &reason);

        if (status != TB_OK) {
#pragma omp critical
            worst = tb_error_set(error, status, "%s", reason.text);
        }
    }
    return worst;
}

static enum tb_status hand_over(void *context, const struct tb_partition *partition,
                                const struct tb_pattern *canonical, struct tb_pdb **pdb,
                                struct tb_error *error)
{
    struct workshop *workshop = context;
    unsigned i = find_pattern(workshop, canonical);

    (void)partition;
    (void)error;
    *pdb = workshop->pdbs[i];
    workshop->pdbs[i] = NULL;
    return TB_OK;
}

enum tb_status provide_in_memory(const struct tb_partition *partition, unsigned threads,
                                 struct tb_tables **tables, struct tb_error *error)
{
    struct workshop workshop;
    enum tb_status status;

    *tables = NULL;
    plan(&workshop, partition);
    status = build_all(&workshop, threads, error);
    if (status == TB_OK)
        status = tb_tables_make(partition, hand_over, &workshop, tables, error);
    for (unsigned i = 0; i < workshop.count; i++)
        tb_pdb_close(workshop.pdbs[i]);
    return status;
}

enum tb_status provide_any(const struct tb_partition *partition, unsigned threads, bool quiet,
                           struct tb_tables **tables, struct tb_error *error)
{
    struct tb_folders folders;
    struct tb_partition_sizes sizes;
    enum tb_status status = tb_folders_default(&folders, error);

    *tables = NULL;
    if (status != TB_OK)
        return status;
    tb_partition_measure(partition, &folders, &sizes);
    if (sizes.built < sizes.files && sizes.entries < SMALL_ENTRIES)
        return provide_in_memory(partition, threads, tables, error);
    return provide_tables(partition, threads, quiet, tables, error);
}

/* Whether a partition is for this board, holds all its tiles, and serves goals with
 * their blank on this cell. */
static bool suits(const struct tb_partition *partition, const struct tb_board *board,
                  unsigned blank)
{
    tb_cellset cells = tb_cellset_of(partition->blank);
    bool serves = false;

    if (partition->kind != TB_KIND_ADDITIVE && partition->kind != TB_KIND_ZERO_AWARE)
        return false;
    if (partition->board.width != board->width || partition->board.height != board->height)
        return false;
    for (unsigned i = 0; i < partition->count; i++)
        cells |= partition->patterns[i].goals;
    for (unsigned symmetry = 0; symmetry < tb_board_symmetries(board); symmetry++)
        serves = serves || tb_board_map(board, symmetry, blank) == partition->blank;
    return serves && cells == board->all;
}

/* The mean value of a partition, or a negative number if it is not built. */
static double strength(const struct tb_partition *partition, const struct tb_folders *folders)
{
    double sum = 0;

    for (unsigned i = 0; i < partition->count; i++) {
        char name[TB_PATTERN_TEXT], path[TB_PATH_MAX];
        struct tb_pattern canonical;
        struct tb_header header;
        unsigned symmetry;

        tb_pattern_canonical(&partition->patterns[i], &canonical, &symmetry);
        tb_pattern_file_name(&canonical, name);
        if (tb_folders_find(folders, name, path, NULL) != TB_OK ||
            tb_pdb_read_header(path, &header, NULL) != TB_OK)
            return -1;
        sum += tb_header_mean(&header);
    }
    return sum;
}

/* The strongest of the catalogue; false if there is none. */
static bool choose_built(const struct tb_board *board, unsigned blank,
                         const struct tb_folders *folders, struct tb_partition *partition)
{
    struct tb_names names;
    double best = -1;

    if (tb_catalogue_names(folders, &names, NULL) != TB_OK)
        return false;
    for (unsigned i = 0; i < names.count; i++) {
        struct tb_partition candidate;
        double now;

        if (tb_partition_find(names.name[i], folders, &candidate, NULL) != TB_OK ||
            !suits(&candidate, board, blank))
            continue;
        now = strength(&candidate, folders);
        if (now > best) {
            best = now;
            *partition = candidate;
        }
    }
    tb_names_free(&names);
    return best >= 0;
}

void provide_choice(const struct tb_board *board, unsigned blank, struct tb_partition *partition,
                    bool *built)
{
    struct tb_folders folders;

    *built = tb_folders_default(&folders, NULL) == TB_OK &&
             choose_built(board, blank, &folders, partition);
    if (!*built)
        small_partition(board, blank, partition);
}
