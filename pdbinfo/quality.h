/* quality.h -- how good a partition is: its values over all positions, or over random ones
 *
 * The mean of a sum is the sum of the means, so with additive databases it is known exactly
 * from their headers. How the sum is distributed is not: the values of two patterns depend
 * on each other, as their tiles cannot stand on the same cells, so their distributions cannot be
 * folded together. Nor can those of the larger of two look-ups. So positions are looked up:
 * all of them on a small board, else random ones (draw.h), with an error that comes from how
 * much parts of the sample differ.
 */
#ifndef PDBINFO_QUALITY_H
#define PDBINFO_QUALITY_H

#include "predict.h"
#include "tilebase/partition.h"
#include "watch.h"

enum { QUALITY_BATCHES = 32 };

/* The ways to look a position up. Reflected ones are there if the board is square and the
 * blank's goal on its diagonal. */
enum quality_way { QUALITY_MANHATTAN, QUALITY_REGULAR, QUALITY_REFLECTED, QUALITY_BOTH };
enum { QUALITY_WAYS = 4 };

struct quality_options {
    uint64_t positions; /* random ones */
    uint64_t seed;
    unsigned threads;
    struct watch watch;
};

struct quality {
    struct tb_board board;
    unsigned blank;                /* its goal */
    unsigned ways;                 /* QUALITY_WAYS, or those before the reflected ones */
    bool exact;                    /* all positions were looked up */
    uint64_t positions;            /* how many */
    double mean;                   /* of the sum, from the headers; NAN if that does not tell */
    struct predict_counts *counts; /* [batch][way], and two behind them */
};

/* A number that a sample estimates, and the standard error of that. */
struct estimate {
    double value;
    double error; /* 0 if all positions were looked up */
};

/* TB_NO_MEMORY, TB_STOPPED. */
enum tb_status quality_measure(const struct tb_partition *partition, const struct tb_tables *tables,
                               const struct quality_options *options, struct quality *quality,
                               struct tb_error *error);
void quality_free(struct quality *quality);

/* The look-ups with the largest values that there are. */
enum quality_way quality_best(const struct quality *quality);

/* "manhattan", "regular", "reflected" and "regular, reflected". */
const char *quality_way_name(enum quality_way way);

struct estimate quality_mean(const struct quality *quality, enum quality_way way);
struct estimate quality_eta(const struct quality *quality, enum quality_way way);
struct estimate quality_nodes(const struct quality *quality, enum quality_way way, unsigned bound);

/* Which share of all positions has which value: PREDICT_VALUES of them. Returns the largest
 * value that was met. */
unsigned quality_shares(const struct quality *quality, enum quality_way way, double *share);

#endif
