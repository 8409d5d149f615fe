#!/usr/bin/env bats
# pdbinfo.bats -- pdbinfo shows what is inside, to people and to programs

bats_require_minimum_version 1.5.0
load common

@test "--help mentions every option and gives examples" {
    info --help
    succeeded
    for option in verify json threads help version; do
        echo "option $option"
        grep -qE -- "^  --$option( |\$)" stdout
    done
    [[ $output == "Usage: pdbinfo "* ]]
    grep -q '^Examples:' stdout
}

@test "--version is the name and a number" {
    info --version
    succeeded
    [[ $output =~ ^pdbinfo\ [0-9]+\.[0-9]+\.[0-9]+$ ]]
}

# What is printed about the 2x2 puzzle, but for the version and spaces at line ends.
golden() {
    cat <<'TEXT'
db/2x2-additive-1-3.pdb
  kind           additive
  board          2x2
  tiles          1-3
  blank's cell   4
  entries        24
  unreachable    12
  states         12
  mean value     3.000
  largest value  6
  table          12 B, 4 bits an entry
  file           258 B, layout zstd, 0.05 to 1

  value  entries   share
      0        1   8.33%  ####################
      1        2  16.67%  ########################################
      2        2  16.67%  ########################################
      3        2  16.67%  ########################################
      4        2  16.67%  ########################################
      5        2  16.67%  ########################################
      6        1   8.33%  ####################
TEXT
}

@test "for people" {
    gen --tiles 1-3 --board 2x2
    info db/2x2-additive-1-3.pdb
    succeeded
    grep -qE '^  written by     tilebase [0-9.]+$' stdout
    grep -q '^  checksums      header right; --verify reads the rest$' stdout
    sed 's/ *$//' stdout | grep -vE '^  (written by|checksums)' | diff <(golden) -
}

@test "--verify says that all is right" {
    gen --tiles 1-3 --board 2x2
    info --verify db/2x2-additive-1-3.pdb
    succeeded
    grep -q '^  checksums      all right$' stdout
    sed 's/ *$//' stdout | grep -vE '^  (written by|checksums)' | diff <(golden) -
}

@test "--json: the keys and their types" {
    need jq
    gen --tiles 1-3 --board 2x2
    info --json db/2x2-additive-1-3.pdb
    succeeded
    [ "$(wc -l <stdout)" -eq 1 ]
    jq -e '(.file, .kind, .board, .layout, .program | type == "string") and
           (.entries, .unreachable, .states, .mean, .max, .table_bytes, .file_bytes, .bits, .blank
               | type == "number") and
           (.tiles, .histogram | type == "array") and .verified == false' stdout
    [ "$(jq -c 'del(.program)' stdout)" = '{"file":"db/2x2-additive-1-3.pdb","kind":"additive","board":"2x2","tiles":[1,2,3],"blank":4,"entries":24,"unreachable":12,"states":12,"histogram":[1,2,2,2,2,2,1],"mean":3,"max":6,"table_bytes":12,"file_bytes":258,"bits":4,"layout":"zstd","verified":false}' ]
    info --json --verify db/2x2-additive-1-3.pdb
    [ "$(field verified)" = true ]
}

@test "--json: the 8-puzzle is the one in the books" {
    need jq
    gen 8-puzzle
    info --json --verify db/3x3-additive-1-8.pdb
    succeeded
    [ "$(field entries)" = 362880 ]
    [ "$(field unreachable)" = 181440 ]
    [ "$(field max)" = 31 ]
    [ "$(field 'histogram | map(tostring) | join(",")')" = \
        "$(awk '$1 == "3x3" { print $2 }' "$SOURCE/tests/data/depth-counts.txt")" ]
    [ "$(field 'mean * 1000 | round')" = 21972 ]
    [ "$(field 'tiles | join(",")')" = 1,2,3,4,5,6,7,8 ]
    [ "$(field file_bytes)" = "$(stat -c %s db/*)" ]
}

@test "--json: whole puzzles of other boards" {
    need jq
    for board in 2x2 3x2 4x2; do
        gen --board "$board" --tiles "1-$((${board%x*} * 2 - 1))"
        info --json db/"$board"-*
        [ "$(field 'histogram | map(tostring) | join(",")')" = \
            "$(awk -v b="$board" '$1 == b { print $2 }' "$SOURCE/tests/data/depth-counts.txt")" ]
    done
}

@test "--json: the values add up" {
    need jq
    gen 5-5-5
    info --json db/*
    succeeded
    [ "$(wc -l <stdout)" -eq 3 ]
    [ "$(jq -s 'all(.[]; (.histogram | add) + .unreachable == .entries and
        (.histogram | length) == .max + 1 and .table_bytes == 262080)' stdout)" = true ]
}

@test "mapped and zstd differ in the file alone" {
    need jq
    gen 8-puzzle
    info --json db/*
    jq -S 'del(.file, .file_bytes, .layout)' stdout >zstd
    [ "$(field layout)" = zstd ]
    gen --layout mapped 8-puzzle
    info --json db/*
    jq -S 'del(.file, .file_bytes, .layout)' stdout >mapped
    [ "$(field layout)" = mapped ]
    [ "$(field file_bytes)" = $((4096 + $(field table_bytes))) ]
    diff zstd mapped
}

@test "--threads changes nothing" {
    gen --tiles 1-6
    info --verify db/*
    cp stdout all
    for threads in 1 2 7; do
        info --verify --threads "$threads" db/*
        succeeded
        cmp all stdout
    done
}

@test "several files: an empty line between them" {
    gen --tiles 1 --board 2x2
    gen --tiles 1-2 --board 2x2
    info db/2x2-additive-1.pdb db/2x2-additive-1-2.pdb
    succeeded
    info db/2x2-additive-1.pdb
    cp stdout both
    echo >>both
    info db/2x2-additive-1-2.pdb
    cat stdout >>both
    info db/2x2-additive-1.pdb db/2x2-additive-1-2.pdb
    cmp stdout both
}

@test "one bad file does not hide the others" {
    need jq
    gen --tiles 1 --board 2x2
    gen --tiles 1-2 --board 2x2
    info --json db/2x2-additive-1.pdb nosuch.pdb db/2x2-additive-1-2.pdb
    one_line_error 1 nosuch.pdb
    [ "$(jq -r .file stdout)" = $'db/2x2-additive-1.pdb\ndb/2x2-additive-1-2.pdb' ]
    info --json nosuch.pdb db/2x2-additive-1.pdb /dev/null
    [ "$status" -eq 1 ]
    [ "$(wc -l <stderr)" -eq 2 ]
    [ "$(wc -l <stdout)" -eq 1 ]
}

@test "a bad file leaves no empty line before the next" {
    gen --tiles 1 --board 2x2
    info db/2x2-additive-1.pdb
    cp stdout alone
    info nosuch.pdb db/2x2-additive-1.pdb
    one_line_error 1 nosuch.pdb
    cmp stdout alone
}

@test "no file, and files that are not there" {
    info
    one_line_error 2 "no file"
    info --verify
    one_line_error 2 "no file"
    info nosuch.pdb
    one_line_error 1 "nosuch.pdb"
    info ""
    one_line_error 1 "no such file"
    info nosuch/folder.pdb
    one_line_error 1 "nosuch/folder.pdb"
    info "$(printf 'x%.0s' {1..5000})"
    one_line_error 1 "xxx"
    info $'no\nsuch'
    one_line_error 1 "such"
}

@test "options that are none, and their values" {
    info --nosuch file
    one_line_error 2 "--nosuch"
    info -v file
    one_line_error 2 "-v"
    info --threads 0 file
    one_line_error 2 "--threads"
    info --threads
    one_line_error 2 "--threads"
    info --json=yes file
    one_line_error 2 "--json"
}

@test "files with odd names" {
    need jq
    gen --tiles 1 --board 2x2
    for name in 'a b.pdb' "it's \"odd\".pdb" '日本.pdb' $'two\nlines.pdb' '%s%n'; do
        cp db/2x2-additive-1.pdb "$name"
        info --json "$name"
        succeeded
        [ "$(jq -r .file stdout)" = "$name" ]
    done
    cp db/2x2-additive-1.pdb ./-dash
    info --json -- -dash
    succeeded
}

@test "a full standard output is an error" {
    [ -w /dev/full ] || skip "no /dev/full"
    gen --tiles 1 --board 2x2
    status=0
    program=pdbinfo
    "$PDBINFO" db/* >/dev/full 2>stderr || status=$?
    stderr=$(cat stderr)
    one_line_error 1 "No space left"
}
