/* test_arguments.c -- the programs' command lines: the edges of every number, and what excludes
 * what */
#include "testing.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "pdbgen/arguments.h"
#include "pdbinfo/arguments.h"
#include "solver/arguments.h"

/* What a command line was read as. */
struct parsed {
    struct gen_arguments gen;
    struct task info;
    struct solve_arguments solve;
};

/* Parse "program argument ...", with spaces between arguments and `~` for spaces in them. */
static enum tb_status parse(const char *command, struct parsed *parsed, struct tb_error *error)
{
    static char text[512];
    char *argument[32];
    int count = 0, done;

    snprintf(text, sizeof text, "%s", command);
    for (char *word = text; word != NULL && count < 31; count++) {
        argument[count] = strsep(&word, " ");
        for (char *space = argument[count]; (space = strchr(space, '~')) != NULL;)
            *space = ' ';
    }
    argument[count] = NULL;
    if (strcmp(argument[0], "pdbgen") == 0)
        return gen_arguments_parse(count, argument, &parsed->gen, &done, error);
    if (strcmp(argument[0], "pdbinfo") == 0)
        return info_arguments_parse(count, argument, &parsed->info, &done, error);
    return solve_arguments_parse(count, argument, &parsed->solve, &done, error);
}

static void check_refused(const char *command, const char *says)
{
    struct parsed parsed;
    struct tb_error error = {0};

    if (parse(command, &parsed, &error) != TB_INVALID)
        fail_msg("taken: %s", command);
    if (strstr(error.text, says) == NULL)
        fail_msg("%s: %s", command, error.text);
}

static void must_parse(const char *command, struct parsed *parsed)
{
    struct tb_error error = {0};

    if (parse(command, parsed, &error) != TB_OK)
        fail_msg("%s: %s", command, error.text);
}

/* An option that takes a whole number, and where its value is found. */
struct number {
    const char *command; /* up to the value */
    int64_t least, most;
    size_t place, bytes;
    uint64_t unit; /* what the value is multiplied by */
};

#define FIELD(field) offsetof(struct parsed, field), sizeof(((struct parsed *)NULL)->field)

static const struct number numbers[] = {
    {"pdbgen 7-8 --level=", 1, 19, FIELD(gen.job.level), 1},
    {"pdbgen 7-8 --threads=", 1, 1024, FIELD(gen.job.threads), 1},
    {"pdbgen --kind local --region=", 1, 12, FIELD(gen.region), 1},
    {"pdbinfo --partition 7-8 --positions=", 32, 100000000000, FIELD(info.positions), 1},
    {"pdbinfo --partition 7-8 --seed=", 1, INT64_C(1) << 62, FIELD(info.seed), 1},
    {"pdbinfo --partition 7-8 --length=", 1, 400, FIELD(info.length), 1},
    {"pdbinfo a --threads=", 1, 1024, FIELD(info.threads), 1},
    {"pdbsolve --random=", 1, BOARDS_MAX, FIELD(solve.random), 1},
    {"pdbsolve --random 1 --walk=", 1, 1000000, FIELD(solve.walk), 1},
    {"pdbsolve a --seed=", 0, INT64_C(1) << 62, FIELD(solve.search.seed), 1},
    {"pdbsolve --algorithm bfs a --memory=", 1, 1 << 30, FIELD(solve.search.memory), 1000000},
    {"pdbsolve --algorithm local a --region=", 1, 12, FIELD(solve.region), 1},
    {"pdbsolve --survey=", 1, 1000000000, FIELD(solve.survey), 1},
    {"pdbsolve a --threads=", 1, 1024, FIELD(solve.choice.threads), 1},
    {"pdbsolve a --max-nodes=", 1, INT64_C(1) << 62, FIELD(solve.search.nodes), 1},
    {"pdbsolve --all a --limit=", 1, 1000000, FIELD(solve.search.listed), 1},
};

static void check_taken(const struct number *number, int64_t value)
{
    char command[128];
    struct parsed parsed;
    uint64_t found = 0;

    snprintf(command, sizeof command, "%s%" PRId64, number->command, value);
    must_parse(command, &parsed);
    if (number->bytes == sizeof found)
        memcpy(&found, (const char *)&parsed + number->place, sizeof found);
    else
        found = *(const unsigned *)((const char *)&parsed + number->place);
    if (found != (uint64_t)value * number->unit)
        fail_msg("%s is %" PRIu64, command, found);
}

static void check_not_taken(const struct number *number, const char *value)
{
    char command[128], says[128];
    const char *name = strrchr(number->command, ' ') + 1;

    snprintf(command, sizeof command, "%s%s", number->command, value);
    snprintf(says, sizeof says, "%.*s takes a whole number from %" PRId64 " to %" PRId64,
             (int)strcspn(name, "="), name, number->least, number->most);
    check_refused(command, says);
}

static void test_numbers(void **state)
{
    static const char *const bad[] = {
        "",
        "-",
        "-1",
        "0x10",
        "1e9",
        "~1",
        "1~",
        "+1",
        "1.0",
        "1,000",
        "1k",
        "--1",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775809",
        "18446744073709551616",
        "99999999999999999999999999999999999",
    };
    char value[32];

    (void)state;
    for (size_t i = 0; i < LENGTH(numbers); i++) {
        const struct number *number = &numbers[i];

        assert_true(number->bytes == sizeof(unsigned) || number->bytes == sizeof(uint64_t));
        check_taken(number, number->least);
        check_taken(number, number->least + 1);
        check_taken(number, number->most - 1);
        check_taken(number, number->most);
        snprintf(value, sizeof value, "%" PRId64, number->least - 1);
        check_not_taken(number, value);
        snprintf(value, sizeof value, "%" PRId64, number->most + 1);
        check_not_taken(number, value);
        for (size_t j = 0; j < LENGTH(bad); j++)
            check_not_taken(number, bad[j]);
    }
}

/* No number, or none that is finite, in any notation that strtod has beside the usual one. */
static const char *const no_decimals[] = {
    "",         "x",   "-",     ".",  "e1", "1e",  "nan",   "inf", "-inf",
    "infinity", "0x2", "0x1p1", "~2", "2~", "2,5", "1e400", "2s",  "2.5.1",
};

static void check_decimals(const char *option, const char *says)
{
    char command[128];

    for (size_t i = 0; i < LENGTH(no_decimals); i++) {
        snprintf(command, sizeof command, "%s%s", option, no_decimals[i]);
        check_refused(command, says);
    }
}

static void check_seconds(const char *option, const char *says, size_t place)
{
    static const struct {
        const char *text;
        double value;
    } good[] = {{"2.5", 2.5},        {"1", 1},    {"1e9", 1e9},
                {"1000000000", 1e9}, {".5", 0.5}, {"1e-3", 1e-3}};
    static const char *const bad[] = {"0",      "-1",           "-0",   "0.0",
                                      "1e-400", "1000000000.1", "1e10", "1e300"};
    char command[128];

    for (size_t i = 0; i < LENGTH(good); i++) {
        struct parsed parsed;

        snprintf(command, sizeof command, "%s%s", option, good[i].text);
        must_parse(command, &parsed);
        assert_true(*(const double *)((const char *)&parsed + place) == good[i].value);
    }
    for (size_t i = 0; i < LENGTH(bad); i++) {
        snprintf(command, sizeof command, "%s%s", option, bad[i]);
        check_refused(command, says);
    }
    check_decimals(option, says);
}

static void test_seconds(void **state)
{
    struct parsed parsed;

    (void)state;
    check_seconds("pdbsolve a --timeout=", "--timeout takes seconds, such as 2.5, up to 1000000000",
                  offsetof(struct parsed, solve.search.seconds));
    check_seconds("pdbsolve a --algorithm local --improve=", "--improve takes seconds",
                  offsetof(struct parsed, solve.search.improve));
    must_parse("pdbsolve a", &parsed);
    assert_true(isinf(parsed.solve.search.seconds));
    assert_true(parsed.solve.search.improve == 0);
}

static void test_weight(void **state)
{
    static const struct {
        const char *text;
        double value;
    } good[] = {{"1", 1}, {"1.5", 1.5}, {"10", 10}, {"1e1", 10}, {"10.0", 10}};
    static const char *const bad[] = {"0.999999", "10.00001", "-1", "0", "11", "1e300", "-1e300"};
    char command[128];
    struct parsed parsed;

    (void)state;
    for (size_t i = 0; i < LENGTH(good); i++) {
        snprintf(command, sizeof command, "pdbsolve a --algorithm weighted-ida --weight=%s",
                 good[i].text);
        must_parse(command, &parsed);
        assert_true(parsed.solve.search.weight == good[i].value);
    }
    for (size_t i = 0; i < LENGTH(bad); i++) {
        snprintf(command, sizeof command, "pdbsolve a --algorithm weighted-ida --weight=%s",
                 bad[i]);
        check_refused(command, "--weight takes a number from 1 to 10");
    }
    check_decimals("pdbsolve a --algorithm weighted-ida --weight=", "--weight takes a number");
    must_parse("pdbsolve a", &parsed);
    assert_true(parsed.solve.search.weight == 1.5);
}

/* Of an option that is given again the last value counts, unless there is no sense in that. */
static void test_twice(void **state)
{
    struct parsed parsed;

    (void)state;
    must_parse("pdbgen --threads 3 --level 2 7-8 --threads 4 --layout zstd --layout mapped",
               &parsed);
    assert_int_equal(parsed.gen.job.threads, 4);
    assert_int_equal(parsed.gen.job.layout, TB_LAYOUT_MAPPED);
    assert_int_equal(parsed.gen.count, 1);
    must_parse("pdbsolve --timeout 3 --timeout 2 --json --json 1~2~3~0", &parsed);
    assert_true(parsed.solve.search.seconds == 2);
    check_refused("pdbsolve --json --csv a", "choose --json or --csv");
    check_refused("pdbsolve --csv a --json", "choose --json or --csv");
    check_refused("pdbinfo --csv a --json", "choose --json or --csv");
    check_refused("pdbgen --tiles 1-4 --tiles 5-8", "--tiles builds one pattern: give it once");
    check_refused("pdbgen --threads 0 --threads 4 7-8", "not '0'");
}

static void check_many(const char *program, const char *each, unsigned most, const char *says)
{
    char command[512];
    size_t used = (size_t)snprintf(command, sizeof command, "%s", program);
    struct parsed parsed;

    for (unsigned i = 0; i <= most; i++) {
        if (i == most)
            must_parse(command, &parsed);
        used += (size_t)snprintf(command + used, sizeof command - used, " %s", each);
    }
    check_refused(command, says);
}

static void test_many(void **state)
{
    (void)state;
    check_many("pdbinfo", "--partition=a", TASK_PARTITIONS, "at most 6 partitions at once");
    check_many("pdbsolve 1~2~3~0", "--partition=a", PARTITIONS_MAX, "at most 4 partitions at once");
}

static void test_many_partitions(void **state)
{
    char *argument[GEN_PARTITIONS_MAX + 3] = {"pdbgen"};
    struct gen_arguments arguments;
    struct tb_error error;
    int done;

    (void)state;
    for (int i = 1; i <= GEN_PARTITIONS_MAX + 1; i++)
        argument[i] = "7-8";
    assert_int_equal(
        gen_arguments_parse(GEN_PARTITIONS_MAX + 2, argument, &arguments, &done, &error),
        TB_INVALID);
    assert_string_equal(error.text, "more than 64 partitions at once");
    argument[GEN_PARTITIONS_MAX + 1] = NULL;
    assert_int_equal(
        gen_arguments_parse(GEN_PARTITIONS_MAX + 1, argument, &arguments, &done, &error), TB_OK);
    assert_int_equal(arguments.count, GEN_PARTITIONS_MAX);
}

/* A folder's path fits, or the option is refused. */
static void test_output(void **state)
{
    static char path[TB_PATH_MAX + 1];
    char *argument[] = {"pdbgen", "7-8", "--output", path, NULL};
    struct gen_arguments arguments;
    struct tb_error error;
    int done;

    (void)state;
    memset(path, 'a', TB_PATH_MAX - 1);
    assert_int_equal(gen_arguments_parse(4, argument, &arguments, &done, &error), TB_OK);
    assert_string_equal(arguments.job.output, path);
    path[TB_PATH_MAX - 1] = 'a';
    assert_int_equal(gen_arguments_parse(4, argument, &arguments, &done, &error), TB_INVALID);
    assert_string_equal(error.text, "--output needs the path of a folder");
    check_refused("pdbgen 7-8 --output=", "--output needs the path of a folder");
}

/* Nothing is left of the boards' room that BOARDS_MAX allows. */
static void test_boards(void **state)
{
    struct boards boards = {.known = true, .count = BOARDS_MAX, .room = BOARDS_MAX};
    struct tb_error error;

    (void)state;
    tb_board_init(&boards.board, 2, 2, NULL);
    assert_int_equal(boards_add(&boards, "1 2 3 0", &error), TB_INVALID);
    assert_string_equal(error.text, "more than 10000000 boards at once: solve them in parts");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers), cmocka_unit_test(test_seconds),
        cmocka_unit_test(test_weight),  cmocka_unit_test(test_twice),
        cmocka_unit_test(test_many),    cmocka_unit_test(test_many_partitions),
        cmocka_unit_test(test_output),  cmocka_unit_test(test_boards),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
