/* bench_build.c -- how fast databases are built, side by side in one run
 *
 * bench_build PDBGEN: measures the builder in this process against the plain one,
 * then the program itself from nothing to written files, with its peak memory.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "build.h"
#include "cli/progress.h"
#include "cli/table.h"
#include "cli/threads.h"
#include "plain.h"

enum { ROUNDS = 5 };

_Noreturn static void stop(const char *why)
{
    fprintf(stderr, "bench_build: %s\n", why);
    exit(1);
}

static void row(struct cli_table *table, const char *what, const char *unit, double value,
                const char *wanted, bool good)
{
    char text[64];

    snprintf(text, sizeof text, "%.*f %s", value < 10 ? 2 : value < 100 ? 1 : 0, value, unit);
    cli_table_row(table, what, text, wanted, wanted[0] == '\0' ? "" : good ? "yes" : "NO");
}

static struct tb_pattern first_tiles(unsigned side, unsigned tiles)
{
    struct tb_board board;
    struct tb_pattern pattern;

    if (tb_board_init(&board, side, side, NULL) != TB_OK ||
        tb_pattern_init(&pattern, &board, tb_cellset_of(tiles) - 1, side * side - 1, NULL) != TB_OK)
        stop("no such pattern");
    return pattern;
}

/* The best of a few rounds: what the machine can do when others leave it alone. */
static struct build best_build(const struct tb_pattern *pattern, unsigned threads,
                               const char *kernels, int rounds)
{
    struct search_options options = {.threads = threads == 0 ? cli_default_threads() : threads};
    struct build best = {.seconds = 1e9, .search_seconds = 1e9};

    if (kernels != NULL)
        options.kernels = lane_kernels_named(kernels);
    for (int round = 0; round < rounds; round++) {
        struct build build;

        if (build_pattern(pattern, &options, &build, NULL) != TB_OK)
            stop("a build failed");
        if (build.seconds < best.seconds)
            best.seconds = build.seconds;
        if (build.search_seconds < best.search_seconds)
            best.search_seconds = build.search_seconds;
        best.entries = build.entries;
        best.states = build.states;
        build_free(&build);
    }
    return best;
}

static double time_plain(const struct tb_pattern *pattern)
{
    uint8_t goals[TB_TILES_MAX];
    struct plain plain;
    double start = cli_now();

    for (unsigned i = 0; i < pattern->tiles; i++)
        goals[i] = (uint8_t)i;
    if (!plain_build(pattern->board.width, pattern->board.height, goals, pattern->tiles,
                     pattern->blank, &plain))
        stop("the plain build failed");
    plain_free(&plain);
    return cli_now() - start;
}

static void against_plain(struct cli_table *table)
{
    struct tb_pattern pattern = first_tiles(4, 6);
    double plain = time_plain(&pattern);
    struct build ours = best_build(&pattern, 0, NULL, ROUNDS);
    struct build single = best_build(&pattern, 1, NULL, ROUNDS);

    row(table, "4x4, 6 tiles, plain builder", "million entries/s",
        (double)ours.entries / plain / 1e6, "", true);
    row(table, "4x4, 6 tiles, tilebase", "million entries/s",
        (double)ours.entries / ours.seconds / 1e6, "", true);
    row(table, "  ratio, all cores", "x", plain / ours.seconds, "at least 60",
        plain / ours.seconds >= 60);
    row(table, "  ratio, one thread", "x", plain / single.seconds, "", true);
}

static void by_size(struct cli_table *table)
{
    struct tb_pattern seven = first_tiles(4, 7), eight = first_tiles(4, 8), six = first_tiles(5, 6);
    struct build build7 = best_build(&seven, 0, NULL, ROUNDS);
    struct build build8 = best_build(&eight, 0, NULL, 3);
    struct build build6 = best_build(&six, 0, NULL, 3);
    double cost7 = build7.seconds / (double)build7.entries;
    double cost8 = build8.seconds / (double)build8.entries;

    row(table, "4x4, 7 tiles, search", "s", build7.search_seconds, "", true);
    row(table, "4x4, 8 tiles, search", "s", build8.search_seconds, "under 6",
        build8.search_seconds < 6);
    row(table, "5x5, 6 tiles, search", "s", build6.search_seconds, "", true);
    row(table, "4x4, 7 tiles, build, an entry", "ns", cost7 * 1e9, "", true);
    row(table, "4x4, 8 tiles, build, an entry", "ns", cost8 * 1e9, "", true);
    row(table, "  ratio", "x", cost8 / cost7, "at most 1.3", cost8 / cost7 <= 1.3);
}

static void by_kernels(struct cli_table *table)
{
    struct tb_pattern pattern = first_tiles(4, 8);
    const struct lane_kernels *const *kernels = lane_kernels_available();

    for (; *kernels != NULL; kernels++) {
        char what[64];
        struct build build = best_build(&pattern, 0, (*kernels)->name, 2);

        snprintf(what, sizeof what, "4x4, 8 tiles, search, %s", (*kernels)->name);
        row(table, what, "s", build.search_seconds, "", true);
    }
}

/* Run the program on a partition into an empty folder; its time and peak memory. */
static double run_program(const char *pdbgen, const char *partition, const char *folder,
                          struct rusage *usage)
{
    double start = cli_now();
    int status;
    pid_t child = fork();

    if (child == 0) {
        execl(pdbgen, pdbgen, "--quiet", "--output", folder, partition, (char *)NULL);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, usage) != child || status != 0)
        stop("pdbgen failed");
    return cli_now() - start;
}

/* Bytes of all databases in a folder, removed on the way. */
static uint64_t clear_folder(const char *folder, const char *const *names)
{
    char path[512];
    struct stat info;
    uint64_t bytes = 0;

    for (; *names != NULL; names++) {
        snprintf(path, sizeof path, "%s/%s", folder, *names);
        if (stat(path, &info) != 0)
            stop("pdbgen did not write what it should");
        bytes += (uint64_t)info.st_size;
        unlink(path);
    }
    return bytes;
}

static void programs(struct cli_table *table, const char *pdbgen)
{
    static const char *const two[] = {"4x4-additive-1-8.pdb", "4x4-additive-9-15.pdb", NULL};
    static const char *const four[] = {"5x5-additive-1-3.6-8.pdb",
                                       "5x5-additive-13-15.19-20.24.pdb", NULL};
    char folder[] = "/tmp/tilebase-bench-XXXXXX";
    struct rusage usage;
    double seconds, bytes;

    if (mkdtemp(folder) == NULL)
        stop("no temporary folder");
    seconds = run_program(pdbgen, "7-8", folder, &usage);
    bytes = (double)clear_folder(folder, two);
    row(table, "pdbgen 7-8, all of it", "s", seconds, "under 12", seconds < 12);
    row(table, "  peak memory, an entry of 8 tiles", "bytes",
        (double)usage.ru_maxrss * 1024 / 518918400, "at most 2.4",
        (double)usage.ru_maxrss * 1024 / 518918400 <= 2.4);
    row(table, "  both files", "MB", bytes / 1e6, "at most 90", bytes <= 90e6);
    seconds = run_program(pdbgen, "6-6-6-6", folder, &usage);
    bytes = (double)clear_folder(folder, four);
    row(table, "pdbgen 6-6-6-6, all of it", "s", seconds, "under 8", seconds < 8);
    row(table, "  both files", "MB", bytes / 1e6, "", true);
    rmdir(folder);
}

int main(int argc, char **argv)
{
    struct cli_table table;

    if (argc != 2)
        stop("usage: bench_build PDBGEN");
    printf("%u threads, best code: %s\n\n", cli_default_threads(),
           lane_kernels_available()[0]->name);
    cli_table_init(&table, "lrll");
    cli_table_row(&table, "what", "measured", "wanted", "met");
    against_plain(&table);
    by_size(&table);
    by_kernels(&table);
    programs(&table, argv[1]);
    cli_table_print(&table, 0, NULL);
    return 0;
}
