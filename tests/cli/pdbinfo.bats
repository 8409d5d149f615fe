#!/usr/bin/env bats
# pdbinfo.bats -- pdbinfo shows what is inside, to people and to programs

bats_require_minimum_version 1.5.0
load common

@test "--help mentions every option and gives examples" {
    info --help
    succeeded
    for option in partition kind verify checksums lookup goal diff export output svg positions seed length \
        json csv threads help version; do
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

# What is printed about the 2x2 puzzle, but for version, date, what was checked and spaces at line ends.
golden() {
    cat <<'TEXT'
db/2x2-additive-1-3.pdb
  kind            additive
  board           2x2
  pattern          1  2
                   3  .
  tiles           1-3
  entries         24
  unreachable     12
  states          12
  smallest value  0
  mean value      3.000
  largest value   6
  mean Manhattan  3.000
  mean excess     0.000
  table           12 B, 4 bits an entry
  file            258 B, 86 bits an entry, layout zstd, 0.05 to 1

  value  entries   share
      0        1   8.33%  #########################
      1        2  16.67%  #################################################
      2        2  16.67%  #################################################
      3        2  16.67%  #################################################
      4        2  16.67%  #################################################
      5        2  16.67%  #################################################
      6        1   8.33%  #########################
TEXT
}

@test "for people" {
    gen --tiles 1-3 --board 2x2
    info db/2x2-additive-1-3.pdb
    succeeded
    grep -qE '^  written by      tilebase [0-9.]+$' stdout
    grep -qE "^  file's date     [0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2} UTC\$" stdout
    grep -q '^  checked         header right; --verify checks and proves the rest$' stdout
    sed 's/ *$//' stdout | grep -vE "^  (written by|file's date|checked)" | diff <(golden) -
}

@test "bars fit the terminal" {
    terminal
    gen --tiles 1-3 --board 2x2
    for width in 50 120; do
        on_terminal "stty cols $width; $PDBINFO db/2x2-additive-1-3.pdb"
        [ "$status" -eq 0 ]
        longest=$(awk '{ if (length > most) most = length } END { print most }' <(grep '#' log))
        [ "$longest" -le "$width" ]
        [ "$longest" -gt $((width - 15)) ]
    done
}

@test "--checksums and --verify say what was checked" {
    gen --tiles 1-3 --board 2x2
    info --checksums db/2x2-additive-1-3.pdb
    succeeded
    grep -q '^  checked         checksums right$' stdout
    info --verify db/2x2-additive-1-3.pdb
    succeeded
    grep -q '^  checked         checksums right, every entry proven$' stdout
    info --verify --checksums db/2x2-additive-1-3.pdb
    grep -q '^  checked         checksums right, every entry proven$' stdout
}

@test "--verify proves every kind" {
    gen --board 3x3 --tiles 1-4
    for kind in zero-aware non-additive; do
        gen --board 3x3 --kind "$kind" --tiles 1-4
    done
    for kind in walking-distance pairs triples; do
        gen --board 3x3 --kind "$kind"
    done
    info --verify db/*
    succeeded
    [ "$(grep -c ' proven$' stdout)" -eq 6 ]
}

@test "--verify sees what checksums do not: another pattern's table under a right seal" {
    gen --board 3x3 --tiles 1-4 --layout mapped
    gen --board 3x3 --tiles 1,2,4,5 --layout mapped
    mv db/3x3-additive-1-4.pdb wrong.pdb
    "$BUILD/tests/seal" wrong.pdb db/3x3-additive-1-2.4-5.pdb
    info --checksums wrong.pdb
    succeeded
    info --verify wrong.pdb
    one_line_error 1 "wrong.pdb: wrong: "
    [[ $stderr =~ wrong:\ [-0-9\ ]+\ does\ not\ have\ the\ value\ [0-9]+ ]]
    [ ! -s stdout ]
}

@test "--json: the keys and their types" {
    need jq
    gen --tiles 1-3 --board 2x2
    info --json db/2x2-additive-1-3.pdb
    succeeded
    [ "$(wc -l <stdout)" -eq 1 ]
    jq -e '(.file, .kind, .board, .layout, .program | type == "string") and
           (.entries, .unreachable, .states, .mean, .max, .table_bytes, .file_bytes, .bits, .blank,
               .mean_manhattan, .mean_excess | type == "number") and
           (.tiles, .histogram | type == "array") and (.date | fromdate | type == "number") and
           .verified == false and .proven == false' stdout
    [ "$(jq -c 'del(.program, .date)' stdout)" = '{"file":"db/2x2-additive-1-3.pdb","kind":"additive","board":"2x2","tiles":[1,2,3],"blank":4,"entries":24,"unreachable":12,"states":12,"histogram":[1,2,2,2,2,2,1],"mean":3,"max":6,"mean_manhattan":3,"mean_excess":0,"table_bytes":12,"file_bytes":258,"bits":4,"layout":"zstd","verified":false,"proven":false}' ]
    info --json --checksums db/2x2-additive-1-3.pdb
    [ "$(field verified),$(field proven)" = true,false ]
    info --json --verify db/2x2-additive-1-3.pdb
    [ "$(field verified),$(field proven)" = true,true ]
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
    jq -S 'del(.file, .file_bytes, .layout, .date)' stdout >zstd
    [ "$(field layout)" = zstd ]
    gen --layout mapped 8-puzzle
    info --json db/*
    jq -S 'del(.file, .file_bytes, .layout, .date)' stdout >mapped
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

@test "several files are compared in a table" {
    gen 5-5-5
    info db/*
    succeeded
    [ "$(wc -l <stdout)" -eq 4 ]
    [ "$(awk 'NR > 1 { print $2 }' stdout | sort -u)" = 524,160 ]
    [ "$(awk '{ print NF }' stdout | sort -u | wc -l)" -eq 2 ]
    grep -q '^database  *entries  *file  *bits  *ratio  *mean  *Manhattan  *excess  *largest  *checked$' stdout
}

@test "--csv: value, entries and share of each file" {
    gen --tiles 1-3 --board 2x2
    cp db/2x2-additive-1-3.pdb 'odd "name", with commas'
    info --csv db/2x2-additive-1-3.pdb 'odd "name", with commas'
    succeeded
    [ "$(head -n 1 stdout)" = name,value,entries,share ]
    [ "$(sed -n 3p stdout)" = db/2x2-additive-1-3.pdb,1,2,0.166666667 ]
    [ "$(sed -n 9p stdout)" = '"odd ""name"", with commas",0,1,0.0833333333' ]
    [ "$(wc -l <stdout)" -eq 15 ]
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

@test "one good file among bad ones is shown as if alone" {
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

# --- partitions ---

@test "--partition: files, means, eta, predicted nodes and a histogram" {
    gen 5-5-5
    info --partition 5-5-5 --positions 20000
    succeeded
    [ "$(grep -c '^.*\.pdb ' stdout)" -eq 3 ]
    grep -q '^    b c c \.$' stdout
    grep -q '^  over 20,000 positions drawn at random:$' stdout
    grep -qE '^  look-ups +mean +largest +eta +nodes within 53 moves$' stdout
    grep -qE '^  regular, reflected +42\.[0-9]+ \+- 0\.' stdout
    grep -q '##########' stdout
}

@test "--partition: the exact mean is that of the databases" {
    need jq
    gen 5-5-5
    info --json --partition 5-5-5 --positions 20000
    succeeded
    [ "$(wc -l <stdout)" -eq 4 ]
    jq -s -e '.[3] as $whole | (map(.mean // 0) | add) as $sum | ($whole.exact_mean - $sum | fabs) < 1e-9 and
        $whole.positions == 20000 and $whole.exact == false and $whole.length == 53 and
        ($whole.ways | map(.lookups)) == ["manhattan", "regular", "reflected", "regular, reflected"] and
        all($whole.ways[]; (.shares | add) > 0.999 and (.shares | length) == .max + 1 and .eta > 0 and .nodes > 0)' stdout
}

@test "--partition: small boards are looked up whole, other boards have no mirror" {
    need jq
    gen 8-puzzle
    info --json --partition 8-puzzle --length 20
    succeeded
    jq -s -e '.[1] | .exact and .positions == 181440 and .length == 20 and .ways[1].max == 31 and
        .ways[1].mean_error == 0 and (.ways[1].mean - 21.972398589 | fabs) < 1e-6' stdout
    gen 4x3-5-6
    info --json --partition 4x3-5-6 --positions 1000
    succeeded
    jq -s -e '.[2].ways | map(.lookups) == ["manhattan", "regular"]' stdout
}

@test "--partition: --csv has a row for each value of each way, --seed draws others" {
    gen 5-5-5
    info --csv --partition 5-5-5 --positions 1000
    succeeded
    [ "$(head -n 1 stdout)" = name,value,share ]
    [ "$(awk -F, 'NR > 1 { sum[$1] += $NF } END { for (i in sum) print (sum[i] > 0.999) }' stdout | sort -u)" = 1 ]
    cp stdout first
    info --csv --partition 5-5-5 --positions 1000 --threads 1
    cmp first stdout
    info --csv --partition 5-5-5 --positions 1000 --seed 2
    ! cmp -s first stdout
}

@test "--partition: other kinds, and --verify" {
    for kind in zero-aware non-additive; do
        gen --kind "$kind" 5-5-5
        info --kind "$kind" --partition 5-5-5 --positions 1000
        succeeded
        grep -q "5-5-5 (4x4, $kind)" stdout
    done
    gen 4x4-walking-distance
    info --verify --partition 4x4-walking-distance --positions 1000
    succeeded
    grep -q 'proven' stdout
}

@test "a partition that is not built, or not there" {
    mkdir pictures
    cp "$SOURCE/pdb/5-5-5.txt" pictures
    export TILEBASE_PATH=$PWD/pictures
    info --partition 5-5-5
    one_line_error 1 "is not built yet: pdbgen 5-5-5 builds it"
    info --partition nosuch
    one_line_error 1 "nosuch"
    info --kind pairs --partition 5-5-5
    one_line_error 2 "pairs"
}

@test "--partition: Ctrl-C while a pipe has no picture" {
    mkfifo pipe
    program=pdbinfo
    invoke timeout --foreground --preserve-status -s INT 0.5 env --default-signal=INT \
        "$PDBINFO" --partition ./pipe
    one_line_error 130 "./pipe: Interrupted"
}

# --- look-ups ---

board="11 13 4 7 1 0 2 6 15 8 12 5 9 14 3 10"

@test "--lookup: values and lines of play, which have as many moves" {
    need jq
    gen 5-5-5
    info --partition 5-5-5 --lookup "$board"
    succeeded
    grep -qE '^  tiles +value  Manhattan  excess$' stdout
    grep -qE '^  sum +38$' stdout
    grep -qE '^  1-4,7: 1U ' stdout
    info --json --partition 5-5-5 --lookup "$board"
    succeeded
    jq -e '.value == 38 and (.patterns | map(.value) | add) == 38 and
        all(.patterns[]; (.moves | split(" ") | length) == .value and
            .value == .manhattan + 2 * .excess)' stdout
}

@test "--lookup: the same as the solver's first bound, for any goal" {
    need jq
    gen 5-5-5
    rounds=0
    for goal in blank-last blank-first "4 3 2 1 8 7 6 5 12 11 10 9 0 15 14 13"; do
        while read -r position; do
            info --json --partition 5-5-5 --goal "$goal" --lookup "$position"
            succeeded
            value=$(field value)
            h=$("$BUILD/solver/pdbsolve" --quiet --json --partition 5-5-5 --lookups regular --goal "$goal" \
                --timeout 60 "$position" | jq .h)
            [ "$value" = "$h" ]
            rounds=$((rounds + 1))
        done < <("$BUILD/solver/pdbsolve" --quiet --json --partition 5-5-5 --goal "$goal" --random 3 | jq -r 'select(.board) | .board')
    done
    [ "$rounds" -eq 9 ]
}

@test "--lookup: every kind, from files and partitions" {
    need jq
    for kind in zero-aware non-additive; do
        gen --kind "$kind" --tiles 1-4
    done
    gen 4x4-walking-distance 4x4-pairs 4x4-triples
    info --lookup "$board" db/*
    succeeded
    grep -q '^  together ' stdout
    info --json --lookup "$board" db/4x4-non-additive-1-4.pdb
    jq -e '(.patterns[0].moves | split(" ") | length) == .value' stdout
    for partition in 4x4-walking-distance 4x4-pairs 4x4-triples; do
        info --json --partition $partition --lookup "$board"
        succeeded
        h=$("$BUILD/solver/pdbsolve" --quiet --json --heuristic "${partition#4x4-}" "$board" | jq .h)
        [ "$h" -ge "$(field value)" ]
        jq -e 'all(.patterns[]; (.moves | split(" ") | length) == .value)' stdout
    done
}

@test "--lookup: files of goals with the blank elsewhere" {
    need jq
    goal="1 2 3 4 0 5 6 7 8"
    start="4 1 3 2 0 5 7 6 8"
    for kind in pairs triples walking-distance; do
        gen --board 3x3 --kind $kind --goal "$goal"
    done
    for kind in additive zero-aware non-additive; do
        gen --board 3x3 --kind $kind --goal "$goal" --tiles 1-3,5
    done
    [ "$(ls db | wc -l)" -ge 6 ]
    for file in db/*.pdb; do
        info --json --lookup "$goal" "$file"
        succeeded
        [ "$(field value)" = 0 ] || [ "$file" != "${file%blank*}" ]
        info --json --lookup "$start" "$file"
        succeeded
        jq -e 'all(.patterns[]; .value == (.moves | split(" ") | length))' stdout
    done
}

@test "--lookup: the goal needs nothing" {
    gen 5-5-5
    info --partition 5-5-5 --lookup "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0"
    succeeded
    grep -qE '^  sum +0$' stdout
    [ "$(grep -c ': ' stdout)" -eq 0 ]
}

@test "--lookup: wrong boards and goals" {
    gen 5-5-5
    for wrong in "" "1 2 3" "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 15" "$board 1" "a b"; do
        info --partition 5-5-5 --lookup "$wrong"
        [ "$status" -eq 2 ]
        [ "$(wc -l <stderr)" -eq 1 ]
        info --lookup "$wrong" db/4x4-additive-1-4.6.pdb
        [ "$status" -eq 2 ]
    done
    info --partition 5-5-5 --lookup "$board" --goal "1 2 3"
    [ "$status" -eq 2 ]
    info --partition 5-5-5 --lookup "$board" --goal "1 2 3 4 5 0 6 7 8 9 10 11 12 13 14 15"
    [ "$status" -eq 2 ]
    [ "$(wc -l <stderr)" -eq 1 ]
    info --goal blank-first db/4x4-additive-1-4.6.pdb
    one_line_error 2 "--goal is for"
}

# --- differences ---

@test "--diff: layouts do not matter, values do, patterns are told apart" {
    need jq
    gen --tiles 1-4 --board 3x3
    cp db/3x3-additive-1-4.pdb packed.pdb
    gen --force --tiles 1-4 --board 3x3 --layout mapped
    info --diff packed.pdb db/3x3-additive-1-4.pdb
    succeeded
    grep -q '^same values: all 3,024 entries$' stdout
    gen --tiles 1-3 --board 3x3
    info --diff packed.pdb db/3x3-additive-1-3.pdb
    [ "$status" -eq 1 ]
    [ ! -s stderr ]
    grep -q '^different patterns:$' stdout
    cp db/3x3-additive-1-4.pdb changed.pdb
    printf '\x21' | dd of=changed.pdb bs=1 seek=$((4096 + 700)) conv=notrunc status=none
    info --diff packed.pdb changed.pdb
    one_line_error 1 "changed.pdb: damaged"
    # Under a right seal a changed byte is a changed entry.
    cp changed.pdb other.pdb
    "$BUILD/tests/seal" changed.pdb other.pdb
    info --diff packed.pdb changed.pdb
    [ "$status" -eq 1 ]
    grep -qE '^[12] of 3,024 entries differ, by up to [0-9]+ moves; the first is [-0-9 ]+:$' stdout
    info --json --diff packed.pdb changed.pdb
    [ "$status" -eq 1 ]
    jq -e '.same_pattern and (.same_values | not) and .different >= 1 and
        (.first.values | length) == 2 and .first.values[0] != .first.values[1]' stdout
    info --diff packed.pdb
    one_line_error 2 "--diff compares two files"
    info --diff packed.pdb nosuch.pdb
    one_line_error 1 "nosuch.pdb"
}

# --- export ---

@test "--export: CSV has a line for each entry, raw and npy a byte" {
    gen --tiles 1-2 --board 2x2
    info --export csv db/2x2-additive-1-2.pdb
    succeeded
    [ "$(tr '\n' ' ' <stdout)" = "cell_of_1,cell_of_2,value 1,2,0 1,3, 2,3,3 1,4,1 2,4,2 3,4, 2,1, 3,1,2 3,2,1 4,1,3 4,2, 4,3,4 " ]
    info --export raw --output values db/2x2-additive-1-2.pdb
    succeeded
    [ "$(od -An -tu1 values | tr -s ' ')" = " 0 255 3 1 2 255 255 2 1 3 255 4" ]
    info --export npy --output values.npy db/2x2-additive-1-2.pdb
    succeeded
    tail -c 12 values.npy | cmp - values
    [ "$(ls)" = "$(printf '%s\n' db stderr stdout values values.npy)" ]
    if python3 -c 'import numpy' 2>/dev/null; then
        python3 -c 'import numpy; a = numpy.load("values.npy"); assert a.shape == (2, 6) and a[0, 2] == 3'
    fi
}

@test "--export: CSV of the other kinds" {
    for kind in zero-aware non-additive walking-distance pairs triples; do
        case $kind in
        zero-aware | non-additive) gen --board 3x3 --kind $kind --tiles 1,5 ;;
        *) gen --board 3x3 --kind $kind ;;
        esac
    done
    for file in db/*; do
        info --export csv "$file"
        succeeded
        entries=$("$PDBINFO" --json "$file" | jq .entries)
        [ "$(wc -l <stdout)" -eq $((entries + 1)) ]
        [ "$(awk -F, '{ print NF }' stdout | sort -u | wc -l)" -eq 1 ]
    done
}

@test "--export: what cannot be written harms nothing" {
    gen --tiles 1-2 --board 2x2
    echo old >there
    info --export pictures db/2x2-additive-1-2.pdb
    one_line_error 2 "raw, npy or csv"
    info --export csv --output nosuch/file db/2x2-additive-1-2.pdb
    one_line_error 1 "nosuch/file: No such file or directory; choose another folder"
    info --export csv --output there nosuch.pdb
    one_line_error 1 "nosuch.pdb"
    [ "$(cat there)" = old ]
    info --export csv
    one_line_error 2 "no file"
    info --output there db/2x2-additive-1-2.pdb
    one_line_error 2 "--output is for --export"
    if [ -w /dev/full ]; then
        info --export csv --output /dev/full db/2x2-additive-1-2.pdb
        one_line_error 1 "/dev/full: cannot be written"
    fi
    [ "$(ls)" = "$(printf '%s\n' db stderr stdout there)" ]
}

@test "--export: bytes are not for a terminal" {
    terminal
    gen --tiles 1-2 --board 2x2
    on_terminal "$PDBINFO --export raw db/2x2-additive-1-2.pdb"
    [ "$status" -eq 2 ]
    grep -q 'name a file with --output' log
}

# --- charts ---

@test "--svg: a picture of databases and partitions that renders" {
    gen 5-5-5
    info --svg chart.svg --partition 5-5-5 --positions 1000 db/4x4-additive-1-4.6.pdb
    succeeded
    [ ! -s stdout ]
    grep -q '5-5-5, reflected: mean 42' chart.svg
    grep -q '4x4-additive-1-4.6.pdb: mean 14.064; Manhattan distance, dashed: 13.000' chart.svg
    need rsvg-convert
    rsvg-convert chart.svg -o chart.png
    [ "$(head -c 8 chart.png | od -An -tx1 | tr -d ' ')" = 89504e470d0a1a0a ]
    [ "$(stat -c %s chart.png)" -gt 10000 ]
}

@test "--svg: odd names, too many subjects, no place to write" {
    gen --tiles 1-2 --board 2x2
    cp db/2x2-additive-1-2.pdb 'a<b>&c.pdb'
    info --svg chart.svg 'a<b>&c.pdb'
    succeeded
    grep -q 'a&#60;b&#62;&#38;c.pdb' chart.svg
    info --svg chart.svg db/* db/* db/* db/* db/* db/* db/*
    one_line_error 2 "at most 6"
    info --svg nosuch/chart.svg db/*
    one_line_error 1 "nosuch/chart.svg"
    info --svg chart.svg --verify db/*
    one_line_error 2 "--verify"
    info --svg chart.svg --export csv db/*
    one_line_error 2 "choose one of"
}

@test "what does not go together" {
    gen --tiles 1-2 --board 2x2
    info --kind additive db/*
    one_line_error 2 "--kind is for --partition"
    info --csv --lookup "1 2 3 0" db/*
    one_line_error 2 "--csv"
    for option in positions seed length; do
        info --$option x db/*
        one_line_error 2 "--$option"
        info --$option 50 db/*
        one_line_error 2 "are for measuring a --partition"
    done
    info --json --csv db/*
    one_line_error 2 "choose --json or --csv"
    info --json --export csv db/*
    one_line_error 2 "choose --export or --json"
}

@test "an output is never a database" {
    gen --tiles 1-2 --board 2x2
    cp db/2x2-additive-1-2.pdb before
    for options in "--svg db/2x2-additive-1-2.pdb before" "--export csv --output db/2x2-additive-1-2.pdb before"; do
        info $options
        one_line_error 2 "is a database: name another file"
    done
    cmp before db/2x2-additive-1-2.pdb
}

@test "an output through a link is what the link leads to" {
    gen --tiles 1-2 --board 2x2
    touch target
    ln -s target link
    info --export csv --output link db/*
    succeeded
    [ -L link ]
    [ "$(wc -l <target)" -eq 13 ]
}

@test "--verify checks whatever the form of the output" {
    gen --layout mapped 5-5-5
    printf '\x55\x55\x55' | dd of=db/4x4-additive-1-4.6.pdb bs=1 seek=5000 conv=notrunc status=none
    for form in "" --json --csv; do
        info --partition 5-5-5 --checksums --positions 100 $form
        one_line_error 1 "4x4-additive-1-4.6.pdb"
    done
}
