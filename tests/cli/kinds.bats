#!/usr/bin/env bats
# kinds.bats -- every kind of database: built, kept, read and solved with; or refused

bats_require_minimum_version 1.5.0
load common
load solving

# Build with these options into the folder db; what pdbgen says of it in lines of JSON.
build() {
    gen --json --output db "$@"
    succeeded
}

# One small database of each kind, by the options that make it.
each_kind() {
    printf '%s\n' \
        "--kind additive --tiles 1-4 --board 3x3" \
        "--kind zero-aware --tiles 1-4 --board 3x3" \
        "--kind non-additive --tiles 1-4 --board 3x3" \
        "--kind walking-distance --board 4x3" \
        "--kind pairs --board 3x3" \
        "--kind triples --board 2x4"
}

# Change one byte of a file.
damage() {
    local byte

    byte=$(od -An -tu1 -j "$2" -N 1 "$1")
    printf "\\x$(printf %02x $((byte ^ 255)))" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>dd
}

# --- building ---

# A database is there under this name, and pdbinfo shows these figures of it.
holds() {
    local name=$1 kind=$2 entries=$3 states=$4 largest=$5

    info --json --verify "db/$name.pdb"
    succeeded
    [ "$(field kind)" = "$kind" ]
    [ "$(field board)" = "${name%%-*}" ]
    [ "$(field entries)" -eq "$entries" ]
    [ "$(field states)" -eq "$states" ]
    [ "$(field max)" -eq "$largest" ]
    # Every entry has a value, and only the solved one needs no move.
    [ "$(field unreachable)" -eq 0 ]
    [ "$(field 'histogram | add')" -eq "$entries" ]
    [ "$(field 'histogram | length')" -eq $((largest + 1)) ]
}

@test "zero-aware: a value for each region of the blank" {
    need jq
    build --kind zero-aware 5-5-5
    [ "$(cd db && echo *)" = "4x4-zero-aware-1-3.6-7.pdb 4x4-zero-aware-1-4.6.pdb 4x4-zero-aware-8.11-12.14-15.pdb" ]
    for file in 1-3.6-7 1-4.6 8.11-12.14-15; do
        info --json "db/4x4-zero-aware-$file.pdb"
        [ "$(field entries)" -eq 874080 ]
        [ "$(field states)" -eq 874080 ]
        [ "$(field 'histogram[0]')" -eq 1 ]
    done
    build --kind zero-aware --tiles 1-4 --board 3x3
    holds 3x3-zero-aware-1-4 zero-aware 5520 5520 15
}

@test "zero-aware entries are the states of the additive database" {
    need jq
    for pattern in "3x3 1-5" "4x3 1,2,5,6" "2x4 1-4" "4x4 1-5"; do
        read -r board tiles <<<"$pattern"
        build --kind additive --board "$board" --tiles "$tiles"
        states=$(field states)
        build --kind zero-aware --board "$board" --tiles "$tiles"
        [ "$(field entries)" = "$states" ]
        [ "$(field states)" = "$states" ]
    done
}

@test "non-additive: a value for each cell of the blank" {
    need jq
    build --kind non-additive --tiles 1-4 --board 3x3
    holds 3x3-non-additive-1-4 non-additive $((9 * 8 * 7 * 6 * 5)) 15120 28
    build --kind non-additive --tiles 1-3 --board 4x3
    holds 4x3-non-additive-1-3 non-additive $((12 * 11 * 10 * 9)) 11880 30
    # Every tile and every move: the 8-puzzle itself.
    build --kind non-additive 8-puzzle
    info --json db/3x3-non-additive-1-8.pdb
    [ "$(field max)" -eq 31 ]
    [ "$(field 'histogram[31]')" -eq 2 ]
    [ "$(field 'histogram | add')" -eq 181440 ]
}

# The figures are per axis, and known from elsewhere; three rows of four cells are a board 4x3.
@test "walking distance: rows and columns, each with its own states" {
    need jq
    for board in 3x3 4x3 5x3 4x4; do
        build --kind walking-distance --board "$board"
    done
    holds 3x3-walking-distance walking-distance 105 105 14
    holds 4x3-walking-distance walking-distance 255 255 18
    holds 3x4-walking-distance walking-distance 4324 4324 29
    holds 5x3-walking-distance walking-distance 525 525 22
    holds 3x5-walking-distance walking-distance 352560 352560 46
    holds 4x4-walking-distance walking-distance 24964 24964 35
    [ "$(ls db | wc -l)" -eq 6 ]
}

@test "pairs and triples: each set of tiles on all cells" {
    need jq
    build --kind triples --board 3x3
    [ "$(jq -r .file stdout | xargs -n 1 basename | xargs)" = "3x3-pairs.pdb 3x3-triples.pdb" ]
    holds 3x3-pairs pairs $((8 * 7 / 2 * 9 * 8)) 2240 8
    holds 3x3-triples triples $((8 * 7 * 6 / 6 * 9 * 8 * 7)) 41664 12
    build --kind triples --board 2x4
    holds 2x4-pairs pairs $((7 * 6 / 2 * 8 * 7)) 1512 10
    holds 2x4-triples triples $((7 * 6 * 5 / 6 * 8 * 7 * 6)) 19320 15
    build --kind pairs --board 4x4
    holds 4x4-pairs pairs $((15 * 14 / 2 * 16 * 15)) 26040 12
    # The goal of each is solved, in any region of the blank.
    [ "$(field 'histogram[0]')" -eq $((15 * 14 / 2)) ]
}

@test "the board is 4x4 if none is named" {
    for kind in walking-distance pairs triples; do
        gen --kind "$kind"
        succeeded
        [ -f "db/4x4-$kind.pdb" ]
    done
    [ "$(ls db | wc -l)" -eq 3 ]
}

@test "the catalogue's entries are the kinds' files" {
    gen --output named 4x4-walking-distance 4x4-pairs 4x4-triples
    succeeded
    for kind in walking-distance triples; do
        gen --output given --kind "$kind"
        succeeded
    done
    diff -r named given
}

@test "goals: corners share files, other cells have their own" {
    for kind in walking-distance pairs; do
        gen --output last --kind "$kind" --board 4x3
        gen --output first --kind "$kind" --board 4x3 --goal blank-first
        succeeded
    done
    diff -r last first
    [ "$(cd last && echo *)" = "3x4-walking-distance.pdb 4x3-pairs.pdb 4x3-walking-distance.pdb" ]
    middle="1 2 3 4 0 5 6 7 8"
    gen --kind pairs --board 3x3 --goal "$middle"
    gen --kind walking-distance --board 3x3 --goal "$middle"
    gen --kind non-additive --tiles 1-3 --board 3x3 --goal "$middle"
    # The blank reaches the last cell past other tiles.
    gen --kind zero-aware --tiles 1-3 --board 3x3 --goal "$middle"
    succeeded
    [ "$(cd db && echo *)" = "3x3-non-additive-1-3-blank-5.pdb 3x3-pairs-blank-5.pdb 3x3-walking-distance-blank-6.pdb 3x3-zero-aware-1-3.pdb" ]
    whole db/*
}

@test "what is there is kept, what is damaged built again" {
    while read -r options; do
        gen --output db $options
        succeeded
    done < <(each_kind)
    cp -r db fresh
    before=$(stamp db/*)
    sleep 0.02
    while read -r options; do
        gen --output db $options
        succeeded
        [ "$(grep -c 'already there' stdout)" -eq "$(wc -l <stdout)" ]
    done < <(each_kind)
    [ "$(stamp db/*)" = "$before" ]
    for file in db/*; do
        damage "$file" $(($(stat -c %s "$file") * 2 / 3))
        info --verify "$file"
        one_line_error 1 damaged
    done
    while read -r options; do
        gen --output db $options
        [ "$status" -eq 0 ]
        [ "$(grep -c 'building it again' stderr)" -gt 0 ]
    done < <(each_kind)
    diff -r fresh db
}

@test "--dry-run tells what the build comes to" {
    need jq
    while read -r options; do
        gen --dry-run --json --output db $options
        succeeded
        no_files db
        jq -c '[.file, .entries, .states, .table_bytes]' stdout >>plan
    done < <(each_kind)
    while read -r options; do
        build $options
        jq -c '[.file, .entries, .states, .table_bytes]' stdout >>done
    done < <(each_kind)
    cmp plan done
    gen --dry-run --kind walking-distance --board 5x5
    succeeded
    grep -qE '^5x5-walking-distance.pdb +65,650,495 +65,650,495 +32.8 MB ' stdout
    gen --dry-run fringe corner
    [ "$(grep -cE '^4x4-non-additive-[^ ]+ +518,918,400 +518,918,400 ' stdout)" -eq 2 ]
    gen --dry-run --kind zero-aware 7-8
    grep -qE '^4x4-zero-aware-1-8.pdb +1,425,191,040 +1,425,191,040 ' stdout
    grep -qE '^4x4-zero-aware-9-15.pdb +139,849,920 +139,849,920 ' stdout
}

@test "both layouts hold the same, and zstd reads it" {
    need zstd
    while read -r options; do
        gen --output zstd $options
        succeeded
        gen --output mapped --layout mapped $options
        succeeded
    done < <(each_kind)
    [ "$(ls zstd)" = "$(ls mapped)" ]
    whole zstd/* mapped/*
    for file in zstd/*; do
        zstd -q -t - <"$file"
        zstd -q -dc - <"$file" >table
        tail -c +4097 "mapped/${file#zstd/}" | cmp - table
    done
    # Conversion gives the same bytes.
    cp -r zstd there
    while read -r options; do
        gen --output there --layout mapped $options
        succeeded
    done < <(each_kind)
    diff -r mapped there
}

# Tables that are large enough for several threads.
each_large_kind() {
    printf '%s\n' \
        "--kind zero-aware 5-5-5" \
        "--kind non-additive --tiles 1-4" \
        "--kind walking-distance --board 3x5" \
        "--kind triples" \
        "--kind local --tiles 1-4" \
        "--kind local --tiles 5,9,13 --fixed 1-4"
}

# Build all kinds into a folder, with these options.
build_each() {
    local folder=$1 options

    shift
    while read -r options; do
        gen --output "$folder" "$@" $options
        succeeded
    done < <(each_kind; each_large_kind)
}

@test "the same bytes again, with any number of threads and any processor's code" {
    build_each once --threads 1
    build_each again --threads 1
    diff -r once again
    for threads in 2 3; do
        build_each "$threads" --threads "$threads"
        diff -r once "$threads"
    done
    for cpu in portable avx2 avx512; do
        gen --cpu "$cpu" --dry-run 8-puzzle
        [ "$status" -eq 0 ] || continue
        build_each "$cpu" --cpu "$cpu"
        diff -r once "$cpu"
    done
}

# --- refusals of pdbgen ---

@test "pdbgen: kinds that are none" {
    refuses 2 "no kind 'nosuch'" --kind nosuch --tiles 1
    for kind in additive zero-aware non-additive walking-distance pairs triples; do
        [[ $stderr == *"$kind"* ]]
    done
    refuses 2 "no kind ''" --kind "" --tiles 1
    refuses 2 "no kind 'Pairs'" --kind Pairs
    refuses 2 "no kind" --kind $'pairs\n' --board 3x3
    refuses 2 "--kind" --kind
}

@test "pdbgen: kinds of all tiles take no tiles and no partition" {
    for kind in walking-distance pairs triples; do
        refuses 2 "--kind $kind is of all tiles" --kind "$kind" --tiles 1-3
        refuses 2 "--kind $kind is of all tiles" --kind "$kind" 5-5-5
        refuses 2 "--kind $kind is of all tiles" --kind "$kind" "4x4-$kind"
    done
}

@test "pdbgen: kinds of chosen tiles need some" {
    for kind in additive zero-aware non-additive; do
        refuses 2 "nothing to build" --kind "$kind"
        refuses 2 "--tiles" --kind "$kind" --board 3x3
    done
    refuses 2 "there is no tile 16" --kind zero-aware --tiles 1-16
    refuses 2 "15 tiles" --kind non-additive --tiles 1-15
    refuses 2 "is of kind walking-distance and has none of kind zero-aware" --kind zero-aware 4x4-walking-distance
    refuses 2 "is of kind pairs and has none of kind additive" --kind additive 5-5-5 4x4-pairs
}

@test "pdbgen: more entries than can be numbered" {
    for kind in zero-aware non-additive; do
        refuses 2 "a $kind database of 12 tiles on 6x6" --kind "$kind" --tiles 1-12 --board 6x6
        refuses 2 "choose fewer tiles" --dry-run --json --kind "$kind" --tiles 1-12 --board 6x6
    done
}

@test "pdbgen: boards that a kind cannot be for" {
    refuses 2 "at least 6 cells" --kind pairs --board 2x2
    refuses 2 "at least 6 cells" --kind triples --board 2x2
    for board in 6x6 5x6 6x5; do
        refuses 2 "too many states" --kind walking-distance --board "$board"
        refuses 2 "too many states" --dry-run --kind walking-distance --board "$board"
    done
    refuses 2 "7x7" --kind pairs --board 7x7
    refuses 2 "goal" --kind pairs --board 3x3 --goal "1 2 3 0"
}

@test "pdbgen: memory is short" {
    sanitized && skip "sanitizers need much memory"
    program=pdbgen
    for options in "--kind walking-distance --board 4x6" "--kind walking-distance --board 5x5" \
        "--kind zero-aware --tiles 1-8" fringe; do
        status=0
        (ulimit -v 100000 && exec "$PDBGEN" --threads 1 $options >stdout 2>stderr </dev/null 3>&-) || status=$?
        stderr=$(cat stderr)
        echo "$options -> $status: $stderr"
        one_line_error 1 "of memory"
        no_files db
    done
}

# Write a picture and see it refused with this text.
bad_picture() {
    printf "$1" >bad.txt
    refuses 2 "$2" bad.txt
    [[ $stderr == *bad.txt* ]]
}

@test "pictures of kinds: letters, blanks, boards" {
    for kind in walking-distance pairs triples; do
        bad_picture "board 3x3\nkind $kind\na - -\n- - -\n- - .\n" "of all tiles"
        bad_picture "board 3x3\nkind $kind\na a a\na a a\na a .\n" "of all tiles"
        bad_picture "board 3x3\nkind $kind\n- - -\n- - -\n- - -\n" "no blank"
        bad_picture "board 3x3\nkind $kind\n- - .\n- - -\n- - .\n" "second blank"
        bad_picture "board 3x3\nkind $kind\n- - -\n- - .\n" "rows"
        bad_picture "board 3x3\nkind $kind\n" "rows"
    done
    for kind in zero-aware non-additive; do
        bad_picture "board 3x3\nkind $kind\n- - -\n- - -\n- - .\n" "no group"
    done
    bad_picture "board 2x2\nkind pairs\n- -\n- .\n" "at least 6 cells"
    bad_picture "board 6x5\nkind walking-distance\n$(printf -- '------\\n%.0s' {1..4})-----.\n" "too many states"
    bad_picture "board 3x3\nkind pairs\nkind triples\n- - -\n- - -\n- - .\n" "line 3"
    bad_picture "board 3x3\nkind nosuch\n- - -\n- - -\n- - .\n" "no kind 'nosuch'"
}

# --- solving ---

# Solve $count random boards of $board for $goal with these options: the lengths are those of the
# first call since the file lengths was removed.
same_lengths() {
    solve --json --random "$count" --board "$board" --goal "$goal" "$@"
    succeeded
    all_lead "${board%x*}" "$goal"
    jq -c 'select(has("board")) | [.board, .length]' stdout >now
    [ -e lengths ] || cp now lengths
    cmp lengths now
}

whole_kinds="walking-distance pairs triples"

@test "8-puzzles: every kind and mixture finds the same lengths" {
    need jq
    printf 'board 3x3\na a b\na a b\nb b .\n' >part.txt
    printf 'board 3x3\na a a\n- - -\n- - .\n' >rows.txt
    count=5 board=3x3
    for goal in "$(last 9)" "$(first 9)" "1 2 0 3 4 5 6 7 8"; do
        rm -f lengths
        same_lengths --heuristic manhattan
        for name in linear-conflict $whole_kinds; do
            same_lengths --heuristic "$name"
        done
        for kind in additive zero-aware non-additive; do
            same_lengths --kind "$kind" --partition ./part.txt
            same_lengths --kind "$kind" --partition ./part.txt --lookups reflected
            same_lengths --kind "$kind" --partition ./part.txt --partition ./rows.txt --lookups regular
        done
        same_lengths --kind zero-aware --partition ./part.txt --lookups regular,reflected,dual,dual-reflected
        same_lengths --heuristic pairs --cover matching
        same_lengths --heuristic triples --cover matching
        same_lengths --heuristic walking-distance --heuristic pairs --heuristic linear-conflict
        same_lengths --heuristic triples --heuristic walking-distance --kind zero-aware --partition ./part.txt
        same_lengths --heuristic triples --cover matching --kind non-additive --partition ./part.txt --partition ./rows.txt
    done
}

@test "8-puzzles: more is known, the bounds are larger" {
    need jq
    printf 'board 3x3\na a b\na a b\nb b .\n' >part.txt
    # Each of the lines is of options that never give less from left to right.
    while read -r line; do
        rm -f before
        while read -rd '|' options; do
            solve --json --random 200 --board 3x3 $options
            succeeded
            jq 'select(has("board")).h' stdout >now
            [ ! -e before ] || paste before now | awk '$1 > $2 { less = 1 } $1 < $2 { more = 1 } END { exit less || !more }'
            mv now before
        done <<<"$line|"
    done <<'EOF'
--heuristic manhattan | --heuristic pairs --cover matching | --heuristic triples --cover matching | --heuristic triples
--heuristic pairs | --heuristic triples --cover vertex-cover
--heuristic manhattan | --heuristic walking-distance | --heuristic walking-distance --heuristic triples
--lookups regular --partition ./part.txt | --lookups regular --kind zero-aware --partition ./part.txt | --kind zero-aware --partition ./part.txt --heuristic triples
EOF
}

@test "rectangles: every kind, and goals with their blank anywhere" {
    need jq
    count=3
    while IFS=: read -r board goal; do
        rm -f lengths
        same_lengths --heuristic linear-conflict
        for name in $whole_kinds; do
            same_lengths --heuristic "$name"
        done
        same_lengths --heuristic walking-distance --heuristic pairs
    done <<EOF
2x5:$(last 10)
2x5:$(first 10)
2x5:1 2 3 4 0 5 6 7 8 9
5x2:1 2 3 4 5 6 7 0 8 9
3x3:1 2 3 4 0 5 6 7 8
3x3:1 2 3 4 5 6 7 0 8
EOF
}

@test "11-puzzles: partitions of every kind, from two corners" {
    need jq
    count=2
    for board in 3x4 4x3; do
        for goal in "$(last 12)" "$(first 12)"; do
            rm -f lengths
            for kind in additive zero-aware non-additive; do
                same_lengths --kind "$kind" --partition "$board-5-6"
            done
            for name in $whole_kinds; do
                same_lengths --heuristic "$name"
            done
            same_lengths --heuristic walking-distance --kind zero-aware --partition "$board-5-6"
        done
    done
}

@test "15-puzzles of known length" {
    grep -v '^#' "$SOURCE/tests/data/korf100.txt" | sort -n -k 2 | head -n 3 >easy
    for options in "--heuristic pairs" "--heuristic triples" "--heuristic triples --cover matching" \
        "--heuristic pairs --heuristic walking-distance" "--kind zero-aware --partition 5-5-5" \
        "--kind non-additive --partition 5-5-5 --heuristic triples"; do
        solve --quiet --check --goal blank-first --file easy $options
        succeeded
    done
    sed 's/41/43/' easy >wrong
    solve --quiet --check --goal blank-first --file wrong --heuristic triples
    one_line_error 1 "41 moves, but the file says 43"
}

@test "both layouts solve alike" {
    need jq
    printf 'board 3x3\na a b\na a b\nb b .\n' >part.txt
    for layout in zstd mapped; do
        export TILEBASE_PATH=$PWD/$layout
        for kind in zero-aware non-additive; do
            gen --quiet --layout "$layout" --kind "$kind" ./part.txt
        done
        for kind in walking-distance triples; do
            gen --quiet --layout "$layout" --kind "$kind" --board 3x3
        done
        stamp "$layout"/* >before
        for options in "--heuristic walking-distance" "--heuristic pairs" "--heuristic triples" \
            "--kind zero-aware --partition ./part.txt" "--kind non-additive --partition ./part.txt"; do
            solve --json --random 20 --board 3x3 $options
            succeeded
            timeless | jq -c 'select(has("board"))' >>"answers-$layout"
        done
        stamp "$layout"/* | cmp - before
    done
    cmp answers-zstd answers-mapped
    [ "$(wc -l <answers-zstd)" -eq 100 ]
}

@test "small databases of whole kinds are made in memory, and nothing is kept" {
    for name in $whole_kinds; do
        for board in 3x3 4x4; do
            solve --quiet --random 1 --max-nodes 1 --board "$board" --heuristic "$name"
        done
    done
    no_files db
    # What is there is used, and a damaged file is named.
    gen --quiet --kind pairs --board 3x3
    solve --heuristic pairs "$hard3"
    [ "$status" -eq 0 ]
    leads 3 "$hard3" "$(last 9)" 31
    damage db/3x3-pairs.pdb 300
    solve --quiet --heuristic pairs "$hard3"
    one_line_error 1 "3x3-pairs.pdb"
    [ ! -s stdout ]
}

@test "databases of a partition's other kind are built and kept" {
    for kind in zero-aware non-additive; do
        solve --kind "$kind" --partition 8-puzzle "$hard3"
        solved_with "8-puzzle $kind, reflected"
        leads 3 "$hard3" "$(last 9)" 31
        [ -f "db/3x3-$kind-1-8.pdb" ]
    done
    [ "$(ls db | wc -l)" -eq 2 ]
    whole db/*
}

@test "what is told of the heuristics" {
    printf 'board 3x3\na a b\na a b\nb b .\n' >part.txt
    solve --heuristic walking-distance "$hard3"
    solved_with walking-distance
    solve --heuristic manhattan --heuristic walking-distance "$hard3"
    solved_with walking-distance
    solve --kind zero-aware --partition ./part.txt --lookups regular,dual "$hard3"
    solved_with "part zero-aware, dual"
    solve --kind non-additive --partition ./part.txt --lookups regular "$hard3"
    solved_with "part non-additive"
    solve --kind non-additive --partition ./part.txt --heuristic linear-conflict --heuristic walking-distance "$hard3"
    solved_with "linear-conflict; walking-distance; part non-additive, reflected"
}

# --- refusals of pdbsolve ---

@test "pdbsolve: --kind goes with partitions of chosen tiles" {
    solve_refuses 2 "--kind goes with --partition" --kind zero-aware "$hard3"
    solve_refuses 2 "--kind goes with --partition" --kind zero-aware --heuristic pairs "$hard3"
    solve_refuses 2 "no kind 'nosuch'" --kind nosuch --partition 8-puzzle "$hard3"
    for kind in walking-distance pairs triples; do
        solve_refuses 2 "$kind" --kind "$kind" --partition 7-8 "$(last 16)"
        solve_refuses 2 "use --heuristic $kind" --partition "4x4-$kind" "$(last 16)"
        solve_refuses 2 "use --heuristic $kind" --kind zero-aware --partition "4x4-$kind" "$(last 16)"
    done
}

@test "pdbsolve: --cover goes with pairs and triples" {
    solve_refuses 2 "--cover goes with" --cover matching "$hard3"
    solve_refuses 2 "--cover goes with" --cover matching --heuristic walking-distance "$hard3"
    solve_refuses 2 "--cover goes with" --cover vertex-cover --partition 8-puzzle "$hard3"
    for rule in nosuch '' cover packing; do
        solve_refuses 2 "--cover is matching or vertex-cover" --cover "$rule" --heuristic pairs "$hard3"
    done
    solve_refuses 2 "--cover" --cover
}

@test "pdbsolve: heuristics that a board cannot have" {
    solve_refuses 2 "at least 6 cells" --heuristic pairs 0 3 2 1
    solve_refuses 2 "at least 6 cells" --heuristic triples 0 3 2 1
    solve_refuses 2 "too many states" --heuristic walking-distance $(last 36)
    solve_refuses 2 "too many states" --heuristic walking-distance --board 5x6 $(last 30)
    solve_refuses 2 "no heuristic 'zero-aware'" --heuristic zero-aware "$hard3"
}

@test "pdbsolve: look-ups that a kind cannot have" {
    for ways in dual dual-reflected regular,dual; do
        solve_refuses 2 "8-puzzle is non-additive" --lookups "$ways" --kind non-additive --partition 8-puzzle "$hard3"
        solve_refuses 2 "fringe is non-additive" --lookups "$ways" --partition fringe "$(last 16)"
    done
    for kind in zero-aware non-additive; do
        solve_refuses 2 "square" --board 4x3 --lookups reflected --kind "$kind" --partition 4x3-5-6 $(last 12)
        solve_refuses 2 "no symmetry" --kind "$kind" --partition 8-puzzle --goal "1 2 3 4 0 5 6 7 8" 1 2 3 4 5 8 6 7 0
    done
}
