/* processor.h -- which of the code that is made for several processors this one can run */
#ifndef SOLVER_PROCESSOR_H
#define SOLVER_PROCESSOR_H

#include <stdbool.h>

/* Whether bits are counted by one instruction, and what else is compiled in with that. */
static inline bool counts_bits(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

#endif
