/* additive_choice.c -- the additive heuristic for the board and the processor at hand */
#include "additive.h"

enum tb_status additive_check(const struct tb_partition *partition, const struct tb_position *goal,
                              enum lookup_way way, struct tb_error *error)
{
    const struct tb_board *board = &partition->board;
    struct tb_view view;
    enum tb_status status = tb_view_init(board, goal, partition->blank, &view, error);

    if (status != TB_OK || way == LOOKUP_REGULAR || way == LOOKUP_DUAL)
        return status;
    if (board->width != board->height ||
        tb_board_map(board, TB_TRANSPOSE, partition->blank) != partition->blank)
        return tb_error_set(error, TB_INVALID,
                            "a reflected look-up needs a square board with the blank's goal on its "
                            "diagonal: use --lookups regular");
    return TB_OK;
}

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

enum code { CODE_ANY, CODE_4, CODE_5, CODE_MANY, CODES };

/* The code that is made for these look-ups. */
static enum code choose_code(const struct lookup *lookups, unsigned count)
{
    const struct tb_board *board = &lookups[0].partition->board;
    unsigned side = board->width == board->height ? board->width : 0;
    unsigned uses = 0;
    bool square = side == 4 || side == 5;

    if (count > FEW_LOOKUPS)
        return CODE_MANY;
    for (unsigned i = 0; i < count; i++) {
        if (lookups[i].way >= LOOKUP_DUAL)
            return CODE_MANY;
        uses += count_uses(lookups[i].partition);
        square = square && fits_square(&lookups[i]);
    }
    if (square && uses <= (unsigned)SQUARE_USES(side))
        return side == 4 ? CODE_4 : CODE_5;
    return uses <= FEW_USES ? CODE_ANY : CODE_MANY;
}

enum tb_status additive_new(const struct lookup *lookups, unsigned count,
                            const struct tb_position *goal, struct heuristic **heuristic,
                            struct tb_error *error)
{
    static additive_maker *const portable[CODES] = {
        additive_new_portable_any, additive_new_portable_4, additive_new_portable_5,
        additive_new_portable_many};
    additive_maker *const *makers = portable;
#if defined(__x86_64__)
    static additive_maker *const bmi2[CODES] = {additive_new_bmi2_any, additive_new_bmi2_4,
                                                additive_new_bmi2_5, additive_new_bmi2_many};

    if (__builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx2"))
        makers = bmi2;
#endif
    return makers[choose_code(lookups, count)](lookups, count, goal, heuristic, error);
}
