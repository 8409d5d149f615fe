/* fuzz.h -- what fuzz targets share
 *
 * A target is one file, fuzz_NAME.c, with LLVMFuzzerTestOneInput: it hands the bytes that it is
 * given to the library and checks by HOLDS what must be true whatever they were. libFuzzer looks
 * for bytes that make it false (scripts/fuzz); replay.c runs the target on files that are there.
 */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tilebase/tilebase.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A target's own change of inputs, if it has one: what comes out of libFuzzer's is then made whole.
 */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed);

/* libFuzzer's change of the first `size` bytes; the new size is at most `room`. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);

/* End the process, as a finding, unless the condition is true. */
#define HOLDS(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);         \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* What every error is: a text of one line, with the status that was returned. */
static inline void check_error(enum tb_status status, const struct tb_error *error)
{
    HOLDS(status != TB_OK && status == error->status);
    HOLDS(error->text[0] != '\0' && memchr(error->text, '\0', sizeof error->text) != NULL);
    HOLDS(strchr(error->text, '\n') == NULL);
}

/* Memory of just this size, so that a sanitizer sees every byte that is read beyond it. */
static inline void *take(size_t bytes)
{
    void *memory = malloc(bytes == 0 ? 1 : bytes);

    HOLDS(memory != NULL);
    return memory;
}

static inline uint8_t *copy_bytes(const uint8_t *data, size_t size)
{
    uint8_t *copy = take(size);

    memcpy(copy, data, size);
    return copy;
}

/* The bytes as a string, which ends at the first 0 of them. */
static inline char *copy_text(const uint8_t *data, size_t size)
{
    char *text = take(size + 1);

    memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

#endif
