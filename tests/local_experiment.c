/* local_experiment.c -- the theorems and tables on local value iteration, ours beside the paper's
 *
 * Bischoff, Nguyen-Tuong, Markert & Knoll, "Solving the 15-Puzzle Game Using Local
 * Value-Iteration". Nothing of ours is typed in: shares and bounds are computed over all
 * boards (local_analysis.h), the tables are also measured over random ones.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boards.h"
#include "build.h"
#include "cli/message.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/table.h"
#include "cli/text.h"
#include "local.h"
#include "local_analysis.h"
#include "value_iteration.h"

enum {
    TEXT = 64,
    REGIONS = 5,
    CLASSES = 5,
    ANALYSED_REGION = 4, /* up to there all boards are gone through, too */
    TRAININGS = 3,       /* the fastest counts, up to this region */
};

struct experiment {
    struct tb_board board;
    int64_t boards;
    int64_t seed;
    int64_t regions;
    double training[TB_TILES_MAX + 1]; /* seconds, by region */
    double rate;                       /* boards a second in the first region */
};

static bool is_papers(const struct experiment *experiment)
{
    return experiment->board.width == 4 && experiment->board.height == 4;
}

/* --- training --- */

static enum tb_status build_problem(void *context, const struct tb_pattern *pattern,
                                    struct tb_pdb **pdb, struct tb_error *error)
{
    const struct search_options options = {.threads = 1};
    struct build build;
    enum tb_status status = build_pattern(pattern, &options, &build, error);

    (void)context;
    return status == TB_OK ? build_into_pdb(&build, pdb, error) : status;
}

/* The same problems by value iteration: how long it takes. */
static enum tb_status time_value_iteration(const struct tb_local *local, double *seconds,
                                           struct tb_error *error)
{
    double start = cli_now();
    enum tb_status status = TB_OK;

    for (unsigned i = 0; i < local->problems && status == TB_OK; i++) {
        struct local_graph graph;
        struct value_iteration result;

        status = local_graph_init(&graph, &tb_pdb_header(local->problem[i])->pattern, error);
        if (status != TB_OK)
            break;
        status = value_iteration(&graph, 0.9, &result, error);
        local_graph_free(&graph);
        if (status == TB_OK)
            value_iteration_free(&result);
    }
    *seconds = cli_now() - start;
    return status;
}

/* --- Theorem 1 --- */

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    return b == 0 ? a : common_divisor(b, a % b);
}

static char *fraction(uint64_t part, uint64_t whole, char *text)
{
    uint64_t divisor = common_divisor(part, whole);

    if (part == 0)
        return strcpy(text, "");
    snprintf(text, TEXT, whole == part ? "1" : "%llu/%llu", (unsigned long long)(part / divisor),
             (unsigned long long)(whole / divisor));
    return text;
}

/* What the paper has for one tile: shares by the number of tiles that are moved at once. */
struct paper_shares {
    unsigned tile;
    const char *share[CLASSES];
    unsigned states; /* of the largest problem */
};

static const struct paper_shares paper_shares[] = {
    {4, {"1/12", "11/12", "", "", ""}, 1092},
    {8, {"1/8", "7/8", "", "", ""}, 360},
    {10, {"2100/2520", "420/2520", "", "", ""}, 168},
    {11, {"216/360", "72/360", "72/360", "", ""}, 840},
    {12, {"15/60", "", "30/60", "15/60", ""}, 3360},
    {13, {"4/12", "", "", "", "8/12"}, 10080},
};

static const struct paper_shares *paper_of(const struct experiment *experiment, unsigned tile)
{
    if (!is_papers(experiment))
        return NULL;
    for (unsigned i = 0; i < sizeof paper_shares / sizeof *paper_shares; i++)
        if (paper_shares[i].tile == tile)
            return &paper_shares[i];
    return NULL;
}

/* The last problem of a step that is ever taken. */
static unsigned last_taken(const struct step_shares *shares)
{
    unsigned last = 0;

    for (unsigned i = 0; i < TB_TILES_MAX; i++)
        if (shares->taken[i] > 0)
            last = i;
    return last;
}

/* The rows of one tile. */
static void share_rows(const struct experiment *experiment, struct cli_table *table,
                       const struct tb_local *local, const struct step_shares *shares,
                       const struct tb_local_step *step)
{
    const struct paper_shares *paper = paper_of(experiment, step->last_tile);
    const struct tb_header *largest =
        tb_pdb_header(local->problem[step->first + last_taken(shares)]);
    char text[CLASSES][TEXT], random[CLASSES][TEXT], tile[TEXT], states[CLI_NUMBER];

    for (unsigned i = 0; i < CLASSES; i++) {
        uint64_t taken = shares->taken[i];
        double share = shares->share[i];

        for (unsigned j = CLASSES; i == CLASSES - 1 && j < TB_TILES_MAX; j++) {
            taken += shares->taken[j];
            share += shares->share[j];
        }
        fraction(taken, shares->placements, text[i]);
        random[i][0] = '\0';
        if (taken > 0)
            snprintf(random[i], TEXT, "%.5f", share);
    }
    snprintf(tile, sizeof tile, "%u", step->last_tile);
    cli_table_row(table, tile, text[0], text[1], text[2], text[3], text[4],
                  cli_count(tb_local_states(&largest->pattern), states),
                  "computed, the blank anywhere");
    cli_table_row(table, "", random[0], random[1], random[2], random[3], random[4], "",
                  "computed, the blank where the last step leaves it");
    if (paper != NULL)
        cli_table_row(table, "", paper->share[0], paper->share[1], paper->share[2], paper->share[3],
                      paper->share[4], cli_count(paper->states, states), "paper");
}

static void print_shares(const struct experiment *experiment, const struct tb_local *local,
                         const struct local_analysis *analysis)
{
    struct cli_table table;

    printf("Theorem 1: with tiles 1 to i - 1 at home and all else random, the share of boards "
           "that bring tile i home\ntogether with j - 1 others; the states of the largest "
           "problem. Other tiles never need company.\n\n");
    cli_table_init(&table, "lrrrrrrl");
    cli_table_row(&table, "tile", "j = 1", "2", "3", "4", "5 and more", "states", "");
    for (unsigned step = 0; step < local->steps; step++)
        if (last_taken(&analysis->step[step]) > 0)
            share_rows(experiment, &table, local, &analysis->step[step], &local->step[step]);
    cli_table_print(&table, 0, NULL);
}

/* --- Theorem 3 --- */

static void print_most(const struct experiment *experiment, const struct tb_local *local)
{
    bool known = is_papers(experiment);
    struct cli_table table;

    printf("\nTheorem 3: the most moves M that a problem takes. Those without a figure of the "
           "paper's are tried,\nbut whatever they solve a smaller one has solved already.\n\n");
    cli_table_init(&table, "llrrrr");
    cli_table_row(&table, "tiles", "fixed", "states", "solvable", "M", known ? "paper" : "");
    for (unsigned i = 0; i < local->problems; i++) {
        const struct tb_header *header = tb_pdb_header(local->problem[i]);
        char tiles[TB_PATTERN_TEXT], fixed[TB_PATTERN_TEXT], states[CLI_NUMBER];
        char solvable[CLI_NUMBER], most[TEXT], theirs[TEXT] = "";
        unsigned first = tb_cellset_first(header->pattern.goals) + 1;

        tb_pattern_print_tiles(&header->pattern, tiles);
        tb_tiles_print(header->pattern.fixed, fixed);
        snprintf(most, sizeof most, "%u", header->values - 1);
        for (unsigned j = 0; known && j < LOCAL_PUBLISHED; j++)
            if (local_published[j].first == first &&
                local_published[j].last == tb_cellset_last(header->pattern.goals) + 1)
                snprintf(theirs, sizeof theirs, "%u", local_published[j].moves);
        cli_table_row(&table, tiles, fixed, cli_count(tb_local_states(&header->pattern), states),
                      cli_count(header->states, solvable), most, theirs);
    }
    cli_table_print(&table, 0, NULL);
}

static void print_bounds(const struct experiment *experiment, const struct tb_local *local,
                         const struct local_analysis *analysis)
{
    bool known = is_papers(experiment);
    struct cli_table table;

    printf("\n");
    cli_table_init(&table, "lrrr");
    cli_table_row(&table, "class", "sum of the largest M", known ? "paper" : "",
                  "the most that a board takes");
    for (unsigned tiles = 1; tiles <= analysis->classes; tiles++) {
        char name[TEXT], bound[TEXT], theirs[TEXT] = "", longest[TEXT];

        snprintf(name, sizeof name, "%u", tiles);
        snprintf(bound, sizeof bound, "%u", local_bound(local, analysis, tiles));
        if (known && tiles <= CLASSES)
            snprintf(theirs, sizeof theirs, "%u", local_published_bound[tiles - 1]);
        snprintf(longest, sizeof longest, "%u", analysis->by_class[tiles].longest);
        cli_table_row(&table, name, bound, theirs, longest);
    }
    cli_table_print(&table, 0, NULL);
}

/* --- random boards --- */

struct tally {
    uint64_t boards;
    uint64_t moves;
    unsigned longest;
};

struct sample {
    double seconds;
    struct tally all;
    struct tally by_class[TB_TILES_MAX + 1];
};

static void count(struct tally *tally, unsigned moves)
{
    tally->boards++;
    tally->moves += moves;
    tally->longest = moves > tally->longest ? moves : tally->longest;
}

static double mean(const struct tally *tally)
{
    return (double)tally->moves / (double)tally->boards;
}

/* Whether the moves lead to the goal. */
static bool replays(const struct tb_board *board, const struct tb_position *start,
                    const struct local_solution *solution)
{
    struct tb_position now = *start, goal;
    unsigned blank = tb_position_find(board, &now, 0);

    tb_goal_blank_last(board, &goal);
    for (unsigned i = 0; i < solution->length; i++) {
        unsigned to = solution->path[i];

        if (tb_board_distance(board, blank, to) != 1)
            return false;
        now.tile[blank] = now.tile[to];
        now.tile[to] = 0;
        blank = to;
    }
    return memcmp(&now, &goal, sizeof now) == 0;
}

/* Solve all boards; solutions are checked outside of the time that is measured. */
static enum tb_status solve_sample(const struct experiment *experiment,
                                   const struct tb_local *local, struct sample *sample,
                                   struct tb_error *error)
{
    struct boards boards = {.board = experiment->board, .known = true};
    struct tb_position goal;
    struct local_solution solution;
    enum tb_status status;
    double start;

    *sample = (struct sample){0};
    tb_goal_blank_last(&experiment->board, &goal);
    status = boards_random(&boards, &goal, (size_t)experiment->boards, (uint64_t)experiment->seed,
                           error);
    start = cli_now();
    for (size_t i = 0; i < boards.count && status == TB_OK; i++) {
        status = local_solve(local, &boards.list[i].start, &solution, error);
        if (status == TB_OK) {
            count(&sample->all, solution.length);
            count(&sample->by_class[solution.largest], solution.length);
        }
    }
    sample->seconds = cli_now() - start;
    for (size_t i = 0; i < boards.count && status == TB_OK; i++) {
        status = local_solve(local, &boards.list[i].start, &solution, error);
        if (status == TB_OK && !replays(&experiment->board, &boards.list[i].start, &solution))
            status = tb_error_set(error, TB_DAMAGED, "board %zu was not solved", i);
    }
    boards_free(&boards);
    return status;
}

/* --- Theorem 2 and Table 1 --- */

static const struct {
    const char *share, *measured, *mean, *longest;
} paper_class[CLASSES + 1] = {
    {"0.04%", "0.042%", "68.85", "107"},   {"6.62%", "6.539%", "100.68", "156"},
    {"18.3%", "18.362%", "112.16", "165"}, {"8.3%", "8.446%", "122.92", "174"},
    {"66.6%", "66.611%", "128.71", "202"}, {"", "", "123.35", "202"},
};

static void print_class(struct cli_table *table, const char *name, const struct tally *tally,
                        uint64_t boards, const struct class_figures *figures, int paper)
{
    char share[TEXT], exact[TEXT], average[TEXT], expected[TEXT], longest[TEXT], of_paper[TEXT];

    snprintf(share, sizeof share, "%.3f%%", 100.0 * (double)tally->boards / (double)boards);
    snprintf(exact, sizeof exact, "%.3f%%", 100 * figures->share);
    snprintf(average, sizeof average, "%.2f", tally->boards == 0 ? 0 : mean(tally));
    snprintf(expected, sizeof expected, "%.2f", figures->mean);
    snprintf(longest, sizeof longest, "%u", tally->longest);
    of_paper[0] = '\0';
    if (paper >= 0)
        snprintf(of_paper, sizeof of_paper, "%s%s%s%s%s; %s", paper_class[paper].share,
                 paper < CLASSES ? ", " : "", paper_class[paper].measured,
                 paper < CLASSES ? "; " : "", paper_class[paper].mean, paper_class[paper].longest);
    cli_table_row(table, name, exact, share, expected, average, longest, of_paper);
}

static void print_classes(const struct experiment *experiment, const struct sample *sample,
                          const struct local_analysis *analysis)
{
    bool known = is_papers(experiment);
    struct cli_table table;
    char boards[CLI_NUMBER];

    printf("\nTheorem 2 and Table 1: the classes, computed over all boards and measured over %s "
           "random ones.\n\n",
           cli_count(sample->all.boards, boards));
    cli_table_init(&table, "lrrrrrl");
    cli_table_row(&table, "class", "share", "measured", "mean moves", "measured", "longest",
                  known ? "paper: share, measured; mean; longest" : "");
    for (unsigned i = 1; i <= analysis->classes; i++) {
        char name[TEXT];

        snprintf(name, sizeof name, "%u", i);
        print_class(&table, name, &sample->by_class[i], sample->all.boards, &analysis->by_class[i],
                    known && i <= CLASSES ? (int)i - 1 : -1);
    }
    print_class(&table, "all", &sample->all, sample->all.boards, &analysis->overall,
                known ? CLASSES : -1);
    cli_table_print(&table, 0, NULL);
}

/* --- Table 2 --- */

static const struct {
    const char *mean, *longest, *training;
} paper_region[REGIONS] = {
    {"123.35", "202", "2.58 min"},  {"99.36", "150", "7.10 min"},   {"93.69", "136", "57.87 min"},
    {"78.07", "115", "109.03 min"}, {"73.82", "107", "312.33 min"},
};

static void print_region(const struct experiment *experiment, struct cli_table *table,
                         const struct tb_local *local, const struct sample *sample,
                         const struct local_analysis *analysis, double training)
{
    bool known = is_papers(experiment) && local->region <= REGIONS;
    char region[TEXT], expected[TEXT] = "", average[TEXT], longest[TEXT], seconds[CLI_NUMBER];
    char rate[CLI_NUMBER], of_paper[TEXT] = "", problems[TEXT];

    snprintf(region, sizeof region, "%u", local->region);
    snprintf(problems, sizeof problems, "%u", local->problems);
    if (analysis->steps > 0)
        snprintf(expected, sizeof expected, "%.2f", analysis->overall.mean);
    snprintf(average, sizeof average, "%.2f", mean(&sample->all));
    snprintf(longest, sizeof longest, "%u", sample->all.longest);
    if (known)
        snprintf(of_paper, sizeof of_paper, "%s; %s; %s", paper_region[local->region - 1].mean,
                 paper_region[local->region - 1].longest, paper_region[local->region - 1].training);
    cli_table_row(
        table, region, problems, expected, average, longest, cli_seconds(training, seconds),
        cli_count((uint64_t)((double)sample->all.boards / sample->seconds), rate), of_paper);
}

static enum tb_status train(const struct experiment *experiment, unsigned region,
                            struct tb_local **local, double *seconds, struct tb_error *error)
{
    enum tb_status status = TB_OK;

    *local = NULL;
    *seconds = INFINITY;
    for (int i = 0;
         i < (is_papers(experiment) && region <= TRAININGS ? TRAININGS : 1) && status == TB_OK;
         i++) {
        double start = cli_now(), taken;

        tb_local_close(*local);
        status = tb_local_make(&experiment->board, region, build_problem, NULL, local, error);
        taken = cli_now() - start;
        *seconds = taken < *seconds ? taken : *seconds;
    }
    return status;
}

/* One region size: a row of Table 2, and for the first all that comes before it. */
static enum tb_status run_region(struct experiment *experiment, unsigned region,
                                 struct cli_table *table, struct tb_error *error)
{
    struct local_analysis analysis = {0};
    struct tb_local *local;
    struct sample sample = {0};
    double training, learning = 0;
    enum tb_status status = train(experiment, region, &local, &training, error);

    if (status == TB_OK && region <= ANALYSED_REGION && experiment->board.cells <= 16)
        status = local_analyse(local, &analysis, error);
    if (status == TB_OK)
        status = solve_sample(experiment, local, &sample, error);
    if (status == TB_OK && region == 1 && experiment->board.cells <= 16)
        status = time_value_iteration(local, &learning, error);
    if (status == TB_OK && region == 1 && analysis.steps > 0) {
        char search[CLI_NUMBER], sweeps[CLI_NUMBER];

        print_shares(experiment, local, &analysis);
        print_most(experiment, local);
        print_bounds(experiment, local, &analysis);
        print_classes(experiment, &sample, &analysis);
        printf("\nTraining of the %u problems: %s by search, %s by value iteration "
               "(gamma 0.9, until nothing changes).\n",
               local->problems, cli_seconds(training, search), cli_seconds(learning, sweeps));
    }
    if (status == TB_OK)
        print_region(experiment, table, local, &sample, &analysis, training);
    experiment->training[region] = training;
    if (region == 1)
        experiment->rate = (double)sample.all.boards / sample.seconds;
    tb_local_close(local);
    return status;
}

/* What is promised. */
static void print_promises(const struct experiment *experiment)
{
    struct cli_table table;
    char text[CLI_NUMBER];

    if (!is_papers(experiment))
        return;
    printf("\n");
    cli_table_init(&table, "lrll");
    cli_table_row(&table, "what", "measured", "wanted", "met");
    cli_table_row(&table, "training, region 1", cli_seconds(experiment->training[1], text),
                  "under 0.1 s", experiment->training[1] < 0.1 ? "yes" : "no");
    if (experiment->regions >= REGIONS)
        cli_table_row(&table, "training, region 5", cli_seconds(experiment->training[5], text),
                      "under 10 s", experiment->training[5] < 10 ? "yes" : "no");
    cli_table_row(&table, "boards a second, region 1, one thread",
                  cli_count((uint64_t)experiment->rate, text), "at least 20,000",
                  experiment->rate >= 20000 ? "yes" : "no");
    cli_table_print(&table, 0, NULL);
}

static enum tb_status run(struct experiment *experiment, struct tb_error *error)
{
    struct cli_table table;
    char boards[CLI_NUMBER];
    enum tb_status status = TB_OK;

    cli_table_init(&table, "rrrrrrrl");
    cli_table_row(&table, "region", "problems", "mean moves", "measured", "longest", "training",
                  "boards/s", is_papers(experiment) ? "paper: mean; longest; training" : "");
    for (int64_t region = 1; region <= experiment->regions && status == TB_OK; region++)
        status = run_region(experiment, (unsigned)region, &table, error);
    if (status == TB_OK) {
        printf("%sTable 2: tiles of a step, %ux%u, over %s random boards, all solved; one thread.\n"
               "\n",
               is_papers(experiment) ? "\n" : "", experiment->board.width, experiment->board.height,
               cli_count((uint64_t)experiment->boards, boards));
        cli_table_print(&table, 0, NULL);
        print_promises(experiment);
    }
    return status;
}

enum option { OPTION_BOARD, OPTION_BOARDS, OPTION_SEED, OPTION_REGIONS };

static const struct cli_option options[] = {
    [OPTION_BOARD] = {"board", "WxH", "4x4 if not given"},
    [OPTION_BOARDS] = {"boards", "N", "random boards; 100000 if not given"},
    [OPTION_SEED] = {"seed", "S", "that makes them; 1 if not given"},
    [OPTION_REGIONS] = {"regions", "N", "region sizes from 1 up to this; 5 if not given"},
    {NULL, NULL, NULL},
};

static const struct cli_program program = {
    .name = "local_experiment",
    .usage = "[OPTION...]",
    .summary = "The theorems and tables on local value iteration, ours beside the paper's.",
    .options = options,
    .examples = "local_experiment\nlocal_experiment --board 5x5 --boards 1000 --regions 1",
};

static enum tb_status handle(void *context, int option, const char *value, struct tb_error *error)
{
    struct experiment *experiment = context;

    switch (option) {
    case OPTION_BOARD:
        return tb_board_parse(value, &experiment->board, error);
    case OPTION_BOARDS:
        return cli_parse_number("boards", value, 1, 10000000, &experiment->boards, error);
    case OPTION_SEED:
        return cli_parse_number("seed", value, 0, 1000000000, &experiment->seed, error);
    case OPTION_REGIONS:
        return cli_parse_number("regions", value, 1, TB_TILES_MAX, &experiment->regions, error);
    default:
        return tb_error_set(error, TB_INVALID, "no argument is taken, not '%.40s' either", value);
    }
}

int main(int argc, char **argv)
{
    struct experiment experiment = {.boards = 100000, .seed = 1, .regions = REGIONS};
    struct tb_error error = {0};
    int done;
    enum tb_status status;

    tb_board_init(&experiment.board, 4, 4, NULL);
    status = cli_parse(&program, argc, argv, handle, &experiment, &done, &error);
    if (status == TB_OK && !done)
        status = run(&experiment, &error);
    return cli_finish(program.name, status == TB_OK ? CLI_EXIT_OK : cli_fail(program.name, &error));
}
