/* conflict_part.c -- tiles in each other's way */
#include "conflict_part.h"

#include <stdlib.h>

void conflict_start(const struct conflict_part *part, const struct tb_position *start,
                    struct conflict_state *state)
{
    *state = (struct conflict_state){0};
    for (unsigned cell = 0; cell < part->cells; cell++)
        for (unsigned kind = 0; kind < 2; kind++)
            state->line[part->spot[kind][cell].line] += part->digit[kind][start->tile[cell]][cell];
    for (unsigned kind = 0, line = 0; kind < 2; kind++)
        for (unsigned i = 0; i < part->kind[1 - kind].length; i++, line++)
            state->conflicts += part->kind[kind].conflicts[state->line[line]];
}

/* The number of digits that are not in the longest rising sequence. Digits differ, or may
 * stand beside their like. */
static uint8_t count_conflicts(unsigned length, uint32_t number)
{
    unsigned digits[TB_SIDE_MAX], rising[TB_SIDE_MAX];
    unsigned tiles = 0, longest = 0;

    for (unsigned i = 0; i < length; i++, number /= length + 1)
        if (number % (length + 1) != 0)
            digits[tiles++] = number % (length + 1);
    for (unsigned i = 0; i < tiles; i++) {
        rising[i] = 1;
        for (unsigned j = 0; j < i; j++)
            if (digits[j] <= digits[i] && rising[j] >= rising[i])
                rising[i] = rising[j] + 1;
        longest = rising[i] > longest ? rising[i] : longest;
    }
    return (uint8_t)(tiles - longest);
}

static enum tb_status fill_kind(struct line_kind *kind, unsigned length, struct tb_error *error)
{
    uint32_t numbers = 1;

    kind->length = length;
    for (unsigned i = 0; i < length; i++, numbers *= length + 1)
        kind->power[i] = numbers;
    kind->conflicts = malloc(numbers);
    if (kind->conflicts == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a heuristic");
    for (uint32_t i = 0; i < numbers; i++)
        kind->conflicts[i] = count_conflicts(length, i);
    return TB_OK;
}

static void fill_spots(struct conflict_part *part, const struct tb_board *board,
                       const struct tb_position *goal)
{
    for (unsigned cell = 0; cell < board->cells; cell++) {
        uint8_t row = (uint8_t)(cell / board->width), column = (uint8_t)(cell % board->width);

        part->spot[0][cell] = (struct spot){row, column};
        part->spot[1][cell] = (struct spot){(uint8_t)(board->height + column), row};
        for (unsigned kind = 0; kind < 2; kind++)
            part->home[kind][goal->tile[cell]] = part->spot[kind][cell];
    }
}

static void fill_digits(struct conflict_part *part, enum line_rule rule)
{
    for (unsigned kind = 0; kind < 2; kind++)
        for (unsigned tile = 1; tile < part->cells; tile++)
            for (unsigned cell = 0; cell < part->cells; cell++) {
                struct spot spot = part->spot[kind][cell], home = part->home[kind][tile];

                if (rule == LINES_RELAXED || spot.line == home.line)
                    part->digit[kind][tile][cell] =
                        (home.place + 1u) * part->kind[kind].power[spot.place];
            }
}

enum tb_status conflict_part_init(struct conflict_part *part, const struct tb_board *board,
                                  const struct tb_position *goal, enum line_rule rule,
                                  struct tb_error *error)
{
    enum tb_status status;

    *part = (struct conflict_part){.cells = board->cells};
    fill_spots(part, board, goal);
    status = fill_kind(&part->kind[0], board->width, error);
    if (status == TB_OK)
        status = fill_kind(&part->kind[1], board->height, error);
    if (status == TB_OK)
        fill_digits(part, rule);
    else
        conflict_part_free(part);
    return status;
}

void conflict_part_free(struct conflict_part *part)
{
    for (unsigned kind = 0; kind < 2; kind++) {
        free(part->kind[kind].conflicts);
        part->kind[kind].conflicts = NULL;
    }
}
