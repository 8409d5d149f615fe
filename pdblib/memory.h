/* memory.h -- the parts of tb_memory_available, to its tests */
#ifndef PDBLIB_MEMORY_H
#define PDBLIB_MEMORY_H

#include <stdint.h>

/* What the machine and the control groups leave, by the files under the folder `root` that the
 * system has under "/proc" and wherever control groups are mounted; TB_TOO_LARGE if they do not
 * tell. */
uint64_t tb_memory_of_system(const char *root);

/* What a limit leaves to one who has taken `taken` already. */
static inline uint64_t memory_left(uint64_t limit, uint64_t taken)
{
    return taken < limit ? limit - taken : 0;
}

#endif
