/* heuristic.h -- what a heuristic is to the rest of the solver
 *
 * A heuristic tells the values of positions, and solves problems by IDA* (ida.h). Its file
 * includes ida_lanes.h or ida_plain.h, which make all of its engine: the search is made anew
 * around the heuristic's own evaluation and calls nothing indirectly. Other searches
 * (algorithm.h) ask for the values of a position's children by one call for all of them. A
 * heuristic does not change once it is made, so any number of threads may solve with it at
 * once.
 */
#ifndef SOLVER_HEURISTIC_H
#define SOLVER_HEURISTIC_H

#include "classic.h"
#include "dual.h"
#include "problem.h"
#include "tilebase/cover.h"

struct tuple_tables;
struct findings;
struct ways;

/* What ida_lanes.h and ida_plain.h make of a heuristic's evaluation. */
struct engine {
    const void *evaluator;
    /* The value of a position. */
    int (*evaluate)(const void *evaluator, const struct tb_position *position);

    /* For IDA*: bytes of memory that a worker needs for a bound. */
    size_t (*memory)(int bound);
    /* For IDA*: take items and search them until there are none. */
    void (*work)(const struct engine *engine, struct findings *findings, void *memory);

    /* For searches that keep positions. A node is what the heuristic keeps of a position, to
     * know its children's values without beginning anew: node_bytes of memory, aligned as
     * malloc does. */
    size_t node_bytes;
    /* The node of a position; returns its value. */
    int (*start)(const void *evaluator, const struct tb_position *position, void *node);
    /* The values of a node's children by a list of moves (ida.h), in its order. */
    void (*expand)(const void *evaluator, const void *node, const uint8_t *tile,
                   const struct ways *ways, int *values);
    /* The node of the child by the move at a place of the list; returns its value. */
    int (*step)(const void *evaluator, const void *node, const uint8_t *tile,
                const struct ways *ways, unsigned place, void *child);
};

struct heuristic {
    char name[400];
    bool admissible; /* no value exceeds the moves to the goal */
    bool consistent; /* no move changes the value by more than one */
    struct engine engine;
    void (*free)(struct heuristic *heuristic);
};

/* The value of a position on the heuristic's board. */
static inline int heuristic_value(const struct heuristic *heuristic,
                                  const struct tb_position *position)
{
    return heuristic->engine.evaluate(heuristic->engine.evaluator, position);
}

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

/* Whether the largest value of some look-ups is consistent. Where entries know nothing of the
 * blank they are of the best place for it, and a move can make another place the best: then,
 * and by dual look-ups, values jump. */
bool lookups_consistent(const struct lookup *lookups, unsigned count);

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
    bool misplaced, euclidean, manhattan; /* sums over tiles */
    bool conflicts;                       /* linear conflicts */
    bool corners, last_moves;             /* these with corner tiles, with last moves, or both */
    bool inversions;                      /* inversion distance */
    bool adjacency;                       /* relaxed adjacency */
    bool novel;                           /* relaxed conflicts: alone, and not admissible */
    const struct lookup *walking;         /* walking distance, NULL: without */
    const struct tuple_tables *tuples;    /* pairs, or pairs and triples, NULL: without */
    enum tb_cover_rule rule;              /* of these */
};

/* The largest of all, by the code that is made for what there is. TB_INVALID, TB_NO_MEMORY. */
enum tb_status heuristic_new(const struct mixture *mixture, const struct tb_position *goal,
                             struct heuristic **heuristic, struct tb_error *error);

#endif
