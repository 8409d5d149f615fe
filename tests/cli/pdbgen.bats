#!/usr/bin/env bats
# pdbgen.bats -- pdbgen does what it is asked, and refuses what it cannot do

bats_require_minimum_version 1.5.0
load common

# --- telling about itself ---

@test "--help mentions every option and gives examples" {
    gen --help
    succeeded
    for option in tiles board goal output layout level threads force dry-run list json quiet cpu \
        help version; do
        echo "option $option"
        grep -qE -- "^  --$option( |\$)" stdout
    done
    [[ $output == "Usage: pdbgen "* ]]
    grep -q '^Examples:' stdout
    grep -q '^  pdbgen 7-8 ' stdout
    [ "$(wc -L <stdout)" -le 80 ]
}

@test "-h is --help" {
    gen --help
    long=$output
    gen -h
    succeeded
    [ "$output" = "$long" ]
}

@test "--version is the name and a number" {
    gen --version
    succeeded
    [[ $output =~ ^pdbgen\ [0-9]+\.[0-9]+\.[0-9]+$ ]]
}

@test "--list shows every partition of the catalogue with its picture" {
    gen --list
    succeeded
    for file in "$SOURCE"/pdb/*.txt; do
        name=$(basename "$file" .txt)
        echo "partition $name"
        grep -qF "$name  (" stdout
        picture=$(sed -n '/^[a-zA-Z.-]\( [a-zA-Z.-]\)*$/s/^/    /p' "$file")
        [ -n "$picture" ]
        [[ $output == *"$picture"* ]]
    done
}

@test "--list --json is one object a line" {
    need jq
    gen --list --json
    succeeded
    [ "$(wc -l <stdout)" -eq "$(ls "$SOURCE"/pdb/*.txt | wc -l)" ]
    while read -r line; do
        jq -e '(.name, .comment, .kind, .board, .picture | type == "string") and
               (.databases, .entries, .table_bytes | type == "number") and
               (.built | type == "boolean")' <<<"$line"
    done <stdout
    [ "$(jq -r 'select(.name == "7-8") | "\(.board) \(.databases) \(.entries)"' stdout)" = "4x4 2 576576000" ]
}

@test "--list tells what is built" {
    need jq
    mkdir pictures
    printf 'board 3x2\na a b\nb b .\n' >pictures/mine.txt
    export TILEBASE_PATH=$PWD/db:$PWD/pictures
    gen --list --json
    [ "$(jq -r 'select(.name == "mine").built' stdout)" = false ]
    gen mine
    succeeded
    gen --list --json
    [ "$(jq -r 'select(.name == "mine").built' stdout)" = true ]
}

@test "--list has no numbers for what is too large to be stored" {
    need jq
    mkdir db
    # Of the first group's table there are 2^64 - 1 entries, if one does not look twice.
    printf '%s\n' 'board 6x6' 'kind non-additive' aaaaaa aaaaaa b----- ------ ------ -----. >db/huge.txt
    gen --list
    succeeded
    grep -qF 'huge  (6x6, non-additive, 2 databases: too many entries to be stored)' stdout
    gen --list --json
    [ "$(jq -c 'select(.name == "huge") | [.entries, .table_bytes]' stdout)" = "[null,null]" ]
}

@test "--list goes on after a bad picture" {
    mkdir db
    echo 'board 9x9' >db/aaa.txt
    gen --list
    [[ $stderr == "pdbgen: "*aaa.txt* ]]
    [ "$(wc -l <stderr)" -eq 1 ]
    grep -q '^7-8 ' stdout
}

# --- building ---

@test "builds 5-5-5" {
    gen 5-5-5
    succeeded
    [ "$(wc -l <stdout)" -eq 3 ]
    [ "$(cd db && echo *)" = "4x4-additive-1-3.6-7.pdb 4x4-additive-1-4.6.pdb 4x4-additive-8.11-12.14-15.pdb" ]
    whole db/*
}

@test "builds the 8-puzzle" {
    gen 8-puzzle
    succeeded
    [[ $output == "$PWD/db/3x3-additive-1-8.pdb: 362,880 entries, "*" built in "* ]]
    whole db/*
}

@test "builds several partitions at once, each database once" {
    gen 5-5-5 8-puzzle 5-5-5
    succeeded
    [ "$(wc -l <stdout)" -eq 4 ]
    [ "$(ls db | wc -l)" -eq 4 ]
}

@test "--json has the figures" {
    need jq
    gen --json 5-5-5
    succeeded
    [ "$(wc -l <stdout)" -eq 3 ]
    while read -r line; do
        output=$line
        [ -f "$(field file)" ]
        [ "$(field status)" = built ]
        [ "$(field entries)" = 524160 ]
        [ "$(field states)" = 874080 ]
        [ "$(field table_bytes)" = 262080 ]
        [ "$(field file_bytes)" = "$(stat -c %s "$(field file)")" ]
        jq -e '.seconds > 0 and .seconds >= .search_seconds' <<<"$line"
    done <stdout
}

@test "a second run keeps the files" {
    need jq
    gen 5-5-5
    before=$(stamp db/* && cksum db/*)
    sleep 0.02
    gen --json 5-5-5
    succeeded
    [ "$(jq -r .status stdout | sort -u)" = kept ]
    [ "$(stamp db/* && cksum db/*)" = "$before" ]
    gen 5-5-5
    [ "$(grep -c 'already there' stdout)" -eq 3 ]
}

@test "--force builds again, to the same bytes" {
    need jq
    gen 8-puzzle
    before=$(stamp db/*)
    bytes=$(cksum db/*)
    sleep 0.02
    gen --json --force 8-puzzle
    succeeded
    [ "$(field status)" = built ]
    [ "$(stamp db/*)" != "$before" ]
    [ "$(cksum db/*)" = "$bytes" ]
    no_parts db
}

@test "a mapped database that is built again stays mapped" {
    need jq
    gen --layout mapped 8-puzzle
    bytes=$(cksum db/*)
    gen --force 8-puzzle
    succeeded
    [ "$(cksum db/*)" = "$bytes" ]
    printf x | dd of="$(echo db/*)" bs=1 seek=5000 conv=notrunc 2>dd
    gen 8-puzzle
    [ "$status" -eq 0 ]
    [ "$(cksum db/*)" = "$bytes" ]
}

@test "--tiles once, and --list alone" {
    refuses 2 "give it once" --tiles 1-3 --tiles 4-6
    refuses 2 "name nothing beside it" --list 7-8
}

@test "JSON of names that are no UTF-8" {
    need jq
    gen --json --output "$(printf 'bad\377name')" --tiles 1-2 --board 2x2
    succeeded
    [ "$(field file)" = "bad?name/2x2-additive-1-2.pdb" ]
}

@test "signals that the caller ignores stay ignored, as under nohup" {
    status=0
    (trap '' HUP; exec "$PDBGEN" --quiet --tiles 1-7 </dev/null 3>&-) &
    sleep 0.1
    kill -HUP $! 2>/dev/null || true
    wait $! || status=$?
    [ "$status" -eq 0 ]
    [ -e db/4x4-additive-1-7.pdb ]
}

@test "both goals: 1-7 blank-first is 9-15 blank-last" {
    gen --output first --goal blank-first --tiles 1-7
    succeeded
    gen --output last --goal blank-last --board 4x4 --tiles 9-15
    succeeded
    [ "$(ls first)" = 4x4-additive-9-15.pdb ]
    [ "$(ls last)" = 4x4-additive-9-15.pdb ]
    cmp first/* last/*
}

@test "a goal may be a board" {
    gen --output named --goal blank-first --tiles 1,2,5 --board 3x2
    succeeded
    gen --output given --goal "0 1 2 3 4 5" --tiles 1,2,5 --board 3x2
    succeeded
    [ "$(ls named)" = "$(ls given)" ]
    cmp named/* given/*
}

@test "a goal with its blank in the middle has files of its own" {
    gen --tiles 1-8 --board 3x3 --goal "1 2 3 4 0 5 6 7 8"
    succeeded
    [ "$(ls db)" = 3x3-additive-1-4.6-9-blank-5.pdb ]
    whole db/*
}

@test "images share one file" {
    gen --tiles 1,2
    succeeded
    before=$(stamp db/*)
    for tiles in 4,8 3,4 1,5 9,13 13,14; do
        gen --tiles "$tiles"
        succeeded
        [[ $output == *"already there"* ]]
    done
    [ "$(stamp db/*)" = "$before" ]
    printf 'board 4x4\na a - b\n- - - b\n- - - -\n- - - .\n' >pair.txt
    gen pair.txt
    [ "$(wc -l <stdout)" -eq 1 ]
    [ "$(ls db | wc -l)" -eq 1 ]
    gen --tiles 1,6
    [ "$(ls db | wc -l)" -eq 2 ]
}

@test "a board on its side is another board" {
    gen --tiles 1-3 --board 3x2
    gen --tiles 1-3 --board 2x3
    succeeded
    [ "$(cd db && echo *)" = "2x3-additive-1-3.pdb 3x2-additive-1-3.pdb" ]
}

@test "all tiles of a small board" {
    gen --tiles 1-3 --board 2x2
    succeeded
    gen --tiles 1-5 --board 3x2
    succeeded
    whole db/*
}

@test "tiles in any order and grouping" {
    gen --tiles 3,1,2,5
    gen --tiles 5,1-3
    succeeded
    [[ $output == *"already there"* ]]
    [ "$(ls db | wc -l)" -eq 1 ]
}

@test "the same bytes with 1, 2 and 5 threads" {
    for threads in 1 2 5; do
        gen --output "$threads" --threads "$threads" 5-5-5 8-puzzle
        succeeded
    done
    diff -r 1 2
    diff -r 1 5
}

@test "the same bytes from every CPU's code" {
    gen --cpu portable --output portable 5-5-5 8-puzzle
    succeeded
    for cpu in avx2 avx512; do
        gen --cpu "$cpu" --dry-run 8-puzzle
        if [ "$status" -eq 0 ]; then
            gen --cpu "$cpu" --output "$cpu" 5-5-5 8-puzzle
            succeeded
            diff -r portable "$cpu"
        else
            one_line_error 2 "--cpu $cpu"
        fi
    done
    gen --output best 5-5-5 8-puzzle
    diff -r portable best
}

@test "the folders: TILEBASE_PATH, pdb where there is one, the user's own" {
    unset TILEBASE_PATH
    gen --tiles 1 --board 2x2
    succeeded
    [ -f .local/share/tilebase/2x2-additive-1.pdb ]
    XDG_DATA_HOME=$PWD/data gen --tiles 1 --board 2x2
    succeeded
    [ -f data/tilebase/2x2-additive-1.pdb ]
    mkdir pdb
    gen --tiles 1 --board 2x2
    succeeded
    [ -f pdb/2x2-additive-1.pdb ]
    TILEBASE_PATH=$PWD/one:$PWD/two gen --tiles 1 --board 2x2
    succeeded
    [ -f one/2x2-additive-1.pdb ]
    [ ! -e two ]
}

# --- layouts ---

@test "the zstd layout is what zstd makes of the mapped table" {
    need zstd
    for pattern in "2x2 1-3" "3x2 1,2" "3x3 1-8" "4x4 1" "4x4 1-5" "4x4 2,7,11,12,14" "3x4 1-6" "5x5 1-4"; do
        read -r board tiles <<<"$pattern"
        gen --output zstd --board "$board" --tiles "$tiles"
        succeeded
        gen --output mapped --layout mapped --board "$board" --tiles "$tiles"
        succeeded
    done
    [ "$(ls zstd)" = "$(ls mapped)" ]
    [ "$(ls zstd | wc -l)" -eq 8 ]
    for file in zstd/*; do
        echo "$file"
        zstd -q -t - <"$file"
        zstd -q -dc - <"$file" >table
        tail -c +4097 "mapped/${file#zstd/}" | cmp - table
    done
}

@test "a table of several frames" {
    need zstd
    gen --output zstd --tiles 1-6
    gen --output mapped --layout mapped --tiles 1-6
    succeeded
    zstd -q -t - <zstd/4x4-additive-1-6.pdb
    zstd -q -dc - <zstd/4x4-additive-1-6.pdb >table
    tail -c +4097 mapped/4x4-additive-1-6.pdb | cmp - table
    whole zstd/* mapped/*
}

@test "conversion gives the bytes of a fresh build, both ways" {
    need jq
    gen --output zstd 8-puzzle
    gen --output mapped --layout mapped 8-puzzle
    cp -r zstd there
    gen --output there --layout mapped --json 8-puzzle
    succeeded
    [ "$(field status)" = converted ]
    [ "$(field file_bytes)" = "$(stat -c %s there/*)" ]
    diff -r mapped there
    gen --output there 8-puzzle
    [[ $output == *"already there"* ]]
    diff -r mapped there
    gen --output there --layout zstd 8-puzzle
    succeeded
    [[ $output == *converted* ]]
    diff -r zstd there
    no_parts there
}

@test "--level 19 is no larger than level 1 and holds the same table" {
    need zstd
    gen --output fast --level 1 8-puzzle
    succeeded
    gen --output small --level 19 8-puzzle
    succeeded
    [ "$(stat -c %s small/*)" -le "$(stat -c %s fast/*)" ]
    for level in fast small; do
        zstd -q -dc - <"$level/3x3-additive-1-8.pdb" >"$level.table"
    done
    cmp fast.table small.table
    gen --output default 8-puzzle
    diff -r fast default
}

# --- what is printed ---

@test "--dry-run prints figures and builds nothing" {
    gen --dry-run 7-8 6-6-6-6
    succeeded
    grep -qE '^4x4-additive-1-8.pdb +518,918,400 +1,425,191,040 +259 MB ' stdout
    grep -qE '^5x5-additive-1-3.6-8.pdb +127,512,000 +181,008,000 ' stdout
    [ "$(wc -l <stdout)" -eq 5 ]
    [ ! -e db ]
}

@test "--dry-run takes patterns that no machine can build" {
    need jq
    gen --dry-run --tiles 1-9 --board 6x6
    succeeded
    grep -qE '^6x6-additive-1-9.pdb +34,162,713,446,400 +[0-9,]+ +17.1 TB ' stdout
    gen --dry-run --json --tiles 1-9 --board 6x6
    succeeded
    [ "$(field entries)" = 34162713446400 ]
    [ "$(field table_bytes)" = 17081356723200 ]
    [ "$(field dry_run)" = true ]
    jq -e '.seconds > 0 and .peak_bytes > .table_bytes and .states > .entries' stdout
    gen --dry-run --json --tiles 1-12 --board 6x6
    succeeded
    jq -e '.entries > 5e17 and .peak_bytes > 0' stdout
    [ ! -e db ]
}

@test "--dry-run agrees with the build" {
    need jq
    gen --dry-run --json 5-5-5
    jq -c '[.file, .entries, .states, .table_bytes]' stdout >plan
    gen --json 5-5-5
    jq -c '[.file, .entries, .states, .table_bytes]' stdout >done
    cmp plan done
}

@test "--quiet prints nothing but errors" {
    gen --quiet 5-5-5
    succeeded
    [ ! -s stdout ]
    gen --quiet 5-5-5
    succeeded
    [ ! -s stdout ]
    gen --quiet nosuch
    one_line_error 1 nosuch
}

@test "no progress line and no escape codes when not on a terminal" {
    gen --threads 1 --tiles 1-7
    succeeded
    [ "$(wc -l <stdout)" -eq 1 ]
    [ "$(LC_ALL=C tr -d '[:print:]\n' <stdout | wc -c)" -eq 0 ]
}

@test "a progress line on a terminal" {
    need script
    sanitized && skip "timing"
    script -qec true none </dev/null >/dev/null 2>&1 3>&- || skip "no terminals here"
    script -qec "'$PDBGEN' --threads 1 --cpu portable --tiles 1-7" log </dev/null >/dev/null 3>&-
    grep -q 'depth [0-9]*, ' log
    grep -q $'\r\033\\[K' log
}

@test "a full standard output is an error" {
    [ -w /dev/full ] || skip "no /dev/full"
    status=0
    program=pdbgen
    "$PDBGEN" --list >/dev/full 2>stderr || status=$?
    stderr=$(cat stderr)
    one_line_error 1 "No space left"
}

@test "--output makes folders with odd names" {
    for name in 'with spaces/and more' "it's \$HOME; \"quoted\" & *" 'ünï/日本' 'a//b/' './c/../d' '%s%n%d'; do
        gen --output "$PWD/o/$name" --tiles 1-2 --board 2x2
        succeeded
        [ -f "o/$name/2x2-additive-1-2.pdb" ]
        whole "o/$name/2x2-additive-1-2.pdb"
    done
    gen --output -dash --tiles 1 --board 2x2
    succeeded
    [ -f ./-dash/2x2-additive-1.pdb ]
}

@test "values may stand behind an equals sign, -- ends the options" {
    gen --tiles=1-2 --board=2x2 --output=here
    succeeded
    [ -f here/2x2-additive-1-2.pdb ]
    printf 'board 2x2\na a\na .\n' >--odd.txt
    gen --output here -- --odd.txt
    succeeded
    [ -f here/2x2-additive-1-3.pdb ]
}

@test "a picture by its path" {
    mkdir 'my pictures'
    printf '# mine\nboard 3x2\nkind additive\n\naab\nbb.\n' >'my pictures/mine.txt'
    gen 'my pictures/mine.txt'
    succeeded
    [ "$(wc -l <stdout)" -eq 2 ]
    cp 'my pictures/mine.txt' mine.txt
    gen mine.txt
    succeeded
    mv mine.txt mine
    gen ./mine
    succeeded
    [ "$(grep -c 'already there' stdout)" -eq 2 ]
}

@test "a picture with tiles in no group, Windows line ends and no last line end" {
    printf 'board 3x2\r\na a a\r\n- B .' >odd.txt
    gen odd.txt
    succeeded
    [ "$(ls db | wc -l)" -eq 2 ]
}

# --- bad input ---

@test "no arguments at all" {
    refuses 2 "nothing to build"
}

@test "an unknown partition" {
    refuses 1 "nosuch" nosuch
    refuses 1 "partition ''" ""
    refuses 1 "nosuch.txt" nosuch.txt
    refuses 1 "./nosuch" ./nosuch
    refuses 1 "directory" "$PWD"
}

@test "one bad partition, and nothing is built" {
    refuses 1 nosuch 8-puzzle nosuch
}

@test "an error is one line whatever is in a name" {
    refuses 1 such $'no\nsuch\tthing\033[31m'
    refuses 2 option $'--no\nsuch'
    refuses 2 threads --threads $'1\n2' 8-puzzle
    gen --output $'/proc/a\nb' --tiles 1
    one_line_error 1 /proc/a
    gen --list "$(printf 'x%.0s' {1..5000})"
    gen "$(printf 'x%.0s' {1..5000})"
    one_line_error 1 xxx
}

# Write a picture and see it refused with this text.
bad_picture() {
    printf "$1" >bad.txt
    refuses 2 "$2" bad.txt
    [[ $stderr == *bad.txt* ]]
}

@test "pictures of the wrong size" {
    bad_picture 'board 3x2\na a a\na a a\na a .\n' "3x2"
    bad_picture 'board 3x2\na a a\n' "rows"
    bad_picture 'board 3x2\na a a a\na a .\n' "3x2"
    bad_picture 'board 3x2\na a\na .\n' "3x2"
    bad_picture 'board 1x5\na a a a .\n' "1x5"
    bad_picture 'board 7x7\n' "7x7"
    bad_picture 'board\n' "board"
}

@test "pictures without sense" {
    bad_picture 'board 3x2\na a a\na a a\n' "no blank"
    bad_picture 'board 3x2\na a .\na a .\n' "second blank"
    bad_picture 'board 3x2\n- - -\n- - .\n' "no group"
    bad_picture 'board 3x2\na a 1\na a .\n' "'1'"
    bad_picture 'a a a\na a .\n' "board"
    bad_picture 'board 3x2\nkind other\na a a\na a .\n' "other"
    bad_picture 'board 3x2\nboard 3x2\na a a\na a .\n' "line 2"
    bad_picture 'board 3x2\na a a\na a .\0' "not a picture"
    bad_picture '\177ELF\0\1' "not a picture"
    bad_picture '' "board WxH"
}

@test "tiles that are not there" {
    refuses 2 "no tile 16" --tiles 16
    refuses 2 "no tile 16" --tiles 1-16
    refuses 2 "no tile 0" --tiles 0
    refuses 2 "no tile 0" --tiles 0-3
    refuses 2 "no tile 4" --tiles 4 --board 2x2
    refuses 2 "no list of tiles" --tiles 99999999999999999999
}

@test "tiles named twice" {
    refuses 2 "tile 2 is named twice" --tiles 1,2,2
    refuses 2 "tile 3 is named twice" --tiles 1-4,3
}

@test "lists that are none" {
    for list in '' ' ' , 1, ,1 1,,2 a 1-a 1- -1 5-3 1-2-3 1.5 '1 2' 1x --board; do
        refuses 2 "no list of tiles" --tiles "$list"
    done
}

@test "too many tiles for any machine" {
    refuses 2 "15 tiles" --tiles 1-15
}

@test "boards that are none" {
    refuses 2 "1x5" --board 1x5 --tiles 1
    refuses 2 "5x1" --board 5x1 --tiles 1
    refuses 2 "7x7" --board 7x7 --tiles 1
    refuses 2 "0x0" --board 0x0 --tiles 1
    for board in '' 4 x 4x x4 4x4x4 4*4 -4x4 4x-4 rubbish ' 4x4' '4x4 ' 99999999999x4; do
        refuses 2 "width x height" --board "$board" --tiles 1
    done
}

@test "goals that are none" {
    refuses 2 "goal" --tiles 1 --goal nosuch
    refuses 2 "goal" --tiles 1 --goal ""
    refuses 2 "16 numbers" --tiles 1 --goal "1 2 3 0"
    refuses 2 "twice" --tiles 1 --board 2x2 --goal "1 2 2 0"
    refuses 2 "no tile 4" --tiles 1 --board 2x2 --goal "1 2 4 0"
}

@test "--board and --goal without --tiles" {
    refuses 2 "--tiles" --board 4x4
    refuses 2 "--tiles" --board 3x3 8-puzzle
    refuses 2 "--tiles" --goal blank-first 8-puzzle
}

@test "options that are none" {
    refuses 2 "--nosuch" --nosuch 8-puzzle
    refuses 2 "-x" -x 8-puzzle
    refuses 2 "--forc" --forc 8-puzzle
    refuses 2 "--force" --force=yes 8-puzzle
}

@test "options without their value" {
    for option in tiles board goal output layout level threads cpu; do
        refuses 2 "--$option" "--$option"
    done
    refuses 2 "--output" --output "" 8-puzzle
}

@test "values out of range" {
    for threads in 0 -1 two 1.5 '' 99999 99999999999999999999 2x; do
        refuses 2 "--threads" --threads "$threads" 8-puzzle
    done
    for level in 0 99 -1 high ''; do
        refuses 2 "--level" --level "$level" 8-puzzle
    done
    refuses 2 "--layout" --layout foo 8-puzzle
    refuses 2 "--layout" --layout "" 8-puzzle
    refuses 2 "--cpu" --cpu foo 8-puzzle
    refuses 2 "--cpu" --cpu "" 8-puzzle
}

@test "more partitions than it can take at once" {
    refuses 2 "partitions" $(printf '8-puzzle %.0s' {1..65})
}

# --- memory ---

@test "a table that cannot fit: both figures are named" {
    refuses 1 "61.5 TB" --tiles 1-9 --board 6x6
    [[ $stderr =~ \ [0-9.]+\ (MB|GB|TB)\ are\ free ]]
}

@test "a limit on memory: built, or one line" {
    sanitized && skip "sanitizers need much memory"
    for limit in 95000 150000 300000; do
        status=0
        (ulimit -v "$limit" && exec "$PDBGEN" --tiles 1-7 >stdout 2>stderr </dev/null 3>&-) || status=$?
        echo "limit $limit -> $status: $(cat stderr)"
        stderr=$(cat stderr)
        program=pdbgen
        no_parts db
        if [ "$status" -eq 0 ]; then
            [ ! -s stderr ]
            rm db/4x4-additive-1-7.pdb
        else
            one_line_error 1 memory
            no_files db
        fi
    done
}

@test "a limit that leaves no room for the threads: one line" {
    sanitized && skip "sanitizers need much memory"
    status=0
    (ulimit -v 300000 && exec "$PDBGEN" --threads 200 --tiles 1-5 >stdout 2>stderr </dev/null 3>&-) || status=$?
    echo "-> $status: $(cat stderr)"
    stderr=$(cat stderr)
    program=pdbgen
    no_parts db
    [ "$status" -eq 0 ] || one_line_error 1 thread
}

@test "a limit that is too small for the pattern" {
    sanitized && skip "sanitizers need much memory"
    # Below the smaller one not even the threads can be had.
    for limit in 20000 60000; do
        status=0
        (ulimit -v "$limit" && exec "$PDBGEN" --tiles 1-7 >stdout 2>stderr </dev/null 3>&-) || status=$?
        stderr=$(cat stderr)
        program=pdbgen
        one_line_error 1 "$([ "$limit" = 20000 ] || echo "of memory")"
        no_files db
    done
}
