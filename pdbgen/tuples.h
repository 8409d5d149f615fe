/* tuples.h -- the databases of all pairs, or all triples, of a board's tiles
 *
 * For every set of two or three tiles and every way to place them: how many moves of
 * just these tiles bring them home, as an additive database of the set would tell it
 * (Felner, Korf and Hanan, 2004). There are hundreds or thousands of sets, each so
 * small that making its graph would cost more than searching it. But the graph
 * (cohorts.h) is the same for all sets of one size, only the goal is another. So it is
 * made once, and each set is searched on it by one thread. The arrangements of three
 * tiles are six, so all that a node knows is a byte, and a slide is a look-up.
 *
 * The table has the sets in the order of their numbers among the cells other than the
 * blank's goal (as in cellset.h); and for each a row for each arrangement, as in an
 * additive database.
 */
#ifndef PDBGEN_TUPLES_H
#define PDBGEN_TUPLES_H

#include "tilebase/tilebase.h"

enum { TUPLE_MIN = 2, TUPLE_MAX = 3 };

struct tuples_options {
    unsigned threads; /* 0: one */
    /* Called after each set of tiles, by one thread at a time; false stops the build. May
     * be NULL. */
    bool (*progress)(void *context, uint64_t done, uint64_t total);
    void *context;
};

struct tuples_build {
    struct tb_board board;
    unsigned blank; /* its goal cell */
    unsigned size;  /* tiles in a set: 2 or 3 */
    uint64_t tuples;
    unsigned bits;      /* 4: on no board is an excess larger than 5 */
    uint64_t row_bytes; /* of one arrangement's entries */
    uint64_t bytes;
    uint8_t *table; /* from tb_pages_alloc */
    uint64_t entries;
    uint64_t states; /* (entry, region of the blank) */
    unsigned largest_excess;
    uint32_t values; /* largest value + 1 */
    uint64_t histogram[TB_VALUES_MAX];
    double seconds;
};

/* TB_INVALID, TB_NO_MEMORY, TB_STOPPED. */
enum tb_status tuples_build(const struct tb_board *board, unsigned blank, unsigned size,
                            const struct tuples_options *options, struct tuples_build *build,
                            struct tb_error *error);
void tuples_free(struct tuples_build *build);

#endif
