/* whole.h -- a file that is whole or not there
 *
 * It is written under its name with an ending behind it (its part), brought to disk, and then
 * renamed, so that a full disk, Ctrl-C or kill -9 neither leaves half a file under the name nor
 * harms the one that was there. All the while its writer keeps a lock on the part: two never
 * work on the same file, and a part without a lock was left by one that was killed, so the next
 * takes it away. A part is always made anew and what is there never opened for writing, so
 * that a link, a pipe or a device in its place comes to no harm.
 */
#ifndef CLI_WHOLE_H
#define CLI_WHOLE_H

#include <stdbool.h>

#include "tilebase/error.h"
#include "tilebase/folders.h"

/* How a program writes its files. */
struct cli_whole_manner {
    const char *ending; /* of parts; up to CLI_ENDING characters */
    const char *busy;   /* what to say if another process works on the file */
    const char *place;  /* what to do if it cannot be written there */
};

enum { CLI_ENDING = 23 };

struct cli_whole {
    int file; /* -1 when closed */
    const struct cli_whole_manner *manner;
    char path[TB_PATH_MAX];
    char part[TB_PATH_MAX + CLI_ENDING];
};

/* Take hold of the name `path`, which nothing changes yet. TB_IO: it cannot be written there, or
 * another process is at it. TB_INVALID: the path is too long. */
enum tb_status cli_whole_open(struct cli_whole *whole, const char *path,
                              const struct cli_whole_manner *manner, struct tb_error *error);

/* Bring what was written to disk and give it its name. Closed in any case; after an error nothing
 * is left. TB_IO. */
enum tb_status cli_whole_finish(struct cli_whole *whole, struct tb_error *error);

/* Let go and leave nothing; does nothing when closed. */
void cli_whole_cancel(struct cli_whole *whole);

/* The error of a write that failed, by errno. */
enum tb_status cli_whole_error(const struct cli_whole *whole, struct tb_error *error);

/* Take away the parts in a folder that nobody works on, of those names that are ours. What
 * cannot be taken away stays. */
void cli_whole_sweep(const char *folder, bool (*ours)(const char *name));

#endif
