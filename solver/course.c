/* course.c -- boards solved one after the other, or side by side, and what is told of them */
#include "course.h"

#include <stdio.h>

#include "batch.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "cli/progress.h"
#include "cli/text.h"
#include "play.h"

/* What is wrong with a solution, if something is. */
static enum tb_status judge(const struct course *course, const struct board_entry *entry,
                            const struct solution *solution, struct tb_error *error)
{
    char text[TB_POSITION_TEXT];

    tb_position_print(&course->boards->board, &entry->start, text);
    if (!solution->solved && cli_interrupted())
        return tb_error_set(error, TB_STOPPED, "interrupted");
    if (!solution->solved)
        return tb_error_set(error, TB_IO, "%s: given up, at least %d moves", text, solution->bound);
    if (course->check && entry->length >= 0 &&
        (entry->length > solution->bound || entry->length < solution->least))
        return tb_error_set(error, TB_IO, "%s: %d moves, but the file says %d", text,
                            solution->bound, entry->length);
    return TB_OK;
}

/* What is told of a search under way. */
struct listener {
    struct cli_progress line;
    const struct report *report;
    const struct problem *problem;
};

/* A shorter solution, or a better bound, that is not the last word. */
static void hear_better(void *context, const struct solution *solution)
{
    struct listener *listener = context;

    cli_progress_end(&listener->line);
    report_better(listener->report, listener->problem, solution);
}

/* The line that tells how a hard board is coming along. */
static void show_progress(void *context, const struct search_state *now)
{
    struct cli_progress *line = &((struct listener *)context)->line;
    char nodes[CLI_NUMBER], rate[CLI_NUMBER], seconds[CLI_NUMBER];

    if (cli_progress_due(line))
        cli_progress_line(line, "at least %d moves, %s nodes, %s nodes/s, %s", now->bound,
                          cli_count(now->nodes, nodes),
                          cli_count((uint64_t)((double)now->nodes / (now->seconds + 1e-9)), rate),
                          cli_seconds(now->seconds, seconds));
}

/* Report one solution, play it if that is asked for, and judge it. What was found with a
 * database that was cut off or written to meanwhile is not told. */
static enum tb_status tell(const struct course *course, const struct board_entry *entry,
                           const struct solution *solution, struct tb_error *error)
{
    const struct problem problem = {course->boards->board, entry->start, *course->goal};
    enum tb_status status = cli_check_databases(error);

    if (status == TB_OK)
        status = report_solution(course->report, &problem, solution, error);
    if (status == TB_OK && course->play)
        status = play_solution(&problem, solution, error);
    if (status == TB_OK)
        status = judge(course, entry, solution, error);
    return status;
}

/* Solve a single board with all threads. */
static enum tb_status solve_one(const struct course *course, struct tb_error *error)
{
    const struct board_entry *entry = &course->boards->list[0];
    const struct problem problem = {course->boards->board, entry->start, *course->goal};
    struct listener listener = {.report = course->report, .problem = &problem};
    struct search search = course->search;
    struct solution solution;
    enum tb_status status;

    cli_progress_start(&listener.line, course->quiet);
    search.threads = course->threads;
    search.progress = show_progress;
    search.better = hear_better;
    search.context = &listener;
    status = course->algorithm->solve(course->heuristic, &problem, &search, &solution, error);
    cli_progress_end(&listener.line);
    if (status == TB_OK)
        status = tell(course, entry, &solution, error);
    solution_free(&solution);
    return status;
}

/* Many boards, and the last thing that went wrong. */
struct outcome {
    const struct course *course;
    enum tb_status worst;
    struct tb_error *error;
};

/* One board that is too hard does not keep the others from being solved; what concerns
 * all of them does. */
static bool tell_next(void *context, size_t number, enum tb_status status,
                      struct solution *solution, const struct tb_error *reason)
{
    struct outcome *outcome = context;
    const struct course *course = outcome->course;
    struct tb_error error = *reason;

    if (status == TB_OK)
        status = tell(course, &course->boards->list[number], solution, &error);
    if (status == TB_OK)
        return true;
    outcome->worst = status;
    *outcome->error = error;
    return status != TB_NO_MEMORY && status != TB_STOPPED && !ferror(stdout) && !course->play;
}

static enum tb_status solve_all(const struct course *course, struct tb_error *error)
{
    struct outcome outcome = {.course = course, .error = error};
    struct search search = course->search;
    enum tb_status status;

    search.memory /= course->threads; /* each searches another board */
    status = batch_solve(course->algorithm->solve, course->heuristic, course->boards, course->goal,
                         &search, course->threads, tell_next, &outcome, error);
    return status == TB_OK ? outcome.worst : status;
}

enum tb_status course_run(const struct course *course, struct tb_error *error)
{
    double start = cli_now();
    enum tb_status status;

    if (course->boards->count == 1)
        return solve_one(course, error);
    status = solve_all(course, error);
    if (status == TB_OK)
        status = report_summary(course->report, cli_now() - start, error);
    return status;
}
