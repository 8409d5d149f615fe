/* format.h -- the file format: header and seek table
 *
 * docs/format.md tells the format byte by byte; this is its reading in C. A file
 * is a header frame, then the payload: the table in zstd frames and a seek table
 * (layout zstd), or the table as it is (layout mapped). The header's last bytes
 * are a hash of the header, and the header holds a hash of the payload, so no bit
 * of a file can change unseen.
 */
#ifndef TILEBASE_FORMAT_H
#define TILEBASE_FORMAT_H

#include <stddef.h>
#include <stdint.h>

#include "tilebase/error.h"
#include "tilebase/pattern.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TB_FORMAT_VERSION 1
#define TB_VALUES_MAX     256  /* values in a histogram */
#define TB_HEADER_MAX     4096 /* bytes of a header frame */
#define TB_FRAME_BYTES    (1u << 20)

enum tb_layout {
    TB_LAYOUT_ZSTD = 0,
    TB_LAYOUT_MAPPED = 1,
};

struct tb_header {
    struct tb_pattern pattern;
    enum tb_layout layout;
    unsigned bits; /* of an entry: 4 or 8 */
    uint64_t entries;
    uint64_t states;        /* (entry, region of the blank) pairs that the search reached */
    uint64_t table_bytes;   /* tb_pattern_rows rows of tb_row_bytes */
    uint64_t table_offset;  /* bytes of the header frame */
    uint64_t payload_bytes; /* all that follows it */
    uint64_t table_hash;    /* XXH3-64 of the table */
    uint64_t payload_hash;  /* XXH3-64 of the payload */
    uint32_t frame_bytes;   /* of the table in each zstd frame but the last; 0 if mapped */
    uint32_t values;        /* length of the histogram: largest value + 1 */
    uint64_t histogram[TB_VALUES_MAX]; /* entries by value */
    char program[32];                  /* that wrote the file, with its version */
};

/* "zstd" and "mapped". */
const char *tb_layout_name(enum tb_layout layout);

/* The marker of an entry that no sequence of moves reaches: all bits set. */
static inline unsigned tb_unreachable_excess(unsigned bits)
{
    return (1u << bits) - 1;
}

/* Bytes of a table's row, which has so many entries, and of the whole table; TB_TOO_LARGE
 * if that is 2^63 or more. */
uint64_t tb_row_bytes(uint64_t columns, unsigned bits);
uint64_t tb_table_bytes(const struct tb_pattern *pattern, unsigned bits);

/* Bytes of the header frame for this kind, layout and number of values. */
uint64_t tb_header_bytes(enum tb_kind kind, enum tb_layout layout, uint32_t values);

/* Number of entries with a value, that is, that moves reach; mean of their values. */
uint64_t tb_header_reachable(const struct tb_header *header);
double tb_header_mean(const struct tb_header *header);

/* Write the header frame, header->table_offset bytes, to `bytes`. */
void tb_header_encode(const struct tb_header *header, uint8_t *bytes);

/* Read the header frame at the start of a file of `file_bytes` bytes of which the
 * first `count` are at `bytes`. Nothing is trusted: every field is checked against
 * the others and the file's size. TB_DAMAGED, TB_UNSUPPORTED. */
enum tb_status tb_header_decode(const uint8_t *bytes, size_t count, uint64_t file_bytes,
                                struct tb_header *header, struct tb_error *error);

/* One frame in the seek table. The first stands for the header frame. */
struct tb_seek_entry {
    uint32_t compressed; /* bytes in the file */
    uint32_t size;       /* bytes of the table that it holds */
    uint32_t checksum;   /* low half of their XXH64 */
};

/* Table frames of a compressed file, and bytes of its seek table; TB_TOO_LARGE for sizes of
 * 2^63 or more. */
uint64_t tb_frame_count(const struct tb_header *header);
uint64_t tb_seek_bytes(uint64_t frames);

void tb_seek_encode(const struct tb_seek_entry *entries, uint32_t count, uint8_t *bytes);

/* Read the seek table at the end of the payload; `entries` has room for one entry
 * more than there are table frames. Sizes that do not add up are TB_DAMAGED. */
enum tb_status tb_seek_decode(const struct tb_header *header, const uint8_t *payload,
                              struct tb_seek_entry *entries, struct tb_error *error);

#ifdef __cplusplus
}
#endif

#endif
