/* chart.h -- distributions of values as a picture: a self-contained SVG file
 *
 * Each curve has its colour and, where it is highest, a mark of its own, so that a print without
 * colours can be read, too; a second curve of the same subject, its Manhattan distance, is
 * dashed. Colours follow the reader's choice of a light or dark theme.
 */
#ifndef PDBINFO_CHART_H
#define PDBINFO_CHART_H

#include <stdbool.h>
#include <stdio.h>

#include "scan.h"

enum { CHART_SUBJECTS = 6 };

struct chart_curve {
    double share[SCAN_VALUES]; /* by value; they add up to 1 */
    unsigned values;           /* behind the last that is not 0 */
    double mean;
};

/* What there is to compare: a database or a partition. */
struct chart_subject {
    char name[512];
    struct chart_curve value;
    struct chart_curve manhattan;
};

/* Make a curve of counts or shares. */
void chart_curve_of(const double *weight, unsigned values, struct chart_curve *curve);

void chart_write(FILE *file, const struct chart_subject *subjects, unsigned count);

#endif
