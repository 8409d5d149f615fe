/* play.h -- a solution as a moving picture on a terminal
 *
 * Each move redraws the board in place: the tile that moved stands out, those on
 * their goal cells have a calm colour, a line tells the move and a bar how far it is.
 * The last board stays on the screen. What a terminal cannot do is left out: box
 * characters without UTF-8, colours under NO_COLOR (brackets mark the tile then), the
 * boxes or even the board where they do not fit, and on a dumb terminal all escape
 * codes, so that the boards follow each other.
 */
#ifndef SOLVER_PLAY_H
#define SOLVER_PLAY_H

#include "problem.h"

/* Whether standard output can show it, to be asked before a long search. TB_INVALID. */
enum tb_status play_possible(struct tb_error *error);

/* Play a solution, in about 20 seconds at most; without one, nothing is played. To stop
 * on Ctrl-C, which is TB_STOPPED, needs cli_interrupt_catch; Ctrl-Z is ignored
 * meanwhile. TB_IO. */
enum tb_status play_solution(const struct problem *problem, const struct solution *solution,
                             struct tb_error *error);

#endif
