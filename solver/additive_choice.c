/* additive_choice.c -- the additive heuristic for the processor at hand */
#include "additive.h"

enum tb_status additive_check(const struct tb_partition *partition, const struct tb_position *goal,
                              bool reflected, struct tb_error *error)
{
    const struct tb_board *board = &partition->board;
    struct tb_view view;
    enum tb_status status = tb_view_init(board, goal, partition->blank, &view, error);

    if (status != TB_OK || !reflected)
        return status;
    if (board->width != board->height ||
        tb_board_map(board, TB_TRANSPOSE, partition->blank) != partition->blank)
        return tb_error_set(error, TB_INVALID,
                            "a reflected look-up needs a square board with the blank's goal on its "
                            "diagonal: use --lookups regular");
    return TB_OK;
}

enum tb_status additive_new(const struct tb_partition *partition, const struct tb_tables *tables,
                            const struct tb_position *goal, bool reflected,
                            struct heuristic **heuristic, struct tb_error *error)
{
    additive_maker *make = additive_new_portable;

#if defined(__x86_64__)
    if (__builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx2"))
        make = additive_new_bmi2;
#endif
    return make(partition, tables, goal, reflected, heuristic, error);
}
