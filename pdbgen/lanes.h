/* lanes.h -- sets of arrangements as bits, and what a search does with them
 *
 * A set of arrangements of k tiles is k!/120 lanes of 128 bits, one bit for each
 * order of the last five tiles and eight bits that stay 0 (arrangement.h tells why
 * that is a good shape). Everything that the search does to such sets is here:
 * slide one set into another, take away what was reached before, count.
 *
 * There is a plain C form of each of these and forms for processors with AVX2 and
 * with AVX-512, all made from lanes_template.h; the best one is chosen at run time.
 */
#ifndef PDBGEN_LANES_H
#define PDBGEN_LANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tilebase/tilebase.h"

struct lane {
    uint64_t half[2];
} __attribute__((aligned(16)));

enum { LANE_BITS = 128, LANE_NIBBLES = 32 };

/* Neighbouring lanes that a slide takes to neighbouring lanes with the same turn. */
struct lane_run {
    uint32_t source;
    uint32_t target;
    uint32_t length;
    uint32_t turn;
};

/* One turn, in the forms that the different instruction sets want. */
struct lane_turn {
    uint8_t byte[LANE_BITS];              /* for each bit after the turn: the byte it was in, */
    uint8_t bit[LANE_BITS];               /* and that bit of the byte, as a mask */
    struct lane nibble[LANE_NIBBLES][16]; /* where the bits of each value of each nibble go */
} __attribute__((aligned(64)));

/* All slides of k tiles past at most `reach` others, as runs. */
struct lane_slides {
    unsigned tiles;
    unsigned reach;
    uint32_t lanes;      /* of a set */
    uint32_t lane_size;  /* arrangements in a lane */
    uint32_t *first_run; /* by tb_slide_number, and one more */
    struct lane_run *runs;
    struct lane_turn *turns;
};

/* TB_NO_MEMORY. */
enum tb_status lane_slides_init(struct lane_slides *slides, unsigned tiles, unsigned reach,
                                struct tb_error *error);
void lane_slides_free(struct lane_slides *slides);

/* Bytes that lane_slides_init takes at the most. */
uint64_t lane_slides_bytes(unsigned tiles, unsigned reach);

struct lane_kernels {
    const char *name;

    /* target |= what `slide` makes of source. */
    void (*slide)(const struct lane_slides *slides, uint32_t slide, const struct lane *source,
                  struct lane *target);

    /* Take from fresh what was reached, add the rest to reached; returns how many
     * bits that rest has. */
    uint64_t (*settle)(struct lane *fresh, struct lane *reached, uint32_t lanes);

    /* target |= source. */
    void (*add)(struct lane *target, const struct lane *source, uint32_t lanes);

    /* target &= ~source; returns how many bits target has left. */
    uint64_t (*remove)(struct lane *target, const struct lane *source, uint32_t lanes);
};

/* The kernels that this machine can run, best first, with a NULL behind the last. */
const struct lane_kernels *const *lane_kernels_available(void);

/* The kernels of that name; NULL if there are none or this machine cannot run them. */
const struct lane_kernels *lane_kernels_named(const char *name);

extern const struct lane_kernels lane_kernels_portable;
#if defined(__x86_64__)
extern const struct lane_kernels lane_kernels_avx2;
extern const struct lane_kernels lane_kernels_avx512;
#endif

#endif
