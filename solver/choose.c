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

enum tb_status choose_add_named(const char *text, unsigned *named, struct tb_error *error)
{
    static const struct {
        const char *name;
        enum named_heuristic bit;
    } known[] = {
        {"misplaced", NAMED_MISPLACED},
        {"euclidean", NAMED_EUCLIDEAN},
        {"manhattan", NAMED_MANHATTAN},
        {"linear-conflict", NAMED_CONFLICTS},
        {"corner-tiles", NAMED_CORNERS},
        {"last-moves", NAMED_LAST_MOVES},
        {"inversion-distance", NAMED_INVERSIONS},
        {"relaxed-adjacency", NAMED_ADJACENCY},
        {"novel", NAMED_NOVEL},
        {"walking-distance", NAMED_WALKING},
        {"pairs", NAMED_PAIRS},
        {"triples", NAMED_TRIPLES},
    };
    const size_t count = sizeof known / sizeof known[0];
    char list[400] = "";

    for (size_t i = 0; i < count; i++) {
        size_t used = strlen(list);

        if (strcmp(text, known[i].name) == 0) {
            *named |= known[i].bit;
            return TB_OK;
        }
        snprintf(list + used, sizeof list - used, "%s%s", known[i].name,
                 i + 2 < count    ? ", "
                 : i + 2 == count ? " and "
                                  : "");
    }
    return tb_error_set(error, TB_INVALID, "no heuristic '%.40s': there are %s", text, list);
}

enum tb_status choose_parse_rule(const char *text, enum tb_cover_rule *rule, struct tb_error *error)
{
    if (strcmp(text, "matching") == 0)
        *rule = TB_COVER_PACKING;
    else if (strcmp(text, "vertex-cover") == 0)
        *rule = TB_COVER_LEAST;
    else
        return tb_error_set(error, TB_INVALID, "--cover is matching or vertex-cover, not '%.40s'",
                            text);
    return TB_OK;
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

/* A partition by its name, which must be for this board, in the kind that is asked for. */
static enum tb_status find_partition(const struct choice *choice, unsigned number,
                                     const struct tb_board *board, struct tb_partition *partition,
                                     struct tb_error *error)
{
    struct tb_folders folders;
    enum tb_status status = tb_folders_default(&folders, error);

    if (status == TB_OK)
        status = tb_partition_find(choice->partitions[number], &folders, partition, error);
    if (status == TB_OK &&
        (partition->board.width != board->width || partition->board.height != board->height))
        return tb_error_set(error, TB_INVALID, "partition %s is for %ux%u and the boards are %ux%u",
                            partition->name, partition->board.width, partition->board.height,
                            board->width, board->height);
    if (status == TB_OK && !tb_kind_has_tiles(partition->kind))
        return tb_error_set(error, TB_INVALID, "partition %s is of all tiles: use --heuristic %s",
                            partition->name, tb_kind_name(partition->kind));
    if (status == TB_OK && choice->kind != 0)
        status = tb_partition_set_kind(partition, choice->kind, error);
    return status;
}

/* Find what was named, or, if nothing was, what suits the board. */
static enum tb_status find_partitions(const struct choice *choice, const struct tb_board *board,
                                      const struct tb_position *goal, struct chosen *chosen,
                                      struct tb_error *error)
{
    enum tb_status status = TB_OK;
    bool built;

    for (unsigned i = 0; i < choice->count && status == TB_OK; i++)
        status = find_partition(choice, i, board, &chosen->opened[i].partition, error);
    chosen->count = choice->count;
    if (choice->count == 0 && choice->named == 0) {
        provide_choice(board, tb_position_find(board, goal, 0), &chosen->opened[0].partition,
                       &built);
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
        *ways = lookup_check(partition, goal, LOOKUP_REFLECTED, NULL) == TB_OK
                    ? 1u << LOOKUP_REGULAR | 1u << LOOKUP_REFLECTED
                    : 1u << LOOKUP_REGULAR;
    for (unsigned way = 0; way < LOOKUP_WAYS && status == TB_OK; way++)
        if (has_way(*ways, way))
            status = lookup_check(partition, goal, way, error);
    return status;
}

/* Open the tables of a partition, or those that its dual look-ups need; what is not there is
 * built, and kept if the partition was asked for. */
static enum tb_status open_one(const struct choice *choice, const struct chosen *chosen,
                               const struct tb_partition *partition, struct tb_tables **tables,
                               struct tb_error *error)
{
    if (chosen->in_memory)
        return provide_in_memory(partition, choice->threads, tables, error);
    return provide_tables(partition, choice->threads, choice->quiet, tables, error);
}

static enum tb_status open_tables(const struct choice *choice, unsigned ways, unsigned number,
                                  struct chosen *chosen, struct tb_error *error)
{
    struct opened *opened = &chosen->opened[number];
    enum tb_status status = TB_OK;

    if (has_plain(ways))
        status = open_one(choice, chosen, &opened->partition, &opened->tables, error);
    if (status == TB_OK && has_dual(ways))
        status = open_one(choice, chosen, &chosen->dual[number].patterns,
                          &chosen->dual_tables[number], error);
    return status;
}

/* Add the look-ups of one partition to the list. */
static unsigned list_lookups(const struct chosen *chosen, unsigned number, unsigned ways,
                             struct lookup *lookups)
{
    const struct opened *opened = &chosen->opened[number];
    unsigned count = 0;

    for (unsigned way = 0; way < LOOKUP_WAYS; way++)
        if (has_way(ways, way))
            lookups[count++] = (struct lookup){
                .partition = &opened->partition,
                .dual = &chosen->dual[number],
                .tables = way < LOOKUP_DUAL ? opened->tables : chosen->dual_tables[number],
                .way = way,
            };
    return count;
}

/* Open the databases of all partitions. */
static enum tb_status open_partitions(const struct choice *choice, const struct tb_board *board,
                                      const struct tb_position *goal, struct chosen *chosen,
                                      struct lookup *lookups, unsigned *count,
                                      struct tb_error *error)
{
    unsigned ways[PARTITIONS_MAX];
    enum tb_status status = find_partitions(choice, board, goal, chosen, error);

    *count = 0;
    for (unsigned i = 0; i < chosen->count && status == TB_OK; i++) {
        status = find_ways(choice, &chosen->opened[i].partition, goal, &ways[i], error);
        if (status == TB_OK && has_dual(ways[i]))
            status = dual_init(&chosen->dual[i], &chosen->opened[i].partition, error);
    }
    for (unsigned i = 0; i < chosen->count && status == TB_OK; i++) {
        status = open_tables(choice, ways[i], i, chosen, error);
        if (status == TB_OK)
            *count += list_lookups(chosen, i, ways[i], lookups + *count);
    }
    return status;
}

/* Open the databases of a kind that is of all tiles. */
static enum tb_status open_whole(const struct choice *choice, enum tb_kind kind,
                                 const struct tb_board *board, const struct tb_position *goal,
                                 struct opened *opened, struct tb_error *error)
{
    enum tb_status status = tb_partition_whole(kind, board, tb_position_find(board, goal, 0),
                                               &opened->partition, error);

    if (status == TB_OK)
        status =
            provide_any(&opened->partition, choice->threads, choice->quiet, &opened->tables, error);
    return status;
}

/* Pairs, or pairs and triples. */
static enum tb_status open_tuples(const struct choice *choice, const struct tb_board *board,
                                  const struct tb_position *goal, struct chosen *chosen,
                                  struct tb_error *error)
{
    bool triples = (choice->named & NAMED_TRIPLES) != 0;
    struct tuple_tables *tables = &chosen->tuple_tables;
    const struct tb_pdb *pdb;
    enum tb_status status = open_whole(choice, triples ? TB_KIND_TRIPLES : TB_KIND_PAIRS, board,
                                       goal, &chosen->tuples, error);

    if (status != TB_OK)
        return status;
    pdb = tb_tables_pdb(chosen->tuples.tables, 0);
    *tables = (struct tuple_tables){.board = *board,
                                    .blank = tb_pdb_header(pdb)->pattern.blank,
                                    .pairs = tb_pdb_table(pdb),
                                    .pair_bits = tb_pdb_header(pdb)->bits};
    if (triples) {
        pdb = tb_tables_pdb(chosen->tuples.tables, 1);
        tables->triples = tb_pdb_table(pdb);
        tables->triple_bits = tb_pdb_header(pdb)->bits;
    }
    return TB_OK;
}

static enum tb_status check_choice(const struct choice *choice, struct tb_error *error)
{
    bool databases = choice->count > 0 || choice->named == 0;

    if (choice->ways != 0 && !databases)
        return tb_error_set(error, TB_INVALID,
                            "--lookups is for the databases of partitions, and none is named");
    if (choice->kind != 0 && choice->count == 0)
        return tb_error_set(error, TB_INVALID, "--kind goes with --partition");
    if (choice->rule_given && (choice->named & (NAMED_PAIRS | NAMED_TRIPLES)) == 0)
        return tb_error_set(error, TB_INVALID, "--cover goes with --heuristic pairs or triples");
    if ((choice->named & NAMED_NOVEL) != 0 && (choice->named != NAMED_NOVEL || choice->count > 0))
        return tb_error_set(error, TB_INVALID,
                            "novel may exceed the moves it takes, and so would the largest of it "
                            "and others: name it alone");
    return TB_OK;
}

/* What is named that needs no databases. */
static void mix_classics(unsigned named, struct mixture *mixture)
{
    mixture->misplaced = (named & NAMED_MISPLACED) != 0;
    mixture->euclidean = (named & NAMED_EUCLIDEAN) != 0;
    mixture->manhattan = (named & NAMED_MANHATTAN) != 0;
    mixture->conflicts = (named & NAMED_CONFLICTS) != 0;
    mixture->corners = (named & NAMED_CORNERS) != 0;
    mixture->last_moves = (named & NAMED_LAST_MOVES) != 0;
    mixture->inversions = (named & NAMED_INVERSIONS) != 0;
    mixture->adjacency = (named & NAMED_ADJACENCY) != 0;
    mixture->novel = (named & NAMED_NOVEL) != 0;
}

enum tb_status choose_heuristic(const struct choice *choice, const struct tb_board *board,
                                const struct tb_position *goal, struct chosen *chosen,
                                struct tb_error *error)
{
    struct lookup lookups[LOOKUPS_MAX], walking;
    struct mixture mixture = {.board = board, .lookups = lookups, .rule = choice->rule};
    enum tb_status status = check_choice(choice, error);

    *chosen = (struct chosen){0};
    mix_classics(choice->named, &mixture);
    if (status == TB_OK)
        status = open_partitions(choice, board, goal, chosen, lookups, &mixture.count, error);
    if (status == TB_OK && (choice->named & NAMED_WALKING) != 0) {
        status = open_whole(choice, TB_KIND_WALKING_DISTANCE, board, goal, &chosen->walking, error);
        walking = (struct lookup){.partition = &chosen->walking.partition,
                                  .tables = chosen->walking.tables};
        mixture.walking = &walking;
    }
    if (status == TB_OK && (choice->named & (NAMED_PAIRS | NAMED_TRIPLES)) != 0) {
        status = open_tuples(choice, board, goal, chosen, error);
        mixture.tuples = &chosen->tuple_tables;
    }
    if (status == TB_OK)
        status = heuristic_new(&mixture, goal, &chosen->heuristic, error);
    if (status == TB_OK && chosen->in_memory) {
        char *name = chosen->heuristic->name;
        size_t used = strlen(name);

        snprintf(name + used, sizeof chosen->heuristic->name - used, " (built in memory)");
    }
    return status;
}

void chosen_free(struct chosen *chosen)
{
    if (chosen->heuristic != NULL)
        chosen->heuristic->free(chosen->heuristic);
    for (unsigned i = 0; i < chosen->count; i++) {
        tb_tables_close(chosen->opened[i].tables);
        tb_tables_close(chosen->dual_tables[i]);
    }
    tb_tables_close(chosen->walking.tables);
    tb_tables_close(chosen->tuples.tables);
}
