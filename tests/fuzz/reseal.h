/* reseal.h -- make a changed database whole again, so that fuzzing reaches what checksums guard
 *
 * A byte that was changed anywhere in a file makes a hash wrong, and nothing behind the hashes
 * would ever be run. So a target's mutator changes bytes and then makes right what was not to be
 * the matter this time.
 */
#ifndef TESTS_FUZZ_RESEAL_H
#define TESTS_FUZZ_RESEAL_H

#include <stddef.h>
#include <stdint.h>

/* Bytes of the header frame, by its field of its own size; 0 if that is not in the file. */
size_t frame_header_bytes(const uint8_t *file, size_t size);

/* Make the hash of the header right. */
void reseal_header(uint8_t *file, size_t size);

/* Make the size and the hash of the payload right, and the header's. */
void reseal(uint8_t *file, size_t size);

/* Make the header's sizes those of its pattern, however large, with the smallest payload. */
void resize_header(uint8_t *file, size_t size);

/* Write the file anew with all that follows from its pattern: as many entries as that has, and a
 * table of that size, made of what the old one held. `change` may change the table. Returns the
 * new size, or `size` if the pattern is none, too large for `room`, or the payload no payload. */
size_t rewrite(uint8_t *file, size_t size, size_t room,
               void (*change)(uint8_t *table, size_t size));

/* Change the bytes from `from` up to `to`, without changing how many they are. */
void mutate_part(uint8_t *file, size_t from, size_t to);

#endif
