/* local_analysis.h -- what solving a few tiles at a time takes, over all boards at once
 *
 * A step sees its own tiles and the blank; what it does to the other tiles is the same however
 * these are arranged. So on a random board the others are as random after a step as they were
 * before, and all that the next step can tell of the past is where the blank was left. That
 * makes proportions, means and maxima over all boards computable: for each cell of the blank
 * every placement of the step's own tiles is equally likely, a few hundred in all.
 *
 * The blank itself is not random after the first step: it is left beside the tile that came
 * home. The paper takes it to be anywhere with equal chance, so shares are counted in both ways.
 */
#ifndef TESTS_LOCAL_ANALYSIS_H
#define TESTS_LOCAL_ANALYSIS_H

#include "tilebase/tilebase.h"

/* A step: how often each of its problems is the one that is taken. */
struct step_shares {
    uint64_t placements;          /* of its own tiles and the blank, all equally likely */
    uint64_t taken[TB_TILES_MAX]; /* of these, by problem, if the blank may be anywhere */
    double share[TB_TILES_MAX];   /* by problem, on random boards */
};

/* All boards of a class, or of all classes. */
struct class_figures {
    double share;
    double mean;      /* moves */
    unsigned longest; /* the same: the most that any board takes */
};

struct local_analysis {
    unsigned steps;
    struct step_shares step[TB_LOCAL_STEPS_MAX];
    unsigned classes; /* the largest */
    struct class_figures by_class[TB_TILES_MAX + 1];
    struct class_figures overall;
};

/* TB_DAMAGED, as local_solve. */
enum tb_status local_analyse(const struct tb_local *local, struct local_analysis *analysis,
                             struct tb_error *error);

/* The bound of Theorem 3 for a class: for each step the most moves of its first problems, those
 * of up to that many tiles, of all that are ever taken. */
unsigned local_bound(const struct tb_local *local, const struct local_analysis *analysis,
                     unsigned tiles);

/* The paper's figures for 4x4, one tile a step: the most moves of each problem that is ever
 * taken, by its first and last tile; and the bounds by class. */
#define LOCAL_PUBLISHED         23
#define LOCAL_PUBLISHED_CLASSES 5
struct published_most {
    unsigned first, last, moves;
};
extern const struct published_most local_published[LOCAL_PUBLISHED];
extern const unsigned local_published_bound[LOCAL_PUBLISHED_CLASSES];

#endif
