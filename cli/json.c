/* json.c -- JSON for programs, one object a line */
#include "cli/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

json_t *cli_json_text(const char *text)
{
    json_t *string = json_string(text);
    char *plain;

    if (string != NULL)
        return string;
    plain = strdup(text);
    if (plain == NULL)
        return NULL;
    for (char *byte = plain; *byte != '\0'; byte++)
        if ((unsigned char)*byte >= 0x80)
            *byte = '?';
    string = json_string(plain);
    free(plain);
    return string;
}

enum tb_status cli_json_print(json_t *object, struct tb_error *error)
{
    int result = -1;

    if (object != NULL)
        result = json_dumpf(object, stdout, JSON_COMPACT | JSON_REAL_PRECISION(9));
    json_decref(object);
    if (result != 0)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for JSON");
    printf("\n");
    return TB_OK;
}
