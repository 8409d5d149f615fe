/* test_damage.c -- files of every kind, damaged, cut, and with headers that lie under right
 * hashes: always an error, or a database that says it is another one */
#include "testing_file.h"

#include <xxhash.h>

#include "pdblib/bytes.h"
#include "tilebase/partition.h"

/* Where docs/format.md puts the fields. */
enum {
    AT_FRAME_SIZE = 4,
    AT_VALUES = 20,
    AT_KIND = 24,
    AT_SIDES = 25,
    AT_BLANK = 27,
    AT_BITS = 29,
    AT_INDEX_SCHEME = 30,
    AT_GOALS = 32,
    AT_ENTRIES = 40,
    AT_TABLE_BYTES = 48,
    AT_PAYLOAD_HASH = 72,
    AT_PAYLOAD_BYTES = 80,
};

/* One small database of each kind; the tables of all differ in size. */
static const struct {
    enum tb_kind kind;
    uint8_t width, height;
    const char *picture;
} samples[] = {
    {TB_KIND_ADDITIVE, 3, 2, "board 3x2\n aaa\n a-.\n"},
    {TB_KIND_ZERO_AWARE, 3, 2, "board 3x2\nkind zero-aware\n aaa\n a-.\n"},
    {TB_KIND_NON_ADDITIVE, 3, 2, "board 3x2\nkind non-additive\n aa-\n a-.\n"},
    {TB_KIND_WALKING_DISTANCE, 3, 3, "board 3x3\nkind walking-distance\n ---\n ---\n --.\n"},
    {TB_KIND_PAIRS, 3, 2, "board 3x2\nkind pairs\n ---\n --.\n"},
    {TB_KIND_TRIPLES, 3, 2, "board 3x2\nkind triples\n ---\n --.\n"},
    {TB_KIND_LOCAL, 3, 2, "board 3x2\n aa-\n --.\n"}, /* with the tile after them fixed */
};

/* A file in memory, and what it holds. */
struct sample {
    struct tb_partition partition;
    struct tb_pattern pattern;
    struct build build;
    enum tb_layout layout;
    size_t count;
    size_t header; /* bytes of the header frame */
    uint8_t bytes[ROOM];
};

static void make_sample(unsigned number, enum tb_layout layout, struct sample *sample)
{
    struct tb_error error;
    unsigned symmetry;

    if (tb_partition_parse("test", samples[number].picture, &sample->partition, &error) != TB_OK)
        fail_msg("%s", error.text);
    /* Of triples the pairs come first. */
    tb_pattern_canonical(&sample->partition.patterns[samples[number].kind == TB_KIND_TRIPLES],
                         &sample->pattern, &symmetry);
    if (samples[number].kind == TB_KIND_LOCAL)
        assert_int_equal(tb_pattern_local(&sample->pattern, &sample->partition.board,
                                          sample->pattern.goals, 4, NULL),
                         TB_OK);
    assert_int_equal(sample->pattern.kind, samples[number].kind);
    must_build(&sample->pattern, 1, NULL, &sample->build);
    must_write(&sample->build, layout, path_of("sample.pdb"));
    sample->layout = layout;
    sample->count = read_whole(path_of("sample.pdb"), sample->bytes, ROOM);
    sample->header = 8 + get_le32(sample->bytes + AT_FRAME_SIZE);
}

static void free_sample(struct sample *sample)
{
    build_free(&sample->build);
}

static void each_sample(void (*check)(struct sample *sample))
{
    static struct sample sample;

    for (unsigned i = 0; i < LENGTH(samples); i++)
        for (int layout = TB_LAYOUT_ZSTD; layout <= TB_LAYOUT_MAPPED; layout++) {
            make_sample(i, (enum tb_layout)layout, &sample);
            check(&sample);
            free_sample(&sample);
        }
}

/* Look random positions up. Values may be wrong where nothing was verified, but each is one. */
static void sweep(const struct tb_pdb *pdb)
{
    const struct tb_pattern *pattern = &tb_pdb_header(pdb)->pattern;
    unsigned cells = pattern->board.cells;
    struct tb_position position = {0};
    uint64_t seed = 5;

    for (unsigned cell = 0; cell < cells; cell++)
        position.tile[cell] = cell == pattern->blank ? 0 : (uint8_t)(cell + 1);
    for (unsigned round = 0; round < 20; round++) {
        assert_true(tb_pdb_lookup(pdb, &position) >= TB_NOT_ON_BOARD);
        shuffle(&seed, position.tile, cells);
    }
}

/* --- damage --- */

static void check_flips(struct sample *sample)
{
    const struct tb_pdb_options usual = {.threads = 1}, trusting = {.threads = 1, .trust = true};
    char path[512];

    snprintf(path, sizeof path, "%s", path_of("damaged.pdb"));
    for (size_t at = 0; at < sample->count; at++) {
        struct tb_pdb *pdb;

        sample->bytes[at] ^= (uint8_t)(1 + at % 255);
        write_whole(path, sample->bytes, sample->count);
        sample->bytes[at] ^= (uint8_t)(1 + at % 255);
        must_fail(path, tb_kind_name(sample->pattern.kind), at);
        assert_int_not_equal(tb_pdb_open(path, &usual, &pdb, NULL), TB_OK);
        if (tb_pdb_open(path, &trusting, &pdb, NULL) != TB_OK)
            continue;
        /* Only in a mapped file's table, and only if it is trusted, may damage go unseen. */
        assert_true(sample->layout == TB_LAYOUT_MAPPED && at >= sample->header);
        sweep(pdb);
        tb_pdb_close(pdb);
    }
}

static void flipped_bytes(void **state)
{
    (void)state;
    each_sample(check_flips);
}

static void check_cuts(struct sample *sample)
{
    char path[512];

    snprintf(path, sizeof path, "%s", path_of("cut.pdb"));
    for (size_t length = 0; length < sample->count; length++) {
        write_whole(path, sample->bytes, length);
        must_fail(path, tb_kind_name(sample->pattern.kind), length);
    }
    sample->bytes[sample->count] = 0;
    write_whole(path, sample->bytes, sample->count + 1);
    must_fail(path, tb_kind_name(sample->pattern.kind), sample->count);
    write_whole(path, sample->bytes, sample->count);
    tb_pdb_close(must_open(path));
}

static void cut_files(void **state)
{
    (void)state;
    each_sample(check_cuts);
}

/* --- lies --- */

/* Make both hashes of a file right again. */
static void seal(uint8_t *bytes, size_t header, size_t count)
{
    put_le64(bytes + AT_PAYLOAD_HASH, XXH3_64bits(bytes + header, count - header));
    put_le64(bytes + header - 8, XXH3_64bits(bytes, header - 8));
}

/* What opens is either the database that it was, or one of another pattern, which those who
 * look for this one refuse. */
static void check_sealed(const struct sample *sample, uint8_t *bytes)
{
    const struct tb_pdb_options options = {.threads = 1, .verify = true};
    struct tb_pdb *pdb;

    seal(bytes, sample->header, sample->count);
    write_whole(path_of("sealed.pdb"), bytes, sample->count);
    if (tb_pdb_open(path_of("sealed.pdb"), &options, &pdb, NULL) != TB_OK)
        return;
    if (tb_pattern_equal(&tb_pdb_header(pdb)->pattern, &sample->pattern)) {
        assert_int_equal(tb_pdb_header(pdb)->bits, sample->build.table.bits);
        assert_memory_equal(tb_pdb_table(pdb), sample->build.table.table,
                            sample->build.table.bytes);
    }
    sweep(pdb);
    tb_pdb_close(pdb);
}

/* Every byte of the header up to its filling, and all of the payload, in several ways. */
static void check_sealed_bytes(struct sample *sample)
{
    static const uint8_t flips[] = {0x01, 0x02, 0x04, 0x80, 0xFF};
    static uint8_t bytes[ROOM];
    size_t filling = sample->layout == TB_LAYOUT_MAPPED ? 512 : sample->header;

    for (size_t at = 0; at < sample->count; at++) {
        if (at >= filling && at < sample->header)
            continue;
        for (size_t i = 0; i < LENGTH(flips); i++) {
            if (at / 4 == AT_FRAME_SIZE / 4)
                continue; /* the hash would be elsewhere */
            memcpy(bytes, sample->bytes, sample->count);
            bytes[at] ^= flips[i];
            check_sealed(sample, bytes);
        }
    }
}

static void sealed_bytes(void **state)
{
    (void)state;
    each_sample(check_sealed_bytes);
}

/* A field that is written over. */
struct change {
    unsigned at;
    unsigned bytes;
    uint64_t value;
};

static void must_refuse(const struct sample *sample, const struct change *change, unsigned count)
{
    static uint8_t bytes[ROOM];
    struct tb_pdb *pdb;

    memcpy(bytes, sample->bytes, sample->count);
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = 0; j < change[i].bytes; j++)
            bytes[change[i].at + j] = (uint8_t)(change[i].value >> 8 * j);
    seal(bytes, sample->header, sample->count);
    write_whole(path_of("lie.pdb"), bytes, sample->count);
    if (tb_pdb_open(path_of("lie.pdb"), NULL, &pdb, NULL) == TB_OK)
        fail_msg("%s, %s: %#llx at %u was believed", tb_kind_name(sample->pattern.kind),
                 tb_layout_name(sample->layout), (unsigned long long)change->value, change->at);
}

static void check_numbers(struct sample *sample)
{
    uint64_t entries = get_le64(sample->bytes + AT_ENTRIES);
    uint64_t table = get_le64(sample->bytes + AT_TABLE_BYTES);
    uint64_t payload = get_le64(sample->bytes + AT_PAYLOAD_BYTES);
    unsigned bits = sample->build.table.bits, other = 12 - bits;
    tb_cellset goals = sample->pattern.goals;
    const struct change changes[] = {
        {AT_ENTRIES, 8, entries - 1},
        {AT_ENTRIES, 8, entries + 1},
        {AT_ENTRIES, 8, UINT64_MAX},
        {AT_ENTRIES, 8, 0},
        {AT_TABLE_BYTES, 8, table - 1},
        {AT_TABLE_BYTES, 8, table + 1},
        {AT_TABLE_BYTES, 8, UINT64_MAX},
        {AT_PAYLOAD_BYTES, 8, payload - 1},
        {AT_PAYLOAD_BYTES, 8, payload + 1},
        {AT_BITS, 1, other},
        {AT_BITS, 1, 0},
        {AT_BITS, 1, 16},
        {AT_BLANK, 1, 9},
        {AT_BLANK, 1, 255},
        {AT_SIDES, 2, 0x0404},
        {AT_SIDES, 2, 0x0606},
        {AT_SIDES, 2, 0x0202},
        {AT_SIDES, 2, 0x0109},
        {AT_GOALS, 8, goals == 0 ? 1 : 0},
        {AT_GOALS, 8, goals == 0 ? 0xF : goals & (goals - 1)},
        {AT_GOALS, 8, goals | UINT64_C(1) << 40},
        {AT_GOALS, 8, UINT64_MAX},
    };
    const struct change wider[] = {{AT_BITS, 1, other},
                                   {AT_TABLE_BYTES, 8, tb_table_bytes(&sample->pattern, other)}};

    assert_int_equal(bits, sample->pattern.kind == TB_KIND_LOCAL ? 8 : 4);
    assert_int_equal(sample->bytes[AT_BITS], bits);
    for (size_t i = 0; i < LENGTH(changes); i++)
        must_refuse(sample, &changes[i], 1);
    must_refuse(sample, wider, LENGTH(wider));
}

static void numbers_that_do_not_fit(void **state)
{
    (void)state;
    each_sample(check_numbers);
}

/* Fixed tiles that are off the board, among the goals, all there is, or others than these. */
static void check_fixed(struct sample *sample)
{
    unsigned at = 128 + 8 * sample->build.values;
    tb_cellset goals = sample->pattern.goals, fixed = sample->pattern.fixed;

    if (sample->pattern.kind != TB_KIND_LOCAL)
        return;
    assert_int_equal(get_le64(sample->bytes + at), fixed);
    must_refuse(sample, &(struct change){at, 8, 0}, 1);
    must_refuse(sample, &(struct change){at, 8, fixed | goals}, 1);
    must_refuse(sample, &(struct change){at, 8, fixed | 0x20}, 1);
    must_refuse(sample, &(struct change){at, 8, 0x3C}, 1);
    must_refuse(sample, &(struct change){at, 8, fixed | UINT64_C(1) << 40}, 1);
    must_refuse(sample, &(struct change){at, 8, UINT64_MAX}, 1);
    /* How many values there are tells where they stand. */
    must_refuse(sample, &(struct change){AT_VALUES, 4, sample->build.values + 1}, 1);
    must_refuse(sample, &(struct change){AT_VALUES, 4, sample->build.values - 1}, 1);
    must_refuse(sample, &(struct change){AT_VALUES, 4, 0}, 1);
    must_refuse(sample, &(struct change){AT_VALUES, 4, UINT32_MAX}, 1);
}

static void fixed_tiles_that_do_not_fit(void **state)
{
    (void)state;
    each_sample(check_fixed);
}

/* Another kind over the same table, with the index scheme of either, and with all that belongs
 * to the kind: goals, board, entries, and the table's size. */
static void check_kinds(struct sample *sample)
{
    for (unsigned kind = 0; kind <= TB_KINDS + 1; kind++) {
        const struct change changes[] = {{AT_KIND, 1, kind}, {AT_INDEX_SCHEME, 1, kind}};

        if (kind == sample->pattern.kind)
            continue;
        must_refuse(sample, &changes[0], 1);
        must_refuse(sample, &changes[1], 1);
        must_refuse(sample, changes, 2);
    }
    for (unsigned i = 0; i < LENGTH(samples); i++) {
        static struct sample other;

        if (samples[i].kind == sample->pattern.kind)
            continue;
        make_sample(i, sample->layout, &other);
        must_refuse(sample,
                    (const struct change[]){
                        {AT_KIND, 1, samples[i].kind},
                        {AT_SIDES, 2, samples[i].width | (uint64_t)samples[i].height << 8},
                        {AT_BLANK, 1, other.pattern.blank},
                        {AT_INDEX_SCHEME, 1, samples[i].kind},
                        {AT_GOALS, 8, other.pattern.goals},
                        {AT_ENTRIES, 8, other.build.entries},
                        {AT_TABLE_BYTES, 8, other.build.table.bytes},
                    },
                    7);
        free_sample(&other);
    }
}

static void kinds_that_do_not_fit(void **state)
{
    (void)state;
    each_sample(check_kinds);
}

/* A whole database under the name of one of another kind. */
static void check_names(struct sample *sample)
{
    static struct sample other;
    struct tb_folders folders = {0};
    char name[TB_PATTERN_TEXT];

    tb_pattern_file_name(&sample->pattern, name);
    assert_int_equal(tb_folders_prefer(&folders, folder, NULL), TB_OK);
    sample->partition.patterns[0] = sample->pattern;
    sample->partition.count = 1;
    for (unsigned i = 0; i < LENGTH(samples); i++) {
        struct tb_tables *tables = NULL;
        struct tb_error error;
        enum tb_status status;

        make_sample(i, sample->layout, &other);
        write_whole(path_of(name), other.bytes, other.count);
        status = tb_tables_open(&sample->partition, &folders, NULL, &tables, &error);
        assert_int_equal(status, samples[i].kind == sample->pattern.kind ? TB_OK : TB_DAMAGED);
        if (status != TB_OK)
            assert_non_null(strstr(error.text, "another pattern"));
        tb_tables_close(tables);
        free_sample(&other);
    }
    unlink(path_of(name));
}

static void names_of_others(void **state)
{
    (void)state;
    each_sample(check_names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flipped_bytes),
        cmocka_unit_test(cut_files),
        cmocka_unit_test(sealed_bytes),
        cmocka_unit_test(numbers_that_do_not_fit),
        cmocka_unit_test(kinds_that_do_not_fit),
        cmocka_unit_test(names_of_others),
        cmocka_unit_test(fixed_tiles_that_do_not_fit),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
