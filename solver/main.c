/* main.c -- pdbsolve: shortest solutions of sliding-tile puzzles */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algorithm.h"
#include "boards.h"
#include "choose.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "cli/options.h"
#include "cli/start.h"
#include "cli/threads.h"
#include "course.h"
#include "local.h"
#include "play.h"
#include "provide_local.h"
#include "report.h"
#include "tilebase/memory.h"

enum option {
    OPTION_FILE,
    OPTION_RANDOM,
    OPTION_WALK,
    OPTION_SEED,
    OPTION_BOARD,
    OPTION_GOAL,
    OPTION_PARTITION,
    OPTION_KIND,
    OPTION_LOOKUPS,
    OPTION_HEURISTIC,
    OPTION_COVER,
    OPTION_ALGORITHM,
    OPTION_WEIGHT,
    OPTION_TIES,
    OPTION_MEMORY,
    OPTION_REGION,
    OPTION_IMPROVE,
    OPTION_SURVEY,
    OPTION_CHECK,
    OPTION_THREADS,
    OPTION_MAX_NODES,
    OPTION_TIMEOUT,
    OPTION_ALL,
    OPTION_LIMIT,
    OPTION_MOVES,
    OPTION_SHOW,
    OPTION_PLAY,
    OPTION_JSON,
    OPTION_CSV,
    OPTION_QUIET,
};

static const struct cli_option options[] = {
    [OPTION_FILE] = {"file", "FILE", "read boards, one a line; - is standard input"},
    [OPTION_RANDOM] = {"random", "N", "solve N random boards"},
    [OPTION_WALK] = {"walk", "N",
                     "with --random: make boards by 1 to N random moves from\n"
                     "the goal, not by shuffling"},
    [OPTION_SEED] = {"seed", "S", "another seed makes other random boards; 1 if not given"},
    [OPTION_BOARD] = {"board", "WxH", "width x height; guessed for squares, else needed"},
    [OPTION_GOAL] = {"goal", "GOAL", "blank-last (the default), blank-first, or a board"},
    [OPTION_PARTITION] = {"partition", "NAME",
                          "solve with the databases of a partition; those that\n"
                          "are not there are built first and kept; of several\n"
                          "partitions the largest value counts"},
    [OPTION_KIND] = {"kind", "KIND",
                     "of the partitions' databases: additive, zero-aware or\n"
                     "non-additive, instead of what their pictures say"},
    [OPTION_LOOKUPS] = {"lookups", "LIST",
                        "regular, reflected, dual, dual-reflected: the default\n"
                        "is regular,reflected where the board is square and\n"
                        "the blank's goal on its diagonal, else regular"},
    [OPTION_HEURISTIC] = {"heuristic", "NAME",
                          "misplaced, euclidean, manhattan, linear-conflict,\n"
                          "corner-tiles, last-moves, inversion-distance,\n"
                          "relaxed-adjacency, novel, walking-distance, pairs or\n"
                          "triples; of several, and of partitions beside them,\n"
                          "the largest value counts"},
    [OPTION_COVER] = {"cover", "RULE",
                      "how pairs and triples add up: matching or vertex-cover\n"
                      "(the default)"},
    [OPTION_ALGORITHM] = {"algorithm", "NAME",
                          "ida (the default), weighted-ida, astar, weighted-astar,\n"
                          "greedy, anneal, anytime, bfs or bidirectional-bfs; or\n"
                          "local: a few tiles at a time, at once, and not the\n"
                          "shortest way"},
    [OPTION_WEIGHT] = {"weight", "W",
                       "of weighted searches, from 1 to 10: solutions have at\n"
                       "most W times the moves of a shortest one; 1.5 if not\n"
                       "given"},
    [OPTION_TIES] = {"ties", "RULE",
                     "for astar and weighted-astar: of equally promising\n"
                     "positions the close (the default) or the far first"},
    [OPTION_MEMORY] = {"memory", "MB",
                       "for searches that keep positions: give up on a board\n"
                       "when they take more; half of what is free if not given"},
    [OPTION_REGION] = {"region", "N", "for local: tiles to bring home in a step; 1 if not given"},
    [OPTION_IMPROVE] = {"improve", "S", "for local: shorten the solution for up to S seconds"},
    [OPTION_SURVEY] = {"survey", "N",
                       "solve nothing: compare the heuristic's values with the\n"
                       "distances of the N positions closest to the goal"},
    [OPTION_CHECK] = {"check", NULL, "compare with the lengths that the file gives"},
    [OPTION_THREADS] = {"threads", "N",
                        "several boards are solved side by side, one board by\n"
                        "all threads together; all cores if not given"},
    [OPTION_MAX_NODES] = {"max-nodes", "N", "give up on a board after N nodes"},
    [OPTION_TIMEOUT] = {"timeout", "S", "give up on a board after S seconds"},
    [OPTION_ALL] = {"all", NULL, "count all shortest solutions"},
    [OPTION_LIMIT] = {"limit", "N", "with --all: list the first N of them"},
    [OPTION_MOVES] = {"moves", "FORM",
                      "tile: where the tile slides (the default), blank: where\n"
                      "the blank goes, numbers: which tile"},
    [OPTION_SHOW] = {"show", NULL, "print the boards on the way"},
    [OPTION_PLAY] = {"play", NULL, "show the solution as a moving picture on the terminal"},
    [OPTION_JSON] = {"json", NULL, "one JSON object a line for each board"},
    [OPTION_CSV] = {"csv", NULL, "a table for spreadsheets"},
    [OPTION_QUIET] = {"quiet", NULL, "do not tell which heuristic is used"},
    {NULL, NULL, NULL},
};

static const struct cli_program program = {
    .name = "pdbsolve",
    .usage = "[OPTION...] BOARD...\n[OPTION...] --file FILE\n[OPTION...] --random N\n[OPTION...] "
             "--survey N",
    .summary = "Find shortest solutions of sliding-tile puzzles. A BOARD is its numbers row by\n"
               "row, 0 for the blank, with spaces or commas between them.",
    .options = options,
    .examples = "pdbsolve \"1 2 3 4 5 6 7 8 9 10 15 11 13 14 0 12\"\n"
                "pdbsolve --show 8,6,7,2,5,4,3,0,1\n"
                "pdbsolve --random 10 --board 4x4 --partition 7-8\n"
                "pdbsolve --file boards.txt --goal blank-first --json",
};

struct arguments {
    struct boards boards;
    const char **texts; /* into argv */
    int text_count;
    const char *file;
    const char *goal_text;
    struct choice choice;
    const struct algorithm *algorithm;
    unsigned region; /* 0: not given */
    long random;
    long walk;
    long survey;
    long seed;
    unsigned threads;
    bool check;
    bool ties_given;
    bool play;
    struct search search;
    struct report report;
};

static enum tb_status parse_moves(const char *value, enum report_moves *moves,
                                  struct tb_error *error)
{
    if (strcmp(value, "tile") == 0)
        *moves = MOVES_TILE;
    else if (strcmp(value, "blank") == 0)
        *moves = MOVES_BLANK;
    else if (strcmp(value, "numbers") == 0)
        *moves = MOVES_NUMBERS;
    else
        return tb_error_set(error, TB_INVALID, "--moves is tile, blank or numbers, not '%.40s'",
                            value);
    return TB_OK;
}

static enum tb_status add_partition(const char *value, struct choice *choice,
                                    struct tb_error *error)
{
    if (choice->count == PARTITIONS_MAX)
        return tb_error_set(error, TB_INVALID, "at most %d partitions at once", PARTITIONS_MAX);
    choice->partitions[choice->count++] = value;
    return TB_OK;
}

static enum tb_status parse_seconds(const char *option, const char *value, double *seconds,
                                    struct tb_error *error)
{
    char *end;

    *seconds = strtod(value, &end);
    if (end == value || *end != '\0' || !(*seconds > 0))
        return tb_error_set(error, TB_INVALID, "--%s takes seconds, such as 2.5, not '%.40s'",
                            option, value);
    return TB_OK;
}

static enum tb_status parse_ties(const char *value, bool *far_first, struct tb_error *error)
{
    *far_first = strcmp(value, "far") == 0;
    if (!*far_first && strcmp(value, "close") != 0)
        return tb_error_set(error, TB_INVALID, "--ties is close or far, not '%.40s'", value);
    return TB_OK;
}

static enum tb_status parse_weight(const char *value, double *weight, struct tb_error *error)
{
    char *end;

    *weight = strtod(value, &end);
    if (end == value || *end != '\0' || !(*weight >= 1 && *weight <= 10))
        return tb_error_set(error, TB_INVALID,
                            "--weight takes a number from 1 to 10, such as 1.5, not '%.40s'",
                            value);
    return TB_OK;
}

/* Options that take a number. */
static enum tb_status handle_number(struct arguments *arguments, int option, const char *value,
                                    struct tb_error *error)
{
    static const struct {
        long least, most;
    } range[] = {
        [OPTION_WALK] = {1, 1000000},        [OPTION_SURVEY] = {1, 1000000000},
        [OPTION_RANDOM] = {1, 10000000},     [OPTION_SEED] = {0, 4611686018427387904},
        [OPTION_THREADS] = {1, 1024},        [OPTION_MAX_NODES] = {1, 4611686018427387904},
        [OPTION_LIMIT] = {1, 1000000},       [OPTION_MEMORY] = {1, 1 << 30},
        [OPTION_REGION] = {1, TB_TILES_MAX},
    };
    long number = 0;
    enum tb_status status = cli_parse_number(options[option].name, value, range[option].least,
                                             range[option].most, &number, error);

    if (option == OPTION_RANDOM)
        arguments->random = number;
    else if (option == OPTION_SURVEY)
        arguments->survey = number;
    else if (option == OPTION_WALK)
        arguments->walk = number;
    else if (option == OPTION_SEED)
        arguments->seed = number;
    else if (option == OPTION_THREADS)
        arguments->threads = (unsigned)number;
    else if (option == OPTION_MEMORY)
        arguments->search.memory = (uint64_t)number * 1000000;
    else if (option == OPTION_REGION)
        arguments->region = (unsigned)number;
    else if (option == OPTION_LIMIT)
        arguments->search.listed = (uint32_t)number;
    else
        arguments->search.nodes = (uint64_t)number;
    return status;
}

static enum tb_status handle(void *context, int option, const char *value, struct tb_error *error)
{
    struct arguments *arguments = context;

    switch (option) {
    case OPTION_FILE:
        arguments->file = value;
        break;
    case OPTION_BOARD:
        arguments->boards.known = true;
        return tb_board_parse(value, &arguments->boards.board, error);
    case OPTION_GOAL:
        arguments->goal_text = value;
        break;
    case OPTION_PARTITION:
        return add_partition(value, &arguments->choice, error);
    case OPTION_LOOKUPS:
        return choose_parse_ways(value, &arguments->choice.ways, error);
    case OPTION_KIND:
        return tb_kind_parse(value, &arguments->choice.kind, error);
    case OPTION_HEURISTIC:
        return choose_add_named(value, &arguments->choice.named, error);
    case OPTION_ALGORITHM:
        return algorithm_find(value, &arguments->algorithm, error);
    case OPTION_TIES:
        arguments->ties_given = true;
        return parse_ties(value, &arguments->search.far_first, error);
    case OPTION_WEIGHT:
        return parse_weight(value, &arguments->search.weight, error);
    case OPTION_COVER:
        arguments->choice.rule_given = true;
        return choose_parse_rule(value, &arguments->choice.rule, error);
    case OPTION_CHECK:
        arguments->check = true;
        break;
    case OPTION_TIMEOUT:
        return parse_seconds("timeout", value, &arguments->search.seconds, error);
    case OPTION_IMPROVE:
        return parse_seconds("improve", value, &arguments->search.improve, error);
    case OPTION_MOVES:
        return parse_moves(value, &arguments->report.moves, error);
    case OPTION_ALL:
        arguments->search.all = arguments->report.all = true;
        break;
    case OPTION_SHOW:
        arguments->report.show = true;
        break;
    case OPTION_PLAY:
        arguments->play = true;
        break;
    case OPTION_JSON:
        arguments->report.form = REPORT_JSON;
        break;
    case OPTION_CSV:
        arguments->report.form = REPORT_CSV;
        break;
    case OPTION_QUIET:
        arguments->choice.quiet = true;
        break;
    case -1:
        arguments->texts[arguments->text_count++] = value;
        break;
    default:
        return handle_number(arguments, option, value, error);
    }
    return TB_OK;
}

/* Boards as arguments: each one a board, or, unquoted, each one a number of one board. */
static enum tb_status add_texts(struct arguments *arguments, struct tb_error *error)
{
    char joined[1024] = "";
    bool single = arguments->text_count > 1;
    enum tb_status status = TB_OK;

    for (int i = 0; i < arguments->text_count; i++)
        single = single && strpbrk(arguments->texts[i], ", \t\n") == NULL;
    if (!single) {
        for (int i = 0; i < arguments->text_count && status == TB_OK; i++)
            status = boards_add(&arguments->boards, arguments->texts[i], error);
        return status;
    }
    for (int i = 0; i < arguments->text_count; i++) {
        size_t used = strlen(joined);

        snprintf(joined + used, sizeof joined - used, "%.20s ", arguments->texts[i]);
    }
    return boards_add(&arguments->boards, joined, error);
}

static enum tb_status add_random(struct arguments *arguments, const struct tb_position *goal,
                                 struct tb_error *error)
{
    size_t count = (size_t)arguments->random;
    uint64_t seed = (uint64_t)arguments->seed;

    if (arguments->walk > 0)
        return boards_walk(&arguments->boards, goal, count, (unsigned)arguments->walk, seed, error);
    return boards_random(&arguments->boards, goal, count, seed, error);
}

/* A survey is of a board's size and a goal, and takes no boards. */
static enum tb_status prepare_survey(struct arguments *arguments, struct tb_position *goal,
                                     struct tb_error *error)
{
    struct boards *boards = &arguments->boards;
    enum tb_status status = TB_OK;

    if (arguments->text_count > 0 || arguments->file != NULL || arguments->random > 0)
        return tb_error_set(error, TB_INVALID, "--survey solves nothing: leave the boards out");
    if ((arguments->algorithm->traits & ALGORITHM_BLIND) != 0)
        return tb_error_set(error, TB_INVALID, "--survey is of a heuristic, and %s uses none",
                            arguments->algorithm->name);
    if (!boards->known)
        status = tb_board_init(&boards->board, 4, 4, error);
    if (status == TB_OK)
        status = tb_goal_parse(&boards->board, arguments->goal_text, goal, error);
    return status;
}

static enum tb_status make_survey(struct arguments *arguments, const struct heuristic *heuristic,
                                  const struct tb_position *goal, struct tb_error *error)
{
    struct survey survey;
    enum tb_status status =
        survey_goal(heuristic, &arguments->boards.board, goal, (uint64_t)arguments->survey,
                    &arguments->search, &survey, error);

    return status == TB_OK ? report_survey(&arguments->report, heuristic, &survey, error) : status;
}

static enum tb_status collect_boards(struct arguments *arguments, struct tb_position *goal,
                                     struct tb_error *error)
{
    struct boards *boards = &arguments->boards;
    enum tb_status status = TB_OK;

    if (arguments->survey > 0)
        return prepare_survey(arguments, goal, error);
    if (arguments->text_count == 0 && arguments->file == NULL && arguments->random == 0)
        return tb_error_set(error, TB_INVALID,
                            "nothing to solve: give a board, --file or --random; pdbsolve --help "
                            "shows how");
    if (arguments->text_count > 0)
        status = add_texts(arguments, error);
    if (status == TB_OK && arguments->file != NULL)
        status = boards_read(boards, arguments->file, error);
    if (status == TB_OK && !boards->known)
        status = arguments->random > 0
                     ? tb_board_init(&boards->board, 4, 4, error)
                     : tb_error_set(error, TB_INVALID, "no board in %.200s", arguments->file);
    if (status == TB_OK)
        status = tb_goal_parse(&boards->board, arguments->goal_text, goal, error);
    if (status == TB_OK)
        status = add_random(arguments, goal, error);
    if (status == TB_OK && boards->count == 0)
        status = tb_error_set(error, TB_INVALID, "no board in %.200s", arguments->file);
    return status;
}

/* Name those that cannot be solved before the first is. */
static enum tb_status check_boards(const struct boards *boards, const struct tb_position *goal,
                                   struct tb_error *error)
{
    for (size_t i = 0; i < boards->count; i++) {
        char text[TB_POSITION_TEXT];

        if (tb_position_solvable(&boards->board, &boards->list[i].start, goal))
            continue;
        tb_position_print(&boards->board, &boards->list[i].start, text);
        return tb_error_set(error, TB_IO,
                            "%s cannot be solved: no sequence of moves leads to the goal", text);
    }
    return TB_OK;
}

/* Whether no heuristic is asked for a value: shortening a local solution takes one. */
static bool is_blind(const struct arguments *arguments)
{
    return (arguments->algorithm->traits & ALGORITHM_BLIND) != 0 && arguments->search.improve == 0;
}

/* Options that an algorithm has no use for. */
static enum tb_status check_algorithm(const struct arguments *arguments, struct tb_error *error)
{
    const struct algorithm *algorithm = arguments->algorithm;
    const struct choice *choice = &arguments->choice;

    if (arguments->search.all && (algorithm->traits & ALGORITHM_COUNTS) == 0)
        return tb_error_set(error, TB_INVALID, "--all is for --algorithm ida, not for %s",
                            algorithm->name);
    if (arguments->search.weight != 0 && (algorithm->traits & ALGORITHM_WEIGHTED) == 0)
        return tb_error_set(error, TB_INVALID,
                            "--weight is for --algorithm weighted-ida and weighted-astar, not "
                            "for %s",
                            algorithm->name);
    if (arguments->ties_given && (algorithm->traits & ALGORITHM_TIES) == 0)
        return tb_error_set(error, TB_INVALID,
                            "--ties is for --algorithm astar and weighted-astar, not for %s",
                            algorithm->name);
    if (arguments->search.memory != 0 && (algorithm->traits & ALGORITHM_KEEPS) == 0 &&
        arguments->survey == 0)
        return tb_error_set(error, TB_INVALID,
                            "--memory is for searches that keep positions, and %s keeps none",
                            algorithm->name);
    if (is_blind(arguments) && (choice->count > 0 || choice->named != 0))
        return tb_error_set(error, TB_INVALID,
                            "--algorithm %s uses no heuristic: leave out --heuristic and "
                            "--partition",
                            algorithm->name);
    return TB_OK;
}

/* Options that exclude each other, and what can be known to fail before a search. */
static enum tb_status check_options(const struct arguments *arguments, struct tb_error *error)
{
    enum tb_status status = check_algorithm(arguments, error);

    if (status == TB_OK)
        status =
            local_check_options(arguments->algorithm, arguments->region, &arguments->search, error);
    if (status != TB_OK)
        return status;
    if (arguments->walk > 0 && arguments->random == 0)
        return tb_error_set(error, TB_INVALID, "--walk is for --random");
    if (arguments->search.listed > 0 && !arguments->search.all)
        return tb_error_set(error, TB_INVALID, "--limit is for --all");
    if (arguments->search.all && (arguments->choice.named & NAMED_NOVEL) != 0)
        return tb_error_set(error, TB_INVALID,
                            "--all is not for novel, with which a solution may be too long");
    if (!arguments->play)
        return TB_OK;
    if (arguments->report.form != REPORT_TEXT || arguments->report.show)
        return tb_error_set(error, TB_INVALID, "choose --play or one of --show, --json and --csv");
    return play_possible(error);
}

/* What is solved with; searches without a heuristic still tell a first bound by one. */
static void tell_heuristic(const struct arguments *arguments, const struct heuristic *heuristic)
{
    const struct algorithm *algorithm = arguments->algorithm;

    if (is_blind(arguments))
        fprintf(stderr, "solving by %s\n", algorithm->name);
    else if (algorithm->solve == ida_solve)
        fprintf(stderr, "solving with %s\n", heuristic->name);
    else
        fprintf(stderr, "solving by %s with %s\n", algorithm->name, heuristic->name);
}

static enum tb_status solve_boards(struct arguments *arguments, const struct heuristic *heuristic,
                                   const struct tb_position *goal, struct tb_error *error)
{
    const struct course course = {
        .algorithm = arguments->algorithm,
        .heuristic = heuristic,
        .boards = &arguments->boards,
        .goal = goal,
        .search = arguments->search,
        .threads = arguments->threads,
        .check = arguments->check,
        .play = arguments->play,
        .quiet = arguments->choice.quiet,
        .report = &arguments->report,
    };

    if (!arguments->choice.quiet && arguments->report.form == REPORT_TEXT)
        tell_heuristic(arguments, heuristic);
    return course_run(&course, error);
}

/* Solve by local problems, which are made first. */
static enum tb_status solve_locally(struct arguments *arguments, const struct heuristic *heuristic,
                                    const struct tb_position *goal, struct tb_error *error)
{
    struct local_view view;
    enum tb_status status =
        provide_local_view(&arguments->boards.board, goal, arguments->region, arguments->threads,
                           arguments->choice.quiet, &view, error);

    arguments->search.local = &view;
    if (status == TB_OK)
        status = solve_boards(arguments, heuristic, goal, error);
    tb_local_close(view.local);
    return status;
}

static enum tb_status run(struct arguments *arguments, struct tb_error *error)
{
    struct tb_position goal;
    struct chosen chosen = {0};
    enum tb_status status = check_options(arguments, error);

    if (status == TB_OK)
        status = collect_boards(arguments, &goal, error);
    if (status == TB_OK)
        status = check_boards(&arguments->boards, &goal, error);
    if (status == TB_OK)
        status = cli_check_threads(arguments->threads, error);
    arguments->search.seed = (uint64_t)arguments->seed;
    if (arguments->search.weight == 0)
        arguments->search.weight = 1.5;
    if (arguments->search.memory == 0)
        arguments->search.memory = tb_memory_available() / 2;
    if (status == TB_OK && (arguments->algorithm->traits & ALGORITHM_LOCAL) != 0)
        status = local_check_goal(&arguments->boards.board, &goal, error);
    if (is_blind(arguments))
        arguments->choice.named = NAMED_MANHATTAN;
    cli_interrupt_catch();
    arguments->choice.threads = arguments->threads;
    if (status == TB_OK)
        status =
            choose_heuristic(&arguments->choice, &arguments->boards.board, &goal, &chosen, error);
    if (status == TB_OK && arguments->survey > 0)
        status = make_survey(arguments, chosen.heuristic, &goal, error);
    else if (status == TB_OK && (arguments->algorithm->traits & ALGORITHM_LOCAL) != 0)
        status = solve_locally(arguments, chosen.heuristic, &goal, error);
    else if (status == TB_OK)
        status = solve_boards(arguments, chosen.heuristic, &goal, error);
    chosen_free(&chosen);
    return status;
}

int main(int argc, char **argv)
{
    struct arguments arguments = {
        .texts = (const char **)argv,
        .goal_text = "blank-last",
        .seed = 1,
        .threads = cli_default_threads(),
        .choice = {.rule = TB_COVER_LEAST},
        .search = {.threads = 1,
                   .nodes = UINT64_MAX,
                   .seconds = INFINITY,
                   .interrupted = cli_interrupted},
    };
    struct tb_error error = {0};
    int done;
    enum tb_status status;

    cli_start(program.name);
    status = algorithm_find("ida", &arguments.algorithm, &error);
    if (status == TB_OK)
        status = cli_parse(&program, argc, argv, handle, &arguments, &done, &error);

    if (status == TB_OK && !done)
        status = run(&arguments, &error);
    boards_free(&arguments.boards);
    return cli_finish(program.name, status == TB_OK ? CLI_EXIT_OK : cli_fail(program.name, &error));
}
