/* lanes_portable.c -- the lane kernels in plain C, for any processor */
#include "lanes.h"

#define KERNELS      lane_kernels_portable
#define KERNELS_NAME "portable"
#include "lanes_template.h"

/* Each nibble of a lane says where its four bits go. */
static void turn_lanes(const struct lane_turn *turn, const struct lane *source, struct lane *target,
                       uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        struct lane turned = target[i];

        for (int half = 0; half < 2; half++) {
            uint64_t bits = source[i].half[half];
            const struct lane(*nibble)[16] = turn->nibble + half * LANE_NIBBLES / 2;

            for (; bits != 0; bits >>= 4, nibble++) {
                turned.half[0] |= (*nibble)[bits & 15].half[0];
                turned.half[1] |= (*nibble)[bits & 15].half[1];
            }
        }
        target[i] = turned;
    }
}

/* By pairs, nibbles and bytes: no instruction for it is needed, and it vectorises. */
static uint64_t count_bits(const struct lane *set, uint32_t lanes)
{
    const uint64_t *words = set->half;
    uint64_t count = 0;

    for (uint64_t i = 0; i < 2 * (uint64_t)lanes; i++) {
        uint64_t bits = words[i];

        bits -= bits >> 1 & 0x5555555555555555;
        bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
        bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
        bits += bits >> 8;
        bits += bits >> 16;
        bits += bits >> 32;
        count += bits & 0x7f;
    }
    return count;
}
