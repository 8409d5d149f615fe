/* memory.h -- how much memory there is to take
 *
 * Linux gives out more memory than it has and ends a program that then uses it. So whoever is
 * about to take much asks here first.
 */
#ifndef TILEBASE_MEMORY_H
#define TILEBASE_MEMORY_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes that this process can still take: the least of what the machine has free, what each
 * control group (of version 1 or 2) around the process leaves, what RLIMIT_AS and RLIMIT_DATA
 * leave, and what an address can reach. */
uint64_t tb_memory_available(void);

#ifdef __cplusplus
}
#endif

#endif
