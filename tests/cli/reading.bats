#!/usr/bin/env bats
# reading.bats -- files that are damaged, foreign, or change while they are in use

bats_require_minimum_version 1.5.0
load common
load solving

# A database of 24 entries in both layouts, in zstd/ and mapped/, and its path in each.
small=2x2-additive-1-3.pdb
make_small() {
    gen --output zstd --tiles 1-3 --board 2x2
    succeeded
    gen --output mapped --layout mapped --tiles 1-3 --board 2x2
    succeeded
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

@test "a pipe or a device in the catalogue is nobody to wait for" {
    mkdir db
    for plant in pipe zero folder; do
        case $plant in
        pipe) mkfifo db/evil.txt ;;
        zero) ln -s /dev/zero db/evil.txt ;;
        folder) mkdir db/evil.txt ;;
        esac
        program=pdbgen
        invoke timeout 20 "$PDBGEN" evil
        one_line_error 1 "evil.txt: a folder or a device, not a file"
        program=pdbsolve
        invoke timeout 20 "$PDBSOLVE" --quiet --random 1 --walk 5
        succeeded
        rm -r db/evil.txt
    done
    # But who names a pipe wants it read.
    invoke bash -c '"$1" --dry-run <(cat "$2") | tail -n 1' - "$PDBGEN" "$SOURCE/pdb/8-puzzle.txt"
    [ "$status" -eq 0 ]
}

# --- files that change while they are in use ---

# Databases of layout mapped in db, and boards that take a second or two with them.
mapped_boards() {
    gen --layout mapped 5-5-5
    hard=(--partition 5-5-5 --random 250 --walk 300 --seed 7 --csv --quiet --threads 2)
}

# Start pdbsolve on these boards, and wait until it has solved some.
start_solving() {
    : >found
    "$PDBSOLVE" "${hard[@]}" >found 2>found.err 3>&- &
    solver=$!
    for ((i = 0; i < 1000; i++)); do
        [ "$(wc -l <found)" -lt 2 ] || return 0
        sleep 0.01
    done
    return 1
}

# How pdbsolve ended, as if it had been invoked.
stop_solving() {
    program=pdbsolve status=0
    wait "$solver" || status=$?
    stderr=$(cat found.err)
    cp found.err stderr
    echo "-> $status after $(wc -l <found) lines: $stderr"
}

# What was told before is what is told of an unharmed database.
told_rightly() {
    local told

    told=$(cut -d , -f 1-3 found)
    [ "$told" = "$(cut -d , -f 1-3 whole.csv | head -n "$(wc -l <<<"$told")")" ]
}

@test "pdbsolve: a database that changes while it is in use" {
    mapped_boards
    "$PDBSOLVE" "${hard[@]}" >whole.csv 3>&-
    cp -r db good
    for change in cut empty zeros flip; do
        start_solving
        for file in db/*.pdb; do
            case $change in
            cut) truncate -s 8192 "$file" ;;
            empty) : >"$file" ;;
            zeros) dd if=/dev/zero of="$file" bs=4096 seek=1 count=60 conv=notrunc status=none ;;
            flip) printf '\125' | dd of="$file" bs=1 seek=100000 conv=notrunc status=none ;;
            esac
        done
        stop_solving
        one_line_error 1 "was cut off or written to while it was in use"
        [ "$(wc -l <found)" -lt "$(wc -l <whole.csv)" ]
        told_rightly
        rm -r db
        cp -r good db
    done
}

@test "pdbsolve: a database that is replaced or removed while it is in use" {
    mapped_boards
    "$PDBSOLVE" "${hard[@]}" >whole.csv 3>&-
    gen --output other --layout mapped 5-5-5 --force
    for change in renamed removed rebuilt; do
        start_solving
        for file in db/*.pdb; do
            case $change in
            renamed) mv "other/${file#db/}" "$file" && echo rubbish >"other/${file#db/}" ;;
            removed) rm "$file" ;;
            rebuilt) gen --layout mapped --force 5-5-5 ;;
            esac
        done
        stop_solving
        [ "$status" -eq 0 ]
        [ -z "$stderr" ]
        told_rightly
        [ "$(wc -l <found)" -eq "$(wc -l <whole.csv)" ]
    done
}

@test "pdbinfo: a database that is cut off or written to while it is in use" {
    gen --output 5 --layout mapped --tiles 1-5
    gen --output 6 --layout mapped --tiles 1-6
    mkdir db
    for change in cut zeros same; do
        for run in '--export csv --output values' '--export csv' --verify; do
            rm -f db/*
            [ "$run" = --verify ] && from=6 || from=5
            cp "$from"/*.pdb db
            sleep 0.1 # clocks of files are not finer than some milliseconds
            # shellcheck disable=SC2086
            "$PDBINFO" --threads 1 $run db/*.pdb >printed 2>printed.err 3>&- &
            for ((i = 0; i < 500; i++)); do
                grep -q '\.pdb$' "/proc/$!/maps" 2>/dev/null && break
            done
            kill -STOP $!
            case $change in
            cut) truncate -s 8192 db/*.pdb ;;
            zeros) dd if=/dev/zero of="$(echo db/*.pdb)" bs=4096 seek=2 count=50 conv=notrunc status=none ;;
            same) dd if="$(echo "$from"/*.pdb)" of="$(echo db/*.pdb)" bs=4096 count=1 conv=notrunc status=none ;;
            esac
            kill -CONT $!
            program=pdbinfo status=0
            wait $! || status=$?
            stderr=$(cat printed.err)
            cp printed.err stderr
            echo "$change $run -> $status $stderr"
            one_line_error 1 ""
            [ ! -e values ]
            [ -z "$(ls | grep part)" ]
            [ "$run" != --verify ] || [ ! -s printed ]
        done
    done
}

@test "pdbgen: what it writes in another layout is what it has checked" {
    gen --output good --level 9 --tiles 1-6
    gen --layout mapped --tiles 1-6
    exec {old}<>db/4x4-additive-1-6.pdb
    "$PDBGEN" --layout zstd --level 9 --threads 1 --tiles 1-6 >/dev/null 2>&1 3>&- &
    wait_for db/4x4-additive-1-6.pdb.part
    head -c 2500000 /dev/zero >&"$old"
    exec {old}>&-
    wait $!
    cmp db/*.pdb good/*.pdb
}
