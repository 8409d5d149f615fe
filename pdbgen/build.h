/* build.h -- a database in memory, from its pattern */
#ifndef PDBGEN_BUILD_H
#define PDBGEN_BUILD_H

#include "excess.h"
#include "search.h"
#include "tilebase/pdb.h"

struct build {
    struct tb_pattern pattern;
    struct excess_table table;
    uint64_t entries;
    uint64_t states;
    uint32_t values;
    uint64_t histogram[TB_VALUES_MAX];
    double search_seconds; /* the breadth-first search alone */
    double seconds;        /* all of the build */
};

/* Build the database of a pattern of any kind. options->kernels may be NULL, for the best
 * ones; a small pattern takes one thread only. TB_NO_MEMORY, TB_STOPPED, TB_INVALID. */
enum tb_status build_pattern(const struct tb_pattern *pattern, const struct search_options *options,
                             struct build *build, struct tb_error *error);
void build_free(struct build *build);

/* Search the pattern of an open database of chosen tiles anew, and compare its table with what is
 * found: `wrong` becomes the first entry that differs, row * columns + column, or UINT64_MAX. The
 * build tells what was found, and has no table. As build_pattern. */
enum tb_status build_compare(const struct tb_pdb *pdb, const struct search_options *options,
                             struct build *build, uint64_t *wrong, struct tb_error *error);

/* What a header says of a build, but for its file: layout, offset, payload and hashes. */
void build_describe(const struct build *build, struct tb_header *header);

/* Make a database of a build without a file; the table goes over to it. The build is
 * freed in any case. TB_NO_MEMORY. */
enum tb_status build_into_pdb(struct build *build, struct tb_pdb **pdb, struct tb_error *error);

/* What building a pattern will take. */
struct build_estimate {
    uint64_t entries;
    uint64_t states;
    uint64_t table_bytes; /* with 4 bits an entry, which are enough on most boards */
    uint64_t peak_bytes;  /* of memory, with room for 8 bits an entry */
    double seconds;       /* a rough guess, from machines measured */
    double storing;       /* the part of these behind the search */
};
void build_estimate(const struct tb_pattern *pattern, unsigned threads,
                    struct build_estimate *estimate);

#endif
