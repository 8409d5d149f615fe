/* kind.h -- what the numbers of a database mean
 *
 * additive           moves of the pattern's tiles alone; the least over all places of the
 *                    blank. Disjoint patterns add up.
 * zero-aware         the same for each region that the blank can be in. Never less.
 * non-additive       all moves, of every tile, for each cell of the blank. Of several
 *                    patterns the largest value counts.
 * walking-distance   moves up and down that bring every tile to its row, whichever of the
 *                    row's tiles it is. Rows and columns add up: the columns are the rows
 *                    of the board turned over its diagonal.
 * pairs, triples     additive databases of all pairs (triples) of tiles at once. Those of
 *                    disjoint pairs add up, and a search chooses the best of them.
 * local              all moves, for each cell of the blank, while some other tiles stand fixed
 *                    on their goals and none of them may move. The blank may end anywhere, so
 *                    that this is no distance of whole positions but one step of a solution
 *                    that puts tile by tile where it belongs (tilebase/local.h).
 */
#ifndef TILEBASE_KIND_H
#define TILEBASE_KIND_H

#include <stdbool.h>

#include "tilebase/error.h"

#ifdef __cplusplus
extern "C" {
#endif

enum tb_kind {
    TB_KIND_ADDITIVE = 1,
    TB_KIND_ZERO_AWARE = 2,
    TB_KIND_NON_ADDITIVE = 3,
    TB_KIND_WALKING_DISTANCE = 4,
    TB_KIND_PAIRS = 5,
    TB_KIND_TRIPLES = 6,
    TB_KIND_LOCAL = 7,
};
#define TB_KINDS 7

/* "additive", "zero-aware", and so on; "unknown" for any other number. */
const char *tb_kind_name(enum tb_kind kind);

/* Read a name. TB_INVALID lists all there are. */
enum tb_status tb_kind_parse(const char *text, enum tb_kind *kind, struct tb_error *error);

/* Whether databases of a kind are of chosen tiles; the others are of all. */
static inline bool tb_kind_has_tiles(enum tb_kind kind)
{
    return kind <= TB_KIND_NON_ADDITIVE || kind == TB_KIND_LOCAL;
}

/* Whether entries are told apart by where the blank is. */
static inline bool tb_kind_has_blank(enum tb_kind kind)
{
    return kind == TB_KIND_ZERO_AWARE || kind == TB_KIND_NON_ADDITIVE || kind == TB_KIND_LOCAL;
}

/* Whether its patterns can be the groups of a partition: chosen tiles, and no others fixed. */
static inline bool tb_kind_has_groups(enum tb_kind kind)
{
    return tb_kind_has_tiles(kind) && kind != TB_KIND_LOCAL;
}

/* Tiles of each of all the patterns that pairs and triples hold; 0 for other kinds. */
static inline unsigned tb_kind_tuple(enum tb_kind kind)
{
    return kind == TB_KIND_PAIRS ? 2 : kind == TB_KIND_TRIPLES ? 3 : 0;
}

#ifdef __cplusplus
}
#endif

#endif
