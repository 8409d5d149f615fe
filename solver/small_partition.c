/* small_partition.c -- a partition for any board, whose databases are built in no time */
#include "small_partition.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum {
    BAND = 2,             /* rows walked at once */
    SET_COST = 250,       /* what each set of cells takes to build, in entries */
    GROUP_COST = 4000000, /* what a group may take, in entries: about 30 ms */
    NO_GROUP = 255,       /* the blank's */
    TOGETHER = 1000,      /* more than all distances within groups, for the blank's neighbours */
};

/* What is tried: the group of each cell. */
struct draft {
    const struct tb_board *board;
    tb_cellset beside_blank;
    unsigned blank;
    unsigned groups;
    uint8_t group[TB_CELLS_MAX];
};

/* Whether so many tiles in one group are built soon enough. */
static bool affordable(const struct tb_board *board, unsigned tiles)
{
    uint64_t cost = SET_COST * tb_binomial(board->cells, tiles);
    uint64_t entries = 1;

    for (unsigned i = 0; i < tiles && entries <= GROUP_COST; i++)
        entries *= board->cells - i;
    return entries + cost <= GROUP_COST;
}

/* As few groups as will do. */
static unsigned count_groups(const struct tb_board *board)
{
    unsigned tiles = board->cells - 1u, count = 1;

    while (!affordable(board, (tiles + count - 1) / count))
        count++;
    return count;
}

/* Cell number `step` of the walk from the top left, along rows. */
static unsigned walk(unsigned width, unsigned height, unsigned step)
{
    unsigned band = step / (BAND * width), within = step % (BAND * width);
    unsigned rows = height - band * BAND < BAND ? height - band * BAND : BAND;
    unsigned column = within / rows, row = within % rows;

    if (column % 2 != 0)
        row = rows - 1 - row;
    if (band % 2 != 0)
        column = width - 1 - column;
    return (band * BAND + row) * width + column;
}

/* Cut a walk into pieces. Its start is a symmetry's number, read for every rectangle:
 * flips choose the corner, TB_TRANSPOSE walks along columns. */
static void cut(struct draft *draft, unsigned start)
{
    const struct tb_board *board = draft->board;
    unsigned tiles = board->cells - 1u, tile = 0;

    for (unsigned step = 0; step < board->cells; step++) {
        unsigned cell = walk(board->width, board->height, step);

        if ((start & TB_TRANSPOSE) != 0) {
            cell = walk(board->height, board->width, step);
            cell = cell % board->height * board->width + cell / board->height;
        }
        cell = tb_board_map(board, start & TB_HALF_TURN, cell);
        draft->group[cell] =
            cell == draft->blank ? NO_GROUP : (uint8_t)(tile++ * draft->groups / tiles);
    }
}

/* How little two cells belong in one group: their distance, squared. */
static int apart(const struct draft *draft, unsigned a, unsigned b)
{
    int width = draft->board->width;
    int across = (int)a % width - (int)b % width, down = (int)a / width - (int)b / width;
    int distance = across * across + down * down;

    if (tb_cellset_has(draft->beside_blank, a) && tb_cellset_has(draft->beside_blank, b))
        distance -= TOGETHER;
    return distance;
}

/* The sum of a cell's distances to the cells of a group, but for one cell. */
static int apart_from(const struct draft *draft, unsigned cell, unsigned group, unsigned except)
{
    int sum = 0;

    for (unsigned other = 0; other < draft->board->cells; other++)
        if (draft->group[other] == group && other != cell && other != except)
            sum += apart(draft, cell, other);
    return sum;
}

/* Exchange the groups of two cells if that brings their groups' cells nearer. */
static bool exchange(struct draft *draft, unsigned a, unsigned b)
{
    uint8_t group_a = draft->group[a], group_b = draft->group[b];

    if (group_a == group_b || group_a == NO_GROUP || group_b == NO_GROUP ||
        apart_from(draft, a, group_b, b) + apart_from(draft, b, group_a, a) >=
            apart_from(draft, a, group_a, b) + apart_from(draft, b, group_b, a))
        return false;
    draft->group[a] = group_b;
    draft->group[b] = group_a;
    return true;
}

/* Exchange while that helps. Each time the sum of all distances falls, so this ends. */
static void improve(struct draft *draft)
{
    bool changed = true;

    while (changed) {
        changed = false;
        for (unsigned a = 0; a < draft->board->cells; a++)
            for (unsigned b = 0; b < a; b++)
                changed |= exchange(draft, a, b);
    }
}

static int total(const struct draft *draft)
{
    int sum = 0;

    for (unsigned cell = 0; cell < draft->board->cells; cell++)
        if (draft->group[cell] != NO_GROUP)
            sum += apart_from(draft, cell, draft->group[cell], cell);
    return sum;
}

/* The best that the walks lead to. */
static void find_best(struct draft *best)
{
    struct draft draft = *best;
    int least = INT_MAX;

    for (unsigned start = 0; start < 2 * TB_TRANSPOSE; start++) {
        cut(&draft, start);
        improve(&draft);
        if (total(&draft) < least) {
            least = total(&draft);
            *best = draft;
        }
    }
}

/* The best of all for 4x4 with its blank in a corner is known; see pdb/5-5-5-best.txt. */
static void draw_known(struct draft *draft)
{
    static const uint8_t known[] = {0, 0, 0, 1, 2, 0, 0, 1, 2, 2, 1, 1, 2, 2, 1, NO_GROUP};

    memcpy(draft->group, known, sizeof known);
}

/* The last cell that a symmetry takes this one to. */
static unsigned last_image(const struct tb_board *board, unsigned cell)
{
    unsigned last = cell;

    for (unsigned symmetry = 0; symmetry < tb_board_symmetries(board); symmetry++) {
        unsigned image = tb_board_map(board, symmetry, cell);

        last = image > last ? image : last;
    }
    return last;
}

/* Patterns and the name from the groups. */
static void fill_in(const struct draft *draft, struct tb_partition *partition)
{
    size_t used = 0;

    for (unsigned group = 0; group < draft->groups; group++) {
        tb_cellset goals = 0;

        for (unsigned cell = 0; cell < draft->board->cells; cell++)
            if (draft->group[cell] == group)
                goals |= tb_cellset_of(cell);
        tb_pattern_init(&partition->patterns[group], draft->board, goals, draft->blank, NULL);
        used += (size_t)snprintf(partition->name + used, sizeof partition->name - used,
                                 group == 0 ? "%u" : "-%u", tb_cellset_size(goals));
    }
}

void small_partition(const struct tb_board *board, unsigned blank, struct tb_partition *partition)
{
    struct draft draft = {
        .board = board, .blank = last_image(board, blank), .groups = count_groups(board)};

    draft.beside_blank = tb_board_spread(board, tb_cellset_of(draft.blank));
    if (board->width == 4 && board->height == 4 && draft.blank == 15)
        draw_known(&draft);
    else
        find_best(&draft);
    *partition = (struct tb_partition){.comment = "made for want of a database",
                                       .kind = TB_KIND_ADDITIVE,
                                       .board = *board,
                                       .blank = (uint8_t)draft.blank,
                                       .count = (uint8_t)draft.groups};
    fill_in(&draft, partition);
}
