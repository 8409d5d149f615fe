/* build.c -- a database in memory, from its pattern */
#include "build.h"

#include <string.h>
#include <time.h>

#include "local_build.h"
#include "tuples.h"
#include "walking_build.h"

enum { SMALL_BUILD = 2000000 }; /* entries */

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* What every search counts. */
static void keep_counts(struct build *build, uint64_t states, uint32_t values,
                        const uint64_t histogram[TB_VALUES_MAX])
{
    build->states = states;
    build->values = values;
    memcpy(build->histogram, histogram, values * sizeof *histogram);
}

/* A database to compare with instead of making a table, and the first entry that differs. */
struct comparison {
    const struct tb_pdb *claim;
    uint64_t wrong;
};

/* Search, and make the table or compare it, with the graph and the slides at hand. */
static enum tb_status build_on(const struct cohort_graph *graph, const struct lane_slides *slides,
                               const struct search_options *options, struct comparison *comparison,
                               struct build *build, struct tb_error *error)
{
    struct search_result found;
    double start = now();
    enum tb_status status = search_run(graph, slides, options, &found, error);

    if (status != TB_OK)
        return status;
    build->search_seconds = now() - start;
    keep_counts(build, found.states, found.values, found.histogram);
    if (comparison == NULL)
        status = excess_table_make(graph, slides, &found, options->threads, &build->table, error);
    else
        status = excess_table_compare(graph, slides, &found, options->threads, comparison->claim,
                                      &comparison->wrong, error);
    search_result_free(&found);
    return status;
}

/* Fill in what the caller left open. */
static struct search_options complete(const struct search_options *options,
                                      const struct tb_pattern *pattern)
{
    struct search_options filled = *options;

    if (filled.kernels == NULL)
        filled.kernels = lane_kernels_available()[0];
    /* Waking threads for every depth costs more than a small search itself. */
    if (filled.threads == 0 || tb_pattern_entries(pattern) < SMALL_BUILD)
        filled.threads = 1;
    return filled;
}

/* The kinds of chosen tiles. */
static enum tb_status build_cohorts(const struct search_options *options,
                                    struct comparison *comparison, struct build *build,
                                    struct tb_error *error)
{
    struct search_options filled = complete(options, &build->pattern);
    struct cohort_graph graph;
    struct lane_slides slides;
    enum tb_status status = cohort_graph_init(&graph, &build->pattern, filled.threads, error);

    if (status != TB_OK)
        return status;
    status = lane_slides_init(&slides, build->pattern.tiles, graph.reach, error);
    if (status == TB_OK) {
        status = build_on(&graph, &slides, &filled, comparison, build, error);
        lane_slides_free(&slides);
    }
    cohort_graph_free(&graph);
    return status;
}

static enum tb_status build_walking(const struct search_options *options, struct build *build,
                                    struct tb_error *error)
{
    const struct tb_pattern *pattern = &build->pattern;
    struct walking_build found;
    struct tb_walking_index index;
    double start = now();
    enum tb_status status =
        tb_walking_index_init(&index, pattern->board.height, pattern->board.width,
                              pattern->blank / pattern->board.width, error);

    if (status != TB_OK)
        return status;
    status = walking_build(&index, options, &found, error);
    tb_walking_index_free(&index);
    if (status != TB_OK)
        return status;
    build->search_seconds = now() - start;
    keep_counts(build, found.states, found.values, found.histogram);
    build->table = (struct excess_table){
        .bits = found.bits, .row_bytes = found.bytes, .bytes = found.bytes, .table = found.table};
    return TB_OK;
}

/* Progress of pairs and triples, as a search tells it. */
struct relay {
    const struct search_options *options;
    uint64_t tuple_states;
};

static bool relay_progress(void *context, uint64_t done, uint64_t total)
{
    const struct relay *relay = context;
    const struct search_options *options = relay->options;
    const struct search_progress progress = {.states = done * relay->tuple_states,
                                             .total = total * relay->tuple_states};

    return options->progress == NULL || options->progress(options->context, &progress);
}

static enum tb_status build_tuples(const struct search_options *options, struct build *build,
                                   struct tb_error *error)
{
    const struct tb_pattern *pattern = &build->pattern;
    struct relay relay = {options, tb_pattern_columns(pattern) * tb_factorial(pattern->tiles)};
    const struct tuples_options tuples = {
        .threads = options->threads, .progress = relay_progress, .context = &relay};
    struct tuples_build found;
    enum tb_status status =
        tuples_build(&pattern->board, pattern->blank, pattern->tiles, &tuples, &found, error);

    if (status != TB_OK)
        return status;
    build->search_seconds = found.seconds;
    keep_counts(build, found.states, found.values, found.histogram);
    build->table = (struct excess_table){.bits = found.bits,
                                         .row_bytes = found.row_bytes,
                                         .bytes = found.bytes,
                                         .table = found.table};
    return TB_OK;
}

static enum tb_status build_local(const struct search_options *options, struct build *build,
                                  struct tb_error *error)
{
    struct local_build found;
    double start = now();
    enum tb_status status = local_build(&build->pattern, options, &found, error);

    if (status != TB_OK)
        return status;
    build->search_seconds = now() - start;
    keep_counts(build, found.states, found.values, found.histogram);
    build->table = (struct excess_table){.bits = 8,
                                         .row_bytes = tb_pattern_columns(&build->pattern),
                                         .bytes = found.bytes,
                                         .table = found.table};
    return TB_OK;
}

enum tb_status build_pattern(const struct tb_pattern *pattern, const struct search_options *options,
                             struct build *build, struct tb_error *error)
{
    double start = now();
    enum tb_status status;

    *build = (struct build){.pattern = *pattern, .entries = tb_pattern_entries(pattern)};
    switch (pattern->kind) {
    case TB_KIND_WALKING_DISTANCE:
        status = build_walking(options, build, error);
        break;
    case TB_KIND_PAIRS:
    case TB_KIND_TRIPLES:
        status = build_tuples(options, build, error);
        break;
    case TB_KIND_LOCAL:
        status = build_local(options, build, error);
        break;
    default:
        status = build_cohorts(options, NULL, build, error);
    }
    build->seconds = now() - start;
    return status;
}

enum tb_status build_compare(const struct tb_pdb *pdb, const struct search_options *options,
                             struct build *build, uint64_t *wrong, struct tb_error *error)
{
    const struct tb_header *header = tb_pdb_header(pdb);
    struct comparison comparison = {pdb, UINT64_MAX};
    double start = now();
    enum tb_status status;

    *build = (struct build){.pattern = header->pattern, .entries = header->entries};
    status = build_cohorts(options, &comparison, build, error);
    build->seconds = now() - start;
    *wrong = comparison.wrong;
    return status;
}

void build_free(struct build *build)
{
    excess_table_free(&build->table);
}

void build_describe(const struct build *build, struct tb_header *header)
{
    *header = (struct tb_header){
        .pattern = build->pattern,
        .bits = build->table.bits,
        .entries = build->entries,
        .states = build->states,
        .table_bytes = build->table.bytes,
        .values = build->values,
        .program = "tilebase " TILEBASE_VERSION,
    };
    memcpy(header->histogram, build->histogram, sizeof header->histogram);
}

enum tb_status build_into_pdb(struct build *build, struct tb_pdb **pdb, struct tb_error *error)
{
    struct tb_header header;
    enum tb_status status;

    build_describe(build, &header);
    status = tb_pdb_adopt(&header, build->table.table, pdb, error);
    if (status == TB_OK)
        build->table.table = NULL;
    build_free(build);
    return status;
}
