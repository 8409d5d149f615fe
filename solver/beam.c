/* beam.c -- beam search: layer by layer, with only the best positions of each */
#include "beam.h"

#include <string.h>

#include "ida.h"
#include "searching.h"
#include "tilebase/pages.h"

enum {
    H_MAX = 1024,     /* values from here on are as good as none */
    NO_CHILD = H_MAX, /* and the mark of a move that is not there */
    KNOWN_EACH = 16,  /* places for known positions by the beam's width */
    PROBES = 8,
    PARALLEL_FROM = 2000, /* positions of a layer that are worth waking other threads */
};

/* The positions of a layer. */
struct layer {
    size_t count;
    uint8_t *tile; /* [position][cell] */
    uint8_t *ways; /* numbers of their lists of moves */
    uint64_t *hash;
    char *node; /* what the heuristic keeps */
};

/* How the positions of a layer came about, for the way back. */
struct origin {
    uint32_t *parent;
    uint8_t *cell; /* that the blank went to */
};

struct beam_run {
    struct beam *beam;
    const struct engine *engine;
    unsigned cells;
    struct board_ways ways;
    uint64_t key[TB_CELLS_MAX][TB_CELLS_MAX]; /* [tile][cell], of the hash */
    struct layer layer[2];
    uint16_t *value; /* of the children, [position][move] */
    uint64_t *child_hash;
    uint32_t *order;  /* children by their values */
    uint32_t *chosen; /* of them, those of the next layer */
    size_t known_mask;
    uint64_t *known; /* hashes of positions that some layer had */
    struct origin *origins;
    int depth, origins_room;
    uint32_t goal; /* a child that is the goal; UINT32_MAX */
};

static uint64_t bytes_each(const struct beam *beam)
{
    uint64_t layer = beam->heuristic->engine.node_bytes + beam->problem->board.cells + 9;

    return 2 * layer + WAYS_MAX * (2 + 8 + 4) + 4 + 2 * KNOWN_EACH * sizeof(uint64_t);
}

uint64_t beam_bytes(const struct beam *beam, size_t width)
{
    uint64_t moves = 2 * (uint64_t)heuristic_value(beam->heuristic, &beam->problem->start) + 100;

    return width * (bytes_each(beam) + moves * (sizeof(uint32_t) + 1));
}

static bool layer_init(struct layer *layer, const struct beam_run *run)
{
    size_t width = run->beam->width;

    layer->tile = tb_array_alloc(width, run->cells);
    layer->ways = tb_array_alloc(width, 1);
    layer->hash = tb_array_alloc(width, sizeof *layer->hash);
    layer->node = tb_array_alloc(width, run->engine->node_bytes);
    return layer->tile != NULL && layer->ways != NULL && layer->hash != NULL && layer->node != NULL;
}

static void layer_free(struct layer *layer)
{
    free(layer->tile);
    free(layer->ways);
    free(layer->hash);
    free(layer->node);
}

static bool run_init(struct beam_run *run, struct beam *beam)
{
    size_t width = beam->width, known = 1;
    uint64_t state = 1;

    run->beam = beam;
    run->engine = &beam->heuristic->engine;
    run->cells = beam->problem->board.cells;
    run->goal = UINT32_MAX;
    board_ways_init(&run->ways, &beam->problem->board);
    for (unsigned tile = 1; tile < run->cells; tile++)
        for (unsigned cell = 0; cell < run->cells; cell++)
            run->key[tile][cell] = tb_random(&state);
    while (known < KNOWN_EACH * width)
        known *= 2;
    run->known_mask = known - 1;
    run->known = calloc(known + PROBES, sizeof *run->known);
    run->value = tb_array_alloc(WAYS_MAX * width, sizeof *run->value);
    run->child_hash = tb_array_alloc(WAYS_MAX * width, sizeof *run->child_hash);
    run->order = tb_array_alloc(WAYS_MAX * width, sizeof *run->order);
    run->chosen = tb_array_alloc(width, sizeof *run->chosen);
    return layer_init(&run->layer[0], run) && layer_init(&run->layer[1], run) &&
           run->known != NULL && run->value != NULL && run->child_hash != NULL &&
           run->order != NULL && run->chosen != NULL;
}

static void run_free(struct beam_run *run)
{
    layer_free(&run->layer[0]);
    layer_free(&run->layer[1]);
    free(run->value);
    free(run->child_hash);
    free(run->order);
    free(run->chosen);
    free(run->known);
    for (int i = 0; i < run->depth; i++) {
        free(run->origins[i].parent);
        free(run->origins[i].cell);
    }
    free(run->origins);
    free(run);
}

/* The start, alone in its layer. */
static void plant(struct beam_run *run)
{
    const struct problem *problem = run->beam->problem;
    struct layer *layer = &run->layer[0];
    unsigned blank = tb_position_find(&problem->board, &problem->start, 0);

    memcpy(layer->tile, problem->start.tile, run->cells);
    layer->ways[0] = (uint8_t)ways_number(blank, NO_WAY);
    layer->hash[0] = 0;
    for (unsigned cell = 0; cell < run->cells; cell++)
        layer->hash[0] ^= run->key[problem->start.tile[cell]][cell];
    layer->count = 1;
    run->engine->start(run->engine->evaluator, &problem->start, layer->node);
}

/* The values of a position's children, and their hashes. */
static void look(struct beam_run *run, const struct layer *layer, size_t i)
{
    const struct ways *ways = &run->ways.list[layer->ways[i]];
    const uint8_t *tile = layer->tile + i * run->cells;
    uint16_t *value = run->value + WAYS_MAX * i;
    int values[WAYS_MAX], most = run->beam->below - 2 - run->depth;

    run->engine->expand(run->engine->evaluator, layer->node + i * run->engine->node_bytes, tile,
                        ways, values);
    for (unsigned j = 0; j < WAYS_MAX; j++) {
        unsigned from;

        value[j] = NO_CHILD;
        if (j >= ways->count || values[j] > most || values[j] >= H_MAX)
            continue;
        from = ways->way[j].cell;
        value[j] = (uint16_t)values[j];
        run->child_hash[WAYS_MAX * i + j] =
            layer->hash[i] ^ run->key[tile[from]][from] ^ run->key[tile[from]][ways->blank];
    }
}

/* Put the children in the order of their values; returns how many there are. */
static size_t sort_children(struct beam_run *run, size_t parents)
{
    size_t first[H_MAX + 1] = {0}, sum = 0;

    for (size_t i = 0; i < WAYS_MAX * parents; i++)
        first[run->value[i]]++;
    for (unsigned h = 0; h <= H_MAX; h++) {
        size_t count = first[h];

        first[h] = sum;
        sum += count;
    }
    for (size_t i = 0; i < WAYS_MAX * parents; i++)
        if (run->value[i] != NO_CHILD)
            run->order[first[run->value[i]]++] = (uint32_t)i;
    return first[H_MAX];
}

/* Whether a position is new; then it is known. Where there is no room an older one is
 * forgotten. */
static bool is_new(struct beam_run *run, uint64_t hash)
{
    uint64_t *place = &run->known[hash & run->known_mask];

    hash += hash == 0; /* 0 is an empty place */
    for (unsigned i = 0; i < PROBES; i++) {
        if (place[i] == hash)
            return false;
        if (place[i] == 0) {
            place[i] = hash;
            return true;
        }
    }
    place[hash >> 61] = hash;
    return true;
}

/* Choose the best children that are new. Returns how many. */
static size_t choose(struct beam_run *run, size_t children)
{
    enum { AHEAD = 16 };
    size_t count = 0;

    for (size_t i = 0; i < children && count < run->beam->width; i++) {
        if (i + AHEAD < children)
            __builtin_prefetch(
                &run->known[run->child_hash[run->order[i + AHEAD]] & run->known_mask]);
        if (is_new(run, run->child_hash[run->order[i]]))
            run->chosen[count++] = run->order[i];
    }
    return count;
}

/* Make a chosen child's place in the next layer. */
static void settle(struct beam_run *run, const struct layer *old, struct layer *new,
                   struct origin *origin, size_t i)
{
    uint32_t child = run->chosen[i], parent = child / WAYS_MAX;
    const struct ways *ways = &run->ways.list[old->ways[parent]];
    const struct way *way = &ways->way[child % WAYS_MAX];
    const uint8_t *tile = old->tile + (size_t)parent * run->cells;
    uint8_t *moved = new->tile + i * run->cells;
    size_t bytes = run->engine->node_bytes;

    memcpy(moved, tile, run->cells);
    moved[ways->blank] = tile[way->cell];
    moved[way->cell] = 0;
    new->ways[i] = way->next;
    new->hash[i] = run->child_hash[child];
    run->engine->step(run->engine->evaluator, old->node + parent * bytes, tile, ways,
                      child % WAYS_MAX, new->node + i *bytes);
    origin->parent[i] = parent;
    origin->cell[i] = way->cell;
}

/* Room to note where the next layer comes from; NULL for want of memory. */
static struct origin *add_origin(struct beam_run *run, size_t count)
{
    struct origin *origin;

    if (run->depth == run->origins_room) {
        int room = 2 * run->origins_room + 64;
        struct origin *grown = tb_array_grow(run->origins, (uint64_t)room, sizeof *grown);

        if (grown == NULL)
            return NULL;
        run->origins = grown;
        run->origins_room = room;
    }
    origin = &run->origins[run->depth];
    *origin =
        (struct origin){tb_array_alloc(count, sizeof *origin->parent), tb_array_alloc(count, 1)};
    run->depth++; /* it is freed with the others */
    return origin->parent != NULL && origin->cell != NULL ? origin : NULL;
}

enum progress { FAILED, DRY, GOAL, ON };

static unsigned threads_for(const struct beam_run *run)
{
    return run->layer[run->depth % 2].count < PARALLEL_FROM ? 1 : run->beam->search->threads;
}

/* From one layer to the next, by so many threads. */
static enum progress advance(struct beam_run *run, unsigned threads)
{
    struct layer *old = &run->layer[run->depth % 2], *new = &run->layer[(run->depth + 1) % 2];
    struct origin *origin;
    size_t children;

#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
    for (size_t i = 0; i < old->count; i++)
        look(run, old, i);
    children = sort_children(run, old->count);
    run->beam->nodes += children;
    if (children == 0)
        return DRY;
    if (run->value[run->order[0]] == 0) {
        run->goal = run->order[0];
        return GOAL;
    }
    new->count = choose(run, children);
    if (new->count == 0)
        return DRY;
    origin = add_origin(run, new->count);
    if (origin == NULL)
        return FAILED;
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
    for (size_t i = 0; i < new->count; i++)
        settle(run, old, new, origin, i);
    return ON;
}

/* The moves to the goal, a child of the last layer. */
static enum tb_status trace(struct beam_run *run, uint8_t **path, int *length,
                            struct tb_error *error)
{
    const struct layer *layer = &run->layer[run->depth % 2];
    uint32_t number = run->goal / WAYS_MAX;

    *path = malloc((size_t)run->depth + 1);
    if (*path == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a solution");
    *length = run->depth + 1;
    (*path)[run->depth] = run->ways.list[layer->ways[number]].way[run->goal % WAYS_MAX].cell;
    for (int i = run->depth - 1; i >= 0; i--) {
        (*path)[i] = run->origins[i].cell[number];
        number = run->origins[i].parent[number];
    }
    return TB_OK;
}

enum tb_status beam_search(struct beam *beam, uint8_t **path, int *length, struct tb_error *error)
{
    struct beam_run *run = calloc(1, sizeof *run);
    enum progress progress = ON;
    enum tb_status status = TB_OK;

    *path = NULL;
    if (run == NULL || !run_init(run, beam)) {
        if (run != NULL)
            run_free(run);
        return tb_error_set(error, TB_NO_MEMORY, "no memory for so wide a beam");
    }
    plant(run);
    while (progress == ON && !beam->stopped) {
        beam->stopped = out_of_limits(beam->search, beam->nodes, beam->start);
        if (!beam->stopped)
            progress = advance(run, threads_for(run));
    }
    if (progress == GOAL)
        status = trace(run, path, length, error);
    if (progress == FAILED)
        status = tb_error_set(error, TB_NO_MEMORY, "no memory for so wide a beam");
    run_free(run);
    return status;
}
