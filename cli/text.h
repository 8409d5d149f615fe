/* text.h -- numbers as people like to read them
 *
 * Each takes room for CLI_NUMBER bytes, and returns it.
 */
#ifndef CLI_TEXT_H
#define CLI_TEXT_H

#include <stdint.h>

#define CLI_NUMBER 32

/* 518918400 as "518,918,400". */
char *cli_count(uint64_t number, char *text);

/* 74940000 as "74.9 MB": decimal units, three digits. */
char *cli_bytes(uint64_t bytes, char *text);

/* 0.0123 as "12.3 ms", 4.2 as "4.20 s", 75 as "1 min 15 s", and so on up to days. */
char *cli_seconds(double seconds, char *text);

#endif
