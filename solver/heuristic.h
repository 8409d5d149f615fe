/* heuristic.h -- what a heuristic is to the rest of the solver
 *
 * A heuristic solves problems by IDA* (ida.h): its file includes ida_lanes.h or
 * ida_plain.h, so that the search is made anew around its own evaluation and calls
 * nothing indirectly. What the outside sees is one call. A heuristic does not change
 * once it is made, so any number of threads may solve with it at once.
 */
#ifndef SOLVER_HEURISTIC_H
#define SOLVER_HEURISTIC_H

#include "dual.h"
#include "problem.h"
#include "tilebase/cover.h"

struct tuple_tables;

struct heuristic {
    char name[400];
    /* Find a shortest solution of a solvable problem on the heuristic's board with the
     * heuristic's goal. TB_NO_MEMORY. */
    enum tb_status (*solve)(const struct heuristic *heuristic, const struct problem *problem,
                            const struct search *search, struct solution *solution,
                            struct tb_error *error);
    void (*free)(struct heuristic *heuristic);
};

/* The sum of the tiles' distances. TB_NO_MEMORY. */
enum tb_status manhattan_new(const struct tb_board *board, const struct tb_position *goal,
                             struct heuristic **heuristic, struct tb_error *error);

/* The same, and two moves more for each tile that must leave the row or column it
 * belongs to, to let another pass. TB_NO_MEMORY. */
enum tb_status linear_conflict_new(const struct tb_board *board, const struct tb_position *goal,
                                   struct heuristic **heuristic, struct tb_error *error);

/* The fewest moves up and down and to the sides, of tiles that are told apart by their rows
 * and columns only. The tables are of a partition of kind walking-distance, and stay the
 * caller's. TB_INVALID if the board has too many states for links, TB_NO_MEMORY. */
enum tb_status walking_new(const struct tb_partition *partition, const struct tb_tables *tables,
                           const struct tb_position *goal, struct heuristic **heuristic,
                           struct tb_error *error);

/* Ways to look a position up in the databases of a partition: the board as it is, or as
 * the mirror of its diagonal shows it; or either by where tiles stand (dual.h). */
enum lookup_way { LOOKUP_REGULAR, LOOKUP_REFLECTED, LOOKUP_DUAL, LOOKUP_DUAL_REFLECTED };
enum { LOOKUP_WAYS = 4 };

struct lookup {
    const struct tb_partition *partition;
    const struct dual *dual;        /* of the partition, for dual look-ups */
    const struct tb_tables *tables; /* of the partition, or of the dual's patterns */
    enum lookup_way way;
};

#define LOOKUPS_MAX 16

/* Where a look-up finds the given board's cells and tiles in the partition's. */
struct sight {
    uint8_t cell[TB_CELLS_MAX];
    uint8_t tile[TB_CELLS_MAX];
};

/* Whether a look-up can serve a goal: some symmetry must take the goal's blank to the
 * partition's, for a reflected one the board must be square and the blank on its
 * diagonal, and for a dual one values must add up. TB_INVALID says why not. */
enum tb_status lookup_check(const struct tb_partition *partition, const struct tb_position *goal,
                            enum lookup_way way, struct tb_error *error);

/* How a look-up sees the board. As lookup_check. */
enum tb_status lookup_sight(const struct lookup *lookup, const struct tb_position *goal,
                            struct sight *sight, struct tb_error *error);

/* Write what is used: each partition once, with the look-ups made in it. */
void lookup_names(const struct lookup *lookups, unsigned count, char *name, size_t size);

/* The largest of several look-ups, up to LOOKUPS_MAX of partitions of one board. The
 * tables stay the caller's, and open. As lookup_check, and TB_NO_MEMORY. */
enum tb_status additive_new(const struct lookup *lookups, unsigned count,
                            const struct tb_position *goal, struct heuristic **heuristic,
                            struct tb_error *error);

/* What a heuristic can be the largest of. What is named stays the caller's. */
struct mixture {
    const struct tb_board *board;
    const struct lookup *lookups;
    unsigned count;
    bool conflicts;                    /* linear conflicts */
    const struct lookup *walking;      /* walking distance, NULL: without */
    const struct tuple_tables *tuples; /* pairs, or pairs and triples, NULL: without */
    enum tb_cover_rule rule;           /* of these */
};

/* The largest of all, by the code that is made for what there is. TB_INVALID, TB_NO_MEMORY. */
enum tb_status heuristic_new(const struct mixture *mixture, const struct tb_position *goal,
                             struct heuristic **heuristic, struct tb_error *error);

#endif
