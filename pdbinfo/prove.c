/* prove.c -- whether the table of a database is the right one */
#include "prove.h"

#include "build.h"
#include "difference.h"
#include "reader.h"
#include "scan.h"

/* What is told to one who watches a search. */
static bool relay(void *context, const struct search_progress *progress)
{
    const struct prove_options *options = context;

    return watch_goes_on(&options->watch, (double)progress->states / (double)progress->total);
}

static enum tb_status wrong_entry(const char *path, const struct tb_pdb *pdb, uint64_t row,
                                  uint32_t column, struct tb_error *error)
{
    char board[READER_TEXT];
    int value = reader_value(pdb, row, column);

    reader_describe(pdb, row, column, board);
    if (value == TB_UNREACHABLE)
        return tb_error_set(error, TB_DAMAGED, "%.200s: wrong: %.200s has no value; build it again",
                            path, board);
    return tb_error_set(error, TB_DAMAGED,
                        "%.200s: wrong: %.200s does not have the value %d; build it again", path,
                        board, value);
}

/* Counts of the header against those of the table. */
static enum tb_status check_counts(const char *path, const struct tb_header *header,
                                   const uint64_t *count, uint32_t values, uint64_t states,
                                   struct tb_error *error)
{
    for (uint32_t value = 0; value < values || value < header->values; value++) {
        uint64_t found = value < values ? count[value] : 0;
        uint64_t said = value < header->values ? header->histogram[value] : 0;

        if (found != said)
            return tb_error_set(error, TB_DAMAGED,
                                "%.200s: wrong: its header counts %llu entries of value %u, and "
                                "there are %llu; build it again",
                                path, (unsigned long long)said, value, (unsigned long long)found);
    }
    if (states != header->states)
        return tb_error_set(error, TB_DAMAGED,
                            "%.200s: wrong: its header counts %llu states, and there are %llu; "
                            "build it again",
                            path, (unsigned long long)header->states, (unsigned long long)states);
    return TB_OK;
}

/* Search by cohorts again, and compare. */
static enum tb_status search_again(const char *path, const struct tb_pdb *pdb,
                                   const struct search_options *search, struct tb_error *error)
{
    const struct tb_header *header = tb_pdb_header(pdb);
    uint64_t columns = tb_pattern_columns(&header->pattern), wrong;
    struct build build;
    enum tb_status status = build_compare(pdb, search, &build, &wrong, error);

    if (status != TB_OK)
        return status;
    if (wrong != UINT64_MAX)
        return wrong_entry(path, pdb, wrong / columns, (uint32_t)(wrong % columns), error);
    return check_counts(path, header, build.histogram, build.values, build.states, error);
}

/* Build the whole table again, and compare: for the kinds that are not searched by cohorts. */
static enum tb_status build_again(const char *path, const struct tb_pdb *pdb,
                                  const struct search_options *search, struct tb_error *error)
{
    const struct tb_header *header = tb_pdb_header(pdb);
    const struct watch no_watch = {0};
    struct difference found;
    struct build build;
    struct tb_pdb *right;
    enum tb_status status = build_pattern(&header->pattern, search, &build, error);

    if (status == TB_OK)
        status = build_into_pdb(&build, &right, error);
    if (status != TB_OK)
        return status;
    status = difference_find(pdb, right, search->threads, &no_watch, &found, error);
    tb_pdb_close(right);
    if (status != TB_OK)
        return status;
    if (found.entries > 0)
        return wrong_entry(path, pdb, found.row, found.column, error);
    return check_counts(path, header, build.histogram, build.values, build.states, error);
}

/* The entries keep the rule of neighbours; what is left is the header. */
static enum tb_status count_entries(const char *path, const struct tb_pdb *pdb,
                                    const struct prove_options *options, struct tb_error *error)
{
    struct scan scan;
    uint64_t reached = 0;
    enum tb_status status = scan_entries(pdb, options->threads, &options->watch, &scan, error);

    if (status != TB_OK)
        return status;
    for (unsigned value = 0; value < SCAN_VALUES; value++)
        reached += scan.value[value];
    return check_counts(path, tb_pdb_header(pdb), scan.value, SCAN_VALUES, reached, error);
}

/* The rule of neighbours of a kind. */
static enum tb_status check_rule(const struct tb_pdb *pdb, const struct prove_options *options,
                                 bool *kept, struct tb_error *error)
{
    switch (tb_pdb_header(pdb)->pattern.kind) {
    case TB_KIND_WALKING_DISTANCE:
        return prove_walking(pdb, options, kept, error);
    case TB_KIND_LOCAL:
        return prove_local(pdb, options, kept, error);
    default:
        return prove_neighbours(pdb, options, kept, error);
    }
}

enum tb_status prove_table(const char *path, const struct tb_pdb *pdb,
                           const struct prove_options *options, struct tb_error *error)
{
    const struct search_options search = {
        .threads = options->threads, .progress = relay, .context = (void *)options};
    enum tb_kind kind = tb_pdb_header(pdb)->pattern.kind;
    bool whole = kind == TB_KIND_WALKING_DISTANCE || kind == TB_KIND_LOCAL, kept = false;
    enum tb_status status;

    if (kind == TB_KIND_ADDITIVE)
        return search_again(path, pdb, &search, error);
    if (tb_kind_tuple(kind) > 0)
        return build_again(path, pdb, &search, error);
    status = check_rule(pdb, options, &kept, error);
    if (status == TB_OK && kept)
        return count_entries(path, pdb, options, error);
    /* The rule says that something is wrong; the builder says which entry. */
    if (status == TB_OK)
        status = whole ? build_again(path, pdb, &search, error)
                       : search_again(path, pdb, &search, error);
    if (status == TB_OK)
        status =
            tb_error_set(error, TB_DAMAGED,
                         "%.200s: wrong: its entries do not fit each other; build it again", path);
    return status;
}
