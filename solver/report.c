/* report.c -- solutions, for people and for programs */
#include "report.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/json.h"
#include "cli/text.h"
#include "report_local.h"

/* Room for the moves of a solution as text. */
static char *moves_room(const struct solution *solution)
{
    return malloc(3 * (size_t)solution->bound + 1);
}

/* The direction from one cell to its neighbour. */
static char direction(const struct tb_board *board, unsigned from, unsigned to)
{
    if (to == from + 1)
        return 'R';
    if (to + 1 == from)
        return 'L';
    return to == from + board->width ? 'D' : 'U';
}

void report_print_moves(enum report_moves form, const struct problem *problem, const uint8_t *path,
                        int length, char *text)
{
    struct tb_position now = problem->start;
    unsigned blank = tb_position_find(&problem->board, &now, 0);

    *text = '\0';
    for (int i = 0; i < length; i++) {
        unsigned to = path[i];

        if (form == MOVES_NUMBERS)
            text += sprintf(text, i == 0 ? "%u" : " %u", now.tile[to]);
        else if (form == MOVES_BLANK)
            *text++ = direction(&problem->board, blank, to);
        else
            *text++ = direction(&problem->board, to, blank);
        now.tile[blank] = now.tile[to];
        now.tile[to] = 0;
        blank = to;
    }
    *text = '\0';
}

/* Fixed tiles, of which bit t stands for tile t, are shown in brackets. */
static void print_board(const struct tb_board *board, const struct tb_position *position,
                        tb_cellset fixed)
{
    for (unsigned cell = 0; cell < board->cells; cell++) {
        bool last = (cell + 1) % board->width == 0;
        unsigned tile = position->tile[cell];
        bool marked = tb_cellset_has(fixed, tile);

        if (tile == 0)
            printf("  .%s", last ? "\n" : " ");
        else
            printf("%c%2u%s%s", marked ? '[' : ' ', tile,
                   marked ? "]"
                   : last ? ""
                          : " ",
                   last ? "\n" : "");
    }
}

static void show_boards(const struct problem *problem, const struct solution *solution)
{
    struct tb_position now = problem->start;
    unsigned blank = tb_position_find(&problem->board, &now, 0);

    print_board(&problem->board, &now, 0);
    for (int i = 0; solution->solved && i < solution->bound; i++) {
        unsigned to = solution->path[i];
        bool begins;
        const struct local_step *step = report_local_step(solution, i, &begins);

        if (begins)
            report_local_heading(step);
        printf("\n%d: %u moves %c\n", i + 1, now.tile[to], direction(&problem->board, to, blank));
        now.tile[blank] = now.tile[to];
        now.tile[to] = 0;
        blank = to;
        print_board(&problem->board, &now, step == NULL ? 0 : step->fixed);
    }
}

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* The i-th of the listed solutions. */
static void print_listed(const struct report *report, const struct problem *problem,
                         const struct solution *solution, uint32_t i, char *moves)
{
    report_print_moves(report->moves, problem, solution->list + (size_t)i * (size_t)solution->bound,
                       solution->bound, moves);
}

/* How many shortest solutions there are, and those that were asked for. */
static void list_text(const struct report *report, const struct problem *problem,
                      const struct solution *solution, char *moves)
{
    char count[CLI_NUMBER];

    printf("  %s shortest solution%s\n", cli_count(solution->count, count),
           plural(solution->count));
    for (uint32_t i = 0; i < solution->listed; i++) {
        print_listed(report, problem, solution, i, moves);
        printf("  %u: %s\n", i + 1, moves);
    }
}

static enum tb_status report_text(const struct report *report, const struct problem *problem,
                                  const struct solution *solution, char *moves,
                                  struct tb_error *error)
{
    enum tb_status status = TB_OK;

    char board[TB_POSITION_TEXT], nodes[CLI_NUMBER], seconds[CLI_NUMBER], rate[CLI_NUMBER];

    tb_position_print(&problem->board, &problem->start, board);
    printf("%s\n", board);
    cli_count(solution->nodes, nodes);
    cli_seconds(solution->seconds, seconds);
    cli_count((uint64_t)((double)solution->nodes / (solution->seconds + 1e-9)), rate);
    if (solution->solved)
        printf("  %d move%s: %s\n", solution->bound, plural((uint64_t)solution->bound), moves);
    else
        printf("  stopped: at least %d move%s\n", solution->bound,
               plural((uint64_t)solution->bound));
    if (solution->solved && !solution_proven(solution))
        printf("  length not proven optimal: at least %d\n", solution->least);
    printf("  %s nodes, %s, %s nodes/s, first bound %d\n", nodes, seconds, rate, solution->h);
    if (solution->expanded > 0)
        printf("  %s expanded, ", cli_count(solution->expanded, nodes));
    if (solution->kept > 0)
        printf("%s%s of memory\n", solution->expanded > 0 ? "" : "  ",
               cli_bytes(solution->kept, rate));
    if (solution->count > 0 && report->all)
        list_text(report, problem, solution, moves);
    if (solution->local != NULL)
        status = report_local_text(problem, solution, report->moves, error);
    if (report->show)
        show_boards(problem, solution);
    return status;
}

/* Add how many solutions there are, and those that were asked for. */
static void add_listed(json_t **object, const struct report *report, const struct problem *problem,
                       const struct solution *solution, char *moves)
{
    json_t *list = json_array();

    for (uint32_t i = 0; i < solution->listed; i++) {
        print_listed(report, problem, solution, i, moves);
        cli_json_add(&list, json_string(moves));
    }
    cli_json_set(object, "solutions", json_integer((json_int_t)solution->count));
    if (solution->listed > 0)
        cli_json_set(object, "list", list);
    else
        json_decref(list);
}

static enum tb_status report_json(const struct report *report, const struct problem *problem,
                                  const struct solution *solution, char *moves,
                                  struct tb_error *error)
{
    char board[TB_POSITION_TEXT];
    enum tb_status status = TB_OK;
    json_t *object;

    tb_position_print(&problem->board, &problem->start, board);
    object = json_pack("{s:s, s:b, s:i, s:s, s:I, s:f, s:i}", "board", board, "solved",
                       (int)solution->solved, solution->solved ? "length" : "at_least",
                       solution->bound, "moves", moves, "nodes", (json_int_t)solution->nodes,
                       "seconds", solution->seconds, "h", solution->h);
    if (solution->solved)
        cli_json_set(&object, "optimal", json_boolean(solution_proven(solution)));
    if (solution->solved && !solution_proven(solution))
        cli_json_set(&object, "lower_bound", json_integer(solution->least));
    if (solution->kept > 0) {
        cli_json_set(&object, "expanded", json_integer((json_int_t)solution->expanded));
        cli_json_set(&object, "memory_bytes", json_integer((json_int_t)solution->kept));
    }
    if (report->all && solution->solved)
        add_listed(&object, report, problem, solution, moves);
    if (solution->local != NULL)
        status = report_local_json(&object, problem, solution, report->moves, error);
    if (status == TB_OK)
        return cli_json_print(object, error);
    json_decref(object);
    return status;
}

static void report_csv(const struct report *report, const struct problem *problem,
                       const struct solution *solution, const char *moves)
{
    char board[TB_POSITION_TEXT];

    if (report->boards == 0)
        printf("board,solved,length,moves,nodes,seconds,h,least%s%s\n",
               report->all ? ",solutions" : "", solution->local != NULL ? ",class" : "");
    tb_position_print(&problem->board, &problem->start, board);
    printf("%s,%d,%d,%s,%llu,%.6f,%d,%d", board, solution->solved, solution->bound, moves,
           (unsigned long long)solution->nodes, solution->seconds, solution->h, solution->least);
    if (report->all)
        printf(",%llu", (unsigned long long)solution->count);
    if (solution->local != NULL)
        printf(",%u", solution->local->largest);
    printf("\n");
}

enum tb_status report_solution(struct report *report, const struct problem *problem,
                               const struct solution *solution, struct tb_error *error)
{
    char *moves = moves_room(solution);
    enum tb_status status = TB_OK;

    if (moves == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory to write a solution");
    report_print_moves(report->moves, problem, solution->path,
                       solution->solved ? solution->bound : 0, moves);
    if (report->form == REPORT_JSON)
        status = report_json(report, problem, solution, moves, error);
    else if (report->form == REPORT_CSV)
        report_csv(report, problem, solution, moves);
    else
        status = report_text(report, problem, solution, moves, error);
    free(moves);
    if (status == TB_OK && fflush(stdout) != 0)
        status = tb_error_set(error, TB_IO, "standard output: %s", strerror(errno));
    report->boards++;
    report->nodes += solution->nodes;
    report->h += solution->h;
    report->length += solution->bound;
    report->seconds += solution->seconds;
    return status;
}

void report_better(const struct report *report, const struct problem *problem,
                   const struct solution *solution)
{
    char text[TB_POSITION_TEXT], seconds[CLI_NUMBER];

    tb_position_print(&problem->board, &problem->start, text);
    if (report->form == REPORT_JSON)
        cli_json_print(json_pack("{s:s, s:b, s:i, s:i, s:f}", "board", text, "better", 1, "length",
                                 solution->bound, "lower_bound", solution->least, "seconds",
                                 solution->seconds),
                       NULL);
    else if (report->form == REPORT_TEXT)
        printf("after %s: %d move%s, at least %d\n", cli_seconds(solution->seconds, seconds),
               solution->bound, plural((uint64_t)solution->bound), solution->least);
    fflush(stdout); /* what fails shows when the solution is reported */
}

enum tb_status report_summary(const struct report *report, double elapsed, struct tb_error *error)
{
    double boards = (double)report->boards;
    char count[CLI_NUMBER], nodes[CLI_NUMBER], mean[CLI_NUMBER], each[CLI_NUMBER],
        total[CLI_NUMBER];

    if (report->boards < 2 || report->form == REPORT_CSV)
        return TB_OK;
    if (report->form == REPORT_JSON)
        return cli_json_print(json_pack("{s:b, s:I, s:f, s:f, s:f, s:I, s:f, s:f}", "summary", 1,
                                        "boards", (json_int_t)report->boards, "mean_h",
                                        report->h / boards, "mean_length", report->length / boards,
                                        "mean_nodes", (double)report->nodes / boards, "nodes",
                                        (json_int_t)report->nodes, "seconds", elapsed,
                                        "search_seconds", report->seconds),
                              error);
    printf("%s boards: mean h %.3f, mean length %.3f, mean nodes %s, in all %s nodes, %s a board, "
           "%s in all\n",
           cli_count(report->boards, count), report->h / boards, report->length / boards,
           cli_count((uint64_t)((double)report->nodes / boards + 0.5), mean),
           cli_count(report->nodes, nodes), cli_seconds(report->seconds / boards, each),
           cli_seconds(elapsed, total));
    return TB_OK;
}

static enum tb_status survey_json(const struct heuristic *heuristic, const struct survey *survey,
                                  struct tb_error *error)
{
    double count = (double)survey->positions;

    return cli_json_print(
        json_pack("{s:s, s:b, s:b, s:I, s:i, s:f, s:f, s:I, s:I, s:i, s:I, s:I, s:I, s:I}",
                  "heuristic", heuristic->name, "admissible", (int)heuristic->admissible,
                  "consistent", (int)heuristic->consistent, "positions",
                  (json_int_t)survey->positions, "farthest", survey->farthest, "mean_moves",
                  survey->moves / count, "mean_h", survey->values / count, "exact",
                  (json_int_t)survey->exact, "above", (json_int_t)survey->above, "most_above",
                  survey->most_above, "near", (json_int_t)survey->near, "near_above",
                  (json_int_t)survey->near_above, "edges", (json_int_t)survey->edges, "jumps",
                  (json_int_t)survey->jumps),
        error);
}

enum tb_status report_survey(const struct report *report, const struct heuristic *heuristic,
                             const struct survey *survey, struct tb_error *error)
{
    double count = (double)survey->positions;
    char positions[CLI_NUMBER], number[CLI_NUMBER], of[CLI_NUMBER];

    if (report->form == REPORT_CSV)
        return tb_error_set(error, TB_INVALID, "--survey has no table for --csv: use --json");
    if (report->form == REPORT_JSON)
        return survey_json(heuristic, survey, error);
    printf("%s: %sadmissible, %sconsistent, it says\n", heuristic->name,
           heuristic->admissible ? "" : "not ", heuristic->consistent ? "" : "not always ");
    printf("  %s positions, up to %d moves from the goal, %.3f in the mean; mean h %.3f\n",
           cli_count(survey->positions, positions), survey->farthest, survey->moves / count,
           survey->values / count);
    printf("  %s values are exact\n", cli_count(survey->exact, number));
    printf("  %s are too high, by %d at most; of the %s up to %d moves from the goal",
           cli_count(survey->above, number), survey->most_above, cli_count(survey->near, of),
           SURVEY_NEAR);
    printf(" %s\n", cli_count(survey->near_above, number));
    printf("  %s moves from one to another, %s of which change h by more than one\n",
           cli_count(survey->edges, of), cli_count(survey->jumps, number));
    return TB_OK;
}
