/* pages.h -- memory by sizes that may be too large for this machine */
#ifndef TILEBASE_PAGES_H
#define TILEBASE_PAGES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Zeroed memory aligned to 2 MiB, in huge pages where the system has them, taken only
 * as it is written to; NULL if there is none. Give it back with the same size. */
void *tb_pages_alloc(uint64_t bytes);
void tb_pages_free(void *memory, uint64_t bytes);

/* What malloc gives for count * size bytes, or NULL if that is more than there can be. */
void *tb_array_alloc(uint64_t count, uint64_t size);

/* The same with what was in `array`, which is gone then; if NULL comes back it is as it was. */
void *tb_array_grow(void *array, uint64_t count, uint64_t size);

#ifdef __cplusplus
}
#endif

#endif
