/* guard.h -- the mappings that tilebase/guard.h watches */
#ifndef PDBLIB_GUARD_H
#define PDBLIB_GUARD_H

#include <stdbool.h>
#include <stddef.h>

/* Watch a mapping; its number, or -1 if there are too many. */
int guard_watch(const void *mapping, size_t bytes);
void guard_leave(int number);

/* Say that a part of the mapping is missing, and whether that was found. */
void guard_cut(int number);
bool guard_was_cut(int number);

#endif
