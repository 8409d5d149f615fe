/* testing.h -- what the unit tests share: cmocka, boards, random numbers, permutations */
#ifndef TESTS_TESTING_H
#define TESTS_TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tilebase/board.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* The same numbers in every run (xorshift); start with any seed but 0. */
static inline uint64_t random_next(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static inline unsigned random_below(uint64_t *seed, unsigned count)
{
    return (unsigned)((random_next(seed) >> 11) % count);
}

static inline void shuffle(uint64_t *seed, uint8_t *list, unsigned count)
{
    for (unsigned left = count; left > 1; left--) {
        unsigned other = random_below(seed, left);
        uint8_t last = list[left - 1];

        list[left - 1] = list[other];
        list[other] = last;
    }
}

/* The list 0, 1, 2, ... */
static inline void count_up(uint8_t *list, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        list[i] = (uint8_t)i;
}

/* Step to the next permutation in lexicographic order; false after the last. */
static inline bool next_permutation(uint8_t *list, unsigned count)
{
    unsigned head = count - 1, other = count - 1;
    uint8_t kept;

    while (head > 0 && list[head - 1] >= list[head])
        head--;
    if (count == 0 || head == 0)
        return false;
    while (list[other] <= list[head - 1])
        other--;
    kept = list[head - 1];
    list[head - 1] = list[other];
    list[other] = kept;
    for (unsigned low = head, high = count - 1; low < high; low++, high--) {
        kept = list[low];
        list[low] = list[high];
        list[high] = kept;
    }
    return true;
}

/* How many permutations are smaller: at each place, those with a smaller number there. */
static inline uint32_t permutation_rank(const uint8_t *list, unsigned count)
{
    uint32_t rank = 0;

    for (unsigned place = 0; place < count; place++) {
        uint32_t smaller = 0;

        for (unsigned later = place + 1; later < count; later++)
            smaller += list[later] < list[place];
        for (unsigned left = count - place - 1; left > 1; left--)
            smaller *= left;
        rank += smaller;
    }
    return rank;
}

static inline struct tb_board board_of(unsigned width, unsigned height)
{
    struct tb_board board;

    assert_int_equal(tb_board_init(&board, width, height, NULL), TB_OK);
    return board;
}

/* Run a check for every board there is. */
static inline void each_board(void (*check)(const struct tb_board *board))
{
    for (unsigned width = TB_SIDE_MIN; width <= TB_SIDE_MAX; width++)
        for (unsigned height = TB_SIDE_MIN; height <= TB_SIDE_MAX; height++) {
            struct tb_board board = board_of(width, height);

            check(&board);
        }
}

#endif
