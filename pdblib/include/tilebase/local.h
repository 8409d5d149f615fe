/* local.h -- the local problems by which a board is solved, a few tiles after the other
 *
 * After Bischoff, Nguyen-Tuong, Markert & Knoll, "Solving the 15-Puzzle Game Using Local
 * Value-Iteration". Tiles are brought to their goals in the order of their numbers, `region`
 * of them in a step, while all before them stand fixed. Where that cannot be done, the
 * largest fixed tile is set free and has to be brought home, too, then the next one, until it
 * can. So a step has a list of problems, from its own tiles alone up to as many more as any
 * position asks for:
 *
 *     step of tile 4    bring 4, fixed 1 2 3     if 4 is at home or can slide there
 *                       bring 3 4, fixed 1 2     whenever that fails
 *
 * A problem is a pattern of kind local, with a database that tells how many moves are left
 * from each placement of its tiles and the blank. Of two neighbouring positions the one with
 * the smaller value is nearer, so the database is the policy as well.
 *
 * Tiles are numbered by their goal cells and the blank's goal is the last cell; a view
 * (tilebase/position.h) shows any goal with the blank in a corner like that.
 */
#ifndef TILEBASE_LOCAL_H
#define TILEBASE_LOCAL_H

#include "tilebase/pdb.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TB_LOCAL_STEPS_MAX    (TB_CELLS_MAX - 1)
#define TB_LOCAL_PROBLEMS_MAX (TB_LOCAL_STEPS_MAX * TB_TILES_MAX)

struct tb_local_step {
    unsigned first_tile, last_tile; /* those that it brings home */
    unsigned first, count; /* of its problems; each has one tile more than the one before */
};

struct tb_local {
    struct tb_board board;
    unsigned region; /* tiles of a step */
    unsigned steps;
    unsigned problems;
    struct tb_local_step step[TB_LOCAL_STEPS_MAX];
    struct tb_pdb *problem[TB_LOCAL_PROBLEMS_MAX]; /* of all steps, one after the other */
};

/* Gives the database of a local problem: opens it or builds it. */
typedef enum tb_status tb_local_source(void *context, const struct tb_pattern *pattern,
                                       struct tb_pdb **pdb, struct tb_error *error);

/* All problems that any solvable position of the board may ask for; their databases are
 * closed with it. TB_INVALID if region is 0 or a problem has more tiles than a pattern can
 * have, TB_NO_MEMORY, and what the source returns. */
enum tb_status tb_local_make(const struct tb_board *board, unsigned region, tb_local_source *source,
                             void *context, struct tb_local **local, struct tb_error *error);
void tb_local_close(struct tb_local *local);

/* Placements of a local problem's tiles and the blank that appear in solvable positions: all,
 * or half of them where so few other tiles are left that parity binds. */
uint64_t tb_local_states(const struct tb_pattern *pattern);

/* The most moves that a step can take, and that all can take together. */
unsigned tb_local_step_most(const struct tb_local *local, unsigned step);
unsigned tb_local_most(const struct tb_local *local);

#ifdef __cplusplus
}
#endif

#endif
