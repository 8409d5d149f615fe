/* bytes.h -- little-endian integers in memory, on any machine */
#ifndef PDBLIB_BYTES_H
#define PDBLIB_BYTES_H

#include <stdint.h>

static inline void put_le32(uint8_t *bytes, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
}

static inline void put_le64(uint8_t *bytes, uint64_t value)
{
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
}

static inline uint32_t get_le32(const uint8_t *bytes)
{
    uint32_t value = 0;

    for (int i = 0; i < 4; i++)
        value |= (uint32_t)bytes[i] << 8 * i;
    return value;
}

static inline uint64_t get_le64(const uint8_t *bytes)
{
    return get_le32(bytes) | (uint64_t)get_le32(bytes + 4) << 32;
}

#endif
