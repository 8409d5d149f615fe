/* test_walking.c -- walking distance against plain matrices and the published figures */
#include "testing.h"

#include <stdlib.h>
#include <string.h>

#include "tilebase/size.h"
#include "walking_build.h"

/* Known numbers of states, counted by another program, and largest values, 0 if not known. */
static const struct {
    unsigned lines, length;
    uint32_t states;
    unsigned largest;
} figures[] = {
    {2, 2, 4, 0},         {2, 6, 12, 0},      {3, 2, 33, 0},       {3, 3, 105, 14},
    {3, 4, 255, 18},      {3, 5, 525, 22},    {3, 6, 966, 0},      {4, 2, 480, 0},
    {4, 3, 4324, 29},     {4, 4, 24964, 35},  {4, 5, 107712, 0},   {4, 6, 377872, 0},
    {5, 2, 11010, 0},     {5, 3, 352560, 46}, {5, 4, 5977015, 0},  {5, 5, 65650495, 0},
    {5, 6, 525320120, 0}, {6, 2, 367560, 0},  {6, 3, 50388240, 0}, {6, 4, 2988868680, 0},
};

enum { SMALL = 400000 }; /* states that can be looked at one by one */

static struct tb_walking_index index_of(unsigned lines, unsigned length, unsigned goal)
{
    struct tb_walking_index index;
    struct tb_error error;

    if (tb_walking_index_init(&index, lines, length, goal, &error) != TB_OK)
        fail_msg("%s", error.text);
    return index;
}

/* Run a check for every problem of up to so many states: for every goal line of the blank up
 * to 30,000 of them, for two above. */
static void each_problem(uint32_t most, void (*check)(const struct tb_walking_index *index))
{
    for (size_t i = 0; i < LENGTH(figures); i++)
        for (unsigned goal = 0; goal < figures[i].lines; goal++) {
            struct tb_walking_index index;

            if (figures[i].states > most || (figures[i].states > 30000 && goal % 3 != 1))
                continue;
            index = index_of(figures[i].lines, figures[i].length, goal);
            check(&index);
            tb_walking_index_free(&index);
        }
}

static void assert_same(const struct tb_walking_index *index, const struct tb_walking_state *state,
                        const struct tb_walking_state *other)
{
    assert_int_equal(state->number, other->number);
    assert_int_equal(state->blank, other->blank);
    assert_memory_equal(state->line, other->line, index->lines * sizeof *state->line);
    assert_memory_equal(state->rest, other->rest, index->lines * sizeof *state->rest);
}

/* A move on a matrix; false if it cannot be made. */
static bool plain_move(unsigned lines, struct tb_walking_matrix *matrix, int by, unsigned goal)
{
    int from = matrix->blank + by;

    if (from < 0 || from >= (int)lines || matrix->tiles[from][goal] == 0)
        return false;
    matrix->tiles[from][goal]--;
    matrix->tiles[matrix->blank][goal]++;
    matrix->blank = (uint8_t)from;
    return true;
}

static struct tb_walking_matrix plain_solved(unsigned lines, unsigned length, unsigned goal)
{
    struct tb_walking_matrix matrix = {.blank = (uint8_t)goal};

    for (unsigned line = 0; line < lines; line++)
        matrix.tiles[line][line] = (uint8_t)(line == goal ? length - 1 : length);
    return matrix;
}

static unsigned plain_manhattan(const struct tb_walking_matrix *matrix)
{
    int sum = 0;

    for (int line = 0; line < TB_SIDE_MAX; line++)
        for (int goal = 0; goal < TB_SIDE_MAX; goal++)
            sum += matrix->tiles[line][goal] * abs(line - goal);
    return (unsigned)sum;
}

/* Breadth-first search that knows nothing of numbers: a list of the matrices in the order in
 * which they were reached, and a hash table into it. */
struct plain_search {
    unsigned lines;
    uint32_t count;
    struct tb_walking_matrix *matrix;
    uint8_t *value;
    uint32_t *slot; /* by hash: place in the list + 1, 0 if free */
};

enum { SLOTS = 1 << 20 };

/* The slot of a matrix, or the free one where it would be. */
static uint32_t *plain_slot(const struct plain_search *search,
                            const struct tb_walking_matrix *matrix)
{
    const uint8_t *byte = (const uint8_t *)matrix;
    uint64_t hash = 14695981039346656037u;
    uint32_t at;

    for (size_t i = 0; i < sizeof *matrix; i++)
        hash = (hash ^ byte[i]) * 1099511628211u;
    for (at = (uint32_t)(hash >> 44); search->slot[at] != 0; at = (at + 1) % SLOTS)
        if (memcmp(&search->matrix[search->slot[at] - 1], matrix, sizeof *matrix) == 0)
            break;
    return &search->slot[at];
}

static void plain_add(struct plain_search *search, const struct tb_walking_matrix *matrix,
                      unsigned value)
{
    uint32_t *slot = plain_slot(search, matrix);

    if (*slot != 0)
        return;
    assert_true(search->count < SMALL);
    search->matrix[search->count] = *matrix;
    search->value[search->count] = (uint8_t)value;
    *slot = ++search->count;
}

static struct plain_search plain_run(unsigned lines, unsigned length, unsigned goal)
{
    struct plain_search search = {.lines = lines,
                                  .matrix = calloc(SMALL, sizeof *search.matrix),
                                  .value = calloc(SMALL, 1),
                                  .slot = calloc(SLOTS, sizeof *search.slot)};
    struct tb_walking_matrix solved = plain_solved(lines, length, goal);

    assert_true(search.matrix != NULL && search.value != NULL && search.slot != NULL);
    plain_add(&search, &solved, 0);
    for (uint32_t at = 0; at < search.count; at++)
        for (unsigned tile = 0; tile < lines; tile++)
            for (int by = -1; by <= 1; by += 2) {
                struct tb_walking_matrix matrix = search.matrix[at];

                if (plain_move(lines, &matrix, by, tile))
                    plain_add(&search, &matrix, search.value[at] + 1u);
            }
    return search;
}

static void plain_free(struct plain_search *search)
{
    free(search->matrix);
    free(search->value);
    free(search->slot);
}

static struct walking_build must_build(const struct tb_walking_index *index, unsigned threads)
{
    struct search_options options = {.threads = threads};
    struct walking_build build;
    struct tb_error error;

    if (walking_build(index, &options, &build, &error) != TB_OK)
        fail_msg("%s", error.text);
    return build;
}

static void states_are_as_many_as_known(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(figures); i++)
        for (unsigned goal = 0; goal < figures[i].lines; goal += figures[i].lines - 1) {
            struct tb_walking_index index = index_of(figures[i].lines, figures[i].length, goal);

            assert_int_equal(index.count, figures[i].states);
            assert_int_equal(index.count, index.matrices * index.lines);
            assert_int_equal(tb_walking_count(index.lines, index.length, goal), index.count);
            tb_walking_index_free(&index);
        }
}

/* The sums of a matrix are those of the problem. */
static void check_sums(const struct tb_walking_index *index, const struct tb_walking_matrix *matrix)
{
    assert_true(matrix->blank < index->lines);
    for (unsigned line = 0; line < index->lines; line++) {
        unsigned on_line = 0, of_line = 0;

        for (unsigned other = 0; other < index->lines; other++) {
            on_line += matrix->tiles[line][other];
            of_line += matrix->tiles[other][line];
        }
        assert_int_equal(on_line, index->length - (line == matrix->blank));
        assert_int_equal(of_line, index->length - (line == index->goal));
    }
}

/* From the number to the matrix and back, by every way there is. That numbers come back as
 * they were means that no two have the same matrix. */
static void check_number(const struct tb_walking_index *index, uint32_t number)
{
    struct tb_walking_state state, again = {0};
    struct tb_walking_matrix matrix;

    tb_walking_unrank(index, number, &state);
    assert_int_equal(state.number, number);
    tb_walking_matrix_of(index, &state, &matrix);
    check_sums(index, &matrix);
    assert_int_equal(tb_walking_manhattan(index, &state), plain_manhattan(&matrix));
    assert_int_equal(tb_walking_start(index, &matrix, &again, NULL), TB_OK);
    assert_same(index, &again, &state);
    again = (struct tb_walking_state){.blank = state.blank};
    memcpy(again.line, state.line, sizeof again.line);
    assert_int_equal(tb_walking_rank(index, &again), number);
    assert_same(index, &again, &state);
}

static void check_numbers(const struct tb_walking_index *index)
{
    for (uint32_t number = 0; number < index->count; number++)
        check_number(index, number);
}

static void numbers_and_states_are_one_to_one(void **state)
{
    (void)state;
    each_problem(SMALL, check_numbers);
}

static void large_problems_too(void **state)
{
    uint64_t seed = 5;

    (void)state;
    for (size_t i = 0; i < LENGTH(figures); i++) {
        struct tb_walking_index index;

        if (figures[i].states <= SMALL)
            continue;
        index = index_of(figures[i].lines, figures[i].length, 2);
        check_number(&index, 0);
        check_number(&index, index.count - 1);
        for (unsigned sample = 0; sample < 20000; sample++)
            check_number(&index, (uint32_t)(random_next(&seed) >> 11) % index.count);
        tb_walking_index_free(&index);
    }
}

/* From each of some numbers to one nearby and to one anywhere. */
static void check_seek(const struct tb_walking_index *index)
{
    struct tb_walking_state sought, state;
    uint64_t seed = 9;
    uint32_t number = 0;

    tb_walking_unrank(index, 0, &sought);
    for (unsigned sample = 0; sample < 20000; sample++) {
        uint32_t step = (uint32_t)(random_next(&seed) >> 11) % (sample % 4 == 0 ? index->count : 9);

        number = (number + step) % index->count;
        tb_walking_seek(index, number, &sought);
        tb_walking_unrank(index, number, &state);
        assert_same(index, &sought, &state);
    }
}

static void seeking_gives_what_unranking_does(void **state)
{
    struct tb_walking_index index = index_of(5, 5, 4);

    (void)state;
    check_seek(&index);
    tb_walking_index_free(&index);
    each_problem(SMALL, check_seek);
}

static void solved_state(const struct tb_walking_index *index)
{
    struct tb_walking_matrix matrix, plain = plain_solved(index->lines, index->length, index->goal);
    struct tb_walking_state state;

    tb_walking_solved(index, &state);
    tb_walking_matrix_of(index, &state, &matrix);
    assert_memory_equal(&matrix, &plain, sizeof matrix);
    assert_int_equal(tb_walking_manhattan(index, &state), 0);
}

static void solved_has_every_tile_on_its_line(void **state)
{
    (void)state;
    each_problem(UINT32_MAX, solved_state);
}

/* All moves from a state, against its matrix; links may be NULL. */
static void check_moves(const struct tb_walking_index *index, const struct tb_walking_links *links,
                        uint32_t number)
{
    struct tb_walking_state state, after, expected;
    struct tb_walking_matrix matrix, moved;

    tb_walking_unrank(index, number, &state);
    tb_walking_matrix_of(index, &state, &matrix);
    for (unsigned direction = TB_WALKING_UP; direction <= TB_WALKING_DOWN; direction++)
        for (unsigned goal = 0; goal < index->lines; goal++) {
            bool can;

            moved = matrix;
            can = plain_move(index->lines, &moved, direction == TB_WALKING_UP ? -1 : 1, goal);
            assert_int_equal(tb_walking_can_move(index, &state, direction, goal), can);
            expected.number = TB_WALKING_NO_LINK;
            if (can) {
                assert_int_equal(tb_walking_start(index, &moved, &expected, NULL), TB_OK);
                tb_walking_move(index, &state, direction, goal, &after);
                assert_same(index, &after, &expected);
                after = state;
                tb_walking_move(index, &after, direction, goal, &after);
                assert_same(index, &after, &expected);
            }
            if (links != NULL)
                assert_int_equal(tb_walking_link(links, number, direction, goal), expected.number);
        }
}

static void check_links(const struct tb_walking_index *index)
{
    struct tb_walking_links links;

    assert_int_equal(tb_walking_links_init(&links, index, NULL), TB_OK);
    for (uint32_t number = 0; number < index->count; number++)
        check_moves(index, &links, number);
    tb_walking_links_free(&links);
}

static void moves_and_links_do_what_matrices_do(void **state)
{
    (void)state;
    each_problem(SMALL, check_links);
}

static void moves_of_large_problems(void **state)
{
    uint64_t seed = 3;

    (void)state;
    for (size_t i = 0; i < LENGTH(figures); i++) {
        struct tb_walking_index index;

        if (figures[i].states <= SMALL)
            continue;
        index = index_of(figures[i].lines, figures[i].length, 0);
        for (unsigned sample = 0; sample < 20000; sample++)
            check_moves(&index, NULL, (uint32_t)(random_next(&seed) >> 11) % index.count);
        tb_walking_index_free(&index);
    }
}

static void links_only_for_small_problems(void **state)
{
    struct tb_walking_index index = index_of(5, 4, 0);
    struct tb_walking_links links;
    struct tb_error error;

    (void)state;
    assert_int_equal(tb_walking_links_init(&links, &index, &error), TB_INVALID);
    assert_non_null(strstr(error.text, "1048576"));
    assert_non_null(strstr(error.text, "5977015"));
    tb_walking_links_free(&links);
    tb_walking_index_free(&index);
}

/* Every value, the histogram and the counts against the plain search. */
static void check_values(const struct tb_walking_index *index)
{
    struct plain_search plain = plain_run(index->lines, index->length, index->goal);
    struct walking_build build = must_build(index, 2);
    uint64_t histogram[TB_VALUES_MAX] = {0};

    assert_int_equal(plain.count, index->count);
    assert_int_equal(build.states, plain.count);
    for (uint32_t at = 0; at < plain.count; at++) {
        struct tb_walking_state state;
        unsigned manhattan = plain_manhattan(&plain.matrix[at]);

        assert_int_equal(tb_walking_start(index, &plain.matrix[at], &state, NULL), TB_OK);
        assert_true(plain.value[at] >= manhattan && (plain.value[at] - manhattan) % 2 == 0);
        assert_int_equal(manhattan + 2 * walking_excess(build.table, build.bits, state.number),
                         plain.value[at]);
        histogram[plain.value[at]]++;
    }
    assert_memory_equal(build.histogram, histogram, sizeof histogram);
    assert_int_equal(build.values, plain.value[plain.count - 1] + 1);
    walking_build_free(&build);
    plain_free(&plain);
}

static void values_equal_those_of_a_plain_search(void **state)
{
    (void)state;
    each_problem(SMALL, check_values);
}

static void largest_values_are_as_known(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(figures); i++)
        if (figures[i].largest > 0) {
            struct tb_walking_index index =
                index_of(figures[i].lines, figures[i].length, figures[i].lines - 1);
            struct walking_build build = must_build(&index, 1);

            assert_int_equal(build.values, figures[i].largest + 1);
            assert_int_equal(build.bits, 4);
            assert_int_equal(build.bytes, (figures[i].states + 1) / 2);
            walking_build_free(&build);
            tb_walking_index_free(&index);
        }
}

/* Half a byte that is no state's. */
static void last_byte_of_an_odd_number_of_states(void **state)
{
    struct tb_walking_index index = index_of(3, 3, 2);
    struct walking_build build = must_build(&index, 1);

    (void)state;
    assert_int_equal(index.count % 2, 1);
    assert_int_equal(build.table[build.bytes - 1] >> 4, 15);
    walking_build_free(&build);
    tb_walking_index_free(&index);
}

static unsigned value_of(const struct tb_walking_index *index, const struct walking_build *build,
                         const struct tb_walking_state *state)
{
    return tb_walking_manhattan(index, state) +
           2 * walking_excess(build->table, build->bits, state->number);
}

/* Values are right if only the solved state has 0, neighbours are one apart, and every other
 * state has a neighbour that is one less. Returns whether this one has. */
static bool has_way_on(const struct tb_walking_index *index, const struct walking_build *build,
                       const struct tb_walking_state *state)
{
    unsigned value = value_of(index, build, state);
    bool found = false;

    for (unsigned direction = TB_WALKING_UP; direction <= TB_WALKING_DOWN; direction++)
        for (unsigned goal = 0; goal < index->lines; goal++)
            if (tb_walking_can_move(index, state, direction, goal)) {
                struct tb_walking_state after;
                unsigned other;

                tb_walking_move(index, state, direction, goal, &after);
                other = value_of(index, build, &after);
                if (other + 1 != value && other != value + 1)
                    fail_msg("%u beside %u", other, value);
                found = found || other + 1 == value;
            }
    return found;
}

static void check_neighbours(const struct tb_walking_index *index,
                             const struct walking_build *build)
{
    struct tb_walking_state state, solved;

    tb_walking_solved(index, &solved);
    assert_int_equal(value_of(index, build, &solved), 0);
    tb_walking_unrank(index, 0, &state);
    for (uint32_t number = 0; number < index->count; number++) {
        tb_walking_seek(index, number, &state);
        if (has_way_on(index, build, &state) == (number == solved.number))
            fail_msg("state %lu has a wrong value", (unsigned long)number);
    }
}

/* Large enough for several threads. */
static void threads_make_the_same_table(void **state)
{
    struct tb_walking_index index = index_of(5, 4, 3);
    struct walking_build one = must_build(&index, 1), two = must_build(&index, 2);

    (void)state;
    assert_int_equal(one.states, index.count);
    assert_int_equal(two.states, index.count);
    assert_memory_equal(one.histogram, two.histogram, sizeof one.histogram);
    assert_int_equal(one.bytes, two.bytes);
    assert_int_equal(memcmp(one.table, two.table, (size_t)one.bytes), 0);
    check_neighbours(&index, &two);
    walking_build_free(&one);
    walking_build_free(&two);
    tb_walking_index_free(&index);
}

static void five_by_five(void **state)
{
    struct tb_walking_index index;
    struct walking_build build;

    (void)state;
    if (getenv("TILEBASE_TEST_LONG") == NULL)
        skip();
    index = index_of(5, 5, 4);
    build = must_build(&index, 2);
    assert_int_equal(build.states, 65650495);
    check_neighbours(&index, &build);
    walking_build_free(&build);
    tb_walking_index_free(&index);
}

static void impossible_problems_are_refused(void **state)
{
    static const struct {
        unsigned lines, length, goal;
        const char *text;
    } samples[] = {
        {1, 4, 0, "1 lines of 4"}, {7, 4, 0, "7 lines of 4"}, {4, 1, 0, "4 lines of 1"},
        {4, 7, 0, "4 lines of 7"}, {4, 4, 4, "line 5 of 4"},  {0, 0, 0, "0 lines of 0"},
        {6, 5, 5, "2^32 states"},  {6, 6, 0, "2^32 states"},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(samples); i++) {
        struct tb_walking_index index;
        struct tb_error error;

        assert_int_equal(tb_walking_index_init(&index, samples[i].lines, samples[i].length,
                                               samples[i].goal, &error),
                         TB_INVALID);
        assert_non_null(strstr(error.text, samples[i].text));
        assert_true(tb_walking_count(samples[i].lines, samples[i].length, samples[i].goal) ==
                    TB_TOO_LARGE);
        tb_walking_index_free(&index);
    }
}

/* Break a solved matrix in each way that there is. */
static void wrong_matrices_are_refused(void **state)
{
    struct tb_walking_index index = index_of(3, 4, 2);
    const struct tb_walking_matrix solved = plain_solved(3, 4, 2);
    struct tb_walking_matrix wrong[4] = {solved, solved, solved, solved};
    const char *texts[4] = {"blank cannot be on line 4 of 3", "line 2 does not hold 4 tiles",
                            "line 1 does not hold 4 tiles", "not 4 tiles that belong on line 1"};

    (void)state;
    wrong[0].blank = 3;
    wrong[1].tiles[1][1] = 5;
    wrong[2].tiles[0][0] = 255;
    wrong[3].tiles[0][0] = 0;
    wrong[3].tiles[0][1] = 4;
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        struct tb_walking_state found;
        struct tb_error error;

        assert_int_equal(tb_walking_start(&index, &wrong[i], &found, &error), TB_INVALID);
        if (strstr(error.text, texts[i]) == NULL)
            fail_msg("%s", error.text);
    }
    tb_walking_index_free(&index);
}

/* Counts the calls, checks what they say, and stops at depth 7. */
static bool stop_at_7(void *context, const struct search_progress *progress)
{
    unsigned *calls = context;

    assert_int_equal(progress->depth, *calls);
    assert_int_equal(progress->total, 24964);
    assert_true(progress->states > progress->depth && progress->states < progress->total);
    return ++*calls <= 7;
}

static void progress_can_stop_a_build(void **state)
{
    struct tb_walking_index index = index_of(4, 4, 3);
    unsigned calls = 0;
    struct search_options options = {.threads = 1, .progress = stop_at_7, .context = &calls};
    struct walking_build build;
    struct tb_error error;

    (void)state;
    assert_int_equal(walking_build(&index, &options, &build, &error), TB_STOPPED);
    assert_int_equal(calls, 8);
    assert_null(build.table);
    walking_build_free(&build);
    tb_walking_index_free(&index);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_are_as_many_as_known),
        cmocka_unit_test(numbers_and_states_are_one_to_one),
        cmocka_unit_test(large_problems_too),
        cmocka_unit_test(seeking_gives_what_unranking_does),
        cmocka_unit_test(solved_has_every_tile_on_its_line),
        cmocka_unit_test(moves_and_links_do_what_matrices_do),
        cmocka_unit_test(moves_of_large_problems),
        cmocka_unit_test(links_only_for_small_problems),
        cmocka_unit_test(values_equal_those_of_a_plain_search),
        cmocka_unit_test(largest_values_are_as_known),
        cmocka_unit_test(last_byte_of_an_odd_number_of_states),
        cmocka_unit_test(threads_make_the_same_table),
        cmocka_unit_test(five_by_five),
        cmocka_unit_test(impossible_problems_are_refused),
        cmocka_unit_test(wrong_matrices_are_refused),
        cmocka_unit_test(progress_can_stop_a_build),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
