/* replay.c -- run a fuzz target on files, and on changes of them, without libFuzzer
 *
 *     fuzz_NAME [CHANGES] FILE|FOLDER...
 *
 * Of a folder all files are run, each as it is and then changed in CHANGES ways (0 unless given)
 * by the target's mutator. What is changed follows from the file alone, so that a failure comes
 * again. Thus every compiler's tests run what fuzzing has found, and a little more.
 */
#include <dirent.h>
#include <sys/stat.h>

#include "fuzz.h"

/* A changed file is at most so many bytes longer. */
enum { MORE = 256 };

/* Only some targets have a mutator. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed)
    __attribute__((weak));

/* Write a random byte over one of the input's, put it before one, or take one away. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room)
{
    uint64_t seed = size == 0 ? 0 : data[0] + 256u * data[size / 2] + size;
    uint64_t random = tb_random(&seed);
    size_t at = size == 0 ? 0 : (size_t)(tb_random(&seed) % size);

    if (random % 4 == 0 && size < room) {
        memmove(data + at + 1, data + at, size - at);
        size++;
    } else if (random % 4 == 1 && size > 0) {
        memmove(data + at, data + at + 1, size - at - 1);
        return size - 1;
    }
    if (size > 0)
        data[at] = (uint8_t)(random >> 8);
    return size;
}

/* Change by change, each on top of the ones before. */
static void replay_changes(const uint8_t *bytes, size_t size, unsigned changes)
{
    size_t room = size + MORE;
    uint8_t *changed = take(room);
    uint64_t seed = size;

    memcpy(changed, bytes, size);
    for (unsigned i = 0; i < changes; i++) {
        unsigned number = (unsigned)tb_random(&seed);

        size = LLVMFuzzerCustomMutator != NULL
                   ? LLVMFuzzerCustomMutator(changed, size, room, number)
                   : LLVMFuzzerMutate(changed, size, room);
        LLVMFuzzerTestOneInput(changed, size);
    }
    free(changed);
}

static int replay_file(const char *path, unsigned changes)
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes;
    long size;

    if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0) {
        perror(path);
        return 1;
    }
    rewind(file);
    bytes = take((size_t)size);
    HOLDS(fread(bytes, 1, (size_t)size, file) == (size_t)size);
    fclose(file);
    /* What stands here last, if the target aborts, is the file that did it. */
    printf("%s\n", path);
    fflush(stdout);
    LLVMFuzzerTestOneInput(bytes, (size_t)size);
    replay_changes(bytes, (size_t)size, changes);
    free(bytes);
    return 0;
}

static int replay_folder(const char *path, unsigned changes)
{
    DIR *folder = opendir(path);
    struct dirent *entry;
    int failed = folder == NULL;

    while (!failed && (entry = readdir(folder)) != NULL) {
        char name[4096];

        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.')
            failed = replay_file(name, changes);
    }
    if (folder != NULL)
        closedir(folder);
    return failed;
}

int main(int argc, char **argv)
{
    struct stat info;
    char *end = NULL;
    unsigned changes = argc > 1 ? (unsigned)strtoul(argv[1], &end, 10) : 0;
    int first = end != NULL && *end == '\0' ? 2 : 1, failed = argc <= first;

    for (int i = first; i < argc && !failed; i++)
        failed = stat(argv[i], &info) == 0 && S_ISDIR(info.st_mode)
                     ? replay_folder(argv[i], changes)
                     : replay_file(argv[i], changes);
    return failed;
}
