/* flows.h -- the ways through the programs that are swept */
#ifndef TESTS_FAILING_FLOWS_H
#define TESTS_FAILING_FLOWS_H

enum { FLOW_WORDS = 16 };

enum flow_trait {
    FLOW_QUICK = 1,     /* swept in every run of the tests */
    FLOW_MANY = 2,      /* of several files each is told of by itself, whatever befell the others */
    FLOW_VARIES = 4,    /* the output is not the same in all runs */
    FLOW_GUESSES = 8,   /* it tells which files are there, and does without knowing */
    FLOW_GIVES_UP = 16, /* without memory it prints what it found out so far, and fails */
};

struct flow {
    const char *name;
    const char *words[FLOW_WORDS]; /* the program and its arguments */
    const char *files[6];          /* what is in the folder `db` before, "NAME" or "NAME=OTHER" */
    unsigned traits;
};

extern const struct flow flows[];

/* How to make the files that flows begin with: arguments of pdbgen, NULL at the end. */
extern const char *const flow_samples[][FLOW_WORDS];

#endif
