/* fuzz_header.c -- header frames: what is read as one is written as the same bytes */
#include "fuzz.h"

#include "pdblib/bytes.h"
#include "reseal.h"

/* Of a payload like this the regions are counted quickly. */
enum { AT_KIND = 24, AT_PAYLOAD_BYTES = 80, REGIONS_PAYLOAD = 4096 };

static void check_pattern(const struct tb_pattern *pattern)
{
    struct tb_pattern canonical, again;
    char name[TB_PATTERN_TEXT];
    unsigned symmetry;

    HOLDS(pattern->tiles <= TB_TILES_MAX && pattern->blank < pattern->board.cells);
    HOLDS((pattern->goals & ~pattern->board.all) == 0);
    HOLDS((pattern->fixed & (pattern->goals | ~pattern->board.all)) == 0);
    HOLDS(!tb_cellset_has(pattern->goals | pattern->fixed, pattern->blank));
    tb_pattern_canonical(pattern, &canonical, &symmetry);
    tb_pattern_canonical(&canonical, &again, &symmetry);
    HOLDS(tb_pattern_equal(&canonical, &again));
    tb_pattern_file_name(&canonical, name);
    HOLDS(strlen(name) < sizeof name && strchr(name, '/') == NULL);
}

static void check_header(const struct tb_header *header, const uint8_t *bytes)
{
    uint8_t *again = take((size_t)header->table_offset);

    HOLDS(header->entries > 0 && header->entries <= INT64_MAX);
    HOLDS(header->table_bytes > 0 && header->table_bytes <= header->entries);
    HOLDS(header->values > 0 && header->values <= TB_VALUES_MAX);
    HOLDS(tb_header_reachable(header) <= header->entries);
    HOLDS(tb_header_mean(header) >= 0 && tb_header_mean(header) < header->values);
    HOLDS(memchr(header->program, '\0', sizeof header->program) != NULL);
    tb_header_encode(header, again);
    HOLDS(memcmp(again, bytes, (size_t)header->table_offset) == 0);
    free(again);
    check_pattern(&header->pattern);
}

/* A header at the start of a file of so many bytes. */
static void check_in_file(const uint8_t *bytes, size_t size, uint64_t file_bytes)
{
    struct tb_header header;
    struct tb_error error;
    enum tb_status status = tb_header_decode(bytes, size, file_bytes, &header, &error);

    if (status != TB_OK) {
        HOLDS(status == TB_DAMAGED || status == TB_UNSUPPORTED);
        check_error(status, &error);
        return;
    }
    HOLDS(header.table_offset <= size);
    HOLDS(header.table_offset + header.payload_bytes == file_bytes);
    check_header(&header, bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *bytes = copy_bytes(data, size);
    size_t header = frame_header_bytes(data, size);
    uint64_t payload = header > 0 ? get_le64(data + AT_PAYLOAD_BYTES) : 0;
    uint64_t most = header > 0 && data[AT_KIND] == TB_KIND_ZERO_AWARE ? REGIONS_PAYLOAD : INT64_MAX;

    if (size > 0)
        check_in_file(bytes, size, size);
    /* As if all that it promises followed. */
    if (header > 0 && payload <= most)
        check_in_file(bytes, size, header + payload);
    free(bytes);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed)
{
    size_t header = frame_header_bytes(data, size);

    if (seed % 4 == 0 || header == 0)
        size = LLVMFuzzerMutate(data, size, room);
    else
        mutate_part(data, 8, header - 8);
    if (seed / 4 % 4 == 0)
        resize_header(data, size);
    if (seed / 16 % 16 != 0)
        reseal_header(data, size);
    return size;
}
