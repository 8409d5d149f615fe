/* frames.c -- a table out of its zstd frames */
#include "frames.h"

#include <stdbool.h>
#include <stdlib.h>
#include <zstd.h>

#include "bytes.h"
#include "tilebase/pages.h"

#ifdef _OPENMP
#include <omp.h>
#endif

enum {
    AT_DESCRIPTOR = 4,
    WITH_CHECKSUM = 4, /* of the descriptor's bits */
    CHECKSUM_BYTES = 4,
    FRAME_LEAST = 4 + 1 + 1 + CHECKSUM_BYTES,
};

/* One frame and nothing else, with the size and the checksum of its content, which are the seek
 * table's. */
static bool is_right(const uint8_t *frame, const struct tb_seek_entry *entry)
{
    return entry->compressed >= FRAME_LEAST && get_le32(frame) == ZSTD_MAGICNUMBER &&
           (frame[AT_DESCRIPTOR] & WITH_CHECKSUM) != 0 &&
           ZSTD_getFrameContentSize(frame, entry->compressed) == entry->size &&
           ZSTD_findFrameCompressedSize(frame, entry->compressed) == entry->compressed &&
           get_le32(frame + entry->compressed - CHECKSUM_BYTES) == entry->checksum;
}

/* Note where each frame begins; the seek table's sizes were checked against the payload's. */
static bool all_are_right(struct frames *frames, uint64_t count)
{
    uint64_t offset = 0;

    for (uint64_t i = 0; i < count; i++) {
        const struct tb_seek_entry *entry = &frames->entries[i + 1];

        if (!is_right(frames->payload + offset, entry))
            return false;
        frames->offsets[i] = offset;
        offset += entry->compressed;
    }
    return true;
}

enum tb_status frames_find(struct frames *frames, const struct tb_header *header,
                           const uint8_t *payload, struct tb_error *error)
{
    uint64_t count = tb_frame_count(header);
    enum tb_status status;

    *frames = (struct frames){
        .header = header,
        .payload = payload,
        .entries = tb_array_alloc(count + 1, sizeof *frames->entries),
        .offsets = tb_array_alloc(count, sizeof *frames->offsets),
    };
    if (frames->entries == NULL || frames->offsets == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for its seek table");
    status = tb_seek_decode(header, payload, frames->entries, error);
    if (status == TB_OK && !all_are_right(frames, count))
        status = tb_error_set(error, TB_DAMAGED, "damaged: its frames are not as they should be");
    return status;
}

void frames_free(struct frames *frames)
{
    free(frames->entries);
    free(frames->offsets);
}

static unsigned thread_count(unsigned wanted)
{
#ifdef _OPENMP
    return wanted == 0 ? (unsigned)omp_get_num_procs() : wanted;
#else
    (void)wanted;
    return 1;
#endif
}

/* zstd itself compares the content with the checksum at the frame's end. */
static bool decompress_frame(ZSTD_DCtx *context, const struct frames *frames, uint64_t i,
                             uint8_t *table)
{
    const struct tb_seek_entry *entry = &frames->entries[i + 1];

    return ZSTD_decompressDCtx(context, table + i * frames->header->frame_bytes, entry->size,
                               frames->payload + frames->offsets[i],
                               entry->compressed) == entry->size;
}

enum tb_status frames_decompress(const struct frames *frames, uint8_t *table, unsigned threads,
                                 struct tb_error *error)
{
    int64_t count = (int64_t)tb_frame_count(frames->header);
    bool damaged = false;
    bool no_memory = false;
    unsigned workers = thread_count(threads);

    (void)workers; /* without OpenMP */
#pragma omp parallel num_threads(workers) reduction(|| : damaged, no_memory)
    {
        ZSTD_DCtx *context = ZSTD_createDCtx();

        no_memory = context == NULL;
#pragma omp for schedule(dynamic)
        for (int64_t i = 0; i < count; i++)
            if (!no_memory && !damaged)
                damaged = !decompress_frame(context, frames, (uint64_t)i, table);
        ZSTD_freeDCtx(context);
    }
    if (no_memory)
        return tb_error_set(error, TB_NO_MEMORY, "no memory to decompress it");
    if (damaged)
        return tb_error_set(error, TB_DAMAGED, "damaged: a part of it does not decompress");
    return TB_OK;
}
