/* tuple_part.h -- the conflicts of a position, out of the databases of pairs and triples
 *
 * Of all pairs and triples of tiles the few matter that have an excess where they
 * stand. To find those that a move makes, the tables are turned into sets. A stand is
 * a tile on a cell: tile * cells + cell, the tiles being numbered by their goals with
 * the blank's left out. For each stand there is the set of all stands that make a pair
 * in conflict with it; the conflicts of a tile are what that set has in common with
 * the stands of the position, a few words' work. In the same way there is, for each two
 * stands, the set of those that make a triple in conflict.
 *
 * A triple whose pairs imply all that it says is left out of the sets. With the rule of
 * least cover these are the ones whose weight the three pairs reach by themselves: by
 * the largest of their weights, or half of the sum, rounded up. For a packing it is the
 * largest alone, since only one of the pairs can be in it.
 */
#ifndef SOLVER_TUPLE_PART_H
#define SOLVER_TUPLE_PART_H

#include "pairs.h"
#include "tilebase/cover.h"

/* Words of a set of stands, as searches are made for: enough for 4x4, 5x5, 6x6. */
enum { TUPLE_WORDS_4 = 4, TUPLE_WORDS_5 = 10, TUPLE_WORDS_6 = 20 };

struct tuple_part {
    enum tb_cover_rule rule;
    unsigned cells;
    unsigned tiles;
    unsigned words;                               /* of a set of stands */
    struct tb_view view;                          /* of the goal, as the tables have it */
    uint8_t number[TB_CELLS_MAX];                 /* of each tile of the goal */
    uint8_t distance[TB_CELLS_MAX][TB_CELLS_MAX]; /* [number][cell of the view] */
    uint8_t tile_of[TB_CELLS_MAX * TB_CELLS_MAX]; /* by stand: the tile's number */
    uint32_t stands;
    uint8_t *pair_weight;   /* [stand][stand] */
    uint64_t *pair_sets;    /* [stand][word] */
    uint64_t *triple_sets;  /* [pair of tiles][cell of the lower][cell of the other][word] */
    uint64_t triple_bytes;  /* of triple_sets */
    const uint8_t *triples; /* the table; NULL: pairs only */
    unsigned triple_bits;
    uint64_t triple_row_bytes;
};

/* Sets take `words`, at least as many as the board needs. The tables stay the caller's, and
 * there. TB_INVALID if no symmetry takes the goal's
 * blank to that of the tables, TB_NO_MEMORY. */
enum tb_status tuple_part_init(struct tuple_part *part, const struct tuple_tables *tables,
                               enum tb_cover_rule rule, const struct tb_position *goal,
                               unsigned words, struct tb_error *error);
void tuple_part_free(struct tuple_part *part);

/* The pair of two tiles, the lower first. */
static inline uint32_t tuple_pair(unsigned a, unsigned b)
{
    return b * (b - 1) / 2 + a;
}

/* The excess of three tiles a < b < c on the cells that stand for them in `cell`. */
unsigned tuple_part_triple(const struct tuple_part *part, unsigned a, unsigned b, unsigned c,
                           const uint8_t *cell);

#endif
