/* provide_local.h -- the local problems of a board, from disk or made at once */
#ifndef SOLVER_PROVIDE_LOCAL_H
#define SOLVER_PROVIDE_LOCAL_H

#include "local.h"

/* All local problems of a board for steps of so many tiles. Databases that a folder has are
 * opened, the others are built in memory. TB_NO_MEMORY if they do not fit, TB_DAMAGED,
 * TB_STOPPED, TB_INVALID, TB_IO. */
enum tb_status provide_local(const struct tb_board *board, unsigned region, unsigned threads,
                             bool quiet, struct tb_local **local, struct tb_error *error);

/* The same as a goal's own cells and tiles see them, for steps of one tile if region is 0. The
 * view's problems are to be closed in any case. Also TB_INVALID as local_check_goal. */
enum tb_status provide_local_view(const struct tb_board *board, const struct tb_position *goal,
                                  unsigned region, unsigned threads, bool quiet,
                                  struct local_view *view, struct tb_error *error);

#endif
