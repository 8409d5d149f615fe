/* dual_part.h -- dual look-ups of a position
 *
 * A dual look-up (dual.h) has other patterns for each cell of the blank, so that nothing can be
 * kept up: all its entries are looked for anew. They are asked for first and read later, when
 * memory has had time to bring them.
 */
#ifndef SOLVER_DUAL_PART_H
#define SOLVER_DUAL_PART_H

#include "heuristic.h"

struct dual_use;

struct dual_part {
    unsigned groups;
    struct dual_use *uses;
    const struct dual_use *use[TB_CELLS_MAX][DUAL_GROUPS_MAX]; /* [the blank's cell][group] */
};

/* Entries that were asked for. */
struct dual_request {
    const struct dual_use *const *use;
    const uint8_t *byte[DUAL_GROUPS_MAX];
    uint8_t shift[DUAL_GROUPS_MAX];
};

/* The look-up's tables stay the caller's. TB_NO_MEMORY. */
enum tb_status dual_part_init(struct dual_part *part, const struct lookup *lookup,
                              const struct sight *sight, struct tb_error *error);
void dual_part_free(struct dual_part *part);

/* Ask for the entries of a position with these tiles, whose blank is on this cell; or of the
 * one after the tile on cell `from` came to the blank's. */
void dual_ask(const struct dual_part *part, const uint8_t *tile, unsigned blank,
              struct dual_request *request);
void dual_ask_child(const struct dual_part *part, const uint8_t *tile, unsigned blank,
                    unsigned from, struct dual_request *request);

/* The sum of their excesses. */
int dual_read(const struct dual_part *part, const struct dual_request *request);

#endif
