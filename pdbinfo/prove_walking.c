/* prove_walking.c -- the rule of neighbours, for walking distances */
#include <stdlib.h>

#include "prove.h"
#include "tilebase/pages.h"
#include "tilebase/walking.h"

enum { CHUNK = 1 << 15 }; /* states that a thread takes at a time */

struct rule {
    const struct tb_pdb *pdb;
    const struct tb_walking_index *index;
    uint32_t goal;
    uint16_t *value; /* by state */
};

/* The values of a chunk of states. False if one has none, which no state may have. */
static bool read_chunk(const struct rule *rule, uint32_t first, uint32_t last)
{
    unsigned unreachable = tb_unreachable_excess(tb_pdb_header(rule->pdb)->bits);
    struct tb_walking_state state;
    bool all = true;

    tb_walking_unrank(rule->index, first, &state);
    for (uint32_t number = first; number < last; number++) {
        unsigned excess = tb_pdb_excess(rule->pdb, 0, number);

        tb_walking_seek(rule->index, number, &state);
        rule->value[number] = (uint16_t)(tb_walking_manhattan(rule->index, &state) + 2 * excess);
        all = all && excess != unreachable;
    }
    return all;
}

static bool keeps(const struct rule *rule, const struct tb_walking_state *state)
{
    unsigned own = rule->value[state->number];
    bool closer = false, wrong = false;

    for (unsigned i = 0; i < 2 * rule->index->lines; i++) {
        enum tb_walking_direction direction = i % 2 == 0 ? TB_WALKING_UP : TB_WALKING_DOWN;
        struct tb_walking_state after;
        unsigned value;

        if (!tb_walking_can_move(rule->index, state, direction, i / 2))
            continue;
        tb_walking_move(rule->index, state, direction, i / 2, &after);
        value = rule->value[after.number];
        closer = closer || value + 1 == own;
        wrong = wrong || (value + 1 != own && value != own + 1);
    }
    return !wrong && (state->number == rule->goal ? own == 0 : closer);
}

static bool check_chunk(const struct rule *rule, uint32_t first, uint32_t last)
{
    struct tb_walking_state state;
    bool all = true;

    tb_walking_unrank(rule->index, first, &state);
    for (uint32_t number = first; number < last && all; number++) {
        tb_walking_seek(rule->index, number, &state);
        all = keeps(rule, &state);
    }
    return all;
}

/* One step of the proof over all states, which is half of it. */
static enum tb_status each_chunk(const struct rule *rule, const struct prove_options *options,
                                 bool (*step)(const struct rule *, uint32_t, uint32_t),
                                 double done_before, bool *kept, struct tb_error *error)
{
    uint32_t count = rule->index->count, chunks = (count - 1) / CHUNK + 1;
    _Atomic bool broken = false, stopped = false;
    _Atomic uint32_t done = 0;

#pragma omp parallel for schedule(dynamic) num_threads(options->threads)
    for (uint32_t chunk = 0; chunk < chunks; chunk++) {
        uint32_t first = chunk * CHUNK, left = count - first;

        if (broken || stopped)
            continue;
        if (!step(rule, first, first + (left < CHUNK ? left : CHUNK)))
            broken = true;
        done++;
#pragma omp critical(prove)
        if (!watch_goes_on(&options->watch, done_before + 0.5 * done / chunks))
            stopped = true;
    }
    *kept = !broken;
    return stopped ? tb_error_set(error, TB_STOPPED, "stopped") : TB_OK;
}

enum tb_status prove_walking(const struct tb_pdb *pdb, const struct prove_options *options,
                             bool *kept, struct tb_error *error)
{
    struct rule rule = {.pdb = pdb, .index = tb_pdb_walking(pdb)};
    struct tb_walking_state solved;
    enum tb_status status;

    tb_walking_solved(rule.index, &solved);
    rule.goal = solved.number;
    rule.value = tb_array_alloc(rule.index->count, sizeof *rule.value);
    if (rule.value == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for the proof");
    status = each_chunk(&rule, options, read_chunk, 0, kept, error);
    if (status == TB_OK && *kept)
        status = each_chunk(&rule, options, check_chunk, 0.5, kept, error);
    free(rule.value);
    return status;
}
