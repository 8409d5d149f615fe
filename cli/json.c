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

static void give_up(json_t **whole)
{
    json_decref(*whole);
    *whole = NULL;
}

void cli_json_add(json_t **list, json_t *value)
{
    if (json_array_append_new(*list, value) != 0)
        give_up(list);
}

void cli_json_set(json_t **object, const char *name, json_t *value)
{
    if (json_object_set_new(*object, name, value) != 0)
        give_up(object);
}

/* Measured, then written in one piece: while jansson lets a text grow it does not notice that
 * there is no memory for a part of it. NULL without memory. */
static char *dump(const json_t *object)
{
    const size_t flags = JSON_COMPACT | JSON_REAL_PRECISION(9);
    size_t length = object == NULL ? 0 : json_dumpb(object, NULL, 0, flags);
    char *text = length == 0 ? NULL : malloc(length + 1);

    if (text != NULL && json_dumpb(object, text, length, flags) == length) {
        text[length] = '\0';
        return text;
    }
    free(text);
    return NULL;
}

enum tb_status cli_json_print(json_t *object, struct tb_error *error)
{
    char *text = dump(object);

    json_decref(object);
    if (text == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory for JSON");
    printf("%s\n", text);
    free(text);
    return TB_OK;
}
