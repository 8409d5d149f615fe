/* start.c -- loaded before a program: what fails is in its environment
 *
 *     TILEBASE_FAIL=CLASS:NUMBER:ERROR    the call of that class that fails, and with which errno
 *     TILEBASE_FAIL=CLASS:NUMBER:ERROR+   and all later ones
 *     TILEBASE_OUTCOME=FILE               where to write what came of it
 *
 * Calls count from the beginning of main to its end: what the loader and the C library do before
 * and after cannot be the program's fault.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "inside.h"

typedef int main_function(int argc, char **argv, char **environment);
typedef int start_function(main_function *function, int argc, char **argv, void (*init)(void),
                           void (*fini)(void), void (*end)(void), void *stack);

/* The loader calls with no more than this. */
static main_function *real_main;

static bool read_plan(const char *text, struct failing_plan *plan)
{
    char name[16] = "", lasting = '\0';

    if (text == NULL ||
        sscanf(text, "%15[a-z]:%lu:%d%c", name, &plan->number, &plan->error, &lasting) < 3)
        return false;
    plan->lasting = lasting == '+';
    while (plan->what < FAILING_CLASSES && strcmp(failing_names[plan->what], name) != 0)
        plan->what++;
    return plan->what < FAILING_CLASSES;
}

static struct failing_outcome *map_outcome(const char *path)
{
    int file = path == NULL ? -1 : open(path, O_RDWR | O_CLOEXEC);
    void *memory;

    if (file < 0)
        return NULL;
    memory =
        mmap(NULL, sizeof(struct failing_outcome), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return memory == MAP_FAILED ? NULL : memory;
}

static int watched_main(int argc, char **argv, char **environment)
{
    static char out[BUFSIZ], in[BUFSIZ];
    struct failing_plan plan = {0};
    struct failing_outcome *outcome = map_outcome(getenv("TILEBASE_OUTCOME"));
    int result;

    if (outcome == NULL || !read_plan(getenv("TILEBASE_FAIL"), &plan))
        return real_main(argc, argv, environment);
    /* Else the C library takes memory for these and keeps it. */
    tzset();
    setvbuf(stdout, out, _IOFBF, sizeof out);
    setvbuf(stdin, in, _IOFBF, sizeof in);
    failing_start(&plan, outcome);
    result = real_main(argc, argv, environment);
    failing_stop();
    return result;
}

int __libc_start_main(main_function *function, int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*end)(void), void *stack);
int __libc_start_main(main_function *function, int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*end)(void), void *stack)
{
    static void *_Atomic kept;
    start_function *next = (start_function *)failing_next("__libc_start_main", NULL, &kept);

    real_main = function;
    return next(watched_main, argc, argv, init, fini, end, stack);
}
