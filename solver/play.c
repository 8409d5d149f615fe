/* play.c -- a solution as a moving picture on a terminal */
#include "play.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "cli/progress.h"

static const double slowest = 0.4; /* seconds a move */
static const double longest = 20;  /* seconds a solution */
static const double nap = 0.02;    /* seconds between looks for Ctrl-C */

enum {
    FRAME_TEXT = 8192, /* a 6x6 board in boxes takes less than half */
    BAR_WIDTH = 30,
    WIDTH_UNKNOWN = 80, /* taken for the width of a terminal that does not tell */
};

/* What a picture is made of. */
struct drawing {
    const char *across;
    const char *down;
    const char *joint[3][3]; /* top, between and bottom; left, between and right */
    const char *bar[4];      /* start, done, to do, end */
};

static const struct drawing plain = {
    .across = "-",
    .down = "|",
    .joint = {{"+", "+", "+"}, {"+", "+", "+"}, {"+", "+", "+"}},
    .bar = {"[", "#", ".", "]"},
};

static const struct drawing boxes = {
    .across = "─",
    .down = "│",
    .joint = {{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}},
    .bar = {"", "█", "░", ""},
};

/* How much of the picture there is room for. */
enum form { FORM_BOXES, FORM_NUMBERS, FORM_LINE };

struct play {
    const struct problem *problem;
    const struct solution *solution;
    const struct drawing *drawing;
    bool escapes; /* the terminal knows escape codes */
    bool colour;
    struct sigaction stop; /* what Ctrl-Z did before */

    struct tb_position now;
    unsigned blank;
    unsigned moved; /* the cell of the tile that moved last; board.cells: none */
    int moves;      /* made so far */
    bool ended;

    int columns;           /* of the terminal */
    int lines;             /* of the frame so far, or of the last one */
    size_t used;           /* of text */
    char text[FRAME_TEXT]; /* a frame goes out in one write, so that it does not flicker */
};

__attribute__((format(printf, 2, 3))) static void add(struct play *play, const char *format, ...)
{
    size_t room = sizeof play->text - play->used;
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(play->text + play->used, room, format, arguments);
    va_end(arguments);
    if (length > 0)
        play->used += (size_t)length < room ? (size_t)length : room - 1;
}

static void take_nap(double seconds)
{
    /* A signal ends it early, which is welcome. */
    nanosleep(&(struct timespec){.tv_nsec = (long)(seconds * 1e9)}, NULL);
}

static void start_line(struct play *play)
{
    if (play->lines++ > 0)
        add(play, play->escapes ? "\033[K\n" : "\n");
}

static void add_cell(struct play *play, unsigned cell, const char *blank)
{
    unsigned tile = play->now.tile[cell];
    bool moved = cell == play->moved;

    if (tile == 0)
        add(play, "%s", blank);
    else if (!play->colour)
        add(play, moved ? "[%2u]" : " %2u ", tile);
    else if (moved)
        add(play, "\033[30;43m %2u \033[m", tile);
    else if (tile == play->problem->goal.tile[cell])
        add(play, "\033[32m %2u \033[m", tile);
    else
        add(play, " %2u ", tile);
}

/* A line of the boxes: 0 on top, 1 between rows, 2 at the bottom. */
static void add_rule(struct play *play, unsigned place)
{
    const struct drawing *drawing = play->drawing;
    const char *const *joint = drawing->joint[place];
    const char *across = drawing->across;
    unsigned width = play->problem->board.width;

    start_line(play);
    for (unsigned column = 0; column < width; column++)
        add(play, "%s%s%s%s%s", joint[column > 0], across, across, across, across);
    add(play, "%s", joint[2]);
}

static void add_boxes(struct play *play)
{
    const struct tb_board *board = &play->problem->board;
    const char *down = play->drawing->down;

    for (unsigned row = 0; row < board->height; row++) {
        add_rule(play, row > 0);
        start_line(play);
        for (unsigned column = 0; column < board->width; column++) {
            add(play, "%s", down);
            add_cell(play, row * board->width + column, "    ");
        }
        add(play, "%s", down);
    }
    add_rule(play, 2);
}

/* As --show prints it. */
static void add_numbers(struct play *play)
{
    const struct tb_board *board = &play->problem->board;

    for (unsigned cell = 0; cell < board->cells; cell++) {
        if (cell % board->width == 0)
            start_line(play);
        add_cell(play, cell, "  . ");
    }
}

/* Where the tile came from tells where it went: the blank is there now. */
static const char *direction(const struct play *play)
{
    if (play->moved == play->blank + 1)
        return "right";
    if (play->moved + 1 == play->blank)
        return "left";
    return play->moved > play->blank ? "down" : "up";
}

static void add_words(struct play *play)
{
    char words[80];
    int all = play->solution->bound;
    const char *unit = all == 1 ? "move" : "moves";

    if (play->ended)
        snprintf(words, sizeof words, "solved in %d %s", all, unit);
    else if (play->moves == 0)
        snprintf(words, sizeof words, "%d %s to go", all, unit);
    else
        snprintf(words, sizeof words, "move %d of %d: %u slides %s", play->moves, all,
                 play->now.tile[play->moved], direction(play));
    start_line(play);
    /* A line that is wider would wrap, and the next frame would miss the place. */
    add(play, "%.*s", play->columns - 1, words);
}

static void add_bar(struct play *play)
{
    const char *const *bar = play->drawing->bar;
    int all = play->solution->bound;
    int width = play->columns - 3 < BAR_WIDTH ? play->columns - 3 : BAR_WIDTH;
    int done = all == 0 ? width : width * play->moves / all;

    start_line(play);
    add(play, "%s", bar[0]);
    for (int i = 0; i < width; i++)
        add(play, "%s", bar[i < done ? 1 : 2]);
    add(play, "%s", bar[3]);
}

/* Asked for each frame, as windows change. */
static enum form measure(struct play *play)
{
    const struct tb_board *board = &play->problem->board;
    struct winsize size = {0};
    int rows;

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
        size = (struct winsize){0};
    play->columns = size.ws_col > 0 ? size.ws_col : WIDTH_UNKNOWN;
    rows = size.ws_row > 0 ? size.ws_row : 2 * TB_SIDE_MAX + 3;
    /* The last column stays free: some terminals go on to the next line there. */
    if (5 * board->width + 1 < play->columns && 2 * board->height + 3 <= rows)
        return FORM_BOXES;
    if (4 * board->width < play->columns && board->height + 1 <= rows)
        return FORM_NUMBERS;
    return FORM_LINE;
}

/* Write all of the text. Signals do not end that, so that the cursor always comes back. */
static enum tb_status send_text(struct play *play, struct tb_error *error)
{
    const char *text = play->text;
    const char *end = text + play->used;

    play->used = 0;
    while (text < end) {
        ssize_t count = write(STDOUT_FILENO, text, (size_t)(end - text));

        if (count >= 0)
            text += count;
        else if (errno == EAGAIN) /* who shares the terminal may have asked for that */
            take_nap(nap);
        else if (errno != EINTR)
            return tb_error_set(error, TB_IO, "standard output: %s", strerror(errno));
    }
    return TB_OK;
}

static enum tb_status show_frame(struct play *play, struct tb_error *error)
{
    enum form form = measure(play);

    if (play->lines > 0 && !play->escapes)
        add(play, "\n\n");
    if (play->lines > 1 && play->escapes)
        add(play, "\033[%dA", play->lines - 1);
    if (play->escapes)
        add(play, "\r");
    play->lines = 0;
    if (form == FORM_BOXES)
        add_boxes(play);
    if (form == FORM_NUMBERS)
        add_numbers(play);
    add_words(play);
    if (form == FORM_BOXES)
        add_bar(play);
    if (play->escapes)
        add(play, "\033[J"); /* what is left of a larger frame */
    return send_text(play, error);
}

static void make_move(struct play *play)
{
    unsigned to = play->solution->path[play->moves++];

    play->now.tile[play->blank] = play->now.tile[to];
    play->now.tile[to] = 0;
    play->moved = play->blank;
    play->blank = to;
}

static enum tb_status wait_until(double time, struct tb_error *error)
{
    double left;

    while (!cli_interrupted() && (left = time - cli_now()) > 0)
        take_nap(left < nap ? left : nap);
    return cli_interrupted() ? tb_error_set(error, TB_STOPPED, "interrupted") : TB_OK;
}

static enum tb_status play_moves(struct play *play, struct tb_error *error)
{
    int all = play->solution->bound;
    double pace = slowest * (all + 1) < longest ? slowest : longest / (all + 1);
    double start = cli_now();
    enum tb_status status = TB_OK;

    /* Times count from the start, so that slow terminals do not add up. */
    for (int i = 0; i < all && status == TB_OK; i++) {
        status = show_frame(play, error);
        if (status == TB_OK)
            status = wait_until(start + pace * (i + 1), error);
        if (status == TB_OK)
            make_move(play);
    }
    if (status == TB_OK && all > 0)
        status = show_frame(play, error);
    if (status == TB_OK && all > 0)
        status = wait_until(start + pace * (all + 1), error);
    if (status != TB_OK)
        return status;
    play->ended = true;
    play->moved = play->problem->board.cells;
    return show_frame(play, error);
}

/* Asks a locale of its own: the program's stays as it is. */
static bool speaks_utf8(void)
{
    locale_t locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    bool utf8 = locale != (locale_t)0 && strcmp(nl_langinfo_l(CODESET, locale), "UTF-8") == 0;

    if (locale != (locale_t)0)
        freelocale(locale);
    return utf8;
}

/* Whether a variable of the environment is there and not empty. */
static bool is_set(const char *name)
{
    const char *value = getenv(name);

    return value != NULL && *value != '\0';
}

static void begin(struct play *play)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};

    play->escapes = is_set("TERM") && strcmp(getenv("TERM"), "dumb") != 0;
    play->colour = play->escapes && !is_set("NO_COLOR");
    play->drawing = play->escapes && speaks_utf8() ? &boxes : &plain;
    /* A program that Ctrl-Z stops would leave the shell without a cursor. */
    sigemptyset(&ignore.sa_mask);
    sigaction(SIGTSTP, &ignore, &play->stop);
    if (play->escapes)
        add(play, "\033[?25l");
}

/* Leave the picture as it is, and show the cursor below it. */
static enum tb_status end(struct play *play, struct tb_error *error)
{
    enum tb_status status;

    add(play, play->escapes ? "\n\033[?25h" : "\n");
    status = send_text(play, error);
    sigaction(SIGTSTP, &play->stop, NULL);
    return status;
}

enum tb_status play_possible(struct tb_error *error)
{
    if (isatty(STDOUT_FILENO))
        return TB_OK;
    return tb_error_set(error, TB_INVALID,
                        "--play needs a terminal: use --show to print the boards");
}

enum tb_status play_solution(const struct problem *problem, const struct solution *solution,
                             struct tb_error *error)
{
    struct play play = {
        .problem = problem,
        .solution = solution,
        .now = problem->start,
        .blank = tb_position_find(&problem->board, &problem->start, 0),
        .moved = problem->board.cells,
    };
    enum tb_status status, shown;

    if (!solution->solved)
        return TB_OK;
    /* Frames pass by the buffer of stdio, so what is in there goes first. */
    if (fflush(stdout) != 0)
        return tb_error_set(error, TB_IO, "standard output: %s", strerror(errno));
    begin(&play);
    status = play_moves(&play, error);
    shown = end(&play, status == TB_OK ? error : NULL);
    /* Without its terminal (SIGHUP) a program cannot write, which is not what happened. */
    if (status == TB_IO && cli_interrupted())
        return tb_error_set(error, TB_STOPPED, "interrupted");
    return status == TB_OK ? shown : status;
}
