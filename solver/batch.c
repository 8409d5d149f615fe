/* batch.c -- many boards, several at a time, told in their order */
#include "batch.h"

#include <stdlib.h>
#include <time.h>

enum { AHEAD = 4096 }; /* boards that may be solved before one that takes long */

/* What came of one board. */
struct outcome {
    bool ready;
    enum tb_status status;
    struct tb_error reason;
    struct solution solution;
};

struct batch {
    algorithm_solve *solve;
    const struct heuristic *heuristic;
    const struct boards *boards;
    const struct tb_position *goal;
    const struct search *search;
    batch_tell *tell;
    void *context;
    size_t room;
    struct outcome *outcomes; /* by number, modulo room */
    size_t taken;
    size_t told;
    bool left; /* the caller wants no more */
};

/* The next board to solve; false if there is none. Waits while it is too far ahead. */
static bool take(struct batch *batch, size_t *number)
{
    const struct timespec moment = {0, 1000000};
    bool wait, any;

    for (;;) {
#pragma omp critical(batch)
        {
            any = !batch->left && batch->taken < batch->boards->count;
            wait = any && batch->taken - batch->told >= batch->room;
            if (any && !wait)
                *number = batch->taken++;
        }
        if (!wait)
            return any;
        nanosleep(&moment, NULL);
    }
}

/* Tell all that is solved and whose turn has come. */
static void tell_ready(struct batch *batch)
{
    while (batch->told < batch->taken && batch->outcomes[batch->told % batch->room].ready) {
        struct outcome *outcome = &batch->outcomes[batch->told % batch->room];

        if (!batch->left && !batch->tell(batch->context, batch->told, outcome->status,
                                         &outcome->solution, &outcome->reason))
            batch->left = true;
        solution_free(&outcome->solution);
        outcome->ready = false;
        batch->told++;
    }
}

static void work(struct batch *batch)
{
    size_t number;

    while (take(batch, &number)) {
        struct outcome *outcome = &batch->outcomes[number % batch->room];
        const struct problem problem = {batch->boards->board, batch->boards->list[number].start,
                                        *batch->goal};

        outcome->status = batch->solve(batch->heuristic, &problem, batch->search,
                                       &outcome->solution, &outcome->reason);
#pragma omp critical(batch)
        {
            outcome->ready = true;
            tell_ready(batch);
        }
    }
}

enum tb_status batch_solve(algorithm_solve *solve, const struct heuristic *heuristic,
                           const struct boards *boards, const struct tb_position *goal,
                           const struct search *search, unsigned threads, batch_tell *tell,
                           void *context, struct tb_error *error)
{
    struct batch batch = {
        .solve = solve,
        .heuristic = heuristic,
        .boards = boards,
        .goal = goal,
        .search = search,
        .tell = tell,
        .context = context,
        .room = boards->count < AHEAD ? boards->count : AHEAD,
    };

    batch.outcomes = calloc(batch.room, sizeof *batch.outcomes);
    if (batch.outcomes == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory to solve so many boards");
#pragma omp parallel num_threads(threads)
    work(&batch);
    free(batch.outcomes);
    return TB_OK;
}
