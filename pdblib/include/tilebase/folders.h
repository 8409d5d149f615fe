/* folders.h -- where databases and the catalogue are looked for
 *
 * In this order: the folders of the environment variable TILEBASE_PATH (with colons
 * between them), the folder `pdb` below the current one, the user's own
 * ($XDG_DATA_HOME/tilebase, by default ~/.local/share/tilebase), and the installed
 * one. pdbgen writes to the first folder of TILEBASE_PATH, or `pdb` where there is
 * such a folder, or the user's own.
 */
#ifndef TILEBASE_FOLDERS_H
#define TILEBASE_FOLDERS_H

#include <stdbool.h>
#include <stddef.h>

#include "tilebase/error.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TB_FOLDERS_MAX 16
#define TB_PATH_MAX    4096

struct tb_folders {
    unsigned count;
    char path[TB_FOLDERS_MAX][TB_PATH_MAX];
};

/* The folders of the list above. TB_INVALID if TILEBASE_PATH is too long. */
enum tb_status tb_folders_default(struct tb_folders *folders, struct tb_error *error);

/* Put one more folder before all others. TB_INVALID if there are too many. */
enum tb_status tb_folders_prefer(struct tb_folders *folders, const char *path,
                                 struct tb_error *error);

/* The path of the first file of that name. TB_NOT_FOUND if no folder has it; TB_IO or
 * TB_NO_MEMORY if it cannot be said, since a folder cannot be asked. */
enum tb_status tb_folders_find(const struct tb_folders *folders, const char *name,
                               char path[TB_PATH_MAX], struct tb_error *error);

/* The folder to write databases to. */
void tb_folders_output(char path[TB_PATH_MAX]);

#ifdef __cplusplus
}
#endif

#endif
