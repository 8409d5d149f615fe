/* main.c -- pdbsolve: shortest solutions of sliding-tile puzzles */
#include <stdio.h>

#include "cli/interrupt.h"
#include "cli/message.h"
#include "cli/start.h"
#include "cli/threads.h"
#include "collect.h"
#include "course.h"
#include "local.h"
#include "provide_local.h"
#include "tilebase/memory.h"

static enum tb_status make_survey(struct solve_arguments *arguments,
                                  const struct heuristic *heuristic, const struct tb_position *goal,
                                  struct tb_error *error)
{
    struct survey survey;
    enum tb_status status = survey_goal(heuristic, &arguments->boards.board, goal,
                                        arguments->survey, &arguments->search, &survey, error);

    if (status == TB_OK)
        status = cli_check_databases(error);
    return status == TB_OK ? report_survey(&arguments->report, heuristic, &survey, error) : status;
}

/* What is solved with; searches without a heuristic still tell a first bound by one. */
static void tell_heuristic(const struct solve_arguments *arguments,
                           const struct heuristic *heuristic)
{
    const struct algorithm *algorithm = arguments->algorithm;

    if (solve_arguments_blind(arguments))
        fprintf(stderr, "solving by %s\n", algorithm->name);
    else if (algorithm->solve == ida_solve)
        fprintf(stderr, "solving with %s\n", heuristic->name);
    else
        fprintf(stderr, "solving by %s with %s\n", algorithm->name, heuristic->name);
}

static enum tb_status solve_boards(struct solve_arguments *arguments,
                                   const struct heuristic *heuristic,
                                   const struct tb_position *goal, struct tb_error *error)
{
    const struct course course = {
        .algorithm = arguments->algorithm,
        .heuristic = heuristic,
        .boards = &arguments->boards,
        .goal = goal,
        .search = arguments->search,
        .threads = arguments->threads,
        .check = arguments->check,
        .play = arguments->play,
        .quiet = arguments->choice.quiet,
        .report = &arguments->report,
    };

    if (!arguments->choice.quiet && arguments->report.form == REPORT_TEXT)
        tell_heuristic(arguments, heuristic);
    return course_run(&course, error);
}

/* Solve by local problems, which are made first. */
static enum tb_status solve_locally(struct solve_arguments *arguments,
                                    const struct heuristic *heuristic,
                                    const struct tb_position *goal, struct tb_error *error)
{
    struct local_view view;
    enum tb_status status =
        provide_local_view(&arguments->boards.board, goal, arguments->region, arguments->threads,
                           arguments->choice.quiet, &view, error);

    arguments->search.local = &view;
    if (status == TB_OK)
        status = solve_boards(arguments, heuristic, goal, error);
    tb_local_close(view.local);
    return status;
}

static enum tb_status run(struct solve_arguments *arguments, struct tb_error *error)
{
    struct tb_position goal;
    struct chosen chosen = {0};
    enum tb_status status = collect_boards(arguments, &goal, error);

    if (status == TB_OK)
        status = cli_check_threads(arguments->threads, error);
    if (arguments->search.memory == 0)
        arguments->search.memory = tb_memory_available() / 2;
    if (status == TB_OK && (arguments->algorithm->traits & ALGORITHM_LOCAL) != 0)
        status = local_check_goal(&arguments->boards.board, &goal, error);
    if (solve_arguments_blind(arguments))
        arguments->choice.named = NAMED_MANHATTAN;
    cli_interrupt_catch();
    if (status == TB_OK)
        status =
            choose_heuristic(&arguments->choice, &arguments->boards.board, &goal, &chosen, error);
    if (status == TB_OK && arguments->survey > 0)
        status = make_survey(arguments, chosen.heuristic, &goal, error);
    else if (status == TB_OK && (arguments->algorithm->traits & ALGORITHM_LOCAL) != 0)
        status = solve_locally(arguments, chosen.heuristic, &goal, error);
    else if (status == TB_OK)
        status = solve_boards(arguments, chosen.heuristic, &goal, error);
    chosen_free(&chosen);
    return status;
}

int main(int argc, char **argv)
{
    struct solve_arguments arguments;
    struct tb_error error = {0};
    int done;
    enum tb_status status;

    cli_start("pdbsolve");
    status = solve_arguments_parse(argc, argv, &arguments, &done, &error);
    if (status == TB_OK && !done)
        status = run(&arguments, &error);
    solve_arguments_free(&arguments);
    return cli_finish("pdbsolve", status == TB_OK ? CLI_EXIT_OK : cli_fail("pdbsolve", &error));
}
