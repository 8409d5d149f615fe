/* digits.h -- small numbers in texts of people */
#ifndef PDBLIB_DIGITS_H
#define PDBLIB_DIGITS_H

#include <ctype.h>

/* Read a number of at most three digits, so that none can overflow, and step behind
 * it; -1 if there is none. */
static inline int parse_digits(const char **text)
{
    const char *start = *text;
    int value = 0;

    for (; isdigit((unsigned char)**text) && *text - start < 3; (*text)++)
        value = value * 10 + (**text - '0');
    return *text == start ? -1 : value;
}

#endif
