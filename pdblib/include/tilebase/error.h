/* error.h -- errors as values with a text for people
 *
 * Every call that can fail returns a tb_status and takes a struct tb_error,
 * which may be NULL. The text is one line, says what is wrong and what to do,
 * and names the file or the option that it is about.
 */
#ifndef TILEBASE_ERROR_H
#define TILEBASE_ERROR_H

#ifdef __cplusplus
extern "C" {
#endif

enum tb_status {
    TB_OK = 0,
    TB_INVALID,     /* what the caller gave makes no sense: a board, a tile, an option */
    TB_NOT_FOUND,   /* no file or partition of that name */
    TB_DAMAGED,     /* a database is cut off or changed */
    TB_UNSUPPORTED, /* a file of a newer format, of a kind not known here, or no database */
    TB_NO_MEMORY,   /* it does not fit */
    TB_IO,          /* the system refused a read or a write */
    TB_STOPPED,     /* the caller asked to stop */
};

struct tb_error {
    enum tb_status status;
    char text[512];
};

/* Fill in error (unless NULL) and return status, so that a failing function can
 * end with `return tb_error_set(error, TB_INVALID, "...", ...);`. */
enum tb_status tb_error_set(struct tb_error *error, enum tb_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#ifdef __cplusplus
}
#endif

#endif
