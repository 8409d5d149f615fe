/* predict.h -- how many nodes a search will generate, from a heuristic's values alone
 *
 * Korf, Reid and Edelkamp (Time complexity of iterative-deepening-A*, 2001): a node at depth i
 * is reached within a bound if its value is at most what is left, bound - i. So the nodes
 * expected at depth i are those of the tree without a heuristic, times the share of positions
 * whose value is at most bound - i. Here the tree's nodes are told apart by the cell of the
 * blank, which decides how many children there are, and the share is that among positions with
 * the blank on that cell; so odd and even bounds take care of themselves, as the blank's cell
 * says whether a distance is odd. No move is undone by the next, and nodes are counted as
 * pdbsolve counts them: all that are generated in all iterations, the last one to its end.
 *
 * As the tree grows by the branching factor b with each depth, the nodes within a bound d are about
 * eta * b^d * b / (b - 1), with eta = the mean of b^-h over all positions. So eta tells what a
 * heuristic is worth in one number, whatever the bound (Clausecker and Schintke, A measure of
 * quality for IDA* heuristics, 2021).
 */
#ifndef PDBINFO_PREDICT_H
#define PDBINFO_PREDICT_H

#include "tilebase/board.h"

#define PREDICT_VALUES 512

/* How many positions have which value, by the cell of the blank; or what they count for. */
struct predict_counts {
    double count[TB_CELLS_MAX][PREDICT_VALUES];
};

/* By how much the tree of all ways without undoing grows with each depth. */
double predict_branching(const struct tb_board *board);

double predict_eta(const struct tb_board *board, const struct predict_counts *counts);

/* Nodes of all iterations up to the bound, for a mean start from which it is the length of a
 * solution. `goal` is the blank's cell there. */
double predict_nodes(const struct tb_board *board, unsigned goal,
                     const struct predict_counts *counts, unsigned bound);

#endif
