/* names.c -- what the classes of calls are called */
#include "failing.h"

const char *const failing_names[FAILING_CLASSES] = {
    [FAILING_NONE] = "none",     [FAILING_ALLOC] = "alloc",   [FAILING_MAP] = "map",
    [FAILING_UNMAP] = "unmap",   [FAILING_OPEN] = "open",     [FAILING_READ] = "read",
    [FAILING_WRITE] = "write",   [FAILING_SYNC] = "sync",     [FAILING_CLOSE] = "close",
    [FAILING_RENAME] = "rename", [FAILING_UNLINK] = "unlink", [FAILING_STAT] = "stat",
    [FAILING_SEEK] = "seek",     [FAILING_CUT] = "cut",       [FAILING_LOCK] = "lock",
    [FAILING_MKDIR] = "mkdir",   [FAILING_LIST] = "list",     [FAILING_PATH] = "path",
    [FAILING_THREAD] = "thread", [FAILING_SYSTEM] = "system",
};
