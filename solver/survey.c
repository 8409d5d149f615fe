/* survey.c -- what a heuristic is worth around the goal */
#include "survey.h"

#include "seen.h"

/* Add what is beside a position. False for want of memory. */
static bool spread(struct seen *seen, uint32_t number)
{
    unsigned depth = seen_trail(seen, number)->depth + 1;
    struct litter litter;

    seen_litter(seen, number, &litter);
    for (unsigned i = 0; i < litter.ways->count; i++) {
        bool fresh;
        uint32_t child = seen_add(seen, &litter.child[i], &fresh);

        if (child == SEEN_NONE)
            return false;
        if (fresh) {
            seen_trail(seen, child)->depth = depth & SEEN_DEPTH;
            seen_trail(seen, child)->back = seen_back(&litter.ways->way[i]) & 7;
        }
    }
    return true;
}

/* Visit the positions. */
static enum tb_status gather(struct seen *seen, const struct tb_position *goal, uint64_t count,
                             const struct search *search, struct tb_error *error)
{
    struct packed packed;
    bool fresh, room;

    seen_pack(seen, goal, &packed);
    room = seen_add(seen, &packed, &fresh) != SEEN_NONE;
    for (uint32_t i = 0; room && i < seen->count && seen->count < count; i++) {
        room = spread(seen, i);
        if (i % 4096 == 0 && search->interrupted != NULL && search->interrupted())
            return tb_error_set(error, TB_STOPPED, "interrupted");
    }
    return room ? TB_OK
                : tb_error_set(error, TB_NO_MEMORY,
                               "no memory for so many positions: survey fewer, or raise --memory");
}

/* Compare a position's value with its distance, and with those beside it. */
static void judge(const struct engine *engine, const struct seen *seen, uint32_t number, void *node,
                  struct survey *survey)
{
    int depth = (int)seen_trail(seen, number)->depth, values[WAYS_MAX], h;
    struct tb_position position;
    const struct ways *ways;
    unsigned blank = 0;

    seen_unpack(seen, number, &position);
    while (position.tile[blank] != 0)
        blank++;
    ways = ways_all(&seen->ways, blank);
    h = engine->start(engine->evaluator, &position, node);
    engine->expand(engine->evaluator, node, position.tile, ways, values);
    for (unsigned i = 0; i < ways->count; i++)
        survey->jumps += abs(values[i] - h) > 1;
    survey->edges += ways->count;
    survey->positions++;
    survey->moves += depth;
    survey->values += h;
    survey->farthest = depth > survey->farthest ? depth : survey->farthest;
    survey->exact += h == depth;
    survey->above += h > depth;
    survey->most_above = h - depth > survey->most_above ? h - depth : survey->most_above;
    if (depth <= SURVEY_NEAR) {
        survey->near++;
        survey->near_above += h > depth;
    }
}

enum tb_status survey_goal(const struct heuristic *heuristic, const struct tb_board *board,
                           const struct tb_position *goal, uint64_t count,
                           const struct search *search, struct survey *survey,
                           struct tb_error *error)
{
    void *node = malloc(heuristic->engine.node_bytes);
    struct seen seen;
    enum tb_status status = seen_init(&seen, board, search->memory, error);

    *survey = (struct survey){0};
    if (status == TB_OK && node == NULL)
        status = tb_error_set(error, TB_NO_MEMORY, "no memory for a survey");
    if (status == TB_OK)
        status = gather(&seen, goal, count, search, error);
    for (uint32_t i = 0; status == TB_OK && i < seen.count && i < count; i++)
        judge(&heuristic->engine, &seen, i, node, survey);
    seen_free(&seen);
    free(node);
    return status;
}
