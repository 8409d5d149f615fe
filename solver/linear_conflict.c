/* linear_conflict.c -- Manhattan distance, and what tiles in each other's way add
 *
 * Tiles that are in the row they belong to, but in the wrong order, cannot all stay in
 * it: some must leave and come back, two moves each that the Manhattan distance does
 * not know. The most that can stay is the longest subsequence in the right order. The
 * same holds for columns, and as the moves for rows are up and down and those for
 * columns left and right, all add up. (Hansson, Mayer and Yung, 1992.)
 *
 * A line is a number with a digit for each cell: 0 for a tile that does not belong in
 * the line, else 1 + its place there. A table tells what each number adds, and a move
 * changes a digit in each of three lines.
 */
#include <stdlib.h>

#include "distance.h"
#include "ida.h"

enum { LINES_MAX = 2 * TB_SIDE_MAX };

/* A kind of line, row or column: its numbers and what they add. */
struct line_kind {
    unsigned length;
    uint32_t power[TB_SIDE_MAX]; /* of a digit at each place */
    uint8_t *conflicts;          /* twice the tiles that must leave, by the line's number */
};

/* Where a cell is: in which line of the kind, and at which place. */
struct spot {
    uint8_t line;
    uint8_t place;
};

struct evaluator {
    unsigned cells;
    struct line_kind kind[2];                     /* rows, columns */
    struct spot spot[2][TB_CELLS_MAX];            /* of each cell; lines count through both kinds */
    struct spot home[2][TB_CELLS_MAX];            /* of each tile */
    uint8_t distance[TB_CELLS_MAX][TB_CELLS_MAX]; /* [tile][cell] */
};

struct node {
    int h;
    uint32_t line[LINES_MAX];
};

/* What a tile's digit adds to the number of a line in which it stands on a cell. */
static inline uint32_t digit(const struct evaluator *evaluator, unsigned kind, unsigned tile,
                             unsigned cell)
{
    const struct spot *spot = &evaluator->spot[kind][cell];
    const struct spot *home = &evaluator->home[kind][tile];

    if (spot->line != home->line || tile == 0)
        return 0;
    return (home->place + 1u) * evaluator->kind[kind].power[spot->place];
}

static int evaluate_start(const struct evaluator *evaluator, const struct tb_position *start,
                          struct node *node)
{
    *node = (struct node){0};
    for (unsigned cell = 0; cell < evaluator->cells; cell++) {
        unsigned tile = start->tile[cell];

        node->h += evaluator->distance[tile][cell];
        for (unsigned kind = 0; kind < 2; kind++)
            node->line[evaluator->spot[kind][cell].line] += digit(evaluator, kind, tile, cell);
    }
    for (unsigned kind = 0, line = 0; kind < 2; kind++)
        for (unsigned i = 0; i < evaluator->kind[1 - kind].length; i++, line++)
            node->h += evaluator->kind[kind].conflicts[node->line[line]];
    return node->h;
}

/* Change the number of a cell's line by the digit of a tile that comes or goes. */
static inline void change_line(const struct evaluator *evaluator, unsigned kind, unsigned cell,
                               uint32_t change, struct node *node)
{
    uint32_t *line = &node->line[evaluator->spot[kind][cell].line];
    const uint8_t *conflicts = evaluator->kind[kind].conflicts;

    node->h -= conflicts[*line];
    *line += change;
    node->h += conflicts[*line];
}

static inline void move(const struct evaluator *evaluator, const struct node *node, unsigned tile,
                        const struct way *way, unsigned blank, struct node *child)
{
    unsigned from = way->cell;

    *child = *node;
    child->h += evaluator->distance[tile][blank] - evaluator->distance[tile][from];
    for (unsigned kind = 0; kind < 2; kind++) {
        uint32_t gone = digit(evaluator, kind, tile, from);
        uint32_t come = digit(evaluator, kind, tile, blank);

        if (gone != 0)
            change_line(evaluator, kind, from, 0u - gone, child);
        if (come != 0)
            change_line(evaluator, kind, blank, come, child);
    }
}

#include "ida_plain.h"

struct linear_conflict {
    struct heuristic heuristic;
    struct evaluator evaluator;
};

static enum tb_status solve(const struct heuristic *heuristic, const struct problem *problem,
                            const struct search *search, struct solution *solution,
                            struct tb_error *error)
{
    struct engine engine = plain_engine(&((const struct linear_conflict *)heuristic)->evaluator);

    return ida_solve(&engine, problem, search, solution, error);
}

static void release(struct heuristic *heuristic)
{
    struct linear_conflict *conflict = (struct linear_conflict *)heuristic;

    for (unsigned kind = 0; kind < 2; kind++)
        free(conflict->evaluator.kind[kind].conflicts);
    free(conflict);
}

/* Twice the number of digits that are not in the longest rising sequence. */
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
            if (digits[j] < digits[i] && rising[j] >= rising[i])
                rising[i] = rising[j] + 1;
        longest = rising[i] > longest ? rising[i] : longest;
    }
    return (uint8_t)(2 * (tiles - longest));
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

static void fill_spots(struct evaluator *evaluator, const struct tb_board *board,
                       const struct tb_position *goal)
{
    for (unsigned cell = 0; cell < board->cells; cell++) {
        uint8_t row = (uint8_t)(cell / board->width), column = (uint8_t)(cell % board->width);

        evaluator->spot[0][cell] = (struct spot){row, column};
        evaluator->spot[1][cell] = (struct spot){(uint8_t)(board->height + column), row};
        for (unsigned kind = 0; kind < 2; kind++)
            evaluator->home[kind][goal->tile[cell]] = evaluator->spot[kind][cell];
    }
}

enum tb_status linear_conflict_new(const struct tb_board *board, const struct tb_position *goal,
                                   struct heuristic **heuristic, struct tb_error *error)
{
    struct linear_conflict *conflict = calloc(1, sizeof *conflict);
    enum tb_status status;

    *heuristic = NULL;
    if (conflict == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a heuristic");
    conflict->heuristic = (struct heuristic){"linear-conflict", solve, release};
    conflict->evaluator.cells = board->cells;
    fill_distances(board, goal, conflict->evaluator.distance);
    fill_spots(&conflict->evaluator, board, goal);
    status = fill_kind(&conflict->evaluator.kind[0], board->width, error);
    if (status == TB_OK)
        status = fill_kind(&conflict->evaluator.kind[1], board->height, error);
    if (status == TB_OK)
        *heuristic = &conflict->heuristic;
    else
        release(&conflict->heuristic);
    return status;
}
