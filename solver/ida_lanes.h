/* ida_lanes.h -- a search that waits for memory in turns, made anew for each heuristic
 *
 * A look-up in a large table takes a hundred times as long as the arithmetic around
 * it. So a worker searches several places of the tree at once. A scout walks down the
 * item in the usual order; where it comes to a subtree that is small, it gives it as a
 * job to one of several lanes, and goes on behind it. Scout and lanes do one node each
 * in turn: a round reads what was asked of memory a round ago, and asks for what comes
 * next. Look-ups come one stage after the other, each made only for those children
 * that the ones before let through.
 *
 * Jobs are numbered in the order of the tree and are small, so that all places are close
 * together and little is searched in vain behind the solution. When one has the
 * solution, those behind it are dropped and those before it finished: then the nodes
 * of one searcher going node by node are known, too.
 *
 * The including file defines, before the inclusion:
 *
 *     struct evaluator    what it knows of the board and the goal
 *     struct node         what it keeps of a position; node->h is its value
 *     struct child        what it prepares of a move
 *     STAGES(evaluator)   look-ups of a child
 *     is_near()           whether its tables are small enough for the caches
 *     evaluate_start()    the node of a position
 *     first_lookup()      with which to begin: 1 to change the places of the first two
 *     prepare()           a move, as far as it needs no table
 *     ask()               where the entry of a look-up is, and a prefetch
 *     passes()            reads it; whether the value so far is within a budget
 *     settle()            the node after the move
 */
#include <string.h>

#include "ida.h"

enum {
    LANES = 6,
    LANES_NEAR = 3,       /* where tables are so small that there is little to wait for */
    ROUNDS = 64,          /* between two looks at what others found */
    JOBS_AHEAD = 256,     /* how far jobs may be ahead of the first that is unfinished */
    JOBS_JUDGED = 32,     /* after so many jobs their size is judged anew */
    JOB_NODES_LEAST = 25, /* mean size below which jobs are made larger */
    JOB_NODES_MOST = 75,
    SMALL_AT_FIRST = 10,
    ALONE_MOST = 32, /* nodes of the scout without a job after which jobs are made larger */
};

/* A position on the way down, and its children. */
struct frame {
    const struct ways *ways;
    uint8_t first;
    uint8_t passed;             /* children that the count of nodes knows of */
    uint8_t kept;               /* children that are within the bound so far */
    uint8_t next;               /* of them, the one to go to next */
    uint8_t child_of[WAYS_MAX]; /* their places */
    struct node node;
    struct child child[WAYS_MAX];
};

/* A walk through a subtree: the scout's, or a lane's. */
struct walk {
    uint64_t nodes; /* as one who makes each child only when it is its turn would count */
    int budget;     /* for the children of the top frame */
    const int16_t *reach;
    struct frame *bottom;
    struct frame *top;
    uint64_t job;
    uint64_t before; /* nodes of the scout when it gave the job */
    unsigned depth;  /* of the job below the item's top */
    uint8_t tile[TB_CELLS_MAX];
    uint8_t path[MOVES_MAX]; /* from the item's top to the job's */
};

struct worker {
    const struct evaluator *evaluator;
    struct findings *findings;
    const struct board_ways *ways;
    struct item *item;
    size_t number;
    bool scouting;  /* the scout is not through */
    bool fresh;     /* its children have not been narrowed */
    unsigned lanes; /* at work */
    unsigned most_lanes;
    struct walk scout;
    struct walk *lane[LANES];
    uint64_t jobs;      /* given */
    uint64_t first_job; /* that is unfinished */
    uint64_t goal_job;  /* UINT64_MAX: none */
    uint64_t goal_nodes;
    uint64_t job_nodes;         /* of all jobs before first_job */
    uint64_t ended[JOBS_AHEAD]; /* nodes + 1 of jobs that are finished, by number */
    unsigned alone;             /* nodes of the scout since the last job */
    unsigned judged;            /* jobs since their size was judged last */
    uint64_t judged_nodes;
    struct walk walk[LANES];
};

static size_t frames_for(int bound)
{
    return (size_t)bound + 2;
}

static size_t lanes_memory(int bound)
{
    return sizeof(struct worker) + (LANES + 1) * frames_for(bound) * sizeof(struct frame);
}

/* Prepare the children of the top frame, and ask for their first entries. */
static inline void expand(const struct evaluator *evaluator, struct walk *walk, unsigned stages)
{
    struct frame *frame = walk->top;
    const struct ways *ways = frame->ways;

    frame->first = first_lookup(&frame->node, stages);
    for (unsigned i = 0; i < ways->count; i++) {
        const struct way *way = &ways->way[i];

        prepare(evaluator, &frame->node, walk->tile[way->cell], way->step, &frame->child[i]);
        ask(evaluator, &frame->node, walk->tile, frame->ways->blank, way, &frame->child[i],
            frame->first);
        frame->child_of[i] = (uint8_t)i;
    }
    frame->kept = ways->count;
    frame->next = 0;
    frame->passed = 0;
}

/* Read one stage's entries of the children, keep those within the budget, and ask for
 * the next stage's. */
static inline void narrow(const struct evaluator *evaluator, struct walk *walk, unsigned stage,
                          bool last)
{
    struct frame *frame = walk->top;
    unsigned kept = 0;
    unsigned lookup = stage ^ frame->first;
    int budget = ida_reach(walk->reach, walk->budget);

    for (unsigned i = 0; i < frame->kept; i++) {
        uint8_t place = frame->child_of[i];

        frame->child_of[kept] = place;
        kept += passes(evaluator, &frame->node, &frame->child[place], lookup, budget);
    }
    frame->kept = (uint8_t)kept;
    for (unsigned i = 0; !last && i < kept; i++) {
        unsigned place = frame->child_of[i];

        ask(evaluator, &frame->node, walk->tile, frame->ways->blank, &frame->ways->way[place],
            &frame->child[place], (stage + 1) ^ frame->first);
    }
}

/* Go up to a frame with a child left to go to; false if there is none. */
static inline bool go_up(struct walk *walk)
{
    struct frame *frame = walk->top;

    while (frame->next == frame->kept) {
        walk->nodes += (uint64_t)frame->ways->count - frame->passed;
        frame->passed = frame->ways->count;
        if (frame == walk->bottom)
            return false;
        walk->tile[frame->ways->blank] = walk->tile[frame[-1].ways->blank];
        frame--;
        walk->budget++;
    }
    walk->top = frame;
    return true;
}

/* The next child, as a node in the frame below; it counts, and those cut before it. */
static inline const struct way *look_down(const struct evaluator *evaluator, struct walk *walk,
                                          unsigned stages)
{
    struct frame *frame = walk->top;
    unsigned place = frame->child_of[frame->next++];

    settle(evaluator, &frame->node, &frame->child[place], stages, &frame[1].node);
    walk->nodes += place + 1 - frame->passed;
    frame->passed = (uint8_t)(place + 1);
    return &frame->ways->way[place];
}

/* Go to the child whose node is in the frame below. */
static inline void go_down(const struct evaluator *evaluator, const struct board_ways *ways,
                           struct walk *walk, const struct way *way, unsigned stages)
{
    struct frame *frame = walk->top++;

    walk->tile[frame->ways->blank] = walk->tile[way->cell];
    walk->top->ways = &ways->list[way->next];
    walk->budget--;
    expand(evaluator, walk, stages);
}

/* Write the cells that the blank went to, from the walk's bottom to below its top. */
static unsigned trace(const struct walk *walk, uint8_t *path)
{
    unsigned count = 0;

    for (const struct frame *frame = walk->bottom; frame <= walk->top; frame++)
        path[count++] = frame->ways->way[frame->child_of[frame->next - 1]].cell;
    return count;
}

/* Drop the lane's job. */
static void free_lane(struct worker *worker, unsigned number)
{
    struct walk *walk = worker->lane[number];

    worker->lane[number] = worker->lane[--worker->lanes];
    worker->lane[worker->lanes] = walk;
}

/* Drop what comes behind the solution. Not before all lanes have had their turn, since
 * this changes their places. */
static void drop_later_jobs(struct worker *worker)
{
    for (unsigned i = worker->lanes; i-- > 0;)
        if (worker->lane[i]->job > worker->goal_job) {
            worker->findings->nodes += worker->lane[i]->nodes;
            free_lane(worker, i);
        }
}

/* A job's walk has come to the goal. */
static void reach_goal(struct worker *worker, uint64_t job, uint64_t nodes, const uint8_t *path,
                       unsigned length)
{
    ida_found(worker->findings, worker->item, worker->number, job, path, length);
    if (worker->findings->iteration->all || job > worker->goal_job)
        return;
    worker->scouting = false;
    worker->goal_job = job;
    worker->goal_nodes = nodes;
}

/* Make jobs larger or smaller, by how large the last ones were. */
static void judge_size(struct worker *worker, uint64_t nodes)
{
    int *small = &worker->findings->small;

    worker->judged_nodes += nodes;
    if (++worker->judged < JOBS_JUDGED)
        return;
    if (worker->judged_nodes < JOBS_JUDGED * JOB_NODES_LEAST)
        ++*small;
    else if (worker->judged_nodes > JOBS_JUDGED * JOB_NODES_MOST && *small > 0)
        --*small;
    worker->judged = 0;
    worker->judged_nodes = 0;
}

/* The scout went one node further without a job for others: too long, and jobs are too
 * small to be found at all. */
static void judge_absence(struct worker *worker)
{
    if (++worker->alone < ALONE_MOST)
        return;
    ++worker->findings->small;
    worker->alone = 0;
}

static void end_job(struct worker *worker, uint64_t job, uint64_t nodes)
{
    worker->findings->nodes += nodes;
    worker->ended[job % JOBS_AHEAD] = nodes + 1;
    while (worker->ended[worker->first_job % JOBS_AHEAD] != 0) {
        uint64_t *ended = &worker->ended[worker->first_job++ % JOBS_AHEAD];

        worker->job_nodes += *ended - 1;
        *ended = 0;
    }
    judge_size(worker, nodes);
}

/* One node of a lane's job. */
static inline void advance_lane(const struct evaluator *evaluator, struct worker *worker,
                                unsigned number, unsigned stages)
{
    struct walk *walk = worker->lane[number];

    while (go_up(walk)) {
        const struct way *way = look_down(evaluator, walk, stages);
        unsigned length;

        if (__builtin_expect(walk->top[1].node.h != 0, true)) {
            go_down(evaluator, worker->ways, walk, way, stages);
            return;
        }
        length = walk->depth + trace(walk, walk->path + walk->depth);
        reach_goal(worker, walk->job, walk->before + walk->nodes, walk->path, length);
        if (!worker->findings->iteration->all) {
            worker->findings->nodes += walk->nodes;
            free_lane(worker, number);
            return;
        }
    }
    end_job(worker, walk->job, walk->nodes);
    free_lane(worker, number);
}

/* Give the scout's next child, whose node is below its top, to a free lane. */
static void give_job(struct worker *worker, const struct way *way)
{
    const struct evaluator *evaluator = worker->evaluator;
    struct walk *scout = &worker->scout;
    struct walk *walk = worker->lane[worker->lanes];
    uint64_t job = worker->jobs++;

    walk->depth = trace(scout, walk->path);
    if (scout->top[1].node.h == 0) {
        reach_goal(worker, job, scout->nodes, walk->path, walk->depth);
        if (worker->findings->iteration->all)
            end_job(worker, job, 0);
        return;
    }
    walk->nodes = 0;
    walk->job = job;
    walk->before = scout->nodes;
    walk->budget = scout->budget - 1;
    walk->top = walk->bottom;
    memcpy(walk->tile, scout->tile, sizeof walk->tile);
    walk->tile[scout->top->ways->blank] = scout->tile[way->cell];
    walk->bottom->node = scout->top[1].node;
    walk->bottom->ways = &worker->ways->list[way->next];
    expand(evaluator, walk, STAGES(evaluator));
    worker->lanes++;
}

/* One node of the scout, and as many jobs as it comes by and there are lanes for. */
static void advance_scout(const struct evaluator *evaluator, struct worker *worker, unsigned stages)
{
    struct walk *scout = &worker->scout;

    while (worker->scouting && worker->lanes < worker->most_lanes &&
           worker->jobs < worker->first_job + JOBS_AHEAD) {
        const struct way *way;

        if (!go_up(scout)) {
            worker->scouting = false;
            return;
        }
        way = look_down(evaluator, scout, stages);
        if (scout->budget > worker->findings->small) {
            go_down(evaluator, worker->ways, scout, way, stages);
            worker->fresh = true;
            judge_absence(worker);
            return;
        }
        worker->alone = 0;
        give_job(worker, way);
    }
}

static inline __attribute__((always_inline)) void one_round(const struct evaluator *evaluator,
                                                            struct worker *worker, unsigned stages)
{
    for (unsigned stage = 0; stage < stages; stage++) {
        if (worker->fresh)
            narrow(evaluator, &worker->scout, stage, stage + 1 == stages);
        for (unsigned i = 0; i < worker->lanes; i++)
            narrow(evaluator, worker->lane[i], stage, stage + 1 == stages);
    }
    worker->fresh = false;
    /* Backwards, since one that ends gives its place to the last. */
    for (unsigned i = worker->lanes; i-- > 0;)
        advance_lane(evaluator, worker, i, stages);
    advance_scout(evaluator, worker, stages);
    if (__builtin_expect(worker->goal_job != UINT64_MAX, false))
        drop_later_jobs(worker);
}

/* Nodes of the worker, those of unfinished jobs included. */
static uint64_t count_nodes(const struct worker *worker)
{
    uint64_t nodes = worker->findings->nodes + worker->scout.nodes;

    for (unsigned i = 0; i < worker->lanes; i++)
        nodes += worker->lane[i]->nodes;
    return nodes;
}

/* Let a check know of the nodes of unfinished jobs. */
static bool check_limits(struct worker *worker)
{
    uint64_t finished = worker->findings->nodes;
    bool stop;

    worker->findings->nodes = count_nodes(worker);
    stop = ida_check(worker->findings);
    if (!stop)
        worker->findings->nodes = finished;
    return stop;
}

/* As many rounds as surely stay below the next check, at most a few. */
static void some_rounds(struct worker *worker)
{
    const struct evaluator *evaluator = worker->evaluator;
    uint64_t left = worker->findings->until_check - count_nodes(worker);
    uint64_t rounds = 1 + left / ((LANES + 1) * WAYS_MAX);

    for (rounds = rounds < ROUNDS ? rounds : ROUNDS;
         rounds > 0 && (worker->lanes > 0 || worker->scouting); rounds--)
        switch (STAGES(evaluator)) {
        case 1:
            one_round(evaluator, worker, 1);
            break;
        case 2:
            one_round(evaluator, worker, 2);
            break;
        default:
            one_round(evaluator, worker, STAGES(evaluator));
        }
}

/* Set the scout on an item. */
static void begin_item(struct worker *worker)
{
    struct item *item = worker->item;
    struct walk *scout = &worker->scout;
    struct frame *frame = scout->bottom;

    worker->scouting = worker->fresh = true;
    worker->lanes = 0;
    worker->jobs = worker->first_job = worker->job_nodes = 0;
    worker->goal_job = UINT64_MAX;
    memset(worker->ended, 0, sizeof worker->ended);
    scout->nodes = 0;
    scout->top = frame;
    scout->budget = worker->findings->iteration->bound - item->depth - 1;
    memcpy(scout->tile, item->position.tile, sizeof scout->tile);
    frame->ways = &worker->ways->list[item->ways];
    evaluate_start(worker->evaluator, &item->position, &frame->node);
    expand(worker->evaluator, scout, STAGES(worker->evaluator));
}

/* Search an item through; false if the search is to stop. */
static bool search_item(struct worker *worker)
{
    struct findings *findings = worker->findings;

    if (worker->item->h == 0) {
        ida_found(findings, worker->item, worker->number, 0, NULL, 0);
        findings->item_nodes = 0;
        return true;
    }
    begin_item(worker);
    while (worker->lanes > 0 || worker->scouting) {
        some_rounds(worker);
        if (count_nodes(worker) >= findings->until_check && check_limits(worker))
            return false;
        if (ida_outrun(findings->iteration, worker->number))
            break;
    }
    worker->item->nodes = worker->scout.nodes + worker->job_nodes;
    findings->nodes = count_nodes(worker);
    if (worker->goal_job != UINT64_MAX && findings->item == worker->number)
        findings->item_nodes = worker->goal_nodes + worker->job_nodes;
    return true;
}

static void work(const struct engine *engine, struct findings *findings, void *memory)
{
    struct worker *worker = memory;
    struct frame *frames = (struct frame *)(worker + 1);
    size_t height = frames_for(findings->iteration->bound);

    worker->evaluator = engine->evaluator;
    worker->findings = findings;
    worker->ways = findings->iteration->ways;
    if (findings->small == 0)
        findings->small = SMALL_AT_FIRST;
    worker->alone = worker->judged = 0;
    worker->judged_nodes = 0;
    worker->most_lanes = is_near(worker->evaluator) ? LANES_NEAR : LANES;
    worker->scout.bottom = frames;
    worker->scout.reach = findings->iteration->reach;
    for (unsigned i = 0; i < LANES; i++) {
        worker->lane[i] = &worker->walk[i];
        worker->walk[i].bottom = frames + (i + 1) * height;
        worker->walk[i].reach = findings->iteration->reach;
    }
    do
        worker->item = ida_take(findings, &worker->number);
    while (worker->item != NULL && search_item(worker));
}

static int lanes_evaluate(const void *evaluator, const struct tb_position *position)
{
    struct node node;

    return evaluate_start(evaluator, position, &node);
}

static int lanes_start(const void *evaluator, const struct tb_position *position, void *node)
{
    return evaluate_start(evaluator, position, node);
}

/* Ask for the entries of a child by one look-up after the other; all are wanted. */
static inline void ask_all(const struct evaluator *evaluator, const struct node *node,
                           const uint8_t *tile, const struct ways *ways, unsigned place,
                           struct child *child)
{
    const struct way *way = &ways->way[place];

    prepare(evaluator, node, tile[way->cell], way->step, child);
    for (unsigned stage = 0; stage < STAGES(evaluator); stage++)
        ask(evaluator, node, tile, ways->blank, way, child, stage);
}

/* Read what was asked for, and make the child's node. */
static inline int read_all(const struct evaluator *evaluator, const struct node *node,
                           struct child *child, struct node *result)
{
    for (unsigned stage = 0; stage < STAGES(evaluator); stage++)
        passes(evaluator, node, child, stage, 0);
    settle(evaluator, node, child, STAGES(evaluator), result);
    return result->h;
}

static void lanes_expand(const void *evaluator, const void *node, const uint8_t *tile,
                         const struct ways *ways, int *values)
{
    struct child child[WAYS_MAX];
    struct node result;

    for (unsigned i = 0; i < ways->count; i++)
        ask_all(evaluator, node, tile, ways, i, &child[i]);
    for (unsigned i = 0; i < ways->count; i++)
        values[i] = read_all(evaluator, node, &child[i], &result);
}

static int lanes_step(const void *evaluator, const void *node, const uint8_t *tile,
                      const struct ways *ways, unsigned place, void *result)
{
    struct child child;

    ask_all(evaluator, node, tile, ways, place, &child);
    return read_all(evaluator, node, &child, result);
}

static struct engine lanes_engine(const struct evaluator *evaluator)
{
    return (struct engine){
        .evaluator = evaluator,
        .evaluate = lanes_evaluate,
        .memory = lanes_memory,
        .work = work,
        .node_bytes = sizeof(struct node),
        .start = lanes_start,
        .expand = lanes_expand,
        .step = lanes_step,
    };
}
