/* json.h -- JSON for programs, one object a line */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include <jansson.h>

#include "tilebase/error.h"

/* A string of any bytes: those that are no UTF-8 become question marks. */
json_t *cli_json_text(const char *text);

/* Print the object as one line and let go of it. NULL, as jansson gives without
 * memory, is TB_NO_MEMORY. */
enum tb_status cli_json_print(json_t *object, struct tb_error *error);

#endif
