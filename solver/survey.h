/* survey.h -- what a heuristic is worth around the goal
 *
 * The positions around the goal are visited breadth first, so that their distances are known.
 * Each one's value is compared with its distance, and with the values of the positions beside it.
 */
#ifndef SOLVER_SURVEY_H
#define SOLVER_SURVEY_H

#include "heuristic.h"

enum { SURVEY_NEAR = 4 };

struct survey {
    uint64_t positions;
    int farthest; /* moves from the goal */
    double moves, values;
    uint64_t exact;
    uint64_t above; /* values that exceed the distance */
    int most_above;
    uint64_t near, near_above; /* of positions up to SURVEY_NEAR moves away */
    uint64_t edges;            /* moves, each once for both of its directions */
    uint64_t jumps;            /* of them, those that change the value by more than one */
};

/* Visit the first so many positions around the heuristic's goal, or all if there are fewer.
 * TB_STOPPED if it was interrupted, TB_NO_MEMORY. */
enum tb_status survey_goal(const struct heuristic *heuristic, const struct tb_board *board,
                           const struct tb_position *goal, uint64_t count,
                           const struct search *search, struct survey *survey,
                           struct tb_error *error);

#endif
