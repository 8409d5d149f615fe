/* ida.c -- IDA* by many workers, with the result of one */
#include "ida.h"

#include <stdlib.h>
#include <string.h>

#include "algorithm.h"
#include "searching.h"
#include "tilebase/pages.h"

enum {
    CHECK_EVERY = 1 << 18, /* nodes between two looks at the limits */
    ITEMS_EACH = 256,      /* items for each thread at which to stop cutting */
    ITEM_NODES = 1000,     /* smaller items are not cut: coming to one costs a few nodes' time */
    ALONE = 20000,         /* an iteration as small as that is not worth waking other threads */
};

/* A search of one problem. */
struct ida {
    const struct engine *engine;
    const struct search *search;
    struct solution *solution;
    struct board_ways ways;
    double weight; /* of the heuristic's values */
    int16_t reach[MOVES_MAX + 1];
    struct iteration iteration;
    size_t memory_bytes;
    void **memory; /* of each worker */
    struct findings *findings;
    const uint8_t *path; /* of the solution, in the findings of a worker */
};

/* All moves of a cell, then the lists that leave one out. */
static void fill_ways(struct ways *ways, const struct tb_board *board, unsigned cell)
{
    struct ways *whole = &ways[NO_WAY];
    tb_cellset near = tb_board_spread(board, tb_cellset_of(cell));

    for (unsigned left_out = 0; left_out <= NO_WAY; left_out++)
        ways[left_out].blank = (uint8_t)cell;

    /* In the order of their numbers: up, left, right, down. */
    for (; near != 0; near = tb_cellset_rest(near)) {
        unsigned to = tb_cellset_first(near);
        tb_cellset round = tb_board_spread(board, tb_cellset_of(to));

        whole->way[whole->count] = (struct way){
            .cell = (uint8_t)to,
            .step = (uint8_t)(WAYS_MAX * cell + whole->count),
            .next = (uint8_t)ways_number(to, tb_cellset_below(round, cell)),
        };
        whole->count++;
    }
    for (unsigned left_out = 0; left_out < NO_WAY; left_out++)
        for (unsigned i = 0; i < whole->count; i++)
            if (i != left_out)
                ways[left_out].way[ways[left_out].count++] = whole->way[i];
}

void board_ways_init(struct board_ways *all, const struct tb_board *board)
{
    *all = (struct board_ways){0};
    for (unsigned cell = 0; cell < board->cells; cell++)
        fill_ways(&all->list[ways_number(cell, 0)], board, cell);
}

/* Whether an item may lead to a solution within the bound. */
static bool within(const struct iteration *iteration, const struct item *item)
{
    return item->depth <= iteration->bound &&
           item->h <= ida_reach(iteration->reach, iteration->bound - item->depth);
}

struct item *ida_take(struct findings *findings, size_t *number)
{
    struct iteration *iteration = findings->iteration;

    for (;;) {
        size_t next = atomic_fetch_add_explicit(&iteration->next, 1, memory_order_relaxed);
        struct item *item;

        if (next >= iteration->count || ida_outrun(iteration, next) ||
            atomic_load_explicit(&iteration->stopped, memory_order_relaxed))
            return NULL;
        item = &iteration->items[next];
        item->nodes = 0;
        if (!within(iteration, item))
            continue;
        *number = next;
        return item;
    }
}

bool ida_check(struct findings *findings)
{
    struct iteration *iteration = findings->iteration;
    const struct search *search = iteration->search;
    uint64_t news = findings->nodes - findings->told;
    uint64_t nodes = atomic_fetch_add(&iteration->generated, news) + news;
    uint64_t left = search->nodes > nodes ? (search->nodes - nodes) / search->threads : 0;

    findings->told = findings->nodes;
    findings->until_check = findings->nodes + (left < CHECK_EVERY ? left : CHECK_EVERY);
    if (out_of_limits(search, nodes, iteration->start))
        atomic_store(&iteration->stopped, true);
    else if (findings->worker == 0 && search->progress != NULL)
        search->progress(
            search->context,
            &(struct search_state){iteration->sure < 0 ? iteration->bound : iteration->sure, nodes,
                                   clock_now() - iteration->start});
    return atomic_load(&iteration->stopped);
}

void ida_found(struct findings *findings, const struct item *item, size_t number, uint64_t part,
               const uint8_t *moves, unsigned count)
{
    struct iteration *iteration = findings->iteration;
    unsigned length = item->depth + count;
    size_t first = atomic_load(&iteration->goal);
    uint8_t path[MOVES_MAX];

    memcpy(path, item->path, item->depth);
    if (count > 0)
        memcpy(path + item->depth, moves, count);
    listing_add(&findings->listing, length,
                (struct listing_key){number, part, findings->solutions++}, path);
    if (number < findings->item || (number == findings->item && part < findings->part)) {
        findings->item = number;
        findings->part = part;
        findings->length = length;
        memcpy(findings->path, path, length);
    }
    while (!iteration->all && number < first &&
           !atomic_compare_exchange_weak(&iteration->goal, &first, number))
        ;
}

/* Memory for each worker, enough for the bound. */
static enum tb_status give_memory(struct ida *ida, struct tb_error *error)
{
    size_t bytes = ida->engine->memory(ida->iteration.bound);

    if (bytes <= ida->memory_bytes)
        return TB_OK;
    bytes = ida->engine->memory(ida->iteration.bound + ida->iteration.bound / 2 + 16);
    ida->memory_bytes = bytes;
    for (unsigned i = 0; i < ida->search->threads; i++) {
        free(ida->memory[i]);
        ida->memory[i] = malloc(bytes);
        if (ida->memory[i] == NULL)
            return tb_error_set(error, TB_NO_MEMORY, "no memory for a search");
    }
    return TB_OK;
}

/* Search up to the bound by all workers. */
static void iterate(struct ida *ida, uint64_t nodes_before)
{
    struct iteration *iteration = &ida->iteration;
    unsigned threads = nodes_before < ALONE ? 1 : ida->search->threads;

    atomic_store(&iteration->next, 0);
    atomic_store(&iteration->goal, SIZE_MAX);
    for (unsigned i = 0; i < ida->search->threads; i++)
        ida->findings[i] = (struct findings){.iteration = iteration,
                                             .worker = i,
                                             .item = SIZE_MAX,
                                             .listing = {.wanted = ida->search->listed},
                                             .small = ida->findings[i].small};
#pragma omp parallel for num_threads(threads) schedule(static, 1) if (threads > 1)
    for (unsigned i = 0; i < threads; i++) {
        struct findings *findings = &ida->findings[i];

        if (!ida_check(findings))
            ida->engine->work(ida->engine, findings, ida->memory[i]);
        ida_check(findings);
    }
}

/* Add up what the workers found. Returns the nodes of the iteration, as one searcher
 * would have counted them. */
static uint64_t sum_up(struct ida *ida)
{
    struct iteration *iteration = &ida->iteration;
    struct solution *solution = ida->solution;
    struct findings *first = &ida->findings[0];
    uint64_t nodes = 0;
    size_t whole;

    for (unsigned i = 0; i < ida->search->threads; i++) {
        if (ida->findings[i].item < first->item)
            first = &ida->findings[i];
        solution->count += ida->findings[i].solutions;
    }
    whole = iteration->all || first->item == SIZE_MAX ? iteration->count : first->item;
    for (size_t i = 0; i < whole; i++)
        nodes += iteration->items[i].weight + iteration->items[i].nodes;
    if (first->item == SIZE_MAX || iteration->stopped)
        return nodes;
    if (!iteration->all)
        nodes += iteration->items[first->item].weight + first->item_nodes;
    solution->solved = true;
    solution->bound = (int)first->length;
    ida->path = first->path;
    return nodes;
}

/* Put the solutions that all workers listed together. */
static enum tb_status join_listings(struct ida *ida, struct tb_error *error)
{
    struct solution *solution = ida->solution;
    struct listing all = {.wanted = ida->search->listed};

    for (unsigned i = 0; i < ida->search->threads; i++) {
        struct listing *part = &ida->findings[i].listing;

        for (size_t j = 0; j < part->count; j++)
            listing_add(&all, part->length, part->keys[j], part->paths + j * part->length);
        all.failed = all.failed || part->failed;
        listing_free(part);
    }
    listing_trim(&all);
    solution->listed = (uint32_t)all.count;
    solution->list = all.paths;
    free(all.keys);
    return all.failed ? tb_error_set(error, TB_NO_MEMORY, "no memory to list so many solutions")
                      : TB_OK;
}

/* Items as they are cut. */
struct cutting {
    const struct ida *ida;
    uint64_t large; /* items of more nodes are cut */
    struct item *items;
    size_t count, room;
    bool failed; /* for want of memory */
};

static void add_item(struct cutting *cutting, const struct item *item)
{
    if (cutting->count == cutting->room) {
        size_t room = 2 * cutting->room + WAYS_MAX;
        struct item *items = tb_array_grow(cutting->items, room, sizeof *items);

        cutting->failed = cutting->failed || items == NULL;
        if (items == NULL)
            return;
        cutting->items = items;
        cutting->room = room;
    }
    cutting->items[cutting->count++] = *item;
}

/* The children of an item, and how many of them the last iteration went below. */
static unsigned make_children(const struct ida *ida, const struct item *item,
                              struct item children[WAYS_MAX])
{
    const struct ways *list = &ida->ways.list[item->ways];
    unsigned open = 0;

    for (unsigned i = 0; i < list->count; i++) {
        const struct way *way = &list->way[i];
        struct item *child = &children[i];

        *child = *item;
        child->position.tile[list->blank] = item->position.tile[way->cell];
        child->position.tile[way->cell] = 0;
        child->ways = way->next;
        child->path[child->depth++] = way->cell;
        child->h = ida->engine->evaluate(ida->engine->evaluator, &child->position);
        child->weight = 1 + (i == 0 ? item->weight : 0);
        open += within(&ida->iteration, child);
    }
    return open;
}

/* Add an item, or what it is cut into. Only what the last iteration went below is cut, so
 * that each item's nodes are still those of one searcher; how the nodes of an item are
 * spread over its children is guessed. */
static void cut_item(struct cutting *cutting, const struct item *item)
{
    const struct ida *ida = cutting->ida;
    struct item children[WAYS_MAX];
    unsigned open;

    if (item->nodes <= cutting->large || item->depth == ITEM_DEPTH_MAX) {
        add_item(cutting, item);
        return;
    }
    open = make_children(ida, item, children);
    for (unsigned i = 0; i < ida->ways.list[item->ways].count; i++) {
        children[i].nodes = within(&ida->iteration, &children[i]) ? item->nodes / open : 0;
        cut_item(cutting, &children[i]);
    }
}

/* Cut the items that are large, so that there is work for all threads. */
static enum tb_status cut_items(struct ida *ida, uint64_t nodes, struct tb_error *error)
{
    struct iteration *iteration = &ida->iteration;
    struct cutting cutting = {.ida = ida, .large = nodes / (ITEMS_EACH * ida->search->threads)};

    if (ida->search->threads == 1)
        return TB_OK;
    if (cutting.large < ITEM_NODES)
        cutting.large = ITEM_NODES;
    for (size_t i = 0; i < iteration->count; i++)
        cut_item(&cutting, &iteration->items[i]);
    if (cutting.failed) {
        free(cutting.items);
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a search");
    }
    free(iteration->items);
    iteration->items = cutting.items;
    iteration->count = cutting.count;
    return TB_OK;
}

/* No solution is shorter: the iteration before had none. What has not more moves than the bound
 * divided by the weight is found. */
static int proven(const struct ida *ida, const struct problem *problem)
{
    int before = ida->iteration.bound - 2;
    int least = before < 0 ? 0 : ida_reach(ida->iteration.reach, before) + 1;

    return even_up(least > ida->solution->h ? least : ida->solution->h, problem);
}

/* Raise the bound by two until there is a solution: the length of every solution has
 * the same parity, since each move takes the blank one step. */
static enum tb_status deepen(struct ida *ida, const struct problem *problem, struct tb_error *error)
{
    struct iteration *iteration = &ida->iteration;
    struct solution *solution = ida->solution;
    int most = ida->search->below > 0 ? ida->search->below - 1 : MOVES_MAX;
    uint64_t nodes = 0;
    enum tb_status status = TB_OK;

    for (; iteration->bound <= most; iteration->bound += 2) {
        status = give_memory(ida, error);
        if (status != TB_OK)
            return status;
        iterate(ida, nodes);
        nodes = sum_up(ida);
        solution->nodes += nodes;
        if (solution->solved || iteration->stopped)
            break;
        status = cut_items(ida, nodes, error);
        if (status != TB_OK)
            return status;
    }
    solution->least = proven(ida, problem);
    if (!solution->solved)
        solution->bound = solution->least;
    else if (!keep_path(solution, ida->path))
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a solution");
    if (iteration->stopped)
        solution->nodes = iteration->generated;
    return join_listings(ida, error);
}

/* With a weight, a solution has at most that many times the moves of a shortest one. As bounds
 * rise by two, a bound may exceed that by less than two; but the last position before the goal
 * has a value of one at least, and one move does not make up for that. So a solution has
 * two moves less than the bound, or fewer. */
static void weigh(struct ida *ida)
{
    if (!(ida->weight > 1 + 1e-6)) {
        ida->weight = 1;
        return;
    }
    for (int moves = 0; moves <= MOVES_MAX; moves++)
        ida->reach[moves] = (int16_t)(moves / ida->weight + 1e-9);
    ida->iteration.reach = ida->reach;
}

/* The whole tree as one item, and the first bound. */
static enum tb_status plant(struct ida *ida, const struct problem *problem, struct tb_error *error)
{
    const struct tb_board *board = &problem->board;
    struct iteration *iteration = &ida->iteration;
    unsigned blank = tb_position_find(board, &problem->start, 0);
    unsigned threads = ida->search->threads;
    int h = ida->engine->evaluate(ida->engine->evaluator, &problem->start);

    iteration->items = malloc(sizeof *iteration->items);
    ida->memory = calloc(threads, sizeof *ida->memory);
    ida->findings = calloc(threads, sizeof *ida->findings);
    if (iteration->items == NULL || ida->memory == NULL || ida->findings == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a search");
    iteration->items[0] = (struct item){
        .position = problem->start, .ways = (uint8_t)ways_number(blank, NO_WAY), .h = h};
    iteration->count = 1;
    weigh(ida);
    iteration->bound = even_up((int)(ida->weight * h + 1 - 1e-9), problem);
    ida->solution->h = h;
    return TB_OK;
}

static void uproot(struct ida *ida)
{
    for (unsigned i = 0; ida->memory != NULL && i < ida->search->threads; i++)
        free(ida->memory[i]);
    free(ida->memory);
    free(ida->findings);
    free(ida->iteration.items);
    free(ida);
}

static enum tb_status solve(const struct heuristic *heuristic, const struct problem *problem,
                            const struct search *search, double weight, struct solution *solution,
                            struct tb_error *error)
{
    struct ida *ida = calloc(1, sizeof *ida);
    enum tb_status status;

    *solution = (struct solution){0};
    if (search->all && !heuristic->admissible) {
        free(ida);
        return tb_error_set(error, TB_INVALID,
                            "%.100s may exceed the moves it takes: shortest solutions cannot be "
                            "counted with it",
                            heuristic->name);
    }
    if (ida == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a search");
    ida->engine = &heuristic->engine;
    ida->search = search;
    ida->weight = weight;
    ida->solution = solution;
    ida->iteration.search = search;
    ida->iteration.all = search->all;
    ida->iteration.sure = heuristic->admissible && weight <= 1 ? -1 : surely_at_least(problem);
    ida->iteration.start = clock_now();
    ida->iteration.ways = &ida->ways;
    board_ways_init(&ida->ways, &problem->board);
    status = plant(ida, problem, error);
    if (status == TB_OK)
        status = deepen(ida, problem, error);
    if (!heuristic->admissible) {
        solution->least = surely_at_least(problem);
        if (!solution->solved)
            solution->bound = solution->least;
    }
    solution->seconds = clock_now() - ida->iteration.start;
    uproot(ida);
    return status;
}

enum tb_status ida_solve(const struct heuristic *heuristic, const struct problem *problem,
                         const struct search *search, struct solution *solution,
                         struct tb_error *error)
{
    return solve(heuristic, problem, search, 1, solution, error);
}

enum tb_status weighted_ida_solve(const struct heuristic *heuristic, const struct problem *problem,
                                  const struct search *search, struct solution *solution,
                                  struct tb_error *error)
{
    return solve(heuristic, problem, search, search->weight, solution, error);
}
