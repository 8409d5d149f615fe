/* job.h -- what pdbgen was asked to build, and doing it */
#ifndef PDBGEN_JOB_H
#define PDBGEN_JOB_H

#include "build.h"
#include "tilebase/tilebase.h"

#define JOB_PATTERNS_MAX 256

struct job {
    char output[TB_PATH_MAX]; /* folder */
    unsigned threads;
    const struct lane_kernels *kernels;
    enum tb_layout layout;
    bool layout_given; /* else a database of any layout will do */
    int level;
    bool dry_run;
    bool force;
    bool quiet;
    bool json;
    unsigned count;
    struct tb_pattern patterns[JOB_PATTERNS_MAX]; /* canonical, all different */
};

/* Add a pattern's canonical image, unless it is there. TB_INVALID if there are too many, or it
 * has more entries than can be numbered. */
enum tb_status job_add(struct job *job, const struct tb_pattern *pattern, struct tb_error *error);

/* Build and write all databases that are not there, and tell of each. */
enum tb_status job_run(const struct job *job, struct tb_error *error);

/* The same for all local problems (tilebase/local.h) of a board with steps of so many tiles.
 * Which ones there are is known only once they are built, so a dry run builds them in
 * memory. */
enum tb_status job_run_local(struct job *job, const struct tb_board *board, unsigned region,
                             struct tb_error *error);

#endif
