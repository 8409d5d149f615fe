/* choose.h -- the heuristic that the command line asks for, ready to solve with
 *
 * Partitions by name, each looked up in one or several ways, the largest value counts;
 * or a heuristic without databases. Where nothing is asked for, the strongest partition
 * that is built for the board, or else a small one built in memory.
 */
#ifndef SOLVER_CHOOSE_H
#define SOLVER_CHOOSE_H

#include "heuristic.h"

enum { PARTITIONS_MAX = 4 };

struct choice {
    const char *partitions[PARTITIONS_MAX]; /* names */
    unsigned count;
    const char *heuristic; /* its name, or NULL */
    unsigned ways;         /* a bit for each enum lookup_way; 0: what suits the goal */
    unsigned threads;      /* to build and to open databases with */
    bool quiet;
};

/* What a heuristic is made of, to be freed after it. */
struct chosen {
    struct heuristic *heuristic;
    unsigned count;
    bool in_memory; /* the databases were built for this run */
    struct tb_partition partition[PARTITIONS_MAX];
    struct dual dual[PARTITIONS_MAX];
    struct tb_tables *tables[PARTITIONS_MAX];
    struct tb_tables *dual_tables[PARTITIONS_MAX];
};

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
