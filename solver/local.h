/* local.h -- solving a board a few tiles at a time
 *
 * Algorithm 2 of Bischoff, Nguyen-Tuong, Markert & Knoll, "Solving the 15-Puzzle Game Using Local
 * Value-Iteration": for each step in turn the first of its problems (tilebase/local.h) is taken
 * that has a solution from where the board stands, and its policy followed until its tiles are
 * at home: to the first neighbour, in the order of the cells that the blank goes to, whose
 * value is one less. Every step is as short as can be, the whole is not.
 */
#ifndef SOLVER_LOCAL_H
#define SOLVER_LOCAL_H

#include "problem.h"

/* Moves that a solution can have: no board up to 6x6 has one of half as many. */
#define LOCAL_PATH_MAX 4096

/* One step, as it was done. */
struct local_part {
    const struct tb_pattern *pattern; /* the tiles brought home, and those fixed */
    unsigned moves;
};

struct local_solution {
    unsigned length;
    unsigned largest; /* most tiles that a step had to bring home at once: the board's class */
    unsigned parts;
    struct local_part part[TB_LOCAL_STEPS_MAX];
    uint64_t nodes;               /* positions that were looked up */
    uint8_t path[LOCAL_PATH_MAX]; /* the cells that the blank moves to */
};

/* Solve a solvable position whose tile t belongs on cell t - 1. TB_DAMAGED if the databases
 * are not what they should be, which only unverified files can be; TB_INVALID if there are more
 * moves than can be listed. */
enum tb_status local_solve(const struct tb_local *local, const struct tb_position *start,
                           struct local_solution *solution, struct tb_error *error);

/* Local problems as a goal's own cells and tiles see them. */
struct local_view {
    struct tb_local *local; /* the caller's */
    struct tb_view view;
    uint8_t cell[TB_CELLS_MAX]; /* the board's cell for each of the view's */
    uint8_t tile[TB_CELLS_MAX]; /* the board's tile for each of the view's */
};

struct algorithm;

/* Whether the options for solving a few tiles at a time, `region` being 0 if it was not given,
 * and the limits of a search go with an algorithm. TB_INVALID. */
enum tb_status local_check_options(const struct algorithm *algorithm, unsigned region,
                                   const struct search *search, struct tb_error *error);

/* Whether a goal's blank is in a corner, where the last tiles come home. TB_INVALID. */
enum tb_status local_check_goal(const struct tb_board *board, const struct tb_position *goal,
                                struct tb_error *error);

/* As local_check_goal. */
enum tb_status local_view_init(struct local_view *view, struct tb_local *local,
                               const struct tb_position *goal, struct tb_error *error);

/* One step, by the board's own tiles: bit t stands for tile t. */
struct local_step {
    tb_cellset tiles, fixed;
    int moves;
};

/* What a solution tells of how it was found. */
struct local_steps {
    unsigned largest; /* the class */
    unsigned count;
    struct local_step step[TB_LOCAL_STEPS_MAX];
    int length; /* before it was improved */
    uint8_t path[];
};

struct heuristic;

/* Shorten a solution for search->improve seconds: windows of it, ever larger ones, are solved in
 * the fewest moves, by the heuristic and its databases where these serve. The whole is the last
 * window, so with time enough the solution becomes a shortest one, and proven. TB_NO_MEMORY. */
enum tb_status local_improve(const struct heuristic *heuristic, const struct problem *problem,
                             const struct search *search, struct solution *solution,
                             struct tb_error *error);

#endif
