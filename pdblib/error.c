/* error.c -- errors as values with a text for people */
#include "tilebase/error.h"

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
    return status;
}
