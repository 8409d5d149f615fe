/* local_algorithm.c -- solving a few tiles at a time, as one of the algorithms */
#include <math.h>

#include "algorithm.h"
#include "searching.h"
#include "local.h"

enum tb_status local_check_options(const struct algorithm *algorithm, unsigned region,
                                   const struct search *search, struct tb_error *error)
{
    bool local = (algorithm->traits & ALGORITHM_LOCAL) != 0;

    if (!local && (region != 0 || search->improve > 0))
        return tb_error_set(error, TB_INVALID, "--region and --improve are for --algorithm local");
    if (local && (search->nodes != UINT64_MAX || isfinite(search->seconds)))
        return tb_error_set(error, TB_INVALID,
                            "--algorithm local does not search: --max-nodes and --timeout have no "
                            "use, and --improve S is its limit of time");
    return TB_OK;
}

enum tb_status local_check_goal(const struct tb_board *board, const struct tb_position *goal,
                                struct tb_error *error)
{
    struct tb_view view;

    if (tb_view_init(board, goal, board->cells - 1u, &view, NULL) == TB_OK)
        return TB_OK;
    return tb_error_set(error, TB_INVALID,
                        "--algorithm local needs the blank's goal in a corner: tiles are brought "
                        "home row by row, and the last ones beside the blank");
}

enum tb_status local_view_init(struct local_view *view, struct tb_local *local,
                               const struct tb_position *goal, struct tb_error *error)
{
    const struct tb_board *board = &local->board;
    enum tb_status status = local_check_goal(board, goal, error);

    *view = (struct local_view){.local = local};
    if (status != TB_OK)
        return status;
    tb_view_init(board, goal, board->cells - 1u, &view->view, NULL);
    for (unsigned i = 0; i < board->cells; i++) {
        view->cell[view->view.cell[i]] = (uint8_t)i;
        view->tile[view->view.tile[i]] = (uint8_t)i;
    }
    return TB_OK;
}

/* A set of the view's tiles, by their goal cells, as the board's tiles. */
static tb_cellset tiles_of(const struct local_view *view, tb_cellset goals)
{
    tb_cellset tiles = 0;

    for (; goals != 0; goals = tb_cellset_rest(goals))
        tiles |= tb_cellset_of(view->tile[tb_cellset_first(goals) + 1]);
    return tiles;
}

/* Put down how the solution was found, and its path on the board as it was given. */
static enum tb_status keep_steps(const struct local_view *view, const struct local_solution *found,
                                 struct solution *solution, struct tb_error *error)
{
    struct local_steps *steps = malloc(sizeof *steps + found->length);

    solution->local = steps;
    if (steps == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a solution");
    steps->largest = found->largest;
    steps->count = found->parts;
    steps->length = (int)found->length;
    for (unsigned i = 0; i < found->parts; i++)
        steps->step[i] = (struct local_step){
            .tiles = tiles_of(view, found->part[i].pattern->goals),
            .fixed = tiles_of(view, found->part[i].pattern->fixed),
            .moves = (int)found->part[i].moves,
        };
    for (unsigned i = 0; i < found->length; i++)
        steps->path[i] = view->cell[found->path[i]];
    return keep_path(solution, steps->path)
               ? TB_OK
               : tb_error_set(error, TB_NO_MEMORY, "no memory for a solution");
}

enum tb_status local_algorithm(const struct heuristic *heuristic, const struct problem *problem,
                               const struct search *search, struct solution *solution,
                               struct tb_error *error)
{
    double start = clock_now();
    struct local_solution found;
    struct tb_position seen;
    enum tb_status status;

    *solution = (struct solution){.h = heuristic_value(heuristic, &problem->start),
                                  .least = surely_at_least(problem)};
    if (search->interrupted != NULL && search->interrupted())
        return tb_error_set(error, TB_STOPPED, "interrupted");
    tb_view_apply(&search->local->view, &problem->start, &seen);
    status = local_solve(search->local->local, &seen, &found, error);
    if (status != TB_OK)
        return status;
    if (heuristic->admissible && solution->h > solution->least)
        solution->least = solution->h;
    if (found.parts == 1) /* all tiles at once: there is no shorter way */
        solution->least = (int)found.length;
    solution->nodes = found.nodes;
    solution->bound = (int)found.length;
    status = keep_steps(search->local, &found, solution, error);
    if (status == TB_OK && search->improve > 0)
        status = local_improve(heuristic, problem, search, solution, error);
    solution->seconds = clock_now() - start;
    return status;
}
