/* arguments.c -- the command line of pdbgen, as settings */
#include "arguments.h"

#include <string.h>

#include "cli/options.h"
#include "cli/threads.h"

enum option {
    OPTION_KIND,
    OPTION_TILES,
    OPTION_FIXED,
    OPTION_REGION,
    OPTION_BOARD,
    OPTION_GOAL,
    OPTION_OUTPUT,
    OPTION_LAYOUT,
    OPTION_LEVEL,
    OPTION_THREADS,
    OPTION_FORCE,
    OPTION_DRY_RUN,
    OPTION_LIST,
    OPTION_JSON,
    OPTION_QUIET,
    OPTION_CPU,
};

static const struct cli_option options[] = {
    [OPTION_KIND] = {"kind", "KIND",
                     "additive, zero-aware, non-additive; or of all tiles of\n"
                     "--board: walking-distance, pairs, triples; or local,\n"
                     "for pdbsolve --algorithm local"},
    [OPTION_TILES] = {"tiles", "LIST", "build one pattern, such as 1,2,5 or 1-4,8"},
    [OPTION_FIXED] = {"fixed", "LIST", "with --kind local --tiles: the tiles that never move"},
    [OPTION_REGION] = {"region", "N",
                       "with --kind local: all problems of the board for steps\n"
                       "of N tiles; 1 if not given"},
    [OPTION_BOARD] = {"board", "WxH",
                      "the board of --tiles or --kind, width first; 4x4 if not\n"
                      "given"},
    [OPTION_GOAL] = {"goal", "GOAL",
                     "the goal that numbers the tiles: blank-last, 1 2 3 ... 0\n"
                     "(the default), blank-first, 0 1 2 3 ..., or a board"},
    [OPTION_OUTPUT] = {"output", "DIR", "folder for the databases (see FILES in the man page)"},
    [OPTION_LAYOUT] = {"layout", "zstd|mapped",
                       "compressed (the default), or as it is, to be mapped;\n"
                       "a database that is there is converted"},
    [OPTION_LEVEL] = {"level", "N", "compression of zstd, 1 (fast, the default) to 19 (small)"},
    [OPTION_THREADS] = {"threads", "N", "threads to use; all cores if not given"},
    [OPTION_FORCE] = {"force", NULL, "build again what is there"},
    [OPTION_DRY_RUN] = {"dry-run", NULL, "tell entries, sizes and times; build nothing"},
    [OPTION_LIST] = {"list", NULL, "show the partitions of the catalogue"},
    [OPTION_JSON] = {"json", NULL, "one JSON object a line for each database"},
    [OPTION_QUIET] = {"quiet", NULL, "print nothing but errors"},
    [OPTION_CPU] = {"cpu", "NAME",
                    "use the code for avx512, avx2 or portable; the best one\n"
                    "this machine has if not given"},
    {NULL, NULL, NULL},
};

static const struct cli_program program = {
    .name = "pdbgen",
    .usage = "[OPTION...] PARTITION...\n[OPTION...] --tiles LIST [--board WxH]\n"
             "[OPTION...] --kind KIND [--board WxH]\n--list",
    .summary = "Build pattern databases for sliding-tile puzzles. A PARTITION is a name in the\n"
               "catalogue or a path to a picture file. Databases that are there and whole are\n"
               "kept; patterns that are images of each other share one.",
    .options = options,
    .examples = "pdbgen 7-8                                 the 7-8 partition of the 15-puzzle\n"
                "pdbgen --list                              what else there is\n"
                "pdbgen --tiles 1-5 --board 5x5             one pattern\n"
                "pdbgen --kind zero-aware 7-8               values for each region of the blank\n"
                "pdbgen --kind walking-distance --board 5x5\n"
                "pdbgen --kind local --region 3             local problems, three tiles a step\n"
                "pdbgen --dry-run 6-6-6-6                   what it would take\n"
                "pdbgen --layout mapped --output fast 7-8   to be mapped, not read",
};

static enum tb_status set_layout(struct job *job, const char *value, struct tb_error *error)
{
    job->layout_given = true;
    if (strcmp(value, "zstd") == 0)
        job->layout = TB_LAYOUT_ZSTD;
    else if (strcmp(value, "mapped") == 0)
        job->layout = TB_LAYOUT_MAPPED;
    else
        return tb_error_set(error, TB_INVALID, "--layout is zstd or mapped, not '%.40s'", value);
    return TB_OK;
}

static enum tb_status set_cpu(struct job *job, const char *value, struct tb_error *error)
{
    job->kernels = lane_kernels_named(value);
    if (job->kernels == NULL)
        return tb_error_set(error, TB_INVALID,
                            "--cpu %.40s: no such code, or not for this machine, whose best is %s",
                            value, lane_kernels_available()[0]->name);
    return TB_OK;
}

static enum tb_status set_output(struct job *job, const char *value, struct tb_error *error)
{
    if (value[0] == '\0' || strlen(value) >= sizeof job->output)
        return tb_error_set(error, TB_INVALID, "--output needs the path of a folder");
    strcpy(job->output, value);
    return TB_OK;
}

static enum tb_status add_partition(struct gen_arguments *arguments, const char *name,
                                    struct tb_error *error)
{
    if (arguments->count == GEN_PARTITIONS_MAX)
        return tb_error_set(error, TB_INVALID, "more than %d partitions at once",
                            GEN_PARTITIONS_MAX);
    arguments->partitions[arguments->count++] = name;
    return TB_OK;
}

static enum tb_status handle(void *context, int option, const char *value, struct tb_error *error)
{
    struct gen_arguments *arguments = context;
    struct job *job = &arguments->job;
    int64_t number = 0;
    enum tb_status status = TB_OK;

    switch (option) {
    case OPTION_KIND:
        return tb_kind_parse(value, &arguments->kind, error);
    case OPTION_TILES:
        if (arguments->tiles != NULL)
            return tb_error_set(error, TB_INVALID, "--tiles builds one pattern: give it once");
        arguments->tiles = value;
        break;
    case OPTION_FIXED:
        arguments->fixed = value;
        break;
    case OPTION_REGION:
        status = cli_parse_number("region", value, 1, TB_TILES_MAX, &number, error);
        arguments->region = (unsigned)number;
        break;
    case OPTION_BOARD:
        arguments->board_given = true;
        return tb_board_parse(value, &arguments->board, error);
    case OPTION_GOAL:
        arguments->goal = value;
        break;
    case OPTION_OUTPUT:
        return set_output(job, value, error);
    case OPTION_LAYOUT:
        return set_layout(job, value, error);
    case OPTION_LEVEL:
        status = cli_parse_number("level", value, 1, 19, &number, error);
        job->level = (int)number;
        break;
    case OPTION_THREADS:
        status = cli_parse_number("threads", value, 1, 1024, &number, error);
        job->threads = (unsigned)number;
        break;
    case OPTION_FORCE:
        job->force = true;
        break;
    case OPTION_DRY_RUN:
        job->dry_run = true;
        break;
    case OPTION_LIST:
        arguments->list = true;
        break;
    case OPTION_JSON:
        job->json = true;
        break;
    case OPTION_QUIET:
        job->quiet = true;
        break;
    case OPTION_CPU:
        return set_cpu(job, value, error);
    default:
        return add_partition(arguments, value, error);
    }
    return status;
}

/* Whether a kind was asked for that is of all tiles. */
static bool is_whole(const struct gen_arguments *arguments)
{
    return arguments->kind != 0 && !tb_kind_has_tiles(arguments->kind);
}

bool gen_arguments_local(const struct gen_arguments *arguments)
{
    return arguments->kind == TB_KIND_LOCAL && arguments->tiles == NULL && arguments->count == 0;
}

static enum tb_status check_local(const struct gen_arguments *arguments, struct tb_error *error)
{
    if (arguments->fixed != NULL && (arguments->kind != TB_KIND_LOCAL || arguments->tiles == NULL))
        return tb_error_set(error, TB_INVALID, "--fixed goes with --kind local and --tiles");
    if (arguments->region != 0 && !gen_arguments_local(arguments))
        return tb_error_set(error, TB_INVALID,
                            "--region goes with --kind local, and names all tiles itself");
    return TB_OK;
}

static enum tb_status check(const struct gen_arguments *arguments, struct tb_error *error)
{
    if (arguments->list && (arguments->tiles != NULL || arguments->count > 0))
        return tb_error_set(error, TB_INVALID, "--list shows all there is: name nothing beside it");
    if (is_whole(arguments) && (arguments->tiles != NULL || arguments->count > 0))
        return tb_error_set(error, TB_INVALID,
                            "--kind %s is of all tiles: name no tiles and no partition beside it",
                            tb_kind_name(arguments->kind));
    if (arguments->tiles == NULL && !is_whole(arguments) && !gen_arguments_local(arguments) &&
        (arguments->board_given || arguments->goal != NULL))
        return tb_error_set(error, TB_INVALID,
                            "--board and --goal go with --tiles, or with a kind of all tiles");
    if (!arguments->list && arguments->tiles == NULL && arguments->count == 0 &&
        !is_whole(arguments) && !gen_arguments_local(arguments))
        return tb_error_set(error, TB_INVALID,
                            "nothing to build: name a partition (pdbgen --list shows them) or use "
                            "--tiles");
    return check_local(arguments, error);
}

enum tb_status gen_arguments_parse(int argc, char **argv, struct gen_arguments *arguments,
                                   int *done, struct tb_error *error)
{
    enum tb_status status;

    *arguments = (struct gen_arguments){.job = {.level = 1}};
    tb_folders_output(arguments->job.output);
    arguments->job.threads = cli_default_threads();
    tb_board_init(&arguments->board, 4, 4, NULL);
    status = cli_parse(&program, argc, argv, handle, arguments, done, error);
    return status == TB_OK && !*done ? check(arguments, error) : status;
}

/* Turn the pattern of --tiles into a local problem, with the tiles of --fixed. */
static enum tb_status make_local(const struct gen_arguments *arguments,
                                 const struct tb_position *goal, struct tb_pattern *pattern,
                                 struct tb_error *error)
{
    tb_cellset fixed = 0;
    enum tb_status status = TB_OK;

    if (arguments->fixed != NULL)
        status = tb_tiles_parse(&arguments->board, goal, arguments->fixed, &fixed, error);
    if (status == TB_OK)
        status = tb_pattern_local(pattern, &arguments->board, pattern->goals, fixed, error);
    return status;
}

static enum tb_status add_tiles(struct gen_arguments *arguments, struct tb_error *error)
{
    struct tb_position goal;
    struct tb_pattern pattern;
    enum tb_status status = tb_goal_parse(
        &arguments->board, arguments->goal == NULL ? "blank-last" : arguments->goal, &goal, error);

    if (status == TB_OK)
        status =
            tb_pattern_parse_tiles(&arguments->board, &goal, arguments->tiles, &pattern, error);
    if (status == TB_OK && arguments->kind == TB_KIND_LOCAL)
        status = make_local(arguments, &goal, &pattern, error);
    else if (status == TB_OK && arguments->kind != 0)
        pattern.kind = arguments->kind;
    if (status == TB_OK)
        status = job_add(&arguments->job, &pattern, error);
    return status;
}

static enum tb_status add_patterns(struct job *job, const struct tb_partition *partition,
                                   struct tb_error *error)
{
    enum tb_status status = TB_OK;

    for (unsigned i = 0; i < partition->count && status == TB_OK; i++)
        status = job_add(job, &partition->patterns[i], error);
    return status;
}

/* A kind that is of all tiles of the board. */
static enum tb_status add_whole(struct gen_arguments *arguments, struct tb_error *error)
{
    struct tb_partition partition;
    struct tb_position goal;
    enum tb_status status = tb_goal_parse(
        &arguments->board, arguments->goal == NULL ? "blank-last" : arguments->goal, &goal, error);

    if (status == TB_OK)
        status =
            tb_partition_whole(arguments->kind, &arguments->board,
                               tb_position_find(&arguments->board, &goal, 0), &partition, error);
    return status == TB_OK ? add_patterns(&arguments->job, &partition, error) : status;
}

static enum tb_status add_partitions(struct gen_arguments *arguments,
                                     const struct tb_folders *folders, struct tb_error *error)
{
    enum tb_status status = TB_OK;

    for (unsigned i = 0; i < arguments->count && status == TB_OK; i++) {
        struct tb_partition partition;

        status = tb_partition_find(arguments->partitions[i], folders, &partition, error);
        if (status == TB_OK && arguments->kind != 0)
            status = tb_partition_set_kind(&partition, arguments->kind, error);
        if (status == TB_OK)
            status = add_patterns(&arguments->job, &partition, error);
    }
    return status;
}

/* Local problems are the same for every corner that the blank belongs in. */
static enum tb_status check_corner(const struct gen_arguments *arguments, struct tb_error *error)
{
    struct tb_position goal;
    struct tb_view view;
    enum tb_status status = tb_goal_parse(
        &arguments->board, arguments->goal == NULL ? "blank-last" : arguments->goal, &goal, error);

    if (status == TB_OK &&
        tb_view_init(&arguments->board, &goal, arguments->board.cells - 1u, &view, NULL) != TB_OK)
        status = tb_error_set(error, TB_INVALID,
                              "--kind local needs the blank's goal in a corner: tiles are brought "
                              "home row by row, and the last ones beside the blank");
    return status;
}

enum tb_status gen_arguments_collect(struct gen_arguments *arguments,
                                     const struct tb_folders *folders, struct tb_error *error)
{
    enum tb_status status = TB_OK;

    if (gen_arguments_local(arguments))
        return check_corner(arguments, error);
    if (arguments->tiles != NULL)
        status = add_tiles(arguments, error);
    if (status == TB_OK && is_whole(arguments))
        status = add_whole(arguments, error);
    if (status == TB_OK)
        status = add_partitions(arguments, folders, error);
    return status;
}
