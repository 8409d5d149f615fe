/* algorithm.c -- the searches, by their names */
#include "algorithm.h"

#include <stdio.h>
#include <string.h>

static const struct algorithm algorithms[] = {
    {"ida", ALGORITHM_COUNTS, ida_solve},
    {"weighted-ida", ALGORITHM_WEIGHTED, weighted_ida_solve},
    {"astar", ALGORITHM_KEEPS | ALGORITHM_TIES, astar_solve},
    {"weighted-astar", ALGORITHM_KEEPS | ALGORITHM_WEIGHTED | ALGORITHM_TIES, weighted_astar_solve},
    {"greedy", ALGORITHM_KEEPS, greedy_solve},
    {"anneal", 0, anneal_solve},
    {"anytime", ALGORITHM_KEEPS, anytime_solve},
    {"bfs", ALGORITHM_BLIND | ALGORITHM_KEEPS, bfs_solve},
    {"bidirectional-bfs", ALGORITHM_BLIND | ALGORITHM_KEEPS, bidirectional_solve},
    {"local", ALGORITHM_BLIND | ALGORITHM_LOCAL, local_algorithm},
};

enum { ALGORITHMS = sizeof algorithms / sizeof algorithms[0] };

enum tb_status algorithm_find(const char *name, const struct algorithm **algorithm,
                              struct tb_error *error)
{
    char known[256] = "";

    for (unsigned i = 0; i < ALGORITHMS; i++) {
        size_t used = strlen(known);

        if (strcmp(name, algorithms[i].name) == 0) {
            *algorithm = &algorithms[i];
            return TB_OK;
        }
        snprintf(known + used, sizeof known - used, "%s%s",
                 i == 0               ? ""
                 : i + 1 < ALGORITHMS ? ", "
                                      : " and ",
                 algorithms[i].name);
    }
    return tb_error_set(error, TB_INVALID, "no algorithm '%.40s': there are %s", name, known);
}
