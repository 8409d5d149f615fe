/* additive.c -- the databases of partitions whose values add up, for one or two look-ups
 *
 * h = Manhattan distance of all tiles + twice the larger sum of excesses. A move changes one
 * use of each look-up (track.h). A tile in no pattern of a look-up has a use with an empty
 * table.
 *
 * This file is compiled for any board (SIDE 0), for 4x4 and for 5x5, with entries that know
 * the blank's region (REGIONS) and without, each for any processor and for those that count
 * bits in one instruction. MAKER is the name of what it makes. More look-ups, and other
 * heuristics beside them, are for mixed.c.
 */
#include "additive.h"
#include "distance.h"
#include "track.h"

#if SIDE == 0
enum { USES_ROOM = FEW_USES };
#define USES(evaluator) ((evaluator)->uses)
#else
enum { USES_ROOM = SQUARE_USES(SIDE) };
#define USES(evaluator) ((unsigned)USES_ROOM) /* to copy a known size is cheaper */
#endif

struct evaluator {
    unsigned cells;
    unsigned lookups;
    unsigned uses;
    bool near;
    int8_t change[STEPS][CELLS];                  /* [step][tile]: of its distance */
    uint8_t distance[TB_CELLS_MAX][TB_CELLS_MAX]; /* [tile][cell] */
    const struct use *use_of[FEW_LOOKUPS][CELLS]; /* [look-up][tile] */
    uint8_t lookup_of[USES_ROOM];
    struct use *use[USES_ROOM];
};

struct node {
    int h;
    int manhattan;
    int excess[FEW_LOOKUPS];
    struct track track[USES_ROOM];
};

/* A look-up of a child. */
struct request {
    const struct use *use;
    const uint8_t *byte; /* that holds the entry */
    struct track track;
    int excess; /* of all uses of the look-up */
    uint8_t shift;
};

struct child {
    int manhattan;
    unsigned tile;
    struct request request[FEW_LOOKUPS];
};

#define STAGES(evaluator) ((evaluator)->lookups)

static inline bool is_near(const struct evaluator *evaluator)
{
    return evaluator->near;
}

/* The look-up to make first: of two, that with the larger value is more likely to cut. */
static inline uint8_t first_lookup(const struct node *node, unsigned stages)
{
    return stages == 2 && node->excess[1] > node->excess[0];
}

static inline void prepare(const struct evaluator *evaluator, const struct node *node,
                           unsigned tile, unsigned step, struct child *child)
{
    child->tile = tile;
    child->manhattan = node->manhattan + evaluator->change[step][tile];
}

/* Ask for an entry of the child by this way. */
static inline void ask(const struct evaluator *evaluator, const struct node *node,
                       const uint8_t *tile, unsigned blank, const struct way *way,
                       struct child *child, unsigned lookup)
{
    const struct use *use = evaluator->use_of[lookup][child->tile];
    struct request *request = &child->request[lookup];

    (void)tile;
    (void)blank;
    request->use = use;
    follow(use, &use->step[way->step], &node->track[use->number], &request->track);
    request->byte = locate(use, &request->track, way->cell, &request->shift);
    request->excess = node->excess[lookup] - node->track[use->number].excess;
    __builtin_prefetch(request->byte);
}

static inline bool passes(const struct evaluator *evaluator, const struct node *parent,
                          struct child *child, unsigned lookup, int budget)
{
    struct request *request = &child->request[lookup];

    (void)evaluator;
    (void)parent;
    request->track.excess = read_entry(request->use, request->byte, request->shift);
    request->excess += request->track.excess;
    return child->manhattan + 2 * request->excess <= budget;
}

static inline void settle(const struct evaluator *evaluator, const struct node *parent,
                          const struct child *child, unsigned stages, struct node *node)
{
    int most = 0;

    (void)evaluator;
    for (unsigned i = 0; i < USES(evaluator); i++)
        node->track[i] = parent->track[i];
    for (unsigned i = 0; i < stages; i++) {
        const struct request *request = &child->request[i];

        node->track[request->use->number] = request->track;
        node->excess[i] = request->excess;
        most = request->excess > most ? request->excess : most;
    }
    node->manhattan = child->manhattan;
    node->h = child->manhattan + 2 * most;
}

/* The node of a position, from nothing; returns its value. */
static int evaluate_start(const struct evaluator *evaluator, const struct tb_position *start,
                          struct node *node)
{
    unsigned blank = find_blank(start);
    int most = 0;

    *node = (struct node){0};
    for (unsigned cell = 0; cell < evaluator->cells; cell++)
        node->manhattan += evaluator->distance[start->tile[cell]][cell];
    for (unsigned i = 0; i < evaluator->uses; i++) {
        struct track *track = &node->track[i];
        uint8_t shift;
        const uint8_t *byte;

        start_track(evaluator->use[i], evaluator->cells, start, track);
        byte = locate(evaluator->use[i], track, blank, &shift);
        track->excess = read_entry(evaluator->use[i], byte, shift);
        node->excess[evaluator->lookup_of[i]] += track->excess;
    }
    for (unsigned i = 0; i < evaluator->lookups; i++)
        most = node->excess[i] > most ? node->excess[i] : most;
    node->h = node->manhattan + 2 * most;
    return node->h;
}

#include "ida_lanes.h"

struct additive {
    struct heuristic heuristic;
    struct evaluator evaluator;
};

static void release(struct heuristic *heuristic)
{
    struct additive *additive = (struct additive *)heuristic;

    for (unsigned i = 0; i < additive->evaluator.uses; i++)
        free_use(additive->evaluator.use[i]);
    free(additive);
}

/* One more use, of a look-up, empty as yet. */
static enum tb_status add_use(struct evaluator *evaluator, unsigned lookup, struct use **use,
                              struct tb_error *error)
{
    *use = evaluator->uses < USES_ROOM ? calloc(1, sizeof **use) : NULL;
    if (*use == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no room for so many patterns at once");
    (*use)->number = evaluator->uses;
    evaluator->lookup_of[evaluator->uses] = (uint8_t)lookup;
    evaluator->use[evaluator->uses++] = *use;
    return TB_OK;
}

static enum tb_status make_use(struct evaluator *evaluator, unsigned lookup,
                               const struct tb_tables *tables, unsigned pattern,
                               const struct sight *sight, const struct board_ways *ways,
                               struct tb_error *error)
{
    struct use *use;
    enum tb_status status = add_use(evaluator, lookup, &use, error);

    if (status == TB_OK)
        status = fill_use(use, tables, pattern, sight, ways, error);
    for (unsigned tile = 1; status == TB_OK && tile < evaluator->cells; tile++)
        if (use->member[tile] != NO_MEMBER)
            evaluator->use_of[lookup][tile] = use;
    return status;
}

/* Tiles in no pattern get a use whose every entry is 0. */
static enum tb_status make_empty_use(struct evaluator *evaluator, unsigned lookup,
                                     struct tb_error *error)
{
    struct use *use;
    enum tb_status status = add_use(evaluator, lookup, &use, error);

    if (status == TB_OK)
        status = fill_empty_use(use, error);
    for (unsigned tile = 1; status == TB_OK && tile < evaluator->cells; tile++)
        if (evaluator->use_of[lookup][tile] == NULL)
            evaluator->use_of[lookup][tile] = use;
    return status;
}

static bool covers_all(const struct evaluator *evaluator, unsigned lookup)
{
    for (unsigned tile = 1; tile < evaluator->cells; tile++)
        if (evaluator->use_of[lookup][tile] == NULL)
            return false;
    return true;
}

static enum tb_status make_lookup(struct evaluator *evaluator, unsigned number,
                                  const struct lookup *lookup, const struct tb_position *goal,
                                  const struct board_ways *ways, struct tb_error *error)
{
    struct sight sight;
    enum tb_status status = lookup_sight(lookup, goal, &sight, error);

    for (unsigned i = 0; status == TB_OK && i < lookup->partition->count; i++)
        status = make_use(evaluator, number, lookup->tables, i, &sight, ways, error);
    if (status == TB_OK && !covers_all(evaluator, number))
        status = make_empty_use(evaluator, number, error);
    return status;
}

/* How a move changes the Manhattan distance. */
static void make_changes(struct evaluator *evaluator, const struct tb_board *board,
                         const struct tb_position *goal, const struct board_ways *ways)
{
    fill_distances(board, goal, evaluator->distance);
    for (unsigned blank = 0; blank < board->cells; blank++)
        for (unsigned i = 0; i < ways_all(ways, blank)->count; i++) {
            const struct way *way = &ways_all(ways, blank)->way[i];

            for (unsigned tile = 1; tile < board->cells; tile++)
                evaluator->change[way->step][tile] = (int8_t)(evaluator->distance[tile][blank] -
                                                              evaluator->distance[tile][way->cell]);
        }
}

enum tb_status MAKER(const struct lookup *lookups, unsigned count, const struct tb_position *goal,
                     struct heuristic **heuristic, struct tb_error *error)
{
    struct additive *additive = calloc(1, sizeof *additive);
    const struct tb_board *board = &lookups[0].partition->board;
    struct board_ways ways;
    enum tb_status status = TB_OK;

    *heuristic = NULL;
    if (additive == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a heuristic");
    additive->heuristic = (struct heuristic){
        .admissible = true,
        .consistent = lookups_consistent(lookups, count),
        .engine = lanes_engine(&additive->evaluator),
        .free = release,
    };
    additive->evaluator.cells = board->cells;
    additive->evaluator.lookups = count;
    additive->evaluator.near = count_table_bytes(lookups, count) <= NEAR_BYTES;
    lookup_names(lookups, count, additive->heuristic.name, sizeof additive->heuristic.name);
    board_ways_init(&ways, board);
    make_changes(&additive->evaluator, board, goal, &ways);
    for (unsigned i = 0; i < count && status == TB_OK; i++)
        status = make_lookup(&additive->evaluator, i, &lookups[i], goal, &ways, error);
    if (status == TB_OK)
        *heuristic = &additive->heuristic;
    else
        release(&additive->heuristic);
    return status;
}
