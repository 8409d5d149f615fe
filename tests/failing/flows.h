/* flows.h -- the ways through the programs that are swept */
#ifndef TESTS_FAILING_FLOWS_H
#define TESTS_FAILING_FLOWS_H

#include <stdbool.h>

enum { FLOW_WORDS = 16 };

struct flow {
    const char *name;
    const char *words[FLOW_WORDS]; /* the program and its arguments */
    const char *files[6];          /* what is in the folder `db` before, "NAME" or "NAME=OTHER" */
    bool quick;                    /* swept in every run of the tests */
};

extern const struct flow flows[];

/* How to make the files that flows begin with: arguments of pdbgen, NULL at the end. */
extern const char *const flow_samples[][FLOW_WORDS];

#endif
