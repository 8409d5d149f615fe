/* local.c -- solving a board a few tiles at a time */
#include "local.h"

/* A board on its way. */
struct walk {
    const struct tb_board *board;
    struct tb_position now;
    uint8_t where[TB_CELLS_MAX]; /* the cell of each tile; 0: the blank's */
    struct local_solution *solution;
};

/* The pattern's tiles, which have consecutive numbers, and where they stand. */
struct group {
    const struct tb_pdb *pdb;
    const struct tb_pattern *pattern;
    unsigned first; /* tile */
    uint8_t cell[TB_TILES_MAX];
};

static int open_group(const struct walk *walk, const struct tb_pdb *pdb, struct group *group)
{
    group->pdb = pdb;
    group->pattern = &tb_pdb_header(pdb)->pattern;
    group->first = tb_cellset_first(group->pattern->goals) + 1;
    for (unsigned i = 0; i < group->pattern->tiles; i++)
        group->cell[i] = walk->where[group->first + i];
    return tb_pdb_lookup_cells(pdb, group->cell, walk->where[0]);
}

/* Move the blank, and what it changes places with. */
static void move_blank(struct walk *walk, unsigned to)
{
    unsigned from = walk->where[0], tile = walk->now.tile[to];

    walk->now.tile[from] = (uint8_t)tile;
    walk->now.tile[to] = 0;
    walk->where[tile] = (uint8_t)from;
    walk->where[0] = (uint8_t)to;
    walk->solution->path[walk->solution->length++] = (uint8_t)to;
}

/* Take the first move that leads to this value. False if there is none. */
static bool follow(struct walk *walk, struct group *group, int value)
{
    unsigned blank = walk->where[0];
    tb_cellset near = tb_board_spread(walk->board, tb_cellset_of(blank)) & ~group->pattern->fixed;

    for (; near != 0; near = tb_cellset_rest(near)) {
        unsigned to = tb_cellset_first(near);
        unsigned number = walk->now.tile[to] - group->first; /* large if the tile is another */
        bool ours = number < group->pattern->tiles;

        walk->solution->nodes++;
        if (ours)
            group->cell[number] = (uint8_t)blank;
        if (tb_pdb_lookup_cells(group->pdb, group->cell, to) == value) {
            move_blank(walk, to);
            return true;
        }
        if (ours)
            group->cell[number] = (uint8_t)to;
    }
    return false;
}

static bool is_home(const struct group *group)
{
    for (unsigned i = 0; i < group->pattern->tiles; i++)
        if (group->cell[i] != group->first - 1 + i)
            return false;
    return true;
}

static enum tb_status take_step(struct walk *walk, const struct tb_local *local, unsigned step,
                                struct tb_error *error)
{
    const struct tb_local_step *problems = &local->step[step];
    struct local_solution *solution = walk->solution;
    unsigned before = solution->length;
    struct group group = {0};
    int value = TB_UNREACHABLE;

    for (unsigned i = 0; i < problems->count && value < 0; i++)
        value = open_group(walk, local->problem[problems->first + i], &group);
    if (value > LOCAL_PATH_MAX - (int)before)
        return tb_error_set(error, TB_INVALID, "a solution of more than %d moves", LOCAL_PATH_MAX);
    while (value > 0 && follow(walk, &group, value - 1))
        value--;
    /* The next step relies on where these tiles are, so a table is not believed that far. */
    if (value != 0 || !is_home(&group))
        return tb_error_set(error, TB_DAMAGED,
                            "the databases of the local problems are damaged: pdbinfo --verify "
                            "tells which");
    solution->part[solution->parts++] =
        (struct local_part){group.pattern, solution->length - before};
    if (group.pattern->tiles > solution->largest)
        solution->largest = group.pattern->tiles;
    return TB_OK;
}

enum tb_status local_solve(const struct tb_local *local, const struct tb_position *start,
                           struct local_solution *solution, struct tb_error *error)
{
    struct walk walk = {.board = &local->board, .now = *start, .solution = solution};
    enum tb_status status = TB_OK;

    solution->length = solution->largest = solution->parts = 0;
    solution->nodes = 0;
    for (unsigned cell = 0; cell < local->board.cells; cell++)
        walk.where[start->tile[cell]] = (uint8_t)cell;
    for (unsigned step = 0; step < local->steps && status == TB_OK; step++)
        status = take_step(&walk, local, step, error);
    return status;
}
