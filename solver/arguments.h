/* arguments.h -- the command line of pdbsolve, as settings
 *
 * Parsing reads no files and prints nothing but --help and --version; boards are read
 * afterwards (collect.h). Texts are those of argv, whose places are used for the list of boards.
 */
#ifndef SOLVER_ARGUMENTS_H
#define SOLVER_ARGUMENTS_H

#include "algorithm.h"
#include "boards.h"
#include "choose.h"
#include "report.h"

struct solve_arguments {
    struct boards boards;
    const char **texts; /* into argv */
    int text_count;
    const char *file;
    const char *goal_text;
    struct choice choice;
    const struct algorithm *algorithm;
    unsigned region; /* 0: not given */
    int64_t random;  /* boards to make; 0: none */
    int64_t walk;    /* by so many moves; 0: by shuffling */
    int64_t survey;  /* positions; 0: no survey */
    int64_t seed;
    unsigned threads;
    bool check;
    bool ties_given;
    bool play;
    struct search search; /* memory is 0 if it was not given */
    struct report report;
};

/* Read the command line, refusing what does not go together. `done` tells that --help or
 * --version was answered. TB_INVALID. To be freed in any case. */
enum tb_status solve_arguments_parse(int argc, char **argv, struct solve_arguments *arguments,
                                     int *done, struct tb_error *error);
void solve_arguments_free(struct solve_arguments *arguments);

/* Whether no heuristic is asked for a value: shortening a local solution takes one. */
bool solve_arguments_blind(const struct solve_arguments *arguments);

#endif
