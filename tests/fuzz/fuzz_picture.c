/* fuzz_picture.c -- pictures of partitions: what is read is drawn, and read again as the same */
#include "fuzz.h"

static bool same_patterns(const struct tb_partition *a, const struct tb_partition *b)
{
    bool same = a->kind == b->kind && a->blank == b->blank && a->count == b->count;

    for (unsigned i = 0; i < a->count && same; i++)
        same = tb_pattern_equal(&a->patterns[i], &b->patterns[i]);
    return same;
}

static void check_drawing(const struct tb_partition *partition)
{
    char picture[TB_PICTURE_TEXT], text[TB_PICTURE_TEXT + 64];
    struct tb_partition again;

    tb_partition_draw(partition, picture);
    HOLDS(strlen(picture) == 2u * partition->board.cells);
    snprintf(text, sizeof text, "board %ux%u\nkind %s\n%s", partition->board.width,
             partition->board.height, tb_kind_name(partition->kind), picture);
    HOLDS(tb_partition_parse("again", text, &again, NULL) == TB_OK);
    HOLDS(same_patterns(partition, &again));
}

static void check_pattern(const struct tb_pattern *pattern)
{
    struct tb_pattern canonical, again;
    char name[TB_PATTERN_TEXT], tiles[TB_PATTERN_TEXT];
    unsigned symmetry;

    tb_pattern_canonical(pattern, &canonical, &symmetry);
    HOLDS(symmetry < tb_board_symmetries(&pattern->board));
    HOLDS(tb_board_map_set(&pattern->board, symmetry, pattern->goals) == canonical.goals);
    tb_pattern_canonical(&canonical, &again, &symmetry);
    HOLDS(tb_pattern_equal(&canonical, &again));
    tb_pattern_file_name(&canonical, name);
    tb_pattern_print_tiles(pattern, tiles);
    HOLDS(strlen(name) < sizeof name && strlen(tiles) < sizeof tiles);
}

/* Files, entries and bytes are all of the patterns' or, if they share some, fewer. */
static void check_sizes(const struct tb_partition *partition)
{
    static const struct tb_folders nowhere;
    struct tb_partition_sizes sizes;
    uint64_t most = 0;

    tb_partition_measure(partition, &nowhere, &sizes);
    for (unsigned i = 0; i < partition->count; i++)
        most = tb_size_add(most, tb_pattern_entries(&partition->patterns[i]));
    HOLDS(sizes.files > 0 && sizes.files <= partition->count && sizes.built == 0);
    HOLDS(sizes.entries > 0 && sizes.entries <= most && sizes.table_bytes <= sizes.entries);
    HOLDS(sizes.files != partition->count || sizes.entries == most);
}

/* The groups as those of another kind, and the partition of all tiles with the same blank. */
static void check_kinds(const struct tb_partition *partition)
{
    for (unsigned kind = TB_KIND_ADDITIVE; kind <= TB_KINDS; kind++) {
        struct tb_partition other = *partition;
        struct tb_error error;
        enum tb_status status = tb_partition_set_kind(&other, kind, &error);

        if (status == TB_OK)
            check_drawing(&other);
        else
            check_error(status, &error);
        status = tb_partition_whole(kind, &partition->board, partition->blank, &other, &error);
        if (status == TB_OK)
            check_drawing(&other);
        else
            check_error(status, &error);
    }
}

/* Of larger boards it takes long to count the regions and the walking distance's states. */
enum { QUICK_CELLS = 16 };

static bool is_quick(const struct tb_partition *partition)
{
    return partition->board.cells <= QUICK_CELLS;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = copy_text(data, size);
    struct tb_partition partition;
    struct tb_error error;
    enum tb_status status = tb_partition_parse("fuzz", text, &partition, &error);

    if (status == TB_OK) {
        HOLDS(partition.count > 0 && partition.count < TB_CELLS_MAX);
        HOLDS(memchr(partition.comment, '\0', sizeof partition.comment) != NULL);
        check_drawing(&partition);
        for (unsigned i = 0; i < partition.count; i++)
            check_pattern(&partition.patterns[i]);
        if (partition.kind != TB_KIND_ZERO_AWARE || is_quick(&partition))
            check_sizes(&partition);
        if (is_quick(&partition))
            check_kinds(&partition);
    } else {
        HOLDS(status == TB_INVALID);
        check_error(status, &error);
    }
    free(text);
    return 0;
}
