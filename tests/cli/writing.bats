#!/usr/bin/env bats
# writing.bats -- what gets in the way of a file: bad folders, full disks, interruption, others at work

bats_require_minimum_version 1.5.0
load common
load solving

small=2x2-additive-1-3.pdb # of 24 entries

# --- folders that cannot be written ---

@test "the output is a regular file" {
    echo text >file
    gen --output file --tiles 1 --board 2x2
    one_line_error 1 "not a folder"
    gen --output file/sub --tiles 1 --board 2x2
    one_line_error 1 "file"
    gen --output file/sub/sub --tiles 1 --board 2x2
    one_line_error 1 "file"
    gen --output /dev/null --tiles 1 --board 2x2
    one_line_error 1 "not a folder"
    gen --output /dev/full --tiles 1 --board 2x2
    one_line_error 1 "not a folder"
    [ "$(cat file)" = text ]
}

@test "a folder that cannot be written" {
    gen --output /proc --tiles 1 --board 2x2
    one_line_error 1 /proc
    gen --output /proc/nosuch/folder --tiles 1 --board 2x2
    one_line_error 1 /proc/nosuch
}

@test "a folder without permission" {
    [ "$(id -u)" -ne 0 ] || skip "permissions do not hold for root"
    mkdir locked
    chmod a-w locked
    gen --output locked --tiles 1 --board 2x2
    one_line_error 1 "Permission denied"
    gen --output locked/sub --tiles 1 --board 2x2
    one_line_error 1 "Permission denied"
}

@test "a loop of links, and a link to nowhere" {
    ln -s loop loop
    gen --output loop --tiles 1 --board 2x2
    one_line_error 1 loop
    ln -s nowhere link
    gen --output link --tiles 1 --board 2x2
    one_line_error 1 link
    [ ! -e nowhere ]
}

@test "the .part file is a link: what it points to is left alone" {
    mkdir db
    echo precious >precious
    ln -s "$PWD/precious" db/2x2-additive-1.pdb.part
    gen --tiles 1 --board 2x2
    [ "$(cat precious)" = precious ]
    one_line_error 1 "in the way"
}

# --- what stands in place of a file ---

# Put something that is no file under a name: a link, a folder, a pipe, a device. Where the
# links lead, nothing may change.
plant() {
    case $1 in
    link) ln -s "$PWD/precious" "$2" ;;
    dangling) ln -s "$PWD/nowhere" "$2" ;;
    loop) ln -s "$PWD/$2" "$2" ;;
    folder-link) ln -s "$PWD/treasury" "$2" ;;
    null-link) ln -s /dev/null "$2" ;;
    folder) mkdir "$2" ;;
    pipe) mkfifo "$2" ;;
    socket) perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Local => shift, Listen => 1) or die' "$2" ;;
    device) mknod "$2" c 1 3 ;;
    esac
}

# What there is to plant here, and what it must not harm.
make_plants() {
    need perl
    plants=(link dangling loop folder-link null-link folder pipe socket)
    ! mknod probe c 1 3 2>/dev/null || plants+=(device)
    rm -f probe
    echo precious >precious
    mkdir treasury db
    echo gold >treasury/gold
}

unharmed() {
    [ "$(cat precious)" = precious ]
    [ "$(ls treasury)" = gold ]
    [ ! -e nowhere ]
    [ -c /dev/null ]
}

# pdbgen, which must not wait for anybody.
gen_at_once() {
    program=pdbgen
    invoke timeout 20 "$PDBGEN" "$@" --tiles 1-3 --board 2x2
}

@test "what is no file in place of the .part file is left alone, and an error" {
    make_plants
    for plant in "${plants[@]}"; do
        plant "$plant" "db/$small.part"
        gen_at_once
        one_line_error 1 "$small.part is in the way: remove it"
        [ "$(ls db)" = "$small.part" ]
        unharmed
        rm -r "db/$small.part"
    done
}

@test "what is no file in place of a database is not written to" {
    make_plants
    gen --output other --tiles 1-3 --board 2x2
    for plant in "${plants[@]}"; do
        plant "$plant" "db/$small"
        gen_at_once
        case $plant in
        dangling) succeeded ;; # as good as nothing there
        link) one_line_error 1 "not a tilebase database" ;;
        *) one_line_error 1 "$small" ;;
        esac
        gen_at_once --force
        if [ "$plant" = folder ]; then
            one_line_error 1 "$small"
        else
            succeeded
            [ ! -L "db/$small" ]
            cmp "db/$small" "other/$small"
        fi
        no_parts db
        unharmed
        rm -r "db/$small"
    done
}

@test "a link to a damaged database is replaced, and what it leads to stays" {
    mkdir db far
    gen --output good --tiles 1-3 --board 2x2
    head -c 100 "good/$small" >far/cut
    cp far/cut before
    ln -s ../far/cut "db/$small"
    gen_at_once
    [ "$status" -eq 0 ]
    [[ $stderr == *"again"* ]]
    cmp far/cut before
    cmp "db/$small" "good/$small"
    [ ! -L "db/$small" ]
}

@test "a .part file that is another name of a file leaves that file alone" {
    mkdir db
    echo precious >precious
    ln precious "db/$small.part"
    gen_at_once
    succeeded
    [ "$(cat precious)" = precious ]
    [ "$(ls db)" = "$small" ]
}

@test "pdbinfo's output in place of other things" {
    make_plants
    gen --output from --tiles 1-3 --board 2x2
    for plant in "${plants[@]}"; do
        plant "$plant" db/chart.tilebase-part
        program=pdbinfo
        invoke timeout 20 "$PDBINFO" --svg db/chart "from/$small"
        one_line_error 1 "in the way"
        [ "$(ls db)" = chart.tilebase-part ]
        unharmed
        rm -r db/chart.tilebase-part
    done
    for plant in dangling loop folder-link folder socket; do
        plant "$plant" db/chart
        program=pdbinfo
        invoke timeout 20 "$PDBINFO" --svg db/chart "from/$small"
        one_line_error 1 db/chart
        [ "$(ls db)" = chart ]
        unharmed
        rm -r db/chart
    done
}

@test "waiting for who reads a pipe can be interrupted" {
    gen --output from --tiles 1-3 --board 2x2
    mkfifo pipe
    program=pdbinfo
    invoke timeout --foreground --preserve-status -s INT 0.5 "$PDBINFO" --svg pipe "from/$small"
    one_line_error 130 interrupted
}

@test "in a folder that others may write to, a planted database is refused" {
    gen --output other --tiles 1-2 --board 2x2
    mkdir db
    # Not whole, or of another pattern: built again.
    for planted in cut other; do
        head -c 100 other/2x2-additive-1-2.pdb >cut
        cp other/2x2-additive-1-2.pdb other/other
        [ "$planted" = cut ] && cp cut "db/$small" || cp other/other "db/$small"
        gen_at_once
        [ "$status" -eq 0 ]
        [[ $stderr == *again* ]]
        whole "db/$small"
    done
}

# --- names ---

@test "folders with odd names" {
    for name in 'two words' "it's \"quoted\"" $'two\nlines' 'Schiebepuzzle ☃' '-dash' '%s%n%d' '*' "$(printf 'x%.0s' {1..255})" $'\033[31mred'; do
        gen --output "$name" --tiles 1-3 --board 2x2
        succeeded
        [ "$(ls -- "./$name")" = "$small" ]
        info --verify -- "./$name/$small"
        succeeded
        info --svg "./$name/%s chart" "./$name/$small"
        succeeded
        [ -s "./$name/%s chart" ]
        echo text >"./$name/file"
        gen --output "$name/file" --tiles 1-3 --board 2x2
        one_line_error 1 "not a folder"
        [[ $stderr != *$'\033'* ]]
    done
}

@test "a name that leaves no room for that of the part" {
    gen --output from --tiles 1-3 --board 2x2
    long=$(printf 'x%.0s' {1..250})
    info --svg "$long" "from/$small"
    one_line_error 1 "too long"
    [ ! -e "$long" ]
}

# --- standard files, and who may do what ---

@test "no database is written where standard files were closed" {
    part=db/4x4-additive-1-8.pdb.part
    for closed in '<&-' '>&-' '2>&-' '<&- >&- 2>&-'; do
        eval 'exec "$PDBGEN" --threads 1 --cpu portable 7-8 3>&- '"$closed" >/dev/null 2>&1 </dev/null &
        wait_for "$part"
        for file in 0 1 2; do
            [[ $(readlink "/proc/$!/fd/$file") != *.part ]]
        done
        kill -TERM $!
        wait $! || [ $? -eq 130 ]
        no_files db
    done
    # And what is printed is lost, or the end, but in no file.
    gen --output good 8-puzzle
    for closed in '<&-' '>&-' '2>&-' '<&- >&- 2>&-'; do
        mkdir -p db
        head -c 100 good/3x3-additive-1-8.pdb >db/3x3-additive-1-8.pdb # so that there is something to tell
        eval '"$PDBGEN" 8-puzzle 3>&- '"$closed" >/dev/null 2>&1 || true
        diff -r db good
    done
}

@test "standard output closed or full is one error, and the databases are whole" {
    for output in '>&-' '>/dev/full'; do
        code=0
        eval '"$PDBGEN" 5-5-5 3>&- '"$output"' 2>stderr' || code=$?
        program=pdbgen status=$code stderr=$(cat stderr)
        one_line_error 1 "standard output"
        no_parts db
        whole db/*
        rm -r db
    done
}

@test "who reads its output goes away: whole databases and no rest" {
    "$PDBGEN" 5-5-5 8-puzzle 3>&- | true
    no_parts db
    ! compgen -G 'db/*' >/dev/null || whole db/*
}

@test "files are made with the permissions that umask leaves" {
    for mask in 000 022 027 077; do
        (umask "$mask" && "$PDBGEN" --tiles 1-3 --board 2x2 >/dev/null && "$PDBINFO" --svg db/chart "db/$small") 3>&-
        for file in "db/$small" db/chart; do
            [ "$(stat -c %a "$file")" = "$(printf %o $((0666 & ~0$mask)))" ]
        done
        rm -r db
    done
}

# Run pdbgen as somebody who may do less, if we are root; else as who we are.
gen_as_other() {
    program=pdbgen
    if [ "$(id -u)" -eq 0 ]; then
        need setpriv
        setpriv --reuid 65534 --clear-groups test -x "$PDBGEN" -a -x . || skip "others cannot run it here"
        invoke setpriv --reuid 65534 --clear-groups "$PDBGEN" "$@" --tiles 1-3 --board 2x2
    else
        invoke "$PDBGEN" "$@" --tiles 1-3 --board 2x2
    fi
}

@test "a folder, a part, or a database of somebody else" {
    chmod a+x "$BATS_RUN_TMPDIR" "$BATS_RUN_TMPDIR"/* . 2>/dev/null || true
    mkdir locked
    chmod 555 locked
    gen_as_other --output locked
    one_line_error 1 "Permission denied"
    no_files locked
    gen_as_other --output locked/sub
    one_line_error 1 "Permission denied"
    mkdir open
    chmod 777 open
    echo mine >"open/$small.part"
    chmod 000 "open/$small.part"
    gen_as_other --output open
    if [ "$(id -u)" -eq 0 ]; then
        one_line_error 1 "$small.part is in the way: remove it"
        [ "$(cat "open/$small.part")" = mine ]
    fi
}

@test "in a folder that cannot be written, what is there is used" {
    chmod a+x "$BATS_RUN_TMPDIR" "$BATS_RUN_TMPDIR"/* . 2>/dev/null || true
    mkdir db
    gen --tiles 1-3 --board 2x2
    chmod 555 db
    gen_as_other --output db
    succeeded
    [[ $output == *"already there"* ]]
}

@test "paths that are too long" {
    gen --output "$(printf 'x%.0s' {1..300})" --tiles 1 --board 2x2
    one_line_error 1 "xxx"
    gen --output "$(printf 'x/%.0s' {1..2040})" --tiles 1 --board 2x2
    one_line_error 2 "long"
    gen --output "$(printf 'x/%.0s' {1..5000})" --tiles 1 --board 2x2
    one_line_error 2 "--output"
}

# --- a full disk, or no more than so much ---

# Run a shell script in the folder disk, which is a file system of that size
# that goes away with the script.
on_small_disk() {
    local size=$1 user=()

    need unshare
    shift
    mkdir disk
    [ "$(id -u)" -eq 0 ] || user=(--map-root-user)
    unshare --mount "${user[@]}" mount -t tmpfs tilebase disk 3>&- || skip "cannot mount"
    unshare --mount "${user[@]}" sh -c \
        'mount -t tmpfs -o size='"$size"' tilebase disk && cd disk && "$@"' \
        sh bash -c "$1" 3>&-
}

@test "a full disk: one line, and nothing is left" {
    export PDBGEN
    on_small_disk 16k '"$PDBGEN" --output . --tiles 1-5 >../stdout 2>../stderr; echo $? >../status; ls -A >../left'
    program=pdbgen status=$(cat status) stderr=$(cat stderr)
    one_line_error 1 "No space left"
    [ ! -s left ]
}

@test "a full disk, layout mapped" {
    export PDBGEN
    on_small_disk 64k '"$PDBGEN" --output . --layout mapped 8-puzzle >../stdout 2>../stderr; echo $? >../status; ls -A >../left'
    program=pdbgen status=$(cat status) stderr=$(cat stderr)
    one_line_error 1 "No space left"
    [ ! -s left ]
}

@test "a full disk harms nothing that is there" {
    export PDBGEN
    gen --output good --tiles 1-5
    on_small_disk 64k 'cp ../good/* . &&
        "$PDBGEN" --output . --force --tiles 1-5 >../stdout 2>../stderr; echo $? >../status
        "$PDBGEN" --output . --layout mapped --tiles 1-5 >>../stdout 2>>../stderr; echo $? >>../status
        ls -A >../left; cp ./* ../db'
    [ "$(cat status)" = $'1\n1' ]
    [ "$(grep -c '^pdbgen: .*No space left' stderr)" -eq 2 ]
    [ "$(wc -l <stderr)" -eq 2 ]
    [ "$(cat left)" = 4x4-additive-1-5.pdb ]
    cmp good/4x4-additive-1-5.pdb db
}

@test "a disk without room for the folder's entry" {
    export PDBGEN
    on_small_disk 64k 'head -c 100000 /dev/zero >fill 2>/dev/null
        "$PDBGEN" --output new --tiles 1 --board 2x2 >../stdout 2>../stderr; echo $? >../status
        ls -A new >../left'
    program=pdbgen status=$(cat status) stderr=$(cat stderr)
    one_line_error 1 "No space left"
    [ ! -s left ]
}

@test "a file system that cannot be written" {
    export PDBGEN PDBINFO small
    on_small_disk 1m '"$PDBGEN" --output . --tiles 1-3 --board 2x2 && mount -o remount,ro . || exit 77
        "$PDBGEN" --output . --force --tiles 1-3 --board 2x2 >../stdout 2>../stderr; echo $? >../status
        "$PDBGEN" --output . --tiles 1-3 --board 2x2 >../kept
        "$PDBINFO" --svg chart "$small" 2>../svg; echo $? >>../status; ls -A >../left'
    program=pdbgen status=$(head -n 1 status) stderr=$(cat stderr)
    one_line_error 1 "Read-only file system; choose another folder"
    grep -q 'already there' kept
    [ "$(cat left)" = "$small" ]
    [ "$(tail -n 1 status)" = 1 ]
    grep -q '^pdbinfo: chart: Read-only file system' svg
}

@test "a full disk for what pdbinfo and pdbsolve write" {
    export PDBINFO PDBSOLVE
    gen 8-puzzle
    cp db/*.pdb from.pdb
    on_small_disk 32k 'echo old >values; echo old >chart; head -c 100000 /dev/zero >fill
        for run in "$PDBINFO --export csv --output values" "$PDBINFO --export raw --output values" "$PDBINFO --svg chart"; do
            $run ../from.pdb 2>>../stderr || echo $? >>../status
        done
        TILEBASE_PATH=.:$TILEBASE_PATH "$PDBSOLVE" --quiet --partition 6-6-3 --random 1 2>>../stderr || echo $? >>../status
        ls -A >../left; cat values chart >../text'
    [ "$(cat status)" = $'1\n1\n1\n1' ]
    [ "$(grep -c '^pdb[a-z]*: .*No space left' stderr)" -eq 4 ]
    [ "$(wc -l <stderr)" -eq 4 ]
    [ "$(cat left)" = $'chart\nfill\nvalues' ]
    [ "$(cat text)" = $'old\nold' ]
}

# Run the rest of the line with a system call that fails with this error from the first time.
failing() {
    local call=$1 error=$2 library=$PWD/fail-$1-$2.so

    shift 2
    ! sanitized || skip "the sanitizer wants to be loaded first"
    [ -e "$library" ] || compile_failing "$call" "$error" "$library"
    invoke env LD_PRELOAD="$library" "$@"
}

compile_failing() {
    cat >fail.c <<'C'
#include <errno.h>
#include <stddef.h>
#include <sys/types.h>
#ifdef FAIL_FSYNC
int fsync(int file) { (void)file; errno = REASON; return -1; }
#endif
#ifdef FAIL_WRITE
ssize_t write(int file, const void *bytes, size_t count) { (void)file; (void)bytes; (void)count; errno = REASON; return -1; }
#endif
#ifdef FAIL_RENAME
int rename(const char *from, const char *to) { (void)from; (void)to; errno = REASON; return -1; }
#endif
C
    "${CC:-cc}" -shared -fPIC "-DFAIL_$1" "-DREASON=$2" -o "$3" fail.c || skip "no compiler"
}

@test "room, quota or the disk itself that fail only at the end" {
    gen --output old --tiles 1-3 --board 2x2
    for layout in zstd mapped; do
        for fault in FSYNC:ENOSPC FSYNC:EDQUOT FSYNC:EIO WRITE:EDQUOT WRITE:EIO RENAME:ENOSPC RENAME:EACCES; do
            for before in nothing "old/$small"; do
                mkdir db
                [ "$before" = nothing ] || cp "$before" db
                failing "${fault%:*}" "${fault#*:}" "$PDBGEN" --force --layout "$layout" --tiles 1-3 --board 2x2
                program=pdbgen
                one_line_error 1 "$small: "
                no_parts db
                [ "$before" = nothing ] && no_files db || cmp "db/$small" "$before"
                rm -r db
            done
        done
    done
    for fault in FSYNC:ENOSPC RENAME:EIO; do
        failing "${fault%:*}" "${fault#*:}" "$PDBINFO" --svg chart "old/$small"
        program=pdbinfo
        one_line_error 1 "chart: "
        [ -z "$(ls | grep chart)" ]
    done
}

@test "a limit of file sizes is an error, not a signal" {
    gen --output from 8-puzzle
    for layout in zstd mapped; do
        program=pdbgen
        invoke bash -c 'ulimit -f 8; exec "$@"' - "$PDBGEN" --layout "$layout" 8-puzzle
        one_line_error 1 "File too large; ulimit -f"
        no_files db
    done
    program=pdbinfo
    invoke bash -c 'ulimit -f 8; exec "$@"' - "$PDBINFO" --export csv --output values from/*.pdb
    one_line_error 1 "values: "
    [ -z "$(ls | grep values)" ]
}

# --- stopped in the middle ---

# Run a command and send it a signal, once, after so many seconds.
invoke_and_send() {
    local signal=$1 seconds=$2

    shift 2
    program=pdbgen
    invoke timeout --foreground --preserve-status -s "$signal" "$seconds" "$@"
}

@test "Ctrl-C: exit code 130, one line, nothing left" {
    invoke_and_send INT 0.5 "$PDBGEN" --threads 1 --cpu portable 7-8
    one_line_error 130 interrupted
    no_files db
}

@test "SIGTERM and SIGHUP are like Ctrl-C" {
    for signal in TERM HUP; do
        invoke_and_send "$signal" 0.3 "$PDBGEN" --threads 1 --cpu portable 7-8
        one_line_error 130 interrupted
        no_files db
    done
}

@test "Ctrl-C keeps what was finished before" {
    gen --tiles 1 --board 2x2
    invoke_and_send INT 1 "$PDBGEN" --threads 1 --cpu portable 5-5-5 7-8
    one_line_error 130 interrupted
    [ "$(wc -l <stdout)" -eq 3 ]
    [ "$(ls db | wc -l)" -eq 4 ]
    no_parts db
    whole db/*
}

@test "Ctrl-C at any time: the whole file or none" {
    for delay in 0.03 0.2 0.4 0.5 0.6; do
        invoke_and_send INT "$delay" "$PDBGEN" --threads 1 --tiles 1-7
        [ "$status" -eq 0 ] || [ "$status" -eq 130 ]
        no_parts db
        if [ "$status" -eq 0 ]; then
            whole db/4x4-additive-1-7.pdb
            rm db/*
        else
            no_files db
        fi
    done
}

@test "Ctrl-C twice ends it at once, and harms nothing" {
    gen --tiles 1-7
    before=$(cksum db/*.pdb)
    "$PDBGEN" --threads 1 --cpu portable --force --tiles 1-7 >/dev/null 2>&1 3>&- &
    wait_for db/4x4-additive-1-7.pdb.part
    kill -TERM $!
    kill -TERM $! || true
    code=0
    wait $! || code=$?
    [ "$code" -eq 130 ] || [ "$code" -eq 143 ]
    [ "$(cksum db/*.pdb)" = "$before" ]
}

@test "Ctrl-C during a rebuild leaves the old file" {
    gen --tiles 1-7
    succeeded
    before=$(cksum db/*)
    invoke_and_send INT 0.2 "$PDBGEN" --threads 1 --cpu portable --force --tiles 1-7
    [ "$status" -eq 130 ]
    [ "$(cksum db/*)" = "$before" ]
}

@test "kill -9: no file, and the next run takes over what was left" {
    "$PDBGEN" --threads 1 --cpu portable --tiles 1-7 >/dev/null 2>&1 3>&- &
    wait_for db/4x4-additive-1-7.pdb.part
    sleep 0.1
    kill -9 $!
    wait $! || true
    [ ! -e db/4x4-additive-1-7.pdb ]
    gen --tiles 1-7
    succeeded
    [ "$(ls db)" = 4x4-additive-1-7.pdb ]
    whole db/*
}

@test "kill -9 at any time: the whole file or none" {
    for delay in 0.03 0.2 0.4 0.5; do
        invoke_and_send KILL "$delay" "$PDBGEN" --threads 1 --tiles 1-7
        if [ -e db/4x4-additive-1-7.pdb ]; then
            whole db/4x4-additive-1-7.pdb
            rm db/4x4-additive-1-7.pdb
        fi
    done
}

@test "rubbish in a .part file is no hindrance" {
    mkdir db
    head -c 100000 /dev/zero >db/$small.part
    gen --tiles 1-3 --board 2x2
    succeeded
    [ "$(ls db)" = "$small" ]
    whole db/*
}

@test "a second builder says that there is a first" {
    "$PDBGEN" --threads 1 --cpu portable 7-8 >/dev/null 2>&1 3>&- &
    wait_for db/4x4-additive-1-8.pdb.part
    gen 7-8
    one_line_error 1 "another program is building it"
    [ -e db/4x4-additive-1-8.pdb.part ]
    kill -TERM $!
    code=0
    wait $! || code=$?
    [ "$code" -eq 130 ]
    no_files db
}

# Start a builder that takes seconds, and wait until it is at it.
start_slow() {
    "$PDBGEN" --threads 1 --cpu portable "$@" 7-8 >slow.out 2>slow.err 3>&- &
    slow=$!
    wait_for db/4x4-additive-1-8.pdb.part
}

# End it.
stop_slow() {
    kill -TERM "$slow"
    wait "$slow" || [ $? -eq 130 ]
    no_parts db
}

@test "two builders: another layout, another way to the folder, another program" {
    start_slow
    ln -s db way
    gen --layout mapped 7-8
    one_line_error 1 "another program is building it"
    gen --output way 7-8
    one_line_error 1 "another program is building it"
    gen --output "$PWD/way/../db" --force 7-8
    one_line_error 1 "another program is building it"
    solve --quiet --partition 7-8 --random 1
    one_line_error 1 "another program is building it"
    gen --tiles 1-3 --board 2x2 # another database in the same folder: no hindrance, nor is it one
    succeeded
    [ -e db/4x4-additive-1-8.pdb.part ]
    stop_slow
    [ "$(ls db)" = "$small" ]
}

@test "a program that solves and one that builds at the same time: files whole" {
    for round in 1 2 3; do
        "$PDBGEN" --threads 1 6-6-3 >gen.out 2>gen.err 3>&- &
        builder=$!
        solve --quiet --threads 1 --partition 6-6-3 --random 1 --walk 10
        codes="$status "
        wait "$builder" && codes+=0 || codes+=$?
        echo "$codes"
        case $codes in
        '0 0') ;;
        '0 1') [ "$(wc -l <gen.err)" -eq 1 ] && grep -q 'another program is building it' gen.err ;;
        '1 0') one_line_error 1 "another program is building it" ;;
        *) false ;;
        esac
        no_parts db
        whole db/*
        rm -r db
    done
}

@test "a part that was removed is not mistaken for another builder's" {
    file=db/4x4-additive-1-6.pdb
    "$PDBGEN" --threads 1 --cpu portable --level 12 --tiles 1-6 >/dev/null 2>stderr 3>&- &
    wait_for "$file.part"
    rm "$file.part"
    echo 'of a second builder' >"$file.part"
    program=pdbgen status=0
    wait $! || status=$?
    stderr=$(cat stderr)
    one_line_error 1 "its part was removed while it was written"
    [ "$(ls db)" = 4x4-additive-1-6.pdb.part ]
    [ "$(cat "$file.part")" = 'of a second builder' ]
}

@test "what killed builders left goes, and nothing else" {
    start_slow
    touch db/4x4-additive-1-7.pdb.part db/5x5-zero-aware-1-6.pdb.part db/2x2-additive-1.pdb.part \
        db/5x5-local-1-5.10-fixed-6-9-blank-3.pdb.part db/4x4-walking-distance.pdb.part
    touch db/notes.part db/my.pdb.part db/4x4.pdb.part db/4x4-additive-1-7.part db/10x4-.pdb.part db/3x3-mine.pdb.part db/4x4-additive-1-7.Xy12ab.pdb.part
    touch precious
    ln -s ../precious db/3x3-additive-1.pdb.part
    mkdir db/3x3-additive-2.pdb.part
    ls db | grep -v -e 1-7.pdb.part -e 1-6.pdb.part -e 2x2-additive-1.pdb.part -e local -e walking >expected
    gen --dry-run --tiles 1-3 --board 2x2
    [ -e db/4x4-additive-1-7.pdb.part ]
    gen --tiles 1-3 --board 2x2
    succeeded
    echo "$small" >>expected
    [ "$(ls db)" = "$(sort expected)" ]
    touch db/4x4-additive-1-7.pdb.part
    solve --quiet --threads 1 --partition 6-6-3 --random 1 --walk 10
    [ "$status" -eq 0 ]
    [ ! -e db/4x4-additive-1-7.pdb.part ]
    [ -e db/4x4-additive-1-8.pdb.part ]
    kill -TERM "$slow"
    wait "$slow" || [ $? -eq 130 ]
}

@test "an output that another process writes" {
    gen --output from --tiles 1-3 --board 2x2
    need flock
    touch chart.tilebase-part
    exec {hold}<>chart.tilebase-part
    flock "$hold"
    info --svg chart "from/$small"
    one_line_error 1 "another process is writing it"
    exec {hold}>&-
    info --svg chart "from/$small"
    succeeded
    [ -s chart ]
    [ ! -e chart.tilebase-part ]
}

@test "many builders at once: one file, whole" {
    for round in 1 2 3; do
        jobs=()
        for i in 1 2 3 4 5 6; do
            "$PDBGEN" --threads 1 --tiles 1-5 >"stdout.$i" 2>"stderr.$i" 3>&- &
            jobs+=($!)
        done
        good=0
        for i in 1 2 3 4 5 6; do
            if wait "${jobs[i - 1]}"; then
                good=$((good + 1))
            else
                cat "stderr.$i"
                [ "$(wc -l <"stderr.$i")" -eq 1 ]
                grep -q '^pdbgen: .*another program is building it' "stderr.$i"
            fi
        done
        [ "$good" -ge 1 ]
        [ "$(cat stdout.* | grep -c 'built in')" -eq 1 ]
        [ "$(ls db)" = 4x4-additive-1-5.pdb ]
        whole db/*
        rm db/*
    done
}

