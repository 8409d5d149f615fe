/* value_iteration.c -- the values of a local problem as reinforcement learning finds them */
#include "value_iteration.h"

/* The largest value that a move leads to. */
static double best_next(const struct local_graph *graph, const double *value, uint32_t row,
                        uint32_t column)
{
    double best = 0;

    for (unsigned i = 0; i < graph->move_count[column]; i++) {
        double next = value[local_graph_next(graph, row, &graph->moves[column][i])];

        best = next > best ? next : best;
    }
    return best;
}

/* One sweep: all of `after` from all of `before`. Whether anything changed. */
static bool sweep(const struct local_graph *graph, double gamma, const double *before,
                  double *after)
{
    bool changed = false;
    uint64_t state = 0;

    for (uint32_t row = 0; row < graph->rows; row++)
        for (uint32_t column = 0; column < graph->columns; column++, state++) {
            bool home = row == 0 && column >= graph->goal_first && column <= graph->goal_last;
            double best = best_next(graph, before, row, column);

            if (home && before[state] > best)
                best = before[state];
            after[state] = (home ? 1 : 0) + gamma * best;
            changed = changed || after[state] != before[state];
        }
    return changed;
}

enum tb_status value_iteration(const struct local_graph *graph, double gamma,
                               struct value_iteration *result, struct tb_error *error)
{
    uint64_t states = (uint64_t)graph->rows * graph->columns, bytes = states * sizeof(double);
    double *before = tb_pages_alloc(bytes), *after = tb_pages_alloc(bytes);
    unsigned sweeps = 1;

    if (before == NULL || after == NULL) {
        tb_pages_free(before, bytes);
        tb_pages_free(after, bytes);
        return tb_error_set(error, TB_NO_MEMORY, "no memory for the values of a local problem");
    }
    for (; sweep(graph, gamma, before, after); sweeps++) {
        double *last = before;

        before = after;
        after = last;
    }
    tb_pages_free(before, bytes);
    *result = (struct value_iteration){.states = states, .sweeps = sweeps, .value = after};
    return TB_OK;
}

void value_iteration_free(struct value_iteration *result)
{
    tb_pages_free(result->value, result->states * sizeof *result->value);
    result->value = NULL;
}

unsigned value_iteration_policy(const struct local_graph *graph,
                                const struct value_iteration *result, uint32_t row, uint32_t column)
{
    double best = -1;
    unsigned chosen = 0;

    for (unsigned i = 0; i < graph->move_count[column]; i++) {
        double next = result->value[local_graph_next(graph, row, &graph->moves[column][i])];

        if (next > best) {
            best = next;
            chosen = i;
        }
    }
    return chosen;
}
