/* terminal.c -- how much room there is */
#include "cli/terminal.h"

#include <sys/ioctl.h>

int cli_terminal_width(int file)
{
    struct winsize size;

    if (ioctl(file, TIOCGWINSZ, &size) != 0 || size.ws_col < 2)
        return 80;
    return size.ws_col;
}
