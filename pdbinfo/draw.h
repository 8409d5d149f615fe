/* draw.h -- random positions, many of them near the goal, with what each counts for
 *
 * What a search costs depends on the few positions with small values, one in a million, which
 * an even draw hardly meets. So positions are drawn in several ways: tile after tile is put on
 * one of the cells that are left, with a probability that falls by a factor with each step
 * from its goal; in the first way the factor is 1, which is an even draw. The last two tiles have
 * no choice, as only one order can be solved. The probability of a position is then known for each
 * way, whichever it came from, and its weight is how much likelier it would be in an even draw than
 * in the mixture of all ways; so that weighted means are those over all positions (importance
 * sampling, with the balance heuristic of Veach and Guibas 1995).
 */
#ifndef PDBINFO_DRAW_H
#define PDBINFO_DRAW_H

#include "tilebase/position.h"

enum { DRAW_WAYS = 4 };

struct draw {
    struct tb_board board;
    struct tb_position goal;
    unsigned blank; /* its goal */
    double even;    /* the chance of a position in an even draw */
    double factor[DRAW_WAYS][TB_CELLS_MAX][TB_CELLS_MAX]; /* [way][tile][cell] */
};

void draw_init(struct draw *draw, const struct tb_board *board, unsigned blank);

/* Draw a position whose tile t belongs on cell t - 1 and from which the goal can be reached; its
 * weight, which is 1 on average. */
double draw_position(const struct draw *draw, uint64_t *seed, struct tb_position *position);

#endif
