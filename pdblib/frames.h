/* frames.h -- a table out of its zstd frames */
#ifndef PDBLIB_FRAMES_H
#define PDBLIB_FRAMES_H

#include "tilebase/format.h"

/* Decompress the frames of a compressed file's payload into `table`, which has
 * header->table_bytes bytes, by `threads` threads (0: one for each core), and
 * compare each with its checksum. TB_DAMAGED, TB_NO_MEMORY. */
enum tb_status frames_decompress(const struct tb_header *header, const uint8_t *payload,
                                 uint8_t *table, unsigned threads, struct tb_error *error);

#endif
