#!/usr/bin/env bats
# faults.bats -- full disks, interrupted builds, damaged and foreign files

bats_require_minimum_version 1.5.0
load common

# A database of 24 entries in both layouts, in zstd/ and mapped/, and its path in each.
small=2x2-additive-1-3.pdb
make_small() {
    gen --output zstd --tiles 1-3 --board 2x2
    succeeded
    gen --output mapped --layout mapped --tiles 1-3 --board 2x2
    succeeded
}

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
    [ "$status" -eq 0 ] || one_line_error 1 .part
}

@test "paths that are too long" {
    gen --output "$(printf 'x%.0s' {1..300})" --tiles 1 --board 2x2
    one_line_error 1 "xxx"
    gen --output "$(printf 'x/%.0s' {1..2040})" --tiles 1 --board 2x2
    one_line_error 2 "long"
    gen --output "$(printf 'x/%.0s' {1..5000})" --tiles 1 --board 2x2
    one_line_error 2 "--output"
}

# --- a full disk ---

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
    one_line_error 1 "another pdbgen"
    [ -e db/4x4-additive-1-8.pdb.part ]
    kill -TERM $!
    code=0
    wait $! || code=$?
    [ "$code" -eq 130 ]
    no_files db
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
                grep -q '^pdbgen: .*another pdbgen' "stderr.$i"
            fi
        done
        [ "$good" -ge 1 ]
        [ "$(cat stdout.* | grep -c 'built in')" -eq 1 ]
        [ "$(ls db)" = 4x4-additive-1-5.pdb ]
        whole db/*
        rm db/*
    done
}

# --- damaged files ---

# Write every beginning of a file that is shorter than it, to the folder cut.
cut_everywhere() {
    rm -rf cut
    mkdir cut
    perl -e 'local $/; $_ = <STDIN>; my $n = length;
        for my $i (grep { $_ < 300 || $_ % 64 < 2 || $_ >= $n - 20 } 0 .. $n - 1) {
            open my $f, ">", sprintf("cut/%05d.pdb", $i) or die; print $f substr($_, 0, $i) }' <"$1"
}

# Write copies of a file with one bit changed to the folder flip: one for each byte,
# but only for some in the long run of zeros of a mapped header.
flip_everywhere() {
    rm -rf flip
    mkdir flip
    perl -e 'local $/; $_ = <STDIN>;
        my $n = length;
        for my $i (grep { $_ < 300 || $_ % 16 == 0 || $_ >= $n - 30 } 0 .. $n - 1) {
            my $copy = $_; vec($copy, 8 * $i + (5 * $i + 3) % 8, 1) ^= 1;
            open my $f, ">", sprintf("flip/%05d.pdb", $i) or die; print $f $copy }' <"$1"
}

# pdbinfo --verify complains once about every file of the folder and prints no more.
all_refused() {
    find "$1" -name '*.pdb' | sort >names
    status=0
    xargs "$PDBINFO" --verify <names >stdout 2>stderr || status=$?
    head -n 3 stdout stderr
    [ "$status" -ne 0 ]
    [ ! -s stdout ]
    sed 's/^pdbinfo: \([^:]*\): .*/\1/' stderr | diff names - | head
    [ "$(sed 's/^pdbinfo: \([^:]*\): .*/\1/' stderr)" = "$(cat names)" ]
}

@test "a file cut off anywhere is refused" {
    need perl
    make_small
    for layout in zstd mapped; do
        cut_everywhere "$layout/$small"
        [ "$(ls cut | wc -l)" -ge 200 ]
        all_refused cut
    done
}

@test "a changed bit anywhere is seen" {
    need perl
    make_small
    for layout in zstd mapped; do
        flip_everywhere "$layout/$small"
        [ "$(ls flip | wc -l)" -ge 200 ]
        all_refused flip
    done
}

@test "a changed bit anywhere in a larger file is seen" {
    need perl
    for layout in zstd mapped; do
        gen --output "$layout" --layout "$layout" 8-puzzle
        file=$layout/3x3-additive-1-8.pdb
        rm -rf flip
        mkdir flip
        perl -e 'local $/; $_ = <STDIN>; my $n = length;
            for my $i (0 .. 119) {
                my $copy = $_; my $at = int($n * ($i + 0.5) / 120);
                vec($copy, 8 * $at + $i % 8, 1) ^= 1;
                open my $f, ">", sprintf("flip/%05d.pdb", $i) or die; print $f $copy }' <"$file"
        all_refused flip
    done
}

@test "bytes added at the end are seen" {
    make_small
    for layout in zstd mapped; do
        printf '\0' >>"$layout/$small"
        info --verify "$layout/$small"
        one_line_error 1 "$layout/$small"
    done
}

@test "a file of zeros, of the right size" {
    make_small
    for layout in zstd mapped; do
        head -c "$(stat -c %s "$layout/$small")" /dev/zero >zeros
        info --verify zeros
        one_line_error 1 zeros
    done
}

# With db/$small damaged, pdbgen says so, builds it again, and it is the same as before.
built_again() {
    gen --layout "$1" --tiles 1-3 --board 2x2
    [ "$status" -eq 0 ]
    [ "$(wc -l <stderr)" -eq 1 ]
    [[ $stderr == "pdbgen: "*"$small"*"again"* ]]
    [ "$(ls db)" = "$small" ]
    cmp "db/$small" "$1/$small"
}

@test "pdbgen builds a cut-off file again" {
    make_small
    mkdir db
    for layout in zstd mapped; do
        bytes=$(stat -c %s "$layout/$small")
        for length in 0 1 7 8 20 100 $((bytes / 2)) $((bytes - 1)); do
            head -c "$length" "$layout/$small" >"db/$small"
            built_again "$layout"
        done
    done
}

@test "pdbgen builds a file with a changed bit again" {
    need perl
    make_small
    mkdir db
    for layout in zstd mapped; do
        flip_everywhere "$layout/$small"
        last=$(($(stat -c %s "$layout/$small") - 1))
        # Not in what tells a database from other files: the first 20 bytes.
        for place in 20 27 32 50 64 80 128 $((last - 20)) $((last - 5)) "$last"; do
            cp "flip/$(printf %05d "$place").pdb" "db/$small"
            built_again "$layout"
        done
    done
}

@test "pdbgen builds again what holds another pattern" {
    make_small
    mkdir db
    gen --output other --tiles 1-2 --board 2x2
    cp other/2x2-additive-1-2.pdb "db/$small"
    built_again zstd
}

# --- files of another kind ---

# Files under the folder foreign that are no databases of this program.
make_foreign() {
    mkdir foreign
    echo 'a text that is longer than a few bytes' >foreign/text
    echo 'short' >foreign/short
    cp "$SOURCE/pdb/7-8.txt" foreign/picture
    head -c 5000 /dev/urandom | gzip >foreign/archive
    { head -c 8 "zstd/$small"; head -c 100 /dev/zero; } >foreign/skippable
    cp "zstd/$small" foreign/future
    printf '\2' | dd of=foreign/future bs=1 seek=16 conv=notrunc status=none
    if command -v zstd >/dev/null; then
        zstd -q -c - <"$SOURCE/pdb/7-8.txt" >foreign/zstd
    fi
}

@test "pdbinfo: a file of another kind" {
    make_small
    make_foreign
    mkdir foreign/folder
    mkfifo foreign/pipe
    for option in --verify --json; do
        for file in foreign/* /dev/null /dev/zero; do
            [ "$file" != foreign/future ] || continue
            info "$option" "$file"
            one_line_error 1 "$file: "
            [ ! -s stdout ]
        done
        info "$option" foreign/future
        one_line_error 1 "format 2"
    done
    info foreign/text
    one_line_error 1 "not a tilebase database"
}

@test "pdbgen leaves files of another kind alone, unless forced" {
    make_small
    make_foreign
    mkdir db
    for file in foreign/*; do
        cp "$file" "db/$small"
        gen --tiles 1-3 --board 2x2
        one_line_error 1 "--force"
        cmp "$file" "db/$small"
        gen --tiles 1-3 --board 2x2 --layout mapped
        one_line_error 1 "--force"
        cmp "$file" "db/$small"
        no_parts db
        gen --tiles 1-3 --board 2x2 --force
        succeeded
        cmp "db/$small" "zstd/$small"
    done
}

@test "a folder under the name of a database" {
    mkdir -p "db/$small/inside"
    gen --tiles 1-3 --board 2x2
    one_line_error 1 "$small"
    gen --force --tiles 1-3 --board 2x2
    one_line_error 1 "$small"
    [ -d "db/$small/inside" ]
    no_parts db
}
