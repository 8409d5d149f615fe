/* guard.h -- files that are cut off or written to while they are in use
 *
 * A file of layout mapped is read by the processor itself, so one that gets shorter under way is
 * not an error of some call but the signal SIGBUS, which ends the process. A program that calls
 * tb_guard_install lives on: the missing part reads as zeros, tb_guard_tripped and tb_pdb_cut tell
 * of it, and nothing that was looked up since then should be believed. A program that does not
 * want a signal handler opens with options.copy, which reads the file and then needs it no more.
 *
 * A file that is written to in its place, and not replaced by another of its name, gives no
 * signal: its time of writing tells, to who asks by tb_guard_check or tb_pdb_cut before using
 * what was looked up.
 */
#ifndef TILEBASE_GUARD_H
#define TILEBASE_GUARD_H

#include <stdbool.h>

#include "tilebase/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Handle SIGBUS for mapped databases; for any other address, whatever handled it before does.
 * Once for a process, before other threads are there. TB_IO. */
enum tb_status tb_guard_install(struct tb_error *error);

/* Whether a part of any mapped database was found missing so far, or written to. A signal
 * handler may ask, and a hot loop. */
bool tb_guard_tripped(void);

/* The same after looking at the files of all databases that are mapped now. */
bool tb_guard_check(void);

#ifdef __cplusplus
}
#endif

#endif
