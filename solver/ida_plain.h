/* ida_plain.h -- a search for heuristics that need no memory, made anew for each
 *
 * Where a value is a few additions away there is nothing to wait for, and plain
 * recursion is fastest. The including file defines, before the inclusion:
 *
 *     struct evaluator    what it knows of the board and the goal
 *     struct node         what it keeps of a position; node->h is its value
 *     evaluate_start()    the node of a position; returns its value
 *     move()              the node after a move; of the tiles that it is shown, the one on the
 *                         blank's cell means nothing
 *
 * and, if that makes it faster,
 *
 *     PLAIN_CHILDREN and make_children()    the nodes after each of a list of moves
 *     PLAIN_WHOLE and whole_value()         the value of a node whose h is only a first part of
 *                                           it, to be asked where h does not cut already; it is
 *                                           0 if h is, at the goal
 */
#include <string.h>

#include "ida.h"

#ifndef PLAIN_CHILDREN
static inline void make_children(const struct evaluator *evaluator, const struct node *node,
                                 const uint8_t *tile, const struct ways *ways,
                                 struct node child[WAYS_MAX])
{
    for (unsigned i = 0; i < ways->count; i++)
        move(evaluator, node, tile, &ways->way[i], ways->blank, &child[i]);
}
#endif

#ifndef PLAIN_WHOLE
static inline int whole_value(const struct evaluator *evaluator, const struct node *node)
{
    (void)evaluator;
    return node->h;
}
#endif

struct plain {
    const struct evaluator *evaluator;
    const struct board_ways *ways;
    struct findings *findings;
    struct item *item;
    size_t number;
    const int16_t *reach;
    uint64_t nodes;    /* generated in this item */
    uint64_t check_at; /* of them */
    bool stopped;
    uint8_t tile[TB_CELLS_MAX];
    uint8_t path[MOVES_MAX]; /* below the item's top */
    uint8_t *path_end;
};

/* Look at the limits, and at what others found. */
static bool plain_check(struct plain *plain)
{
    struct findings *findings = plain->findings;
    uint64_t before = findings->nodes;

    findings->nodes += plain->nodes;
    plain->stopped = ida_check(findings) || ida_outrun(findings->iteration, plain->number);
    plain->check_at = findings->until_check - before;
    findings->nodes = before;
    return plain->stopped;
}

/* Search below a node, `budget` moves from the bound. True if the search is over. */
typedef bool descent(struct plain *plain, const struct node *node, int budget,
                     const struct ways *ways);

/* All children are made before the first is gone to, so that the loads of one do not wait for
 * what comes of another; when a solution ends the search, those whose turn had not come are
 * not counted. */
static inline __attribute__((always_inline)) bool expand(struct plain *plain,
                                                         const struct node *node, int budget,
                                                         const struct ways *ways, descent *deeper)
{
    struct node child[WAYS_MAX];
    unsigned count = ways->count, blank = ways->blank;
    int reach = ida_reach(plain->reach, budget - 1);

    if (plain->nodes >= plain->check_at && plain_check(plain))
        return true;
    make_children(plain->evaluator, node, plain->tile, ways, child);
    plain->nodes += count;
    for (unsigned i = 0; i < count; i++) {
        const struct way *way = &ways->way[i];
        bool over;

        if (__builtin_expect(child[i].h > reach, true) ||
            whole_value(plain->evaluator, &child[i]) > reach)
            continue;
        plain->path_end[-budget] = way->cell;
        if (__builtin_expect(child[i].h == 0, false)) {
            ida_found(plain->findings, plain->item, plain->number, plain->nodes, plain->path,
                      (unsigned)(plain->path_end - plain->path - budget + 1));
            over = !plain->findings->iteration->all;
        } else {
            plain->tile[blank] = plain->tile[way->cell];
            over = deeper(plain, &child[i], budget - 1, &plain->ways->list[way->next]);
            plain->tile[way->cell] = plain->tile[blank];
        }
        if (over) {
            plain->nodes -= plain->stopped ? 0 : count - 1 - i;
            return true;
        }
    }
    return false;
}

static descent descend;

/* Two levels in one function: a quarter of all calls less, and branches that are easier
 * to foresee. */
static inline bool descend_within(struct plain *plain, const struct node *node, int budget,
                                  const struct ways *ways)
{
    return expand(plain, node, budget, ways, descend);
}

static bool descend(struct plain *plain, const struct node *node, int budget,
                    const struct ways *ways)
{
    return expand(plain, node, budget, ways, descend_within);
}

static void search_item(struct plain *plain)
{
    struct item *item = plain->item;
    struct findings *findings = plain->findings;
    int budget = findings->iteration->bound - item->depth;
    struct node node;

    plain->nodes = 0;
    plain->path_end = plain->path + budget;
    plain->check_at = findings->until_check - findings->nodes;
    memcpy(plain->tile, item->position.tile, sizeof plain->tile);
    evaluate_start(plain->evaluator, &item->position, &node);
    if (item->h == 0)
        ida_found(findings, item, plain->number, 0, NULL, 0);
    else
        descend(plain, &node, budget, &plain->ways->list[item->ways]);
    item->nodes = plain->nodes;
    findings->nodes += plain->nodes;
    if (findings->item == plain->number)
        findings->item_nodes = plain->nodes;
}

static void plain_work(const struct engine *engine, struct findings *findings, void *memory)
{
    struct plain plain = {.evaluator = engine->evaluator,
                          .findings = findings,
                          .ways = findings->iteration->ways,
                          .reach = findings->iteration->reach};

    (void)memory;
    while ((plain.item = ida_take(findings, &plain.number)) != NULL)
        search_item(&plain);
}

static size_t plain_memory(int bound)
{
    (void)bound;
    return 0;
}

static int plain_evaluate(const void *evaluator, const struct tb_position *position)
{
    struct node node;

    return evaluate_start(evaluator, position, &node);
}

static int plain_start(const void *evaluator, const struct tb_position *position, void *node)
{
    return evaluate_start(evaluator, position, node);
}

static void plain_expand(const void *evaluator, const void *node, const uint8_t *tile,
                         const struct ways *ways, int *values)
{
    struct node child[WAYS_MAX];

    make_children(evaluator, node, tile, ways, child);
    for (unsigned i = 0; i < ways->count; i++)
        values[i] = whole_value(evaluator, &child[i]);
}

static int plain_step(const void *evaluator, const void *node, const uint8_t *tile,
                      const struct ways *ways, unsigned place, void *child)
{
    move(evaluator, node, tile, &ways->way[place], ways->blank, child);
    return whole_value(evaluator, child);
}

static struct engine plain_engine(const struct evaluator *evaluator)
{
    return (struct engine){
        .evaluator = evaluator,
        .evaluate = plain_evaluate,
        .memory = plain_memory,
        .work = plain_work,
        .node_bytes = sizeof(struct node),
        .start = plain_start,
        .expand = plain_expand,
        .step = plain_step,
    };
}
