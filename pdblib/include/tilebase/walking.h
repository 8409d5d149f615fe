/* walking.h -- walking distance: its states, their numbers, and moves between them
 *
 * Walking distance (Ken'ichiro Takahashi) takes a board apart into two problems
 * that know nothing of each other: one of its rows, one of its columns. Take the
 * rows. Forget where on its row a tile is, and which tile it is, but for the row
 * that it belongs on: what is left is a matrix of how many tiles on a line belong
 * to which goal line, and the line of the blank. A move takes a tile from a line
 * next to the blank's into the blank's line, and the blank goes the other way. The
 * fewest such moves to the solved matrix are no more than the vertical moves of
 * any solution. Columns are the same with the board on its side, and the sum of
 * the two is a lower bound that never is below the Manhattan distance.
 *
 * A problem is `lines` lines of `length` cells each. Line sums of the matrix are
 * `length`, one less on the blank's line; column sums too, one less for the goal
 * line of the blank.
 *
 * THE NUMBER OF A STATE. Others keep the matrices in a list, with the links from
 * each to its neighbours. Here the states have numbers without gaps that can be
 * computed, so a table holds nothing but values. For each line of the blank, read
 * the matrix line by line. A line is a composition of its sum into `lines` parts;
 * compositions have numbers, those of `length` first (a full line), then those of
 * `length` - 1 (the blank's, a short line). What the lines above leave of the column
 * sums, the rest, says how many ways there are to fill the lines below, in whatever
 * order they come. So
 *
 *     number = line of the blank * matrices for one line of the blank
 *            + sum over the lines of before[rest][composition],
 *
 * where before[rest][composition] is how many ways there are with an earlier
 * composition in its place. The sum of a rest tells how many lines follow and
 * whether the blank is on one of them, so one table serves all lines: 2,592 rests by
 * 196 compositions for 5 x 5, with its 65,650,495 states.
 *
 * MOVES. A tile that goes from one line to the next changes the two lines'
 * compositions, but not their sum: lines above and below keep their rests and their
 * part of the number. So a move is four look-ups, whatever the number of lines.
 * It makes the one full line short and the short one full, so a single table,
 * other[composition][goal line], has both: a tile less, or a tile more.
 *
 * VALUES. A move brings one tile one line nearer to its goal line or farther from
 * it, so the Manhattan distance of the tiles along this axis changes by exactly
 * one. In the solved state both that and the value are 0; hence their
 * difference is always even, and never negative, as a move takes at most one
 * off. Tables store half of it, the excess:
 *
 *     value = tb_walking_manhattan + 2 * excess.
 */
#ifndef TILEBASE_WALKING_H
#define TILEBASE_WALKING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tilebase/board.h"
#include "tilebase/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where the blank goes: to the line above its own, or to the one below. On columns
 * that is to the left and to the right. */
enum tb_walking_direction {
    TB_WALKING_UP,
    TB_WALKING_DOWN,
};

#define TB_WALKING_NONE UINT16_MAX /* no such composition */

struct tb_walking_step {
    uint32_t before; /* ways to fill this line and all below it with an earlier composition */
    uint32_t rest;   /* number of the rest that the lines below are to fill */
};

struct tb_walking_index {
    unsigned lines;
    unsigned length;
    unsigned goal;                /* line of the blank in the solved state */
    uint32_t count;               /* states */
    uint32_t matrices;            /* states with the blank on one given line */
    uint32_t full;                /* compositions below this are of full lines */
    uint32_t compositions;        /* of full and of short lines */
    uint32_t rests;               /* the last of them is that of the first line */
    uint8_t (*part)[TB_SIDE_MAX]; /* [composition][goal line]: tiles */
    uint16_t (*other)[8];         /* [composition][goal line]: after a tile left or came */
    uint8_t *distance;            /* [line][composition]: of the tiles to their goal lines */
    uint32_t *ways;               /* [rest]: to fill the lines below */
    uint32_t *first;              /* [rest][full, short]: where its part of the list begins */
    /* The list, to find the composition of a number: for a rest with few ways, the composition
     * of each way; else those that fit, in their order. */
    uint16_t *fitting;
    struct tb_walking_step *step; /* [rest][composition] */
};

/* A state as a search keeps it. All of it follows from blank and line[]. */
struct tb_walking_state {
    uint32_t number;
    uint16_t line[TB_SIDE_MAX]; /* composition of each line */
    uint16_t rest[TB_SIDE_MAX]; /* what is left for each line and those below it */
    uint8_t blank;              /* line of the blank */
};

/* Tiles by the line that they are on and by the line that they belong on. */
struct tb_walking_matrix {
    uint8_t tiles[TB_SIDE_MAX][TB_SIDE_MAX]; /* [line][goal line] */
    uint8_t blank;                           /* line of the blank */
};

/* How many states there are, or TB_TOO_LARGE if there is no index for them. */
uint64_t tb_walking_count(unsigned lines, unsigned length, unsigned goal);

/* TB_INVALID if lines or length are not between 2 and 6, if there is no line `goal`, or
 * if there are 2^32 states or more (6 lines of 5 or 6 cells); TB_NO_MEMORY. */
enum tb_status tb_walking_index_init(struct tb_walking_index *index, unsigned lines,
                                     unsigned length, unsigned goal, struct tb_error *error);
void tb_walking_index_free(struct tb_walking_index *index);

/* The state of a matrix. TB_INVALID if its sums are not those of a problem like this. */
enum tb_status tb_walking_start(const struct tb_walking_index *index,
                                const struct tb_walking_matrix *matrix,
                                struct tb_walking_state *state, struct tb_error *error);

/* The solved state. */
void tb_walking_solved(const struct tb_walking_index *index, struct tb_walking_state *state);

/* The matrix of a state; lines and goal lines that are not there are 0. */
void tb_walking_matrix_of(const struct tb_walking_index *index,
                          const struct tb_walking_state *state, struct tb_walking_matrix *matrix);

/* The number of the state with these compositions, computed anew from blank and
 * line[]; fills in number and rest[] too. */
uint32_t tb_walking_rank(const struct tb_walking_index *index, struct tb_walking_state *state);

/* The state of that number, which must be less than count. */
void tb_walking_unrank(const struct tb_walking_index *index, uint32_t number,
                       struct tb_walking_state *state);

/* The same from a state that was made before: quick if few lines differ, as they do
 * for numbers close to each other. */
void tb_walking_seek(const struct tb_walking_index *index, uint32_t number,
                     struct tb_walking_state *state);

/* Sum over the tiles of how many lines they are from their goal lines. */
unsigned tb_walking_manhattan(const struct tb_walking_index *index,
                              const struct tb_walking_state *state);

static inline const struct tb_walking_step *tb_walking_step_of(const struct tb_walking_index *index,
                                                               unsigned rest, unsigned composition)
{
    return &index->step[(size_t)rest * index->compositions + composition];
}

/* Whether there is a line that way, and a tile of that goal line on it. */
static inline bool tb_walking_can_move(const struct tb_walking_index *index,
                                       const struct tb_walking_state *state,
                                       enum tb_walking_direction direction, unsigned goal)
{
    unsigned from = direction == TB_WALKING_UP ? state->blank - 1u : state->blank + 1u;

    return from < index->lines && index->other[state->line[from]][goal] != TB_WALKING_NONE;
}

/* Move the blank that way and a tile of that goal line into its place, which must be
 * possible. before and after may be the same. */
static inline void tb_walking_move(const struct tb_walking_index *index,
                                   const struct tb_walking_state *before,
                                   enum tb_walking_direction direction, unsigned goal,
                                   struct tb_walking_state *after)
{
    bool up = direction == TB_WALKING_UP;
    unsigned above = up ? before->blank - 1u : before->blank;
    unsigned below = above + 1;
    uint16_t new_above = index->other[before->line[above]][goal];
    uint16_t new_below = index->other[before->line[below]][goal];
    unsigned rest = before->rest[above];
    const struct tb_walking_step *old_step = tb_walking_step_of(index, rest, before->line[above]);
    const struct tb_walking_step *new_step = tb_walking_step_of(index, rest, new_above);
    /* Differences may be negative; they wrap around, and so does the sum, to what is right. */
    uint32_t number = before->number + (up ? 0 - index->matrices : index->matrices);

    number += new_step->before - old_step->before;
    number += tb_walking_step_of(index, new_step->rest, new_below)->before -
              tb_walking_step_of(index, old_step->rest, before->line[below])->before;
    *after = *before;
    after->number = number;
    after->line[above] = new_above;
    after->line[below] = new_below;
    after->rest[below] = (uint16_t)new_step->rest;
    after->blank = (uint8_t)(up ? above : below);
}

#define TB_WALKING_LINKS_MAX 1048576 /* states of a problem that has links */
#define TB_WALKING_NO_LINK   UINT32_MAX

/* For small problems: the number after each move from each number, so that a move is
 * one look-up. All links of a state are in one cache line: 8 places a state up to
 * four lines, 16 above, the blank's ways up in the lower half. */
struct tb_walking_links {
    unsigned direction_bits; /* log2 of the places for one direction */
    uint64_t bytes;
    uint32_t *next; /* from tb_pages_alloc */
};

/* TB_INVALID if there are more than TB_WALKING_LINKS_MAX states, TB_NO_MEMORY. */
enum tb_status tb_walking_links_init(struct tb_walking_links *links,
                                     const struct tb_walking_index *index, struct tb_error *error);
void tb_walking_links_free(struct tb_walking_links *links);

/* The number after a move, or TB_WALKING_NO_LINK if it cannot be made. */
static inline uint32_t tb_walking_link(const struct tb_walking_links *links, uint32_t number,
                                       enum tb_walking_direction direction, unsigned goal)
{
    return links->next[(((size_t)number << 1 | direction) << links->direction_bits) + goal];
}

#ifdef __cplusplus
}
#endif

#endif
