/* tasks.c -- what pdbinfo can be asked to do */
#include "tasks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "chart.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/message.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/text.h"
#include "difference.h"
#include "histogram.h"
#include "inspect.h"
#include "prove.h"
#include "report.h"

/* --- how far long work is --- */

struct progress {
    struct cli_progress line;
    const char *what;
    const char *name;
};

static bool show_progress(void *context, double done)
{
    struct progress *progress = context;
    double elapsed = cli_now() - progress->line.start;
    char left[CLI_NUMBER];

    if (cli_progress_due(&progress->line) && done > 0)
        cli_progress_line(&progress->line, "%s %s: %.0f%%, %s left", progress->what, progress->name,
                          100 * done, cli_seconds(elapsed / done - elapsed, left));
    return !cli_interrupted();
}

static void progress_start(struct progress *progress, const char *what, const char *name)
{
    *progress = (struct progress){.what = what, .name = name};
    cli_progress_start(&progress->line, false);
}

static struct watch watch_of(struct progress *progress)
{
    return (struct watch){show_progress, progress};
}

/* --- files --- */

static enum tb_status open_file(const struct task *task, const char *path, struct tb_pdb **pdb,
                                struct tb_error *error)
{
    const struct tb_pdb_options options = {.threads = task->threads,
                                           .verify = task->trust >= SUMMARY_CHECKSUMS};

    return tb_pdb_open(path, &options, pdb, error);
}

/* Check a file as far as was asked for. */
static enum tb_status check_file(const struct task *task, struct summary *summary,
                                 struct tb_error *error)
{
    struct progress progress;
    struct tb_pdb *pdb;
    enum tb_status status;

    if (task->trust == SUMMARY_HEADER)
        return TB_OK;
    status = open_file(task, summary->path, &pdb, error);
    if (status == TB_OK && task->trust == SUMMARY_PROVEN) {
        progress_start(&progress, "proving", summary->path);
        const struct prove_options options = {task->threads, watch_of(&progress)};

        status = prove_table(summary->path, pdb, &options, error);
        cli_progress_end(&progress.line);
        if (status == TB_STOPPED)
            tb_error_set(error, status, "interrupted: %.200s is not proven", summary->path);
    }
    if (status == TB_OK) {
        status = cli_check_databases(error);
        summary->header = *tb_pdb_header(pdb); /* of what was checked, if it was replaced */
    }
    tb_pdb_close(pdb);
    summary->trust = task->trust;
    return status;
}

/* Print what is known of all files that could be read. */
static enum tb_status print_summaries(const struct task *task, const struct summary *summaries,
                                      size_t count, struct tb_error *error)
{
    enum tb_status status = TB_OK;

    if (task->brief && task->form == FORM_CSV)
        return TB_OK;
    if (task->form == FORM_CSV)
        printf("name,value,entries,share\n");
    for (size_t i = 0; i < count && status == TB_OK && task->form != FORM_TEXT; i++)
        if (task->form == FORM_JSON)
            status = summary_print_json(&summaries[i], error);
        else
            histogram_print_csv(summaries[i].path, summaries[i].header.histogram,
                                summaries[i].header.values);
    if (task->form == FORM_TEXT && count == 1 && !task->brief)
        status = summary_print(&summaries[0], error);
    else if (task->form == FORM_TEXT && count > 0)
        status = summary_print_table(summaries, count, error);
    return status;
}

/* Every file is tried, so that one bad file does not hide another; each is told of as it is
 * found to be bad. */
static enum tb_status show_files(const struct task *task, struct tb_error *error)
{
    struct summary *summaries = calloc((size_t)task->count, sizeof *summaries);
    enum tb_status worst = TB_OK, status;
    size_t good = 0;

    if (summaries == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for %d files", task->count);
    for (int i = 0; i < task->count && worst != TB_STOPPED; i++) {
        struct tb_error reason;

        status = summary_read(task->files[i], &summaries[good], &reason);
        if (status == TB_OK)
            status = check_file(task, &summaries[good], &reason);
        if (status == TB_OK) {
            good++;
            continue;
        }
        if (worst != TB_OK)
            cli_note("pdbinfo", error);
        worst = status;
        *error = reason;
    }
    status = print_summaries(task, summaries, good, worst == TB_OK ? error : NULL);
    free(summaries);
    return worst == TB_OK ? status : worst;
}

/* --- partitions --- */

/* A partition by its name, of the kind that was asked for. */
static enum tb_status find_partition(const struct task *task, const char *name,
                                     struct tb_folders *folders, struct tb_partition *partition,
                                     struct tb_error *error)
{
    enum tb_status status = tb_folders_default(folders, error);

    if (status == TB_OK)
        status = tb_partition_find(name, folders, partition, error);
    if (status == TB_OK && task->kind != 0)
        status = tb_partition_set_kind(partition, task->kind, error);
    return status;
}

/* The paths of a partition's databases, each once. TB_NOT_FOUND names the first that is not there.
 */
struct paths {
    unsigned count;
    char path[TB_CELLS_MAX][TB_PATH_MAX];
};

static enum tb_status find_paths(const struct tb_partition *partition,
                                 const struct tb_folders *folders, struct paths *paths,
                                 struct tb_error *error)
{
    paths->count = 0;
    for (unsigned i = 0; i < partition->count; i++) {
        struct tb_pattern canonical;
        char name[TB_PATTERN_TEXT], *path = paths->path[paths->count];
        unsigned symmetry, same = 0;
        enum tb_status status;

        tb_pattern_canonical(&partition->patterns[i], &canonical, &symmetry);
        tb_pattern_file_name(&canonical, name);
        status = tb_folders_find(folders, name, path, error);
        if (status == TB_NOT_FOUND)
            return tb_error_set(error, TB_NOT_FOUND,
                                "%.160s is not built yet: pdbgen %.64s builds it", name,
                                partition->name);
        if (status != TB_OK)
            return status;
        while (strcmp(paths->path[same], path) != 0)
            same++;
        paths->count += same == paths->count;
    }
    return TB_OK;
}

/* A partition's databases as files, checked as far as was asked for. */
static enum tb_status show_partition_files(const struct task *task,
                                           const struct tb_partition *partition,
                                           const struct tb_folders *folders, struct tb_error *error)
{
    struct paths *paths = malloc(sizeof *paths);
    const char *files[TB_CELLS_MAX];
    struct task shown = *task;
    enum tb_status status;

    if (paths == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a partition");
    status = find_paths(partition, folders, paths, error);
    for (unsigned i = 0; i < paths->count; i++)
        files[i] = paths->path[i];
    shown.files = files;
    shown.count = (int)paths->count;
    shown.brief = true;
    if (status == TB_OK)
        status = show_files(&shown, error);
    free(paths);
    return status;
}

static enum tb_status open_tables(const struct task *task, const struct tb_partition *partition,
                                  const struct tb_folders *folders, struct tb_tables **tables,
                                  struct tb_error *error)
{
    const struct tb_pdb_options options = {.threads = task->threads};

    return tb_tables_open(partition, folders, &options, tables, error);
}

/* Look positions up in a partition's databases. */
static enum tb_status measure(const struct task *task, const struct tb_partition *partition,
                              const struct tb_folders *folders, struct quality *quality,
                              struct tb_error *error)
{
    struct progress progress;
    struct tb_tables *tables;
    enum tb_status status = open_tables(task, partition, folders, &tables, error);

    if (status != TB_OK)
        return status;
    progress_start(&progress, "looking up in", partition->name);
    const struct quality_options options = {task->positions, task->seed, task->threads,
                                            watch_of(&progress)};

    status = quality_measure(partition, tables, &options, quality, error);
    cli_progress_end(&progress.line);
    if (status == TB_OK && cli_check_databases(error) != TB_OK) {
        quality_free(quality);
        status = TB_DAMAGED;
    }
    tb_tables_close(tables);
    return status;
}

static void print_quality_csv(const struct tb_partition *partition, const struct quality *quality)
{
    for (enum quality_way way = 0; way < quality->ways; way++) {
        double share[PREDICT_VALUES];
        unsigned largest = quality_shares(quality, way, share);
        char name[128];

        snprintf(name, sizeof name, "%s: %s", partition->name, quality_way_name(way));
        histogram_print_shares_csv(name, share, largest + 1);
    }
}

static enum tb_status show_partition(const struct task *task, const char *name,
                                     struct tb_error *error)
{
    struct tb_folders folders;
    struct tb_partition partition;
    struct quality quality;
    enum tb_status status = find_partition(task, name, &folders, &partition, error);
    unsigned length = task->length;

    if (status == TB_OK)
        status = show_partition_files(task, &partition, &folders, error);
    if (status == TB_OK)
        status = measure(task, &partition, &folders, &quality, error);
    if (status != TB_OK)
        return status;
    if (length == 0)
        length = report_usual_length(&partition.board);
    if (task->form == FORM_JSON)
        status = report_quality_json(&partition, &quality, length, error);
    else if (task->form == FORM_CSV)
        print_quality_csv(&partition, &quality);
    else {
        printf("\n");
        status = report_quality(&partition, &quality, length, error);
    }
    quality_free(&quality);
    return status;
}

/* --- one position --- */

static enum tb_status look_up_file(const struct task *task, const char *path,
                                   struct tb_error *error)
{
    struct inspect inspect;
    struct tb_pdb *pdb;
    enum tb_status status = open_file(task, path, &pdb, error);

    if (status != TB_OK)
        return status;
    inspect_database(&inspect, path, pdb);
    status = tb_position_parse(&inspect.board, task->board, &inspect.position, error);
    if (status == TB_OK)
        status = inspect_print(&inspect, task->form == FORM_JSON, error);
    tb_pdb_close(pdb);
    return status;
}

static enum tb_status look_up_partition(const struct task *task, const char *name,
                                        struct tb_error *error)
{
    struct tb_folders folders;
    struct tb_partition partition;
    struct tb_position goal, position;
    struct tb_tables *tables;
    struct inspect inspect;
    enum tb_status status = find_partition(task, name, &folders, &partition, error);

    if (status == TB_OK)
        status = tb_goal_parse(&partition.board, task->goal, &goal, error);
    if (status == TB_OK)
        status = tb_position_parse(&partition.board, task->board, &position, error);
    if (status == TB_OK)
        status = open_tables(task, &partition, &folders, &tables, error);
    if (status != TB_OK)
        return status;
    status = inspect_partition(&inspect, &partition, tables, &goal, error);
    inspect.position = position;
    if (status == TB_OK)
        status = inspect_print(&inspect, task->form == FORM_JSON, error);
    tb_tables_close(tables);
    return status;
}

/* --- charts --- */

/* A database is not to be lost by mistake: refuse to write over one, or over a file of which it
 * cannot be told. */
static enum tb_status check_target(const char *path, struct tb_error *error)
{
    struct tb_error reason;
    struct tb_header header;
    struct stat info;
    enum tb_status status = tb_pdb_read_header(path, &header, &reason);

    if (status == TB_OK)
        return tb_error_set(error, TB_INVALID,
                            "%.200s is a database: name another file to write to", path);
    if (status != TB_NO_MEMORY &&
        (status != TB_IO || (stat(path, &info) == 0 && !S_ISREG(info.st_mode))))
        return TB_OK;
    return tb_error_set(error, status, "%.440s; it may be a database, so it is kept", reason.text);
}

static void curve_of_counts(const uint64_t *count, struct chart_curve *curve)
{
    double weight[SCAN_VALUES];

    for (unsigned value = 0; value < SCAN_VALUES; value++)
        weight[value] = (double)count[value];
    chart_curve_of(weight, SCAN_VALUES, curve);
}

/* The name of a file without its folders, as text that any reader takes. */
static void name_subject(struct chart_subject *subject, const char *path)
{
    json_t *clean = cli_json_text(strrchr(path, '/') == NULL ? path : strrchr(path, '/') + 1);

    snprintf(subject->name, sizeof subject->name, "%s",
             clean == NULL ? "" : json_string_value(clean));
    json_decref(clean);
}

static enum tb_status chart_file(const struct task *task, const char *path,
                                 struct chart_subject *subject, struct tb_error *error)
{
    struct progress progress;
    const struct watch watch = watch_of(&progress);
    struct tb_pattern pattern;
    struct scan *scan = malloc(sizeof *scan);
    struct tb_pdb *pdb;
    enum tb_status status;

    if (scan == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a chart");
    status = open_file(task, path, &pdb, error);
    if (status == TB_OK) {
        pattern = tb_pdb_header(pdb)->pattern;
        progress_start(&progress, "reading", path);
        status = scan_entries(pdb, task->threads, &watch, scan, error);
        cli_progress_end(&progress.line);
        tb_pdb_close(pdb);
    }
    if (status == TB_OK && scan->unreachable == tb_pattern_entries(&pattern))
        status = tb_error_set(error, TB_DAMAGED, "%.200s: no entry has a value", path);
    if (status == TB_OK) {
        name_subject(subject, path);
        curve_of_counts(scan->value, &subject->value);
        curve_of_counts(scan->manhattan, &subject->manhattan);
    }
    free(scan);
    return status;
}

static enum tb_status chart_partition(const struct task *task, const char *name,
                                      struct chart_subject *subject, struct tb_error *error)
{
    struct tb_folders folders;
    struct tb_partition partition;
    struct quality quality;
    double share[PREDICT_VALUES];
    enum tb_status status = find_partition(task, name, &folders, &partition, error);

    if (status == TB_OK)
        status = measure(task, &partition, &folders, &quality, error);
    if (status != TB_OK)
        return status;
    snprintf(subject->name, sizeof subject->name, "%s, %s", partition.name,
             quality_best(&quality) == QUALITY_BOTH ? "reflected" : "regular");
    quality_shares(&quality, quality_best(&quality), share);
    chart_curve_of(share, PREDICT_VALUES, &subject->value);
    quality_shares(&quality, QUALITY_MANHATTAN, share);
    chart_curve_of(share, PREDICT_VALUES, &subject->manhattan);
    quality_free(&quality);
    return TB_OK;
}

static enum tb_status draw_chart(const struct task *task, struct tb_error *error)
{
    unsigned count = 0, wanted = task->partition_count + (unsigned)task->count;
    struct chart_subject *subjects;
    struct cli_output output;
    enum tb_status status;

    status = check_target(task->svg, error);
    if (status != TB_OK)
        return status;
    if (wanted > CHART_SUBJECTS)
        return tb_error_set(error, TB_INVALID, "a chart shows at most %d databases and partitions",
                            CHART_SUBJECTS);
    subjects = calloc(wanted, sizeof *subjects);
    if (subjects == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a chart");
    for (unsigned i = 0; i < task->partition_count && status == TB_OK; i++)
        status = chart_partition(task, task->partitions[i], &subjects[count++], error);
    for (int i = 0; i < task->count && status == TB_OK; i++)
        status = chart_file(task, task->files[i], &subjects[count++], error);
    if (status == TB_OK)
        status = cli_output_open(&output, task->svg, error);
    if (status == TB_OK) {
        chart_write(output.file, subjects, count);
        status = cli_output_finish(&output, error);
    }
    free(subjects);
    return status;
}

/* --- all of it --- */

static enum tb_status export_file(const struct task *task, struct tb_error *error)
{
    struct progress progress;
    struct tb_pdb *pdb;
    enum tb_status status;

    status = check_target(task->output, error);
    if (status == TB_OK)
        status = open_file(task, task->files[0], &pdb, error);
    if (status != TB_OK)
        return status;
    progress_start(&progress, "writing", task->output);
    const struct watch watch = watch_of(&progress);

    status = export_table(pdb, task->export, task->output, &watch, error);
    cli_progress_end(&progress.line);
    tb_pdb_close(pdb);
    return status;
}

static enum tb_status compare_files(const struct task *task, bool *different,
                                    struct tb_error *error)
{
    const struct tb_pdb_options options = {.threads = task->threads};
    struct progress progress;
    const struct watch watch = watch_of(&progress);
    bool same = false;
    enum tb_status status;

    progress_start(&progress, "comparing with", task->files[0]);
    status = difference_print(task->files, &options, &watch, task->form == FORM_JSON, &same, error);
    cli_progress_end(&progress.line);
    *different = status == TB_OK && !same;
    return status;
}

static enum tb_status look_up(const struct task *task, struct tb_error *error)
{
    enum tb_status status = TB_OK;

    for (unsigned i = 0; i < task->partition_count && status == TB_OK; i++)
        status = look_up_partition(task, task->partitions[i], error);
    for (int i = 0; i < task->count && status == TB_OK; i++)
        status = look_up_file(task, task->files[i], error);
    return status;
}

enum tb_status task_run(const struct task *task, bool *different, struct tb_error *error)
{
    enum tb_status status = TB_OK;

    *different = false;
    if (task->diff)
        return compare_files(task, different, error);
    if (task->exports)
        return export_file(task, error);
    if (task->board != NULL)
        return look_up(task, error);
    if (task->svg != NULL)
        return draw_chart(task, error);
    if (task->partition_count > 0 && task->form == FORM_CSV)
        printf("name,value,share\n");
    for (unsigned i = 0; i < task->partition_count && status == TB_OK; i++) {
        printf("%s", i > 0 && task->form == FORM_TEXT ? "\n" : "");
        status = show_partition(task, task->partitions[i], error);
    }
    if (status == TB_OK && task->count > 0)
        status = show_files(task, error);
    return status;
}
