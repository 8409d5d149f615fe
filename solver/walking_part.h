/* walking_part.h -- walking distance, kept up move by move
 *
 * A move up or down changes the state of the rows, one to the side that of the columns; the
 * other stays. Where the states are few, each has the links to those that moves lead
 * to, with the values there beside them: one look-up a move. Where they are many, the next
 * state is computed (tilebase/walking.h), and its value read from the table.
 */
#ifndef SOLVER_WALKING_PART_H
#define SOLVER_WALKING_PART_H

#include "ida.h"

enum { AXES = 2, VALUE_BITS = 8 };

/* Rows or columns. */
struct walking_axis {
    const struct tb_pdb *pdb;
    unsigned link_bits;         /* log2 of the room for the links of a state */
    uint32_t *links;            /* [state][direction][goal line]; NULL: there are none */
    uint8_t line[TB_CELLS_MAX]; /* of each cell */
    uint8_t goal[TB_CELLS_MAX]; /* line where each tile belongs */
};

/* Which axis a move changes, and which way it takes the blank there. */
struct walking_step {
    uint8_t axis;
    uint8_t direction; /* enum tb_walking_direction */
};

struct walking_part {
    unsigned cells;
    struct walking_axis axis[AXES];
    const uint32_t *links[AXES]; /* of the axes, close together */
    struct walking_step step[WAYS_MAX * TB_CELLS_MAX];
    uint8_t place[WAYS_MAX * TB_CELLS_MAX][TB_CELLS_MAX]; /* [step][tile]: among a state's links */
};

/* A state as the place where its links begin, with its value below it; for axes without links
 * the state is kept in `far`. */
struct walking_state {
    uint32_t state[AXES];
    struct tb_walking_state far[AXES];
};

/* The tables are those of a partition of kind walking-distance, and stay the caller's.
 * TB_INVALID if no symmetry takes the goal's blank to the partition's, TB_NO_MEMORY. */
enum tb_status walking_part_init(struct walking_part *part, const struct tb_partition *partition,
                                 const struct tb_tables *tables, const struct tb_position *goal,
                                 struct tb_error *error);
void walking_part_free(struct walking_part *part);

static inline bool walking_linked(const struct walking_part *part)
{
    return part->axis[0].links != NULL && part->axis[1].links != NULL;
}

static inline int walking_value(uint32_t state)
{
    return (int)(state & ((1u << VALUE_BITS) - 1));
}

void walking_start(const struct walking_part *part, const struct tb_position *start,
                   struct walking_state *state);

/* The state of the axis with links that a move of this tile changes. */
static inline uint32_t walking_link(const struct walking_part *part, unsigned axis, unsigned step,
                                    unsigned tile, uint32_t state)
{
    return part->links[axis][(state >> VALUE_BITS) + part->place[step][tile]];
}

/* Any state after a move; the value is read by walking_read when its time has come. */
void walking_move(const struct walking_part *part, unsigned step, unsigned tile,
                  const struct walking_state *before, struct walking_state *after);
void walking_read(const struct walking_part *part, unsigned step, struct walking_state *state);

#endif
