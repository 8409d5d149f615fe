/* additive.c -- the databases of a partition, kept up move by move
 *
 * A use is one pattern in one look-up: of the board as it is, or as the mirror of its
 * diagonal shows it. Each use keeps the set of occupied cells, in its database's own
 * frame, and the arrangement as lane and order (tilebase/arrangement.h). A move of a
 * tile changes one use of each look-up. Along a row of the database's frame it keeps
 * the arrangement; else the new one is two small look-ups away. Then the entry's place
 * is known, and is fetched ahead.
 *
 * h = Manhattan distance of all tiles + twice the larger sum of excesses. A tile in no
 * pattern adds its Manhattan distance alone.
 *
 * This file is compiled once for any processor and once for those that count bits and
 * mask them in one instruction each; ADDITIVE_NEW is the name of the maker.
 */
#include <stdio.h>
#include <stdlib.h>

#include "additive.h"
#include "distance.h"
#include "heuristic.h"

enum { LOOKUPS_MAX = 2, USES_MAX = LOOKUPS_MAX * (TB_CELLS_MAX - 1) / 2, NO_USE = 255 };

/* What a tile's move from one cell to another is in the frame of a use. */
struct step {
    tb_cellset move;    /* the cell that it leaves and the one that it comes to */
    tb_cellset below;   /* cells lower than the one that it leaves */
    tb_cellset between; /* cells that it passes */
    int32_t direction;  /* 1 to higher cells, -1 to lower ones */
};

struct use {
    const uint8_t *table;
    uint64_t row_bytes;
    unsigned bits;
    unsigned tiles;
    const struct tb_cellset_index *sets;
    struct tb_slides slides;
    uint8_t cell[TB_CELLS_MAX];                   /* the frame's cell for each of the board's */
    struct step step[TB_CELLS_MAX][TB_CELLS_MAX]; /* [from][to], neighbours only */
};

struct evaluator {
    unsigned cells;
    unsigned lookups;
    unsigned uses;
    uint8_t distance[TB_CELLS_MAX][TB_CELLS_MAX]; /* [tile][cell] */
    uint8_t use_of[LOOKUPS_MAX][TB_CELLS_MAX];    /* [look-up][tile]; NO_USE */
    uint8_t member[USES_MAX][TB_CELLS_MAX];       /* [use][tile]: which of the pattern's it is */
    struct use use[USES_MAX];
};

/* A use's entry in one position. */
struct track {
    tb_cellset set;
    uint32_t lane;
    uint16_t order;
    uint16_t excess;
};

struct node {
    int h;
    int manhattan;
    int excess[LOOKUPS_MAX];
    struct track track[USES_MAX];
};

struct child {
    int manhattan;
    uint8_t use[LOOKUPS_MAX];
    uint8_t shift[LOOKUPS_MAX];
    const uint8_t *byte[LOOKUPS_MAX];
    struct track track[LOOKUPS_MAX];
};

/* Where a track's entry is in the table. */
static inline const uint8_t *locate(const struct use *use, const struct track *track,
                                    uint8_t *shift)
{
    uint32_t row = track->lane * use->slides.lane_size + track->order;
    uint32_t set = tb_cellset_rank(use->sets, track->set);

    *shift = use->bits == 8 ? 0 : (uint8_t)(4 * (set & 1));
    return use->table + row * use->row_bytes + (use->bits == 8 ? set : set / 2);
}

static inline uint16_t read_entry(const struct use *use, const uint8_t *byte, uint8_t shift)
{
    return use->bits == 8 ? *byte : *byte >> shift & 15;
}

/* The track after a step, but for its excess. */
static inline void follow(const struct use *use, const struct step *step, const struct track *old,
                          struct track *track)
{
    int passed = (int)tb_cellset_size(old->set & step->between);

    track->set = old->set ^ step->move;
    track->lane = old->lane;
    track->order = old->order;
    if (passed > 0) {
        unsigned from = tb_cellset_size(old->set & step->below);
        unsigned to = (unsigned)((int)from + passed * step->direction);
        size_t at =
            (size_t)tb_slide_number(use->slides.reach, from, to) * use->slides.lanes + old->lane;

        track->lane = use->slides.lane[at];
        track->order = use->slides.order[use->slides.turn[at]][old->order];
    }
}

static inline void prepare(const struct evaluator *evaluator, const struct node *node,
                           unsigned tile, unsigned from, unsigned to, struct child *child)
{
    child->manhattan =
        node->manhattan + evaluator->distance[tile][to] - evaluator->distance[tile][from];
    for (unsigned i = 0; i < evaluator->lookups; i++) {
        unsigned number = evaluator->use_of[i][tile];
        const struct use *use;

        child->use[i] = (uint8_t)number;
        if (number == NO_USE)
            continue;
        use = &evaluator->use[number];
        follow(use, &use->step[from][to], &node->track[number], &child->track[i]);
        child->byte[i] = locate(use, &child->track[i], &child->shift[i]);
        __builtin_prefetch(child->byte[i]);
    }
}

static inline bool admit(const struct evaluator *evaluator, const struct node *parent,
                         const struct child *child, int budget, struct node *node)
{
    int most = 0;
    uint16_t entry[LOOKUPS_MAX] = {0};

    for (unsigned i = 0; i < evaluator->lookups; i++) {
        unsigned number = child->use[i];
        int excess = parent->excess[i];

        if (number != NO_USE) {
            entry[i] = read_entry(&evaluator->use[number], child->byte[i], child->shift[i]);
            excess += entry[i] - parent->track[number].excess;
        }
        if (child->manhattan + 2 * excess > budget)
            return false;
        node->excess[i] = excess;
        most = excess > most ? excess : most;
    }
    for (unsigned i = 0; i < evaluator->uses; i++)
        node->track[i] = parent->track[i];
    for (unsigned i = 0; i < evaluator->lookups; i++)
        if (child->use[i] != NO_USE) {
            node->track[child->use[i]] = child->track[i];
            node->track[child->use[i]].excess = entry[i];
        }
    node->manhattan = child->manhattan;
    node->h = child->manhattan + 2 * most;
    return true;
}

/* The track of a use in a position, from nothing. */
static void start_track(const struct evaluator *evaluator, unsigned number,
                        const struct tb_position *start, struct track *track)
{
    const struct use *use = &evaluator->use[number];
    uint8_t ordinal[TB_TILES_MAX], cell_of[TB_TILES_MAX];
    uint32_t rank;
    uint8_t shift;
    const uint8_t *byte;

    track->set = 0;
    for (unsigned cell = 0; cell < evaluator->cells; cell++) {
        unsigned member = evaluator->member[number][start->tile[cell]];

        if (member < use->tiles) {
            cell_of[member] = use->cell[cell];
            track->set |= tb_cellset_of(use->cell[cell]);
        }
    }
    for (unsigned i = 0; i < use->tiles; i++)
        ordinal[i] = (uint8_t)tb_cellset_below(track->set, cell_of[i]);
    rank = tb_arrangement_rank(use->tiles, ordinal);
    track->lane = rank / use->slides.lane_size;
    track->order = (uint16_t)(rank % use->slides.lane_size);
    byte = locate(use, track, &shift);
    track->excess = read_entry(use, byte, shift);
}

static void evaluate_start(const struct evaluator *evaluator, const struct tb_position *start,
                           struct node *node)
{
    int most = 0;

    *node = (struct node){0};
    for (unsigned cell = 0; cell < evaluator->cells; cell++)
        node->manhattan += evaluator->distance[start->tile[cell]][cell];
    for (unsigned i = 0; i < evaluator->uses; i++) {
        unsigned lookup = i * evaluator->lookups / evaluator->uses;

        start_track(evaluator, i, start, &node->track[i]);
        node->excess[lookup] += node->track[i].excess;
    }
    for (unsigned i = 0; i < evaluator->lookups; i++)
        most = node->excess[i] > most ? node->excess[i] : most;
    node->h = node->manhattan + 2 * most;
}

#include "ida_template.h"

struct additive {
    struct heuristic heuristic;
    struct evaluator evaluator;
};

static enum tb_status solve(const struct heuristic *heuristic, const struct problem *problem,
                            const struct limits *limits, struct solution *solution,
                            struct tb_error *error)
{
    const struct additive *additive = (const struct additive *)heuristic;

    return ida_solve(&additive->evaluator, problem, limits, solution, error);
}

static void release(struct heuristic *heuristic)
{
    struct additive *additive = (struct additive *)heuristic;

    for (unsigned i = 0; i < additive->evaluator.uses; i++)
        tb_slides_free(&additive->evaluator.use[i].slides);
    free(additive);
}

/* What each move is in the frame of a use. */
static void make_steps(struct use *use, const struct tb_board *board)
{
    for (unsigned from = 0; from < board->cells; from++)
        for (unsigned to = 0; to < board->cells; to++) {
            unsigned a = use->cell[from], b = use->cell[to];
            unsigned low = a < b ? a : b, high = a < b ? b : a;

            use->step[from][to] = (struct step){
                .move = tb_cellset_of(a) | tb_cellset_of(b),
                .below = tb_cellset_of(a) - 1,
                .between = (tb_cellset_of(high) - 1) & ~(2 * tb_cellset_of(low) - 1),
                .direction = a < b ? 1 : -1,
            };
        }
}

/* Make one use. `cells` and `tiles` take the given board's to the partition's. */
static enum tb_status make_use(struct evaluator *evaluator, const struct tb_tables *tables,
                               unsigned pattern, const uint8_t *cells, const uint8_t *tiles,
                               unsigned lookup, struct tb_error *error)
{
    const struct tb_pdb *pdb = tb_tables_pdb(tables, pattern);
    const struct tb_header *header = tb_pdb_header(pdb);
    const uint8_t *image = tb_tables_image(tables, pattern);
    unsigned number = evaluator->uses;
    struct use *use = &evaluator->use[number];

    use->table = tb_pdb_table(pdb);
    use->bits = header->bits;
    use->tiles = header->pattern.tiles;
    use->sets = &tb_pdb_index(pdb)->sets;
    use->row_bytes = tb_row_bytes(use->sets->count, use->bits);
    for (unsigned cell = 0; cell < evaluator->cells; cell++)
        use->cell[cell] = image[cells[cell]];
    for (unsigned tile = 0; tile < evaluator->cells; tile++) {
        unsigned home = tile == 0 ? 0 : image[tiles[tile] - 1];

        evaluator->member[number][tile] = NO_USE;
        if (tile != 0 && tb_cellset_has(header->pattern.goals, home)) {
            evaluator->member[number][tile] =
                (uint8_t)tb_cellset_below(header->pattern.goals, home);
            evaluator->use_of[lookup][tile] = (uint8_t)number;
        }
    }
    make_steps(use, &header->pattern.board);
    evaluator->uses++;
    return tb_slides_init(&use->slides, use->tiles, header->pattern.board.width - 1u, error);
}

static enum tb_status make_lookup(struct evaluator *evaluator, const struct tb_partition *partition,
                                  const struct tb_tables *tables, const struct tb_view *view,
                                  unsigned lookup, struct tb_error *error)
{
    const struct tb_board *board = &partition->board;
    uint8_t cells[TB_CELLS_MAX], tiles[TB_CELLS_MAX];
    unsigned symmetry = lookup == 0 ? 0 : TB_TRANSPOSE;
    enum tb_status status = TB_OK;

    for (unsigned i = 0; i < board->cells; i++) {
        cells[i] = (uint8_t)tb_board_map(board, symmetry, view->cell[i]);
        tiles[i] = i == 0 ? 0 : (uint8_t)(tb_board_map(board, symmetry, view->tile[i] - 1u) + 1);
        evaluator->use_of[lookup][i] = NO_USE;
    }
    for (unsigned i = 0; i < partition->count && status == TB_OK; i++)
        status = make_use(evaluator, tables, i, cells, tiles, lookup, error);
    return status;
}

static enum tb_status make_evaluator(struct evaluator *evaluator,
                                     const struct tb_partition *partition,
                                     const struct tb_tables *tables, const struct tb_position *goal,
                                     bool reflected, struct tb_error *error)
{
    struct tb_view view;
    enum tb_status status = additive_check(partition, goal, reflected, error);

    if (status == TB_OK)
        status = tb_view_init(&partition->board, goal, partition->blank, &view, error);
    evaluator->cells = partition->board.cells;
    evaluator->lookups = reflected ? 2 : 1;
    fill_distances(&partition->board, goal, evaluator->distance);
    for (unsigned i = 0; i < evaluator->lookups && status == TB_OK; i++)
        status = make_lookup(evaluator, partition, tables, &view, i, error);
    return status;
}

enum tb_status ADDITIVE_NEW(const struct tb_partition *partition, const struct tb_tables *tables,
                            const struct tb_position *goal, bool reflected,
                            struct heuristic **heuristic, struct tb_error *error)
{
    struct additive *additive = calloc(1, sizeof *additive);
    enum tb_status status;

    *heuristic = NULL;
    if (additive == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a heuristic");
    additive->heuristic = (struct heuristic){.solve = solve, .free = release};
    snprintf(additive->heuristic.name, sizeof additive->heuristic.name, "%s%s", partition->name,
             reflected ? ", reflected" : "");
    status = make_evaluator(&additive->evaluator, partition, tables, goal, reflected, error);
    if (status == TB_OK)
        *heuristic = &additive->heuristic;
    else
        release(&additive->heuristic);
    return status;
}
