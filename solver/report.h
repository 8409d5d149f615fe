/* report.h -- solutions, for people and for programs */
#ifndef SOLVER_REPORT_H
#define SOLVER_REPORT_H

#include "heuristic.h"
#include "survey.h"

enum report_form { REPORT_TEXT, REPORT_JSON, REPORT_CSV };
enum report_moves { MOVES_TILE, MOVES_BLANK, MOVES_NUMBERS };

struct report {
    enum report_form form;
    enum report_moves moves;
    bool show; /* the boards on the way */
    bool all;  /* how many solutions there are */
    /* Sums over what was reported. */
    uint64_t boards;
    uint64_t nodes;
    double h;
    double length;
    double seconds; /* of the searches, one after the other */
};

/* Write the moves of a path from the problem's start: directions as letters without spaces,
 * tiles as numbers with them; three characters a move, and one more. */
void report_print_moves(enum report_moves form, const struct problem *problem, const uint8_t *path,
                        int length, char *text);

/* Report a solution, or how far a search came that was stopped. TB_NO_MEMORY,
 * TB_IO. */
enum tb_status report_solution(struct report *report, const struct problem *problem,
                               const struct solution *solution, struct tb_error *error);

/* Report that a search which goes on has a shorter solution, or a better bound. */
void report_better(const struct report *report, const struct problem *problem,
                   const struct solution *solution);

/* Report what a heuristic is worth around the goal. TB_NO_MEMORY, TB_IO, TB_INVALID for CSV. */
enum tb_status report_survey(const struct report *report, const struct heuristic *heuristic,
                             const struct survey *survey, struct tb_error *error);

/* Sum up, if there were several boards; `elapsed` is the time on the clock. */
enum tb_status report_summary(const struct report *report, double elapsed, struct tb_error *error);

#endif
