/* testing_data.h -- numbers from the files of reference data */
#ifndef TESTS_TESTING_DATA_H
#define TESTS_TESTING_DATA_H

#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Find the line of a data file that starts with `key` and a space, and read the
 * numbers behind it. Returns how many there are. */
static inline size_t read_counts(const char *file, const char *key, uint64_t *counts, size_t most)
{
    char path[1024];
    char *line = NULL;
    size_t room = 0, count = 0;
    FILE *data;

    snprintf(path, sizeof path, "%s/%s", TEST_DATA, file);
    data = fopen(path, "r");
    assert_non_null(data);
    while (getline(&line, &room, data) > 0 && count == 0) {
        char *next = line + strlen(key);

        if (strncmp(line, key, strlen(key)) != 0 || *next != ' ')
            continue;
        while (count < most && (*next == ' ' || *next == ','))
            counts[count++] = strtoull(next + 1, &next, 10);
    }
    free(line);
    fclose(data);
    assert_true(count > 0);
    return count;
}

#endif
