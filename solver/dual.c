/* dual.c -- the patterns for look-ups by where tiles stand */
#include "dual.h"

#include <stdio.h>

/* Whether two patterns have the same values: the blank's goal counts by its region. */
static bool same(const struct tb_pattern *a, const struct tb_pattern *b)
{
    tb_cellset around = a->board.all & ~a->goals;

    return a->goals == b->goals &&
           tb_cellset_has(tb_board_region(&a->board, around, a->blank), b->blank);
}

/* The place of a pattern in the list, to which it is added if it is new. */
static enum tb_status find_pattern(struct dual *dual, const struct tb_pattern *pattern,
                                   uint8_t *place, struct tb_error *error)
{
    struct tb_partition *list = &dual->patterns;
    unsigned i = 0;

    while (i < list->count && !same(&list->patterns[i], pattern))
        i++;
    *place = (uint8_t)i;
    if (i < list->count)
        return TB_OK;
    if (i == sizeof list->patterns / sizeof list->patterns[0])
        return tb_error_set(error, TB_INVALID,
                            "dual look-ups of %.64s need too many databases: use --lookups "
                            "regular,reflected",
                            list->name);
    list->patterns[list->count++] = *pattern;
    return TB_OK;
}

/* The smallest group, if it is smaller than some other; else `count`. */
static unsigned smallest_group(const struct tb_partition *partition)
{
    unsigned small = 0;
    bool differ = false;

    for (unsigned i = 1; i < partition->count; i++) {
        differ = differ || partition->patterns[i].tiles != partition->patterns[0].tiles;
        if (partition->patterns[i].tiles < partition->patterns[small].tiles)
            small = i;
    }
    return differ ? small : partition->count;
}

/* The cells of a group when the blank is on this cell. */
static tb_cellset dual_group(const struct tb_partition *partition, unsigned group, unsigned small,
                             unsigned blank)
{
    tb_cellset cells = partition->patterns[group].goals;
    tb_cellset freed = tb_cellset_of(partition->blank);

    if (group == small || (small == partition->count && tb_cellset_has(cells, blank)))
        cells |= freed;
    return cells & ~tb_cellset_of(blank);
}

enum tb_status dual_init(struct dual *dual, const struct tb_partition *partition,
                         struct tb_error *error)
{
    unsigned small = smallest_group(partition);
    enum tb_status status = TB_OK;

    *dual = (struct dual){.count = partition->count};
    dual->patterns = *partition;
    dual->patterns.count = 0;
    if (partition->count > DUAL_GROUPS_MAX)
        return tb_error_set(error, TB_INVALID, "dual look-ups take at most %d groups of tiles",
                            DUAL_GROUPS_MAX);
    for (unsigned blank = 0; blank < partition->board.cells; blank++)
        for (unsigned i = 0; i < partition->count && status == TB_OK; i++) {
            struct tb_pattern pattern;

            status = tb_pattern_of_kind(&pattern, partition->kind, &partition->board,
                                        dual_group(partition, i, small, blank), blank, error);
            if (status == TB_OK)
                status = find_pattern(dual, &pattern, &dual->pattern[blank][i], error);
        }
    return status;
}
