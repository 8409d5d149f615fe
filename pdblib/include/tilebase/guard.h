/* guard.h -- files that are cut off or written to while they are in use
 *
 * A file of layout mapped is read by the processor itself, so one that gets shorter under way is
 * not an error of some call but the signal SIGBUS, which ends the process. A program that calls
 * tb_guard_install lives on: what is missing, and all behind it, reads as zeros, tb_guard_tripped
 * and tb_pdb_cut tell of it, and nothing that was looked up since then should be believed. A
 * program that does not want a signal handler opens with options.copy, which reads the file and
 * then needs it no more.
 *
 * No signal comes for what is missing of the last page that is still there, nor for a file that
 * is cut and filled again before anybody looks. So tb_pdb_cut, tb_guard_check and
 * tb_pdb_close also ask the system whether the file was written to.
 */
#ifndef TILEBASE_GUARD_H
#define TILEBASE_GUARD_H

#include <stdbool.h>

#include "tilebase/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Handle SIGBUS for mapped databases; for any other address, or if it was sent, whatever handled
 * it before does. Before other threads are there. TB_IO. */
enum tb_status tb_guard_install(struct tb_error *error);

/* Whether any mapped database was found cut off or written to so far. A signal handler may ask,
 * and a hot loop. */
bool tb_guard_tripped(void);

/* The same after looking at the files of all databases that are mapped now. */
bool tb_guard_check(void);

#ifdef __cplusplus
}
#endif

#endif
