/* local_analysis.c -- what solving a few tiles at a time takes, over all boards at once */
#include "local_analysis.h"

#include "local.h"

const struct published_most local_published[LOCAL_PUBLISHED] = {
    {1, 1, 21},  {2, 2, 17},  {3, 3, 20},   {4, 4, 1},   {3, 4, 32},  {5, 5, 17},
    {6, 6, 13},  {7, 7, 18},  {8, 8, 1},    {7, 8, 29},  {9, 9, 15},  {10, 10, 9},
    {9, 10, 20}, {11, 11, 6}, {10, 11, 14}, {9, 11, 23}, {12, 12, 1}, {10, 12, 20},
    {9, 12, 27}, {13, 13, 1}, {9, 13, 34},  {14, 14, 1}, {15, 15, 1},
};

const unsigned local_published_bound[LOCAL_PUBLISHED_CLASSES] = {142, 220, 248, 255, 288};

/* Boards on their way that are alike: the blank's cell, and the class so far. */
struct crowd {
    double share;
    double moves; /* mean so far, times the share */
    int longest;  /* -1: there are none */
};

typedef struct crowd crowds[TB_TILES_MAX + 1][TB_CELLS_MAX]; /* [class][blank] */

/* One step for all boards at once. */
struct survey {
    const struct tb_local *local;
    struct tb_local alone; /* the same problems, with this step only */
    unsigned own, last;    /* tiles of the step */
    unsigned blank;
    bool counting; /* first how many placements there are, then what each leads to */
    uint64_t placements;
    struct step_shares *shares;
    crowds *before, *after;
};

/* All boards with the blank there and the step's tiles on these cells. */
static enum tb_status follow(struct survey *survey, const struct tb_position *position,
                             struct tb_error *error)
{
    struct local_solution solution;
    enum tb_status status = local_solve(&survey->alone, position, &solution, error);
    unsigned end, tiles = solution.largest;
    double weight = 1.0 / (double)survey->placements;

    if (status != TB_OK)
        return status;
    end = solution.length == 0 ? survey->blank : solution.path[solution.length - 1];
    survey->shares->placements++;
    survey->shares->taken[tiles - (survey->last - survey->own + 1)]++;
    for (unsigned kind = 0; kind <= TB_TILES_MAX; kind++) {
        const struct crowd *from = &(*survey->before)[kind][survey->blank];
        struct crowd *to = &(*survey->after)[kind > tiles ? kind : tiles][end];
        int longest = from->longest + (int)solution.length;

        if (from->longest < 0)
            continue;
        to->share += from->share * weight;
        to->moves += (from->moves + from->share * solution.length) * weight;
        to->longest = longest > to->longest ? longest : to->longest;
        survey->shares->share[tiles - (survey->last - survey->own + 1)] += from->share * weight;
    }
    return TB_OK;
}

/* Put the other tiles on what is left, so that the board can be solved. False if it cannot. */
static bool complete(const struct tb_board *board, struct tb_position *position, tb_cellset free,
                     unsigned tile)
{
    struct tb_position goal;
    unsigned cell[2] = {0}, others = tb_cellset_size(free);

    tb_goal_blank_last(board, &goal);
    for (; free != 0; free = tb_cellset_rest(free)) {
        cell[1] = cell[0];
        cell[0] = tb_cellset_first(free);
        position->tile[cell[0]] = (uint8_t)tile++;
    }
    if (tb_position_solvable(board, position, &goal))
        return true;
    if (others < 2)
        return false;
    position->tile[cell[0]] = (uint8_t)(tile - 2);
    position->tile[cell[1]] = (uint8_t)(tile - 1);
    return true;
}

/* Every placement of the tiles from this one on. */
static enum tb_status place(struct survey *survey, struct tb_position *position, unsigned tile,
                            tb_cellset free, struct tb_error *error)
{
    enum tb_status status = TB_OK;

    if (tile > survey->last) {
        struct tb_position whole = *position;

        if (!complete(&survey->local->board, &whole, free, tile))
            return TB_OK;
        if (survey->counting) {
            survey->placements++;
            return TB_OK;
        }
        return follow(survey, &whole, error);
    }
    for (tb_cellset rest = free; rest != 0 && status == TB_OK; rest = tb_cellset_rest(rest)) {
        position->tile[tb_cellset_first(rest)] = (uint8_t)tile;
        status =
            place(survey, position, tile + 1, free & ~tb_cellset_of(tb_cellset_first(rest)), error);
    }
    return status;
}

static enum tb_status analyse_step(struct survey *survey, unsigned step, struct tb_error *error)
{
    const struct tb_board *board = &survey->local->board;
    tb_cellset open = board->all & ~(tb_cellset_of(survey->own - 1) - 1);
    enum tb_status status = TB_OK;

    survey->alone = *survey->local;
    survey->alone.steps = 1;
    survey->alone.step[0] = survey->local->step[step];
    for (tb_cellset rest = open; rest != 0 && status == TB_OK; rest = tb_cellset_rest(rest)) {
        struct tb_position position;
        tb_cellset free = open & ~tb_cellset_of(tb_cellset_first(rest));

        survey->blank = tb_cellset_first(rest);
        tb_goal_blank_last(board, &position);
        position.tile[survey->blank] = 0;
        survey->placements = 0;
        survey->counting = true;
        status = place(survey, &position, survey->own, free, error);
        survey->counting = false;
        if (status == TB_OK)
            status = place(survey, &position, survey->own, free, error);
    }
    return status;
}

static void clear(const struct tb_board *board, crowds *table, double share, int longest)
{
    for (unsigned kind = 0; kind <= TB_TILES_MAX; kind++)
        for (unsigned blank = 0; blank < TB_CELLS_MAX; blank++)
            (*table)[kind][blank] = kind == 0 && blank < board->cells
                                        ? (struct crowd){share, 0, longest}
                                        : (struct crowd){0, 0, -1};
}

static void sum_up(struct local_analysis *analysis, crowds *table)
{
    struct class_figures *all = &analysis->overall;

    for (unsigned kind = 1; kind <= TB_TILES_MAX; kind++) {
        struct class_figures *figures = &analysis->by_class[kind];
        double moves = 0;

        for (unsigned blank = 0; blank < TB_CELLS_MAX; blank++) {
            const struct crowd *crowd = &(*table)[kind][blank];

            if (crowd->longest < 0)
                continue;
            analysis->classes = kind;
            figures->share += crowd->share;
            moves += crowd->moves;
            if ((unsigned)crowd->longest > figures->longest)
                figures->longest = (unsigned)crowd->longest;
        }
        figures->mean = figures->share > 0 ? moves / figures->share : 0;
        all->share += figures->share;
        all->mean += moves;
        all->longest = figures->longest > all->longest ? figures->longest : all->longest;
    }
}

enum tb_status local_analyse(const struct tb_local *local, struct local_analysis *analysis,
                             struct tb_error *error)
{
    crowds tables[2];
    enum tb_status status = TB_OK;

    *analysis = (struct local_analysis){.steps = local->steps};
    clear(&local->board, &tables[0], 1.0 / local->board.cells, 0);
    for (unsigned step = 0; step < local->steps && status == TB_OK; step++) {
        struct survey survey = {.local = local,
                                .own = local->step[step].first_tile,
                                .last = local->step[step].last_tile,
                                .shares = &analysis->step[step],
                                .before = &tables[step % 2],
                                .after = &tables[1 - step % 2]};

        clear(&local->board, survey.after, 0, -1);
        status = analyse_step(&survey, step, error);
    }
    if (status == TB_OK)
        sum_up(analysis, &tables[local->steps % 2]);
    return status;
}

unsigned local_bound(const struct tb_local *local, const struct local_analysis *analysis,
                     unsigned tiles)
{
    unsigned sum = 0;

    for (unsigned step = 0; step < local->steps; step++) {
        unsigned most = 0;

        for (unsigned i = 0; i < local->step[step].count; i++) {
            const struct tb_header *header =
                tb_pdb_header(local->problem[local->step[step].first + i]);

            if (header->pattern.tiles <= tiles && analysis->step[step].taken[i] > 0 &&
                header->values - 1 > most)
                most = header->values - 1;
        }
        sum += most;
    }
    return sum;
}
