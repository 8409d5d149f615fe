/* cover.h -- what conflicts between tiles add up to
 *
 * A conflict is a set of two or three tiles and a weight: together they make at least
 * twice the weight more moves than their distances. Two numbers tell what all conflicts
 * of a position add to the distances at the least:
 *
 * The packing is the largest sum of weights of conflicts that share no tile; for pairs,
 * a maximum matching.
 *
 * The cover gives each tile t a whole number x_t, so that for each conflict the numbers
 * of its tiles add up to its weight or more; it is the least sum of all x_t. In any
 * solution tile t makes its distance and 2 x_t more moves for some x_t, and these
 * satisfy all conflicts; so the least sum is no more than the truth, and as each
 * conflict of a packing needs its weight from tiles of its own, no less than the packing.
 *
 * Both are hard in general, but the conflicts of a position are few and fall apart into
 * small components. So conflicts that others imply are dropped, tiles whose number can
 * be told are settled, and what is left is tried both ways, within bounds.
 *
 * A search knows the value of the position before, and how far a move can change it. So a
 * call tells what is known: the value is at least `least`, and does not
 * matter beyond `enough`. The result is the value, or `enough` if that is smaller.
 */
#ifndef TILEBASE_COVER_H
#define TILEBASE_COVER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Conflicts in a call. */
#define TB_COVER_CONFLICTS_MAX 512

/* For `enough`, when the whole value matters. */
#define TB_COVER_ALL 10000u

/* A conflict: a bit for each of up to 56 tiles, and its weight, at least 1, above them. */
typedef uint64_t tb_conflict;

enum { TB_CONFLICT_TILES = 56 };

static inline tb_conflict tb_conflict_of(uint64_t tiles, unsigned weight)
{
    return tiles | (uint64_t)weight << TB_CONFLICT_TILES;
}

static inline uint64_t tb_conflict_tiles(tb_conflict one)
{
    return one & (((uint64_t)1 << TB_CONFLICT_TILES) - 1);
}

static inline unsigned tb_conflict_weight(tb_conflict one)
{
    return (unsigned)(one >> TB_CONFLICT_TILES);
}

/* A way to add conflicts up. */
enum tb_cover_rule { TB_COVER_PACKING, TB_COVER_LEAST };

unsigned tb_cover_packing(const tb_conflict *list, unsigned count, unsigned least, unsigned enough);
unsigned tb_cover_least(const tb_conflict *list, unsigned count, unsigned least, unsigned enough);

/* Either, by the rule. */
static inline unsigned tb_cover_value(enum tb_cover_rule rule, const tb_conflict *list,
                                      unsigned count, unsigned least, unsigned enough)
{
    return rule == TB_COVER_PACKING ? tb_cover_packing(list, count, least, enough)
                                    : tb_cover_least(list, count, least, enough);
}

#ifdef __cplusplus
}
#endif

#endif
