/* lanes.c -- the tables behind the lane kernels, and the choice among these */
#include "lanes.h"

#include <stdlib.h>
#include <string.h>

#include "tilebase/pages.h"

static void fill_turn(const uint8_t *order, uint32_t lane_size, struct lane_turn *turn)
{
    memset(turn, 0, sizeof *turn);
    for (unsigned bit = 0; bit < lane_size; bit++) {
        unsigned after = order[bit];

        turn->byte[after] = (uint8_t)(bit / 8);
        turn->bit[after] = (uint8_t)(1u << bit % 8);
        for (unsigned value = 0; value < 16; value++)
            if (value >> bit % 4 & 1)
                turn->nibble[bit / 4][value].half[after / 64] |= (uint64_t)1 << after % 64;
    }
    /* A mask of 0 would test as set where kernels compare with it; the padding
     * takes the last bit of a lane instead, which is never set. */
    for (unsigned after = lane_size; after < LANE_BITS; after++) {
        turn->byte[after] = LANE_BITS / 8 - 1;
        turn->bit[after] = 0x80;
    }
}

/* Runs come in the order of their turns, so that a kernel seldom changes its masks. */
static uint32_t make_runs(const struct tb_slides *slides, uint32_t slide, struct lane_run *runs)
{
    const uint32_t *target = slides->lane + (size_t)slide * slides->lanes;
    const uint8_t *turn = slides->turn + (size_t)slide * slides->lanes;
    bool seen[TB_TURNS_MAX] = {false};
    uint32_t count = 0;

    for (uint32_t lane = 0; lane < slides->lanes; lane++)
        seen[turn[lane]] = true;
    for (unsigned wanted = 0; wanted < TB_TURNS_MAX; wanted++)
        for (uint32_t lane = 0; seen[wanted] && lane < slides->lanes; lane++) {
            struct lane_run *run = &runs[count];

            if (turn[lane] != wanted)
                continue;
            if (count > 0 && run[-1].turn == wanted && run[-1].source + run[-1].length == lane &&
                run[-1].target + run[-1].length == target[lane])
                run[-1].length++;
            else
                runs[count++] = (struct lane_run){lane, target[lane], 1, wanted};
        }
    return count;
}

static void make_all_runs(struct lane_slides *slides, const struct tb_slides *plain)
{
    uint32_t count = plain->tiles * (2 * plain->reach + 1);
    uint32_t used = 0;
    struct lane_run *smaller;

    for (uint32_t slide = 0; slide < count; slide++) {
        int from = (int)(slide / (2 * plain->reach + 1));
        int to = from + (int)(slide % (2 * plain->reach + 1)) - (int)plain->reach;

        slides->first_run[slide] = used;
        if (to >= 0 && to < (int)plain->tiles)
            used += make_runs(plain, slide, slides->runs + used);
    }
    slides->first_run[count] = used;
    smaller = tb_array_grow(slides->runs, used, sizeof *slides->runs);
    if (smaller != NULL)
        slides->runs = smaller;
}

static enum tb_status allocate(struct lane_slides *slides, struct tb_error *error)
{
    uint64_t count = slides->tiles * (2 * (uint64_t)slides->reach + 1);

    slides->first_run = tb_array_alloc(count + 1, sizeof *slides->first_run);
    slides->runs = tb_array_alloc(count * slides->lanes, sizeof *slides->runs);
    slides->turns = aligned_alloc(64, TB_TURNS_MAX * sizeof *slides->turns);
    if (slides->first_run == NULL || slides->runs == NULL || slides->turns == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for the slides of %u tiles",
                            slides->tiles);
    return TB_OK;
}

enum tb_status lane_slides_init(struct lane_slides *slides, unsigned tiles, unsigned reach,
                                struct tb_error *error)
{
    struct tb_slides plain;
    enum tb_status status = tb_slides_init(&plain, tiles, reach, error);

    *slides = (struct lane_slides){.tiles = tiles, .reach = reach};
    if (status != TB_OK)
        return status;
    slides->lanes = plain.lanes;
    slides->lane_size = plain.lane_size;
    status = allocate(slides, error);
    if (status == TB_OK) {
        for (unsigned turn = 0; turn < TB_TURNS_MAX; turn++)
            fill_turn(plain.order[turn], plain.lane_size, &slides->turns[turn]);
        make_all_runs(slides, &plain);
    }
    tb_slides_free(&plain);
    if (status != TB_OK)
        lane_slides_free(slides);
    return status;
}

void lane_slides_free(struct lane_slides *slides)
{
    free(slides->first_run);
    free(slides->runs);
    free(slides->turns);
    *slides = (struct lane_slides){0};
}

uint64_t lane_slides_bytes(unsigned tiles, unsigned reach)
{
    uint64_t lanes =
        tb_factorial(tiles) / (tiles < TB_LANE_TILES ? tb_factorial(tiles) : TB_LANE_SIZE);

    return tiles * (2 * (uint64_t)reach + 1) * lanes * (sizeof(struct lane_run) + 5);
}

const struct lane_kernels *const *lane_kernels_available(void)
{
#if defined(__x86_64__)
    static const struct lane_kernels *const all[] = {&lane_kernels_avx512, &lane_kernels_avx2,
                                                     &lane_kernels_portable, NULL};

    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512vpopcntdq"))
        return all;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt"))
        return all + 1;
    return all + 2;
#else
    static const struct lane_kernels *const all[] = {&lane_kernels_portable, NULL};

    return all;
#endif
}

const struct lane_kernels *lane_kernels_named(const char *name)
{
    const struct lane_kernels *const *kernels = lane_kernels_available();

    while (*kernels != NULL && strcmp((*kernels)->name, name) != 0)
        kernels++;
    return *kernels;
}
