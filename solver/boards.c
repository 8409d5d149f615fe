/* boards.c -- the boards to solve: from the command line, from a file, or at random */
#include "boards.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    if (boards->count == boards->room) {
        size_t room = boards->room == 0 ? 64 : 2 * boards->room;
        struct board_entry *grown = realloc(boards->list, room * sizeof *grown);

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

static enum tb_status read_lines(struct boards *boards, FILE *file, const char *path,
                                 struct tb_error *error)
{
    char *line = NULL;
    size_t room = 0;
    enum tb_status status = TB_OK;

    for (unsigned number = 1; status == TB_OK && getline(&line, &room, file) >= 0; number++) {
        const char *text = line + strspn(line, separators);
        struct tb_error reason;

        if (*text == '\0' || *text == '#')
            continue;
        status = boards_add(boards, text, &reason);
        if (status != TB_OK)
            tb_error_set(error, status, "%.100s, line %u: %.300s", path, number, reason.text);
    }
    /* Without memory for a line there is no error of the file, nor its end. */
    if (status == TB_OK && !feof(file))
        status = tb_error_set(error, ferror(file) ? TB_IO : TB_NO_MEMORY, "%.200s: %s", path,
                              strerror(errno));
    free(line);
    return status;
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
