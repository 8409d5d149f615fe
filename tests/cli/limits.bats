#!/usr/bin/env bats
# limits.bats -- little memory, few files, threads and stack, and no home: one line, or the right answer

bats_require_minimum_version 1.5.0
load common
load solving

small=2x2-additive-1-3.pdb # of 24 entries

# Run a command under limits of the shell: the arguments of ulimit, then -- and the command.
limited() {
    invoke bash -c 'while [ "$1" != -- ]; do ulimit $1 || exit 77; shift; done; shift; exec "$@"' - "$@"
    [ "$status" -ne 77 ] || skip "cannot set the limit"
}

# The last command either did all of its work or failed with one line, by no signal.
done_or_told() {
    if [ "$status" -ne 0 ]; then
        one_line_error 1 ""
    fi
    no_parts db
}

@test "a limit of memory: what does not fit is not begun, and what fits is built" {
    ! sanitized || skip "a sanitizer needs its own memory"
    for limit in -v -d; do
        program=pdbgen
        limited "$limit 500000" -- "$PDBGEN" --threads 1 7-8
        one_line_error 1 "MB are free: choose smaller patterns"
        no_files db
        limited "$limit 500000" -- "$PDBGEN" --threads 1 5-5-5
        succeeded
        whole db/*
        rm -r db
    done
}

@test "any limit of memory: the whole work or one line" {
    ! sanitized || skip "a sanitizer needs its own memory"
    gen --output from --layout mapped --tiles 1-6
    for kb in 12000 16000 20000 24000 28000 32000 40000 50000 70000 100000; do
        program=pdbgen
        limited "-v $kb" -- "$PDBGEN" --threads 2 --tiles 1-5
        [ "$status" -eq 127 ] && continue # not even the program could be loaded
        done_or_told
        [ "$status" -ne 0 ] || whole db/*
        program=pdbinfo
        limited "-v $kb" -- "$PDBINFO" --threads 1 --verify from/*.pdb
        done_or_told
        program=pdbsolve
        limited "-v $kb" -- "$PDBSOLVE" --quiet --threads 1 --partition 5-5-5 --random 1 --walk 20
        done_or_told
        rm -rf db
    done
    succeeded
}

@test "a control group of little memory" {
    local group=/sys/fs/cgroup/memory/tilebase-test-$$ limit=memory.limit_in_bytes

    if [ -f /sys/fs/cgroup/cgroup.controllers ]; then
        group=/sys/fs/cgroup/tilebase-test-$$ limit=memory.max
    fi
    mkdir "$group" 2>/dev/null || skip "no control groups to be made here"
    if ! echo 300000000 2>/dev/null >"$group/$limit"; then
        rmdir "$group"
        skip "the control group takes no limit"
    fi
    invoke bash -c 'echo $$ >"$1/cgroup.procs" && shift && exec "$@"' - "$group" "$PDBGEN" --threads 1 7-8
    cp stdout stdout.large; cp stderr stderr.large; large=$status
    invoke bash -c 'echo $$ >"$1/cgroup.procs" && shift && exec "$@"' - "$group" "$PDBGEN" --threads 1 5-5-5
    rmdir "$group"
    succeeded
    whole db/*
    program=pdbgen status=$large stderr=$(cat stderr.large)
    cp stderr.large stderr
    one_line_error 1 "MB are free: choose smaller patterns"
}

@test "few open files" {
    ! sanitized || skip "a sanitizer needs files of its own"
    [[ $CC != *clang* ]] || skip "clang's OpenMP ends a program that cannot open its files"
    gen --output from --layout mapped 8-puzzle
    for files in 3 4 5 6 7 8 9 10; do
        program=pdbgen
        limited "-n $files" -- "$PDBGEN" --tiles 1-3 --board 2x2
        if [ "$status" -ne 127 ]; then # else the program could not even be loaded
            done_or_told
            program=pdbinfo
            limited "-n $files" -- "$PDBINFO" --svg chart from/*.pdb
            done_or_told
            [ -z "$(ls | grep part)" ]
            limited "-n $files" -- "$PDBINFO" --verify from/*.pdb
            done_or_told
            program=pdbsolve
            TILEBASE_PATH=$PWD/from:$TILEBASE_PATH limited "-n $files" -- "$PDBSOLVE" --quiet --partition 8-puzzle $hard3
            done_or_told
            [ "$status" -ne 0 ] || grep -q '31 moves' stdout
        fi
        rm -rf db
    done
    succeeded # with ten
}

@test "no more threads" {
    ! sanitized || skip "a sanitizer needs a thread to look for leaks"
    [ "$(id -u)" -ne 0 ] || need setpriv
    chmod a+x "$BATS_RUN_TMPDIR" "$BATS_RUN_TMPDIR"/* . 2>/dev/null || true
    mkdir db
    chmod 777 db
    local as=()
    if [ "$(id -u)" -eq 0 ]; then
        as=(setpriv --reuid 64999 --clear-groups)
        "${as[@]}" test -x "$PDBGEN" -a -x . || skip "others cannot run it here"
    fi
    for run in "$PDBGEN --threads 8 --tiles 1-3 --board 2x2" "$PDBSOLVE --threads 8 --quiet --random 3 --walk 10"; do
        program=$(basename "${run%% *}")
        invoke "${as[@]}" bash -c 'ulimit -u 1 && exec "$@"' - $run
        one_line_error 1 "the system gives only"
    done
    no_files db
}

@test "a small stack, and no core" {
    gen --output from --layout mapped --tiles 1-6
    for program in gen info solve; do
        ! sanitized || break
        local run=PDB${program^^}
        program=pdb$program
        for stack in 160 240; do
            limited "-s $stack" -- "${!run}" --version
            one_line_error 1 "ulimit -s 256"
        done
    done
    ! sanitized || skip "a sanitizer needs more"
    for stack in 256 1024; do
        program=pdbgen
        limited "-s $stack" "-c 0" -- "$PDBGEN" --threads 2 --tiles 1-5
        succeeded
        whole db/*
        program=pdbinfo
        limited "-s $stack" -- "$PDBINFO" --threads 2 --verify from/*.pdb
        succeeded
        limited "-s $stack" -- "$PDBINFO" --export npy --output values "db/4x4-additive-1-5.pdb"
        succeeded
        program=pdbsolve
        limited "-s $stack" -- "$PDBSOLVE" --quiet --threads 2 --partition 5-5-5 --random 5 --walk 60
        succeeded
        rm -r db
    done
}

@test "no folder for temporary files, and no home" {
    mkdir empty
    cd empty
    program=pdbgen
    invoke env -u HOME -u TILEBASE_PATH TMPDIR=/nosuch/folder "$PDBGEN" --tiles 1-3 --board 2x2
    succeeded
    [ "$(ls pdb)" = "$small" ]
    rm -r pdb
    invoke env -u TILEBASE_PATH HOME= "$PDBGEN" --tiles 1-3 --board 2x2
    succeeded
    [ "$(ls pdb)" = "$small" ]
    rm -r pdb
    invoke env -u TILEBASE_PATH HOME=/proc/nosuch "$PDBGEN" --tiles 1-3 --board 2x2
    one_line_error 1 "cannot make the folder"
    program=pdbsolve
    invoke env -u TILEBASE_PATH HOME=/proc/nosuch TMPDIR=/nosuch "$PDBSOLVE" --quiet $hard3
    succeeded
    grep -q '31 moves' "$BATS_TEST_TMPDIR/stdout"
    no_files .
}

@test "the folder that one is in was removed" {
    mkdir gone
    cd gone
    rmdir ../gone
    program=pdbgen
    status=0
    "$PDBGEN" --output . --tiles 1-3 --board 2x2 2>../stderr 3>&- || status=$?
    stderr=$(cat ../stderr)
    one_line_error 1 "No such file or directory"
    gen --output "$BATS_TEST_TMPDIR/db" --tiles 1-3 --board 2x2
    succeeded
}
