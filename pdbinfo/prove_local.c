/* prove_local.c -- the rule of neighbours, for local problems
 *
 * A value is the number of moves that bring the tiles home, wherever the blank ends. So all
 * entries with every tile at home are 0, and two neighbours may have the same value, too.
 */
#include <stdlib.h>

#include "local_graph.h"
#include "prove.h"

enum { CHUNK = 64 }; /* rows that a thread takes at a time */

/* Whether an entry keeps the rule; tables of this kind have a byte for each. */
static bool keeps(const struct local_graph *graph, const uint8_t *table, uint32_t row,
                  uint32_t column)
{
    unsigned none = tb_unreachable_excess(8);
    unsigned own = table[(uint64_t)row * graph->columns + column];
    bool goal = row == 0 && column >= graph->goal_first && column <= graph->goal_last;
    bool closer = false, wrong = false;

    for (unsigned i = 0; i < graph->move_count[column]; i++) {
        unsigned other = table[local_graph_next(graph, row, &graph->moves[column][i])];

        closer = closer || other + 1 == own;
        wrong = wrong || (own == none) != (other == none) ||
                (own != none && (other + 1 < own || other > own + 1));
    }
    return !wrong && (goal ? own == 0 : own == none || closer);
}

static enum tb_status check_rows(const struct local_graph *graph, const uint8_t *table,
                                 const struct prove_options *options, bool *kept,
                                 struct tb_error *error)
{
    _Atomic bool broken = false, stopped = false;
    _Atomic uint32_t done = 0;

#pragma omp parallel for schedule(dynamic, CHUNK) num_threads(options->threads)
    for (uint32_t row = 0; row < graph->rows; row++) {
        if (broken || stopped)
            continue;
        for (uint32_t column = 0; column < graph->columns && !broken; column++)
            if (!keeps(graph, table, row, column))
                broken = true;
        done++;
        if (row % CHUNK == 0) {
#pragma omp critical(prove)
            if (!watch_goes_on(&options->watch, (double)done / graph->rows))
                stopped = true;
        }
    }
    *kept = !broken;
    return stopped ? tb_error_set(error, TB_STOPPED, "stopped") : TB_OK;
}

enum tb_status prove_local(const struct tb_pdb *pdb, const struct prove_options *options,
                           bool *kept, struct tb_error *error)
{
    struct local_graph graph;
    enum tb_status status = local_graph_init(&graph, &tb_pdb_header(pdb)->pattern, error);

    if (status != TB_OK)
        return status;
    status = check_rows(&graph, tb_pdb_table(pdb), options, kept, error);
    local_graph_free(&graph);
    return status;
}
