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

/* Whether a list with commas has this item, as a whole. */
static bool lists(const char *list, const char *item)
{
    size_t length = strlen(item);

    for (;;) {
        size_t part = strcspn(list, ",\n");

        if (part == length && strncmp(list, item, length) == 0)
            return true;
        if (list[part] != ',')
            return false;
        list += part + 1;
    }
}

static bool is_second(const struct group_files *files)
{
    return strcmp(files->version, "cgroup2") == 0;
}

/* The group of this process in the hierarchy: "/..."; false if it is in none. */
static bool find_group(const char *root, const struct group_files *files, char group[TB_PATH_MAX])
{
    FILE *file = open_under(root, "/proc/self/cgroup");
    bool found = false;
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
        found = is_second(files) ? controllers[0] == '\0' : lists(controllers, "memory");
        if (found)
            found = snprintf(group, TB_PATH_MAX, "%s", path) < TB_PATH_MAX;
    }
    fclose(file);
    return found;
}

/* Undo what mountinfo does to blanks and backslashes: "\\134" is a backslash, as systemd's names
 * of groups have it. */
static void unescape(char *text)
{
    char *to = text;

    for (; *text != '\0'; text++) {
        unsigned code;
        int length = 0;

        if (sscanf(text, "\\%3o%n", &code, &length) == 1 && length == 4) {
            *to++ = (char)code;
            text += length - 1;
        } else {
            *to++ = *text;
        }
    }
    *to = '\0';
}

/* One line of mountinfo: where a hierarchy is mounted, and which of its groups is there. */
static bool parse_mount(const char *line, const struct group_files *files, char top[TB_PATH_MAX],
                        char mounted[TB_PATH_MAX])
{
    char version[16], options[256];
    const char *behind = strstr(line, " - ");

    _Static_assert(TB_PATH_MAX == 4096, "the widths of the pattern");
    if (behind == NULL || sscanf(line, "%*s %*s %*s %4095s %4095s", top, mounted) != 2 ||
        sscanf(behind, " - %15s %*s %255s", version, options) != 2 ||
        strcmp(version, files->version) != 0 || !(is_second(files) || lists(options, "memory")))
        return false;
    unescape(top);
    unescape(mounted);
    return true;
}

/* What of a group's path is behind `top`; NULL if it is not `top` or in it. */
static const char *path_behind(const char *group, const char *top)
{
    size_t length = strcmp(top, "/") == 0 ? 0 : strlen(top);

    if (strncmp(group, top, length) != 0 || (group[length] != '/' && group[length] != '\0'))
        return NULL;
    return group + length;
}

/* The folder of the process's group, and how much of the path is the mount itself. The same
 * hierarchy may be mounted in parts in several places; and a container often sees its own group
 * alone, under a path that it does not know: then the mount is taken for it. */
static bool find_folder(const char *root, const struct group_files *files, char folder[LINE_BYTES],
                        size_t *mount_length)
{
    char line[LINE_BYTES], group[TB_PATH_MAX], top[TB_PATH_MAX], mounted[TB_PATH_MAX];
    const char *behind = NULL;
    bool found = false;
    FILE *file;

    if (!find_group(root, files, group) ||
        (file = open_under(root, "/proc/self/mountinfo")) == NULL)
        return false;
    while (behind == NULL && fgets(line, sizeof line, file) != NULL) {
        if (!parse_mount(line, files, top, mounted))
            continue;
        behind = path_behind(group, top);
        if (behind == NULL && found)
            continue;
        found = true;
        *mount_length = strlen(mounted);
        snprintf(folder, LINE_BYTES, "%s%s", mounted, behind == NULL ? "" : behind);
    }
    fclose(file);
    return found;
}

/* The group of the process and all that it is in, up to where they are mounted. */
static uint64_t left_in_groups(const char *root, const struct group_files *files)
{
    char folder[LINE_BYTES];
    size_t mount_length;
    uint64_t left = TB_TOO_LARGE;

    if (!find_folder(root, files, folder, &mount_length))
        return left;
    for (;;) {
        left = least(left, left_in_group(root, folder, files));
        if (strlen(folder) == mount_length)
            return left;
        /* What is behind the mount begins with a slash. */
        *strrchr(folder, '/') = '\0';
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

static uint64_t left_by_limit(const struct rlimit *limit, uint64_t taken)
{
    return limit->rlim_cur == RLIM_INFINITY ? TB_TOO_LARGE : memory_left(limit->rlim_cur, taken);
}

uint64_t tb_memory_available(void)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), all, data;
    uint64_t left = tb_memory_of_system("");
    struct rlimit of_all = {.rlim_cur = RLIM_INFINITY}, of_data = of_all;

    count_pages(&all, &data);
    left = least(left, memory_left(SIZE_MAX / 2, tb_size_mul(all, page)));
    getrlimit(RLIMIT_AS, &of_all);
    getrlimit(RLIMIT_DATA, &of_data);
    left = least(left, left_by_limit(&of_all, tb_size_mul(all, page)));
    return least(left, left_by_limit(&of_data, tb_size_mul(data, page)));
}
