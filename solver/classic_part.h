/* classic_part.h -- the largest of several heuristics without databases, as one part of a mixture
 *
 * Linear conflicts, maybe with detours, inversions and relaxed adjacency, each kept up move by
 * move; the value is the largest excess over the Manhattan distance, which mixtures count
 * anyway.
 */
#ifndef SOLVER_CLASSIC_PART_H
#define SOLVER_CLASSIC_PART_H

#include "adjacency_part.h"
#include "detour_part.h"
#include "heuristic.h"
#include "inversion_part.h"

struct classic_part {
    bool has_conflicts, has_detours, has_inversions, has_adjacency;
    unsigned cells;
    struct conflict_part lines;
    struct detour_part detours;
    struct inversion_part inversions;
    struct adjacency_part adjacency;
};

struct classic_state {
    int excess;
    int adjacency;
    struct inversion_state inversions;
    uint32_t marks;
    struct conflict_state conflicts;
};

/* TB_NO_MEMORY. */
enum tb_status classic_part_init(struct classic_part *part, const struct mixture *mixture,
                                 const struct tb_position *goal, struct tb_error *error);
void classic_part_free(struct classic_part *part);

/* Whether a mixture has something for this part. */
static inline bool classic_part_in(const struct mixture *mixture)
{
    return mixture->conflicts || mixture->corners || mixture->last_moves || mixture->inversions ||
           mixture->adjacency;
}

/* Half of what a value exceeds the distances by; both are odd, or both even. */
static inline int classic_more(int excess, int value, int manhattan)
{
    return value - manhattan > 2 * excess ? (value - manhattan) / 2 : excess;
}

/* The excess of a state whose other members are filled in. */
static inline int classic_excess(const struct classic_part *part, const struct classic_state *state,
                                 int manhattan)
{
    int excess = 0;

    if (part->has_conflicts)
        excess = state->conflicts.conflicts;
    if (part->has_detours)
        excess += (int)detour_value(&part->detours, &part->lines, &state->conflicts, state->marks,
                                    manhattan);
    if (part->has_inversions)
        excess = classic_more(excess, state->inversions.value, manhattan);
    if (part->has_adjacency)
        excess = classic_more(excess, state->adjacency, manhattan);
    return excess;
}

static inline void classic_start(const struct classic_part *part, const struct tb_position *start,
                                 int manhattan, struct classic_state *state)
{
    if (part->has_conflicts)
        conflict_start(&part->lines, start, &state->conflicts);
    if (part->has_detours)
        state->marks = detour_start(&part->detours, part->cells, start);
    if (part->has_inversions)
        inversion_start(&part->inversions, start, &state->inversions);
    if (part->has_adjacency)
        state->adjacency = adjacency_start(&part->adjacency, start);
    state->excess = classic_excess(part, state, manhattan);
}

/* A move of the position on these cells; the distances are those after it. */
static inline void classic_move(const struct classic_part *part, const uint8_t *tile,
                                const struct way *way, unsigned blank, int manhattan,
                                const struct classic_state *old, struct classic_state *state)
{
    unsigned moved = tile[way->cell];

    if (part->has_conflicts) {
        state->conflicts = old->conflicts;
        conflict_move(&part->lines, moved, way->cell, blank, &state->conflicts);
    }
    if (part->has_detours)
        state->marks = detour_move(&part->detours, old->marks, moved, way->cell, blank);
    if (part->has_inversions)
        inversion_move(&part->inversions, tile, way, &old->inversions, &state->inversions);
    if (part->has_adjacency)
        state->adjacency =
            old->adjacency + adjacency_change(&part->adjacency, tile, way->cell, blank,
                                              adjacency_cycle(&part->adjacency, tile, blank));
    state->excess = classic_excess(part, state, manhattan);
}

#endif
