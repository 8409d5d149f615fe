/* inversion_part.h -- how far the order of the tiles is from that of the goal
 *
 * Read the tiles row by row, the blank left out. Two tiles that come in another order than in
 * the goal are an inversion. A move sideways changes nothing; one up or down takes a tile past
 * the width - 1 tiles between, and each of these inversions comes or goes. So there must be
 * at least inversions / (width - 1) moves up and down. Read column by column, the same tells how
 * many moves to the sides there must be, height - 1 taking the place of width - 1; both add up.
 * (Takahashi; on 4x4 and with the blank in a corner it is three inversions a move.)
 *
 * The blank must come to its row, too: it takes no fewer moves than it has rows to go, and an
 * odd number of them if that is odd. Where the width is even, this is what the parity of the
 * inversions tells, and where it is odd they tell nothing. None of this depends on where the
 * goal's blank is. A move changes the value by one, up or down.
 */
#ifndef SOLVER_INVERSION_PART_H
#define SOLVER_INVERSION_PART_H

#include "ida.h"

enum { INVERSIONS_MAX = (TB_CELLS_MAX - 1) * (TB_CELLS_MAX - 2) / 2 };

/* A move in the order that it changes. */
struct inversion_step {
    uint8_t kind;                    /* 0: row by row, 1: column by column */
    uint8_t shift;                   /* where this order's inversions are in a state */
    int8_t none, each;               /* how they change, by how many of the tiles passed come
                                      * before the moving one in the goal */
    uint8_t passed[TB_SIDE_MAX - 1]; /* cells of the tiles that it passes; the rest are its own */
    uint16_t before, after;          /* rows of values */
};

struct inversion_part {
    struct tb_board board;
    uint8_t passes[2];                /* how many: width - 1, height - 1 */
    uint64_t before[2][TB_CELLS_MAX]; /* [kind][tile]: the tiles that come before it in the goal */
    uint8_t away[2][TB_CELLS_MAX];    /* rows, and columns, from a cell to the goal's blank */
    uint8_t value[2 * TB_SIDE_MAX][INVERSIONS_MAX + 1]; /* [row][inversions]: moves; there is a
                                                         * row for each kind and distance away */
    struct inversion_step step[WAYS_MAX * TB_CELLS_MAX];
};

struct inversion_state {
    int value;
    uint32_t inversions; /* 16 bits for each kind */
};

void inversion_part_init(struct inversion_part *part, const struct tb_board *board,
                         const struct tb_position *goal);

void inversion_start(const struct inversion_part *part, const struct tb_position *start,
                     struct inversion_state *state);

/* The tile on the cell that the blank goes to moves; `tile` is the position before. */
static inline void inversion_move(const struct inversion_part *part, const uint8_t *tile,
                                  const struct way *way, const struct inversion_state *old,
                                  struct inversion_state *state)
{
    const struct inversion_step *step = &part->step[way->step];
    uint64_t before = part->before[step->kind][tile[way->cell]];
    uint32_t count = old->inversions >> step->shift & 0xffff;
    int smaller = 0, change;

    for (unsigned i = 0; i < TB_SIDE_MAX - 1; i++)
        smaller += (int)(before >> tile[step->passed[i]] & 1);
    change = step->none + step->each * smaller;
    state->value = old->value - part->value[step->before][count] +
                   part->value[step->after][count + (uint32_t)change];
    state->inversions = old->inversions + ((uint32_t)change << step->shift);
}

#endif
