/* chance.h -- numbers that look random, the same for the same seed */
#ifndef SOLVER_CHANCE_H
#define SOLVER_CHANCE_H

#include <stdint.h>

/* By splitmix64: each state gives another number. */
static inline uint64_t chance_next(uint64_t *state)
{
    uint64_t bits = *state += 0x9e3779b97f4a7c15;

    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
    return bits ^ bits >> 31;
}

#endif
