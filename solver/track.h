/* track.h -- the databases of patterns, kept up move by move
 *
 * A use is one pattern in one look-up: of the board as it is, or as the mirror of its
 * diagonal shows it. Its track is where its tiles are: the set of occupied cells, in the
 * database's own frame, and the arrangement as lane and order (tilebase/arrangement.h). A
 * move of one of its tiles changes the set by one exclusive or, and the arrangement by the
 * slide past the tiles between the two cells, which are two small look-ups. (Along
 * a row of the frame there are none between, and the slide changes nothing; to look it
 * up all the same is faster than to ask.) Then the entry's place is known. Where entries
 * know the blank's region, that is one more look-up; moves of other tiles never take the
 * blank out of its region.
 *
 * The file that includes this says how much room it needs: SIDE is 0 for any board, or
 * that of a square, where sets take 32 bits and nodes little room; REGIONS is 1 if entries
 * may know the blank's region, 0 if none does.
 */
#include <stdlib.h>
#include <string.h>

#include "heuristic.h"
#include "ida.h"

#if SIDE == 0
typedef uint64_t cells_t;
typedef uint32_t lane_t;
enum { CELLS = TB_CELLS_MAX };
#define HALF(use)   ((use)->half)
#define REACH(use)  ((use)->reach)
#define PAIRED(use) ((use)->paired)
#else
typedef uint32_t cells_t;
typedef uint16_t lane_t;
enum { CELLS = SIDE * SIDE };
#define HALF(use)   ((unsigned)CELLS / 2)
#define REACH(use)  ((unsigned)SIDE - 1)
#define PAIRED(use) 1u
#endif

enum { STEPS = WAYS_MAX * CELLS, TURN_BITS = 5, NO_MEMBER = 255 };

/* What a move is in the frame of a use. */
struct step {
    cells_t move;    /* the cell that the tile leaves and the one that it comes to */
    cells_t below;   /* cells lower than the one that it leaves */
    cells_t between; /* cells that it passes */
    int32_t sign;    /* 0 to higher cells, -1 to lower ones */
};

struct use {
    const uint8_t *table;
    uint64_t row_bytes;         /* of one arrangement */
    uint64_t lane_bytes;        /* of the arrangements of one lane */
    const uint32_t *low, *high; /* ranks of sets, by their halves (tilebase/cellset.h) */
    uint32_t *slide;            /* [slide][lane]: the new lane, and the turn of the order */
    const uint32_t *first;      /* [set]: its first column, if entries know the blank's region */
    uint8_t *region;            /* [set][cell of the board]: which of them */
    uint32_t half;
    uint32_t reach;
    uint32_t lanes;
    uint32_t lane_size;
    uint32_t paired; /* 1 if a byte holds two entries, else 0 */
    uint32_t number;
    uint32_t tiles;
    struct step step[STEPS];
    uint8_t order[1 << TURN_BITS][TB_LANE_SIZE + 8];
    uint8_t cell[TB_CELLS_MAX];   /* the frame's cell for each of the board's */
    uint8_t member[TB_CELLS_MAX]; /* which tile of the pattern a tile is; NO_MEMBER */
};

/* Where the tiles of a use are. */
struct track {
    cells_t set;
    lane_t lane;
    uint8_t order;
    uint8_t excess;
};

static inline uint32_t set_rank(const struct use *use, cells_t set)
{
    cells_t low = set & (((cells_t)1 << HALF(use)) - 1);

    return use->low[low] + use->high[set >> HALF(use)];
}

/* The byte of a table that holds a column of the track's row, and where in the byte. */
static inline const uint8_t *locate_column(const struct use *use, const struct track *track,
                                           uint32_t column, uint8_t *shift)
{
    *shift = (uint8_t)(4 * (column & PAIRED(use)));
    return use->table + track->lane * use->lane_bytes + track->order * use->row_bytes +
           (column >> PAIRED(use));
}

/* Where a track's entry is, the blank being on this cell of the board. */
static inline const uint8_t *locate(const struct use *use, const struct track *track,
                                    unsigned blank, uint8_t *shift)
{
    uint32_t column = set_rank(use, track->set);

    (void)blank;
#if REGIONS
    if (use->region != NULL)
        column = use->first[column] + use->region[(uint64_t)column * CELLS + blank];
#endif
    return locate_column(use, track, column, shift);
}

static inline uint8_t read_entry(const struct use *use, const uint8_t *byte, uint8_t shift)
{
    (void)use;
    return (uint8_t)(*byte >> shift & (PAIRED(use) ? 15 : 255));
}

static inline int count_cells(cells_t set)
{
    return sizeof set == 8 ? __builtin_popcountll(set) : __builtin_popcount((unsigned)set);
}

/* The track after a step, but for its excess. */
static inline void follow(const struct use *use, const struct step *step, const struct track *old,
                          struct track *track)
{
    unsigned from = (unsigned)count_cells(old->set & step->below);
    int passed = (count_cells(old->set & step->between) ^ step->sign) - step->sign;
    uint32_t slide = from * (2 * REACH(use) + 1) + REACH(use) + (unsigned)passed;
    uint32_t to = use->slide[slide * use->lanes + old->lane];

    track->set = old->set ^ step->move;
    track->lane = (lane_t)(to >> TURN_BITS);
    track->order = use->order[to & ((1u << TURN_BITS) - 1)][old->order];
}

/* The track of a use in a position, from nothing, but for its excess. */
static void start_track(const struct use *use, unsigned cells, const struct tb_position *start,
                        struct track *track)
{
    uint8_t ordinal[TB_TILES_MAX] = {0}, cell_of[TB_TILES_MAX] = {0};
    uint32_t rank;

    *track = (struct track){0};
    for (unsigned cell = 0; cell < cells; cell++) {
        unsigned member = use->member[start->tile[cell]];

        if (member != NO_MEMBER) {
            cell_of[member] = use->cell[cell];
            track->set |= (cells_t)1 << use->cell[cell];
        }
    }
    for (unsigned i = 0; i < use->tiles; i++)
        ordinal[i] = (uint8_t)tb_cellset_below(track->set, cell_of[i]);
    rank = tb_arrangement_rank(use->tiles, ordinal);
    track->lane = (lane_t)(rank / use->lane_size);
    track->order = (uint8_t)(rank % use->lane_size);
}

/* Tables of so many bytes in all stay in the caches. */
enum { NEAR_BYTES = 4 << 20 };

/* Bytes of the tables that some look-ups read. */
static uint64_t count_table_bytes(const struct lookup *lookups, unsigned count)
{
    uint64_t bytes = 0;

    for (unsigned i = 0; i < count; i++)
        for (unsigned j = 0; j < lookups[i].partition->count; j++)
            bytes += tb_pdb_header(tb_tables_pdb(lookups[i].tables, j))->table_bytes;
    return bytes;
}

static unsigned find_blank(const struct tb_position *position)
{
    unsigned blank = 0;

    while (position->tile[blank] != 0)
        blank++;
    return blank;
}

/* What each move is in the frame of a use: the tile goes where the blank was. */
static void make_steps(struct use *use, const struct board_ways *ways, unsigned cells)
{
    for (unsigned blank = 0; blank < cells; blank++) {
        const struct ways *list = ways_all(ways, blank);

        for (unsigned i = 0; i < list->count; i++) {
            unsigned a = use->cell[list->way[i].cell], b = use->cell[blank];
            unsigned low = a < b ? a : b, high = a < b ? b : a;

            use->step[list->way[i].step] = (struct step){
                .move = (cells_t)(tb_cellset_of(a) | tb_cellset_of(b)),
                .below = (cells_t)(tb_cellset_of(a) - 1),
                .between = (cells_t)((tb_cellset_of(high) - 1) & ~(2 * tb_cellset_of(low) - 1)),
                .sign = a < b ? 0 : -1,
            };
        }
    }
}

/* The slides of the pattern, lane and turn in one word. */
static enum tb_status make_slides(struct use *use, unsigned reach, struct tb_error *error)
{
    struct tb_slides slides;
    enum tb_status status = tb_slides_init(&slides, use->tiles, reach, error);
    uint64_t count;

    if (status != TB_OK)
        return status;
    use->reach = reach;
    use->lanes = slides.lanes;
    use->lane_size = slides.lane_size;
    use->lane_bytes = use->lane_size * use->row_bytes;
    count = (uint64_t)use->tiles * (2 * reach + 1) * slides.lanes;
    use->slide = tb_array_alloc(count, sizeof *use->slide);
    for (uint64_t i = 0; use->slide != NULL && i < count; i++)
        use->slide[i] = slides.lane[i] << TURN_BITS | slides.turn[i];
    for (unsigned turn = 0; turn < TB_TURNS_MAX; turn++)
        memcpy(use->order[turn], slides.order[turn], TB_LANE_SIZE);
    tb_slides_free(&slides);
    return use->slide != NULL ? TB_OK
                              : tb_error_set(error, TB_NO_MEMORY, "no memory for a heuristic");
}

/* Take from the database what look-ups need. */
static void take_table(struct use *use, const struct tb_pdb *pdb)
{
    const struct tb_header *header = tb_pdb_header(pdb);
    const struct tb_cellset_index *sets = &tb_pdb_index(pdb)->sets;

    use->table = tb_pdb_table(pdb);
    use->tiles = header->pattern.tiles;
    use->paired = header->bits == 4;
    use->low = sets->low;
    use->high = sets->high;
    use->half = sets->half;
    use->row_bytes = header->table_bytes / tb_pattern_rows(&header->pattern);
}

/* Which region each cell of the board is in, for each set. */
static void number_regions(struct use *use, const struct tb_board *board, uint32_t sets)
{
    uint8_t board_cell[TB_CELLS_MAX];
    tb_cellset set = tb_cellset_of(use->tiles) - 1;

    for (unsigned cell = 0; cell < board->cells; cell++)
        board_cell[use->cell[cell]] = (uint8_t)cell;
    for (uint32_t i = 0; i < sets; i++, set = tb_cellset_next(set)) {
        tb_cellset area = board->all & ~set;

        for (uint8_t number = 0; area != 0; number++) {
            tb_cellset region = tb_board_region(board, area, tb_cellset_first(area));

            area &= ~region;
            for (; region != 0; region = tb_cellset_rest(region))
                use->region[(uint64_t)i * CELLS + board_cell[tb_cellset_first(region)]] = number;
        }
    }
}

static enum tb_status make_regions(struct use *use, const struct tb_pdb *pdb,
                                   struct tb_error *error)
{
    const struct tb_entry_index *index = tb_pdb_index(pdb);

    if (index->pattern.kind != TB_KIND_ZERO_AWARE)
        return TB_OK;
    use->first = index->first_column;
    use->region = tb_array_alloc((uint64_t)index->sets.count * CELLS, 1);
    if (use->region == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for a heuristic");
    number_regions(use, &index->pattern.board, index->sets.count);
    return TB_OK;
}

/* Fill in a use of a pattern of some tables, as a look-up sees the board. */
static enum tb_status fill_use(struct use *use, const struct tb_tables *tables, unsigned pattern,
                               const struct sight *sight, const struct board_ways *ways,
                               struct tb_error *error)
{
    const struct tb_pdb *pdb = tb_tables_pdb(tables, pattern);
    const struct tb_pattern *canonical = &tb_pdb_header(pdb)->pattern;
    const uint8_t *image = tb_tables_image(tables, pattern);
    unsigned cells = canonical->board.cells;
    enum tb_status status;

    take_table(use, pdb);
    memset(use->member, NO_MEMBER, sizeof use->member);
    for (unsigned cell = 0; cell < cells; cell++)
        use->cell[cell] = image[sight->cell[cell]];
    for (unsigned tile = 1; tile < cells; tile++) {
        unsigned home = image[sight->tile[tile] - 1];

        if (tb_cellset_has(canonical->goals, home))
            use->member[tile] = (uint8_t)tb_cellset_below(canonical->goals, home);
    }
    make_steps(use, ways, cells);
    status = make_slides(use, canonical->board.width - 1u, error);
    return status == TB_OK ? make_regions(use, pdb, error) : status;
}

/* Tiles in no pattern get a use whose every entry is 0. */
static enum tb_status fill_empty_use(struct use *use, struct tb_error *error)
{
    static const uint8_t table[1];
    static const uint32_t ranks[1];

    use->table = table;
    use->low = use->high = ranks;
    use->lanes = use->lane_size = 1;
    memset(use->member, NO_MEMBER, sizeof use->member);
    use->slide = calloc(1, sizeof *use->slide);
    return use->slide != NULL ? TB_OK
                              : tb_error_set(error, TB_NO_MEMORY, "no memory for a heuristic");
}

static void free_use(struct use *use)
{
    if (use == NULL)
        return;
    free(use->slide);
    free(use->region);
    free(use);
}
