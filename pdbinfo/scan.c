/* scan.c -- how many entries have which value, and which Manhattan distance */
#include "scan.h"

#include <stdlib.h>

#include "reader.h"

enum { ASKED = 256 }; /* pieces between two questions whether to go on */

/* One thread's room. */
struct worker {
    struct reader reader;
    struct scan counts;
};

static void count_piece(struct worker *worker)
{
    const struct reader *reader = &worker->reader;
    struct scan *counts = &worker->counts;

    for (uint32_t i = 0; i < reader->count; i++) {
        unsigned value = reader->value[i], manhattan = reader->manhattan[i];

        if (value == READER_UNREACHABLE) {
            counts->unreachable++;
            continue;
        }
        counts->value[value]++;
        counts->manhattan[manhattan]++;
    }
}

static void add(struct scan *sum, const struct scan *counts)
{
    sum->unreachable += counts->unreachable;
    for (unsigned i = 0; i < SCAN_VALUES; i++) {
        sum->value[i] += counts->value[i];
        sum->manhattan[i] += counts->manhattan[i];
    }
}

/* All pieces. Threads that have no memory, or are told to stop, stop all. */
static enum tb_status scan_all(const struct reader_columns *columns, unsigned threads,
                               const struct watch *watch, struct scan *scan, struct tb_error *error)
{
    int64_t pieces = (int64_t)(columns->rows * columns->pieces);
    _Atomic bool failed = false, stopped = false;
    _Atomic int64_t done = 0;

#pragma omp parallel num_threads(threads)
    {
        struct worker *worker = calloc(1, sizeof *worker);

        if (worker == NULL || reader_init(&worker->reader, columns, NULL) != TB_OK)
            failed = true;
            /* In long stretches, since a reader prepares for each row anew. */
#pragma omp for schedule(static)
        for (int64_t i = 0; i < pieces; i++) {
            if (failed || stopped)
                continue;
            reader_read(&worker->reader, (uint64_t)i / columns->pieces,
                        (uint32_t)((uint64_t)i % columns->pieces));
            count_piece(worker);
            if (++done % ASKED == 0) {
#pragma omp critical(scan)
                if (!watch_goes_on(watch, (double)done / (double)pieces))
                    stopped = true;
            }
        }
        if (worker != NULL) {
#pragma omp critical(scan)
            add(scan, &worker->counts);
            reader_free(&worker->reader);
        }
        free(worker);
    }
    if (failed)
        return tb_error_set(error, TB_NO_MEMORY, "no memory to read the entries");
    return stopped ? tb_error_set(error, TB_STOPPED, "interrupted") : TB_OK;
}

enum tb_status scan_entries(const struct tb_pdb *pdb, unsigned threads, const struct watch *watch,
                            struct scan *scan, struct tb_error *error)
{
    struct reader_columns columns;
    enum tb_status status = reader_columns_init(&columns, pdb, error);

    *scan = (struct scan){0};
    if (status != TB_OK)
        return status;
    status = scan_all(&columns, threads == 0 ? 1 : threads, watch, scan, error);
    reader_columns_free(&columns);
    return status;
}
