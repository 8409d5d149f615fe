/* json.h -- JSON for programs, one object a line */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include <jansson.h>

#include "tilebase/error.h"

/* A string of any bytes: those that are no UTF-8 become question marks. */
json_t *cli_json_text(const char *text);

/* Add to a list or an object. Without memory the whole goes and is NULL, so that what is printed
 * has nothing missing. The value is let go of in any case. */
void cli_json_add(json_t **list, json_t *value);
void cli_json_set(json_t **object, const char *name, json_t *value);

/* Print the object as one line, whole or not at all, and let go of it. NULL, as jansson gives
 * without memory, is TB_NO_MEMORY; that it cannot be written shows when all is (cli_finish). */
enum tb_status cli_json_print(json_t *object, struct tb_error *error);

#endif
