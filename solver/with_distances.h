/* with_distances.h -- make a heuristic beside which the Manhattan distance may count, too
 *
 * Included behind ida_plain.h by a file whose evaluator has the fields `cells` and
 * `distance`, which is all 0 if distances do not count, and that defines init_part, which
 * prepares the rest of it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "distance.h"

struct with_distances {
    struct heuristic heuristic;
    struct evaluator evaluator;
};

static void release(struct heuristic *heuristic)
{
    free(heuristic);
}

static enum tb_status make_with_distances(const char *name, bool distances,
                                          const struct tb_board *board,
                                          const struct tb_position *goal,
                                          struct heuristic **heuristic, struct tb_error *error)
{
    struct with_distances *made = calloc(1, sizeof *made);

    *heuristic = NULL;
    if (made == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a heuristic");
    made->heuristic = (struct heuristic){
        .admissible = true,
        .consistent = true,
        .engine = plain_engine(&made->evaluator),
        .free = release,
    };
    snprintf(made->heuristic.name, sizeof made->heuristic.name, "%s", name);
    made->evaluator.cells = board->cells;
    if (distances)
        fill_distances(board, goal, made->evaluator.distance);
    init_part(&made->evaluator, board, goal);
    *heuristic = &made->heuristic;
    return TB_OK;
}
