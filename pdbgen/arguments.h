/* arguments.h -- the command line of pdbgen, as settings
 *
 * Parsing reads no files and prints nothing but --help and --version; what is to be built is
 * found afterwards, since partitions are pictures in files. Nothing here needs to be freed.
 */
#ifndef PDBGEN_ARGUMENTS_H
#define PDBGEN_ARGUMENTS_H

#include "job.h"

enum { GEN_PARTITIONS_MAX = 64 };

struct gen_arguments {
    struct job job;
    const char *partitions[GEN_PARTITIONS_MAX]; /* into argv, as all texts */
    unsigned count;
    enum tb_kind kind; /* 0: as the partition has it */
    const char *tiles;
    const char *fixed;
    unsigned region; /* 0: not given */
    const char *goal;
    struct tb_board board;
    bool board_given;
    bool list;
};

/* Read the command line, refusing what does not go together. `done` tells that --help or
 * --version was answered. TB_INVALID. */
enum tb_status gen_arguments_parse(int argc, char **argv, struct gen_arguments *arguments,
                                   int *done, struct tb_error *error);

/* Whether all local problems of a board were asked for, which job_run_local finds itself. */
bool gen_arguments_local(const struct gen_arguments *arguments);

/* Find what is to be built, and add its patterns to the job. TB_INVALID, and as
 * tb_partition_find. */
enum tb_status gen_arguments_collect(struct gen_arguments *arguments,
                                     const struct tb_folders *folders, struct tb_error *error);

#endif
