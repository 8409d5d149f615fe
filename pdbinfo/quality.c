/* quality.c -- how good a partition is: its values over all positions, or over random ones */
#include "quality.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "draw.h"

enum {
    ALL_CELLS = 10, /* boards up to here are gone through whole: 10!/2 positions */
    ASKED = 8192,   /* positions between two questions whether to go on */
};

static struct predict_counts *counts_of(const struct quality *quality, unsigned batch,
                                        enum quality_way way)
{
    return &quality->counts[batch * QUALITY_WAYS + way];
}

enum quality_way quality_best(const struct quality *quality)
{
    return quality->ways == QUALITY_WAYS ? QUALITY_BOTH : QUALITY_REGULAR;
}

const char *quality_way_name(enum quality_way way)
{
    static const char *const names[] = {"manhattan", "regular", "reflected", "regular, reflected"};

    return names[way];
}

/* The position as the diagonal's mirror shows it. */
static void reflect(const struct tb_board *board, const struct tb_position *position,
                    struct tb_position *image)
{
    *image = (struct tb_position){0};
    for (unsigned cell = 0; cell < board->cells; cell++) {
        unsigned tile = position->tile[cell];

        if (tile > 0)
            image->tile[tb_board_map(board, TB_TRANSPOSE, cell)] =
                (uint8_t)(tb_board_map(board, TB_TRANSPOSE, tile - 1) + 1);
    }
}

static unsigned manhattan(const struct tb_board *board, const struct tb_position *position)
{
    unsigned sum = 0;

    for (unsigned cell = 0; cell < board->cells; cell++)
        if (position->tile[cell] > 0)
            sum += tb_board_distance(board, cell, position->tile[cell] - 1u);
    return sum;
}

static void count_position(const struct quality *quality, const struct tb_tables *tables,
                           const struct tb_position *position, double weight, unsigned batch)
{
    unsigned blank = tb_position_find(&quality->board, position, 0);
    int value[QUALITY_WAYS] = {(int)manhattan(&quality->board, position),
                               tb_tables_lookup(tables, position)};

    if (quality->ways == QUALITY_WAYS) {
        struct tb_position image;

        reflect(&quality->board, position, &image);
        value[QUALITY_REFLECTED] = tb_tables_lookup(tables, &image);
        value[QUALITY_BOTH] = value[QUALITY_REGULAR] > value[QUALITY_REFLECTED]
                                  ? value[QUALITY_REGULAR]
                                  : value[QUALITY_REFLECTED];
    }
    for (unsigned way = 0; way < quality->ways; way++) {
        unsigned known = value[way] < 0                 ? 0
                         : value[way] >= PREDICT_VALUES ? PREDICT_VALUES - 1
                                                        : (unsigned)value[way];

        counts_of(quality, batch, way)->count[blank][known] += weight;
    }
}

/* The permutation of that rank in the order of its first cells. */
static void unrank_position(const struct tb_board *board, const struct tb_position *goal,
                            uint64_t rank, struct tb_position *position)
{
    uint8_t left[TB_CELLS_MAX];

    memcpy(left, goal->tile, sizeof left);
    *position = (struct tb_position){0};
    for (unsigned cell = 0; cell < board->cells; cell++) {
        unsigned rest = board->cells - cell, which = (unsigned)(rank % rest);

        rank /= rest;
        position->tile[cell] = left[which];
        left[which] = left[rest - 1];
    }
}

/* Batches on their way, by several threads. */
struct course {
    const struct quality *quality;
    const struct tb_tables *tables;
    const struct quality_options *options;
    struct draw draw;
    _Atomic uint64_t done; /* positions */
    _Atomic bool stopped;
};

/* Told after each position: whether to go on. */
static bool goes_on(struct course *course)
{
    if (++course->done % ASKED == 0) {
#pragma omp critical(quality)
        if (!watch_goes_on(&course->options->watch,
                           (double)course->done / (double)course->quality->positions))
            course->stopped = true;
    }
    return !course->stopped;
}

/* A batch of random positions, which are the same whatever the number of threads. */
static void sample_batch(struct course *course, unsigned batch)
{
    uint64_t state = (course->options->seed * QUALITY_BATCHES + batch) * 0x2545f4914f6cdd1d;
    uint64_t positions = course->quality->positions;
    uint64_t count = positions / QUALITY_BATCHES + (batch < positions % QUALITY_BATCHES);

    for (uint64_t i = 0; i < count && goes_on(course); i++) {
        struct tb_position position;
        double weight = draw_position(&course->draw, &state, &position);

        count_position(course->quality, course->tables, &position, weight, batch);
    }
}

/* A part of all positions. */
static void go_through_batch(struct course *course, unsigned batch)
{
    const struct tb_board *board = &course->quality->board;
    uint64_t all = tb_factorial(board->cells), last = all * (batch + 1) / QUALITY_BATCHES;

    for (uint64_t rank = all * batch / QUALITY_BATCHES; rank < last; rank++) {
        struct tb_position position;

        unrank_position(board, &course->draw.goal, rank, &position);
        if (!tb_position_solvable(board, &position, &course->draw.goal))
            continue;
        count_position(course->quality, course->tables, &position, 1, batch);
        if (!goes_on(course))
            return;
    }
}

static bool count_all(const struct quality *quality, const struct tb_tables *tables,
                      const struct quality_options *options)
{
    struct course course = {.quality = quality, .tables = tables, .options = options};

    draw_init(&course.draw, &quality->board, quality->blank);
#pragma omp parallel for schedule(dynamic) num_threads(options->threads)
    for (unsigned batch = 0; batch < QUALITY_BATCHES; batch++) {
        if (course.stopped)
            continue;
        if (quality->exact)
            go_through_batch(&course, batch);
        else
            sample_batch(&course, batch);
    }
    return !course.stopped;
}

/* Whether a pattern's entries are equally likely: if two tiles outside it can change places,
 * every way to place its own has as many positions; and if there is none, it is the position. */
static bool equally_likely(const struct tb_pattern *pattern)
{
    return pattern->kind == TB_KIND_ADDITIVE && (pattern->tiles + 3u <= pattern->board.cells ||
                                                 pattern->tiles + 1u == pattern->board.cells);
}

static double exact_mean(const struct tb_partition *partition, const struct tb_tables *tables)
{
    double sum = 0;

    for (unsigned i = 0; i < partition->count; i++) {
        const struct tb_header *header = tb_pdb_header(tb_tables_pdb(tables, i));

        sum += equally_likely(&header->pattern) ? tb_header_mean(header) : NAN;
    }
    return sum;
}

enum tb_status quality_measure(const struct tb_partition *partition, const struct tb_tables *tables,
                               const struct quality_options *options, struct quality *quality,
                               struct tb_error *error)
{
    const struct tb_board *board = &partition->board;
    bool mirror = board->width == board->height &&
                  tb_board_map(board, TB_TRANSPOSE, partition->blank) == partition->blank;

    *quality = (struct quality){
        .board = *board,
        .blank = partition->blank,
        .ways = mirror ? QUALITY_WAYS : QUALITY_REFLECTED,
        .exact = board->cells <= ALL_CELLS,
        .mean = exact_mean(partition, tables),
    };
    quality->positions = quality->exact ? tb_factorial(board->cells) / 2 : options->positions;
    /* Two more, to calculate with. */
    quality->counts = calloc(QUALITY_BATCHES * QUALITY_WAYS + 2, sizeof *quality->counts);
    if (quality->counts == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory to look positions up");
    if (count_all(quality, tables, options))
        return TB_OK;
    quality_free(quality);
    return tb_error_set(error, TB_STOPPED, "interrupted");
}

void quality_free(struct quality *quality)
{
    free(quality->counts);
    quality->counts = NULL;
}

/* All batches together. */
static void merge(const struct quality *quality, enum quality_way way,
                  struct predict_counts *counts)
{
    memset(counts, 0, sizeof *counts);
    for (unsigned batch = 0; batch < QUALITY_BATCHES; batch++)
        for (unsigned i = 0; i < TB_CELLS_MAX * PREDICT_VALUES; i++)
            (&counts->count[0][0])[i] += (&counts_of(quality, batch, way)->count[0][0])[i];
}

/* A number that follows from counts. */
typedef double measure(const struct quality *quality, const struct predict_counts *counts,
                       unsigned bound);

/* From all counts; the error from what it would be without each of the batches (the jackknife). */
static struct estimate estimate(const struct quality *quality, enum quality_way way,
                                measure *number, unsigned bound)
{
    struct predict_counts *all = quality->counts + QUALITY_BATCHES * QUALITY_WAYS;
    struct predict_counts *others = all + 1;
    struct estimate result;
    double sum = 0, squares = 0;

    merge(quality, way, all);
    result = (struct estimate){number(quality, all, bound), 0};
    for (unsigned batch = 0; batch < QUALITY_BATCHES && !quality->exact; batch++) {
        const struct predict_counts *left_out = counts_of(quality, batch, way);
        double one;

        for (unsigned i = 0; i < TB_CELLS_MAX * PREDICT_VALUES; i++)
            (&others->count[0][0])[i] = (&all->count[0][0])[i] - (&left_out->count[0][0])[i];
        one = number(quality, others, bound) - result.value;
        sum += one;
        squares += one * one;
    }
    sum /= QUALITY_BATCHES;
    result.error = sqrt((QUALITY_BATCHES - 1) * fmax(squares / QUALITY_BATCHES - sum * sum, 0));
    return result;
}

static double mean_of(const struct quality *quality, const struct predict_counts *counts,
                      unsigned bound)
{
    double sum = 0, all = 0;

    (void)bound;
    for (unsigned cell = 0; cell < quality->board.cells; cell++)
        for (unsigned value = 0; value < PREDICT_VALUES; value++) {
            sum += (double)value * counts->count[cell][value];
            all += counts->count[cell][value];
        }
    return sum / all;
}

static double eta_of(const struct quality *quality, const struct predict_counts *counts,
                     unsigned bound)
{
    (void)bound;
    return predict_eta(&quality->board, counts);
}

static double nodes_of(const struct quality *quality, const struct predict_counts *counts,
                       unsigned bound)
{
    return predict_nodes(&quality->board, quality->blank, counts, bound);
}

struct estimate quality_mean(const struct quality *quality, enum quality_way way)
{
    return estimate(quality, way, mean_of, 0);
}

struct estimate quality_eta(const struct quality *quality, enum quality_way way)
{
    return estimate(quality, way, eta_of, 0);
}

struct estimate quality_nodes(const struct quality *quality, enum quality_way way, unsigned bound)
{
    return estimate(quality, way, nodes_of, bound);
}

unsigned quality_shares(const struct quality *quality, enum quality_way way, double *share)
{
    unsigned largest = 0;
    double all = 0;

    memset(share, 0, PREDICT_VALUES * sizeof *share);
    for (unsigned batch = 0; batch < QUALITY_BATCHES; batch++)
        for (unsigned cell = 0; cell < quality->board.cells; cell++)
            for (unsigned value = 0; value < PREDICT_VALUES; value++)
                share[value] += counts_of(quality, batch, way)->count[cell][value];
    for (unsigned value = 0; value < PREDICT_VALUES; value++) {
        largest = share[value] > 0 ? value : largest;
        all += share[value];
    }
    for (unsigned value = 0; value < PREDICT_VALUES; value++)
        share[value] /= all;
    return largest;
}
