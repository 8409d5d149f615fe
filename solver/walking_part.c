/* walking_part.c -- walking distance, kept up move by move */
#include "walking_part.h"

#include <stdlib.h>

/* The value of a state: what the tiles need at least, and the excess. */
static int read_value(const struct walking_axis *axis, const struct tb_walking_state *state)
{
    const struct tb_walking_index *index = tb_pdb_walking(axis->pdb);

    return (int)(tb_walking_manhattan(index, state) +
                 2 * tb_pdb_excess(axis->pdb, 0, state->number));
}

static uint32_t pack(const struct walking_axis *axis, uint32_t number, int value)
{
    return number << axis->link_bits << VALUE_BITS | (uint32_t)value;
}

/* The links of the library, with the values of the states that they lead to. */
static enum tb_status make_links(struct walking_axis *axis, struct tb_error *error)
{
    const struct tb_walking_index *index = tb_pdb_walking(axis->pdb);
    struct tb_walking_state state;
    struct tb_walking_links links;
    uint8_t *values;
    uint64_t count;
    enum tb_status status;

    if (index->count > TB_WALKING_LINKS_MAX)
        return TB_OK;
    status = tb_walking_links_init(&links, index, error);
    if (status != TB_OK)
        return status;
    axis->link_bits = links.direction_bits + 1;
    count = (uint64_t)index->count << axis->link_bits;
    values = tb_array_alloc(index->count, 1);
    axis->links = tb_array_alloc(count, sizeof *axis->links);
    if (values != NULL && axis->links != NULL) {
        tb_walking_unrank(index, 0, &state);
        for (uint32_t i = 0; i < index->count; i++) {
            tb_walking_seek(index, i, &state);
            values[i] = (uint8_t)read_value(axis, &state);
        }
        for (uint64_t i = 0; i < count; i++)
            axis->links[i] = links.next[i] == TB_WALKING_NO_LINK
                                 ? 0
                                 : pack(axis, links.next[i], values[links.next[i]]);
    } else {
        status = tb_error_set(error, TB_NO_MEMORY, "no memory for a heuristic");
    }
    free(values);
    tb_walking_links_free(&links);
    return status;
}

static enum tb_status make_axis(struct walking_axis *axis, const struct tb_tables *tables,
                                unsigned number, const struct tb_view *view, struct tb_error *error)
{
    const uint8_t *image = tb_tables_image(tables, number);
    unsigned width;

    axis->pdb = tb_tables_pdb(tables, number);
    width = tb_pdb_header(axis->pdb)->pattern.board.width;
    for (unsigned i = 0; i < view->cells; i++) {
        axis->line[i] = (uint8_t)(image[view->cell[i]] / width);
        if (i > 0)
            axis->goal[i] = (uint8_t)(image[view->tile[i] - 1] / width);
    }
    return make_links(axis, error);
}

/* Which axis each move changes. */
static void make_steps(struct walking_part *part, const struct tb_board *board)
{
    struct board_ways ways;

    board_ways_init(&ways, board);
    for (unsigned blank = 0; blank < board->cells; blank++)
        for (unsigned i = 0; i < ways_all(&ways, blank)->count; i++) {
            const struct way *way = &ways_all(&ways, blank)->way[i];
            unsigned axis = part->axis[0].line[blank] == part->axis[0].line[way->cell];
            const uint8_t *line = part->axis[axis].line;

            unsigned direction = line[way->cell] < line[blank] ? TB_WALKING_UP : TB_WALKING_DOWN;
            unsigned room = (1u << part->axis[axis].link_bits) / 2;

            part->step[way->step] = (struct walking_step){(uint8_t)axis, (uint8_t)direction};
            for (unsigned tile = 1; tile < board->cells; tile++)
                part->place[way->step][tile] =
                    (uint8_t)(direction * room + part->axis[axis].goal[tile]);
        }
}

enum tb_status walking_part_init(struct walking_part *part, const struct tb_partition *partition,
                                 const struct tb_tables *tables, const struct tb_position *goal,
                                 struct tb_error *error)
{
    const struct tb_board *board = &partition->board;
    struct tb_view view;
    enum tb_status status = tb_view_init(board, goal, partition->blank, &view, error);

    *part = (struct walking_part){.cells = board->cells};
    for (unsigned i = 0; i < AXES && status == TB_OK; i++)
        status = make_axis(&part->axis[i], tables, i, &view, error);
    for (unsigned i = 0; i < AXES; i++)
        part->links[i] = part->axis[i].links;
    if (status == TB_OK)
        make_steps(part, board);
    else
        walking_part_free(part);
    return status;
}

void walking_part_free(struct walking_part *part)
{
    for (unsigned i = 0; i < AXES; i++) {
        free(part->axis[i].links);
        part->axis[i].links = NULL;
    }
}

void walking_start(const struct walking_part *part, const struct tb_position *start,
                   struct walking_state *state)
{
    for (unsigned i = 0; i < AXES; i++) {
        const struct walking_axis *axis = &part->axis[i];
        struct tb_walking_matrix matrix = {0};

        for (unsigned cell = 0; cell < part->cells; cell++)
            if (start->tile[cell] == 0)
                matrix.blank = axis->line[cell];
            else
                matrix.tiles[axis->line[cell]][axis->goal[start->tile[cell]]]++;
        /* A position of the board has the sums that a matrix needs. */
        tb_walking_start(tb_pdb_walking(axis->pdb), &matrix, &state->far[i], NULL);
        state->state[i] = pack(axis, axis->links == NULL ? 0 : state->far[i].number,
                               read_value(axis, &state->far[i]));
    }
}

void walking_move(const struct walking_part *part, unsigned step, unsigned tile,
                  const struct walking_state *before, struct walking_state *after)
{
    unsigned number = part->step[step].axis;
    const struct walking_axis *axis = &part->axis[number];

    *after = *before;
    if (axis->links != NULL) {
        after->state[number] = walking_link(part, number, step, tile, before->state[number]);
        return;
    }
    tb_walking_move(tb_pdb_walking(axis->pdb), &before->far[number], part->step[step].direction,
                    axis->goal[tile], &after->far[number]);
    __builtin_prefetch(tb_pdb_table(axis->pdb) +
                       after->far[number].number * (uint64_t)tb_pdb_header(axis->pdb)->bits / 8);
}

void walking_read(const struct walking_part *part, unsigned step, struct walking_state *state)
{
    unsigned number = part->step[step].axis;
    const struct walking_axis *axis = &part->axis[number];

    if (axis->links == NULL)
        state->state[number] = (uint32_t)read_value(axis, &state->far[number]);
}
