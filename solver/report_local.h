/* report_local.h -- what was done to solve a board a few tiles at a time */
#ifndef SOLVER_REPORT_LOCAL_H
#define SOLVER_REPORT_LOCAL_H

#include <jansson.h>

#include "local.h"
#include "report.h"

/* Print the class and the steps, each with its tiles, those fixed, and its moves.
 * TB_NO_MEMORY. */
enum tb_status report_local_text(const struct problem *problem, const struct solution *solution,
                                 enum report_moves form, struct tb_error *error);

/* Add the same to an object. TB_NO_MEMORY. */
enum tb_status report_local_json(json_t **object, const struct problem *problem,
                                 const struct solution *solution, enum report_moves form,
                                 struct tb_error *error);

/* The step that a move of the solution belongs to, as it was found; NULL if the solution was
 * improved since, or found in another way. `begins` tells whether the move is its first. */
const struct local_step *report_local_step(const struct solution *solution, int move, bool *begins);

/* Print a line that tells what a step is about. */
void report_local_heading(const struct local_step *step);

#endif
