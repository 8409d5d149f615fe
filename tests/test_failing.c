/* test_failing.c -- the library when memory runs out and files cannot be read: every call that
 * may fail fails once, and each time there is a right answer or a clear error, and no leak */
#include "testing_file.h"

#include <errno.h>

#include "failing.h"
#include "pdblib/guard.h"
#include "tilebase/guard.h"
#include "tilebase/local.h"
#include "tilebase/memory.h"
#include "tilebase/partition.h"
#include "tilebase/walking.h"

/* What one attempt came to: TB_OK only with the right answer, and after an error `clean` only if
 * nothing was handed out. No assertion may be made while calls fail. */
struct attempt {
    enum tb_status status;
    struct tb_error error;
    bool clean;
};

typedef void attempt_function(const void *context, struct attempt *attempt);

/* A way to fail, and the status that it gives; TB_OK if nobody should notice. */
struct failure {
    enum failing_class what;
    int error;
    enum tb_status status;
};

static const struct failure no_memory = {FAILING_ALLOC, ENOMEM, TB_NO_MEMORY};
static const struct failure no_pages = {FAILING_MAP, ENOMEM, TB_NO_MEMORY};
static const struct failure kept_pages = {FAILING_UNMAP, ENOMEM, TB_OK};
static const struct failure no_files = {FAILING_OPEN, EMFILE, TB_IO};
static const struct failure file_memory = {FAILING_OPEN, ENOMEM, TB_NO_MEMORY};
static const struct failure bad_disk = {FAILING_READ, EIO, TB_IO};
static const struct failure signals = {FAILING_READ, EINTR, TB_OK};
static const struct failure short_reads = {FAILING_READ, FAILING_SHORT, TB_OK};
static const struct failure ended = {FAILING_READ, FAILING_END, TB_DAMAGED};
static const struct failure bad_folder = {FAILING_STAT, EIO, TB_IO};
static const struct failure late_errors = {FAILING_CLOSE, EIO, TB_OK};

static void check_end(const char *what, const struct failure *failure,
                      const struct attempt *attempt, const struct failing_outcome *outcome)
{
    const char *class = failing_names[failure->what];
    unsigned long number = outcome->calls[failure->what];

    if (outcome->blocks != 0 || outcome->bytes != 0 || outcome->files != 0)
        fail_msg("%s, %s %lu: %lu blocks, %ld mapped bytes, %ld files left; first by %s+%#lx", what,
                 class, number, outcome->blocks, outcome->bytes, outcome->files,
                 outcome->callers[0].name, outcome->callers[0].offset);
    if (attempt->status == TB_OK)
        return;
    if (outcome->fired == 0 || attempt->status != failure->status)
        fail_msg("%s, %s %lu: %d, %s", what, class, number, attempt->status, attempt->error.text);
    assert_int_equal(attempt->error.status, attempt->status);
    assert_true(attempt->error.text[0] != '\0' && attempt->clean);
}

/* Fail each call in turn. */
static void each_call(const char *what, const struct failure *failure, attempt_function *function,
                      const void *context)
{
    struct failing_plan plan = {.what = failure->what, .number = 1, .error = failure->error};
    unsigned long noticed = 0;

    for (;; plan.number++) {
        struct failing_outcome outcome;
        struct attempt attempt = {.clean = true};

        failing_start(&plan, &outcome);
        function(context, &attempt);
        failing_stop();
        check_end(what, failure, &attempt, &outcome);
        noticed += attempt.status != TB_OK;
        if (outcome.fired == 0)
            break;
        assert_true(plan.number < 100000);
    }
    if (failure->status != TB_OK && plan.number > 1 && noticed == 0)
        fail_msg("%s: nobody noticed %s", what, failing_names[failure->what]);
}

/* --- files --- */

/* One small database of each kind. */
static const char *const pictures[] = {
    "board 3x2\n aaa\n a-.\n",
    "board 3x2\nkind zero-aware\n aaa\n a-.\n",
    "board 3x2\nkind non-additive\n aa-\n a-.\n",
    "board 3x3\nkind walking-distance\n ---\n ---\n --.\n",
    "board 3x2\nkind pairs\n ---\n --.\n",
    "board 3x2\nkind triples\n ---\n --.\n",
};

/* A database and what its table must hold. */
struct sample {
    char path[512];
    struct tb_pdb_options options;
    struct build build;
};

static void open_sample(const void *context, struct attempt *attempt)
{
    const struct sample *sample = context;
    const struct excess_table *table = &sample->build.table;
    struct tb_pdb *pdb;

    attempt->status = tb_pdb_open(sample->path, &sample->options, &pdb, &attempt->error);
    if (attempt->status != TB_OK) {
        attempt->clean = pdb == NULL;
        return;
    }
    if (memcmp(tb_pdb_table(pdb), table->table, table->bytes) != 0)
        attempt->status = TB_DAMAGED;
    tb_pdb_close(pdb);
}

static void read_sample(const void *context, struct attempt *attempt)
{
    const struct sample *sample = context;
    struct tb_header header;

    attempt->status = tb_pdb_read_header(sample->path, &header, &attempt->error);
}

/* In all ways that a file can fail. */
static void each_failure_of_files(const char *what, attempt_function *function, const void *context)
{
    each_call(what, &no_memory, function, context);
    each_call(what, &no_pages, function, context);
    each_call(what, &kept_pages, function, context);
    each_call(what, &no_files, function, context);
    each_call(what, &file_memory, function, context);
    each_call(what, &bad_disk, function, context);
    each_call(what, &signals, function, context);
    each_call(what, &short_reads, function, context);
    each_call(what, &ended, function, context);
    each_call(what, &bad_folder, function, context);
    each_call(what, &late_errors, function, context);
}

static void build_sample(const char *picture, struct sample *sample)
{
    struct tb_partition partition;
    struct tb_pattern pattern;
    unsigned symmetry;

    assert_int_equal(tb_partition_parse("test", picture, &partition, NULL), TB_OK);
    tb_pattern_canonical(&partition.patterns[partition.kind == TB_KIND_TRIPLES], &pattern,
                         &symmetry);
    must_build(&pattern, 1, NULL, &sample->build);
}

static void check_sample(const char *picture, enum tb_layout layout)
{
    struct sample sample = {.options = {.threads = 1}};

    snprintf(sample.path, sizeof sample.path, "%s", path_of("failing.pdb"));
    build_sample(picture, &sample);
    must_write(&sample.build, layout, sample.path);
    each_failure_of_files(picture, open_sample, &sample);
    each_failure_of_files(picture, read_sample, &sample);
    sample.options = (struct tb_pdb_options){.threads = 2, .verify = true};
    each_failure_of_files(picture, open_sample, &sample);
    sample.options.copy = true;
    each_failure_of_files(picture, open_sample, &sample);
    build_free(&sample.build);
}

static void databases(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(pictures); i++) {
        check_sample(pictures[i], TB_LAYOUT_ZSTD);
        check_sample(pictures[i], TB_LAYOUT_MAPPED);
    }
}

/* The table of an adopted database stays the caller's when that fails. */
static void adopt_sample(const void *context, struct attempt *attempt)
{
    const struct sample *sample = context;
    struct tb_header header;
    struct tb_pdb *pdb;
    uint8_t *table = tb_pages_alloc(sample->build.table.bytes);

    if (table == NULL)
        return;
    build_describe(&sample->build, &header);
    attempt->status = tb_pdb_adopt(&header, table, &pdb, &attempt->error);
    if (attempt->status == TB_OK) {
        tb_pdb_close(pdb);
        return;
    }
    attempt->clean = pdb == NULL;
    tb_pages_free(table, sample->build.table.bytes);
}

static void adopted_tables(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(pictures); i++) {
        struct sample sample;

        build_sample(pictures[i], &sample);
        each_call(pictures[i], &no_memory, adopt_sample, &sample);
        build_free(&sample.build);
    }
}

/* --- partitions and the catalogue --- */

static void read_partition(const void *context, struct attempt *attempt)
{
    struct tb_folders folders = {0};
    struct tb_partition partition;

    (void)context;
    tb_folders_prefer(&folders, CATALOGUE, NULL);
    attempt->status = tb_partition_find("7-8", &folders, &partition, &attempt->error);
    if (attempt->status == TB_OK && (partition.count != 2 || strcmp(partition.name, "7-8") != 0))
        attempt->status = TB_DAMAGED;
}

static void partitions(void **state)
{
    static const struct failure no_end = {FAILING_READ, FAILING_END, TB_INVALID};

    (void)state;
    each_call("find", &no_memory, read_partition, NULL);
    each_call("find", &no_files, read_partition, NULL);
    each_call("find", &file_memory, read_partition, NULL);
    each_call("find", &bad_disk, read_partition, NULL);
    each_call("find", &no_end, read_partition, NULL);
    each_call("find", &bad_folder, read_partition, NULL);
}

static void list_names(const void *context, struct attempt *attempt)
{
    const unsigned *count = context;
    struct tb_folders folders = {0};
    struct tb_names names;

    tb_folders_prefer(&folders, CATALOGUE, NULL);
    attempt->status = tb_catalogue_names(&folders, &names, &attempt->error);
    if (attempt->status != TB_OK)
        attempt->clean = names.count == 0 && names.name == NULL;
    else if (names.count != *count)
        attempt->status = TB_DAMAGED;
    tb_names_free(&names);
}

static void the_catalogue(void **state)
{
    static const struct failure bad_list = {FAILING_LIST, EIO, TB_IO};
    struct tb_folders folders = {0};
    struct tb_names names;
    unsigned count;

    (void)state;
    assert_int_equal(tb_folders_prefer(&folders, CATALOGUE, NULL), TB_OK);
    assert_int_equal(tb_catalogue_names(&folders, &names, NULL), TB_OK);
    count = names.count;
    assert_in_range(count, 5, 1000);
    tb_names_free(&names);
    each_call("names", &no_memory, list_names, &count);
    each_call("names", &no_files, list_names, &count);
    each_call("names", &file_memory, list_names, &count);
    each_call("names", &bad_list, list_names, &count);
    each_call("names", &late_errors, list_names, &count);
}

/* Two patterns with files of their own, and one that shares. */
static void open_tables(const void *context, struct attempt *attempt)
{
    const struct tb_partition *partition = context;
    const struct tb_pdb_options options = {.threads = 1, .verify = true};
    struct tb_position solved = {0};
    struct tb_folders folders = {0};
    struct tb_tables *tables;

    for (unsigned cell = 0; cell < partition->board.cells; cell++)
        solved.tile[cell] = cell == partition->blank ? 0 : (uint8_t)(cell + 1);
    tb_folders_prefer(&folders, folder, NULL);
    attempt->status = tb_tables_open(partition, &folders, &options, &tables, &attempt->error);
    if (attempt->status != TB_OK)
        attempt->clean = tables == NULL;
    else if (tb_tables_lookup(tables, &solved) != 0)
        attempt->status = TB_DAMAGED;
    tb_tables_close(tables);
}

static void tables(void **state)
{
    struct tb_partition partition;

    (void)state;
    assert_int_equal(tb_partition_parse("test", "board 3x3\n aab\n -cb\n dd.\n", &partition, NULL),
                     TB_OK);
    for (unsigned i = 0; i < partition.count; i++) {
        struct tb_pattern pattern;
        char name[TB_PATTERN_TEXT];
        struct build build;
        unsigned symmetry;

        tb_pattern_canonical(&partition.patterns[i], &pattern, &symmetry);
        tb_pattern_file_name(&pattern, name);
        must_build(&pattern, 1, NULL, &build);
        must_write(&build, i == 0 ? TB_LAYOUT_ZSTD : TB_LAYOUT_MAPPED, path_of(name));
        build_free(&build);
    }
    each_failure_of_files("tables", open_tables, &partition);
}

static enum tb_status refuse_problem(void *context, const struct tb_pattern *pattern,
                                     struct tb_pdb **pdb, struct tb_error *error)
{
    (void)context;
    (void)pattern;
    *pdb = NULL;
    return tb_error_set(error, TB_STOPPED, "there are none");
}

static void make_local(const void *context, struct attempt *attempt)
{
    struct tb_local *local;

    attempt->status = tb_local_make(context, 2, refuse_problem, NULL, &local, &attempt->error);
    attempt->clean = local == NULL;
    /* The source's own refusal comes when there was memory. */
    if (attempt->status == TB_STOPPED)
        attempt->status = TB_OK;
}

static void local_problems(void **state)
{
    struct tb_board board = board_of(3, 2);

    (void)state;
    each_call("local", &no_memory, make_local, &board);
}

/* --- indexes --- */

static void index_cellsets(const void *context, struct attempt *attempt)
{
    struct tb_cellset_index index;

    (void)context;
    attempt->status = tb_cellset_index_init(&index, 9, 4, &attempt->error);
    if (attempt->status == TB_OK)
        tb_cellset_index_free(&index);
    attempt->clean = index.low == NULL && index.high == NULL;
}

static void index_entries(const void *context, struct attempt *attempt)
{
    struct tb_entry_index index;

    attempt->status = tb_entry_index_init(&index, context, &attempt->error);
    if (attempt->status == TB_OK)
        tb_entry_index_free(&index);
    attempt->clean = index.first_column == NULL && index.sets.low == NULL;
}

static void index_slides(const void *context, struct attempt *attempt)
{
    struct tb_slides slides;

    (void)context;
    attempt->status = tb_slides_init(&slides, 5, 3, &attempt->error);
    if (attempt->status == TB_OK)
        tb_slides_free(&slides);
    attempt->clean = slides.lane == NULL && slides.turn == NULL;
}

static void index_walking(const void *context, struct attempt *attempt)
{
    struct tb_walking_index index;
    struct tb_walking_links links = {0};

    (void)context;
    attempt->status = tb_walking_index_init(&index, 3, 3, 2, &attempt->error);
    if (attempt->status == TB_OK)
        attempt->status = tb_walking_links_init(&links, &index, &attempt->error);
    attempt->clean = links.next == NULL;
    tb_walking_links_free(&links);
    tb_walking_index_free(&index);
    attempt->clean = attempt->clean && index.part == NULL && index.step == NULL;
}

static void indexes(void **state)
{
    struct tb_pattern pattern = make_pattern(3, 2, 0x007, 5);

    (void)state;
    each_call("cell sets", &no_memory, index_cellsets, NULL);
    each_call("entries", &no_memory, index_entries, &pattern);
    pattern.kind = TB_KIND_ZERO_AWARE;
    each_call("zero-aware entries", &no_memory, index_entries, &pattern);
    each_call("slides", &no_memory, index_slides, NULL);
    each_call("walking", &no_memory, index_walking, NULL);
    each_call("walking", &no_pages, index_walking, NULL);
}

/* --- what has no error to give: it does without --- */

/* No number of bytes is wrong here, but there must be one, and it is for a machine that exists. */
static void ask_for_memory(const void *context, struct attempt *attempt)
{
    (void)context;
    attempt->status = tb_memory_available() > 0 ? TB_OK : TB_INVALID;
}

static void install_guard(const void *context, struct attempt *attempt)
{
    (void)context;
    attempt->status = tb_guard_install(&attempt->error);
}

static void the_rest(void **state)
{
    static const struct failure unseen[] = {
        {FAILING_ALLOC, ENOMEM, TB_OK},
        {FAILING_OPEN, EMFILE, TB_OK},
        {FAILING_READ, EIO, TB_OK},
        {FAILING_SYSTEM, EINVAL, TB_OK},
    };
    static const struct failure no_signal = {FAILING_SYSTEM, EINVAL, TB_IO};

    (void)state;
    for (size_t i = 0; i < LENGTH(unseen); i++)
        each_call("memory", &unseen[i], ask_for_memory, NULL);
    each_call("guard", &no_signal, install_guard, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(databases),  cmocka_unit_test(adopted_tables),
        cmocka_unit_test(partitions), cmocka_unit_test(the_catalogue),
        cmocka_unit_test(tables),     cmocka_unit_test(local_problems),
        cmocka_unit_test(indexes),    cmocka_unit_test(the_rest),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
