/* course.h -- boards solved one after the other, or side by side, and what is told of them
 *
 * A single board is searched by all threads, with a line that shows how it is coming along;
 * several are solved side by side and told in their order. Each solution is reported, played if
 * that is asked for, and judged: a board that was given up, or has another length than the
 * file says, is an error in the end, but the others are still solved.
 */
#ifndef SOLVER_COURSE_H
#define SOLVER_COURSE_H

#include "algorithm.h"
#include "boards.h"
#include "report.h"

struct course {
    const struct algorithm *algorithm;
    const struct heuristic *heuristic;
    const struct boards *boards;
    const struct tb_position *goal;
    struct search search;
    unsigned threads;
    bool check; /* lengths that a file gives */
    bool play;
    bool quiet;
    struct report *report;
};

/* Solve all boards. The last thing that went wrong. */
enum tb_status course_run(const struct course *course, struct tb_error *error);

#endif
