/* threads.h -- whether threads can be had, before anything relies on them */
#ifndef CLI_THREADS_H
#define CLI_THREADS_H

#include "tilebase/error.h"

/* As many as this process has cores. */
unsigned cli_default_threads(void);

/* OpenMP ends the program when it cannot start a thread. So start as many plain ones
 * at once, and let them go again. TB_NO_MEMORY. */
enum tb_status cli_check_threads(unsigned threads, struct tb_error *error);

#endif
