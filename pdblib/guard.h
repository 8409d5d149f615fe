/* guard.h -- the mappings that tilebase/guard.h watches */
#ifndef PDBLIB_GUARD_H
#define PDBLIB_GUARD_H

#include <stdbool.h>

#include "file.h"

/* Watch a mapping of this file; its number, or -1 if there are too many. Else the file is kept
 * open here, and is closed to the caller. */
int guard_watch(const void *mapping, struct file *file);

/* Check it a last time, and forget it. */
void guard_leave(int number);

/* Whether a part of the mapping was missing, or the file was written to. */
bool guard_was_cut(int number);

#endif
