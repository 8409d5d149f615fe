/* histogram.h -- how many entries have each value, as bars and as CSV */
#ifndef PDBINFO_HISTOGRAM_H
#define PDBINFO_HISTOGRAM_H

#include <stdint.h>

#include "tilebase/error.h"

/* Print values from 0 up, their counts and shares, and bars that fit the terminal. TB_NO_MEMORY. */
enum tb_status histogram_print(const uint64_t *count, uint32_t values, struct tb_error *error);

/* The same for shares that are not counts. */
enum tb_status histogram_print_shares(const double *share, uint32_t values, struct tb_error *error);

/* Lines "name,value,count,share"; the header is the caller's. A name with commas or quotes is
 * quoted. */
void histogram_print_csv(const char *name, const uint64_t *count, uint32_t values);

/* Lines "name,value,share". */
void histogram_print_shares_csv(const char *name, const double *share, uint32_t values);

#endif
