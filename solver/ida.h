/* ida.h -- IDA* by many workers, with the result of one
 *
 * Each iteration walks the tree of moves depth first up to a bound, and the tree of
 * the next iteration holds that of the last. So the tree is cut into items, subtrees
 * in the order in which one searcher would come to them, and after an iteration those
 * that turned out large are cut further. Workers take the items in their order and
 * search each for itself.
 *
 * That gives work to all threads, and to the lanes within a thread that wait for
 * memory in turns (ida_lanes.h). And the outcome is still that of one searcher that
 * does one node after the other: the solution found is that of the first item which
 * has one, and the nodes are those of the items before it and its own up to there.
 *
 * The search proper is made anew for each heuristic, by ida_lanes.h or ida_plain.h, so
 * that it calls nothing indirectly. What is shared by all is here.
 */
#ifndef SOLVER_IDA_H
#define SOLVER_IDA_H

#include <stdatomic.h>

#include "heuristic.h"
#include "listing.h"

enum {
    WAYS_MAX = 4,        /* moves of a position */
    ITEM_DEPTH_MAX = 64, /* items are not cut below this */
    NO_WAY = WAYS_MAX,   /* the start has no way back to leave out */
};

/* A move: the blank goes to this cell; its tile comes to where the blank was. */
struct way {
    uint8_t cell;
    uint8_t step; /* number of the move: 4 * the blank's cell + its place in the list */
    uint8_t next; /* number of the list of moves that may follow it */
};

/* The moves of a cell without the one that would undo the last, in the order of the
 * cell that the blank goes to: up, left, right, down. */
struct ways {
    uint8_t blank;
    uint8_t count;
    struct way way[WAYS_MAX];
} __attribute__((aligned(16)));

/* The lists of a board: for each cell of the blank one for each move that is left out,
 * and one with all. */
struct board_ways {
    struct ways list[TB_CELLS_MAX * (WAYS_MAX + 1)];
};

/* The number of a list; `left_out` is the place of a move in the list of all, or NO_WAY. */
static inline unsigned ways_number(unsigned blank, unsigned left_out)
{
    return blank * (WAYS_MAX + 1) + left_out;
}

/* All moves of a cell. */
static inline const struct ways *ways_all(const struct board_ways *all, unsigned blank)
{
    return &all->list[ways_number(blank, NO_WAY)];
}

void board_ways_init(struct board_ways *all, const struct tb_board *board);

/* A subtree: the position at its top and how it was reached. */
struct item {
    struct tb_position position;
    uint8_t ways; /* number of its list of moves */
    uint8_t depth;
    uint8_t path[ITEM_DEPTH_MAX];
    int h;           /* of the position */
    uint32_t weight; /* nodes to count on coming to it: itself, and those above, if it is first */
    uint64_t nodes;  /* that the last iteration generated below it */
};

/* One iteration, shared by all workers. */
struct iteration {
    const struct board_ways *ways;
    int bound;
    int sure; /* what is told of the length if the bound itself proves nothing; -1 if it does */
    const int16_t *reach; /* the largest value that so many moves can make up for; NULL: these */
    struct item *items;
    size_t count;
    bool all; /* go on after a solution, to count them */
    _Atomic size_t next;
    _Atomic size_t goal; /* the first item known to have a solution; SIZE_MAX: none is known */
    _Atomic bool stopped;
    _Atomic uint64_t generated; /* nodes of all iterations, as far as told */
    const struct search *search;
    double start;
};

/* What one worker found. */
struct findings {
    struct iteration *iteration;
    unsigned worker;
    uint64_t told; /* of its nodes, how many the iteration knows of */
    uint64_t nodes;
    uint64_t until_check; /* nodes at which to look at the limits again */
    int small;            /* how few moves to the bound make a subtree small (ida_lanes.h) */
    size_t item;          /* that its solution is of; SIZE_MAX */
    uint64_t part;        /* of the item: solutions come in the order of items and parts */
    uint64_t item_nodes;  /* generated in that item before the solution */
    uint64_t solutions;
    struct listing listing; /* of them, the first ones */
    unsigned length;        /* of its solution: less than the bound if values exceed the truth */
    uint8_t path[MOVES_MAX];
};

/* The largest value that may still lead to a solution within so many moves. */
static inline int ida_reach(const int16_t *reach, int moves)
{
    return reach == NULL ? moves : reach[moves];
}

/* For engines: the next item that is worth searching, with its h and its number; NULL
 * if there is none. Items whose h exceeds the bound are passed over. */
struct item *ida_take(struct findings *findings, size_t *number);

/* The worker's node count has reached until_check: tell, look at the limits, and set
 * the next check. True if the search is to stop. */
bool ida_check(struct findings *findings);

/* A solution, in some part of an item: `count` moves go on where the item's own path ends. The
 * worker then sets item_nodes. */
void ida_found(struct findings *findings, const struct item *item, size_t number, uint64_t part,
               const uint8_t *moves, unsigned count);

/* Whether an item cannot matter any more. */
static inline bool ida_outrun(const struct iteration *iteration, size_t number)
{
    return number > atomic_load_explicit(&iteration->goal, memory_order_relaxed);
}

#endif
