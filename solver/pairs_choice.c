/* pairs_choice.c -- the heuristics of pairs and triples for the board and processor at hand */
#include "pairs_maker.h"
#include "processor.h"

enum tb_status pairs_new(const struct tuple_tables *tables, enum tb_cover_rule rule,
                         const struct tb_position *goal, struct heuristic **heuristic,
                         struct tb_error *error)
{
    static pairs_maker *const portable[] = {pairs_new_portable_4, pairs_new_portable_5,
                                            pairs_new_portable_6};
    pairs_maker *const *makers = portable;
    unsigned cells = tables->board.cells;
#if defined(__x86_64__)
    static pairs_maker *const bmi2[] = {pairs_new_bmi2_4, pairs_new_bmi2_5, pairs_new_bmi2_6};

    if (counts_bits())
        makers = bmi2;
#endif
    return makers[cells <= 16 ? 0 : cells <= 25 ? 1 : 2](tables, rule, goal, heuristic, error);
}
