/* partition.c -- reading and drawing the pictures of the catalogue */
#include "tilebase/partition.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LETTERS = 26, NO_BLANK = 255, PICTURE_FILE_MAX = 65536 };

/* Some editors begin a file of UTF-8 with it. */
static const char byte_order_mark[] = "\xef\xbb\xbf";

/* What is known of a picture while its lines are read. */
struct picture {
    const char *name;
    unsigned line;
    bool has_board, has_kind;
    unsigned rows;
    uint8_t blank;
    tb_cellset groups[2 * LETTERS]; /* a to z, then A to Z */
};

/* Copy a line without its end and the spaces around it, and step to the next one;
 * false if it had to be cut. */
static bool take_line(const char **text, char *line, size_t size)
{
    size_t length = strcspn(*text, "\n");
    const char *start = *text;

    *text += length + ((*text)[length] == '\n');
    while (length > 0 && isspace((unsigned char)*start))
        start++, length--;
    while (length > 0 && isspace((unsigned char)start[length - 1]))
        length--;
    memcpy(line, start, length < size ? length : size - 1);
    line[length < size ? length : size - 1] = '\0';
    return length < size;
}

static enum tb_status parse_kind(struct picture *picture, const char *text,
                                 struct tb_partition *partition, struct tb_error *error)
{
    struct tb_error reason;

    if (tb_kind_parse(text, &partition->kind, &reason) != TB_OK)
        return tb_error_set(error, TB_INVALID, "%.100s, line %u: %.300s", picture->name,
                            picture->line, reason.text);
    if (tb_kind_has_tiles(partition->kind) && !tb_kind_has_groups(partition->kind))
        return tb_error_set(error, TB_INVALID,
                            "%.100s, line %u: kind local has fixed tiles, which no picture shows",
                            picture->name, picture->line);
    picture->has_kind = true;
    return TB_OK;
}

static enum tb_status parse_board(struct picture *picture, const char *text,
                                  struct tb_partition *partition, struct tb_error *error)
{
    struct tb_error reason;

    if (tb_board_parse(text, &partition->board, &reason) != TB_OK)
        return tb_error_set(error, TB_INVALID, "%.100s, line %u: %.300s", picture->name,
                            picture->line, reason.text);
    picture->has_board = true;
    return TB_OK;
}

static enum tb_status parse_cell(struct picture *picture, char mark, unsigned cell,
                                 struct tb_error *error)
{
    if (mark >= 'a' && mark <= 'z') {
        picture->groups[mark - 'a'] |= tb_cellset_of(cell);
    } else if (mark >= 'A' && mark <= 'Z') {
        picture->groups[LETTERS + mark - 'A'] |= tb_cellset_of(cell);
    } else if (mark == '.' && picture->blank == NO_BLANK) {
        picture->blank = (uint8_t)cell;
    } else if (mark == '.') {
        return tb_error_set(error, TB_INVALID, "%.100s, line %u: a second blank '.'", picture->name,
                            picture->line);
    } else if (mark != '-') {
        return tb_error_set(error, TB_INVALID,
                            "%.100s, line %u: '%c' is neither a group's letter, nor '.' for the "
                            "blank, nor '-' for a tile in no group",
                            picture->name, picture->line,
                            isprint((unsigned char)mark) ? mark : '?');
    }
    return TB_OK;
}

static enum tb_status parse_row(struct picture *picture, const char *text,
                                const struct tb_board *board, struct tb_error *error)
{
    unsigned column = 0;
    enum tb_status status = TB_OK;

    if (!picture->has_board)
        return tb_error_set(error, TB_INVALID, "%.100s, line %u: 'board WxH' must come first",
                            picture->name, picture->line);
    for (; *text != '\0' && status == TB_OK; text++) {
        if (isspace((unsigned char)*text))
            continue;
        if (column < board->width && picture->rows < board->height)
            status = parse_cell(picture, *text, picture->rows * board->width + column, error);
        column++;
    }
    if (status == TB_OK && (column != board->width || picture->rows >= board->height))
        return tb_error_set(error, TB_INVALID,
                            "%.100s, line %u: the picture of a %ux%u board has %u rows of %u cells",
                            picture->name, picture->line, board->width, board->height,
                            board->height, board->width);
    picture->rows++;
    return status;
}

/* Copy what fits, without cutting a character of UTF-8 in two, and without control
 * characters, which a terminal would obey. */
static void copy_comment(const char *text, char *comment, size_t size)
{
    size_t length = strlen(text);

    if (length >= size)
        for (length = size - 1; length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80;)
            length--;
    for (size_t i = 0; i < length; i++)
        comment[i] = iscntrl((unsigned char)text[i]) ? ' ' : text[i];
    comment[length] = '\0';
}

/* What stands behind a word at the start of a line; NULL if the line starts otherwise. */
static const char *value_of(const char *line, const char *word)
{
    size_t length = strlen(word);

    if (strncmp(line, word, length) != 0 || !isspace((unsigned char)line[length]))
        return NULL;
    return line + length + strspn(line + length, " \t");
}

static enum tb_status parse_line(struct picture *picture, const char *line,
                                 struct tb_partition *partition, struct tb_error *error)
{
    const char *value;

    if (line[0] == '#') {
        if (partition->comment[0] == '\0')
            copy_comment(line + 1 + strspn(line + 1, " \t"), partition->comment,
                         sizeof partition->comment);
        return TB_OK;
    }
    if (line[0] == '\0')
        return TB_OK;
    if (!picture->has_board && (value = value_of(line, "board")) != NULL)
        return parse_board(picture, value, partition, error);
    if (picture->rows == 0 && !picture->has_kind && (value = value_of(line, "kind")) != NULL)
        return parse_kind(picture, value, partition, error);
    return parse_row(picture, line, &partition->board, error);
}

/* Add a pattern of all tiles. */
static enum tb_status add_pattern(struct tb_partition *partition, enum tb_kind kind,
                                  const struct tb_board *board, unsigned blank,
                                  struct tb_error *error)
{
    return tb_pattern_of_kind(&partition->patterns[partition->count++], kind, board, 0, blank,
                              error);
}

/* The patterns of a kind that is of all tiles. */
static enum tb_status add_whole(struct tb_partition *partition, struct tb_error *error)
{
    const struct tb_board *board = &partition->board;
    struct tb_board turned;
    enum tb_status status = TB_OK;

    if (partition->kind == TB_KIND_TRIPLES)
        status = add_pattern(partition, TB_KIND_PAIRS, board, partition->blank, error);
    if (status == TB_OK)
        status = add_pattern(partition, partition->kind, board, partition->blank, error);
    if (status != TB_OK || partition->kind != TB_KIND_WALKING_DISTANCE)
        return status;
    tb_board_init(&turned, board->height, board->width, NULL);
    return add_pattern(partition, partition->kind, &turned,
                       tb_partition_cell(partition, 1, partition->blank), error);
}

/* Turn the groups into patterns once the whole picture is known. */
static enum tb_status make_patterns(const struct picture *picture, struct tb_partition *partition,
                                    struct tb_error *error)
{
    struct tb_error reason;

    if (!picture->has_board)
        return tb_error_set(error, TB_INVALID, "%.100s: there is no line 'board WxH'",
                            picture->name);
    if (picture->rows != partition->board.height)
        return tb_error_set(error, TB_INVALID, "%.100s: the picture has %u rows instead of %u",
                            picture->name, picture->rows, partition->board.height);
    if (picture->blank == NO_BLANK)
        return tb_error_set(error, TB_INVALID, "%.100s: the picture has no blank '.'",
                            picture->name);
    partition->blank = picture->blank;
    for (unsigned i = 0; i < 2 * LETTERS; i++) {
        if (picture->groups[i] == 0)
            continue;
        if (tb_pattern_of_kind(&partition->patterns[partition->count], partition->kind,
                               &partition->board, picture->groups[i], picture->blank,
                               &reason) != TB_OK)
            return tb_error_set(error, TB_INVALID, "%.100s: %.300s", picture->name, reason.text);
        partition->count++;
    }
    if (!tb_kind_has_tiles(partition->kind) && add_whole(partition, &reason) != TB_OK)
        return tb_error_set(error, TB_INVALID, "%.100s: %.300s", picture->name, reason.text);
    if (partition->count == 0)
        return tb_error_set(error, TB_INVALID, "%.100s: the picture has no group of tiles",
                            picture->name);
    return TB_OK;
}

enum tb_status tb_partition_whole(enum tb_kind kind, const struct tb_board *board, unsigned blank,
                                  struct tb_partition *partition, struct tb_error *error)
{
    *partition = (struct tb_partition){.kind = kind, .board = *board, .blank = (uint8_t)blank};
    snprintf(partition->name, sizeof partition->name, "%ux%u-%s", board->width, board->height,
             tb_kind_name(kind));
    if (tb_kind_has_tiles(kind))
        return tb_error_set(error, TB_INVALID,
                            "kind %s needs tiles: name a partition or use --tiles",
                            tb_kind_name(kind));
    return add_whole(partition, error);
}

enum tb_status tb_partition_set_kind(struct tb_partition *partition, enum tb_kind kind,
                                     struct tb_error *error)
{
    if (kind != partition->kind &&
        (!tb_kind_has_groups(kind) || !tb_kind_has_groups(partition->kind)))
        return tb_error_set(error, TB_INVALID, "partition %s is of kind %s and has none of kind %s",
                            partition->name, tb_kind_name(partition->kind), tb_kind_name(kind));
    partition->kind = kind;
    for (unsigned i = 0; i < partition->count && tb_kind_has_tiles(kind); i++)
        partition->patterns[i].kind = kind;
    return TB_OK;
}

unsigned tb_partition_cell(const struct tb_partition *partition, unsigned pattern, unsigned cell)
{
    const struct tb_board *board = &partition->board;

    if (partition->kind != TB_KIND_WALKING_DISTANCE || pattern == 0)
        return cell;
    return cell % board->width * board->height + cell / board->width;
}

enum tb_status tb_partition_parse(const char *name, const char *text,
                                  struct tb_partition *partition, struct tb_error *error)
{
    struct picture picture = {.name = name, .blank = NO_BLANK};
    char line[256];

    *partition = (struct tb_partition){.kind = TB_KIND_ADDITIVE};
    snprintf(partition->name, sizeof partition->name, "%s", name);
    if (strncmp(text, byte_order_mark, strlen(byte_order_mark)) == 0)
        text += strlen(byte_order_mark);
    while (*text != '\0') {
        enum tb_status status;

        picture.line++;
        if (!take_line(&text, line, sizeof line) && line[0] != '#')
            return tb_error_set(error, TB_INVALID, "%.100s, line %u: the line is too long", name,
                                picture.line);
        status = parse_line(&picture, line, partition, error);
        if (status != TB_OK)
            return status;
    }
    return make_patterns(&picture, partition, error);
}

/* The name without folder and extension. */
static void base_name(const char *path, char *name, size_t size)
{
    const char *slash = strrchr(path, '/');
    char *dot;

    snprintf(name, size, "%s", slash == NULL ? path : slash + 1);
    dot = strrchr(name, '.');
    if (dot != NULL && strcmp(dot, TB_PARTITION_EXTENSION) == 0)
        *dot = '\0';
}

/* The system refused it; or it is a pipe that nothing came from until Ctrl-C. */
static enum tb_status system_error(const char *path, struct tb_error *error)
{
    enum tb_status status = errno == ENOENT   ? TB_NOT_FOUND
                            : errno == ENOMEM ? TB_NO_MEMORY
                            : errno == EINTR  ? TB_STOPPED
                            : errno == EACCES ? TB_UNSUPPORTED
                                              : TB_IO;

    return tb_error_set(error, status, "%.200s: %s", path, strerror(errno));
}

static enum tb_status read_picture(FILE *file, const char *path, struct tb_partition *partition,
                                   struct tb_error *error)
{
    char name[sizeof partition->name];
    char *text = malloc(PICTURE_FILE_MAX + 1);
    size_t length;
    enum tb_status status;

    if (text == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "%.200s: no memory to read it", path);
    length = fread(text, 1, PICTURE_FILE_MAX, file);
    text[length] = '\0';
    base_name(path, name, sizeof name);
    if (ferror(file))
        status = system_error(path, error);
    else if (!feof(file) || strlen(text) != length)
        status = tb_error_set(error, TB_INVALID, "%.200s: not a picture of a partition", path);
    else
        status = tb_partition_parse(path, text, partition, error);
    snprintf(partition->name, sizeof partition->name, "%s", name);
    free(text);
    return status;
}

enum tb_status tb_partition_read(const char *path, struct tb_partition *partition,
                                 struct tb_error *error)
{
    FILE *file = fopen(path, "re");
    enum tb_status status;

    if (file == NULL)
        return system_error(path, error);
    status = read_picture(file, path, partition, error);
    fclose(file);
    return status;
}

/* A file of the catalogue, which nobody named by its path: so a pipe that lies there, and would be
 * waited for, is none of it. */
static enum tb_status read_listed(const char *path, struct tb_partition *partition,
                                  struct tb_error *error)
{
    int number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat info;
    FILE *file = number < 0 ? NULL : fdopen(number, "r");
    enum tb_status status;

    if (file == NULL) {
        status = system_error(path, error);
        if (number >= 0)
            close(number);
        return status;
    }
    if (fstat(number, &info) != 0)
        status = system_error(path, error);
    else if (S_ISREG(info.st_mode))
        status = read_picture(file, path, partition, error);
    else
        status = tb_error_set(error, TB_UNSUPPORTED, "%.200s: a folder or a device, not a file", path);
    fclose(file);
    return status;
}

/* The folders that were searched, as far as there is room. */
static void list_folders(const struct tb_folders *folders, char *text, size_t size)
{
    size_t used = 0;

    text[0] = '\0';
    for (unsigned i = 0; i < folders->count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, i == 0 ? "%.80s" : ", %.80s",
                                 folders->path[i]);
}

enum tb_status tb_partition_find(const char *name, const struct tb_folders *folders,
                                 struct tb_partition *partition, struct tb_error *error)
{
    char file[256];
    char path[TB_PATH_MAX], searched[300];
    enum tb_status status;
    size_t length = strlen(name);
    size_t extension = strlen(TB_PARTITION_EXTENSION);

    if (strchr(name, '/') != NULL ||
        (length > extension && strcmp(name + length - extension, TB_PARTITION_EXTENSION) == 0))
        return tb_partition_read(name, partition, error);
    if (length + extension < sizeof file) {
        snprintf(file, sizeof file, "%s%s", name, TB_PARTITION_EXTENSION);
        status = tb_folders_find(folders, file, path, error);
        if (status == TB_OK)
            return read_listed(path, partition, error);
        if (status != TB_NOT_FOUND)
            return status;
    }
    list_folders(folders, searched, sizeof searched);
    return tb_error_set(error, TB_NOT_FOUND,
                        "no partition '%.60s' in the catalogue (%s); pdbgen --list shows what "
                        "there is",
                        name, searched);
}

void tb_partition_draw(const struct tb_partition *partition, char *text)
{
    for (unsigned cell = 0; cell < partition->board.cells; cell++) {
        char mark = cell == partition->blank ? '.' : '-';

        for (unsigned i = 0; i < partition->count; i++)
            if (tb_cellset_has(partition->patterns[i].goals, cell))
                mark = (char)(i < LETTERS ? 'a' + i : 'A' + i - LETTERS);
        *text++ = mark;
        *text++ = (cell + 1) % partition->board.width == 0 ? '\n' : ' ';
    }
    *text = '\0';
}
