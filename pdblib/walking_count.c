/* walking_count.c -- how many states a walking distance has
 *
 * Asked of headers and pictures that may be wrong, and where there may be no memory: so it makes
 * no index. What the lines above leave for each goal line is to be filled by the lines below, and
 * in how many ways depends on these numbers alone, not on their order. There are at most 924 such
 * lists in order. All lines of the blank have equally many matrices; take the last line, which is
 * filled first here.
 */
#include "tilebase/walking.h"

#include <string.h>

#include "tilebase/cellset.h"
#include "tilebase/size.h"

enum { LISTS_MAX = 924 }; /* choose 6 of 12 */

struct counting {
    unsigned lines, length;
    uint64_t ways[LISTS_MAX]; /* by list_rank: to come from nothing to these numbers */
};

/* Numbers in order, each made larger by its place, are a set of 6 of 12. */
static unsigned list_rank(const struct counting *counting, const uint8_t *numbers)
{
    uint64_t rank = 0;
    unsigned how_many[TB_SIDE_MAX + 1] = {0}, place = 0;

    for (unsigned goal = 0; goal < counting->lines; goal++)
        how_many[numbers[goal]]++;
    for (unsigned number = 0; number <= counting->length; number++)
        for (unsigned i = 0; i < how_many[number]; i++, place++)
            rank += tb_binomial(number + place, place + 1);
    return (unsigned)rank;
}

/* All ways to take `tiles` more off the numbers from goal line `goal` on. */
static uint64_t take_line(const struct counting *counting, uint8_t *numbers, unsigned goal,
                          unsigned tiles)
{
    uint64_t ways = 0;
    unsigned most = numbers[goal] < tiles ? numbers[goal] : tiles;

    if (goal + 1 == counting->lines) {
        if (numbers[goal] < tiles)
            return 0;
        numbers[goal] = (uint8_t)(numbers[goal] - tiles);
        ways = counting->ways[list_rank(counting, numbers)];
        numbers[goal] = (uint8_t)(numbers[goal] + tiles);
        return ways;
    }
    for (unsigned taken = 0; taken <= most; taken++) {
        numbers[goal] = (uint8_t)(numbers[goal] - taken);
        ways = tb_size_add(ways, take_line(counting, numbers, goal + 1, tiles - taken));
        numbers[goal] = (uint8_t)(numbers[goal] + taken);
    }
    return ways;
}

/* The next list of numbers in order; false after the last. */
static bool next_list(const struct counting *counting, uint8_t *numbers)
{
    unsigned goal = counting->lines;

    while (goal > 0 && numbers[goal - 1] == counting->length)
        goal--;
    if (goal == 0)
        return false;
    memset(numbers + goal - 1, numbers[goal - 1] + 1, counting->lines - goal + 1);
    return true;
}

/* The matrices of full lines below, for all lists. */
static void count_full_lines(struct counting *counting)
{
    uint8_t numbers[TB_SIDE_MAX] = {0};

    counting->ways[0] = 1;
    while (next_list(counting, numbers)) {
        unsigned sum = 0;

        for (unsigned goal = 0; goal < counting->lines; goal++)
            sum += numbers[goal];
        counting->ways[list_rank(counting, numbers)] =
            sum % counting->length == 0 ? take_line(counting, numbers, 0, counting->length) : 0;
    }
}

uint64_t tb_walking_count(unsigned lines, unsigned length, unsigned goal)
{
    struct counting counting = {.lines = lines, .length = length};
    uint8_t numbers[TB_SIDE_MAX];
    uint64_t count;

    if (lines < TB_SIDE_MIN || lines > TB_SIDE_MAX || length < TB_SIDE_MIN ||
        length > TB_SIDE_MAX || goal >= lines)
        return TB_TOO_LARGE;
    count_full_lines(&counting);
    memset(numbers, (int)length, sizeof numbers);
    numbers[goal]--;
    count = tb_size_mul(lines, take_line(&counting, numbers, 0, length - 1));
    return count > UINT32_MAX ? TB_TOO_LARGE : count;
}
