/* choose.h -- the heuristic that the command line asks for, ready to solve with
 *
 * Partitions by name, each looked up in one or several ways, and heuristics of all tiles by
 * name; of all that is named the largest value counts. Where nothing is asked for, the
 * strongest partition that is built for the board, or else a small one built in memory.
 */
#ifndef SOLVER_CHOOSE_H
#define SOLVER_CHOOSE_H

#include "heuristic.h"
#include "pairs.h"

enum { PARTITIONS_MAX = 4 };

/* Heuristics of all tiles, each a bit. */
enum named_heuristic {
    NAMED_MISPLACED = 1 << 0,
    NAMED_EUCLIDEAN = 1 << 1,
    NAMED_MANHATTAN = 1 << 2,
    NAMED_CONFLICTS = 1 << 3,
    NAMED_CORNERS = 1 << 4,
    NAMED_LAST_MOVES = 1 << 5,
    NAMED_INVERSIONS = 1 << 6,
    NAMED_ADJACENCY = 1 << 7,
    NAMED_NOVEL = 1 << 8,
    NAMED_WALKING = 1 << 9,
    NAMED_PAIRS = 1 << 10,
    NAMED_TRIPLES = 1 << 11,
};

struct choice {
    const char *partitions[PARTITIONS_MAX]; /* names */
    unsigned count;
    enum tb_kind kind; /* of the partitions; 0: as their pictures have it */
    unsigned named;    /* of enum named_heuristic */
    bool rule_given;
    enum tb_cover_rule rule; /* of pairs and triples */
    unsigned ways;           /* a bit for each enum lookup_way; 0: what suits the goal */
    unsigned threads;        /* to build and to open databases with */
    bool quiet;
};

/* Databases, and the partition they are of. */
struct opened {
    struct tb_partition partition;
    struct tb_tables *tables;
};

/* What a heuristic is made of, to be freed after it. */
struct chosen {
    struct heuristic *heuristic;
    unsigned count;
    bool in_memory; /* the partition was chosen and built for this run */
    struct opened opened[PARTITIONS_MAX];
    struct dual dual[PARTITIONS_MAX];
    struct tb_tables *dual_tables[PARTITIONS_MAX];
    struct opened walking;
    struct opened tuples;
    struct tuple_tables tuple_tables;
};

/* Add a heuristic by its name. TB_INVALID lists all there are. */
enum tb_status choose_add_named(const char *text, unsigned *named, struct tb_error *error);

/* Read "matching" or "vertex-cover". TB_INVALID. */
enum tb_status choose_parse_rule(const char *text, enum tb_cover_rule *rule,
                                 struct tb_error *error);

/* Read names of look-ups with commas between them. TB_INVALID. */
enum tb_status choose_parse_ways(const char *text, unsigned *ways, struct tb_error *error);

/* Make the heuristic; what cannot be done is refused before anything is built. Databases
 * that were asked for and are not there are built and kept. TB_INVALID, TB_NOT_FOUND,
 * and as provide_tables. Free `chosen` in any case. */
enum tb_status choose_heuristic(const struct choice *choice, const struct tb_board *board,
                                const struct tb_position *goal, struct chosen *chosen,
                                struct tb_error *error);
void chosen_free(struct chosen *chosen);

#endif
