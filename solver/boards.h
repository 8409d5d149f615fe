/* boards.h -- the boards to solve: from the command line, from a file, or at random */
#ifndef SOLVER_BOARDS_H
#define SOLVER_BOARDS_H

#include "problem.h"

enum { BOARDS_MAX = 10000000 }; /* at once */

struct board_entry {
    struct tb_position start;
    int length; /* that a reference file gives; -1 if none does */
};

struct boards {
    struct tb_board board;
    bool known; /* whether the board's size is */
    size_t count, room;
    struct board_entry *list;
};

/* Add a board from its numbers. A size that is not known is guessed: a square, by how
 * many numbers there are. Lines of reference files have two numbers before the
 * tiles: an index and the optimal length. TB_INVALID, also if there are BOARDS_MAX; TB_NO_MEMORY.
 */
enum tb_status boards_add(struct boards *boards, const char *text, struct tb_error *error);

/* Add a board for each line of a file ("-": standard input); empty lines and those that
 * begin with # are passed over. What is no text, such as a device without end, is refused
 * without reading all of it. Errors name file and line. Also TB_NOT_FOUND, TB_IO. */
enum tb_status boards_read(struct boards *boards, const char *path, struct tb_error *error);

/* Add random boards, each solvable one as likely as any other; the same for a seed. */
enum tb_status boards_random(struct boards *boards, const struct tb_position *goal, size_t count,
                             uint64_t seed, struct tb_error *error);

/* Add boards made by random moves from the goal, each by another number of them from 1 to
 * `most`; a move may undo the last. */
enum tb_status boards_walk(struct boards *boards, const struct tb_position *goal, size_t count,
                           unsigned most, uint64_t seed, struct tb_error *error);

void boards_free(struct boards *boards);

#endif
