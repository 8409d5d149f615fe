/* mixture.c -- the heuristic that is made for what there is */
#include <stdio.h>
#include <string.h>

#include "classic_part.h"
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

/* Linear conflicts, and what is added to them. */
static const char *conflicts_name(const struct mixture *mixture)
{
    if (mixture->corners)
        return mixture->last_moves ? "corner-tiles + last-moves" : "corner-tiles";
    return mixture->last_moves ? "last-moves" : mixture->conflicts ? "linear-conflict" : "";
}

/* Whether something in a mixture is never less than the Manhattan distance. */
static bool exceeds_distances(const struct mixture *mixture)
{
    return mixture->count > 0 || mixture->walking != NULL || mixture->tuples != NULL ||
           conflicts_name(mixture)[0] != '\0';
}

static void name_mixture(const struct mixture *mixture, struct heuristic *heuristic)
{
    char *names = heuristic->name, databases[sizeof heuristic->name];
    const size_t size = sizeof heuristic->name;

    names[0] = '\0';
    add_name(names, size, exceeds_distances(mixture) ? "" : "manhattan");
    add_name(names, size, conflicts_name(mixture));
    add_name(names, size, mixture->inversions ? "inversion-distance" : "");
    add_name(names, size, mixture->adjacency ? "relaxed-adjacency" : "");
    add_name(names, size, mixture->walking != NULL ? "walking-distance" : "");
    lookup_names(mixture->lookups, mixture->count, databases, sizeof databases);
    add_name(names, size, databases);
    if (mixture->tuples != NULL)
        add_name(names, size, pairs_name(mixture->tuples, mixture->rule));
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

/* Inversion distance or relaxed adjacency, with Manhattan distance if one of the sums is named:
 * none of these exceeds it, and the smallest does not exceed relaxed adjacency either. */
static classic_maker *find_order(const struct mixture *mixture)
{
    bool sums = mixture->euclidean || mixture->manhattan;

    if (exceeds_distances(mixture) || (mixture->inversions && mixture->adjacency))
        return NULL;
    if (mixture->inversions)
        return sums || mixture->misplaced ? inversion_manhattan_new : inversion_distance_new;
    return sums ? adjacency_manhattan_new : relaxed_adjacency_new;
}

/* The one maker without databases that gives the largest of what is named; NULL if it takes
 * more than one. */
static classic_maker *find_classic(const struct mixture *mixture)
{
    if (mixture->novel)
        return novel_new;
    if (mixture->inversions || mixture->adjacency)
        return find_order(mixture);
    if (mixture->corners)
        return mixture->last_moves ? corner_last_new : corner_tiles_new;
    if (mixture->last_moves)
        return last_moves_new;
    if (mixture->conflicts)
        return linear_conflict_new;
    if (mixture->manhattan || !(mixture->euclidean || mixture->misplaced))
        return manhattan_new;
    return mixture->euclidean ? euclidean_new : misplaced_new;
}

enum tb_status heuristic_new(const struct mixture *mixture, const struct tb_position *goal,
                             struct heuristic **heuristic, struct tb_error *error)
{
    unsigned databases = (mixture->count > 0 ? 1u : 0u) + (mixture->walking != NULL ? 1u : 0u) +
                         (mixture->tuples != NULL ? 1u : 0u);
    classic_maker *classic = find_classic(mixture);

    if (databases == 0 && classic != NULL)
        return classic(mixture->board, goal, heuristic, error);
    if (databases != 1 || classic_part_in(mixture))
        return mixed_new(mixture, goal, heuristic, error);
    if (mixture->count > 0)
        return additive_new(mixture->lookups, mixture->count, goal, heuristic, error);
    if (mixture->tuples != NULL)
        return pairs_new(mixture->tuples, mixture->rule, goal, heuristic, error);
    if (walking_new(mixture->walking->partition, mixture->walking->tables, goal, heuristic,
                    error) == TB_OK)
        return TB_OK;
    return mixed_new(mixture, goal, heuristic, error);
}
