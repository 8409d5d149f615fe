/* fuzz_board.c -- boards, goals, positions and lists of tiles, as people write them
 *
 * An input is up to five lines: a board, a goal, a position, a list of tiles, the name of a kind.
 * What is read is printed, and read again as the same.
 */
#include "fuzz.h"

enum line { BOARD, GOAL, POSITION, TILES, KIND, LINES };

/* Cut the text into lines, the last of which takes all the rest. */
static void take_lines(char *text, const char *line[LINES])
{
    for (unsigned i = 0; i < LINES; i++) {
        char *end = text + strcspn(text, i + 1 < LINES ? "\n" : "");

        line[i] = text;
        text = end + (*end != '\0');
        *end = '\0';
    }
}

/* Whether it was read; if not, the error is one. */
static bool is_read(enum tb_status status, const struct tb_error *error)
{
    if (status == TB_OK)
        return true;
    HOLDS(status == TB_INVALID);
    check_error(status, error);
    return false;
}

static void check_board(const struct tb_board *board)
{
    struct tb_board again;
    char text[16];

    snprintf(text, sizeof text, "%ux%u", board->width, board->height);
    HOLDS(tb_board_parse(text, &again, NULL) == TB_OK);
    HOLDS(again.width == board->width && again.height == board->height);
}

static void check_position(const struct tb_board *board, const struct tb_position *position)
{
    char text[TB_POSITION_TEXT];
    struct tb_position again;

    HOLDS(tb_position_check(board, position, NULL) == TB_OK);
    tb_position_print(board, position, text);
    HOLDS(strlen(text) < sizeof text);
    HOLDS(tb_position_parse(board, text, &again, NULL) == TB_OK);
    HOLDS(memcmp(position, &again, sizeof again) == 0);
    HOLDS(tb_position_solvable(board, position, position));
}

/* In the view tile t belongs on cell t - 1, and what could be solved still can. */
static void check_view(const struct tb_board *board, const struct tb_position *goal,
                       const struct tb_position *position, unsigned blank)
{
    struct tb_view view;
    struct tb_position seen, home;
    struct tb_error error;

    if (!is_read(tb_view_init(board, goal, blank, &view, &error), &error))
        return;
    tb_view_apply(&view, goal, &home);
    for (unsigned cell = 0; cell < board->cells; cell++)
        HOLDS(home.tile[cell] == (cell == blank ? 0 : cell + 1));
    tb_view_apply(&view, position, &seen);
    for (unsigned tile = 0; tile <= board->cells; tile++)
        HOLDS(tile == blank + 1 || tb_position_find(board, &seen, tile) < board->cells);
    HOLDS(tb_position_solvable(board, &seen, &home) == tb_position_solvable(board, position, goal));
}

static void check_random(const struct tb_board *board, const struct tb_position *goal,
                         uint64_t seed)
{
    struct tb_position position;

    tb_position_random(board, goal, &seed, &position);
    check_position(board, &position);
    HOLDS(tb_position_solvable(board, &position, goal));
}

static void check_tiles(const struct tb_board *board, const struct tb_position *goal,
                        const char *text)
{
    char list[TB_PATTERN_TEXT];
    struct tb_position last;
    struct tb_pattern pattern, canonical;
    struct tb_error error;
    tb_cellset goals, again;
    unsigned symmetry;

    if (!is_read(tb_tiles_parse(board, goal, text, &goals, &error), &error))
        return;
    HOLDS(goals != 0 && (goals & ~board->all) == 0);
    tb_tiles_print(goals, list);
    HOLDS(strlen(list) < sizeof list);
    tb_goal_blank_last(board, &last);
    /* Only with the blank on the last cell are tiles their goal cells to people, too. */
    if (!tb_cellset_has(goals, board->cells - 1u))
        HOLDS(tb_tiles_parse(board, &last, list, &again, NULL) == TB_OK && again == goals);
    if (!is_read(tb_pattern_parse_tiles(board, goal, text, &pattern, &error), &error))
        return;
    HOLDS(pattern.goals == goals);
    tb_pattern_canonical(&pattern, &canonical, &symmetry);
    tb_pattern_file_name(&canonical, list);
    HOLDS(strlen(list) < sizeof list);
}

static void check_kind(const char *text)
{
    struct tb_error error;
    enum tb_kind kind;

    if (is_read(tb_kind_parse(text, &kind, &error), &error))
        HOLDS(strcmp(tb_kind_name(kind), text) == 0);
}

static void check_lines(const char *const line[LINES], uint64_t seed)
{
    struct tb_board board;
    struct tb_position goal, position;
    struct tb_error error;

    check_kind(line[KIND]);
    if (!is_read(tb_board_parse(line[BOARD], &board, &error), &error))
        return;
    check_board(&board);
    if (!is_read(tb_goal_parse(&board, line[GOAL], &goal, &error), &error))
        tb_goal_blank_last(&board, &goal);
    check_position(&board, &goal);
    check_random(&board, &goal, seed);
    check_tiles(&board, &goal, line[TILES]);
    if (!is_read(tb_position_parse(&board, line[POSITION], &position, &error), &error))
        return;
    check_position(&board, &position);
    for (unsigned blank = 0; blank < board.cells; blank++)
        check_view(&board, &goal, &position, blank);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = copy_text(data, size);
    const char *line[LINES];

    take_lines(text, line);
    check_lines(line, size);
    free(text);
    return 0;
}
