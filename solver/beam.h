/* beam.h -- beam search: layer by layer, with only the best positions of each
 *
 * All positions of a layer are equally many moves from the start. Of their children the `width`
 * with the smallest values make the next layer, each once, and none that an earlier layer had.
 * What the heuristic keeps of a position goes from layer to layer, so that a child costs one
 * step of it. A solution is as short as the layers make it: the wider, the closer to the
 * shortest, and the time grows with the width.
 */
#ifndef SOLVER_BEAM_H
#define SOLVER_BEAM_H

#include "heuristic.h"

struct beam {
    const struct heuristic *heuristic;
    const struct problem *problem;
    const struct search *search; /* threads and limits; its nodes and seconds count from `start` */
    double start;
    size_t width;
    int below;      /* look only for solutions with fewer moves */
    uint64_t nodes; /* of all searches so far; grows */
    bool stopped;   /* by a limit */
};

/* Bytes that a search of this width may take. */
uint64_t beam_bytes(const struct beam *beam, size_t width);

/* Search for a solution: its moves, to be freed, or NULL if there is none in the beam, or a
 * limit came first. TB_NO_MEMORY. */
enum tb_status beam_search(struct beam *beam, uint8_t **path, int *length, struct tb_error *error);

#endif
