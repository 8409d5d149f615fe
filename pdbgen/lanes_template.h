/* lanes_template.h -- the lane kernels, to be included once for each instruction set
 *
 * The including file defines KERNELS_NAME (a string), KERNELS (the name of the
 * struct lane_kernels), turn_lanes() and count_bits(), and is compiled for its
 * instruction set, so that the plain loops below become its vector instructions.
 */

/* target[i] |= the turned source[i]. */
static void turn_lanes(const struct lane_turn *turn, const struct lane *source, struct lane *target,
                       uint32_t count);
static uint64_t count_bits(const struct lane *set, uint32_t lanes);

static void add(struct lane *restrict target, const struct lane *restrict source, uint32_t lanes)
{
    for (uint32_t i = 0; i < lanes; i++) {
        target[i].half[0] |= source[i].half[0];
        target[i].half[1] |= source[i].half[1];
    }
}

static void slide_set(const struct lane_slides *slides, uint32_t slide, const struct lane *source,
                      struct lane *target)
{
    const struct lane_run *run = slides->runs + slides->first_run[slide];
    const struct lane_run *end = slides->runs + slides->first_run[slide + 1];

    for (; run < end && run->turn == 0; run++)
        add(target + run->target, source + run->source, run->length);
    for (; run < end; run++)
        turn_lanes(&slides->turns[run->turn], source + run->source, target + run->target,
                   run->length);
}

static uint64_t settle(struct lane *restrict fresh, struct lane *restrict reached, uint32_t lanes)
{
    for (uint32_t i = 0; i < lanes; i++)
        for (int half = 0; half < 2; half++) {
            uint64_t old = reached[i].half[half];
            uint64_t bits = fresh[i].half[half] & ~old;

            fresh[i].half[half] = bits;
            reached[i].half[half] = old | bits;
        }
    return count_bits(fresh, lanes);
}

static uint64_t remove_set(struct lane *restrict target, const struct lane *restrict source,
                           uint32_t lanes)
{
    for (uint32_t i = 0; i < lanes; i++) {
        target[i].half[0] &= ~source[i].half[0];
        target[i].half[1] &= ~source[i].half[1];
    }
    return count_bits(target, lanes);
}

const struct lane_kernels KERNELS = {
    .name = KERNELS_NAME,
    .slide = slide_set,
    .settle = settle,
    .add = add,
    .remove = remove_set,
};
