/* testing_classic.h -- the heuristics without databases, and what they claim */
#ifndef TESTS_TESTING_CLASSIC_H
#define TESTS_TESTING_CLASSIC_H

#include "testing_solve.h"

static const struct {
    const char *name;
    classic_maker *maker;
    bool admissible, consistent;
} classics[] = {
    {"misplaced", misplaced_new, true, true},
    {"euclidean", euclidean_new, true, true},
    {"manhattan", manhattan_new, true, true},
    {"linear-conflict", linear_conflict_new, true, true},
    {"corner-tiles", corner_tiles_new, true, false},
    {"last-moves", last_moves_new, true, false},
    {"corner-tiles + last-moves", corner_last_new, true, false},
    {"inversion-distance", inversion_distance_new, true, true},
    {"manhattan; inversion-distance", inversion_manhattan_new, true, true},
    {"relaxed-adjacency", relaxed_adjacency_new, true, true},
    {"manhattan; relaxed-adjacency", adjacency_manhattan_new, true, true},
    {"novel", novel_new, false, false},
};

/* Their places in the list. */
enum {
    MISPLACED,
    EUCLIDEAN,
    MANHATTAN,
    CONFLICTS,
    CORNERS,
    LAST_MOVES,
    BOTH,
    CLASSICS = LENGTH(classics),
    NOVEL = CLASSICS - 1,
};

static inline struct heuristic *make(unsigned number, const struct tb_board *board,
                                     const struct tb_position *goal)
{
    struct heuristic *heuristic;

    assert_int_equal(classics[number].maker(board, goal, &heuristic, NULL), TB_OK);
    assert_string_equal(heuristic->name, classics[number].name);
    assert_int_equal(heuristic->admissible, classics[number].admissible);
    assert_int_equal(heuristic->consistent, classics[number].consistent);
    return heuristic;
}

static inline void make_all(const struct tb_board *board, const struct tb_position *goal,
                            struct heuristic *heuristic[CLASSICS])
{
    for (unsigned i = 0; i < CLASSICS; i++)
        heuristic[i] = make(i, board, goal);
}

static inline void free_all(struct heuristic *heuristic[CLASSICS])
{
    for (unsigned i = 0; i < CLASSICS; i++)
        heuristic[i]->free(heuristic[i]);
}

static inline void tell_failure(const struct tb_board *board, const struct tb_position *position,
                                const struct heuristic *heuristic, const char *what, int value,
                                int other)
{
    char text[TB_POSITION_TEXT];

    tb_position_print(board, position, text);
    fail_msg("%ux%u, %s, %s: %s %d, %d", board->width, board->height, text, heuristic->name, what,
             value, other);
}

#endif
