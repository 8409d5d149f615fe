/* lanes_avx512.c -- the lane kernels for processors with AVX-512 */
#include "lanes.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define KERNELS      lane_kernels_avx512
#define KERNELS_NAME "avx512"
#include "lanes_template.h"

static void turn_lanes(const struct lane_turn *turn, const struct lane *source, struct lane *target,
                       uint32_t count)
{
    __m512i byte[2], bit[2];

    for (int half = 0; half < 2; half++) {
        byte[half] = _mm512_load_si512(turn->byte + 64 * half);
        bit[half] = _mm512_load_si512(turn->bit + 64 * half);
    }
    for (uint32_t i = 0; i < count; i++) {
        __m512i lane = _mm512_broadcast_i32x4(_mm_load_si128((const __m128i *)source[i].half));

        for (int half = 0; half < 2; half++)
            target[i].half[half] |=
                _mm512_test_epi8_mask(_mm512_shuffle_epi8(lane, byte[half]), bit[half]);
    }
}

static uint64_t count_bits(const struct lane *set, uint32_t lanes)
{
    const uint64_t *words = set->half;
    uint64_t count = 0;

    for (uint64_t i = 0; i < 2 * (uint64_t)lanes; i++)
        count += (uint64_t)__builtin_popcountll(words[i]);
    return count;
}
#endif
