/* mixed.c -- the largest of any number of heuristics
 *
 * Each part tells its value as an excess: half of what it exceeds the Manhattan distance
 * of all tiles by. As the length of every solution is odd or even with that distance, the
 * difference is even; h = Manhattan distance + twice the largest excess. The parts are
 * looked at one after the other, those that need no large table first, and a child that one
 * of them cuts is not shown to the others.
 *
 *   sum        a look-up in a partition whose values add up: tracks of its uses (track.h)
 *   dual       the same by where tiles stand (dual_part.h)
 *   blank      a database in which every move counts: its entry changes with each move. Its
 *              value is for its own tiles; so what the others' distances are is kept up, too
 *   classic    linear conflicts and others without databases (classic_part.h)
 *   walking    walking distance (walking_part.h)
 *   tuples     pairs and triples (tuple_part.h)
 *
 * This file is compiled for any processor and for those that count bits in one instruction;
 * MAKER is the name of what it makes.
 */
#define SIDE        0
#define REGIONS     1
#define TUPLE_WORDS 20 /* those of 6x6 do for all boards */

#include "mixed.h"
#include "classic_part.h"
#include "distance.h"
#include "dual_part.h"
#include "track.h"
#include "tuple_state.h"
#include "walking_part.h"

enum { PARTS_ROOM = 16, USES_ROOM = 64 };

enum part_kind { PART_SUM, PART_DUAL, PART_BLANK, PART_CLASSIC, PART_WALKING, PART_TUPLES };

struct part {
    enum part_kind kind;
    const struct use *use[CELLS]; /* by tile, of a sum */
    const struct use *only;       /* of a blank */
    struct dual_part dual;
};

struct evaluator {
    unsigned cells;
    unsigned parts;
    unsigned uses;
    bool has_classic, has_walking, has_tuples;
    bool near;
    uint8_t distance[TB_CELLS_MAX][TB_CELLS_MAX]; /* [tile][cell] */
    struct classic_part classic;
    struct walking_part walking;
    struct tuple_part tuples;
    struct part part[PARTS_ROOM];
    struct use *use[USES_ROOM];
    uint8_t part_of[USES_ROOM];
};

struct node {
    int h;
    int manhattan;
    int excess[PARTS_ROOM];
    int outside[PARTS_ROOM]; /* of a blank: distances of the tiles that are not its own */
    struct classic_state classic;
    struct walking_state walking;
    struct tuple_state tuples;
    struct track track[USES_ROOM];
};

/* What is asked of a part for a child. */
struct request {
    int excess;
    int outside;
    const struct use *use;
    const uint8_t *byte; /* that holds the entry */
    struct track track;
    uint8_t shift;
    struct dual_request dual;
};

struct child {
    int manhattan;
    unsigned tile;
    unsigned from, blank; /* where the tile was, and where it goes */
    unsigned step;
    struct classic_state classic;
    struct walking_state walking;
    struct tuple_state tuples;
    struct request request[PARTS_ROOM];
};

#define STAGES(evaluator) ((evaluator)->parts)

static inline bool is_near(const struct evaluator *evaluator)
{
    return evaluator->near;
}

static inline uint8_t first_lookup(const struct node *node, unsigned stages)
{
    (void)node;
    (void)stages;
    return 0;
}

static inline void prepare(const struct evaluator *evaluator, const struct node *node,
                           unsigned tile, unsigned step, struct child *child)
{
    (void)evaluator;
    (void)node;
    child->tile = tile;
    child->step = step;
}

static inline void ask_sum(const struct part *part, const struct node *node, unsigned number,
                           const struct child *child, struct request *request)
{
    const struct use *use = part->use[child->tile];
    const struct track *track = &node->track[use->number];

    request->use = use;
    follow(use, &use->step[child->step], track, &request->track);
    request->byte = locate(use, &request->track, child->from, &request->shift);
    request->excess = node->excess[number] - track->excess;
    __builtin_prefetch(request->byte);
}

/* The column of a database with the blank's cell, which is on this cell of the board. */
static inline uint32_t blank_column(const struct use *use, cells_t set, unsigned blank,
                                    unsigned cells)
{
    unsigned cell = use->cell[blank];

    return set_rank(use, set) * (cells - use->tiles) + cell - tb_cellset_below(set, cell);
}

/* Its excess over the distances of all tiles: less than none is none, for these count in
 * any case. */
static inline int blank_excess(int entry, int outside)
{
    int excess = entry - (outside >> 1);

    return excess > 0 ? excess : 0;
}

static inline void ask_blank(const struct evaluator *evaluator, const struct part *part,
                             const struct node *node, unsigned number, const struct child *child,
                             struct request *request)
{
    const struct use *use = part->only;
    uint32_t column;

    request->use = use;
    request->track = node->track[use->number];
    request->outside = node->outside[number];
    if (use->member[child->tile] != NO_MEMBER)
        follow(use, &use->step[child->step], &node->track[use->number], &request->track);
    else
        request->outside += child->manhattan - node->manhattan;
    column = blank_column(use, request->track.set, child->from, evaluator->cells);
    request->byte = locate_column(use, &request->track, column, &request->shift);
    __builtin_prefetch(request->byte);
}

/* Ask a part about the child by this way of a node with these tiles and this blank. */
static inline void ask(const struct evaluator *evaluator, const struct node *node,
                       const uint8_t *tile, unsigned blank, const struct way *way,
                       struct child *child, unsigned number)
{
    const struct part *part = &evaluator->part[number];
    struct request *request = &child->request[number];

    if (number == 0) {
        child->from = way->cell;
        child->blank = blank;
        child->manhattan = node->manhattan + evaluator->distance[child->tile][blank] -
                           evaluator->distance[child->tile][way->cell];
    }
    switch (part->kind) {
    case PART_SUM:
        ask_sum(part, node, number, child, request);
        break;
    case PART_DUAL:
        dual_ask_child(&part->dual, tile, blank, way->cell, &request->dual);
        break;
    case PART_BLANK:
        ask_blank(evaluator, part, node, number, child, request);
        break;
    case PART_WALKING:
        walking_move(&evaluator->walking, way->step, child->tile, &node->walking, &child->walking);
        break;
    case PART_CLASSIC:
        classic_move(&evaluator->classic, tile, way, blank, child->manhattan, &node->classic,
                     &child->classic);
        break;
    case PART_TUPLES:
        break;
    }
}

/* The excess of a walking distance. */
static inline int walking_excess(const struct walking_state *state, int manhattan)
{
    return (walking_value(state->state[0]) + walking_value(state->state[1]) - manhattan) / 2;
}

/* The answer of a part. */
static inline int answer(const struct evaluator *evaluator, const struct node *parent,
                         struct child *child, unsigned number)
{
    const struct part *part = &evaluator->part[number];
    struct request *request = &child->request[number];

    switch (part->kind) {
    case PART_SUM:
        request->track.excess = read_entry(request->use, request->byte, request->shift);
        return request->excess + request->track.excess;
    case PART_DUAL:
        return dual_read(&part->dual, &request->dual);
    case PART_BLANK:
        return blank_excess(read_entry(request->use, request->byte, request->shift),
                            request->outside);
    case PART_CLASSIC:
        return child->classic.excess;
    case PART_WALKING:
        walking_read(&evaluator->walking, child->step, &child->walking);
        return walking_excess(&child->walking, child->manhattan);
    case PART_TUPLES:
        tuple_move(&evaluator->tuples, &parent->tuples, child->tile, child->from, child->blank,
                   &child->tuples);
        return child->tuples.value;
    }
    return 0;
}

static inline bool passes(const struct evaluator *evaluator, const struct node *parent,
                          struct child *child, unsigned number, int budget)
{
    struct request *request = &child->request[number];

    request->excess = answer(evaluator, parent, child, number);
    return child->manhattan + 2 * request->excess <= budget;
}

static inline void settle(const struct evaluator *evaluator, const struct node *parent,
                          const struct child *child, unsigned stages, struct node *node)
{
    int most = 0;

    for (unsigned i = 0; i < evaluator->uses; i++)
        node->track[i] = parent->track[i];
    for (unsigned i = 0; i < stages; i++) {
        const struct request *request = &child->request[i];
        enum part_kind kind = evaluator->part[i].kind;

        if (kind == PART_SUM || kind == PART_BLANK)
            node->track[request->use->number] = request->track;
        node->outside[i] = request->outside;
        node->excess[i] = request->excess;
        most = request->excess > most ? request->excess : most;
    }
    if (evaluator->has_classic)
        node->classic = child->classic;
    if (evaluator->has_walking)
        node->walking = child->walking;
    if (evaluator->has_tuples)
        node->tuples = child->tuples;
    node->manhattan = child->manhattan;
    node->h = child->manhattan + 2 * most;
}

/* The entry of a use's track, in a sum or with the blank's cell. */
static void start_use(const struct evaluator *evaluator, unsigned number,
                      const struct tb_position *start, unsigned blank, struct node *node)
{
    const struct use *use = evaluator->use[number];
    const struct part *part = &evaluator->part[evaluator->part_of[number]];
    struct track *track = &node->track[number];
    const uint8_t *byte;
    uint8_t shift;

    start_track(use, evaluator->cells, start, track);
    if (part->kind == PART_SUM)
        byte = locate(use, track, blank, &shift);
    else
        byte = locate_column(use, track, blank_column(use, track->set, blank, evaluator->cells),
                             &shift);
    track->excess = read_entry(use, byte, shift);
    node->excess[evaluator->part_of[number]] += track->excess;
}

/* Distances of the tiles that are in no pattern of a use. */
static int distances_outside(const struct evaluator *evaluator, const struct use *use,
                             const struct tb_position *start)
{
    int sum = 0;

    for (unsigned cell = 0; cell < evaluator->cells; cell++)
        if (use->member[start->tile[cell]] == NO_MEMBER)
            sum += evaluator->distance[start->tile[cell]][cell];
    return sum;
}

/* The excess of a part, the tracks' entries being in the node. */
static void start_part(const struct evaluator *evaluator, unsigned number,
                       const struct tb_position *start, unsigned blank, struct node *node)
{
    const struct part *part = &evaluator->part[number];
    struct dual_request request;

    switch (part->kind) {
    case PART_SUM:
        break;
    case PART_DUAL:
        dual_ask(&part->dual, start->tile, blank, &request);
        node->excess[number] = dual_read(&part->dual, &request);
        break;
    case PART_BLANK:
        node->outside[number] = distances_outside(evaluator, part->only, start);
        node->excess[number] = blank_excess(node->excess[number], node->outside[number]);
        break;
    case PART_CLASSIC:
        classic_start(&evaluator->classic, start, node->manhattan, &node->classic);
        node->excess[number] = node->classic.excess;
        break;
    case PART_WALKING:
        walking_start(&evaluator->walking, start, &node->walking);
        node->excess[number] = walking_excess(&node->walking, node->manhattan);
        break;
    case PART_TUPLES:
        tuple_start(&evaluator->tuples, start, &node->tuples);
        node->excess[number] = node->tuples.value;
        break;
    }
}

/* The node of a position, from nothing; returns its value. */
static int evaluate_start(const struct evaluator *evaluator, const struct tb_position *start,
                          struct node *node)
{
    unsigned blank = find_blank(start);
    int most = 0;

    memset(node, 0, sizeof *node);
    for (unsigned cell = 0; cell < evaluator->cells; cell++)
        node->manhattan += evaluator->distance[start->tile[cell]][cell];
    for (unsigned i = 0; i < evaluator->uses; i++)
        start_use(evaluator, i, start, blank, node);
    for (unsigned i = 0; i < evaluator->parts; i++) {
        start_part(evaluator, i, start, blank, node);
        most = node->excess[i] > most ? node->excess[i] : most;
    }
    node->h = node->manhattan + 2 * most;
    return node->h;
}

#include "ida_lanes.h"

struct mixed {
    struct heuristic heuristic;
    struct evaluator evaluator;
};

static void release(struct heuristic *heuristic)
{
    struct evaluator *evaluator = &((struct mixed *)heuristic)->evaluator;

    for (unsigned i = 0; i < evaluator->uses; i++)
        free_use(evaluator->use[i]);
    for (unsigned i = 0; i < evaluator->parts; i++)
        dual_part_free(&evaluator->part[i].dual);
    if (evaluator->has_classic)
        classic_part_free(&evaluator->classic);
    if (evaluator->has_walking)
        walking_part_free(&evaluator->walking);
    if (evaluator->has_tuples)
        tuple_part_free(&evaluator->tuples);
    free(heuristic);
}

static enum tb_status too_many(struct tb_error *error)
{
    return tb_error_set(error, TB_INVALID, "too many heuristics at once: name fewer");
}

static enum tb_status add_part(struct evaluator *evaluator, enum part_kind kind, struct part **part,
                               struct tb_error *error)
{
    if (evaluator->parts == PARTS_ROOM)
        return too_many(error);
    *part = &evaluator->part[evaluator->parts++];
    **part = (struct part){.kind = kind};
    return TB_OK;
}

/* One more use, of the last part, empty as yet. */
static enum tb_status add_use(struct evaluator *evaluator, struct use **use, struct tb_error *error)
{
    if (evaluator->uses == USES_ROOM)
        return too_many(error);
    *use = calloc(1, sizeof **use);
    if (*use == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a heuristic");
    (*use)->number = evaluator->uses;
    evaluator->part_of[evaluator->uses] = (uint8_t)(evaluator->parts - 1);
    evaluator->use[evaluator->uses++] = *use;
    return TB_OK;
}

/* Give the tiles of a use, or those that have none, to it. */
static unsigned give_tiles(const struct evaluator *evaluator, struct part *part,
                           const struct use *use)
{
    unsigned without = 0;

    for (unsigned tile = 1; tile < evaluator->cells; tile++) {
        if (use->member[tile] != NO_MEMBER || (use->tiles == 0 && part->use[tile] == NULL))
            part->use[tile] = use;
        without += part->use[tile] == NULL;
    }
    return without;
}

static enum tb_status make_sum(struct evaluator *evaluator, const struct lookup *lookup,
                               const struct sight *sight, const struct board_ways *ways,
                               struct tb_error *error)
{
    unsigned without = 1;
    struct part *part = NULL;
    struct use *use = NULL;
    enum tb_status status = add_part(evaluator, PART_SUM, &part, error);

    for (unsigned i = 0; i < lookup->partition->count && status == TB_OK; i++) {
        status = add_use(evaluator, &use, error);
        if (status == TB_OK)
            status = fill_use(use, lookup->tables, i, sight, ways, error);
        if (status == TB_OK)
            without = give_tiles(evaluator, part, use);
    }
    if (status != TB_OK || without == 0)
        return status;
    status = add_use(evaluator, &use, error);
    if (status == TB_OK)
        status = fill_empty_use(use, error);
    if (status == TB_OK)
        give_tiles(evaluator, part, use);
    return status;
}

/* A part for each pattern, since of these the largest value counts. */
static enum tb_status make_blanks(struct evaluator *evaluator, const struct lookup *lookup,
                                  const struct sight *sight, const struct board_ways *ways,
                                  struct tb_error *error)
{
    enum tb_status status = TB_OK;

    for (unsigned i = 0; i < lookup->partition->count && status == TB_OK; i++) {
        struct part *part = NULL;
        struct use *use = NULL;

        status = add_part(evaluator, PART_BLANK, &part, error);
        if (status == TB_OK)
            status = add_use(evaluator, &use, error);
        if (status == TB_OK)
            status = fill_use(use, lookup->tables, i, sight, ways, error);
        if (status == TB_OK)
            part->only = use;
    }
    return status;
}

static enum tb_status make_dual(struct evaluator *evaluator, const struct lookup *lookup,
                                const struct sight *sight, struct tb_error *error)
{
    struct part *part = NULL;
    enum tb_status status = add_part(evaluator, PART_DUAL, &part, error);

    return status == TB_OK ? dual_part_init(&part->dual, lookup, sight, error) : status;
}

static enum tb_status make_lookup(struct evaluator *evaluator, const struct lookup *lookup,
                                  const struct tb_position *goal, const struct board_ways *ways,
                                  struct tb_error *error)
{
    struct sight sight;
    enum tb_status status = lookup_sight(lookup, goal, &sight, error);

    if (status != TB_OK)
        return status;
    if (lookup->way >= LOOKUP_DUAL)
        return make_dual(evaluator, lookup, &sight, error);
    if (lookup->partition->kind == TB_KIND_NON_ADDITIVE)
        return make_blanks(evaluator, lookup, &sight, ways, error);
    return make_sum(evaluator, lookup, &sight, ways, error);
}

/* The parts that are of all tiles, before and behind those of partitions. */
static enum tb_status make_classic(struct evaluator *evaluator, const struct mixture *mixture,
                                   const struct tb_position *goal, struct tb_error *error)
{
    struct part *part = NULL;
    enum tb_status status = classic_part_init(&evaluator->classic, mixture, goal, error);

    evaluator->has_classic = status == TB_OK;
    return status == TB_OK ? add_part(evaluator, PART_CLASSIC, &part, error) : status;
}

static enum tb_status make_walking(struct evaluator *evaluator, const struct lookup *lookup,
                                   const struct tb_position *goal, struct tb_error *error)
{
    struct part *part = NULL;
    enum tb_status status =
        walking_part_init(&evaluator->walking, lookup->partition, lookup->tables, goal, error);

    evaluator->has_walking = status == TB_OK;
    return status == TB_OK ? add_part(evaluator, PART_WALKING, &part, error) : status;
}

static enum tb_status make_tuples(struct evaluator *evaluator, const struct mixture *mixture,
                                  const struct tb_position *goal, struct tb_error *error)
{
    struct part *part = NULL;
    enum tb_status status = tuple_part_init(&evaluator->tuples, mixture->tuples, mixture->rule,
                                            goal, TUPLE_WORDS, error);

    evaluator->has_tuples = status == TB_OK;
    return status == TB_OK ? add_part(evaluator, PART_TUPLES, &part, error) : status;
}

static enum tb_status make_parts(struct evaluator *evaluator, const struct mixture *mixture,
                                 const struct tb_position *goal, struct tb_error *error)
{
    struct board_ways ways;
    enum tb_status status = TB_OK;

    board_ways_init(&ways, mixture->board);
    if (classic_part_in(mixture))
        status = make_classic(evaluator, mixture, goal, error);
    if (status == TB_OK && mixture->walking != NULL)
        status = make_walking(evaluator, mixture->walking, goal, error);
    for (unsigned i = 0; i < mixture->count && status == TB_OK; i++)
        status = make_lookup(evaluator, &mixture->lookups[i], goal, &ways, error);
    if (status == TB_OK && mixture->tuples != NULL)
        status = make_tuples(evaluator, mixture, goal, error);
    return status;
}

enum tb_status MAKER(const struct mixture *mixture, const struct tb_position *goal,
                     struct heuristic **heuristic, struct tb_error *error)
{
    struct mixed *mixed = calloc(1, sizeof *mixed);
    enum tb_status status;

    *heuristic = NULL;
    if (mixed == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a heuristic");
    mixed->heuristic = (struct heuristic){
        .admissible = true,
        .consistent = lookups_consistent(mixture->lookups, mixture->count) &&
                      mixture->tuples == NULL && !mixture->corners && !mixture->last_moves,
        .engine = lanes_engine(&mixed->evaluator),
        .free = release,
    };
    mixed->evaluator.cells = mixture->board->cells;
    mixed->evaluator.near = count_table_bytes(mixture->lookups, mixture->count) <= NEAR_BYTES;
    fill_distances(mixture->board, goal, mixed->evaluator.distance);
    status = make_parts(&mixed->evaluator, mixture, goal, error);
    if (status == TB_OK)
        *heuristic = &mixed->heuristic;
    else
        release(&mixed->heuristic);
    return status;
}
