/* main.c -- pdbsolve: shortest solutions of sliding-tile puzzles */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boards.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/text.h"
#include "cli/threads.h"
#include "provide.h"
#include "report.h"

enum option {
    OPTION_FILE,
    OPTION_RANDOM,
    OPTION_SEED,
    OPTION_BOARD,
    OPTION_GOAL,
    OPTION_PARTITION,
    OPTION_LOOKUPS,
    OPTION_HEURISTIC,
    OPTION_CHECK,
    OPTION_THREADS,
    OPTION_MAX_NODES,
    OPTION_TIMEOUT,
    OPTION_MOVES,
    OPTION_SHOW,
    OPTION_JSON,
    OPTION_CSV,
    OPTION_QUIET,
};

static const struct cli_option options[] = {
    [OPTION_FILE] = {"file", "FILE", "read boards, one a line; - is standard input"},
    [OPTION_RANDOM] = {"random", "N", "solve N random boards"},
    [OPTION_SEED] = {"seed", "S", "another seed makes other random boards; 1 if not given"},
    [OPTION_BOARD] = {"board", "WxH", "width x height; guessed for squares, else needed"},
    [OPTION_GOAL] = {"goal", "GOAL", "blank-last (the default), blank-first, or a board"},
    [OPTION_PARTITION] = {"partition", "NAME",
                          "solve with the databases of a partition; those\n"
                          "that are not there are built first and kept"},
    [OPTION_LOOKUPS] = {"lookups", "LIST",
                        "regular, or regular,reflected (the default where\n"
                        "the board is square and the blank's goal in a corner)"},
    [OPTION_HEURISTIC] = {"heuristic", "NAME", "manhattan: solve without databases"},
    [OPTION_CHECK] = {"check", NULL, "compare with the lengths that the file gives"},
    [OPTION_THREADS] = {"threads", "N", "boards solved side by side; all cores if not given"},
    [OPTION_MAX_NODES] = {"max-nodes", "N", "give up on a board after N nodes"},
    [OPTION_TIMEOUT] = {"timeout", "S", "give up on a board after S seconds"},
    [OPTION_MOVES] = {"moves", "FORM",
                      "tile: where the tile slides (the default), blank: where\n"
                      "the blank goes, numbers: which tile"},
    [OPTION_SHOW] = {"show", NULL, "print the boards on the way"},
    [OPTION_JSON] = {"json", NULL, "one JSON object a line for each board"},
    [OPTION_CSV] = {"csv", NULL, "a table for spreadsheets"},
    [OPTION_QUIET] = {"quiet", NULL, "do not tell which heuristic is used"},
    {NULL, NULL, NULL},
};

static const struct cli_program program = {
    .name = "pdbsolve",
    .usage = "[OPTION...] BOARD...\n[OPTION...] --file FILE\n[OPTION...] --random N",
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
    const char *partition;
    const char *heuristic;
    bool lookups_given;
    bool reflected;
    long random;
    long seed;
    unsigned threads;
    bool check;
    bool quiet;
    struct limits limits;
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

static enum tb_status parse_lookups(const char *value, bool *reflected, struct tb_error *error)
{
    *reflected = strcmp(value, "regular,reflected") == 0;
    if (!*reflected && strcmp(value, "regular") != 0)
        return tb_error_set(error, TB_INVALID,
                            "--lookups is regular or regular,reflected, not '%.40s'", value);
    return TB_OK;
}

static enum tb_status parse_seconds(const char *value, double *seconds, struct tb_error *error)
{
    char *end;

    *seconds = strtod(value, &end);
    if (end == value || *end != '\0' || !(*seconds > 0))
        return tb_error_set(error, TB_INVALID, "--timeout takes seconds, such as 2.5, not '%.40s'",
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
        [OPTION_RANDOM] = {1, 10000000},
        [OPTION_SEED] = {0, 4611686018427387904},
        [OPTION_THREADS] = {1, 1024},
        [OPTION_MAX_NODES] = {1, 4611686018427387904},
    };
    long number = 0;
    enum tb_status status = cli_parse_number(options[option].name, value, range[option].least,
                                             range[option].most, &number, error);

    if (option == OPTION_RANDOM)
        arguments->random = number;
    else if (option == OPTION_SEED)
        arguments->seed = number;
    else if (option == OPTION_THREADS)
        arguments->threads = (unsigned)number;
    else
        arguments->limits.nodes = (uint64_t)number;
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
        arguments->partition = value;
        break;
    case OPTION_LOOKUPS:
        arguments->lookups_given = true;
        return parse_lookups(value, &arguments->reflected, error);
    case OPTION_HEURISTIC:
        arguments->heuristic = value;
        break;
    case OPTION_CHECK:
        arguments->check = true;
        break;
    case OPTION_TIMEOUT:
        return parse_seconds(value, &arguments->limits.seconds, error);
    case OPTION_MOVES:
        return parse_moves(value, &arguments->report.moves, error);
    case OPTION_SHOW:
        arguments->report.show = true;
        break;
    case OPTION_JSON:
        arguments->report.form = REPORT_JSON;
        break;
    case OPTION_CSV:
        arguments->report.form = REPORT_CSV;
        break;
    case OPTION_QUIET:
        arguments->quiet = true;
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

static enum tb_status collect_boards(struct arguments *arguments, struct tb_position *goal,
                                     struct tb_error *error)
{
    struct boards *boards = &arguments->boards;
    enum tb_status status = TB_OK;

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
        status = boards_random(boards, goal, (size_t)arguments->random, (uint64_t)arguments->seed,
                               error);
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

/* The partition that was named, or one that suits the board; found tells. */
static enum tb_status choose_partition(const struct arguments *arguments,
                                       struct tb_partition *partition, bool *found,
                                       struct tb_error *error)
{
    const struct tb_board *board = &arguments->boards.board;
    struct tb_folders folders;
    enum tb_status status;

    if (arguments->partition == NULL) {
        *found = provide_choice(board, partition);
        return TB_OK;
    }
    *found = true;
    status = tb_folders_default(&folders, error);
    if (status == TB_OK)
        status = tb_partition_find(arguments->partition, &folders, partition, error);
    if (status == TB_OK &&
        (partition->board.width != board->width || partition->board.height != board->height))
        status =
            tb_error_set(error, TB_INVALID, "partition %s is for %ux%u and the boards are %ux%u",
                         partition->name, partition->board.width, partition->board.height,
                         board->width, board->height);
    return status;
}

static enum tb_status make_heuristic(const struct arguments *arguments,
                                     const struct tb_position *goal, struct tb_tables **tables,
                                     struct heuristic **heuristic, struct tb_error *error)
{
    struct tb_partition partition;
    bool found = false, reflected;
    enum tb_status status = TB_OK;

    if (arguments->heuristic != NULL && strcmp(arguments->heuristic, "manhattan") != 0)
        return tb_error_set(error, TB_INVALID, "no heuristic '%.40s': there is manhattan",
                            arguments->heuristic);
    if (arguments->heuristic != NULL && arguments->partition != NULL)
        return tb_error_set(error, TB_INVALID, "choose --heuristic or --partition, not both");
    if (arguments->heuristic == NULL)
        status = choose_partition(arguments, &partition, &found, error);
    /* What was not asked for must not fail: a goal that the choice cannot serve. */
    if (status == TB_OK && found && arguments->partition == NULL)
        found = additive_check(&partition, goal, false, NULL) == TB_OK;
    if (status != TB_OK)
        return status;
    if (!found && arguments->lookups_given)
        return tb_error_set(error, TB_INVALID,
                            "--lookups is for databases, and none are used for this board");
    if (!found)
        return manhattan_new(&arguments->boards.board, goal, heuristic, error);
    /* What cannot be done is refused before anything is built for it. */
    reflected = arguments->lookups_given ? arguments->reflected
                                         : additive_check(&partition, goal, true, NULL) == TB_OK;
    status = additive_check(&partition, goal, reflected, error);
    if (status == TB_OK)
        status = provide_tables(&partition, arguments->threads, arguments->quiet, tables, error);
    if (status == TB_OK)
        status = additive_new(&partition, *tables, goal, reflected, heuristic, error);
    return status;
}

/* What is wrong with a solution, if something is. */
static enum tb_status judge(const struct arguments *arguments, const struct board_entry *entry,
                            const struct solution *solution, struct tb_error *error)
{
    char text[TB_POSITION_TEXT];

    tb_position_print(&arguments->boards.board, &entry->start, text);
    if (!solution->solved && cli_interrupted())
        return tb_error_set(error, TB_STOPPED, "interrupted");
    if (!solution->solved)
        return tb_error_set(error, TB_IO, "%s: given up, at least %d moves", text, solution->bound);
    if (arguments->check && entry->length >= 0 && entry->length != solution->bound)
        return tb_error_set(error, TB_IO, "%s: %d moves, but the file says %d", text,
                            solution->bound, entry->length);
    return TB_OK;
}

/* Solve all boards, several at a time, and report them in their order. */
static enum tb_status solve_all(struct arguments *arguments, const struct heuristic *heuristic,
                                const struct tb_position *goal, struct tb_error *error)
{
    const struct boards *boards = &arguments->boards;
    enum tb_status worst = TB_OK;
    bool ended = false;

#pragma omp parallel for num_threads(arguments->threads) ordered schedule(dynamic)
    for (int64_t i = 0; i < (int64_t)boards->count; i++) {
        struct problem problem = {boards->board, boards->list[i].start, *goal};
        struct solution solution;
        struct tb_error reason = {0};
        enum tb_status status = TB_OK;
        bool skip;

#pragma omp atomic read
        skip = ended;
        if (!skip)
            status = heuristic->solve(heuristic, &problem, &arguments->limits, &solution, &reason);
#pragma omp ordered
        if (!skip && !ended) {
            if (status == TB_OK)
                status = report_solution(&arguments->report, &problem, &solution, &reason);
            if (status == TB_OK)
                status = judge(arguments, &boards->list[i], &solution, &reason);
            if (status != TB_OK) {
                worst = status;
                *error = reason;
            }
            /* One board that is too hard does not keep the others from being solved. */
            if (status == TB_NO_MEMORY || status == TB_STOPPED || ferror(stdout)) {
#pragma omp atomic write
                ended = true;
            }
        }
    }
    return worst;
}

static enum tb_status run(struct arguments *arguments, struct tb_error *error)
{
    struct tb_position goal;
    struct tb_tables *tables = NULL;
    struct heuristic *heuristic = NULL;
    double start;
    enum tb_status status = collect_boards(arguments, &goal, error);

    if (status == TB_OK)
        status = check_boards(&arguments->boards, &goal, error);
    if (status == TB_OK)
        status = cli_check_threads(arguments->threads, error);
    cli_interrupt_catch();
    if (status == TB_OK)
        status = make_heuristic(arguments, &goal, &tables, &heuristic, error);
    if (status == TB_OK) {
        if (!arguments->quiet && arguments->report.form == REPORT_TEXT)
            fprintf(stderr, "solving with %s\n", heuristic->name);
        start = cli_now();
        status = solve_all(arguments, heuristic, &goal, error);
        if (status == TB_OK)
            status = report_summary(&arguments->report, cli_now() - start, error);
    }
    if (heuristic != NULL)
        heuristic->free(heuristic);
    tb_tables_close(tables);
    return status;
}

int main(int argc, char **argv)
{
    struct arguments arguments = {
        .texts = (const char **)argv,
        .goal_text = "blank-last",
        .seed = 1,
        .threads = cli_default_threads(),
        .limits = {.nodes = UINT64_MAX, .seconds = INFINITY, .interrupted = cli_interrupted},
    };
    struct tb_error error = {0};
    int done;
    enum tb_status status = cli_parse(&program, argc, argv, handle, &arguments, &done, &error);

    if (status == TB_OK && !done)
        status = run(&arguments, &error);
    boards_free(&arguments.boards);
    return cli_finish(program.name, status == TB_OK ? CLI_EXIT_OK : cli_fail(program.name, &error));
}
