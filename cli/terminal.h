/* terminal.h -- how much room there is */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

/* Columns of the terminal that a file is; 80 if it is none or does not tell. */
int cli_terminal_width(int file);

#endif
