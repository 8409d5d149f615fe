/* sweep.c -- programs through which every call fails once
 *
 *     sweep --all|--sparse|--quick BUILD LIBRARY [FLOW...]
 *
 * Each flow (flows.c) is run as it is, and then again and again with LIBRARY (start.c) loaded
 * before it, which makes call number 1, 2, 3, ... of a class fail until there is none. Every run
 * must end by itself with
 * - exit code 0, and print and write exactly what the first run did, or
 * - exit code 1, one line on standard error that names the program, and on standard output no more
 *   than a beginning of what is right,
 * leave no memory and no file in use, and leave in its folder whole files alone: each as it was
 * before or as the first run made it. If it is in between, a run without failures must lead to the
 * files of the first run.
 *
 * --all fails every call, --sparse few of those that are many, and --quick few calls of the flows
 * that are marked so. Unless TILEBASE_TEST_LONG is set, all mean --quick.
 */
#include <ctype.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "failing.h"
#include "flows.h"
#include "scene.h"

enum {
    SECONDS_MOST = 60, /* for one run; a hang */
    TEXT_MOST = 1 << 20,
    SPARSE = 16, /* every call up to this, then in growing steps */
    READS = 64,  /* the same for reads, which are mostly those of long files of the system */
};

/* The ways to fail. */
struct way {
    enum failing_class what;
    int error;
    bool lasting;
    bool leaves; /* a temporary file may stay */
};

static const struct way ways[] = {
    {FAILING_ALLOC, ENOMEM, false, false},
    {FAILING_ALLOC, ENOMEM, true, false},
    {FAILING_MAP, ENOMEM, false, false},
    {FAILING_MAP, ENOMEM, true, false},
    {FAILING_UNMAP, ENOMEM, false, false},
    {FAILING_OPEN, EMFILE, false, false},
    {FAILING_OPEN, ENOMEM, false, false},
    {FAILING_OPEN, EMFILE, true, false},
    {FAILING_READ, EIO, false, false},
    {FAILING_READ, EINTR, false, false},
    {FAILING_READ, FAILING_SHORT, false, false},
    {FAILING_WRITE, ENOSPC, false, false},
    {FAILING_WRITE, ENOSPC, true, false},
    {FAILING_WRITE, EINTR, false, false},
    {FAILING_WRITE, FAILING_SHORT, true, false},
    {FAILING_SYNC, EIO, false, false},
    {FAILING_SYNC, ENOSPC, true, false},
    {FAILING_CLOSE, EIO, false, false},
    {FAILING_RENAME, ENOSPC, false, false},
    {FAILING_RENAME, EIO, true, false},
    {FAILING_UNLINK, EIO, true, true},
    {FAILING_STAT, EIO, false, false},
    {FAILING_STAT, ENOMEM, true, false},
    {FAILING_SEEK, EINVAL, false, false},
    {FAILING_CUT, EIO, false, false},
    {FAILING_LOCK, ENOLCK, false, false},
    {FAILING_LOCK, EINTR, false, false},
    {FAILING_LOCK, EWOULDBLOCK, false, true},
    {FAILING_MKDIR, ENOSPC, false, false},
    {FAILING_LIST, EIO, false, false},
    {FAILING_PATH, ENOMEM, false, false},
    {FAILING_THREAD, EAGAIN, false, false},
    {FAILING_SYSTEM, EINVAL, false, false},
    {FAILING_SYSTEM, ENOMEM, true, false},
};

enum { WAYS = sizeof ways / sizeof *ways };

/* How a run ended and what it said, with times made alike. */
struct run {
    int status; /* as waitpid gives it; -1 after a timeout */
    char *out, *err;
};

struct count {
    unsigned long runs, survived, calls;
};

/* All that a sweep knows. */
struct sweep {
    bool quick, sparse;
    const char *build;
    char root[64]; /* a folder of its own */
    char work[96]; /* where programs run */
    char preload[PATH_MAX];
    char record[96];
    struct failing_outcome *outcome;
    unsigned long faults;
    struct count count[WAYS];
};

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* --- texts --- */

/* How long a time is that begins here: "12.3 ms", "1 h 02 min"; 0 if there is none. */
static size_t time_length(const char *text)
{
    static const char *const units[] = {"ms", "s", "min", "h", "nodes/s"};
    size_t digits = strspn(text, "0123456789.,"), space = text[digits] == ' ';

    for (size_t i = 0; digits > 0 && i < sizeof units / sizeof *units; i++) {
        size_t length = strlen(units[i]);

        if (strncmp(text + digits + space, units[i], length) == 0 &&
            !isalnum((unsigned char)text[digits + space + length]))
            return digits + space + length;
    }
    return 0;
}

/* Make all times alike, in place. */
static void normalise(char *text)
{
    char *to = text;
    bool inside = false; /* a word or number */

    while (*text != '\0') {
        size_t length = inside ? 0 : time_length(text);

        if (length > 0) {
            *to++ = 'T';
            text += length;
            continue;
        }
        if (strncmp(text, "seconds\":", 9) == 0) {
            memmove(to, text, 9);
            to += 9;
            text += 9;
            text += strspn(text, "0123456789.e+-");
            *to++ = 'T';
            continue;
        }
        inside = isalnum((unsigned char)*text) || *text == '.';
        *to++ = *text++;
    }
    *to = '\0';
}

static char *read_text(int file)
{
    char *text = malloc(TEXT_MOST);
    ssize_t count = text == NULL ? -1 : pread(file, text, TEXT_MOST - 1, 0);

    if (count < 0)
        err(2, "output of a program");
    text[count] = '\0';
    normalise(text);
    return text;
}

/* Lines that are not known and begin with the program's name; `other`: or with anything else. */
static unsigned error_lines(const char *text, const char *program, const char *known, bool *other)
{
    unsigned count = 0;

    *other = false;
    while (*text != '\0') {
        size_t length = strcspn(text, "\n"), name = strlen(program);
        char *line = strndup(text, length + 1);

        if (strstr(known, line) == NULL) {
            if (strncmp(text, program, name) == 0 && text[name] == ':' && text[name + 1] == ' ' &&
                length > name + 4 && text[length] == '\n')
                count++;
            else
                *other = true;
        }
        free(line);
        text += length + (text[length] == '\n');
    }
    return count;
}

/* --- runs --- */

static int open_scratch(void)
{
    int file = memfd_create("output", MFD_CLOEXEC);

    if (file < 0)
        err(2, "memfd_create");
    return file;
}

/* Wait for the end of a process, not forever. */
static int wait_for(pid_t process)
{
    double end = now() + SECONDS_MOST;
    struct timespec pause = {0, 300000};
    int status;

    for (;;) {
        pid_t ended = waitpid(process, &status, WNOHANG);

        if (ended == process)
            return status;
        if (ended < 0)
            err(2, "waitpid");
        if (now() > end)
            break;
        nanosleep(&pause, NULL);
    }
    kill(process, SIGKILL);
    waitpid(process, &status, 0);
    return -1;
}

static void set_environment(const struct sweep *sweep, const char *plan)
{
    setenv("LC_ALL", "C", 1);
    setenv("HOME", sweep->root, 1);
    setenv("TILEBASE_PATH", "db:cat", 1);
    setenv("OMP_WAIT_POLICY", "passive", 1);
    setenv("TILEBASE_OUTCOME", sweep->record, 1);
    setenv("ASAN_OPTIONS", "verify_asan_link_order=0:detect_leaks=1:exitcode=99", 1);
    unsetenv("XDG_DATA_HOME");
    unsetenv("OMP_NUM_THREADS");
    if (plan != NULL)
        setenv("TILEBASE_FAIL", plan, 1);
    else
        unsetenv("TILEBASE_FAIL");
}

/* A process of its own with the environment, the folder and the streams that it needs. */
static pid_t start(const struct sweep *sweep, const char *const *words, int out, int error,
                   bool preloaded)
{
    char path[PATH_MAX];
    pid_t process;

    snprintf(path, sizeof path, "%s/%s/%s", sweep->build,
             strcmp(words[0], "pdbsolve") == 0 ? "solver" : words[0], words[0]);
    process = fork();
    if (process != 0)
        return process;
    if (chdir(sweep->work) != 0)
        _exit(97);
    close(STDIN_FILENO);
    open("/dev/null", O_RDONLY);
    dup2(out, STDOUT_FILENO);
    dup2(error, STDERR_FILENO);
    if (preloaded)
        setenv("LD_PRELOAD", sweep->preload, 1);
    execv(path, (char *const *)(uintptr_t)words);
    _exit(98);
}

static void run_program(const struct sweep *sweep, const char *const *words, const char *plan,
                        struct run *run)
{
    int out = open_scratch(), error = open_scratch();
    pid_t process;

    memset(sweep->outcome, 0, sizeof *sweep->outcome);
    set_environment(sweep, plan);
    process = start(sweep, words, out, error, plan != NULL);
    if (process < 0)
        err(2, "fork");
    run->status = wait_for(process);
    run->out = read_text(out);
    run->err = read_text(error);
    close(out);
    close(error);
}

static void run_free(struct run *run)
{
    free(run->out);
    free(run->err);
}

/* --- judging --- */

/* What is known of a flow before anything fails. */
struct known {
    const struct flow *flow;
    struct scene before, after;
    struct run run;
};

static bool begins_with(const char *whole, const char *part)
{
    return strncmp(whole, part, strlen(part)) == 0;
}

static bool guesses(const struct known *known, const struct way *way)
{
    return (known->flow->traits & FLOW_GUESSES) != 0 && way->what == FAILING_STAT;
}

/* Whether what was printed before a failure is right so far. */
static bool right_so_far(const struct known *known, const struct way *way, const struct run *run)
{
    return (known->flow->traits & (FLOW_MANY | FLOW_VARIES | FLOW_GIVES_UP)) != 0 ||
           way->what == FAILING_WRITE || guesses(known, way) ||
           begins_with(known->run.out, run->out);
}

/* Why a success is none; NULL if it is one. */
static const char *judge_success(const struct known *known, const struct way *way,
                                 const struct run *run)
{
    bool any = (known->flow->traits & FLOW_VARIES) != 0 || guesses(known, way);

    if (!any && strcmp(run->out, known->run.out) != 0)
        return "exit code 0 with another output";
    return strcmp(run->err, known->run.err) == 0 ? NULL : "exit code 0 with other messages";
}

/* Why an end is wrong; NULL if it is right. */
static const char *judge_end(const struct known *known, const struct way *way,
                             const struct run *run)
{
    bool other, many = (known->flow->traits & FLOW_MANY) != 0;
    unsigned errors = error_lines(run->err, known->flow->words[0], known->run.err, &other);

    if (run->status == -1)
        return "it hangs";
    if (!WIFEXITED(run->status))
        return "a signal ended it";
    if (WEXITSTATUS(run->status) == 0)
        return judge_success(known, way, run);
    if (WEXITSTATUS(run->status) != 1 && !(WEXITSTATUS(run->status) == 130 && way->error == EINTR))
        return "another exit code"; /* a signal that ends a read is Ctrl-C while waiting */
    if (errors == 0 || (errors > 1 && !many) || other)
        return "not one line that says why";
    if (strstr(run->err, "Success") != NULL)
        return "it fails for no reason";
    return right_so_far(known, way, run) ? NULL : "a wrong output before the failure";
}

static const char *judge_leaks(const struct failing_outcome *outcome)
{
    if (!outcome->began || !outcome->ended)
        return "main was left by another way than its end";
    if (outcome->blocks != 0)
        return "blocks of memory are left";
    if (outcome->bytes != 0)
        return "mapped memory is left";
    return outcome->files != 0 ? "files are left open" : NULL;
}

/* Files are whole and those that are meant. */
static const char *judge_files(const struct known *known, const struct way *way,
                               const struct run *run, const struct scene *scene)
{
    if (WEXITSTATUS(run->status) == 0 && !way->leaves && !scene_same(scene, &known->after))
        return "exit code 0 with other files";
    for (unsigned i = 0; i < scene->count; i++) {
        const struct scene_file *file = &scene->files[i];
        const struct scene_file *old = scene_find(&known->before, file->path);
        const struct scene_file *new = scene_find(&known->after, file->path);

        if (old == NULL && new == NULL && !way->leaves)
            return "a file is left that should not be there";
        if (!scene_file_same(file, old) && !scene_file_same(file, new) &&
            (old != NULL || new != NULL))
            return "a file is neither the old one nor the new one";
    }
    for (unsigned i = 0; i < known->before.count; i++)
        if (scene_find(scene, known->before.files[i].path) == NULL &&
            scene_find(&known->after, known->before.files[i].path) != NULL)
            return "a file is lost";
    return NULL;
}

/* From what a failure left, a run without one comes to the same files. */
static const char *judge_next(const struct sweep *sweep, const struct known *known,
                              const struct way *way)
{
    const char *fault = NULL;
    struct scene scene;
    struct run run;

    run_program(sweep, known->flow->words, NULL, &run);
    scene_read(&scene, sweep->work);
    if (run.status != known->run.status)
        fault = "the next run fails";
    for (unsigned i = 0; i < known->after.count && fault == NULL; i++)
        if (!scene_file_same(&known->after.files[i],
                             scene_find(&scene, known->after.files[i].path)))
            fault = "the next run comes to other files";
    if (fault == NULL && !way->leaves && scene.count != known->after.count)
        fault = "the next run leaves other files";
    scene_free(&scene);
    run_free(&run);
    return fault;
}

static void tell(struct sweep *sweep, const struct known *known, const char *plan,
                 const char *fault, const struct run *run)
{
    const struct failing_outcome *outcome = sweep->outcome;

    sweep->faults++;
    printf("%s, %s: %s\n", known->flow->name, plan, fault);
    printf("  status %#x, %lu blocks, %ld bytes, %ld files", (unsigned)run->status, outcome->blocks,
           outcome->bytes, outcome->files);
    for (unsigned i = 0; i < FAILING_CALLERS && outcome->callers[i].name[0] != '\0'; i++)
        printf(" %s+%#lx", outcome->callers[i].name, outcome->callers[i].offset);
    printf("\n  standard error: %.3000s\n  standard output: %.300s\n", run->err, run->out);
    fflush(stdout);
}

/* --- sweeping --- */

/* Fail one call; false when there was none of that number any more. */
static bool fail_one(struct sweep *sweep, const struct known *known, unsigned way,
                     unsigned long number)
{
    const char *fault;
    struct scene scene;
    struct run run;
    char plan[64];
    bool fired;

    snprintf(plan, sizeof plan, "%s:%lu:%d%s", failing_names[ways[way].what], number,
             ways[way].error, ways[way].lasting ? "+" : "");
    run_program(sweep, known->flow->words, plan, &run);
    fired = sweep->outcome->fired > 0;
    scene_read(&scene, sweep->work);
    fault = judge_end(known, &ways[way], &run);
    /* The first is of the file itself; its folder's may fail. */
    if (fired && ways[way].what == FAILING_SYNC && number == 1 && run.status == 0)
        fault = "nobody noticed that the file is not on disk";
    if (fault == NULL)
        fault = judge_leaks(sweep->outcome);
    if (fault == NULL)
        fault = judge_files(known, &ways[way], &run, &scene);
    if (fault == NULL && !scene_same(&scene, &known->before) && !scene_same(&scene, &known->after))
        fault = judge_next(sweep, known, &ways[way]);
    if (fault != NULL)
        tell(sweep, known, plan, fault, &run);
    if (fired) {
        sweep->count[way].runs++;
        sweep->count[way].calls += sweep->outcome->fired;
        sweep->count[way].survived += WIFEXITED(run.status) && WEXITSTATUS(run.status) == 0;
    }
    if (!scene_same(&scene, &known->before))
        scene_restore(&known->before, sweep->work);
    scene_free(&scene);
    run_free(&run);
    return fired;
}

static unsigned long next_number(const struct sweep *sweep, unsigned way, unsigned long number)
{
    unsigned long all = sweep->sparse ? SPARSE : ways[way].what == FAILING_READ ? READS : ULONG_MAX;

    return number + 1 + (number >= all ? number / 4 : 0);
}

/* The scene of a flow: the catalogue, the boards, and its files. */
static void set_scene(const struct sweep *sweep, const struct flow *flow)
{
    static const char boards[] = "5 4 3 2 1 0\n1 2 0 4 5 3\n\n# solved\n1 2 3 4 5 0\n";
    static const char half[] = "# halves\nboard 3x2\n a a a\n b b .\n";
    static const char third[] = "# thirds\nboard 3x2\nkind zero-aware\n a a b\n c c .\n";
    static const struct scene nothing;
    char path[PATH_MAX];

    scene_restore(&nothing, sweep->work);
    if (chdir(sweep->work) != 0 || mkdir("cat", 0777) != 0 ||
        (flow->files[0] != NULL && mkdir("db", 0777) != 0))
        err(2, "%s", sweep->work);
    write_bytes("cat/half.txt", half, strlen(half));
    write_bytes("cat/third.txt", third, strlen(third));
    write_bytes("boards", boards, strlen(boards));
    for (unsigned i = 0; i < sizeof flow->files / sizeof *flow->files && flow->files[i] != NULL;
         i++) {
        const char *name = flow->files[i], *other = strchr(name, '=');
        size_t count;
        char *bytes;

        snprintf(path, sizeof path, "%s/%s%s", sweep->root, other == NULL ? "samples/" : "",
                 other == NULL ? name : other + 1);
        bytes = read_bytes(path, &count);
        snprintf(path, sizeof path, "db/%.*s", (int)strcspn(name, "="), name);
        write_bytes(path, bytes, count);
        free(bytes);
    }
}

static void sweep_flow(struct sweep *sweep, const struct flow *flow)
{
    static struct known known;
    unsigned long before = sweep->faults, runs = 0;
    double start_time = now();

    known.flow = flow;
    set_scene(sweep, flow);
    scene_read(&known.before, sweep->work);
    run_program(sweep, flow->words, NULL, &known.run);
    if (known.run.status != 0)
        errx(2, "%s fails by itself: %s", flow->name, known.run.err);
    scene_read(&known.after, sweep->work);
    scene_restore(&known.before, sweep->work);
    memset(sweep->count, 0, sizeof sweep->count);
    for (unsigned way = 0; way < WAYS; way++)
        for (unsigned long number = 1; fail_one(sweep, &known, way, number);
             number = next_number(sweep, way, number))
            if (sweep->faults > before + 50)
                errx(1, "%s: too many faults", flow->name);
    printf("%-22s", flow->name);
    for (unsigned way = 0; way < WAYS; way++) {
        runs += sweep->count[way].runs;
        if (sweep->count[way].runs > 0)
            printf(" %s:%d%s %lu/%lu", failing_names[ways[way].what], ways[way].error,
                   ways[way].lasting ? "+" : "", sweep->count[way].survived,
                   sweep->count[way].runs);
    }
    printf("  %lu runs, %.1f s\n", runs, now() - start_time);
    fflush(stdout);
    run_free(&known.run);
    scene_free(&known.before);
    scene_free(&known.after);
}

/* --- setting up --- */

/* Databases for the flows, and a text that is in the way of an output. */
static void make_samples(struct sweep *sweep)
{
    static const struct {
        const char *folder, *layout;
    } layouts[] = {{"../samples", "zstd"}, {"../mapped", "mapped"}};
    char path[PATH_MAX];

    for (unsigned layout = 0; layout < 2; layout++)
        for (unsigned i = 0; flow_samples[i][0] != NULL; i++) {
            const char *words[FLOW_WORDS + 10] = {"pdbgen"};
            unsigned count = 1;
            struct run run;

            for (unsigned j = 0; j < FLOW_WORDS && flow_samples[i][j] != NULL; j++)
                words[count++] = flow_samples[i][j];
            words[count++] = "--output";
            words[count++] = layouts[layout].folder;
            words[count++] = "--layout";
            words[count++] = layouts[layout].layout;
            run_program(sweep, words, NULL, &run);
            if (run.status != 0)
                errx(2, "%s", run.err);
            run_free(&run);
        }
    snprintf(path, sizeof path, "%s/samples/2x2-additive-1-3.pdb.txt", sweep->root);
    write_bytes(path, "what was there before\n", 22);
}

static void set_up(struct sweep *sweep, const char *library)
{
    int file;

    /* In memory if that can be, since nothing here needs a disk. */
    snprintf(sweep->root, sizeof sweep->root, "%s/tilebase-sweep-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    if (mkdtemp(sweep->root) == NULL)
        err(2, "%s", sweep->root);
    snprintf(sweep->work, sizeof sweep->work, "%s/work", sweep->root);
    snprintf(sweep->record, sizeof sweep->record, "%s/outcome", sweep->root);
    if (realpath(library, sweep->preload) == NULL)
        err(2, "%s", library);
    file = open(sweep->record, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (mkdir(sweep->work, 0777) != 0 || file < 0 || ftruncate(file, sizeof *sweep->outcome) != 0)
        err(2, "%s", sweep->root);
    sweep->outcome =
        mmap(NULL, sizeof *sweep->outcome, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (sweep->outcome == MAP_FAILED)
        err(2, "mmap");
    close(file);
}

static bool wanted(const struct sweep *sweep, const struct flow *flow, char **names)
{
    if (*names == NULL)
        return !sweep->quick || (flow->traits & FLOW_QUICK) != 0;
    while (*names != NULL && strcmp(*names, flow->name) != 0)
        names++;
    return *names != NULL;
}

int main(int argc, char **argv)
{
    static struct sweep sweep;
    static const struct scene nothing;
    const char *mode = argc > 1 ? argv[1] : "";

    if (argc < 4 || (strcmp(mode, "--all") != 0 && strcmp(mode, "--sparse") != 0 &&
                     strcmp(mode, "--quick") != 0))
        errx(2, "usage: sweep --all|--sparse|--quick BUILD LIBRARY [FLOW...]");
    sweep.quick = strcmp(mode, "--quick") == 0 || getenv("TILEBASE_TEST_LONG") == NULL;
    sweep.sparse = sweep.quick || strcmp(mode, "--sparse") == 0;
    sweep.build = argv[2];
    set_up(&sweep, argv[3]);
    set_scene(&sweep, &flows[0]);
    make_samples(&sweep);
    for (const struct flow *flow = flows; flow->name != NULL; flow++)
        if (wanted(&sweep, flow, argv + 4))
            sweep_flow(&sweep, flow);
    if (chdir("/") != 0)
        err(2, "/");
    scene_restore(&nothing, sweep.root);
    rmdir(sweep.root);
    printf("%lu faults\n", sweep.faults);
    return sweep.faults == 0 ? 0 : 1;
}
