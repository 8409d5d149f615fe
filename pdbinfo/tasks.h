/* tasks.h -- what pdbinfo can be asked to do */
#ifndef PDBINFO_TASKS_H
#define PDBINFO_TASKS_H

#include "export.h"
#include "summary.h"

enum { TASK_PARTITIONS = 6 };

enum task_form { FORM_TEXT, FORM_JSON, FORM_CSV };

/* What the command line says. */
struct task {
    const char **files;
    int count;
    const char *partitions[TASK_PARTITIONS];
    unsigned partition_count;
    enum tb_kind kind; /* of the partitions; 0: as their pictures have it */
    enum summary_trust trust;
    enum task_form form;
    bool brief; /* show one file in a table, too, and no histograms */
    unsigned threads;
    const char *goal;
    const char *board; /* to look up; NULL: none */
    const char *svg;   /* a file for a chart; NULL: none */
    bool diff;         /* compare two files */
    bool exports;      /* in this form, to this file */
    enum export_form export;
    const char *output;
    uint64_t positions; /* to draw at random */
    uint64_t seed;
    unsigned length; /* of a solution, for predictions; 0: as is usual */
};

/* Do it. The first thing that cannot be done ends a task, but each of several files is tried;
 * TB_IO then stands for files that were named already. `different` tells that --diff found a
 * difference. */
enum tb_status task_run(const struct task *task, bool *different, struct tb_error *error);

#endif
