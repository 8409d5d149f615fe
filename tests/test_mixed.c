/* test_mixed.c -- the largest of several heuristics: its values are the largest of its parts',
 * and its search has the outcome of one that goes node by node */
#include "testing_naive.h"

#include "pairs.h"
#include "processor.h"

enum {
    REGULAR = 1 << LOOKUP_REGULAR,
    REFLECTED = 1 << LOOKUP_REFLECTED,
    DUAL = 1 << LOOKUP_DUAL,
    DUAL_REFLECTED = 1 << LOOKUP_DUAL_REFLECTED,
    ALL_WAYS = REGULAR | REFLECTED | DUAL | DUAL_REFLECTED,
    PARTITIONS = 3,
    PARTS_MOST = LOOKUPS_MAX + 3,
};

/* What to mix. */
struct recipe {
    struct {
        const char *picture;
        enum tb_kind kind;
        unsigned ways;
    } partitions[PARTITIONS];
    bool conflicts;
    bool walking;
    enum tb_kind tuples; /* pairs or triples; 0: none */
    enum tb_cover_rule rule;
};

/* Tables of a partition, and of its dual look-ups. */
struct shelf {
    struct tb_partition partition;
    struct tb_tables *tables;
    struct dual dual;
    struct tb_tables *dual_tables;
};

/* A mixture with all that it names, and the naive search that knows the same. */
struct mixed_case {
    struct tb_board board;
    struct tb_position goal;
    struct shelf shelves[PARTITIONS], walking_shelf, tuples_shelf;
    struct lookup lookups[LOOKUPS_MAX], walking;
    struct tuple_tables tuples;
    struct mixture mixture;
    struct naive naive;
};

static void add_partition(struct mixed_case *made, unsigned number, const struct recipe *recipe)
{
    struct shelf *shelf = &made->shelves[number];
    unsigned ways = recipe->partitions[number].ways;
    struct tb_error error;

    if (tb_partition_parse("test", recipe->partitions[number].picture, &shelf->partition, &error) !=
            TB_OK ||
        tb_partition_set_kind(&shelf->partition, recipe->partitions[number].kind, &error) != TB_OK)
        fail_msg("%s", error.text);
    shelf->tables = build_tables(&shelf->partition);
    if ((ways & (DUAL | DUAL_REFLECTED)) != 0) {
        assert_int_equal(dual_init(&shelf->dual, &shelf->partition, NULL), TB_OK);
        shelf->dual_tables = build_tables(&shelf->dual.patterns);
    }
    for (unsigned way = 0; way < LOOKUP_WAYS; way++)
        if ((ways >> way & 1) != 0) {
            struct lookup *lookup = &made->lookups[made->mixture.count++];

            *lookup = (struct lookup){&shelf->partition, &shelf->dual,
                                      way < LOOKUP_DUAL ? shelf->tables : shelf->dual_tables, way};
            naive_add(&made->naive, lookup);
        }
}

static void build_whole(const struct mixed_case *made, enum tb_kind kind, struct shelf *shelf)
{
    unsigned blank = tb_position_find(&made->board, &made->goal, 0);

    assert_int_equal(tb_partition_whole(kind, &made->board, blank, &shelf->partition, NULL), TB_OK);
    shelf->tables = build_tables(&shelf->partition);
}

static void add_walking(struct mixed_case *made)
{
    build_whole(made, TB_KIND_WALKING_DISTANCE, &made->walking_shelf);
    made->walking = (struct lookup){.partition = &made->walking_shelf.partition,
                                    .tables = made->walking_shelf.tables};
    made->mixture.walking = &made->walking;
    naive_add(&made->naive, &made->walking);
}

static void add_tuples(struct mixed_case *made, enum tb_kind kind, enum tb_cover_rule rule)
{
    const struct tb_pdb *pairs, *triples;

    build_whole(made, kind, &made->tuples_shelf);
    pairs = tb_tables_pdb(made->tuples_shelf.tables, 0);
    made->tuples = (struct tuple_tables){.board = made->board,
                                         .blank = tb_pdb_header(pairs)->pattern.blank,
                                         .pairs = tb_pdb_table(pairs),
                                         .pair_bits = tb_pdb_header(pairs)->bits};
    if (kind == TB_KIND_TRIPLES) {
        triples = tb_tables_pdb(made->tuples_shelf.tables, 1);
        made->tuples.triples = tb_pdb_table(triples);
        made->tuples.triple_bits = tb_pdb_header(triples)->bits;
    }
    made->mixture.tuples = &made->tuples;
    made->mixture.rule = rule;
    naive_add_tuples(&made->naive, &made->tuples_shelf.partition, made->tuples_shelf.tables, rule);
}

static void make_case(const struct recipe *recipe, unsigned width, unsigned height,
                      const char *goal, struct mixed_case *made)
{
    *made = (struct mixed_case){.board = board_of(width, height)};
    made->goal = goal_of(&made->board, goal);
    made->mixture = (struct mixture){
        .board = &made->board, .lookups = made->lookups, .conflicts = recipe->conflicts};
    made->naive =
        (struct naive){.board = made->board, .goal = made->goal, .conflicts = recipe->conflicts};
    for (unsigned i = 0; i < PARTITIONS && recipe->partitions[i].picture != NULL; i++)
        add_partition(made, i, recipe);
    if (recipe->walking)
        add_walking(made);
    if (recipe->tuples != 0)
        add_tuples(made, recipe->tuples, recipe->rule);
}

static void free_case(struct mixed_case *made)
{
    for (unsigned i = 0; i < PARTITIONS; i++) {
        tb_tables_close(made->shelves[i].tables);
        tb_tables_close(made->shelves[i].dual_tables);
    }
    tb_tables_close(made->walking_shelf.tables);
    tb_tables_close(made->tuples_shelf.tables);
}

static struct heuristic *must_mix(mixed_maker *maker, const struct mixture *mixture,
                                  const struct tb_position *goal)
{
    struct heuristic *heuristic;
    struct tb_error error;

    if (maker(mixture, goal, &heuristic, &error) != TB_OK)
        fail_msg("%s", error.text);
    return heuristic;
}

/* Each part of a mixture as a heuristic of its own. */
static unsigned make_parts(const struct mixed_case *made, struct heuristic *parts[PARTS_MOST])
{
    const struct mixture *whole = &made->mixture;
    unsigned count = 0;

    for (unsigned i = 0; i < whole->count; i++)
        parts[count++] = must_mix(
            heuristic_new,
            &(struct mixture){.board = &made->board, .lookups = &made->lookups[i], .count = 1},
            &made->goal);
    if (whole->conflicts)
        parts[count++] =
            must_mix(heuristic_new, &(struct mixture){.board = &made->board, .conflicts = true},
                     &made->goal);
    if (whole->walking != NULL)
        parts[count++] = must_mix(
            heuristic_new, &(struct mixture){.board = &made->board, .walking = whole->walking},
            &made->goal);
    if (whole->tuples != NULL)
        parts[count++] = must_mix(
            heuristic_new,
            &(struct mixture){.board = &made->board, .tuples = whole->tuples, .rule = whole->rule},
            &made->goal);
    return count;
}

/* The makers that can be used here. */
enum { MAKERS = 4 };

static unsigned list_makers(mixed_maker *makers[MAKERS])
{
    unsigned count = 0;

    makers[count++] = heuristic_new;
    makers[count++] = mixed_new;
    makers[count++] = mixed_new_portable_any;
#if defined(__x86_64__)
    if (counts_bits())
        makers[count++] = mixed_new_bmi2_any;
#endif
    return count;
}

/* A mixture by every maker, and its parts. */
struct bench {
    unsigned makers, count;
    struct heuristic *mixtures[MAKERS], *parts[PARTS_MOST];
};

static void make_bench(const struct mixed_case *made, struct bench *bench)
{
    mixed_maker *makers[MAKERS];

    bench->makers = list_makers(makers);
    bench->count = make_parts(made, bench->parts);
    for (unsigned i = 0; i < bench->makers; i++)
        bench->mixtures[i] = must_mix(makers[i], &made->mixture, &made->goal);
}

static void free_bench(struct bench *bench)
{
    for (unsigned i = 0; i < bench->makers; i++)
        bench->mixtures[i]->free(bench->mixtures[i]);
    for (unsigned i = 0; i < bench->count; i++)
        bench->parts[i]->free(bench->parts[i]);
}

/* Values of a start: each maker's is the naive one's and the largest of the parts'. Tells which
 * part is the first to have it. */
static unsigned check_value(const struct mixed_case *made, const struct problem *problem,
                            const struct bench *bench)
{
    int most = naive_value(&made->naive, &problem->start), largest = -1;
    unsigned best = 0;

    for (unsigned i = 0; i < bench->count; i++) {
        int h = heuristic_value(bench->parts[i], &problem->start);

        check_children(bench->parts[i], &made->board, &problem->start);
        if (h > largest) {
            largest = h;
            best = i;
        }
    }
    assert_int_equal(largest, most);
    for (unsigned i = 0; i < bench->makers; i++) {
        assert_int_equal(heuristic_value(bench->mixtures[i], &problem->start), most);
        check_children(bench->mixtures[i], &made->board, &problem->start);
    }
    return best;
}

/* Many starts, far from the goal; not always the same part has the largest value. */
static void check_values(const struct mixed_case *made, const struct bench *bench)
{
    struct problem problem = {.board = made->board, .goal = made->goal};
    unsigned best = 0;

    for (unsigned i = 0; i < 200; i++) {
        problem.start = wander(&made->board, &made->goal, 100 + i, 1 + i);
        best |= 1u << check_value(made, &problem, bench);
    }
    assert_int_not_equal(best & (best - 1), 0);
}

/* Some starts at growing distances: the outcome of all searches against the naive search's and,
 * where there is one, the oracle's. */
static void check_searches(const struct mixed_case *made, const struct bench *bench,
                           const struct oracle *oracle, unsigned starts, unsigned moves)
{
    struct problem problem = {.board = made->board, .goal = made->goal};
    struct naive naive = made->naive;

    for (unsigned i = 0; i < starts; i++) {
        int length;

        problem.start = wander(&made->board, &made->goal, i * moves / starts, 1 + i);
        length = solve_naively(&naive, &problem.start);
        if (oracle != NULL)
            assert_int_equal(length, oracle_depth(oracle, &problem.start));
        for (unsigned j = 0; j < bench->makers; j++)
            compare(bench->mixtures[j], &problem, length, naive.nodes);
    }
}

static void check(const struct recipe *recipe, unsigned width, unsigned height, const char *goal,
                  unsigned starts, unsigned moves)
{
    static struct mixed_case made;
    struct oracle oracle = {0};
    struct bench bench;

    make_case(recipe, width, height, goal, &made);
    make_bench(&made, &bench);
    check_values(&made, &bench);
    if (made.board.cells <= 9)
        oracle = make_oracle(&made.board, &made.goal);
    check_searches(&made, &bench, oracle.depth == NULL ? NULL : &oracle, starts, moves);
    oracle_free(&oracle);
    free_bench(&bench);
    free_case(&made);
}

/* --- tests --- */

#define PARTS_3X3  "board 3x3\n aab\n aab\n bb.\n"
#define ROWS_3X3   "board 3x3\n aaa\n bbb\n bb.\n"
#define MIDDLE_3X3 "board 3x3\n aab\n a.b\n ccb\n"

static void walking_and_partition(void **state)
{
    const struct recipe small = {.partitions = {{PARTS_3X3, TB_KIND_ADDITIVE, REGULAR | REFLECTED}},
                                 .walking = true};
    const struct recipe tall = {
        .partitions = {{"board 2x4\n aa\n ab\n bb\n b.\n", TB_KIND_ADDITIVE, REGULAR}},
        .walking = true};
    const struct recipe wide = {
        .partitions = {{"board 4x3\n aabb\n aabb\n ccc.\n", TB_KIND_ADDITIVE, REGULAR}},
        .walking = true};

    (void)state;
    check(&small, 3, 3, "blank-last", 20, 80);
    check(&small, 3, 3, "2 1 0 3 5 4 8 7 6", 20, 80);
    check(&tall, 2, 4, "blank-last", 20, 80);
    check(&tall, 2, 4, "blank-first", 20, 80);
    check(&wide, 4, 3, "blank-last", 10, 50);
    check(&wide, 4, 3, "1 2 3 0 4 5 6 7 8 9 10 11", 10, 50);
}

static void pairs_and_conflicts(void **state)
{
    struct recipe recipe = {.conflicts = true, .tuples = TB_KIND_PAIRS, .rule = TB_COVER_LEAST};

    (void)state;
    check(&recipe, 3, 3, "blank-last", 20, 100);
    check(&recipe, 3, 3, "1 2 3 8 0 4 7 6 5", 20, 100);
    check(&recipe, 4, 2, "blank-first", 20, 100);
    check(&recipe, 4, 4, "blank-first", 8, 50);
    recipe.rule = TB_COVER_PACKING;
    check(&recipe, 4, 3, "1 2 3 4 5 0 6 7 8 9 10 11", 8, 50);
}

/* Every kind at once. */
static void all_kinds(void **state)
{
    struct recipe square = {
        .partitions = {{PARTS_3X3, TB_KIND_ZERO_AWARE, REGULAR | REFLECTED},
                       {ROWS_3X3, TB_KIND_NON_ADDITIVE, REGULAR | REFLECTED},
                       {"board 3x3\n aaa\n a--\n a-.\n", TB_KIND_NON_ADDITIVE, REGULAR}},
        .walking = true,
        .tuples = TB_KIND_TRIPLES,
        .rule = TB_COVER_LEAST};
    const struct recipe tall = {
        .partitions = {{"board 2x4\n aa\n ab\n bb\n b.\n", TB_KIND_ZERO_AWARE, REGULAR},
                       {"board 2x4\n aa\n -a\n -b\n b.\n", TB_KIND_NON_ADDITIVE, REGULAR}},
        .conflicts = true,
        .walking = true,
        .tuples = TB_KIND_TRIPLES,
        .rule = TB_COVER_PACKING};
    const struct recipe wide = {
        .partitions = {{"board 4x3\n aabb\n aabb\n ccc.\n", TB_KIND_ZERO_AWARE, REGULAR},
                       {"board 4x3\n aa-b\n a--b\n --b.\n", TB_KIND_NON_ADDITIVE, REGULAR}},
        .walking = true,
        .tuples = TB_KIND_TRIPLES,
        .rule = TB_COVER_LEAST};
    const struct recipe large = {.partitions = {{"board 4x4\n aabb\n aabb\n ccdd\n ccd.\n",
                                                 TB_KIND_ZERO_AWARE, REGULAR | REFLECTED},
                                                {"board 4x4\n a--a\n -bb-\n -b--\n a--.\n",
                                                 TB_KIND_NON_ADDITIVE, REGULAR | REFLECTED}},
                                 .walking = true,
                                 .tuples = TB_KIND_TRIPLES,
                                 .rule = TB_COVER_LEAST};

    (void)state;
    check(&square, 3, 3, "blank-last", 20, 100);
    check(&square, 3, 3, "blank-first", 20, 100);
    check(&tall, 2, 4, "blank-last", 20, 100);
    check(&tall, 2, 4, "0 1 2 3 4 5 6 7", 20, 100);
    check(&wide, 4, 3, "blank-last", 8, 60);
    check(&large, 4, 4, "blank-last", 6, 60);
    check(&large, 4, 4, "3 2 1 0 4 5 6 7 8 9 10 11 12 13 15 14", 6, 60);
}

/* Partitions with reflected and dual look-ups, of values that add up. */
/* Databases of few tiles in which all moves count are often below the Manhattan distance, which
 * must cut all the same. */
static void few_tiles(void **state)
{
    const struct recipe small = {
        .partitions = {{"board 3x3\n aa-\n a--\n --.\n", TB_KIND_NON_ADDITIVE, REGULAR},
                       {"board 3x3\n --b\n --b\n bb.\n", TB_KIND_NON_ADDITIVE, REGULAR}}};
    const struct recipe wide = {
        .partitions = {{"board 4x3\n aa--\n a---\n ---.\n", TB_KIND_NON_ADDITIVE, REGULAR},
                       {"board 4x3\n ----\n --bb\n -bb.\n", TB_KIND_NON_ADDITIVE, REGULAR}}};

    (void)state;
    check(&small, 3, 3, "blank-last", 20, 80);
    check(&small, 3, 3, "blank-first", 20, 80);
    check(&wide, 4, 3, "blank-last", 10, 40);
}

static void several_partitions(void **state)
{
    const struct recipe corner = {.partitions = {{PARTS_3X3, TB_KIND_ADDITIVE, ALL_WAYS},
                                                 {ROWS_3X3, TB_KIND_ZERO_AWARE, ALL_WAYS}}};
    const struct recipe middle = {.partitions = {{MIDDLE_3X3, TB_KIND_ZERO_AWARE, ALL_WAYS},
                                                 {"board 3x3\n aaa\n b.c\n bbc\n",
                                                  TB_KIND_NON_ADDITIVE, REGULAR | REFLECTED}},
                                  .walking = true};
    const struct recipe tall = {
        .partitions = {{"board 2x4\n aa\n ab\n bb\n b.\n", TB_KIND_ADDITIVE, REGULAR | DUAL},
                       {"board 2x4\n ab\n ab\n ab\n b.\n", TB_KIND_ZERO_AWARE, REGULAR | DUAL}}};
    const struct recipe large = {
        .partitions = {{"board 4x4\n aabb\n aabb\n ccdd\n ccd.\n", TB_KIND_ADDITIVE, ALL_WAYS}},
        .conflicts = true};

    (void)state;
    check(&corner, 3, 3, "blank-last", 20, 100);
    check(&corner, 3, 3, "1 2 0 3 4 5 6 7 8", 20, 100);
    check(&middle, 3, 3, "5 1 2 3 0 4 8 6 7", 20, 100);
    check(&tall, 2, 4, "blank-first", 20, 100);
    check(&large, 4, 4, "blank-first", 6, 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walking_and_partition),
        cmocka_unit_test(pairs_and_conflicts),
        cmocka_unit_test(all_kinds),
        cmocka_unit_test(few_tiles),
        cmocka_unit_test(several_partitions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
