/* excess.c -- from the bit planes of a search to the table of a database */
#include "excess.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    UNREACHED = 255,
    BLOCK = 128, /* columns decoded together: a cache line of a row of 4-bit entries */
};

/* What is the same for every set of cells, and what becomes of the excesses: they are
 * stored in a table, or compared with what another claims. */
struct plan {
    const struct cohort_graph *graph;
    const struct search_result *found;
    const struct excess_table *table;
    const struct tb_pdb *claim; /* NULL: to be stored */
    unsigned tiles;
    unsigned low_tiles;  /* the last ones, whose order is within a lane */
    unsigned high_tiles; /* the others */
    uint32_t lanes;
    uint32_t lane_size;
    uint32_t rows;                              /* choices of the low tiles' ordinals */
    uint16_t *row;                              /* by lane */
    uint8_t *high;                              /* by lane, its high tiles' ordinals */
    uint16_t *row_set;                          /* by row, the ordinals as bits */
    uint8_t order[TB_LANE_SIZE][TB_LANE_TILES]; /* which of these each low tile has */
    uint64_t spread[256];                       /* the bits of a byte as bytes of 0 or 1 */
};

/* One thread's room: what it knows of a block of columns and of their sets of cells. */
struct worker {
    uint8_t set[BLOCK];                                  /* [column]: which of the block's sets */
    uint8_t even[BLOCK];                                 /* [column]: 1 if its values are even */
    uint8_t distance[BLOCK][TB_TILES_MAX][TB_TILES_MAX]; /* [set][tile][ordinal] */
    uint8_t (*sum)[LANE_BITS];                           /* [set * rows + row][order] */
    uint8_t excess[BLOCK + 1][LANE_BITS];                /* [column][order], of one lane */
    unsigned largest;
    uint64_t wrong; /* the first entry that is not as claimed; UINT64_MAX if none */
};

/* Columns that are decoded together. */
struct block {
    uint32_t first;
    uint32_t count;
};

static void free_plan(struct plan *plan)
{
    free(plan->row);
    free(plan->high);
    free(plan->row_set);
}

/* Number the choices of low ordinals as they come, and note each lane's. */
static void plan_lanes(struct plan *plan, int16_t *row_of_set)
{
    for (uint32_t lane = 0; lane < plan->lanes; lane++) {
        uint8_t ordinal[TB_TILES_MAX];
        unsigned set = 0;

        tb_arrangement_unrank(plan->tiles, lane * plan->lane_size, ordinal);
        memcpy(plan->high + (size_t)lane * plan->high_tiles, ordinal, plan->high_tiles);
        for (unsigned tile = plan->high_tiles; tile < plan->tiles; tile++)
            set |= 1u << ordinal[tile];
        if (row_of_set[set] < 0) {
            plan->row_set[plan->rows] = (uint16_t)set;
            row_of_set[set] = (int16_t)plan->rows++;
        }
        plan->row[lane] = (uint16_t)row_of_set[set];
    }
}

static enum tb_status make_plan(struct plan *plan, struct tb_error *error)
{
    int16_t *row_of_set = malloc(sizeof *row_of_set << plan->tiles);

    plan->row = tb_array_alloc(plan->lanes, sizeof *plan->row);
    plan->high = tb_array_alloc(plan->lanes, plan->tiles);
    plan->row_set = malloc(sizeof *plan->row_set << plan->tiles);
    if (row_of_set == NULL || plan->row == NULL || plan->high == NULL || plan->row_set == NULL) {
        free(row_of_set);
        return tb_error_set(error, TB_NO_MEMORY, "no memory to make the table");
    }
    memset(row_of_set, -1, sizeof *row_of_set << plan->tiles);
    plan_lanes(plan, row_of_set);
    free(row_of_set);
    for (uint32_t order = 0; order < plan->lane_size; order++)
        tb_arrangement_unrank(plan->low_tiles, order, plan->order[order]);
    for (unsigned byte = 0; byte < 256; byte++)
        for (unsigned bit = 0; bit < 8; bit++)
            plan->spread[byte] |= (uint64_t)(byte >> bit & 1) << 8 * bit;
    return TB_OK;
}

/* distance[tile][ordinal] for the tiles on a set of cells. */
static void measure(const struct plan *plan, tb_cellset set,
                    uint8_t distance[TB_TILES_MAX][TB_TILES_MAX])
{
    const struct tb_pattern *pattern = &plan->graph->pattern;
    tb_cellset goals = pattern->goals;

    for (unsigned tile = 0; tile < plan->tiles; tile++, goals = tb_cellset_rest(goals)) {
        tb_cellset cells = set;

        for (unsigned ordinal = 0; ordinal < plan->tiles; ordinal++, cells = tb_cellset_rest(cells))
            distance[tile][ordinal] = (uint8_t)tb_board_distance(
                &pattern->board, tb_cellset_first(goals), tb_cellset_first(cells));
    }
}

/* The low tiles' sums of distances for every order of them on a row's ordinals. */
static void fill_row(const struct plan *plan, unsigned set,
                     uint8_t distance[TB_TILES_MAX][TB_TILES_MAX], uint8_t *sum)
{
    uint8_t near[TB_LANE_TILES][TB_LANE_TILES];
    unsigned count = 0;

    for (; set != 0; set &= set - 1, count++)
        for (unsigned i = 0; i < plan->low_tiles; i++)
            near[i][count] = distance[plan->high_tiles + i][__builtin_ctz(set)];
    for (uint32_t order = 0; order < plan->lane_size; order++) {
        unsigned total = 0;

        for (unsigned i = 0; i < plan->low_tiles; i++)
            total += near[i][plan->order[order][i]];
        sum[order] = (uint8_t)total;
    }
}

/* The halves of a lane's 128 values out of the planes; 0 where nothing was reached. */
static void gather_halves(const struct plan *plan, uint64_t lane, uint8_t half[LANE_BITS])
{
    uint64_t words[LANE_BITS / 8] = {0};

    for (unsigned p = 0; p < plan->found->planes; p++) {
        const struct lane *bits = plan->found->plane[p] + lane;

        for (unsigned i = 0; i < LANE_BITS / 8; i++)
            words[i] += plan->spread[bits->half[i / 8] >> 8 * (i % 8) & 255] << p;
    }
    for (unsigned i = 0; i < LANE_BITS; i++)
        half[i] = (uint8_t)(words[i / 8] >> 8 * (i % 8));
}

/* The excesses of one lane of one column of the block. */
static void decode_lane(const struct plan *plan, struct worker *worker, struct block block,
                        uint32_t column, uint32_t lane)
{
    const uint8_t *ordinal = plan->high + (size_t)lane * plan->high_tiles;
    unsigned set = worker->set[column];
    const uint8_t *sum = worker->sum[(size_t)set * plan->rows + plan->row[lane]];
    uint8_t half[LANE_BITS];
    uint8_t *excess = worker->excess[column];
    uint8_t largest = 0;
    unsigned base = worker->even[column];

    for (unsigned tile = 0; tile < plan->high_tiles; tile++)
        base += worker->distance[set][tile][ordinal[tile]];
    gather_halves(plan, (uint64_t)(block.first + column) * plan->lanes + lane, half);
    for (uint32_t i = 0; i < LANE_BITS; i++) {
        uint8_t value = (uint8_t)(half[i] - 1 - (base + sum[i]) / 2);

        excess[i] = half[i] == 0 ? UNREACHED : value;
        largest = half[i] != 0 && value > largest ? value : largest;
    }
    if (largest > worker->largest)
        worker->largest = largest;
}

/* The bytes of a table for one order of a block's columns. */
static void pack(const struct worker *worker, unsigned bits, uint32_t count, uint32_t order,
                 uint8_t *out)
{
    if (bits == 8)
        for (uint32_t i = 0; i < count; i++)
            out[i] = worker->excess[i][order];
    else
        for (uint32_t i = 0; i < count; i += 2)
            out[i / 2] =
                (uint8_t)((worker->excess[i][order] & 15) | worker->excess[i + 1][order] << 4);
}

/* Put a lane's excesses for a block of columns into the rows of its arrangements. */
static void store_lane(const struct plan *plan, struct worker *worker, struct block block,
                       uint32_t lane)
{
    const struct excess_table *table = plan->table;

    for (uint32_t order = 0; order < plan->lane_size; order++) {
        uint64_t row = ((uint64_t)lane * plan->lane_size + order) * table->row_bytes;

        pack(worker, table->bits, block.count, order,
             table->table + row + (uint64_t)block.first * table->bits / 8);
    }
}

/* The first of a block's columns whose claimed excess is not the one found; count if none. */
static uint32_t first_difference(const struct plan *plan, const struct worker *worker,
                                 struct block block, uint64_t row, uint32_t order)
{
    unsigned unreachable = tb_unreachable_excess(tb_pdb_header(plan->claim)->bits);

    for (uint32_t i = 0; i < block.count; i++) {
        unsigned claimed = tb_pdb_excess(plan->claim, row, block.first + i);

        if ((claimed == unreachable ? UNREACHED : claimed) != worker->excess[i][order])
            return i;
    }
    return block.count;
}

/* The bytes of a table that a lane of a block will be compared with are far apart. */
static void ask_for_lane(const struct plan *plan, struct block block, uint32_t lane)
{
    unsigned bits = tb_pdb_header(plan->claim)->bits;
    uint64_t row_bytes = tb_row_bytes(plan->graph->columns, bits);
    const uint8_t *table = tb_pdb_table(plan->claim) + (uint64_t)block.first * bits / 8;

    for (uint32_t order = 0; order < plan->lane_size; order++) {
        const uint8_t *row = table + ((uint64_t)lane * plan->lane_size + order) * row_bytes;

        __builtin_prefetch(row);
        __builtin_prefetch(row + (block.count * bits - 1) / 8);
    }
}

/* Compare a lane's excesses for a block of columns with a table. Bytes that are the same are
 * entries that are the same, unless an excess was too large for its bits. */
static void compare_lane(const struct plan *plan, struct worker *worker, struct block block,
                         uint32_t lane)
{
    unsigned bits = tb_pdb_header(plan->claim)->bits;
    uint64_t row_bytes = tb_row_bytes(plan->graph->columns, bits);
    const uint8_t *table = tb_pdb_table(plan->claim) + (uint64_t)block.first * bits / 8;
    bool fits = worker->largest < tb_unreachable_excess(bits) && block.count * bits % 8 == 0;

    for (uint32_t order = 0; order < plan->lane_size; order++) {
        uint64_t row = (uint64_t)lane * plan->lane_size + order;
        uint64_t entry = row * plan->graph->columns + block.first;
        uint8_t packed[BLOCK];
        uint32_t at;

        if (entry >= worker->wrong)
            return;
        pack(worker, bits, block.count, order, packed);
        if (fits && memcmp(packed, table + row * row_bytes, block.count * bits / 8) == 0)
            continue;
        at = first_difference(plan, worker, block, row, order);
        if (at < block.count)
            worker->wrong = entry + at;
    }
}

/* What is to be known of a block's sets of cells, and of its columns. */
static void prepare_block(const struct plan *plan, struct worker *worker, struct block block)
{
    const struct cohort_graph *graph = plan->graph;
    uint32_t rank = cohort_set(graph, block.first);
    tb_cellset cells = tb_cellset_unrank(&graph->sets, rank);
    unsigned set = 0;

    for (uint32_t i = 0; i < block.count; i++) {
        bool next = cohort_set(graph, block.first + i) != rank;

        if (next) {
            cells = tb_cellset_next(cells);
            rank++;
            set++;
        }
        worker->set[i] = (uint8_t)set;
        worker->even[i] = cohort_parity(graph, cells, block.first + i) == 0;
        if (i > 0 && !next)
            continue;
        measure(plan, cells, worker->distance[set]);
        for (uint32_t row = 0; row < plan->rows; row++)
            fill_row(plan, plan->row_set[row], worker->distance[set],
                     worker->sum[(size_t)set * plan->rows + row]);
    }
}

static void decode_block(const struct plan *plan, struct worker *worker, uint32_t first_column)
{
    uint32_t left = plan->graph->columns - first_column;
    struct block block = {first_column, left < BLOCK ? left : BLOCK};

    prepare_block(plan, worker, block);
    /* What fills the last byte of a row with an odd number of entries. */
    memset(worker->excess[block.count], UNREACHED, sizeof worker->excess[block.count]);
    for (uint32_t lane = 0; lane < plan->lanes; lane++) {
        if (plan->claim != NULL)
            ask_for_lane(plan, block, lane);
        for (uint32_t i = 0; i < block.count; i++)
            decode_lane(plan, worker, block, i, lane);
        if (plan->claim == NULL)
            store_lane(plan, worker, block, lane);
        else
            compare_lane(plan, worker, block, lane);
    }
}

/* What came of decoding all columns. */
struct outcome {
    bool failed; /* no memory */
    unsigned largest;
    uint64_t wrong;
};

/* Once an excess is found that the table has no bits for, the rest is left. */
static struct outcome decode_all(const struct plan *plan, unsigned threads)
{
    uint32_t blocks = (plan->graph->columns - 1) / BLOCK + 1;
    unsigned largest = 0;
    unsigned limit = plan->claim == NULL ? tb_unreachable_excess(plan->table->bits) : UINT_MAX;
    uint64_t wrong = UINT64_MAX;
    _Atomic bool full = false;
    bool failed = false;

#pragma omp parallel num_threads(threads) reduction(max                                            \
                                                    : largest) reduction(||                        \
                                                                         : failed)                 \
    reduction(min                                                                                  \
              : wrong)
    {
        struct worker *worker = calloc(1, sizeof *worker);
        void *sum = calloc((size_t)BLOCK * plan->rows, sizeof *worker->sum);

        failed = worker == NULL || sum == NULL;
        if (!failed) {
            worker->sum = sum;
            worker->wrong = UINT64_MAX;
        }
#pragma omp for schedule(dynamic)
        for (uint32_t block = 0; block < blocks; block++)
            if (!failed && !full) {
                decode_block(plan, worker, block * BLOCK);
                if (worker->largest >= limit)
                    full = true;
            }
        largest = failed ? 0 : worker->largest;
        wrong = failed ? UINT64_MAX : worker->wrong;
        free(sum);
        free(worker);
    }
    return (struct outcome){failed, largest, wrong};
}

/* Make the table with entries of that many bits; needs_more if an excess does not fit. */
static enum tb_status make_table(struct plan *plan, unsigned bits, unsigned threads,
                                 struct excess_table *table, bool *needs_more,
                                 struct tb_error *error)
{
    struct outcome outcome = {.failed = true};

    table->bits = bits;
    table->row_bytes = tb_row_bytes(plan->graph->columns, bits);
    table->bytes = tb_table_bytes(&plan->graph->pattern, bits);
    table->table = tb_pages_alloc(table->bytes);
    plan->table = table;
    if (table->table != NULL)
        outcome = decode_all(plan, threads);
    *needs_more = !outcome.failed && outcome.largest >= tb_unreachable_excess(bits);
    if (outcome.failed || *needs_more)
        excess_table_free(table);
    return outcome.failed ? tb_error_set(error, TB_NO_MEMORY, "no memory for a table of %llu bytes",
                                         (unsigned long long)table->bytes)
                          : TB_OK;
}

static struct plan plan_of(const struct cohort_graph *graph, const struct lane_slides *slides,
                           const struct search_result *found)
{
    return (struct plan){
        .graph = graph,
        .found = found,
        .tiles = slides->tiles,
        .low_tiles = slides->tiles < TB_LANE_TILES ? slides->tiles : TB_LANE_TILES,
        .high_tiles = slides->tiles < TB_LANE_TILES ? 0 : slides->tiles - TB_LANE_TILES,
        .lanes = slides->lanes,
        .lane_size = slides->lane_size,
    };
}

enum tb_status excess_table_make(const struct cohort_graph *graph, const struct lane_slides *slides,
                                 const struct search_result *found, unsigned threads,
                                 struct excess_table *table, struct tb_error *error)
{
    struct plan plan = plan_of(graph, slides, found);
    bool needs_more = false;
    enum tb_status status = make_plan(&plan, error);

    if (status == TB_OK)
        status = make_table(&plan, 4, threads, table, &needs_more, error);
    if (needs_more)
        status = make_table(&plan, 8, threads, table, &needs_more, error);
    free_plan(&plan);
    return status;
}

enum tb_status excess_table_compare(const struct cohort_graph *graph,
                                    const struct lane_slides *slides,
                                    const struct search_result *found, unsigned threads,
                                    const struct tb_pdb *claim, uint64_t *wrong,
                                    struct tb_error *error)
{
    struct plan plan = plan_of(graph, slides, found);
    struct outcome outcome;
    enum tb_status status = make_plan(&plan, error);

    plan.claim = claim;
    if (status == TB_OK) {
        outcome = decode_all(&plan, threads);
        *wrong = outcome.wrong;
        if (outcome.failed)
            status = tb_error_set(error, TB_NO_MEMORY, "no memory to compare the table");
    }
    free_plan(&plan);
    return status;
}

uint64_t excess_worker_bytes(unsigned tiles)
{
    uint64_t rows = tiles < TB_LANE_TILES ? 1 : tb_binomial(tiles, TB_LANE_TILES);

    return sizeof(struct worker) + BLOCK * rows * LANE_BITS;
}

void excess_table_free(struct excess_table *table)
{
    tb_pages_free(table->table, table->bytes);
    table->table = NULL;
}
