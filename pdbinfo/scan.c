/* scan.c -- how many entries have which value, which Manhattan distance, which excess */
#include "scan.h"

#include <stdlib.h>

#include "reader.h"

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
        if (value >= manhattan) /* which a wrong table may not keep to */
            counts->excess[(value - manhattan) / 2]++;
    }
}

static void add(struct scan *sum, const struct scan *counts)
{
    sum->unreachable += counts->unreachable;
    for (unsigned i = 0; i < SCAN_VALUES; i++) {
        sum->value[i] += counts->value[i];
        sum->manhattan[i] += counts->manhattan[i];
    }
    for (unsigned i = 0; i < 256; i++)
        sum->excess[i] += counts->excess[i];
}

/* False without memory. */
static bool scan_all(const struct reader_columns *columns, unsigned threads, struct scan *scan)
{
    int64_t pieces = (int64_t)(columns->rows * columns->pieces);
    bool failed = false;

#pragma omp parallel num_threads(threads) reduction(|| : failed)
    {
        struct worker *worker = calloc(1, sizeof *worker);

        failed = worker == NULL || reader_init(&worker->reader, columns, NULL) != TB_OK;
        /* In long stretches, since a reader prepares for each row anew. */
#pragma omp for schedule(static)
        for (int64_t i = 0; i < pieces; i++)
            if (!failed) {
                reader_read(&worker->reader, (uint64_t)i / columns->pieces,
                            (uint32_t)((uint64_t)i % columns->pieces));
                count_piece(worker);
            }
        if (!failed) {
#pragma omp critical(scan)
            add(scan, &worker->counts);
            reader_free(&worker->reader);
        }
        free(worker);
    }
    return !failed;
}

enum tb_status scan_entries(const struct tb_pdb *pdb, unsigned threads, struct scan *scan,
                            struct tb_error *error)
{
    struct reader_columns columns;
    enum tb_status status = reader_columns_init(&columns, pdb, error);

    *scan = (struct scan){0};
    if (status != TB_OK)
        return status;
    if (!scan_all(&columns, threads == 0 ? 1 : threads, scan))
        status = tb_error_set(error, TB_NO_MEMORY, "no memory to read the entries");
    reader_columns_free(&columns);
    return status;
}
