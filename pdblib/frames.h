/* frames.h -- a table out of its zstd frames */
#ifndef PDBLIB_FRAMES_H
#define PDBLIB_FRAMES_H

#include "tilebase/format.h"

/* Where the frames of a compressed file are. */
struct frames {
    const struct tb_header *header;
    const uint8_t *payload;
    struct tb_seek_entry *entries; /* the header's and then one for each frame */
    uint64_t *offsets;             /* of each frame in the payload */
};

/* Find the frames of a payload, which stays the caller's, and look whether each is one frame
 * alone that says of its content what the seek table says: so far no memory is taken but a small
 * part of the payload's size. Free them also after an error. TB_DAMAGED, TB_NO_MEMORY. */
enum tb_status frames_find(struct frames *frames, const struct tb_header *header,
                           const uint8_t *payload, struct tb_error *error);
void frames_free(struct frames *frames);

/* Decompress them into `table`, which has header->table_bytes bytes, by `threads` threads (0: one
 * for each core), and compare each with its checksum. TB_DAMAGED, TB_NO_MEMORY. */
enum tb_status frames_decompress(const struct frames *frames, uint8_t *table, unsigned threads,
                                 struct tb_error *error);

#endif
