/* mixture.c -- the heuristic that is made for what there is */
#include <stdio.h>
#include <string.h>

#include "mixed.h"
#include "pairs.h"
#include "processor.h"

/* Add a name to a list of them. */
static void add_name(char *names, size_t size, const char *name)
{
    size_t used = strlen(names);

    if (name[0] != '\0')
        snprintf(names + used, size - used, "%s%s", used > 0 ? "; " : "", name);
}

static void name_mixture(const struct mixture *mixture, struct heuristic *heuristic)
{
    char *names = heuristic->name, databases[sizeof heuristic->name];

    names[0] = '\0';
    add_name(names, sizeof heuristic->name, mixture->conflicts ? "linear-conflict" : "");
    add_name(names, sizeof heuristic->name, mixture->walking != NULL ? "walking-distance" : "");
    lookup_names(mixture->lookups, mixture->count, databases, sizeof databases);
    add_name(names, sizeof heuristic->name, databases);
    if (mixture->tuples != NULL)
        add_name(names, sizeof heuristic->name, pairs_name(mixture->tuples, mixture->rule));
}

enum tb_status mixed_new(const struct mixture *mixture, const struct tb_position *goal,
                         struct heuristic **heuristic, struct tb_error *error)
{
    mixed_maker *maker = mixed_new_portable_any;
    enum tb_status status;

#if defined(__x86_64__)
    if (counts_bits())
        maker = mixed_new_bmi2_any;
#endif
    status = maker(mixture, goal, heuristic, error);
    if (status == TB_OK)
        name_mixture(mixture, *heuristic);
    return status;
}

enum tb_status heuristic_new(const struct mixture *mixture, const struct tb_position *goal,
                             struct heuristic **heuristic, struct tb_error *error)
{
    unsigned kinds = (mixture->count > 0 ? 1u : 0u) + (mixture->conflicts ? 1u : 0u) +
                     (mixture->walking != NULL ? 1u : 0u) + (mixture->tuples != NULL ? 1u : 0u);

    if (kinds == 0)
        return manhattan_new(mixture->board, goal, heuristic, error);
    if (kinds > 1)
        return mixed_new(mixture, goal, heuristic, error);
    if (mixture->count > 0)
        return additive_new(mixture->lookups, mixture->count, goal, heuristic, error);
    if (mixture->conflicts)
        return linear_conflict_new(mixture->board, goal, heuristic, error);
    if (mixture->tuples != NULL)
        return pairs_new(mixture->tuples, mixture->rule, goal, heuristic, error);
    if (walking_new(mixture->walking->partition, mixture->walking->tables, goal, heuristic,
                    error) == TB_OK)
        return TB_OK;
    return mixed_new(mixture, goal, heuristic, error);
}
