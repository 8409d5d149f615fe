/* detour_part.h -- tiles that must go further than their distances, in corners and at the end
 *
 * Both rules say of a tile that it makes two moves more than its distance, and both are
 * added to linear conflicts (conflict_part.h) without counting a tile twice. (Korf and
 * Taylor, 1996.)
 *
 *     x n .     Corner tiles: a wrong tile x is in a corner, and its neighbour n is in place.
 *     y . .     While n stays, x can only step to y's cell and back; so n must move. That
 *     . . .     holds wherever the blank is, but for the corner itself, and for any goal whose
 *               blank is not in this corner.
 *
 *     . 1 2     Last moves: the goal's blank comes to its cell from a neighbour, whose tile (1
 *     3 4 5     or 3) was on the blank's cell just before: a tile that stands on the far
 *     6 7 8     side of it passes it anyway, any other has a detour of two moves. The last
 *               move but one was made by a tile that came from this neighbour's cell: for 1
 *               that is 2 or 4, for 3 it is 4 or 6. The cheapest of these ways counts.
 *
 * A conflict says that some tiles of a line leave it; each of them makes two moves more, those
 * of a row up and down, those of a column sideways. Corner tiles are added one by one, each
 * only if its row and its column have as many conflicts without it: then these are others'. It
 * is taken out of both lines and the next one is looked at. The detour of a last move is up
 * and down, or sideways; it is not counted if it is a corner tile's that is counted already,
 * or if the one line that it concerns has fewer conflicts without the tile.
 *
 * All that the rules ask of a position is kept as marks, a word in which each tile
 * sets its bits by where it stands.
 */
#ifndef SOLVER_DETOUR_PART_H
#define SOLVER_DETOUR_PART_H

#include "conflict_part.h"

enum {
    CORNERS = 4,
    BESIDES_MAX = 8, /* cells beside a corner */
    ROLES_MAX = 16,  /* the last move: 4 neighbours; the one before: 3 cells beside each */
    CHOICES_MAX = 12,
    CORNER_BITS = CORNERS + BESIDES_MAX, /* those of last moves come behind them */
};

/* A part that a tile can have in the last two moves: to come home through a certain cell. */
struct detour_role {
    uint8_t tile;
    uint8_t through;
    uint8_t home;
    uint8_t kind;  /* of the line whose conflicts make the same moves */
    uint8_t place; /* of the tile's home in its line of this kind */
    uint8_t line;
    uint8_t beside; /* a bit, if the home is beside a corner */
};

/* Which roles are played in the last move and in the one before. */
struct detour_choice {
    uint8_t last, before;
};

struct detour_part {
    unsigned besides, roles, choices;
    uint8_t beside[BESIDES_MAX]; /* their cells */
    struct detour_role role[ROLES_MAX];
    struct detour_choice choice[CHOICES_MAX];
    uint32_t mark[TB_CELLS_MAX][TB_CELLS_MAX]; /* [tile][cell]: its bits */
    uint8_t movers[1 << CORNER_BITS];          /* by bits of corners: those beside that must move */
    uint8_t *least;     /* by bits of roles: how many detours the cheapest choice takes */
    uint8_t *needed[2]; /* [kind][number of a line]: a bit for each place whose tile is in
                         * every smallest set of tiles that leave */
};

/* Which of the rules count. */
struct detour_rules {
    bool corners;
    bool last_moves; /* with lines of their own tiles only */
};

/* Build on a part whose lines are ready. TB_NO_MEMORY. */
enum tb_status detour_part_init(struct detour_part *part, const struct conflict_part *lines,
                                const struct tb_board *board, const struct tb_position *goal,
                                struct detour_rules rules, struct tb_error *error);
void detour_part_free(struct detour_part *part);

/* The marks of a position. */
uint32_t detour_start(const struct detour_part *part, unsigned cells,
                      const struct tb_position *position);

/* The marks after a tile's move from a cell to the blank's. */
static inline uint32_t detour_move(const struct detour_part *part, uint32_t marks, unsigned tile,
                                   unsigned from, unsigned blank)
{
    return marks ^ part->mark[tile][from] ^ part->mark[tile][blank];
}

/* How many detours are certain, where there may be some. */
unsigned detour_count(const struct detour_part *part, const struct conflict_part *lines,
                      const struct conflict_state *state, uint32_t marks);

/* How many detours, of two moves each, to add to distances and conflicts. One move before the
 * goal there is no last move but one. */
static inline unsigned detour_value(const struct detour_part *part,
                                    const struct conflict_part *lines,
                                    const struct conflict_state *state, uint32_t marks,
                                    int manhattan)
{
    unsigned corners = marks & ((1u << CORNER_BITS) - 1);

    if ((part->movers[corners] | part->least[marks >> CORNER_BITS]) == 0 || manhattan < 2)
        return 0;
    return detour_count(part, lines, state, marks);
}

#endif
