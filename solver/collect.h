/* collect.h -- the boards that the command line asks for, and their goal
 *
 * They are its own, those of a file and those made at random, all of one size, which the
 * first of them or --board tells.
 */
#ifndef SOLVER_COLLECT_H
#define SOLVER_COLLECT_H

#include "arguments.h"

/* Fill arguments->boards, and read the goal; a survey has no boards. All can be solved. TB_INVALID,
 * TB_IO if one cannot be, and as boards_read. */
enum tb_status collect_boards(struct solve_arguments *arguments, struct tb_position *goal,
                              struct tb_error *error);

#endif
