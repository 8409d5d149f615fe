/* text.c -- numbers as people like to read them */
#include "cli/text.h"

#include <stdio.h>
#include <string.h>

char *cli_count(uint64_t number, char *text)
{
    char digits[CLI_NUMBER];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    char *end = text;

    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            *end++ = ',';
        *end++ = digits[i];
    }
    *end = '\0';
    return text;
}

/* Three digits: 1.23, 12.3, 123. */
static int decimals(double number)
{
    return number < 9.995 ? 2 : number < 99.95 ? 1 : 0;
}

char *cli_bytes(uint64_t bytes, char *text)
{
    static const char *const units[] = {"kB", "MB", "GB", "TB", "PB", "EB"};
    double number = (double)bytes / 1000;
    unsigned unit = 0;

    if (bytes < 1000) {
        snprintf(text, CLI_NUMBER, "%u B", (unsigned)bytes);
        return text;
    }
    for (; number >= 999.5 && unit < 5; unit++)
        number /= 1000;
    snprintf(text, CLI_NUMBER, "%.*f %s", decimals(number), number, units[unit]);
    return text;
}

char *cli_seconds(double seconds, char *text)
{
    if (seconds >= 100 * 3600)
        strcat(cli_count((uint64_t)(seconds / 86400), text), " days");
    else if (seconds >= 3600)
        snprintf(text, CLI_NUMBER, "%d h %02d min", (int)(seconds / 3600),
                 (int)((uint64_t)seconds % 3600 / 60));
    else if (seconds >= 60)
        snprintf(text, CLI_NUMBER, "%d min %02d s", (int)seconds / 60, (int)seconds % 60);
    else if (seconds >= 0.9995)
        snprintf(text, CLI_NUMBER, "%.*f s", decimals(seconds), seconds);
    else
        snprintf(text, CLI_NUMBER, "%.*f ms", decimals(seconds * 1000), seconds * 1000);
    return text;
}
