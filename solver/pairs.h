/* pairs.h -- the heuristics of dynamically chosen pairs and triples
 *
 * Instead of a partition of the tiles that is the same for all positions, each
 * position is given its own: out of all pairs and triples of tiles those that conflict
 * in it, combined as well as they can be (Felner, Korf and Hanan, 2004).
 */
#ifndef SOLVER_PAIRS_H
#define SOLVER_PAIRS_H

#include "heuristic.h"
#include "tilebase/cover.h"

/* The databases of all pairs, and of all triples, of a board's tiles. The sets of tiles
 * come in the order of their numbers among the cells without the blank's goal; each has a
 * row for each arrangement, as in an additive database. */
struct tuple_tables {
    struct tb_board board;
    unsigned blank; /* its goal cell in the tables */
    const uint8_t *pairs;
    unsigned pair_bits;     /* 4 or 8 */
    const uint8_t *triples; /* NULL: without */
    unsigned triple_bits;
};

/* "pairs, matching" and so on, as a search by these tables and this rule is called. */
static inline const char *pairs_name(const struct tuple_tables *tables, enum tb_cover_rule rule)
{
    if (tables->triples == NULL)
        return rule == TB_COVER_PACKING ? "pairs, matching" : "pairs, vertex cover";
    return rule == TB_COVER_PACKING ? "triples, matching" : "triples, vertex cover";
}

/* The distances, and twice what the conflicts add up to by a rule. The tables stay the
 * caller's, and there. TB_INVALID if no symmetry takes the goal's blank to that of the
 * tables, TB_NO_MEMORY. */
enum tb_status pairs_new(const struct tuple_tables *tables, enum tb_cover_rule rule,
                         const struct tb_position *goal, struct heuristic **heuristic,
                         struct tb_error *error);

#endif
