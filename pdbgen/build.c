/* build.c -- a database in memory, from its pattern */
#include "build.h"

#include <string.h>
#include <time.h>

enum { SMALL_BUILD = 2000000 }; /* entries */

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Search and make the table, with the graph and the slides at hand. */
static enum tb_status build_on(const struct cohort_graph *graph, const struct lane_slides *slides,
                               const struct search_options *options, struct build *build,
                               struct tb_error *error)
{
    struct search_result found;
    double start = now();
    enum tb_status status = search_run(graph, slides, options, &found, error);

    if (status != TB_OK)
        return status;
    build->search_seconds = now() - start;
    build->states = found.states;
    build->values = found.values;
    for (uint32_t value = 0; value < found.values; value++)
        build->histogram[value] = found.histogram[value];
    status = excess_table_make(graph, slides, &found, options->threads, &build->table, error);
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

enum tb_status build_additive(const struct tb_pattern *pattern,
                              const struct search_options *options, struct build *build,
                              struct tb_error *error)
{
    struct search_options filled = complete(options, pattern);
    struct cohort_graph graph;
    struct lane_slides slides;
    double start = now();
    enum tb_status status = cohort_graph_init(&graph, pattern, filled.threads, error);

    *build = (struct build){
        .pattern = *pattern, .kind = TB_KIND_ADDITIVE, .entries = tb_pattern_entries(pattern)};
    if (status != TB_OK)
        return status;
    status = lane_slides_init(&slides, pattern->tiles, graph.reach, error);
    if (status == TB_OK) {
        status = build_on(&graph, &slides, &filled, build, error);
        lane_slides_free(&slides);
    }
    cohort_graph_free(&graph);
    build->seconds = now() - start;
    return status;
}

void build_free(struct build *build)
{
    excess_table_free(&build->table);
}

void build_describe(const struct build *build, struct tb_header *header)
{
    *header = (struct tb_header){
        .kind = build->kind,
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
