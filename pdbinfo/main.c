/* main.c -- pdbinfo: what is inside a database, and whether it is right */
#include "arguments.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "cli/start.h"
#include "cli/threads.h"

int main(int argc, char **argv)
{
    struct task task;
    struct tb_error error = {0};
    bool different = false;
    int done;
    enum tb_status status;

    cli_start("pdbinfo");
    status = info_arguments_parse(argc, argv, &task, &done, &error);
    if (status == TB_OK && !done)
        status = cli_check_threads(task.threads, &error);
    if (status == TB_OK && !done) {
        cli_interrupt_catch();
        status = task_run(&task, &different, &error);
    }
    return cli_finish("pdbinfo", status != TB_OK ? cli_fail("pdbinfo", &error)
                                 : different     ? CLI_EXIT_FAILURE
                                                 : CLI_EXIT_OK);
}
