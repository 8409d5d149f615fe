/* report_local.c -- what was done to solve a board a few tiles at a time */
#include "report_local.h"

#include <stdio.h>
#include <string.h>

#include "cli/json.h"
#include "cli/table.h"

/* Tiles by their numbers, "1-3,5", or "none". */
static char *name_tiles(tb_cellset tiles, char *text)
{
    tb_tiles_print(tiles >> 1, text);
    return tiles == 0 ? strcpy(text, "none") : text;
}

/* Write the moves of each step of the whole solution as it was found. */
struct step_texts {
    char *moves; /* of all */
    size_t at[TB_LOCAL_STEPS_MAX + 1];
};

/* The solution as a problem of its own for every step, so that each is written by itself. */
static enum tb_status write_steps(const struct problem *problem, const struct local_steps *steps,
                                  enum report_moves form, struct step_texts *texts,
                                  struct tb_error *error)
{
    struct problem now = *problem;
    const uint8_t *path = steps->path;

    texts->at[0] = 0;
    texts->moves = malloc(3 * (size_t)steps->length + steps->count + 1);
    if (texts->moves == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory to write a solution");
    for (unsigned i = 0; i < steps->count; i++) {
        char *text = texts->moves + texts->at[i];
        unsigned blank = tb_position_find(&now.board, &now.start, 0);

        report_print_moves(form, &now, path, steps->step[i].moves, text);
        texts->at[i + 1] = texts->at[i] + strlen(text) + 1;
        for (int move = 0; move < steps->step[i].moves; move++) {
            now.start.tile[blank] = now.start.tile[*path];
            now.start.tile[*path] = 0;
            blank = *path++;
        }
    }
    return TB_OK;
}

enum tb_status report_local_text(const struct problem *problem, const struct solution *solution,
                                 enum report_moves form, struct tb_error *error)
{
    const struct local_steps *steps = solution->local;
    struct step_texts texts;
    struct cli_table table;
    enum tb_status status = write_steps(problem, steps, form, &texts, error);

    if (status != TB_OK)
        return status;
    if (solution->bound < steps->length)
        printf("  shortened from %d moves, which are these:\n", steps->length);
    printf("  class %u: at most %u tile%s had to be brought home at once\n", steps->largest,
           steps->largest, steps->largest == 1 ? "" : "s");
    cli_table_init(&table, "llrl");
    cli_table_row(&table, "tiles", "fixed", "moves", "");
    for (unsigned i = 0; i < steps->count; i++) {
        char tiles[TB_PATTERN_TEXT], fixed[TB_PATTERN_TEXT], count[16];

        snprintf(count, sizeof count, "%d", steps->step[i].moves);
        cli_table_row(&table, name_tiles(steps->step[i].tiles, tiles),
                      name_tiles(steps->step[i].fixed, fixed), count, texts.moves + texts.at[i]);
    }
    status = cli_table_print(&table, 4, error);
    free(texts.moves);
    return status;
}

static json_t *list_tiles(tb_cellset tiles)
{
    json_t *list = json_array();

    for (; tiles != 0; tiles = tb_cellset_rest(tiles))
        cli_json_add(&list, json_integer((json_int_t)tb_cellset_first(tiles)));
    return list;
}

enum tb_status report_local_json(json_t **object, const struct problem *problem,
                                 const struct solution *solution, enum report_moves form,
                                 struct tb_error *error)
{
    const struct local_steps *steps = solution->local;
    struct step_texts texts;
    json_t *list = json_array();
    enum tb_status status = write_steps(problem, steps, form, &texts, error);

    for (unsigned i = 0; i < steps->count && status == TB_OK; i++)
        cli_json_add(&list,
                     json_pack("{s:o, s:o, s:i, s:s}", "tiles", list_tiles(steps->step[i].tiles),
                               "fixed", list_tiles(steps->step[i].fixed), "length",
                               steps->step[i].moves, "moves", texts.moves + texts.at[i]));
    if (status == TB_OK)
        free(texts.moves);
    cli_json_set(object, "class", json_integer((json_int_t)steps->largest));
    cli_json_set(object, "found_length", json_integer(steps->length));
    cli_json_set(object, "steps", list);
    return status;
}

const struct local_step *report_local_step(const struct solution *solution, int move, bool *begins)
{
    const struct local_steps *steps = solution->local;

    *begins = false;
    if (steps == NULL || steps->length != solution->bound)
        return NULL;
    for (unsigned i = 0; i < steps->count; move -= steps->step[i++].moves)
        if (move < steps->step[i].moves) {
            *begins = move == 0;
            return &steps->step[i];
        }
    return NULL;
}

void report_local_heading(const struct local_step *step)
{
    char tiles[TB_PATTERN_TEXT], fixed[TB_PATTERN_TEXT];

    printf("\nbring %s home; fixed: %s\n", name_tiles(step->tiles, tiles),
           name_tiles(step->fixed, fixed));
}
