/* arguments.h -- the command line of pdbinfo, as a task
 *
 * Parsing reads no files and prints nothing but --help and --version. The task's texts are
 * those of argv, whose places it uses for its list of files. Nothing needs to be freed.
 */
#ifndef PDBINFO_ARGUMENTS_H
#define PDBINFO_ARGUMENTS_H

#include "tasks.h"

/* Read the command line, refusing what does not go together. `done` tells that --help or
 * --version was answered. TB_INVALID. */
enum tb_status info_arguments_parse(int argc, char **argv, struct task *task, int *done,
                                    struct tb_error *error);

#endif
