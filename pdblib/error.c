/* error.c -- errors as values with a text for people */
#include "tilebase/error.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>

enum tb_status tb_error_set(struct tb_error *error, enum tb_status status, const char *format, ...)
{
    va_list arguments;

    if (error == NULL)
        return status;
    error->status = status;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    /* Names come from outside: they must not break the line or reach the terminal as codes. */
    for (char *character = error->text; *character != '\0'; character++)
        if (iscntrl((unsigned char)*character))
            *character = '?';
    return status;
}
