/* estimate.c -- what a build will take */
#include "build.h"
#include "local_graph.h"
#include "tilebase/size.h"

/* Planes that a search fills in practice: enough for 124 moves. */
enum { USUAL_PLANES = 6 };

/* The program itself, its libraries, and what huge pages round up. */
enum { PROGRAM_BYTES = 24 << 20 };

/* Seconds on one thread, fitted to builds of 6, 7 and 8 tiles on a machine of 2024. */
static const double seconds_a_state = 2.3e-9; /* to search */
static const double seconds_an_edge = 2.2e-7;
static const double seconds_a_walk = 2e-7;   /* a state of a walking distance */
static const double seconds_a_tuple = 3e-9;  /* a state of pairs or triples */
static const double seconds_a_local = 3e-8;  /* a state of a local problem */
static const double seconds_an_entry = 6e-9; /* to store and to compress */

/* Searches by cohorts. */
static void estimate_cohorts(const struct tb_pattern *pattern, unsigned threads,
                             struct build_estimate *estimate)
{
    uint32_t arrangements = tb_factorial(pattern->tiles);
    uint32_t lanes = arrangements <= TB_LANE_SIZE ? 1 : arrangements / TB_LANE_SIZE;
    uint64_t set_bytes = lanes * sizeof(struct lane);
    uint64_t searching, storing;
    struct cohort_sizes sizes;

    cohort_graph_sizes(pattern, &sizes);
    estimate->states = tb_size_mul(sizes.nodes, arrangements);
    searching = tb_size_add(tb_size_mul(sizes.nodes, 2 * set_bytes + 5),
                            tb_size_mul(sizes.columns, USUAL_PLANES * set_bytes));
    storing = tb_size_add(tb_size_add(tb_size_mul(sizes.columns, USUAL_PLANES * set_bytes),
                                      tb_table_bytes(pattern, 8)),
                          threads * excess_worker_bytes(pattern->tiles));
    estimate->peak_bytes =
        tb_size_add(tb_size_add(searching > storing ? searching : storing, sizes.bytes),
                    lane_slides_bytes(pattern->tiles, pattern->board.width - 1u));
    /* With every tile in the pattern, parity leaves half of the states. */
    if (pattern->tiles + 1 == pattern->board.cells)
        estimate->states /= 2;
    estimate->seconds =
        ((double)estimate->states * seconds_a_state + (double)sizes.edges * seconds_an_edge) /
        threads;
}

/* A byte for each state while searching, and the table, which may need as much again. */
static void estimate_walking(const struct tb_pattern *pattern, unsigned threads,
                             struct build_estimate *estimate)
{
    estimate->states = tb_pattern_columns(pattern);
    estimate->peak_bytes = tb_size_mul(estimate->states, 2);
    estimate->seconds = (double)estimate->states * seconds_a_walk / threads;
}

/* The graph, which all share, and the table. */
static void estimate_tuples(const struct tb_pattern *pattern, unsigned threads,
                            struct build_estimate *estimate)
{
    struct tb_pattern one = *pattern;
    struct cohort_sizes sizes;

    one.kind = TB_KIND_ADDITIVE;
    cohort_graph_sizes(&one, &sizes);
    estimate->states = tb_size_mul(sizes.nodes, tb_pattern_rows(pattern));
    estimate->peak_bytes =
        tb_size_add(tb_size_add(sizes.bytes, tb_size_mul(sizes.nodes, 8 * (uint64_t)threads)),
                    tb_table_bytes(pattern, 8));
    estimate->seconds = (double)estimate->states * seconds_a_tuple / threads;
}

/* A byte for each state, and the moves. */
static void estimate_local(const struct tb_pattern *pattern, unsigned threads,
                           struct build_estimate *estimate)
{
    estimate->states = tb_local_states(pattern);
    estimate->table_bytes = tb_table_bytes(pattern, 8);
    estimate->peak_bytes = tb_size_add(estimate->table_bytes, local_graph_bytes(pattern));
    estimate->seconds = (double)estimate->states * seconds_a_local / threads;
}

void build_estimate(const struct tb_pattern *pattern, unsigned threads,
                    struct build_estimate *estimate)
{
    *estimate = (struct build_estimate){.entries = tb_pattern_entries(pattern),
                                        .table_bytes = tb_table_bytes(pattern, 4)};
    if (pattern->kind == TB_KIND_WALKING_DISTANCE)
        estimate_walking(pattern, threads, estimate);
    else if (tb_kind_tuple(pattern->kind) > 0)
        estimate_tuples(pattern, threads, estimate);
    else if (pattern->kind == TB_KIND_LOCAL)
        estimate_local(pattern, threads, estimate);
    else
        estimate_cohorts(pattern, threads, estimate);
    estimate->peak_bytes = tb_size_add(estimate->peak_bytes, PROGRAM_BYTES);
    estimate->storing = (double)estimate->entries * seconds_an_entry / threads;
    estimate->seconds += estimate->storing;
}
