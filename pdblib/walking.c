/* walking.c -- walking distance: its states, their numbers, and moves between them */
#include "tilebase/walking.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tilebase/pages.h"
#include "tilebase/size.h"

/* A rest with no more ways than this has them all in the list: enough for two lines, mostly. */
#define FEW_WAYS 64

/* What is needed only to make an index. A vector of one number up to `length` for each goal
 * line has a key, in base `length` + 1; keys of vectors are subtracted as the vectors are. */
struct plan {
    uint32_t keys;
    uint32_t *key;    /* [composition] */
    uint32_t *ways;   /* [key of a rest], 0 if it is none */
    uint32_t *number; /* [key of a rest] */
};

/* Fill in the vector of a key and return its sum. */
static unsigned vector_of(const struct tb_walking_index *index, uint32_t key, uint8_t *vector)
{
    unsigned sum = 0;

    for (unsigned goal = index->lines; goal-- > 0; key /= index->length + 1) {
        vector[goal] = (uint8_t)(key % (index->length + 1));
        sum += vector[goal];
    }
    return sum;
}

/* Whether this is what some lines can leave to those below. Fills in the vector and whether
 * the blank is on one of the lines below. */
static bool is_rest(const struct tb_walking_index *index, uint32_t key, uint8_t *vector,
                    bool *with_blank)
{
    unsigned over = vector_of(index, key, vector) % index->length;

    *with_blank = over == index->length - 1;
    return (over == 0 || *with_blank) && vector[index->goal] < index->length;
}

static bool fits(const struct tb_walking_index *index, const uint8_t *part, const uint8_t *rest)
{
    for (unsigned goal = 0; goal < index->lines; goal++)
        if (part[goal] > rest[goal])
            return false;
    return true;
}

/* The compositions of one kind of line: from first up to, and without, last. */
static void compositions_of(const struct tb_walking_index *index, bool is_short, uint32_t *first,
                            uint32_t *last)
{
    *first = is_short ? index->full : 0;
    *last = is_short ? index->compositions : index->full;
}

/* List the compositions, by their keys. */
static void list_compositions(struct tb_walking_index *index, struct plan *plan)
{
    uint32_t full = 0, missing = index->full;
    uint8_t vector[TB_SIDE_MAX];

    for (uint32_t key = 0; key < plan->keys; key++) {
        unsigned sum = vector_of(index, key, vector);
        uint32_t at;

        if (sum != index->length && sum != index->length - 1)
            continue;
        at = sum == index->length ? full++ : missing++;
        memcpy(index->part[at], vector, index->lines);
        plan->key[at] = key;
    }
}

/* How many ways there are to fill lines with a rest. As their order does not matter, the
 * blank's line is taken first. Every rest can come up, so there are at least as many states,
 * and counting stops at the first number of 2^32 or more: no sum can overflow. */
static bool count_ways(struct tb_walking_index *index, struct plan *plan)
{
    uint8_t rest[TB_SIDE_MAX];
    bool with_blank;

    plan->ways[0] = 1;
    index->rests = 1;
    for (uint32_t key = 1; key < plan->keys; key++) {
        uint64_t ways = 0;
        uint32_t first, last;

        if (!is_rest(index, key, rest, &with_blank))
            continue;
        compositions_of(index, with_blank, &first, &last);
        for (uint32_t at = first; at < last; at++)
            if (fits(index, index->part[at], rest))
                ways += plan->ways[key - plan->key[at]];
        if (ways > UINT32_MAX)
            return false;
        plan->ways[key] = (uint32_t)ways;
        plan->number[key] = index->rests++;
        index->matrices = (uint32_t)ways;
    }
    /* The largest key is that of the first line's rest. */
    index->count = index->matrices * index->lines;
    return index->count / index->lines == index->matrices;
}

/* The steps of one kind of line from one rest, and its part of the list. Returns where that
 * ends. */
static uint32_t fill_steps(struct tb_walking_index *index, const struct plan *plan, uint32_t key,
                           const uint8_t *rest, bool is_short)
{
    uint32_t number = plan->number[key], end = index->first[2 * number + is_short];
    uint32_t before = 0, first, last;

    compositions_of(index, is_short, &first, &last);
    for (uint32_t at = first; at < last; at++) {
        uint32_t left, times;

        if (!fits(index, index->part[at], rest))
            continue;
        left = key - plan->key[at];
        times = plan->ways[key] <= FEW_WAYS ? plan->ways[left] : 1;
        index->step[(size_t)number * index->compositions + at] =
            (struct tb_walking_step){.before = before, .rest = plan->number[left]};
        before += plan->ways[left];
        while (times-- > 0)
            index->fitting[end++] = (uint16_t)at;
    }
    return end;
}

static void fill_rests(struct tb_walking_index *index, const struct plan *plan)
{
    uint8_t rest[TB_SIDE_MAX];
    bool with_blank;
    uint32_t end = 0;

    /* Of nothing nothing is left. */
    index->ways[0] = 1;
    index->first[0] = index->first[1] = 0;
    for (uint32_t key = 1; key < plan->keys; key++)
        if (is_rest(index, key, rest, &with_blank)) {
            uint32_t number = plan->number[key];

            index->ways[number] = plan->ways[key];
            index->first[2 * number] = end;
            end = fill_steps(index, plan, key, rest, false);
            index->first[2 * number + 1] = end;
            if (with_blank)
                end = fill_steps(index, plan, key, rest, true);
        }
    index->first[2 * index->rests] = end;
}

/* The composition of these tiles on a full or on a short line. */
static uint16_t find_composition(const struct tb_walking_index *index, const uint8_t *part,
                                 bool is_short)
{
    uint32_t first, last;

    compositions_of(index, is_short, &first, &last);
    for (uint32_t at = first; at < last; at++)
        if (memcmp(index->part[at], part, index->lines) == 0)
            return (uint16_t)at;
    return TB_WALKING_NONE;
}

static void fill_compositions(struct tb_walking_index *index)
{
    for (uint32_t at = 0; at < index->compositions; at++) {
        const uint8_t *part = index->part[at];

        for (unsigned goal = 0; goal < index->lines; goal++) {
            uint8_t changed[TB_SIDE_MAX];

            memcpy(changed, part, sizeof changed);
            /* A part of none becomes 255, which no composition has. */
            changed[goal] = (uint8_t)(at < index->full ? part[goal] - 1 : part[goal] + 1);
            index->other[at][goal] = find_composition(index, changed, at < index->full);
        }
        for (unsigned line = 0; line < index->lines; line++) {
            unsigned distance = 0;

            for (unsigned goal = 0; goal < index->lines; goal++)
                distance += part[goal] * (line < goal ? goal - line : line - goal);
            index->distance[line * index->compositions + at] = (uint8_t)distance;
        }
    }
}

static enum tb_status no_memory(const struct tb_walking_index *index, struct tb_error *error)
{
    return tb_error_set(error, TB_NO_MEMORY,
                        "no memory for the walking distance of %u lines of %u cells", index->lines,
                        index->length);
}

/* Count the states, with the tables of the index still to come. */
static enum tb_status make_plan(struct tb_walking_index *index, struct plan *plan,
                                struct tb_error *error)
{
    plan->keys = 1;
    for (unsigned goal = 0; goal < index->lines; goal++)
        plan->keys *= index->length + 1;
    index->part = calloc(index->compositions, sizeof *index->part);
    plan->key = calloc(index->compositions, sizeof *plan->key);
    plan->ways = calloc(plan->keys, sizeof *plan->ways);
    plan->number = calloc(plan->keys, sizeof *plan->number);
    if (index->part == NULL || plan->key == NULL || plan->ways == NULL || plan->number == NULL)
        return no_memory(index, error);
    list_compositions(index, plan);
    if (!count_ways(index, plan))
        return tb_error_set(error, TB_INVALID,
                            "walking distance of %u lines of %u cells has 2^32 states or more, "
                            "too many for a table",
                            index->lines, index->length);
    return TB_OK;
}

static enum tb_status make_tables(struct tb_walking_index *index, const struct plan *plan,
                                  struct tb_error *error)
{
    uint64_t compositions = index->compositions;

    index->other = tb_array_alloc(compositions, sizeof *index->other);
    index->distance = tb_array_alloc(compositions, index->lines);
    index->ways = tb_array_alloc(index->rests, sizeof *index->ways);
    index->first = tb_array_alloc(2 * index->rests + 1, sizeof *index->first);
    index->fitting =
        tb_array_alloc(index->rests * (compositions + 2 * FEW_WAYS), sizeof *index->fitting);
    /* If there is memory for `fitting`, their number is no larger than a size can be. */
    index->step = calloc((size_t)(index->rests * compositions), sizeof *index->step);
    if (index->other == NULL || index->distance == NULL || index->ways == NULL ||
        index->first == NULL || index->fitting == NULL || index->step == NULL)
        return no_memory(index, error);
    fill_compositions(index);
    fill_rests(index, plan);
    return TB_OK;
}

enum tb_status tb_walking_index_init(struct tb_walking_index *index, unsigned lines,
                                     unsigned length, unsigned goal, struct tb_error *error)
{
    struct plan plan = {0};
    enum tb_status status;

    *index = (struct tb_walking_index){.lines = lines, .length = length, .goal = goal};
    if (lines < TB_SIDE_MIN || lines > TB_SIDE_MAX || length < TB_SIDE_MIN || length > TB_SIDE_MAX)
        return tb_error_set(error, TB_INVALID,
                            "no walking distance for %u lines of %u cells, as a board's sides "
                            "are %d to %d",
                            lines, length, TB_SIDE_MIN, TB_SIDE_MAX);
    if (goal >= lines)
        return tb_error_set(error, TB_INVALID, "the blank cannot belong on line %u of %u", goal + 1,
                            lines);
    index->full = (uint32_t)tb_binomial(length + lines - 1, lines - 1);
    index->compositions = index->full + (uint32_t)tb_binomial(length + lines - 2, lines - 1);
    status = make_plan(index, &plan, error);
    if (status == TB_OK)
        status = make_tables(index, &plan, error);
    free(plan.key);
    free(plan.ways);
    free(plan.number);
    if (status != TB_OK)
        tb_walking_index_free(index);
    return status;
}

void tb_walking_index_free(struct tb_walking_index *index)
{
    free(index->part);
    free(index->other);
    free(index->distance);
    free(index->ways);
    free(index->first);
    free(index->fitting);
    free(index->step);
    index->part = NULL;
    index->other = NULL;
    index->distance = NULL;
    index->ways = NULL;
    index->first = NULL;
    index->fitting = NULL;
    index->step = NULL;
}

enum tb_status tb_walking_start(const struct tb_walking_index *index,
                                const struct tb_walking_matrix *matrix,
                                struct tb_walking_state *state, struct tb_error *error)
{
    unsigned left[TB_SIDE_MAX];

    *state = (struct tb_walking_state){.blank = matrix->blank};
    if (matrix->blank >= index->lines)
        return tb_error_set(error, TB_INVALID, "the blank cannot be on line %u of %u",
                            matrix->blank + 1u, index->lines);
    for (unsigned goal = 0; goal < index->lines; goal++)
        left[goal] = index->length - (goal == index->goal);
    for (unsigned line = 0; line < index->lines; line++) {
        state->line[line] = find_composition(index, matrix->tiles[line], line == matrix->blank);
        if (state->line[line] == TB_WALKING_NONE)
            return tb_error_set(error, TB_INVALID, "line %u does not hold %u tiles", line + 1,
                                index->length - (line == matrix->blank));
        /* Too many wrap around to a number that is not 0 either. */
        for (unsigned goal = 0; goal < index->lines; goal++)
            left[goal] -= matrix->tiles[line][goal];
    }
    for (unsigned goal = 0; goal < index->lines; goal++)
        if (left[goal] != 0)
            return tb_error_set(error, TB_INVALID, "there are not %u tiles that belong on line %u",
                                index->length - (goal == index->goal), goal + 1);
    tb_walking_rank(index, state);
    return TB_OK;
}

void tb_walking_solved(const struct tb_walking_index *index, struct tb_walking_state *state)
{
    struct tb_walking_matrix matrix = {.blank = (uint8_t)index->goal};

    for (unsigned line = 0; line < index->lines; line++)
        matrix.tiles[line][line] = (uint8_t)(index->length - (line == index->goal));
    tb_walking_start(index, &matrix, state, NULL);
}

void tb_walking_matrix_of(const struct tb_walking_index *index,
                          const struct tb_walking_state *state, struct tb_walking_matrix *matrix)
{
    *matrix = (struct tb_walking_matrix){.blank = state->blank};
    for (unsigned line = 0; line < index->lines; line++)
        memcpy(matrix->tiles[line], index->part[state->line[line]], index->lines);
}

uint32_t tb_walking_rank(const struct tb_walking_index *index, struct tb_walking_state *state)
{
    uint32_t rest = index->rests - 1;

    state->number = state->blank * index->matrices;
    for (unsigned line = 0; line < index->lines; line++) {
        const struct tb_walking_step *step = tb_walking_step_of(index, rest, state->line[line]);

        state->rest[line] = (uint16_t)rest;
        state->number += step->before;
        rest = step->rest;
    }
    return state->number;
}

/* Whether that number of ways is among those with this composition. If there are more before
 * it, the difference wraps around to more than there can be. */
static bool is_among(const struct tb_walking_index *index, const struct tb_walking_step *step,
                     uint32_t number)
{
    return number - step->before < index->ways[step->rest];
}

/* The composition of a line: the last with no more than this number of ways before it. The
 * bounds are chosen without branches, as which half it is nobody can foretell. */
static uint16_t find_line(const struct tb_walking_index *index, uint32_t rest, bool is_short,
                          uint32_t number)
{
    const struct tb_walking_step *row = tb_walking_step_of(index, rest, 0);
    const uint32_t *first = &index->first[2 * rest + is_short];
    const uint16_t *fitting = &index->fitting[first[0]];

    if (index->ways[rest] <= FEW_WAYS)
        return fitting[number];
    for (uint32_t count = first[1] - first[0]; count > 1;) {
        uint32_t half = count / 2;

        fitting += row[fitting[half]].before <= number ? half : 0;
        count -= half;
    }
    return *fitting;
}

void tb_walking_seek(const struct tb_walking_index *index, uint32_t number,
                     struct tb_walking_state *state)
{
    unsigned blank = number / index->matrices;
    uint32_t rest = index->rests - 1, left = number - blank * index->matrices;
    bool same = blank == state->blank; /* and so are all lines above */

    state->number = number;
    state->blank = (uint8_t)blank;
    for (unsigned line = 0; line < index->lines; line++) {
        const struct tb_walking_step *step = tb_walking_step_of(index, rest, state->line[line]);

        if (!same || !is_among(index, step, left)) {
            state->line[line] = find_line(index, rest, line == blank, left);
            step = tb_walking_step_of(index, rest, state->line[line]);
            same = false;
        }
        state->rest[line] = (uint16_t)rest;
        left -= step->before;
        rest = step->rest;
    }
}

void tb_walking_unrank(const struct tb_walking_index *index, uint32_t number,
                       struct tb_walking_state *state)
{
    /* There is no such blank: so every line is sought. */
    *state = (struct tb_walking_state){.blank = UINT8_MAX};
    tb_walking_seek(index, number, state);
}

unsigned tb_walking_manhattan(const struct tb_walking_index *index,
                              const struct tb_walking_state *state)
{
    const uint8_t *distance = index->distance;
    unsigned sum = 0;

    for (unsigned line = 0; line < index->lines; line++, distance += index->compositions)
        sum += distance[state->line[line]];
    return sum;
}

enum tb_status tb_walking_links_init(struct tb_walking_links *links,
                                     const struct tb_walking_index *index, struct tb_error *error)
{
    struct tb_walking_state state, after;
    uint32_t *next;

    *links = (struct tb_walking_links){.direction_bits = index->lines <= 4 ? 2 : 3};
    if (index->count > TB_WALKING_LINKS_MAX)
        return tb_error_set(error, TB_INVALID, "links are for up to %d states, not for %" PRIu32,
                            TB_WALKING_LINKS_MAX, index->count);
    links->bytes = tb_size_mul(index->count, sizeof *next << (links->direction_bits + 1));
    links->next = next = tb_pages_alloc(links->bytes);
    if (next == NULL)
        return no_memory(index, error);
    tb_walking_unrank(index, 0, &state);
    for (uint32_t number = 0; number < index->count; number++) {
        tb_walking_seek(index, number, &state);
        for (unsigned direction = TB_WALKING_UP; direction <= TB_WALKING_DOWN; direction++)
            for (unsigned goal = 0; goal >> links->direction_bits == 0; goal++, next++) {
                *next = TB_WALKING_NO_LINK;
                if (goal < index->lines && tb_walking_can_move(index, &state, direction, goal)) {
                    tb_walking_move(index, &state, direction, goal, &after);
                    *next = after.number;
                }
            }
    }
    return TB_OK;
}

void tb_walking_links_free(struct tb_walking_links *links)
{
    tb_pages_free(links->next, links->bytes);
    links->next = NULL;
}
