/* additive_choice.c -- the additive heuristic for the board and the processor at hand */
#include "additive.h"
#include "mixed.h"
#include "processor.h"

/* How many uses a look-up makes: one for each pattern, one for the tiles in none. */
static unsigned count_uses(const struct tb_partition *partition)
{
    unsigned tiles = 0;

    for (unsigned i = 0; i < partition->count; i++)
        tiles += partition->patterns[i].tiles;
    return partition->count + (tiles < partition->board.cells - 1u ? 1u : 0u);
}

/* Whether the code for squares has bits enough for the tables of a look-up. */
static bool fits_square(const struct lookup *lookup)
{
    for (unsigned i = 0; i < lookup->partition->count; i++) {
        const struct tb_header *header = tb_pdb_header(tb_tables_pdb(lookup->tables, i));

        if (header->bits != 4 || header->pattern.tiles > SQUARE_TILES)
            return false;
    }
    return true;
}

/* Whether one or two look-ups are what additive.c is made for: such that values add up and
 * that are not dual. */
static bool are_few(const struct lookup *lookups, unsigned count)
{
    unsigned uses = 0;

    for (unsigned i = 0; i < count; i++) {
        if (lookups[i].way >= LOOKUP_DUAL || lookups[i].partition->kind == TB_KIND_NON_ADDITIVE)
            return false;
        uses += count_uses(lookups[i].partition);
    }
    return count <= FEW_LOOKUPS && uses <= FEW_USES;
}

enum code { CODE_ANY, CODE_4, CODE_5, CODE_ANY_ZERO, CODE_4_ZERO, CODE_5_ZERO, CODES };

/* The code that is made for these look-ups. */
static enum code choose_code(const struct lookup *lookups, unsigned count)
{
    const struct tb_board *board = &lookups[0].partition->board;
    unsigned side = board->width == board->height ? board->width : 0;
    unsigned uses = 0;
    bool square = side == 4 || side == 5, regions = false;
    enum code code = CODE_ANY;

    for (unsigned i = 0; i < count; i++) {
        uses += count_uses(lookups[i].partition);
        square = square && fits_square(&lookups[i]);
        regions = regions || lookups[i].partition->kind == TB_KIND_ZERO_AWARE;
    }
    if (square && uses <= (unsigned)SQUARE_USES(side))
        code = side == 4 ? CODE_4 : CODE_5;
    return regions ? code + CODE_ANY_ZERO : code;
}

enum tb_status additive_new(const struct lookup *lookups, unsigned count,
                            const struct tb_position *goal, struct heuristic **heuristic,
                            struct tb_error *error)
{
    static additive_maker *const portable[CODES] = {
        additive_new_portable_any,      additive_new_portable_4,      additive_new_portable_5,
        additive_new_portable_any_zero, additive_new_portable_4_zero, additive_new_portable_5_zero};
    additive_maker *const *makers = portable;
    const struct mixture mixture = {
        .board = &lookups[0].partition->board, .lookups = lookups, .count = count};
#if defined(__x86_64__)
    static additive_maker *const bmi2[CODES] = {
        additive_new_bmi2_any,      additive_new_bmi2_4,      additive_new_bmi2_5,
        additive_new_bmi2_any_zero, additive_new_bmi2_4_zero, additive_new_bmi2_5_zero};

    if (counts_bits())
        makers = bmi2;
#endif
    if (!are_few(lookups, count))
        return mixed_new(&mixture, goal, heuristic, error);
    return makers[choose_code(lookups, count)](lookups, count, goal, heuristic, error);
}
