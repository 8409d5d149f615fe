/* pages.h -- large zeroed memory, in huge pages where the system has them */
#ifndef TILEBASE_PAGES_H
#define TILEBASE_PAGES_H

#include <stddef.h>

/* Zeroed memory aligned to 2 MiB, taken only as it is written to; NULL if there is
 * none. Give it back with the same size. */
void *tb_pages_alloc(size_t bytes);
void tb_pages_free(void *memory, size_t bytes);

#endif
