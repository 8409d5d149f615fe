/* boards.c -- the boards to solve: from the command line, from a file, or at random */
#include "boards.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tilebase/pages.h"

enum { LINE_ROOM = 4096 }; /* far more than a board takes */

static const char separators[] = ", \t\r\n";

static unsigned count_numbers(const char *text)
{
    unsigned count = 0;

    for (text += strspn(text, separators); *text != '\0'; text += strspn(text, separators)) {
        text += strcspn(text, separators);
        count++;
    }
    return count;
}

/* Step behind a number and what separates it from the next. */
static const char *skip_number(const char *text)
{
    text += strspn(text, separators);
    text += strcspn(text, separators);
    return text + strspn(text, separators);
}

/* The second of the two numbers, index and length, that a reference line begins with;
 * -1 if these are none. */
static int reference_length(const char *text)
{
    int length = -1;
    int behind = -1;

    text += strspn(text, separators);
    if (sscanf(text, "%*9[0-9]%*[, \t]%4d%n", &length, &behind) != 1 || behind < 0 ||
        strchr(separators, text[behind]) == NULL)
        return -1;
    return length;
}

/* The side of the square with that many cells; 0 if there is none. */
static unsigned square_side(unsigned cells)
{
    for (unsigned side = TB_SIDE_MIN; side <= TB_SIDE_MAX; side++)
        if (side * side == cells)
            return side;
    return 0;
}

static enum tb_status guess_board(struct boards *boards, unsigned numbers, struct tb_error *error)
{
    unsigned side = square_side(numbers);

    if (side == 0 && numbers > 2)
        side = square_side(numbers - 2); /* a line of a reference file */
    if (side == 0)
        return tb_error_set(error, TB_INVALID,
                            "%u numbers are no square board: name the board with --board WxH",
                            numbers);
    boards->known = true;
    return tb_board_init(&boards->board, side, side, error);
}

static enum tb_status append(struct boards *boards, const struct board_entry *entry,
                             struct tb_error *error)
{
    if (boards->count == BOARDS_MAX)
        return tb_error_set(error, TB_INVALID, "more than %d boards at once: solve them in parts",
                            BOARDS_MAX);
    if (boards->count == boards->room) {
        size_t room = boards->room == 0 ? 64 : 2 * boards->room;
        struct board_entry *grown = tb_array_grow(boards->list, room, sizeof *grown);

        if (grown == NULL)
            return tb_error_set(error, TB_NO_MEMORY, "no memory for %zu boards", room);
        boards->list = grown;
        boards->room = room;
    }
    boards->list[boards->count++] = *entry;
    return TB_OK;
}

enum tb_status boards_add(struct boards *boards, const char *text, struct tb_error *error)
{
    struct board_entry entry = {.length = -1};
    unsigned numbers = count_numbers(text);
    enum tb_status status = TB_OK;

    if (!boards->known)
        status = guess_board(boards, numbers, error);
    if (status == TB_OK && numbers == boards->board.cells + 2u) {
        entry.length = reference_length(text);
        text = skip_number(skip_number(text));
        if (entry.length < 0)
            status = tb_error_set(error, TB_INVALID,
                                  "%u numbers are two too many, and no index and length before "
                                  "the board",
                                  numbers);
    }
    if (status == TB_OK)
        status = tb_position_parse(&boards->board, text, &entry.start, error);
    if (status == TB_OK)
        status = append(boards, &entry, error);
    return status;
}

/* A line of a file, without its end. */
struct line {
    unsigned number;
    char text[LINE_ROOM + 1];
};

static bool is_comment(const struct line *line)
{
    return line->text[strspn(line->text, separators)] == '#';
}

/* Read the next line; of a comment only what there is room for is kept. TB_NOT_FOUND at the end
 * of the file. */
static enum tb_status read_line(FILE *file, struct line *line, struct tb_error *error)
{
    size_t length = 0;
    int byte = getc(file);

    if (byte == EOF)
        return TB_NOT_FOUND;
    line->number++;
    for (; byte != EOF && byte != '\n'; byte = getc(file)) {
        if (byte == '\0')
            return tb_error_set(error, TB_INVALID, "no text: there is a zero byte");
        if (length < LINE_ROOM)
            line->text[length++] = (char)byte;
        else if (!is_comment(line))
            return tb_error_set(error, TB_INVALID, "the line is longer than any board");
    }
    line->text[length] = '\0';
    return TB_OK;
}

static enum tb_status add_line(struct boards *boards, const struct line *line,
                               struct tb_error *error)
{
    static const char mark[] = "\xef\xbb\xbf"; /* some editors begin a file of UTF-8 with it */
    const char *text = line->text;

    if (line->number == 1 && strncmp(text, mark, strlen(mark)) == 0)
        text += strlen(mark);
    text += strspn(text, separators);
    return *text == '\0' || *text == '#' ? TB_OK : boards_add(boards, text, error);
}

static enum tb_status read_lines(struct boards *boards, FILE *file, const char *path,
                                 struct tb_error *error)
{
    struct line line = {.number = 0};
    struct tb_error reason;
    enum tb_status status;

    do {
        status = read_line(file, &line, &reason);
        if (status == TB_OK)
            status = add_line(boards, &line, &reason);
    } while (status == TB_OK);
    if (ferror(file))
        return tb_error_set(error, TB_IO, "%.200s: %s", path, strerror(errno));
    if (status == TB_NOT_FOUND)
        return TB_OK;
    return tb_error_set(error, status, "%.100s, line %u: %.300s", path, line.number, reason.text);
}

enum tb_status boards_read(struct boards *boards, const char *path, struct tb_error *error)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "re");
    enum tb_status status;

    if (file == NULL)
        return tb_error_set(error, errno == ENOENT ? TB_NOT_FOUND : TB_IO, "%.200s: %s", path,
                            strerror(errno));
    status = read_lines(boards, file, standard ? "standard input" : path, error);
    if (!standard)
        fclose(file);
    return status;
}

enum tb_status boards_random(struct boards *boards, const struct tb_position *goal, size_t count,
                             uint64_t seed, struct tb_error *error)
{
    enum tb_status status = TB_OK;

    for (size_t i = 0; i < count && status == TB_OK; i++) {
        struct board_entry entry = {.length = -1};

        tb_position_random(&boards->board, goal, &seed, &entry.start);
        status = append(boards, &entry, error);
    }
    return status;
}

enum tb_status boards_walk(struct boards *boards, const struct tb_position *goal, size_t count,
                           unsigned most, uint64_t seed, struct tb_error *error)
{
    const struct tb_board *board = &boards->board;
    enum tb_status status = TB_OK;

    for (size_t i = 0; i < count && status == TB_OK; i++) {
        struct board_entry entry = {.start = *goal, .length = -1};
        unsigned blank = tb_position_find(board, goal, 0);

        for (uint64_t moves = 1 + tb_random(&seed) % most; moves > 0; moves--) {
            tb_cellset near = tb_board_spread(board, tb_cellset_of(blank));
            uint64_t skipped = tb_random(&seed) % (unsigned)__builtin_popcountll(near);
            unsigned to;

            for (; skipped > 0; skipped--)
                near = tb_cellset_rest(near);
            to = tb_cellset_first(near);
            entry.start.tile[blank] = entry.start.tile[to];
            entry.start.tile[to] = 0;
            blank = to;
        }
        status = append(boards, &entry, error);
    }
    return status;
}

void boards_free(struct boards *boards)
{
    free(boards->list);
    boards->list = NULL;
}
