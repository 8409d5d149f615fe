/* detour_part.c -- tiles that must go further than their distances, in corners and at the end */
#include "detour_part.h"

#include <stdlib.h>
#include <string.h>

/* The cells beside corners, each once, and the bits that stand for them and the corners. */
static void mark_corners(struct detour_part *part, const struct tb_board *board,
                         const struct tb_position *goal)
{
    const unsigned width = board->width, last = board->cells - 1u;
    const unsigned corner[CORNERS] = {0, width - 1, last - (width - 1), last};
    uint8_t must_move[CORNERS] = {0};

    for (unsigned i = 0; i < CORNERS; i++) {
        tb_cellset near = tb_board_spread(board, tb_cellset_of(corner[i]));

        if (goal->tile[corner[i]] == 0)
            continue;
        for (unsigned tile = 1; tile < board->cells; tile++)
            if (tile != goal->tile[corner[i]])
                part->mark[tile][corner[i]] |= 1u << i;
        for (; near != 0; near = tb_cellset_rest(near)) {
            unsigned cell = tb_cellset_first(near), number = 0;

            while (number < part->besides && part->beside[number] != cell)
                number++;
            if (number == part->besides)
                part->beside[part->besides++] = (uint8_t)cell;
            must_move[i] |= (uint8_t)(1u << number);
        }
    }
    for (unsigned i = 0; i < part->besides; i++)
        if (goal->tile[part->beside[i]] != 0)
            part->mark[goal->tile[part->beside[i]]][part->beside[i]] |= 1u << (CORNERS + i);
    for (unsigned bits = 0; bits < 1u << CORNER_BITS; bits++)
        for (unsigned i = 0; i < CORNERS; i++)
            if ((bits >> i & 1) != 0)
                part->movers[bits] |= (uint8_t)(bits >> CORNERS & must_move[i]);
}

/* A tile comes home through a neighbour of its home. */
static uint8_t add_role(struct detour_part *part, const struct conflict_part *lines,
                        const struct tb_board *board, const struct tb_position *goal,
                        unsigned through, unsigned home)
{
    unsigned kind = through / board->width == home / board->width ? 1 : 0;
    unsigned tile = goal->tile[home];
    struct detour_role *role = &part->role[part->roles];

    *role = (struct detour_role){
        .tile = (uint8_t)tile,
        .through = (uint8_t)through,
        .home = (uint8_t)home,
        .kind = (uint8_t)kind,
        .place = lines->home[kind][tile].place,
        .line = lines->home[kind][tile].line,
    };
    for (unsigned i = 0; i < part->besides; i++)
        if (part->beside[i] == home)
            role->beside = (uint8_t)(1u << i);
    for (unsigned cell = 0; cell < board->cells; cell++)
        if (tb_board_distance(board, cell, through) > tb_board_distance(board, cell, home))
            part->mark[tile][cell] |= 1u << (CORNER_BITS + part->roles);
    return (uint8_t)part->roles++;
}

/* Every way in which the last two moves can go. */
static void list_choices(struct detour_part *part, const struct conflict_part *lines,
                         const struct tb_board *board, const struct tb_position *goal)
{
    unsigned blank = tb_position_find(board, goal, 0);
    tb_cellset near = tb_board_spread(board, tb_cellset_of(blank));

    for (; near != 0; near = tb_cellset_rest(near)) {
        unsigned cell = tb_cellset_first(near);
        tb_cellset beyond = tb_board_spread(board, tb_cellset_of(cell)) & ~tb_cellset_of(blank);
        uint8_t last = add_role(part, lines, board, goal, blank, cell);

        for (; beyond != 0; beyond = tb_cellset_rest(beyond))
            part->choice[part->choices++] = (struct detour_choice){
                last, add_role(part, lines, board, goal, cell, tb_cellset_first(beyond))};
    }
}

/* How many detours each set of them takes, by the cheapest choice. */
static enum tb_status fill_least(struct detour_part *part, struct tb_error *error)
{
    part->least = malloc((size_t)1 << part->roles);
    if (part->least == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a heuristic");
    for (uint32_t bits = 0; bits < 1u << part->roles; bits++) {
        unsigned least = part->choices > 0 ? 2 : 0;

        for (unsigned i = 0; i < part->choices; i++) {
            unsigned count =
                (bits >> part->choice[i].last & 1) + (bits >> part->choice[i].before & 1);

            least = count < least ? count : least;
        }
        part->least[bits] = (uint8_t)least;
    }
    return TB_OK;
}

/* The tiles without which a line has fewer conflicts. */
static uint8_t find_needed(const struct line_kind *kind, uint32_t number)
{
    uint8_t needed = 0;

    for (unsigned i = 0; i < kind->length; i++) {
        uint32_t digit = number / kind->power[i] % (kind->length + 1);

        if (digit != 0 &&
            kind->conflicts[number - digit * kind->power[i]] < kind->conflicts[number])
            needed |= (uint8_t)(1u << (digit - 1));
    }
    return needed;
}

static enum tb_status fill_needed(struct detour_part *part, const struct conflict_part *lines,
                                  struct tb_error *error)
{
    for (unsigned i = 0; i < 2; i++) {
        const struct line_kind *kind = &lines->kind[i];
        uint32_t numbers = kind->power[kind->length - 1] * (kind->length + 1);

        part->needed[i] = malloc(numbers);
        if (part->needed[i] == NULL)
            return tb_error_set(error, TB_NO_MEMORY, "no memory for a heuristic");
        for (uint32_t number = 0; number < numbers; number++)
            part->needed[i][number] = find_needed(kind, number);
    }
    return TB_OK;
}

enum tb_status detour_part_init(struct detour_part *part, const struct conflict_part *lines,
                                const struct tb_board *board, const struct tb_position *goal,
                                struct detour_rules rules, struct tb_error *error)
{
    enum tb_status status;

    *part = (struct detour_part){0};
    if (rules.corners)
        mark_corners(part, board, goal);
    if (rules.last_moves)
        list_choices(part, lines, board, goal);
    status = fill_least(part, error);
    if (status == TB_OK && rules.last_moves)
        status = fill_needed(part, lines, error);
    if (status != TB_OK)
        detour_part_free(part);
    return status;
}

void detour_part_free(struct detour_part *part)
{
    free(part->least);
    free(part->needed[0]);
    free(part->needed[1]);
    *part = (struct detour_part){0};
}

uint32_t detour_start(const struct detour_part *part, unsigned cells,
                      const struct tb_position *position)
{
    uint32_t marks = 0;

    for (unsigned cell = 0; cell < cells; cell++)
        marks ^= part->mark[position->tile[cell]][cell];
    return marks;
}

/* Take a tile that is in place out of its row and its column, unless that would leave one
 * with fewer conflicts. */
static bool take_out(const struct conflict_part *lines, unsigned cell, uint32_t *line)
{
    uint32_t without[2];

    for (unsigned i = 0; i < 2; i++) {
        const struct line_kind *kind = &lines->kind[i];
        const struct spot *spot = &lines->spot[i][cell];
        uint32_t number = line[spot->line];

        without[i] = number - (spot->place + 1u) * kind->power[spot->place];
        if (kind->conflicts[without[i]] < kind->conflicts[number])
            return false;
    }
    for (unsigned i = 0; i < 2; i++)
        line[lines->spot[i][cell].line] = without[i];
    return true;
}

/* The detours of the last moves, the tiles of some corners being counted already. */
static unsigned count_last(const struct detour_part *part, const uint32_t *line, unsigned counted,
                           uint32_t roles)
{
    if (part->least[roles] == 0)
        return 0;
    for (uint32_t left = roles; left != 0; left &= left - 1) {
        unsigned number = (unsigned)__builtin_ctz(left);
        const struct detour_role *role = &part->role[number];

        if ((role->beside & counted) != 0 ||
            (part->needed[role->kind][line[role->line]] >> role->place & 1) != 0)
            roles &= ~(1u << number);
    }
    return part->least[roles];
}

unsigned detour_count(const struct detour_part *part, const struct conflict_part *lines,
                      const struct conflict_state *state, uint32_t marks)
{
    unsigned movers = part->movers[marks & ((1u << CORNER_BITS) - 1)];
    unsigned counted = 0, count = 0;
    uint32_t line[LINES_MAX];

    memcpy(line, state->line, sizeof line);
    for (; movers != 0; movers &= movers - 1) {
        unsigned number = (unsigned)__builtin_ctz(movers);

        if (take_out(lines, part->beside[number], line)) {
            counted |= 1u << number;
            count++;
        }
    }
    return count + count_last(part, line, counted, marks >> CORNER_BITS);
}
