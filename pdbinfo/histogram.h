/* histogram.h -- how many entries have each value, as bars and as CSV */
#ifndef PDBINFO_HISTOGRAM_H
#define PDBINFO_HISTOGRAM_H

#include <stdint.h>

/* Print values from 0 up, their counts and shares, and bars that fit the terminal. */
void histogram_print(const uint64_t *count, uint32_t values);

/* The same for shares that are not counts. */
void histogram_print_shares(const double *share, uint32_t values);

/* Lines "name,value,count,share"; the header is the caller's. A name with commas or quotes is
 * quoted. */
void histogram_print_csv(const char *name, const uint64_t *count, uint32_t values);

/* Lines "name,value,share". */
void histogram_print_shares_csv(const char *name, const double *share, uint32_t values);

#endif
