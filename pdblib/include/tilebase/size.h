/* size.h -- sizes computed from what a file or an option says
 *
 * A size has 64 bits on every machine, and one of 2^63 or more is TB_TOO_LARGE. So is every sum
 * and product with it: a long calculation is checked once, at its end, and cannot wrap around on
 * the way. What takes memory (tilebase/pages.h) refuses TB_TOO_LARGE like any other size that
 * this machine cannot have.
 */
#ifndef TILEBASE_SIZE_H
#define TILEBASE_SIZE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TB_TOO_LARGE UINT64_MAX

/* `size`, or TB_TOO_LARGE if it is 2^63 or more: offsets in a file have a sign. */
static inline uint64_t tb_size_limit(uint64_t size)
{
    return size > INT64_MAX ? TB_TOO_LARGE : size;
}

static inline uint64_t tb_size_add(uint64_t a, uint64_t b)
{
    return a > INT64_MAX || b > INT64_MAX ? TB_TOO_LARGE : tb_size_limit(a + b);
}

static inline uint64_t tb_size_mul(uint64_t a, uint64_t b)
{
    uint64_t product;

    return a > INT64_MAX || b > INT64_MAX || __builtin_mul_overflow(a, b, &product)
               ? TB_TOO_LARGE
               : tb_size_limit(product);
}

/* The next multiple of `step`, which is not 0. */
static inline uint64_t tb_size_round_up(uint64_t size, uint64_t step)
{
    uint64_t rest = size % step;

    return rest == 0 ? tb_size_limit(size) : tb_size_add(size, step - rest);
}

/* Whether one piece of memory can have this size here. */
static inline bool tb_size_fits(uint64_t size)
{
    return size <= SIZE_MAX / 2;
}

#ifdef __cplusplus
}
#endif

#endif
