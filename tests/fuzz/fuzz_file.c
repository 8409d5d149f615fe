/* fuzz_file.c -- database files: an error, or look-ups that stay within what their kind says
 *
 * An input is a file. It is opened in every way that there is, and what opens must be the same
 * in all of them. A hash says that a file is as it was written, not that its writer was honest;
 * so values need not be right, but each is one that the entry's bits can say.
 */
#include "fuzz.h"

#include <sys/mman.h>
#include <unistd.h>
#include <xxhash.h>

#include "pdblib/bytes.h"
#include "reseal.h"

enum { PATH = 32, ROUNDS = 12, TUPLES_MOST = 60 };

/* The ways to open a file, from the strictest to the one that believes most. */
static const struct tb_pdb_options ways[] = {
    {.threads = 1, .verify = true},
    {.threads = 1, .verify = true, .copy = true},
    {.threads = 1},
    {.threads = 1, .trust = true},
};

enum { WAYS = sizeof ways / sizeof ways[0], TRUSTING = WAYS - 1 };

/* A file that is in memory and has a path as long as its number is open. */
static int make_file(const uint8_t *data, size_t size, char path[PATH])
{
    int number = memfd_create("database", MFD_CLOEXEC);

    HOLDS(number >= 0);
    HOLDS(write(number, data, size) == (ssize_t)size);
    snprintf(path, PATH, "/proc/self/fd/%d", number);
    return number;
}

/* The largest value that an entry of these bits can stand for. */
static int value_most(const struct tb_header *header)
{
    const struct tb_pattern *pattern = &header->pattern;
    int far = pattern->board.width + pattern->board.height - 2, most = 2 * (1 << header->bits);
    int tiles = pattern->board.cells - 1;

    if (pattern->kind == TB_KIND_LOCAL)
        return 254;
    /* Of pairs and triples as many excesses are added as there are disjoint ones. */
    return tiles * far + most * (tb_kind_tuple(pattern->kind) > 0 ? tiles : 1);
}

/* The sizes of whatever opened are those that its pattern makes, and its file's. */
static void check_sizes(const struct tb_header *header, const uint8_t *data, size_t size)
{
    uint8_t *again = take((size_t)header->table_offset);

    HOLDS(header->entries == tb_pattern_entries(&header->pattern));
    HOLDS(header->table_bytes == tb_table_bytes(&header->pattern, header->bits));
    HOLDS(header->table_offset + header->payload_bytes == size);
    HOLDS(header->layout == TB_LAYOUT_ZSTD || header->payload_bytes == header->table_bytes);
    HOLDS(tb_header_reachable(header) <= header->entries);
    tb_header_encode(header, again);
    HOLDS(memcmp(again, data, (size_t)header->table_offset) == 0);
    free(again);
}

/* And what was verified has the hashes that it says. */
static void check_hashes(const struct tb_pdb *pdb, const uint8_t *data)
{
    const struct tb_header *header = tb_pdb_header(pdb);

    HOLDS(XXH3_64bits(tb_pdb_table(pdb), (size_t)header->table_bytes) == header->table_hash);
    HOLDS(XXH3_64bits(data + header->table_offset, (size_t)header->payload_bytes) ==
          header->payload_hash);
}

/* What docs/format.md makes of an entry that is not the mark of an unreachable one. */
static unsigned value_of(const struct tb_pattern *pattern, unsigned excess, const uint8_t *cell,
                         unsigned blank)
{
    unsigned tiles = tb_pattern_manhattan(pattern, cell);
    unsigned far = tb_board_distance(&pattern->board, blank, pattern->blank);

    if (pattern->kind == TB_KIND_LOCAL)
        return excess;
    if (pattern->kind == TB_KIND_NON_ADDITIVE && tiles % 2 != far % 2)
        return tiles + 2 * excess + 1;
    return tiles + 2 * excess;
}

/* Entries and what stands on which cell: there and back, and the value of both. */
static void check_entry(const struct tb_pdb *pdb, uint64_t *seed)
{
    const struct tb_header *header = tb_pdb_header(pdb);
    const struct tb_entry_index *index = tb_pdb_index(pdb);
    uint32_t row = (uint32_t)(tb_random(seed) % tb_pattern_rows(&header->pattern));
    uint32_t column = (uint32_t)(tb_random(seed) % tb_pattern_columns(&header->pattern));
    unsigned excess = tb_pdb_excess(pdb, row, column), blank;
    uint32_t same_row, same_column;
    uint8_t cell[TB_TILES_MAX];
    int value;

    HOLDS(excess <= tb_unreachable_excess(header->bits));
    if (!tb_kind_has_tiles(header->pattern.kind))
        return;
    tb_entry_at(index, row, column, cell, &blank);
    tb_entry_place(index, cell, blank, &same_row, &same_column);
    HOLDS(same_row == row && same_column == column);
    value = tb_pdb_lookup_cells(pdb, cell, blank);
    HOLDS((value == TB_UNREACHABLE) == (excess == tb_unreachable_excess(header->bits)));
    HOLDS(value <= value_most(header));
    if (value >= 0)
        HOLDS((unsigned)value == value_of(&header->pattern, excess, cell, blank));
}

static void check_walking(const struct tb_pdb *pdb, uint64_t *seed)
{
    const struct tb_walking_index *index = tb_pdb_walking(pdb);
    struct tb_walking_state state;
    uint32_t number;

    if (tb_pdb_header(pdb)->pattern.kind != TB_KIND_WALKING_DISTANCE)
        return;
    number = (uint32_t)(tb_random(seed) % index->count);
    tb_walking_unrank(index, number, &state);
    HOLDS(tb_walking_rank(index, &state) == number);
}

/* A position whose tiles are all there, or one of any bytes. */
static void make_position(const struct tb_pattern *pattern, bool whole, uint64_t *seed,
                          struct tb_position *position)
{
    unsigned cells = pattern->board.cells;

    *position = (struct tb_position){0};
    for (unsigned cell = 0; cell < cells; cell++)
        position->tile[cell] = !whole                   ? (uint8_t)(tb_random(seed) % 40)
                               : cell == pattern->blank ? 0
                                                        : (uint8_t)(cell + 1);
    for (unsigned left = cells; whole && left > 1; left--) {
        unsigned other = (unsigned)(tb_random(seed) % left);
        uint8_t kept = position->tile[left - 1];

        position->tile[left - 1] = position->tile[other];
        position->tile[other] = kept;
    }
}

/* Whether one of the pattern's tiles is not there. */
static bool lacks_tile(const struct tb_pattern *pattern, const struct tb_position *position)
{
    for (tb_cellset rest = pattern->goals; rest != 0; rest = tb_cellset_rest(rest))
        if (tb_position_find(&pattern->board, position, tb_cellset_first(rest) + 1) ==
            pattern->board.cells)
            return true;
    return false;
}

/* Whether a look-up is quick. Of pairs and triples the best disjoint conflicts are chosen,
 * which takes the longer the more there are, and a table may say that all are. */
static bool is_quick(const struct tb_pattern *pattern)
{
    return tb_binomial(pattern->board.cells - 1u, tb_kind_tuple(pattern->kind)) <= TUPLES_MOST;
}

/* The same value however the file was opened. */
static void check_positions(struct tb_pdb *const *pdb, uint64_t *seed)
{
    const struct tb_header *header = tb_pdb_header(pdb[0]);

    for (unsigned round = 0; round < ROUNDS && is_quick(&header->pattern); round++) {
        bool whole = round % 4 != 3;
        struct tb_position position;
        int value;

        make_position(&header->pattern, whole, seed, &position);
        value = tb_pdb_lookup(pdb[0], &position);
        HOLDS(value >= TB_NOT_ON_BOARD && value <= value_most(header));
        HOLDS(!whole || value != TB_NOT_ON_BOARD);
        if (tb_kind_has_groups(header->pattern.kind) && lacks_tile(&header->pattern, &position))
            HOLDS(value == TB_NOT_ON_BOARD);
        for (unsigned way = 1; way < WAYS; way++)
            HOLDS(tb_pdb_lookup(pdb[way], &position) == value);
        check_entry(pdb[0], seed);
        check_walking(pdb[0], seed);
    }
}

/* A source of the file's own database, for a partition of it. */
static enum tb_status open_again(void *context, const struct tb_partition *partition,
                                 const struct tb_pattern *canonical, struct tb_pdb **pdb,
                                 struct tb_error *error)
{
    (void)partition;
    (void)canonical;
    return tb_pdb_open(context, &ways[0], pdb, error);
}

/* As the one pattern of a partition it says the same; a pattern that is not the one which files
 * are kept for is refused. */
static void check_tables(char *path, const struct tb_pdb *pdb, uint64_t *seed)
{
    const struct tb_pattern *pattern = &tb_pdb_header(pdb)->pattern;
    struct tb_partition partition = {.name = "fuzz", .kind = pattern->kind, .count = 1};
    struct tb_pattern canonical;
    struct tb_position position;
    struct tb_tables *tables;
    struct tb_error error;
    enum tb_status status;
    unsigned symmetry;

    partition.board = pattern->board;
    partition.blank = pattern->blank;
    partition.patterns[0] = *pattern;
    tb_pattern_canonical(pattern, &canonical, &symmetry);
    status = tb_tables_make(&partition, open_again, path, &tables, &error);
    HOLDS((status == TB_OK) == tb_pattern_equal(pattern, &canonical));
    if (status != TB_OK) {
        check_error(status, &error);
        return;
    }
    make_position(pattern, true, seed, &position);
    if (is_quick(pattern))
        HOLDS(tb_tables_lookup(tables, &position) == tb_pdb_lookup(pdb, &position));
    tb_tables_close(tables);
}

static void check_failure(const char *path, enum tb_status status, const struct tb_pdb *pdb,
                          const struct tb_error *error)
{
    check_error(status, error);
    HOLDS(pdb == NULL && strstr(error->text, path) == error->text);
    HOLDS(status == TB_DAMAGED || status == TB_UNSUPPORTED || status == TB_NO_MEMORY);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[PATH];
    int number = make_file(data, size, path);
    struct tb_pdb *pdb[WAYS];
    enum tb_status status[WAYS];
    uint64_t seed = XXH3_64bits(data, size);

    for (unsigned way = 0; way < WAYS; way++) {
        struct tb_error error;

        status[way] = tb_pdb_open(path, &ways[way], &pdb[way], &error);
        if (status[way] != TB_OK)
            check_failure(path, status[way], pdb[way], &error);
    }
    HOLDS(status[0] == status[1]);
    for (unsigned way = 1; way < WAYS; way++)
        HOLDS(status[way - 1] != TB_OK || status[way] == TB_OK);
    if (status[TRUSTING] == TB_OK)
        check_sizes(tb_pdb_header(pdb[TRUSTING]), data, size);
    if (status[0] == TB_OK) {
        struct tb_header header;

        HOLDS(tb_pdb_read_header(path, &header, NULL) == TB_OK);
        check_hashes(pdb[0], data);
        check_positions(pdb, &seed);
        check_tables(path, pdb[0], &seed);
    } else if (status[TRUSTING] == TB_OK) {
        for (unsigned way = 0; way < TRUSTING; way++) {
            tb_pdb_close(pdb[way]);
            pdb[way] = pdb[TRUSTING];
        }
        check_positions(pdb, &seed);
        for (unsigned way = 0; way < TRUSTING; way++)
            pdb[way] = NULL;
    }
    for (unsigned way = 0; way < WAYS; way++)
        tb_pdb_close(pdb[way]);
    close(number);
    return 0;
}

static void change_table(uint8_t *table, size_t size)
{
    mutate_part(table, 0, size);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed)
{
    size_t header = frame_header_bytes(data, size);

    if (seed % 8 == 0 || header == 0) {
        size = LLVMFuzzerMutate(data, size, room);
    } else if (seed % 8 == 1) {
        size = header +
               (header == size ? 0 : LLVMFuzzerMutate(data + header, size - header, room - header));
    } else if (seed % 8 == 2) {
        mutate_part(data, header, size);
    } else if (seed % 8 == 3) {
        return rewrite(data, size, room, change_table);
    } else {
        mutate_part(data, 16, header - 8);
    }
    if (seed % 8 > 5)
        return rewrite(data, size, room, NULL);
    if (seed / 8 % 8 != 0)
        reseal(data, size);
    return size;
}
