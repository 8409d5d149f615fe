/* walking_build.c -- the table of a walking distance */
#include "walking_build.h"

#include <inttypes.h>
#include <string.h>

enum {
    UNREACHED = UINT8_MAX,
    CHUNK = 1 << 15, /* states that a thread takes at a time; even, so that no byte of a packed
                      * table is two threads' */
    SMALL = 1000000, /* states: below, waking threads costs more than they bring */
};

struct walking_search {
    const struct tb_walking_index *index;
    unsigned threads;
    uint8_t *depth; /* by state, then its excess */
    struct walking_build *build;
};

/* Write the next depth to the neighbours of a state that have none. */
static void push(const struct walking_search *search, const struct tb_walking_state *state,
                 unsigned direction, uint8_t depth)
{
    const struct tb_walking_index *index = search->index;
    struct tb_walking_state after;

    for (unsigned goal = 0; goal < index->lines; goal++) {
        uint8_t *at;

        if (!tb_walking_can_move(index, state, direction, goal))
            continue;
        tb_walking_move(index, state, direction, goal, &after);
        at = &search->depth[after.number];
        if (__atomic_load_n(at, __ATOMIC_RELAXED) == UNREACHED)
            __atomic_store_n(at, depth, __ATOMIC_RELAXED);
    }
}

/* The states of this depth from first up to, and without, last. Returns how many there are. */
static uint64_t advance_chunk(const struct walking_search *search, uint32_t first, uint32_t last,
                              uint8_t depth)
{
    struct tb_walking_state state;
    const uint8_t *end = search->depth + last;
    const uint8_t *at = search->depth + first;
    uint64_t found = 0;

    tb_walking_unrank(search->index, first, &state);
    while ((at = memchr(at, depth, (size_t)(end - at))) != NULL) {
        tb_walking_seek(search->index, (uint32_t)(at - search->depth), &state);
        push(search, &state, TB_WALKING_UP, (uint8_t)(depth + 1));
        push(search, &state, TB_WALKING_DOWN, (uint8_t)(depth + 1));
        found++;
        at++;
    }
    return found;
}

static uint32_t chunk_end(uint32_t first, uint32_t last)
{
    return last - first < CHUNK ? last : first + CHUNK;
}

/* All states of this depth. Returns how many there are. */
static uint64_t advance(const struct walking_search *search, unsigned depth)
{
    const struct tb_walking_index *index = search->index;
    uint32_t chunks = (index->matrices - 1) / CHUNK + 1;
    unsigned parity = (index->goal + depth) % 2;
    uint64_t found = 0;

#pragma omp parallel for collapse(2) schedule(dynamic) num_threads(search->threads)                \
    reduction(+ : found)
    for (unsigned blank = parity; blank < index->lines; blank += 2)
        for (uint32_t chunk = 0; chunk < chunks; chunk++) {
            uint32_t end = (blank + 1) * index->matrices;
            uint32_t first = blank * index->matrices + chunk * CHUNK;

            found += advance_chunk(search, first, chunk_end(first, end), (uint8_t)depth);
        }
    return found;
}

static enum tb_status walk(struct walking_search *search, const struct search_options *options,
                           struct tb_error *error)
{
    struct search_progress progress = {.total = search->index->count};
    struct walking_build *build = search->build;
    struct tb_walking_state solved;
    uint64_t found;

    tb_walking_solved(search->index, &solved);
    memset(search->depth, UNREACHED, search->index->count);
    search->depth[solved.number] = 0;
    for (unsigned depth = 0; (found = advance(search, depth)) > 0; depth++) {
        if (depth >= UNREACHED - 2)
            return tb_error_set(error, TB_INVALID, "values of %u and more cannot be stored", depth);
        build->histogram[depth] = found;
        build->states += found;
        build->values = depth + 1;
        progress.depth = depth;
        progress.states = build->states;
        if (options->progress != NULL && !options->progress(options->context, &progress))
            return tb_error_set(error, TB_STOPPED, "stopped");
    }
    /* Every matrix can be brought to any other, tile by tile. */
    if (build->states != search->index->count)
        return tb_error_set(error, TB_INVALID,
                            "only %" PRIu64 " of %" PRIu32 " states were reached", build->states,
                            search->index->count);
    return TB_OK;
}

/* Turn the depths into excesses. Returns the largest. */
static unsigned make_excesses(const struct walking_search *search)
{
    const struct tb_walking_index *index = search->index;
    uint32_t chunks = (index->count - 1) / CHUNK + 1;
    unsigned largest = 0;

#pragma omp parallel for schedule(dynamic) num_threads(search->threads) reduction(max : largest)
    for (uint32_t chunk = 0; chunk < chunks; chunk++) {
        struct tb_walking_state state;
        uint32_t first = chunk * CHUNK, last = chunk_end(first, index->count);

        tb_walking_unrank(index, first, &state);
        for (uint32_t number = first; number < last; number++) {
            unsigned excess;

            tb_walking_seek(index, number, &state);
            excess = (search->depth[number] - tb_walking_manhattan(index, &state)) / 2;
            search->depth[number] = (uint8_t)excess;
            largest = excess > largest ? excess : largest;
        }
    }
    return largest;
}

/* Two states a byte. */
static void pack(const struct walking_search *search, uint8_t *table)
{
    const uint8_t *excess = search->depth;
    uint32_t count = search->index->count, pairs = count / 2;

#pragma omp parallel for num_threads(search->threads)
    for (uint32_t pair = 0; pair < pairs; pair++)
        table[pair] = (uint8_t)(excess[2 * pair] | excess[2 * pair + 1] << 4);
    if (count % 2 == 1)
        table[pairs] = (uint8_t)(excess[count - 1] | 0xf0);
}

static enum tb_status no_memory(struct tb_error *error)
{
    return tb_error_set(error, TB_NO_MEMORY, "no memory left for the walking distance");
}

/* The table: packed, or what the search leaves, which then goes over to the build. */
static enum tb_status finish(struct walking_search *search, struct tb_error *error)
{
    struct walking_build *build = search->build;
    uint64_t count = search->index->count;

    if (make_excesses(search) >= tb_unreachable_excess(4)) {
        build->bits = 8;
        build->bytes = count;
        build->table = search->depth;
        search->depth = NULL;
        return TB_OK;
    }
    build->bits = 4;
    build->bytes = (count + 1) / 2;
    build->table = tb_pages_alloc(build->bytes);
    if (build->table == NULL)
        return no_memory(error);
    pack(search, build->table);
    return TB_OK;
}

enum tb_status walking_build(const struct tb_walking_index *index,
                             const struct search_options *options, struct walking_build *build,
                             struct tb_error *error)
{
    struct walking_search search = {.index = index, .threads = options->threads, .build = build};
    enum tb_status status;

    *build = (struct walking_build){0};
    if (search.threads == 0 || index->count < SMALL)
        search.threads = 1;
    search.depth = tb_pages_alloc(index->count);
    if (search.depth == NULL)
        return no_memory(error);
    status = walk(&search, options, error);
    if (status == TB_OK)
        status = finish(&search, error);
    tb_pages_free(search.depth, index->count);
    return status;
}

void walking_build_free(struct walking_build *build)
{
    tb_pages_free(build->table, build->bytes);
    build->table = NULL;
}
