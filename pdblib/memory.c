/* memory.c -- how much memory there is to take */
#include "tilebase/memory.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "memory.h"
#include "tilebase/folders.h"
#include "tilebase/size.h"

enum { LINE_BYTES = 2 * TB_PATH_MAX };

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static FILE *open_under(const char *root, const char *path)
{
    char whole[LINE_BYTES];

    if (snprintf(whole, sizeof whole, "%s%s", root, path) >= LINE_BYTES)
        return NULL;
    return fopen(whole, "re");
}

/* The number behind a name in a file of names and numbers, or alone in it if the name is empty;
 * `otherwise` if there is none ("max" is none). */
static uint64_t read_number(const char *root, const char *path, const char *name,
                            uint64_t otherwise)
{
    FILE *file = open_under(root, path);
    char line[256];
    uint64_t number = otherwise, found;
    size_t length = strlen(name);

    if (file == NULL)
        return otherwise;
    while (fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, name, length) == 0 && sscanf(line + length, "%" SCNu64, &found) == 1)
            number = found;
    fclose(file);
    return number;
}

/* What the files of a version of control groups are called. */
struct group_files {
    const char *version, *limit, *soft_limit, *used, *cache;
};

static const struct group_files group_files[] = {
    {"cgroup", "memory.limit_in_bytes", NULL, "memory.usage_in_bytes", "total_inactive_file "},
    {"cgroup2", "memory.max", "memory.high", "memory.current", "inactive_file "},
};

static uint64_t read_in_group(const char *root, const char *folder, const char *file,
                              const char *name, uint64_t otherwise)
{
    char path[LINE_BYTES];

    if (file == NULL || snprintf(path, sizeof path, "%s/%s", folder, file) >= LINE_BYTES)
        return otherwise;
    return read_number(root, path, name, otherwise);
}

/* What one group leaves; what it keeps of files that nobody uses counts as free. */
static uint64_t left_in_group(const char *root, const char *folder, const struct group_files *files)
{
    uint64_t limit = read_in_group(root, folder, files->limit, "", TB_TOO_LARGE);
    uint64_t soft = read_in_group(root, folder, files->soft_limit, "", TB_TOO_LARGE);
    uint64_t used, cache;

    limit = tb_size_limit(least(limit, soft));
    if (limit == TB_TOO_LARGE)
        return TB_TOO_LARGE;
    used = read_in_group(root, folder, files->used, "", 0);
    cache = read_in_group(root, folder, "memory.stat", files->cache, 0);
    return memory_left(limit, memory_left(used, cache));
}

/* The group of this process in the hierarchy: "/..."; false if it is in none. */
static bool find_group(const char *root, const struct group_files *files, char group[TB_PATH_MAX])
{
    FILE *file = open_under(root, "/proc/self/cgroup");
    bool second = strcmp(files->version, "cgroup2") == 0, found = false;
    char line[LINE_BYTES];

    if (file == NULL)
        return false;
    while (!found && fgets(line, sizeof line, file) != NULL) {
        char *controllers = strchr(line, ':'), *path;

        line[strcspn(line, "\n")] = '\0';
        path = controllers == NULL ? NULL : strchr(controllers + 1, ':');
        if (path == NULL)
            continue;
        *path++ = '\0';
        controllers++;
        found = second ? controllers[0] == '\0' : strstr(controllers, "memory") != NULL;
        if (found)
            found = snprintf(group, TB_PATH_MAX, "%s", path) < TB_PATH_MAX;
    }
    fclose(file);
    return found;
}

/* One line of mountinfo: where a hierarchy is mounted, and which of its groups is there. */
static bool parse_mount(const char *line, const struct group_files *files, char top[TB_PATH_MAX],
                        char mounted[TB_PATH_MAX])
{
    char version[16], options[256];
    const char *behind = strstr(line, " - ");

    _Static_assert(TB_PATH_MAX == 4096, "the widths of the pattern");
    return behind != NULL && sscanf(line, "%*s %*s %*s %4095s %4095s", top, mounted) == 2 &&
           sscanf(behind, " - %15s %*s %255s", version, options) == 2 &&
           strcmp(version, files->version) == 0 &&
           (strcmp(version, "cgroup2") == 0 || strstr(options, "memory") != NULL);
}

/* The folder of the process's group: `mounted`, and how much of the path is the mount itself. A
 * container often sees its own group alone, under a path that it does not know. */
static bool find_folder(const char *root, const struct group_files *files, char folder[LINE_BYTES],
                        size_t *mount_length)
{
    char line[LINE_BYTES], group[TB_PATH_MAX], top[TB_PATH_MAX], mounted[TB_PATH_MAX];
    FILE *file;
    bool found = false;

    if (!find_group(root, files, group) ||
        (file = open_under(root, "/proc/self/mountinfo")) == NULL)
        return false;
    while (!found && fgets(line, sizeof line, file) != NULL)
        found = parse_mount(line, files, top, mounted);
    fclose(file);
    if (found) {
        size_t length = strcmp(top, "/") == 0 ? 0 : strlen(top);
        bool inside = strncmp(group, top, length) == 0 && group[length] == '/';

        *mount_length = strlen(mounted);
        snprintf(folder, LINE_BYTES, "%s%s", mounted, inside ? group + length : "");
    }
    return found;
}

/* The group of the process and all that it is in, up to where they are mounted. */
static uint64_t left_in_groups(const char *root, const struct group_files *files)
{
    char folder[LINE_BYTES];
    size_t mount_length, length;
    uint64_t left = TB_TOO_LARGE;

    if (!find_folder(root, files, folder, &mount_length))
        return left;
    for (;;) {
        left = least(left, left_in_group(root, folder, files));
        length = strlen(folder);
        if (length <= mount_length)
            return left;
        while (length > mount_length && folder[length - 1] != '/')
            length--;
        folder[length == mount_length ? length : length - 1] = '\0';
    }
}

uint64_t tb_memory_of_system(const char *root)
{
    uint64_t kib = read_number(root, "/proc/meminfo", "MemAvailable:", TB_TOO_LARGE);
    uint64_t left = tb_size_mul(kib, 1024);

    for (size_t i = 0; i < sizeof group_files / sizeof *group_files; i++)
        left = least(left, left_in_groups(root, &group_files[i]));
    return left;
}

/* Pages that this process has taken: of addresses, and of these for data. */
static void count_pages(uint64_t *all, uint64_t *data)
{
    FILE *file = fopen("/proc/self/statm", "re");

    *all = *data = 0;
    if (file == NULL)
        return;
    if (fscanf(file, "%" SCNu64 " %*u %*u %*u %*u %" SCNu64, all, data) != 2)
        *all = *data = 0;
    fclose(file);
}

/* `known` is what getrlimit says, whose first argument has another type in each C library. */
static uint64_t left_by_limit(int known, const struct rlimit *limit, uint64_t taken)
{
    if (known != 0 || limit->rlim_cur == RLIM_INFINITY)
        return TB_TOO_LARGE;
    return memory_left(limit->rlim_cur, taken);
}

uint64_t tb_memory_available(void)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), all, data;
    uint64_t left = tb_memory_of_system("");
    struct rlimit limit;

    count_pages(&all, &data);
    all = tb_size_mul(all, page);
    left = least(left, memory_left(SIZE_MAX / 2, all));
    left = least(left, left_by_limit(getrlimit(RLIMIT_AS, &limit), &limit, all));
    return least(left,
                 left_by_limit(getrlimit(RLIMIT_DATA, &limit), &limit, tb_size_mul(data, page)));
}
