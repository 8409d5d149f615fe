/* main.c -- pdbgen: build pattern databases */
#include "arguments.h"
#include "catalogue.h"
#include "cli/message.h"
#include "cli/start.h"

static enum tb_status run(struct gen_arguments *arguments, struct tb_error *error)
{
    struct job *job = &arguments->job;
    struct tb_folders folders;
    enum tb_status status = tb_folders_default(&folders, error);

    if (status == TB_OK && arguments->list)
        return catalogue_list(&folders, job->json, error);
    if (status == TB_OK)
        status = gen_arguments_collect(arguments, &folders, error);
    if (status == TB_OK && gen_arguments_local(arguments))
        return job_run_local(job, &arguments->board, arguments->region == 0 ? 1 : arguments->region,
                             error);
    return status == TB_OK ? job_run(job, error) : status;
}

int main(int argc, char **argv)
{
    struct gen_arguments arguments;
    struct tb_error error = {0};
    int done;
    enum tb_status status;

    cli_start("pdbgen");
    status = gen_arguments_parse(argc, argv, &arguments, &done, &error);
    if (status == TB_OK && !done)
        status = run(&arguments, &error);
    return cli_finish("pdbgen", status == TB_OK ? CLI_EXIT_OK : cli_fail("pdbgen", &error));
}
