/* summary.h -- what the header of a database says, for people and for programs
 *
 * Nothing but the header is read, so that the largest database takes no time.
 */
#ifndef PDBINFO_SUMMARY_H
#define PDBINFO_SUMMARY_H

#include <time.h>

#include "tilebase/tilebase.h"

/* What was checked beyond the header. */
enum summary_trust { SUMMARY_HEADER, SUMMARY_CHECKSUMS, SUMMARY_PROVEN };

struct summary {
    const char *path;
    struct tb_header header;
    double manhattan; /* mean over the entries; NAN if it is not known */
    time_t written;   /* the file's date: the file itself has none, as the same build gives the
                       * same bytes */
    enum summary_trust trust;
};

/* Read a file's header and date. As tb_pdb_read_header. */
enum tb_status summary_read(const char *path, struct summary *summary, struct tb_error *error);

/* Print what there is to know, and the histogram. TB_NO_MEMORY. */
enum tb_status summary_print(const struct summary *summary, struct tb_error *error);

/* Several files side by side. TB_NO_MEMORY. */
enum tb_status summary_print_table(const struct summary *summaries, size_t count,
                                   struct tb_error *error);

/* One line of JSON. TB_NO_MEMORY. */
enum tb_status summary_print_json(const struct summary *summary, struct tb_error *error);

#endif
