/* error.c -- errors as values with a text for people */
#include "tilebase/error.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

/* The control codes that UTF-8 has two bytes for: 0xC2 and one of 0x80 to 0x9F. */
static bool is_late_code(const char *text)
{
    return (unsigned char)text[0] == 0xC2 && ((unsigned char)text[1] & 0xE0) == 0x80;
}

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
        if (iscntrl((unsigned char)*character) || is_late_code(character))
            *character = '?';
    return status;
}
