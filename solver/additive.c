/* additive.c -- the databases of partitions, kept up move by move
 *
 * A use is one pattern in one look-up: of the board as it is, or as the mirror of its
 * diagonal shows it. Each use keeps the set of occupied cells, in its database's own
 * frame, and the arrangement as lane and order (tilebase/arrangement.h). A move of a
 * tile changes one use of each look-up: the set by one exclusive or, and the arrangement
 * by the slide past the tiles between the two cells, which are two small look-ups. (Along
 * a row of the frame there are none between, and the slide changes nothing; to look it
 * up all the same is faster than to ask.) Then the entry's place is known.
 *
 * A dual look-up (dual.h) has other patterns for each cell of the blank, so that nothing
 * can be kept up: all its entries are looked for anew.
 *
 * h = Manhattan distance of all tiles + twice the largest sum of excesses. A tile in no
 * pattern of a look-up has a use with an empty table.
 *
 * This file is compiled for one or two look-ups that are not dual on any board (SIDE 0), on
 * 4x4 and on 5x5, where sets take 32 bits and nodes little room; and for all else (MANY).
 * Each of these is made for any processor and for those that count bits in one
 * instruction. MAKER is the name of what it makes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "additive.h"
#include "distance.h"
#include "ida.h"

#if SIDE == 0
typedef uint64_t cells_t;
typedef uint32_t lane_t;
enum {
    LOOKUPS_ROOM = MANY ? LOOKUPS_MAX : FEW_LOOKUPS,
    USES_ROOM = MANY ? 64 : FEW_USES,
    CELLS = TB_CELLS_MAX,
};
#define USES(evaluator) ((evaluator)->uses)
#define HALF(use)       ((use)->half)
#define REACH(use)      ((use)->reach)
#define PAIRED(use)     ((use)->paired)
#else
typedef uint32_t cells_t;
typedef uint16_t lane_t;
enum { LOOKUPS_ROOM = FEW_LOOKUPS, USES_ROOM = SQUARE_USES(SIDE), CELLS = SIDE * SIDE };
#define USES(evaluator) ((unsigned)USES_ROOM) /* to copy a known size is cheaper */
#define HALF(use)       ((unsigned)CELLS / 2)
#define REACH(use)      ((unsigned)SIDE - 1)
#define PAIRED(use)     1u
#endif

enum { STEPS = WAYS_MAX * CELLS, TURN_BITS = 5 };

/* What a move is in the frame of a use. */
struct step {
    cells_t move;    /* the cell that the tile leaves and the one that it comes to */
    cells_t below;   /* cells lower than the one that it leaves */
    cells_t between; /* cells that it passes */
    int32_t sign;    /* 0 to higher cells, -1 to lower ones */
};

struct use {
    const uint8_t *table;
    uint64_t row_bytes;         /* of the sets of one arrangement */
    uint64_t lane_bytes;        /* of the arrangements of one lane */
    const uint32_t *low, *high; /* ranks of sets, by their halves (tilebase/cellset.h) */
    uint32_t *slide;            /* [slide][lane]: the new lane, and the turn of the order */
    uint32_t half;
    uint32_t reach;
    uint32_t lanes;
    uint32_t lane_size;
    uint32_t paired; /* 1 if a byte holds two entries, else 0 */
    uint32_t number;
    uint32_t tiles;
    struct step step[STEPS];
    uint8_t order[1 << TURN_BITS][TB_LANE_SIZE + 8];
    uint8_t cell[TB_CELLS_MAX];   /* the frame's cell for each of the board's */
    uint8_t member[TB_CELLS_MAX]; /* which tile of the pattern a tile is; NO_MEMBER */
};

enum { NO_MEMBER = 255 };

/* A pattern of a dual look-up. */
struct dual_use {
    const struct tb_entry_index *index;
    const uint8_t *table;
    uint64_t row_bytes;
    unsigned tiles;
    unsigned paired;
    uint8_t cell[TB_TILES_MAX]; /* the board's cell that each of the pattern's stands for */
    uint8_t home[TB_CELLS_MAX]; /* the frame's cell where a tile of the board belongs */
};

/* A dual look-up: the patterns for each cell of the blank. */
struct dual_lookup {
    unsigned count; /* 0: the look-up is not dual */
    struct dual_use *uses;
    const struct dual_use *use[TB_CELLS_MAX][DUAL_GROUPS_MAX];
};

struct evaluator {
    unsigned cells;
    unsigned lookups;
    unsigned uses;
    int8_t change[STEPS][CELLS];                   /* [step][tile]: of its distance */
    uint8_t distance[TB_CELLS_MAX][TB_CELLS_MAX];  /* [tile][cell] */
    const struct use *use_of[LOOKUPS_ROOM][CELLS]; /* [look-up][tile] */
    struct dual_lookup dual[LOOKUPS_ROOM];
    uint8_t lookup_of[USES_ROOM];
    struct use *use[USES_ROOM];
};

/* A use's entry in one position. */
struct track {
    cells_t set;
    lane_t lane;
    uint8_t order;
    uint8_t excess;
};

struct node {
    int h;
    int manhattan;
    int excess[LOOKUPS_ROOM];
    struct track track[USES_ROOM];
};

/* A look-up of a child. */
struct request {
    const struct use *use;
    const uint8_t *byte; /* that holds the entry */
    struct track track;
    int excess; /* of all uses of the look-up */
    uint8_t shift;
#if MANY
    const struct dual_use *const *dual; /* its patterns, if the look-up is dual */
    const uint8_t *dual_byte[DUAL_GROUPS_MAX];
    uint8_t dual_shift[DUAL_GROUPS_MAX];
#endif
};

struct child {
    int manhattan;
    unsigned tile;
    struct request request[LOOKUPS_ROOM];
};

#define STAGES(evaluator) ((evaluator)->lookups)

/* Where a track's entry is in the table. */
static inline const uint8_t *locate(const struct use *use, const struct track *track,
                                    uint8_t *shift)
{
    cells_t low = track->set & (((cells_t)1 << HALF(use)) - 1);
    uint32_t set = use->low[low] + use->high[track->set >> HALF(use)];

    *shift = (uint8_t)(4 * (set & PAIRED(use)));
    return use->table + track->lane * use->lane_bytes + track->order * use->row_bytes +
           (set >> PAIRED(use));
}

static inline uint8_t read_entry(const struct use *use, const uint8_t *byte, uint8_t shift)
{
    (void)use;
    return (uint8_t)(*byte >> shift & (PAIRED(use) ? 15 : 255));
}

static inline int count_cells(cells_t set)
{
    return sizeof set == 8 ? __builtin_popcountll(set) : __builtin_popcount((unsigned)set);
}

/* The track after a step, but for its excess. */
static inline void follow(const struct use *use, const struct step *step, const struct track *old,
                          struct track *track)
{
    unsigned from = (unsigned)count_cells(old->set & step->below);
    int passed = (count_cells(old->set & step->between) ^ step->sign) - step->sign;
    uint32_t slide = from * (2 * REACH(use) + 1) + REACH(use) + (unsigned)passed;
    uint32_t to = use->slide[slide * use->lanes + old->lane];

    track->set = old->set ^ step->move;
    track->lane = (lane_t)(to >> TURN_BITS);
    track->order = use->order[to & ((1u << TURN_BITS) - 1)][old->order];
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

#if MANY
/* Where the entry of a dual look-up's pattern is: the tile that stands on each of its
 * cells, by where it belongs. */
static const uint8_t *locate_dual(const struct dual_use *use, const uint8_t *tile, uint8_t *shift)
{
    uint8_t cell[TB_TILES_MAX];
    uint32_t arrangement, set;

    for (unsigned i = 0; i < use->tiles; i++)
        cell[i] = use->home[tile[use->cell[i]]];
    tb_entry_locate(use->index, cell, &arrangement, &set);
    *shift = (uint8_t)(4 * (set & use->paired));
    return use->table + arrangement * use->row_bytes + (set >> use->paired);
}

/* Ask for the entries of a position whose blank is on this cell. */
static void ask_dual(const struct dual_lookup *dual, const uint8_t *tile, unsigned blank,
                     struct request *request)
{
    request->dual = dual->use[blank];
    for (unsigned i = 0; i < dual->count; i++) {
        request->dual_byte[i] = locate_dual(request->dual[i], tile, &request->dual_shift[i]);
        __builtin_prefetch(request->dual_byte[i]);
    }
}

static int read_dual(const struct request *request, unsigned count)
{
    int excess = 0;

    for (unsigned i = 0; i < count; i++)
        excess += *request->dual_byte[i] >> request->dual_shift[i] &
                  (request->dual[i]->paired ? 15 : 255);
    return excess;
}

/* The same for the child of a position: the tile of way->cell comes to the blank's. */
static void ask_dual_child(const struct dual_lookup *dual, const uint8_t *tile, unsigned blank,
                           const struct way *way, struct request *request)
{
    uint8_t moved[TB_CELLS_MAX];

    memcpy(moved, tile, sizeof moved);
    moved[blank] = tile[way->cell];
    moved[way->cell] = 0;
    ask_dual(dual, moved, way->cell, request);
}
#endif

static inline bool is_dual(const struct evaluator *evaluator, unsigned lookup)
{
    return MANY && evaluator->dual[lookup].count > 0;
}

/* Ask for an entry of the child by this way of a node with these tiles and this blank. */
static inline void ask(const struct evaluator *evaluator, const struct node *node,
                       const uint8_t *tile, unsigned blank, const struct way *way,
                       struct child *child, unsigned lookup)
{
    const struct use *use = evaluator->use_of[lookup][child->tile];
    struct request *request = &child->request[lookup];

#if MANY
    if (is_dual(evaluator, lookup)) {
        ask_dual_child(&evaluator->dual[lookup], tile, blank, way, request);
        return;
    }
#else
    (void)tile;
    (void)blank;
#endif
    request->use = use;
    follow(use, &use->step[way->step], &node->track[use->number], &request->track);
    request->byte = locate(use, &request->track, &request->shift);
    request->excess = node->excess[lookup] - node->track[use->number].excess;
    __builtin_prefetch(request->byte);
}

static inline bool passes(const struct evaluator *evaluator, struct child *child, unsigned lookup,
                          int budget)
{
    struct request *request = &child->request[lookup];

#if MANY
    if (is_dual(evaluator, lookup)) {
        request->excess = read_dual(request, evaluator->dual[lookup].count);
        return child->manhattan + 2 * request->excess <= budget;
    }
#else
    (void)evaluator;
#endif
    request->track.excess = read_entry(request->use, request->byte, request->shift);
    request->excess += request->track.excess;
    return child->manhattan + 2 * request->excess <= budget;
}

static inline void settle(const struct evaluator *evaluator, const struct node *parent,
                          const struct child *child, unsigned stages, struct node *node)
{
    int most = 0;

    for (unsigned i = 0; i < USES(evaluator); i++)
        node->track[i] = parent->track[i];
    for (unsigned i = 0; i < stages; i++) {
        const struct request *request = &child->request[i];

        if (!is_dual(evaluator, i))
            node->track[request->use->number] = request->track;
        node->excess[i] = request->excess;
        most = request->excess > most ? request->excess : most;
    }
    node->manhattan = child->manhattan;
    node->h = child->manhattan + 2 * most;
}

/* The track of a use in a position, from nothing. */
static void start_track(const struct use *use, unsigned cells, const struct tb_position *start,
                        struct track *track)
{
    uint8_t ordinal[TB_TILES_MAX] = {0}, cell_of[TB_TILES_MAX] = {0};
    uint32_t rank;
    uint8_t shift;
    const uint8_t *byte;

    *track = (struct track){0};
    for (unsigned cell = 0; cell < cells; cell++) {
        unsigned member = use->member[start->tile[cell]];

        if (member != NO_MEMBER) {
            cell_of[member] = use->cell[cell];
            track->set |= (cells_t)1 << use->cell[cell];
        }
    }
    for (unsigned i = 0; i < use->tiles; i++)
        ordinal[i] = (uint8_t)tb_cellset_below(track->set, cell_of[i]);
    rank = tb_arrangement_rank(use->tiles, ordinal);
    track->lane = (lane_t)(rank / use->lane_size);
    track->order = (uint8_t)(rank % use->lane_size);
    byte = locate(use, track, &shift);
    track->excess = read_entry(use, byte, shift);
}

/* The values of dual look-ups. */
static void start_duals(const struct evaluator *evaluator, const struct tb_position *start,
                        struct node *node)
{
#if MANY
    unsigned blank = 0;

    while (start->tile[blank] != 0)
        blank++;
    for (unsigned i = 0; i < evaluator->lookups; i++)
        if (is_dual(evaluator, i)) {
            struct request request;

            ask_dual(&evaluator->dual[i], start->tile, blank, &request);
            node->excess[i] = read_dual(&request, evaluator->dual[i].count);
        }
#else
    (void)evaluator;
    (void)start;
    (void)node;
#endif
}

/* The node of a position, from nothing; returns its value. */
static int evaluate_start(const struct evaluator *evaluator, const struct tb_position *start,
                          struct node *node)
{
    int most = 0;

    *node = (struct node){0};
    for (unsigned cell = 0; cell < evaluator->cells; cell++)
        node->manhattan += evaluator->distance[start->tile[cell]][cell];
    for (unsigned i = 0; i < evaluator->uses; i++) {
        start_track(evaluator->use[i], evaluator->cells, start, &node->track[i]);
        node->excess[evaluator->lookup_of[i]] += node->track[i].excess;
    }
    start_duals(evaluator, start, node);
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

static enum tb_status solve(const struct heuristic *heuristic, const struct problem *problem,
                            const struct search *search, struct solution *solution,
                            struct tb_error *error)
{
    struct engine engine = lanes_engine(&((const struct additive *)heuristic)->evaluator);

    return ida_solve(&engine, problem, search, solution, error);
}

static void release(struct heuristic *heuristic)
{
    struct additive *additive = (struct additive *)heuristic;

    for (unsigned i = 0; i < additive->evaluator.uses; i++) {
        free(additive->evaluator.use[i]->slide);
        free(additive->evaluator.use[i]);
    }
    for (unsigned i = 0; i < additive->evaluator.lookups; i++)
        free(additive->evaluator.dual[i].uses);
    free(additive);
}

/* What each move is in the frame of a use: the tile goes where the blank was. */
static void make_steps(struct use *use, const struct board_ways *ways, unsigned cells)
{
    for (unsigned blank = 0; blank < cells; blank++) {
        const struct ways *list = ways_all(ways, blank);

        for (unsigned i = 0; i < list->count; i++) {
            unsigned a = use->cell[list->way[i].cell], b = use->cell[blank];
            unsigned low = a < b ? a : b, high = a < b ? b : a;

            use->step[list->way[i].step] = (struct step){
                .move = (cells_t)(tb_cellset_of(a) | tb_cellset_of(b)),
                .below = (cells_t)(tb_cellset_of(a) - 1),
                .between = (cells_t)((tb_cellset_of(high) - 1) & ~(2 * tb_cellset_of(low) - 1)),
                .sign = a < b ? 0 : -1,
            };
        }
    }
}

/* The slides of the pattern, lane and turn in one word. */
static enum tb_status make_slides(struct use *use, unsigned reach, struct tb_error *error)
{
    struct tb_slides slides;
    enum tb_status status = tb_slides_init(&slides, use->tiles, reach, error);
    uint64_t count;

    if (status != TB_OK)
        return status;
    use->reach = reach;
    use->lanes = slides.lanes;
    use->lane_size = slides.lane_size;
    use->lane_bytes = use->lane_size * use->row_bytes;
    count = (uint64_t)use->tiles * (2 * reach + 1) * slides.lanes;
    use->slide = tb_array_alloc(count, sizeof *use->slide);
    for (uint64_t i = 0; use->slide != NULL && i < count; i++)
        use->slide[i] = slides.lane[i] << TURN_BITS | slides.turn[i];
    for (unsigned turn = 0; turn < TB_TURNS_MAX; turn++)
        memcpy(use->order[turn], slides.order[turn], TB_LANE_SIZE);
    tb_slides_free(&slides);
    return use->slide != NULL ? TB_OK
                              : tb_error_set(error, TB_NO_MEMORY, "no memory for a heuristic");
}

/* One more use, of a look-up, empty as yet. */
static enum tb_status add_use(struct evaluator *evaluator, unsigned lookup, struct use **use,
                              struct tb_error *error)
{
    *use = evaluator->uses < USES_ROOM ? calloc(1, sizeof **use) : NULL;
    if (*use == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no room for so many patterns at once");
    (*use)->number = evaluator->uses;
    memset((*use)->member, NO_MEMBER, sizeof(*use)->member);
    evaluator->lookup_of[evaluator->uses] = (uint8_t)lookup;
    evaluator->use[evaluator->uses++] = *use;
    return TB_OK;
}

/* Take from the database what look-ups need. */
static void take_table(struct use *use, const struct tb_pdb *pdb)
{
    const struct tb_header *header = tb_pdb_header(pdb);
    const struct tb_cellset_index *sets = &tb_pdb_index(pdb)->sets;

    use->table = tb_pdb_table(pdb);
    use->tiles = header->pattern.tiles;
    use->paired = header->bits == 4;
    use->low = sets->low;
    use->high = sets->high;
    use->half = sets->half;
    use->row_bytes = tb_row_bytes(sets->count, header->bits);
}

/* Where a look-up finds the given board's cells and tiles in the partition's. */
struct sight {
    uint8_t cell[TB_CELLS_MAX];
    uint8_t tile[TB_CELLS_MAX];
};

static enum tb_status make_use(struct evaluator *evaluator, unsigned lookup,
                               const struct tb_tables *tables, unsigned pattern,
                               const struct sight *sight, const struct board_ways *ways,
                               struct tb_error *error)
{
    const struct tb_pdb *pdb = tb_tables_pdb(tables, pattern);
    const struct tb_pattern *canonical = &tb_pdb_header(pdb)->pattern;
    const uint8_t *image = tb_tables_image(tables, pattern);
    struct use *use;
    enum tb_status status = add_use(evaluator, lookup, &use, error);

    if (status != TB_OK)
        return status;
    take_table(use, pdb);
    for (unsigned cell = 0; cell < evaluator->cells; cell++)
        use->cell[cell] = image[sight->cell[cell]];
    for (unsigned tile = 1; tile < evaluator->cells; tile++) {
        unsigned home = image[sight->tile[tile] - 1];

        if (tb_cellset_has(canonical->goals, home)) {
            use->member[tile] = (uint8_t)tb_cellset_below(canonical->goals, home);
            evaluator->use_of[lookup][tile] = use;
        }
    }
    make_steps(use, ways, evaluator->cells);
    return make_slides(use, canonical->board.width - 1u, error);
}

/* Tiles in no pattern get a use whose every entry is 0. */
static enum tb_status make_empty_use(struct evaluator *evaluator, unsigned lookup,
                                     struct tb_error *error)
{
    static const uint8_t table[1];
    static const uint32_t ranks[1];
    struct use *use;
    enum tb_status status = add_use(evaluator, lookup, &use, error);

    if (status != TB_OK)
        return status;
    use->table = table;
    use->low = use->high = ranks;
    use->lanes = use->lane_size = 1;
    use->slide = calloc(1, sizeof *use->slide);
    if (use->slide == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a heuristic");
    for (unsigned tile = 1; tile < evaluator->cells; tile++)
        if (evaluator->use_of[lookup][tile] == NULL)
            evaluator->use_of[lookup][tile] = use;
    return TB_OK;
}

static bool covers_all(const struct evaluator *evaluator, unsigned lookup)
{
    for (unsigned tile = 1; tile < evaluator->cells; tile++)
        if (evaluator->use_of[lookup][tile] == NULL)
            return false;
    return true;
}

/* What one pattern of a dual look-up needs. */
static void fill_dual_use(struct dual_use *use, const struct tb_tables *tables, unsigned pattern,
                          const struct sight *sight, unsigned cells)
{
    const struct tb_pdb *pdb = tb_tables_pdb(tables, pattern);
    const struct tb_header *header = tb_pdb_header(pdb);
    const uint8_t *image = tb_tables_image(tables, pattern);

    use->index = tb_pdb_index(pdb);
    use->table = tb_pdb_table(pdb);
    use->tiles = header->pattern.tiles;
    use->paired = header->bits == 4;
    use->row_bytes = tb_row_bytes(use->index->sets.count, header->bits);
    for (unsigned i = 0; i < cells; i++) {
        unsigned cell = image[sight->cell[i]];

        if (tb_cellset_has(header->pattern.goals, cell))
            use->cell[tb_cellset_below(header->pattern.goals, cell)] = (uint8_t)i;
        if (i > 0)
            use->home[i] = image[sight->tile[i] - 1];
    }
}

static enum tb_status make_dual(struct dual_lookup *lookup, const struct dual *dual,
                                const struct tb_tables *tables, const struct sight *sight,
                                struct tb_error *error)
{
    unsigned cells = dual->patterns.board.cells;

    lookup->uses = calloc(dual->patterns.count, sizeof *lookup->uses);
    if (lookup->uses == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a heuristic");
    lookup->count = dual->count;
    for (unsigned i = 0; i < dual->patterns.count; i++)
        fill_dual_use(&lookup->uses[i], tables, i, sight, cells);
    for (unsigned blank = 0; blank < cells; blank++)
        for (unsigned i = 0; i < dual->count; i++)
            lookup->use[blank][i] = &lookup->uses[dual->pattern[sight->cell[blank]][i]];
    return TB_OK;
}

static enum tb_status make_lookup(struct evaluator *evaluator, unsigned number,
                                  const struct lookup *lookup, const struct tb_position *goal,
                                  const struct board_ways *ways, struct tb_error *error)
{
    const struct tb_board *board = &lookup->partition->board;
    bool mirrored = lookup->way == LOOKUP_REFLECTED || lookup->way == LOOKUP_DUAL_REFLECTED;
    unsigned symmetry = mirrored ? TB_TRANSPOSE : 0;
    struct sight sight = {0};
    struct tb_view view;
    enum tb_status status = additive_check(lookup->partition, goal, lookup->way, error);

    if (status == TB_OK)
        status = tb_view_init(board, goal, lookup->partition->blank, &view, error);
    for (unsigned i = 0; status == TB_OK && i < board->cells; i++) {
        sight.cell[i] = (uint8_t)tb_board_map(board, symmetry, view.cell[i]);
        if (i > 0)
            sight.tile[i] = (uint8_t)(tb_board_map(board, symmetry, view.tile[i] - 1u) + 1);
    }
    if (status == TB_OK && lookup->way >= LOOKUP_DUAL)
        return make_dual(&evaluator->dual[number], lookup->dual, lookup->tables, &sight, error);
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
    for (unsigned tile = 1; tile < board->cells; tile++)
        for (unsigned blank = 0; blank < board->cells; blank++)
            for (unsigned i = 0; i < ways_all(ways, blank)->count; i++) {
                const struct way *way = &ways_all(ways, blank)->way[i];

                evaluator->change[way->step][tile] = (int8_t)(evaluator->distance[tile][blank] -
                                                              evaluator->distance[tile][way->cell]);
            }
}

/* Name what is used: each partition once, with the look-ups made in it. */
static void print_name(const struct lookup *lookups, unsigned count, char *name, size_t size)
{
    static const char *const ways[] = {"", ", reflected", ", dual", ", dual reflected"};
    size_t used = 0;

    name[0] = '\0';
    for (unsigned i = 0; i < count && used < size; i++) {
        bool first = i == 0 || lookups[i].partition != lookups[i - 1].partition;

        used += (size_t)snprintf(name + used, size - used, "%s%s%s", first && i > 0 ? "; " : "",
                                 first ? lookups[i].partition->name : "", ways[lookups[i].way]);
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
    additive->heuristic = (struct heuristic){.solve = solve, .free = release};
    additive->evaluator.cells = board->cells;
    additive->evaluator.lookups = count;
    print_name(lookups, count, additive->heuristic.name, sizeof additive->heuristic.name);
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
