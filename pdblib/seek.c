/* seek.c -- the seek table of a compressed file, in Zstandard's seekable format */
#include "bytes.h"
#include "tilebase/format.h"
#include "tilebase/size.h"

enum {
    PREFIX_BYTES = 8, /* magic and size of a skippable frame */
    ENTRY_BYTES = 12,
    FOOTER_BYTES = 9,
    WITH_CHECKSUMS = 0x80,
};

static const uint32_t skippable_magic = 0x184D2A5E;
static const uint32_t seekable_magic = 0x8F92EAB1;

uint64_t tb_frame_count(const struct tb_header *header)
{
    uint64_t rounded = tb_size_round_up(header->table_bytes, header->frame_bytes);

    return rounded == TB_TOO_LARGE ? TB_TOO_LARGE : rounded / header->frame_bytes;
}

uint64_t tb_seek_bytes(uint64_t frames)
{
    return tb_size_add(tb_size_mul(tb_size_add(frames, 1), ENTRY_BYTES),
                       PREFIX_BYTES + FOOTER_BYTES);
}

void tb_seek_encode(const struct tb_seek_entry *entries, uint32_t count, uint8_t *bytes)
{
    put_le32(bytes, skippable_magic);
    put_le32(bytes + 4, count * ENTRY_BYTES + FOOTER_BYTES);
    bytes += PREFIX_BYTES;
    for (uint32_t i = 0; i < count; i++, bytes += ENTRY_BYTES) {
        put_le32(bytes, entries[i].compressed);
        put_le32(bytes + 4, entries[i].size);
        put_le32(bytes + 8, entries[i].checksum);
    }
    put_le32(bytes, count);
    bytes[4] = WITH_CHECKSUMS;
    put_le32(bytes + 5, seekable_magic);
}

/* Each table frame holds frame_bytes of the table, the last one the rest; the
 * frames and the seek table fill the payload exactly. */
static bool entries_add_up(const struct tb_header *header, const struct tb_seek_entry *entries)
{
    uint64_t frames = tb_frame_count(header);
    uint64_t room = header->payload_bytes - tb_seek_bytes(frames);
    uint64_t left = header->table_bytes;

    if (entries[0].compressed != header->table_offset || entries[0].size != 0)
        return false;
    for (uint64_t i = 1; i <= frames; i++) {
        uint64_t expected = left < header->frame_bytes ? left : header->frame_bytes;

        if (entries[i].size != expected || entries[i].compressed > room)
            return false;
        left -= expected;
        room -= entries[i].compressed;
    }
    return room == 0;
}

enum tb_status tb_seek_decode(const struct tb_header *header, const uint8_t *payload,
                              struct tb_seek_entry *entries, struct tb_error *error)
{
    uint64_t count = tb_frame_count(header) + 1;
    const uint8_t *bytes = payload + header->payload_bytes - tb_seek_bytes(count - 1);
    const uint8_t *footer = bytes + PREFIX_BYTES + ENTRY_BYTES * count;
    bool framed = get_le32(bytes) == skippable_magic &&
                  get_le32(bytes + 4) == ENTRY_BYTES * count + FOOTER_BYTES &&
                  get_le32(footer) == count && footer[4] == WITH_CHECKSUMS &&
                  get_le32(footer + 5) == seekable_magic;

    bytes += PREFIX_BYTES;
    for (uint64_t i = 0; i < count; i++, bytes += ENTRY_BYTES)
        entries[i] = (struct tb_seek_entry){
            .compressed = get_le32(bytes),
            .size = get_le32(bytes + 4),
            .checksum = get_le32(bytes + 8),
        };
    if (!framed || !entries_add_up(header, entries))
        return tb_error_set(error, TB_DAMAGED, "damaged: its seek table does not add up");
    return TB_OK;
}
