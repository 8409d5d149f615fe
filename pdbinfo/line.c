/* line.c -- a pattern's own way home: as many moves as its entry says */
#include "line.h"

#include <stdlib.h>
#include <string.h>

#include "reader.h"

enum {
    MEMORY = 1 << 16,  /* places that are known to lead nowhere */
    PATIENCE = 1 << 25 /* places that are tried at the most: no right table needs as many */
};

/* A way that is looked for. */
struct walk {
    const struct tb_pdb *pdb;
    struct tb_pattern pattern; /* with the goals of the tiles that the rows stand for */
    uint64_t row;
    bool all_moves; /* those of other tiles count, too */
    uint8_t goal[TB_TILES_MAX];
    uint64_t *dead; /* by hash: entry, region and moves left */
    uint64_t *tried;
    struct line *line;
};

/* The tiles and the blank, on its own cell or the first of its region. */
struct place {
    uint8_t cell[TB_TILES_MAX];
    uint8_t blank;
};

static tb_cellset occupied(const struct walk *walk, const struct place *place)
{
    tb_cellset set = 0;

    for (unsigned i = 0; i < walk->pattern.tiles; i++)
        set |= tb_cellset_of(place->cell[i]);
    return set;
}

/* All cells that the blank can get to without a move that counts. */
static tb_cellset blank_area(const struct walk *walk, const struct place *place)
{
    const struct tb_board *board = &walk->pattern.board;

    if (walk->all_moves)
        return tb_cellset_of(place->blank);
    return tb_board_region(board, board->all & ~occupied(walk, place), place->blank);
}

static int value_of(const struct walk *walk, const struct place *place)
{
    uint32_t row, column;

    tb_entry_place(tb_pdb_index(walk->pdb), place->cell, place->blank, &row, &column);
    return reader_value(walk->pdb, walk->row + row, column);
}

static bool at_goal(const struct walk *walk, const struct place *place)
{
    bool anywhere = walk->pattern.kind == TB_KIND_LOCAL;

    return memcmp(place->cell, walk->goal, walk->pattern.tiles) == 0 &&
           (anywhere || tb_cellset_has(blank_area(walk, place), walk->pattern.blank));
}

/* A number for a place and the moves left; never 0. */
static uint64_t key_of(const struct walk *walk, const struct place *place, unsigned left)
{
    uint64_t key = left + 1;

    for (unsigned i = 0; i < walk->pattern.tiles; i++)
        key = key * walk->pattern.board.cells + place->cell[i];
    return (key * walk->pattern.board.cells + tb_cellset_first(blank_area(walk, place))) * 2 + 1;
}

static uint64_t *dead_end(const struct walk *walk, uint64_t key)
{
    return &walk->dead[(key * 0x9e3779b97f4a7c15) >> 48];
}

static bool descend(const struct walk *walk, const struct place *place, unsigned left);

/* Move what is on `from` to the blank's cell, and go on from there. */
static bool try_move(const struct walk *walk, const struct place *place, unsigned from, unsigned to,
                     unsigned left)
{
    struct place next = *place;
    struct line_move *move = &walk->line->moves[walk->line->length - left];

    *move = (struct line_move){0, (uint8_t)from, (uint8_t)to};
    for (unsigned i = 0; i < walk->pattern.tiles; i++)
        if (place->cell[i] == from) {
            next.cell[i] = (uint8_t)to;
            move->tile = (uint8_t)(walk->goal[i] + 1);
        }
    if (move->tile == 0 && !walk->all_moves)
        return false;
    next.blank = (uint8_t)from;
    return descend(walk, &next, left - 1);
}

/* Whether so many moves lead home; they are noted in the line. Never deeper than a value. */
static bool descend(const struct walk *walk, const struct place *place, unsigned left)
{
    const struct tb_board *board = &walk->pattern.board;
    int value = value_of(walk, place);
    uint64_t key;

    if (value < 0 || (unsigned)value > left || ++*walk->tried > PATIENCE)
        return false;
    if (left == 0)
        return at_goal(walk, place);
    key = key_of(walk, place, left);
    if (*dead_end(walk, key) == key)
        return false;
    for (tb_cellset to = blank_area(walk, place); to != 0; to = tb_cellset_rest(to)) {
        tb_cellset from =
            tb_board_spread(board, tb_cellset_of(tb_cellset_first(to))) & ~walk->pattern.fixed;

        for (; from != 0; from = tb_cellset_rest(from))
            if (try_move(walk, place, tb_cellset_first(from), tb_cellset_first(to), left))
                return true;
    }
    *dead_end(walk, key) = key;
    return false;
}

/* From the blank's own region, or, if the kind does not tell them apart, from another. */
static bool find_from_any(const struct walk *walk, struct place *place)
{
    const struct tb_board *board = &walk->pattern.board;
    tb_cellset left = board->all & ~occupied(walk, place);

    while (left != 0) {
        int value = value_of(walk, place);

        walk->line->blank = place->blank;
        walk->line->length = value < 0 ? 0 : (unsigned)value;
        if (value >= 0 && value < TB_VALUES_MAX && descend(walk, place, (unsigned)value))
            return true;
        if (tb_kind_has_blank(walk->pattern.kind))
            return false;
        left &= ~blank_area(walk, place);
        if (left != 0)
            place->blank = (uint8_t)tb_cellset_first(left);
    }
    return false;
}

enum tb_status line_find(const struct tb_pdb *pdb, uint64_t row, const uint8_t *cell,
                         unsigned blank, struct line *line, struct tb_error *error)
{
    struct walk walk = {
        .pdb = pdb, .pattern = tb_pdb_header(pdb)->pattern, .row = row, .line = line};
    struct place place = {.blank = (uint8_t)blank};
    uint64_t tried = 0;
    unsigned count = 0;
    bool found;

    walk.pattern.goals = reader_goals(&walk.pattern, row);
    walk.all_moves =
        walk.pattern.kind == TB_KIND_NON_ADDITIVE || walk.pattern.kind == TB_KIND_LOCAL;
    for (tb_cellset rest = walk.pattern.goals; rest != 0; rest = tb_cellset_rest(rest))
        walk.goal[count++] = (uint8_t)tb_cellset_first(rest);
    memcpy(place.cell, cell, count);
    walk.tried = &tried;
    walk.dead = calloc(MEMORY, sizeof *walk.dead);
    if (walk.dead == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a line of play");
    found = find_from_any(&walk, &place);
    free(walk.dead);
    return found ? TB_OK
                 : tb_error_set(error, TB_DAMAGED,
                                "no line of play has as many moves as the database says: check it "
                                "with pdbinfo --verify");
}

/* The first move that leads one down, if there is one. */
static bool step_down(const struct tb_pdb *pdb, struct tb_walking_state *state, int value,
                      struct line_move *move)
{
    const struct tb_walking_index *index = tb_pdb_walking(pdb);

    for (unsigned i = 0; i < 2 * index->lines; i++) {
        enum tb_walking_direction direction = i % 2 == 0 ? TB_WALKING_UP : TB_WALKING_DOWN;
        struct tb_walking_state after;

        if (!tb_walking_can_move(index, state, direction, i / 2))
            continue;
        tb_walking_move(index, state, direction, i / 2, &after);
        if (reader_value(pdb, 0, after.number) != value - 1)
            continue;
        *move = (struct line_move){(uint8_t)(i / 2 + 1), after.blank, state->blank};
        *state = after;
        return true;
    }
    return false;
}

enum tb_status line_find_walking(const struct tb_pdb *pdb, const struct tb_position *position,
                                 struct line *line, struct tb_error *error)
{
    const struct tb_board *board = &tb_pdb_header(pdb)->pattern.board;
    struct tb_walking_matrix matrix = {0};
    struct tb_walking_state state;
    enum tb_status status;
    int value;

    for (unsigned cell = 0; cell < board->cells; cell++)
        if (position->tile[cell] == 0)
            matrix.blank = (uint8_t)(cell / board->width);
        else
            matrix.tiles[cell / board->width][(position->tile[cell] - 1u) / board->width]++;
    status = tb_walking_start(tb_pdb_walking(pdb), &matrix, &state, error);
    if (status != TB_OK)
        return status;
    value = reader_value(pdb, 0, state.number);
    line->blank = matrix.blank;
    line->length = value < 0 ? 0 : (unsigned)value;
    for (unsigned i = 0; value > 0 && i < TB_VALUES_MAX; i++, value--)
        if (!step_down(pdb, &state, value, &line->moves[i]))
            break;
    return value == 0 ? TB_OK
                      : tb_error_set(error, TB_DAMAGED,
                                     "no line of play has as many moves as the database says: "
                                     "check it with pdbinfo --verify");
}
