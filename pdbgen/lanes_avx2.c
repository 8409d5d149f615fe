/* lanes_avx2.c -- the lane kernels for processors with AVX2 */
#include "lanes.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define KERNELS      lane_kernels_avx2
#define KERNELS_NAME "avx2"
#include "lanes_template.h"

/* For each of 32 bits: fetch the byte that it was in, single it out, and gather
 * the answers as a mask. */
static uint64_t turned_bits(const struct lane_turn *turn, int first, __m256i lane)
{
    __m256i byte = _mm256_load_si256((const __m256i *)(turn->byte + first));
    __m256i bit = _mm256_load_si256((const __m256i *)(turn->bit + first));
    __m256i found = _mm256_and_si256(_mm256_shuffle_epi8(lane, byte), bit);

    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(found, bit));
}

static void turn_lanes(const struct lane_turn *turn, const struct lane *source, struct lane *target,
                       uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        __m256i lane = _mm256_broadcastsi128_si256(_mm_load_si128((const __m128i *)source[i].half));

        target[i].half[0] |= turned_bits(turn, 0, lane) | turned_bits(turn, 32, lane) << 32;
        target[i].half[1] |= turned_bits(turn, 64, lane) | turned_bits(turn, 96, lane) << 32;
    }
}

static uint64_t count_bits(const struct lane *set, uint32_t lanes)
{
    uint64_t count = 0;

    for (uint32_t i = 0; i < lanes; i++)
        count += (uint64_t)(_mm_popcnt_u64(set[i].half[0]) + _mm_popcnt_u64(set[i].half[1]));
    return count;
}
#endif
