/* choose.c -- the heuristic that the command line asks for, ready to solve with */
#include "choose.h"

#include <stdio.h>
#include <string.h>

#include "provide.h"

static const char *const way_names[LOOKUP_WAYS] = {
    [LOOKUP_REGULAR] = "regular",
    [LOOKUP_REFLECTED] = "reflected",
    [LOOKUP_DUAL] = "dual",
    [LOOKUP_DUAL_REFLECTED] = "dual-reflected",
};

static bool has_way(unsigned ways, enum lookup_way way)
{
    return (ways >> way & 1) != 0;
}

static bool has_plain(unsigned ways)
{
    return has_way(ways, LOOKUP_REGULAR) || has_way(ways, LOOKUP_REFLECTED);
}

static bool has_dual(unsigned ways)
{
    return has_way(ways, LOOKUP_DUAL) || has_way(ways, LOOKUP_DUAL_REFLECTED);
}

enum tb_status choose_parse_ways(const char *text, unsigned *ways, struct tb_error *error)
{
    *ways = 0;
    for (;;) {
        size_t length = strcspn(text, ",");
        unsigned way = 0;

        while (way < LOOKUP_WAYS &&
               (strlen(way_names[way]) != length || strncmp(way_names[way], text, length) != 0))
            way++;
        if (way == LOOKUP_WAYS)
            return tb_error_set(error, TB_INVALID,
                                "--lookups is a list of regular, reflected, dual and "
                                "dual-reflected, with commas between them, not '%.40s'",
                                text);
        *ways |= 1u << way;
        if (text[length] == '\0')
            return TB_OK;
        text += length + 1;
    }
}

/* A partition by its name, which must be for this board. */
static enum tb_status find_partition(const char *name, const struct tb_board *board,
                                     struct tb_partition *partition, struct tb_error *error)
{
    struct tb_folders folders;
    enum tb_status status = tb_folders_default(&folders, error);

    if (status == TB_OK)
        status = tb_partition_find(name, &folders, partition, error);
    if (status == TB_OK &&
        (partition->board.width != board->width || partition->board.height != board->height))
        status =
            tb_error_set(error, TB_INVALID, "partition %s is for %ux%u and the boards are %ux%u",
                         partition->name, partition->board.width, partition->board.height,
                         board->width, board->height);
    return status;
}

/* Find what was named, or what suits the board. */
static enum tb_status find_partitions(const struct choice *choice, const struct tb_board *board,
                                      const struct tb_position *goal, struct chosen *chosen,
                                      struct tb_error *error)
{
    enum tb_status status = TB_OK;
    bool built;

    for (unsigned i = 0; i < choice->count && status == TB_OK; i++)
        status = find_partition(choice->partitions[i], board, &chosen->partition[i], error);
    chosen->count = choice->count;
    if (choice->count == 0) {
        provide_choice(board, tb_position_find(board, goal, 0), &chosen->partition[0], &built);
        chosen->in_memory = !built;
        chosen->count = 1;
    }
    return status;
}

/* The ways of a partition's look-ups: those asked for, which must be possible, or those
 * of regular and reflected that are. */
static enum tb_status find_ways(const struct choice *choice, const struct tb_partition *partition,
                                const struct tb_position *goal, unsigned *ways,
                                struct tb_error *error)
{
    enum tb_status status = TB_OK;

    *ways = choice->ways;
    if (*ways == 0)
        *ways = additive_check(partition, goal, LOOKUP_REFLECTED, NULL) == TB_OK
                    ? 1u << LOOKUP_REGULAR | 1u << LOOKUP_REFLECTED
                    : 1u << LOOKUP_REGULAR;
    for (unsigned way = 0; way < LOOKUP_WAYS && status == TB_OK; way++)
        if (has_way(*ways, way))
            status = additive_check(partition, goal, way, error);
    return status;
}

/* Open the tables of one partition, building what is not there. */
static enum tb_status open_tables(const struct choice *choice, unsigned ways, unsigned number,
                                  struct chosen *chosen, struct tb_error *error)
{
    const struct tb_partition *partition = &chosen->partition[number];
    enum tb_status status = TB_OK;

    if (has_plain(ways) && chosen->in_memory)
        status = provide_in_memory(partition, choice->threads, &chosen->tables[number], error);
    else if (has_plain(ways))
        status = provide_tables(partition, choice->threads, choice->quiet, &chosen->tables[number],
                                error);
    if (status == TB_OK && has_dual(ways))
        status = provide_tables(&chosen->dual[number].patterns, choice->threads, choice->quiet,
                                &chosen->dual_tables[number], error);
    return status;
}

/* Add the look-ups of one partition to the list. */
static unsigned list_lookups(const struct chosen *chosen, unsigned number, unsigned ways,
                             struct lookup *lookups)
{
    unsigned count = 0;

    for (unsigned way = 0; way < LOOKUP_WAYS; way++)
        if (has_way(ways, way))
            lookups[count++] = (struct lookup){
                .partition = &chosen->partition[number],
                .dual = &chosen->dual[number],
                .tables = way < LOOKUP_DUAL ? chosen->tables[number] : chosen->dual_tables[number],
                .way = way,
            };
    return count;
}

static enum tb_status choose_databases(const struct choice *choice, const struct tb_board *board,
                                       const struct tb_position *goal, struct chosen *chosen,
                                       struct tb_error *error)
{
    struct lookup lookups[PARTITIONS_MAX * LOOKUP_WAYS];
    unsigned ways[PARTITIONS_MAX];
    unsigned count = 0;
    enum tb_status status = find_partitions(choice, board, goal, chosen, error);

    for (unsigned i = 0; i < chosen->count && status == TB_OK; i++) {
        status = find_ways(choice, &chosen->partition[i], goal, &ways[i], error);
        if (status == TB_OK && has_dual(ways[i]))
            status = dual_init(&chosen->dual[i], &chosen->partition[i], error);
    }
    for (unsigned i = 0; i < chosen->count && status == TB_OK; i++) {
        status = open_tables(choice, ways[i], i, chosen, error);
        if (status == TB_OK)
            count += list_lookups(chosen, i, ways[i], lookups + count);
    }
    if (status == TB_OK)
        status = additive_new(lookups, count, goal, &chosen->heuristic, error);
    if (status == TB_OK && chosen->in_memory) {
        char *name = chosen->heuristic->name;
        size_t used = strlen(name);

        snprintf(name + used, sizeof chosen->heuristic->name - used, " (built in memory)");
    }
    return status;
}

enum tb_status choose_heuristic(const struct choice *choice, const struct tb_board *board,
                                const struct tb_position *goal, struct chosen *chosen,
                                struct tb_error *error)
{
    *chosen = (struct chosen){0};
    if (choice->heuristic == NULL)
        return choose_databases(choice, board, goal, chosen, error);
    if (choice->count > 0)
        return tb_error_set(error, TB_INVALID, "choose --heuristic or --partition, not both");
    if (choice->ways != 0)
        return tb_error_set(error, TB_INVALID,
                            "--lookups is for databases, and --heuristic uses none");
    if (strcmp(choice->heuristic, "manhattan") == 0)
        return manhattan_new(board, goal, &chosen->heuristic, error);
    if (strcmp(choice->heuristic, "linear-conflict") == 0)
        return linear_conflict_new(board, goal, &chosen->heuristic, error);
    return tb_error_set(error, TB_INVALID,
                        "no heuristic '%.40s': there are manhattan and linear-conflict",
                        choice->heuristic);
}

void chosen_free(struct chosen *chosen)
{
    if (chosen->heuristic != NULL)
        chosen->heuristic->free(chosen->heuristic);
    for (unsigned i = 0; i < chosen->count; i++) {
        tb_tables_close(chosen->tables[i]);
        tb_tables_close(chosen->dual_tables[i]);
    }
}
