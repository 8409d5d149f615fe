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

/* Where each frame begins in the payload; the sizes were checked against it. */
static uint64_t *frame_offsets(const struct tb_seek_entry *entries, uint64_t frames)
{
    uint64_t *offsets = tb_array_alloc(frames + 1, sizeof *offsets);

    if (offsets == NULL)
        return NULL;
    offsets[0] = 0;
    for (uint64_t i = 0; i < frames; i++)
        offsets[i + 1] = offsets[i] + entries[i + 1].compressed;
    return offsets;
}

/* Whether this is one frame, and no more, of which the content's size and checksum are told.
 * zstd takes several frames, frames of its first versions, and such without a checksum as well. */
static bool is_our_frame(const uint8_t *frame, const struct tb_seek_entry *entry)
{
    enum { AT_DESCRIPTOR = 4, WITH_CHECKSUM = 4, LEAST = 12 };

    return entry->compressed >= LEAST && get_le32(frame) == ZSTD_MAGICNUMBER &&
           (frame[AT_DESCRIPTOR] & WITH_CHECKSUM) != 0 &&
           ZSTD_findFrameCompressedSize(frame, entry->compressed) == entry->compressed &&
           ZSTD_getFrameContentSize(frame, entry->compressed) == entry->size;
}

/* zstd itself checks the content against the checksum at the frame's end; that one
 * must be the seek table's. */
static bool decompress_frame(ZSTD_DCtx *context, const uint8_t *frame,
                             const struct tb_seek_entry *entry, uint8_t *out)
{
    return is_our_frame(frame, entry) &&
           get_le32(frame + entry->compressed - 4) == entry->checksum &&
           ZSTD_decompressDCtx(context, out, entry->size, frame, entry->compressed) == entry->size;
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

static enum tb_status decompress_all(const struct tb_header *header,
                                     const struct tb_seek_entry *entries, const uint64_t *offsets,
                                     const uint8_t *payload, uint8_t *table, unsigned threads,
                                     struct tb_error *error)
{
    int64_t frames = (int64_t)tb_frame_count(header);
    bool damaged = false;
    bool no_memory = false;
    unsigned workers = thread_count(threads);

    (void)workers; /* without OpenMP */
#pragma omp parallel num_threads(workers) reduction(|| : damaged, no_memory)
    {
        ZSTD_DCtx *context = ZSTD_createDCtx();

        no_memory = context == NULL;
#pragma omp for schedule(dynamic)
        for (int64_t i = 0; i < frames; i++)
            if (context != NULL && !damaged)
                damaged = !decompress_frame(context, payload + offsets[i], &entries[i + 1],
                                            table + (uint64_t)i * header->frame_bytes);
        ZSTD_freeDCtx(context);
    }
    if (no_memory)
        return tb_error_set(error, TB_NO_MEMORY, "no memory to decompress it");
    if (damaged)
        return tb_error_set(error, TB_DAMAGED, "damaged: a part of it does not decompress");
    return TB_OK;
}

enum tb_status frames_decompress(const struct tb_header *header, const uint8_t *payload,
                                 uint8_t *table, unsigned threads, struct tb_error *error)
{
    uint64_t frames = tb_frame_count(header);
    uint64_t *offsets = NULL;
    enum tb_status status;
    struct tb_seek_entry *entries = tb_array_alloc(frames + 1, sizeof *entries);

    if (entries == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for its seek table");
    status = tb_seek_decode(header, payload, entries, error);
    if (status == TB_OK && (offsets = frame_offsets(entries, frames)) == NULL)
        status = tb_error_set(error, TB_NO_MEMORY, "no memory for its seek table");
    if (status == TB_OK)
        status = decompress_all(header, entries, offsets, payload, table, threads, error);
    free(offsets);
    free(entries);
    return status;
}
