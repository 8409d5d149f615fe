/* test_cli.c -- the programs' helpers: numbers for people, and the command line */
#include <limits.h>

#include "cli/options.h"
#include "cli/text.h"
#include "testing.h"

static void test_count(void **state)
{
    char text[CLI_NUMBER];

    (void)state;
    assert_string_equal(cli_count(0, text), "0");
    assert_string_equal(cli_count(9, text), "9");
    assert_string_equal(cli_count(999, text), "999");
    assert_string_equal(cli_count(1000, text), "1,000");
    assert_string_equal(cli_count(999999, text), "999,999");
    assert_string_equal(cli_count(1000000, text), "1,000,000");
    assert_string_equal(cli_count(518918400, text), "518,918,400");
    assert_string_equal(cli_count(UINT64_MAX, text), "18,446,744,073,709,551,615");
}

static void test_bytes(void **state)
{
    char text[CLI_NUMBER];

    (void)state;
    assert_string_equal(cli_bytes(0, text), "0 B");
    assert_string_equal(cli_bytes(999, text), "999 B");
    assert_string_equal(cli_bytes(1000, text), "1.00 kB");
    assert_string_equal(cli_bytes(9994, text), "9.99 kB");
    assert_string_equal(cli_bytes(9996, text), "10.0 kB");
    assert_string_equal(cli_bytes(99940, text), "99.9 kB");
    assert_string_equal(cli_bytes(99960, text), "100 kB");
    assert_string_equal(cli_bytes(999499, text), "999 kB");
    assert_string_equal(cli_bytes(999500, text), "1.00 MB");
    assert_string_equal(cli_bytes(74940000, text), "74.9 MB");
    assert_string_equal(cli_bytes(1000000000, text), "1.00 GB");
    assert_string_equal(cli_bytes(UINT64_MAX, text), "18.4 EB");
}

static void test_seconds(void **state)
{
    char text[CLI_NUMBER];

    (void)state;
    assert_string_equal(cli_seconds(0, text), "0.00 ms");
    assert_string_equal(cli_seconds(0.0123, text), "12.3 ms");
    assert_string_equal(cli_seconds(0.9994, text), "999 ms");
    assert_string_equal(cli_seconds(0.9996, text), "1.00 s");
    assert_string_equal(cli_seconds(4.2, text), "4.20 s");
    assert_string_equal(cli_seconds(9.996, text), "10.0 s");
    assert_string_equal(cli_seconds(59.9, text), "59.9 s");
    assert_string_equal(cli_seconds(60, text), "1 min 00 s");
    assert_string_equal(cli_seconds(75, text), "1 min 15 s");
    assert_string_equal(cli_seconds(3599, text), "59 min 59 s");
    assert_string_equal(cli_seconds(3600, text), "1 h 00 min");
    assert_string_equal(cli_seconds(7325, text), "2 h 02 min");
    assert_string_equal(cli_seconds(1e6, text), "11 days");
}

enum { OUTPUT, QUIET, OUT };

static const struct cli_option options[] = {
    {"output", "FILE", "where to"},
    {"quiet", NULL, "no words"},
    {"out", "N", "a shorter name"},
    {NULL, NULL, NULL},
};

static const struct cli_program program = {
    .name = "tester",
    .usage = "[OPTION]... [ARGUMENT]...",
    .summary = "Takes options.",
    .options = options,
    .examples = "tester --quiet",
};

/* What the handler was called with. */
struct calls {
    unsigned count;
    int option[8];
    const char *value[8];
};

static enum tb_status record(void *context, int option, const char *value, struct tb_error *error)
{
    struct calls *calls = context;

    if (option == OUT && value[0] == '!')
        return tb_error_set(error, TB_IO, "refused");
    assert_in_range(calls->count, 0, LENGTH(calls->option) - 1);
    calls->option[calls->count] = option;
    calls->value[calls->count++] = value;
    return TB_OK;
}

/* Parse a list of arguments that ends with NULL. */
static enum tb_status parse(char **arguments, struct calls *calls, int *done,
                            struct tb_error *error)
{
    int count = 0;

    *calls = (struct calls){0};
    while (arguments[count] != NULL)
        count++;
    return cli_parse(&program, count, arguments, record, calls, done, error);
}

#define ARGUMENTS(...) ((char *[]){"tester", __VA_ARGS__, NULL})

static void check_call(const struct calls *calls, unsigned place, int option, const char *value)
{
    assert_in_range(place, 0, calls->count - 1);
    assert_int_equal(calls->option[place], option);
    if (value == NULL)
        assert_null(calls->value[place]);
    else
        assert_string_equal(calls->value[place], value);
}

static void test_options(void **state)
{
    struct calls calls;
    struct tb_error error;
    int done;

    (void)state;
    assert_int_equal(parse(ARGUMENTS("--output=a", "--output", "b", "c", "--quiet", "--out=1",
                                     "--output=", "--output=x=y"),
                           &calls, &done, &error),
                     TB_OK);
    assert_int_equal(done, 0);
    assert_int_equal(calls.count, 7);
    check_call(&calls, 0, OUTPUT, "a");
    check_call(&calls, 1, OUTPUT, "b");
    check_call(&calls, 2, -1, "c");
    check_call(&calls, 3, QUIET, NULL);
    check_call(&calls, 4, OUT, "1");
    check_call(&calls, 5, OUTPUT, "");
    check_call(&calls, 6, OUTPUT, "x=y");
}

static void test_no_arguments(void **state)
{
    struct calls calls;
    struct tb_error error;
    char *none[] = {"tester", NULL};
    int done = 1;

    (void)state;
    assert_int_equal(parse(none, &calls, &done, &error), TB_OK);
    assert_int_equal(calls.count, 0);
    assert_int_equal(done, 0);
}

static void test_dashes(void **state)
{
    struct calls calls;
    struct tb_error error;
    int done;

    (void)state;
    assert_int_equal(parse(ARGUMENTS("-", "", "--output", "--quiet", "--", "--quiet", "--", "-x"),
                           &calls, &done, &error),
                     TB_OK);
    assert_int_equal(calls.count, 6);
    check_call(&calls, 0, -1, "-");
    check_call(&calls, 1, -1, "");
    check_call(&calls, 2, OUTPUT, "--quiet");
    check_call(&calls, 3, -1, "--quiet");
    check_call(&calls, 4, -1, "--");
    check_call(&calls, 5, -1, "-x");
}

static void test_bad_options(void **state)
{
    static char *const bad[] = {
        "--unknown", "--outp", "--outputs=1", "--quiet=yes", "--quiet=", "--output",
        "-q",        "-o",     "--=",         "---",         "--Quiet",  "--unknown=1",
    };
    struct calls calls;
    int done;

    (void)state;
    for (size_t i = 0; i < LENGTH(bad); i++) {
        struct tb_error error = {0};

        assert_int_equal(parse(ARGUMENTS(bad[i]), &calls, &done, &error), TB_INVALID);
        assert_int_equal(error.status, TB_INVALID);
        assert_int_not_equal(error.text[0], '\0');
        assert_int_equal(calls.count, 0);
        assert_int_equal(done, 0);
    }
}

static void test_handler_refuses(void **state)
{
    struct calls calls;
    struct tb_error error;
    int done;

    (void)state;
    assert_int_equal(parse(ARGUMENTS("--quiet", "--out", "!", "--quiet"), &calls, &done, &error),
                     TB_IO);
    assert_string_equal(error.text, "refused");
    assert_int_equal(calls.count, 1);
}

static void test_version_and_help(void **state)
{
    static char *const asking[] = {"--version", "--help", "-h"};
    struct calls calls;
    struct tb_error error;

    (void)state;
    for (size_t i = 0; i < LENGTH(asking); i++) {
        int done = 0;

        assert_int_equal(parse(ARGUMENTS("a", asking[i], "--unknown"), &calls, &done, &error),
                         TB_OK);
        assert_int_equal(done, 1);
        assert_int_equal(calls.count, 1);
    }
}

static void test_number(void **state)
{
    static const char *const bad[] = {
        "",    "0",   "17",
        "-1",  "x",   "5x",
        "5 ",  "1.5", "99999999999999999999999",
        " ",   "--",  "-",
        "0x5", "1e1", "-99999999999999999999999",
    };
    struct tb_error error;
    int64_t number;

    (void)state;
    assert_int_equal(cli_parse_number("threads", "1", 1, 16, &number, &error), TB_OK);
    assert_int_equal(number, 1);
    assert_int_equal(cli_parse_number("threads", "16", 1, 16, &number, &error), TB_OK);
    assert_int_equal(number, 16);
    assert_int_equal(cli_parse_number("threads", "-5", -5, 5, &number, &error), TB_OK);
    assert_int_equal(number, -5);
    assert_int_equal(cli_parse_number("n", "0", INT64_MIN, INT64_MAX, &number, &error), TB_OK);
    assert_int_equal(
        cli_parse_number("n", "9999999999999999999999", INT64_MIN, INT64_MAX, &number, &error),
        TB_INVALID);
    for (size_t i = 0; i < LENGTH(bad); i++) {
        assert_int_equal(cli_parse_number("threads", bad[i], 1, 16, &number, &error), TB_INVALID);
        assert_memory_equal(error.text, "--threads ", 10);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_count),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_seconds),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_no_arguments),
        cmocka_unit_test(test_dashes),
        cmocka_unit_test(test_bad_options),
        cmocka_unit_test(test_handler_refuses),
        cmocka_unit_test(test_version_and_help),
        cmocka_unit_test(test_number),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
