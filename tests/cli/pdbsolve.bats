#!/usr/bin/env bats
# pdbsolve.bats -- pdbsolve finds shortest solutions, and refuses what it cannot solve

bats_require_minimum_version 1.5.0
load common
load solving

# --- telling about itself ---

@test "--help mentions every option and gives examples" {
    solve --help
    succeeded
    for option in file random seed board goal partition lookups heuristic check threads max-nodes \
        timeout all limit moves show play json csv quiet help version; do
        echo "option $option"
        grep -qE -- "^  --$option( |\$)" stdout
    done
    [[ $output == "Usage: pdbsolve "* ]]
    grep -q '^Examples:' stdout
    grep -q '^  pdbsolve --show ' stdout
}

@test "--help fits 80 columns" {
    solve --help
    [ "$(wc -L <stdout)" -le 80 ]
}

@test "-h is --help" {
    solve --help
    long=$output
    solve -h
    succeeded
    [ "$output" = "$long" ]
}

@test "--version is the name and a number" {
    solve --version
    succeeded
    [[ $output =~ ^pdbsolve\ [0-9]+\.[0-9]+\.[0-9]+$ ]]
}

# --- boards ---

@test "a board quoted, with commas, or as many arguments" {
    solve "$hard3"
    solved_with "8, reflected (built in memory)"
    leads 3 "$hard3" "$(last 9)" 31
    moves=$(text_moves)
    for board in "${hard3// /,}" "${hard3// /, }" " $hard3 "; do
        solve "$board"
        solved_with "8, reflected (built in memory)"
        leads 3 "$hard3" "$(last 9)" 31
        [ "$(text_moves)" = "$moves" ]
    done
    solve $hard3
    solved_with "8, reflected (built in memory)"
    leads 3 "$hard3" "$(last 9)" 31
    solve -- $hard3
    leads 3 "$hard3" "$(last 9)" 31
}

@test "several boards" {
    solve --quiet "$hard3" "1,2,3,4,5,6,7,0,8" "$(last 9)"
    succeeded
    [ "$(grep -oE '[0-9]+ moves?:' stdout | tr -d '\n')" = "31 moves:1 move:0 moves:" ]
    [[ $(tail -n 1 stdout) == "3 boards: mean h "*", mean length 10.667, "* ]]
}

@test "boards that are solved already" {
    for cells in 4 9 16 36; do
        solve --quiet $(last "$cells")
        succeeded
        leads 1 "$(last "$cells")" "$(last "$cells")" 0
        solve --quiet --goal blank-first $(first "$cells")
        succeeded
        leads 1 "$(first "$cells")" "$(first "$cells")" 0
    done
}

@test "2x2: the hardest takes 6 moves" {
    need jq
    solve 0 3 2 1
    solved_with "3, reflected (built in memory)"
    leads 2 "0 3 2 1" "1 2 3 0" 6
    solve --json --random 50 --board 2x2
    succeeded
    all_lead 2 "1 2 3 0"
    [ "$(jq -s 'map(.length // 0) | max' stdout)" = 6 ]
}

@test "a board that is no square: 2x3 is two wide" {
    solve --board 2x3 1 2 3 0 5 4
    solved_with "5 (built in memory)"
    leads 2 "1 2 3 0 5 4" "1 2 3 4 5 0" 1
    [ "$(text_moves)" = U ]
    solve --board 2x3 0 2 1 4 3 5
    leads 2 "0 2 1 4 3 5" "1 2 3 4 5 0" 3
    solve --board 3x2 1 2 0 4 5 3
    leads 3 "1 2 0 4 5 3" "1 2 3 4 5 0" 1
}

@test "4x4: a small partition is built in memory, and nothing is kept" {
    solve 1 2 3 4 5 6 7 8 9 10 15 11 13 14 0 12
    solved_with "5-5-5, reflected (built in memory)"
    no_files db
    board="1 2 3 4 5 6 7 8 9 10 15 11 13 14 0 12"
    leads 4 "$board" "$(last 16)" "$(text_length)"
    length=$(text_length)
    solve --heuristic manhattan "$board"
    solved_with manhattan
    leads 4 "$board" "$(last 16)" "$length"
}

@test "5x5 and 6x6: a small partition is built in memory" {
    board="1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 0 21 22 23 24"
    solve "$board"
    solved_with "4-4-4-4-4-4, reflected (built in memory)"
    leads 5 "$board" "$(last 25)" 4
    board="$(echo {1..29}) 0 31 32 33 34 35 30"
    solve "$board"
    [ "$status" -eq 0 ]
    [[ $stderr == "solving with "*", reflected (built in memory)" ]]
    leads 6 "$board" "$(last 36)" 1
    no_files db
}

@test "what is built is chosen, the strongest first" {
    gen --quiet 8-puzzle 5-5-5
    solve "$(last 16)"
    solved_with "5-5-5, reflected"
    solve "$hard3"
    solved_with "8-puzzle, reflected"
    gen --quiet 6-6-3
    solve "$(last 16)"
    solved_with "6-6-3, reflected"
}

# --- goals ---

@test "goals: blank-first and a board" {
    solve --goal blank-first 1 0 2 3 4 5 6 7 8
    solved_with "8, reflected (built in memory)"
    leads 3 "1 0 2 3 4 5 6 7 8" "$(first 9)" 1
    solve --goal "0,1,2,3,4,5,6,7,8" "$hard3"
    solved_with "8, reflected (built in memory)"
    given=$(text_length)
    solve --goal blank-first "$hard3"
    leads 3 "$hard3" "$(first 9)" "$given"
    goal="1 2 0 3 4 5 6 7 8" # another corner
    board="1 2 5 3 4 0 6 7 8"
    solve --goal "$goal" "$board"
    solved_with "8, reflected (built in memory)"
    leads 3 "$board" "$goal" 1
}

@test "a goal with its blank in the middle" {
    goal="1 2 3 4 0 5 6 7 8"
    board="1 2 3 4 5 8 6 7 0"
    solve --goal "$goal" "$board"
    solved_with "8, reflected (built in memory)"
    leads 3 "$board" "$goal" 2
    no_files db
    solve --quiet --goal "$goal" --partition 8-puzzle "$board"
    one_line_error 2 "no symmetry"
    [ ! -s stdout ]
}

@test "a goal that a partition cannot serve is refused before anything is built" {
    solve_refuses 2 "no symmetry" --goal "1 2 3 4 0 5 6 7 8" --partition 8-puzzle 1 2 3 4 5 8 6 7 0
}

# --- what is printed ---

@test "--moves tile, blank and numbers, all lead to the goal" {
    for form in tile blank numbers; do
        solve --quiet --moves "$form" "$hard3"
        succeeded
        [ "$(replay "$form" 3 "$hard3" "$(text_moves)")" = "$(last 9)" ]
        text_moves >"$form"
    done
    [ "$(wc -w <numbers)" -eq 31 ]
    [ "$(tr UDLR DURL <tile)" = "$(cat blank)" ]
}

@test "--show has every board, the goal at the end" {
    solve --quiet --show "$hard3"
    succeeded
    grep -qE '^31: [1-8] moves [UDLR]$' stdout
    [ "$(grep -cE '^ +([0-9]+|\.) +([0-9]+|\.) +([0-9]+|\.)$' stdout)" -eq $((3 * 32)) ]
    [ "$(tail -n 3 stdout | xargs)" = "1 2 3 4 5 6 7 8 ." ]
}

@test "--json: the keys, and a summary for many boards" {
    need jq
    solve --json "$hard3"
    succeeded
    [ "$(wc -l <stdout)" -eq 1 ]
    [ "$(field board)" = "$hard3" ]
    [ "$(field solved)" = true ]
    [ "$(field length)" = 31 ]
    jq -e '(.moves | type == "string" and length == 31) and .nodes > 0 and .seconds >= 0 and .h <= 31' stdout
    solve --json "$hard3" "$(last 9)" "1 2 3 4 5 6 7 0 8"
    succeeded
    [ "$(wc -l <stdout)" -eq 4 ]
    [ "$(jq -s 'map(select(has("summary"))) | length' stdout)" = 1 ]
    all_lead 3 "$(last 9)"
    jq -s -e '(.[:3]) as $each | .[3] |
        .summary == true and .boards == 3 and
        (.mean_length * 3 | round) == ($each | map(.length) | add) and
        (.mean_h * 3 | round) == ($each | map(.h) | add) and
        (.mean_nodes * 3 | round) == ($each | map(.nodes) | add) and
        .seconds >= 0' stdout
}

@test "--csv has a header and a line for each board" {
    solve --csv "$hard3" "$(last 9)"
    succeeded
    [ "$(wc -l <stdout)" -eq 3 ]
    [ "$(head -n 1 stdout)" = board,solved,length,moves,nodes,seconds,h,least ]
    [ "$(awk -F, '{ print NF }' stdout | sort -u)" = 8 ]
    IFS=, read -r board solved length moves rest < <(sed -n 2p stdout)
    [ "$board $solved $length" = "$hard3 1 31" ]
    [ "$(replay tile 3 "$board" "$moves")" = "$(last 9)" ]
    grep -q "^$(last 9),1,0,,0," stdout
}

@test "--quiet prints solutions and nothing else" {
    solve --quiet "$hard3"
    succeeded
    leads 3 "$hard3" "$(last 9)" 31
}

@test "a full disk is no success" {
    [ -c /dev/full ] || skip "no /dev/full"
    program=pdbsolve
    status=0
    "$PDBSOLVE" --quiet 1 2 0 3 >/dev/full 2>stderr || status=$?
    stderr=$(cat stderr)
    one_line_error 1 "No space left"
}

# --- random boards ---

@test "--random: the same boards for a seed, all solvable" {
    need jq
    solve --json --random 20 --board 3x3 --seed 7
    succeeded
    timeless >one
    all_lead 3 "$(last 9)"
    [ "$(jq -r 'select(has("board")).board' stdout | sort -u | wc -l)" -eq 20 ]
    solve --json --random 20 --board 3x3 --seed 7
    timeless | cmp - one
    solve --json --random 20 --board 3x3 --seed 8
    succeeded
    [ "$(timeless)" != "$(cat one)" ]
    all_lead 3 "$(last 9)"
    solve --json --random 20 --board 3x3
    timeless >default
    solve --json --random 20 --board 3x3 --seed 1
    timeless | cmp - default
}

@test "--random for another goal, and a board that is no square" {
    need jq
    solve --json --random 10 --board 3x3 --goal blank-first
    succeeded
    all_lead 3 "$(first 9)"
    solve --json --random 10 --board 2x3
    succeeded
    all_lead 2 "$(last 6)"
}

@test "--random is 4x4 if no board is named" {
    need jq
    solve --json --heuristic manhattan --random 1 --max-nodes 1000
    [ "$(jq -r .board stdout | wc -w)" -eq 16 ]
}

# --- files ---

@test "--file: comments, empty lines, Windows line ends, reference lines" {
    need jq
    printf '# boards\n\n%s\r\n   \n1,2,3,4,5,6,7,0,8\n7 31 %s\n  # more\n\t%s\r\n\r\n%s' \
        "$hard3" "$hard3" "$(last 9)" "1 2 3 4 5 0 7 8 6" >boards
    solve --json --file boards
    succeeded
    [ "$(jq -s -c 'map(.length // empty)' stdout)" = "[31,1,31,0,1]" ]
    all_lead 3 "$(last 9)"
    timeless >plain
    invoke bash -c '"$0" --json --file - <boards' "$PDBSOLVE"
    succeeded
    timeless | cmp - plain
}

@test "--file: a bad line is named" {
    printf '# boards\n%s\n1 2 3\n' "$hard3" >boards
    solve_refuses 2 "boards, line 3: " --file boards
    program=pdbsolve
    invoke bash -c '"$0" --file - <boards' "$PDBSOLVE"
    one_line_error 2 "standard input, line 3: "
}

@test "--file: the mark that some editors begin a file with" {
    printf '\xef\xbb\xbf# boards\n%s\n' "1 2 3 4 5 6 7 0 8" >boards
    solve --quiet --file boards
    succeeded
    printf '\xef\xbb\xbf%s\n' "1 2 3 4 5 6 7 0 8" >boards
    solve --quiet --file boards
    succeeded
    printf '%s\n\xef\xbb\xbf%s\n' "1 2 3 4 5 6 7 0 8" "1 2 3 4 5 6 7 0 8" >boards
    solve_refuses 2 "boards, line 2: " --file boards
}

@test "--file: zero bytes and endless lines are refused, and take no memory" {
    printf '%s\n%s\000 9\n' "1 2 3 0" "1 2 3 0" >boards
    solve_refuses 2 "boards, line 2: no text" --file boards
    sanitized || ulimit -v 2000000
    solve_refuses 2 "/dev/zero, line 1: no text" --file /dev/zero
    program=pdbsolve
    for byte in 1 ' ' x; do
        invoke bash -c 'tr "\000" "$1" </dev/zero | "$0" --file -' "$PDBSOLVE" "$byte"
        one_line_error 2 "standard input, line 1: the line is longer than any board"
    done
}

@test "--file: a comment of any length, and a board right up to the end of its room" {
    { printf '#'; head -c 3000000 /dev/zero | tr '\000' x; printf '\n%s\n' "1 2 3 0"; } >boards
    solve --json --file boards
    succeeded
    [ "$(wc -l <stdout)" -eq 1 ]
    printf '%4096s' "1 2 3 0" >boards
    solve --quiet --file boards
    succeeded
    printf '%4097s' "1 2 3 0" >boards
    solve_refuses 2 "longer than any board" --file boards
}

@test "--file: a pipe, a folder, nothing" {
    program=pdbsolve
    invoke bash -c '"$0" --quiet --file <(echo 1 2 3 0)' "$PDBSOLVE"
    succeeded
    mkdir folder
    solve_refuses 1 "folder: Is a directory" --file folder
    solve_refuses 1 "none: No such file" --file none
    solve_refuses 2 "no board in /dev/null" --file /dev/null
}

@test "--json and --csv exclude each other" {
    solve_refuses 2 "choose --json or --csv" --json --csv "1 2 3 0"
}

@test "--check: right lengths pass" {
    printf '1 31 %s\n2 0 %s\n%s\n' "$hard3" "$(last 9)" "1 2 3 4 5 6 7 0 8" >boards
    solve --quiet --check --file boards
    succeeded
    grep -v '^#' "$SOURCE/tests/data/korf100.txt" | sort -n -k 2 | head -n 3 >easy
    solve --quiet --check --goal blank-first --file easy
    succeeded
}

@test "--check: a wrong length fails and names both, the others are solved" {
    need jq
    printf '1 30 %s\n2 1 %s\n' "$hard3" "1 2 3 4 5 6 7 0 8" >boards
    solve --json --check --file boards
    one_line_error 1 "$hard3: 31 moves, but the file says 30"
    [ "$(jq -s 'map(select(has("board"))) | length' stdout)" = 2 ]
    solve --json --file boards
    succeeded
}

# --- searching ---

@test "--threads 1 and 2 give the same" {
    need jq
    for threads in 1 2; do
        solve --json --random 30 --board 3x3 --threads "$threads"
        succeeded
        timeless >"$threads"
    done
    cmp 1 2
    [ "$(wc -l <1)" -eq 31 ]
}

# One board, by one thread and by two together, with these options.
same_with_two_threads() {
    local length=$1 board=$2 threads

    shift 2
    for threads in 1 2; do
        solve --json --threads "$threads" "$@" "$board"
        succeeded
        all_lead 4 "$(last 16)"
        timeless >"$threads"
    done
    cmp 1 2
    [ "$(jq .length 1)" -eq "$length" ]
    [ "$(jq .nodes 1)" -gt 100000 ] # enough that both have work
}

@test "one board: --threads 1 and 2 give the same solution and nodes" {
    need jq
    same_with_two_threads 57 "12 11 9 8 3 15 4 1 6 10 14 0 7 2 13 5" --partition 5-5-5
    same_with_two_threads 49 "9 0 2 10 12 13 7 4 1 3 8 15 11 14 5 6" --heuristic linear-conflict
    same_with_two_threads 49 "9 0 2 10 12 13 7 4 1 3 8 15 11 14 5 6" --heuristic manhattan
}

@test "--all counts the shortest solutions, --limit lists some" {
    need jq
    solve --quiet --all "$hard3"
    succeeded
    leads 3 "$hard3" "$(last 9)" 31
    [ "$(tail -n 1 stdout)" = "  40 shortest solutions" ]
    for threads in 1 2; do
        solve --quiet --all --limit 3 --threads "$threads" "$hard3"
        succeeded
        [ "$(grep -cE '^  [1-3]: [UDLR]{31}$' stdout)" -eq 3 ]
        sed -n 's/^  [1-9]: //p' stdout >"$threads"
        while read -r moves; do
            [ "$(replay tile 3 "$hard3" "$moves")" = "$(last 9)" ]
        done <"$threads"
        [ "$(sort -u "$threads" | wc -l)" -eq 3 ]
        [ "$(head -n 1 "$threads")" = "$(text_moves)" ]
    done
    cmp 1 2
    solve --json --all --limit 100 --moves blank "$hard3"
    succeeded
    jq -e '.solutions == 40 and (.list | length == 40) and (.list | unique | length == 40) and .list[0] == .moves' stdout
    solve --csv --all "$hard3"
    succeeded
    [ "$(head -n 1 stdout)" = board,solved,length,moves,nodes,seconds,h,least,solutions ]
    [[ $(tail -n 1 stdout) == *,40 ]]
    solve --quiet --all 1 2 3 4 5 6 7 0 8
    succeeded
    [ "$(text_length)" -eq 1 ]
    [ "$(tail -n 1 stdout)" = "  1 shortest solution" ]
}

@test "--limit without --all" {
    solve_refuses 2 "--limit is for --all" --limit 3 "$hard3"
    for value in 0 -1 x ''; do
        solve_refuses 2 "--limit" --all --limit "$value" "$hard3"
    done
}

@test "several partitions: the largest value counts" {
    need jq
    printf 'board 3x3\na a a\n- - -\n- - .\n' >rows.txt
    printf 'board 3x3\na - -\na - -\na - .\n' >columns.txt
    for part in "--partition ./rows.txt" "--partition ./columns.txt" "--partition ./rows.txt --partition ./columns.txt"; do
        solve --json --lookups regular --random 50 --board 3x3 $part
        succeeded
        all_lead 3 "$(last 9)"
        jq 'select(has("board")).h' stdout >>values
        jq -c 'select(has("board")) | [.board, .length]' stdout >>lengths
    done
    paste <(sed -n 1,50p values) <(sed -n 51,100p values) <(sed -n 101,150p values) >table
    awk '{ if ($3 != ($1 > $2 ? $1 : $2)) exit 1; first += $1 > $2; second += $2 > $1 }
        END { exit !(first && second) }' table
    [ "$(sort -u lengths | wc -l)" -eq 50 ]
    solve --partition ./rows.txt --partition ./columns.txt "$hard3"
    solved_with "rows, reflected; columns, reflected"
}

@test "too many partitions, or one of another board among them" {
    solve_refuses 2 "at most 4 partitions" $(printf -- '--partition 8-puzzle %.0s' {1..5}) "$hard3"
    solve_refuses 2 "partition 7-8 is for 4x4" --partition 8-puzzle --partition 7-8 "$hard3"
}

@test "--lookups dual and dual-reflected" {
    need jq
    printf 'board 3x3\na a a\nb b b\nb b .\n' >part.txt
    for ways in regular dual dual-reflected regular,dual regular,reflected,dual,dual-reflected; do
        solve --json --lookups "$ways" --random 50 --board 3x3 --partition ./part.txt
        succeeded
        all_lead 3 "$(last 9)"
        jq -c 'select(has("board")) | [.board, .length]' stdout >now
        [ -e before ] || cp now before
        cmp before now
        jq -s -r 'last.mean_h' stdout >"$ways"
    done
    # More look-ups, larger values.
    cat regular regular,dual regular,reflected,dual,dual-reflected | sort -g -u -c
    solve --partition ./part.txt --lookups dual,regular "$hard3"
    solved_with "part, dual"
    solve --board 3x2 --lookups regular,dual 1 2 0 4 5 3
    [ "$status" -eq 0 ]
    leads 3 "1 2 0 4 5 3" "1 2 3 4 5 0" 1
    solve --board 3x2 --lookups dual-reflected 1 2 0 4 5 3
    one_line_error 2 "square"
}

@test "--heuristic linear-conflict takes fewer nodes than manhattan" {
    need jq
    for name in manhattan linear-conflict; do
        solve --json --heuristic "$name" --random 20 --board 3x3
        succeeded
        all_lead 3 "$(last 9)"
        jq -s -c 'map(.length // empty)' stdout >"lengths-$name"
        jq -s last.nodes stdout >"$name"
        no_files db
    done
    cmp lengths-manhattan lengths-linear-conflict
    [ "$(cat linear-conflict)" -lt "$(cat manhattan)" ]
    solve --heuristic linear-conflict "$hard3"
    solved_with linear-conflict
}

@test "the progress of a hard board is told on a terminal only" {
    terminal
    hard="--timeout 1 --heuristic manhattan '$hard5'"
    on_terminal "'$PDBSOLVE' $hard"
    [ "$status" -eq 1 ]
    grep -qE 'at least [0-9]+ moves, [0-9,]+ nodes, [0-9,]+ nodes/s, ' log
    on_terminal "'$PDBSOLVE' --quiet $hard"
    [ "$status" -eq 1 ]
    [ "$(grep -c 'moves, ' log)" -eq 0 ]
    solve --timeout 1 --heuristic manhattan "$hard5"
    [ "$status" -eq 1 ]
    [ "$(wc -l <stderr)" -eq 2 ]
    [ "$(grep -c 'moves, ' stderr)" -eq 0 ]
}

@test "--heuristic manhattan and databases agree on the length" {
    need jq
    for way in "--heuristic manhattan" "--partition 8-puzzle" "--lookups regular" "--lookups regular,reflected"; do
        solve --json --random 20 --board 3x3 $way
        succeeded
        all_lead 3 "$(last 9)"
        jq -c 'select(has("board")) | [.board, .length]' stdout >now
        [ -e before ] || cp now before
        cmp before now
    done
}

@test "a partition with tiles in no group" {
    printf 'board 3x3\na a a\n- - -\n- - .\n' >part.txt
    solve --partition ./part.txt "$hard3"
    solved_with "part, reflected"
    leads 3 "$hard3" "$(last 9)" 31
}

@test "--max-nodes: given up, a bound is told, the others are solved" {
    need jq
    solve --quiet --heuristic manhattan --max-nodes 10 "$hard3"
    one_line_error 1 "$hard3: given up, at least "
    grep -qE '^  stopped: at least [0-9]+ moves$' stdout
    solve --json --heuristic manhattan --max-nodes 10 "$hard3" "1 2 3 4 5 6 7 0 8"
    one_line_error 1 "at least"
    jq -s -e '.[0].solved == false and .[0].nodes >= 10 and .[0].nodes <= 13 and .[0].at_least >= 21 and
              .[0].at_least <= 31 and (.[0] | has("length") | not) and
              .[1].solved == true and .[1].length == 1' stdout
}

@test "--timeout: given up soon" {
    start=$(date +%s%N)
    solve --quiet --timeout 0.2 --heuristic manhattan "$hard5"
    took=$((($(date +%s%N) - start) / 1000000))
    one_line_error 1 "at least"
    grep -q 'stopped: at least' stdout
    echo "$took ms"
    [ "$took" -ge 200 ]
    [ "$took" -lt 2000 ]
}

@test "Ctrl-C: one line" {
    program=pdbsolve
    # Should the signal be lost, --timeout ends the test.
    for threads in 1 2; do
        invoke timeout --foreground --preserve-status -s INT 0.5 env --default-signal=INT \
            "$PDBSOLVE" --quiet --threads "$threads" --timeout 8 --heuristic manhattan "$hard5" "$hard5"
        one_line_error 130 interrupted
        [ "$stderr" = "pdbsolve: interrupted" ]
    done
}

# --- databases ---

@test "missing databases are built and kept" {
    solve --partition 5-5-5 "$(last 16)"
    solved_with "5-5-5, reflected"
    [ "$(cd db && echo *)" = "4x4-additive-1-3.6-7.pdb 4x4-additive-1-4.6.pdb 4x4-additive-8.11-12.14-15.pdb" ]
    no_parts db
    whole db/*
    before=$(stamp db/*)
    sleep 0.02
    solve --partition 5-5-5 "$(last 16)"
    solved_with "5-5-5, reflected"
    [ "$(stamp db/*)" = "$before" ]
    rm db/4x4-additive-1-4.6.pdb
    solve --partition 5-5-5 "$(last 16)"
    solved_with "5-5-5, reflected"
    [ "$(ls db | wc -l)" -eq 3 ]
}

@test "a damaged database is named, and what to do" {
    solve --quiet --partition 8-puzzle "$hard3"
    succeeded
    file=$(echo db/*)
    middle=$(($(stat -c %s "$file") / 2))
    byte=$(od -An -tu1 -j "$middle" -N 1 "$file")
    printf "\\x$(printf %02x $((byte ^ 255)))" | dd of="$file" bs=1 seek="$middle" conv=notrunc 2>dd
    solve --quiet "$hard3"
    one_line_error 1 "${file#db/}"
    [[ $stderr == *"remove it, or build it again with pdbgen" ]]
    [ ! -s stdout ]
    gen --quiet 8-puzzle # which it does
    [ "$status" -eq 0 ]
    solve --quiet "$hard3"
    succeeded
}

@test "the published figures of the 15-puzzle" {
    need jq
    sanitized && skip "takes long"
    mkdir -p "$BATS_FILE_TMPDIR/db"
    export TILEBASE_PATH=$BATS_FILE_TMPDIR/db:$BATS_FILE_TMPDIR/pictures
    boards=$SOURCE/tests/data/korf-felner-1000.txt
    solve --quiet --json --file "$boards" --goal blank-first --check --partition 7-8
    succeeded
    [ "$(tail -n 1 stdout | jq -c '[.boards, .mean_h, (.mean_nodes * 10 | round / 10)]')" = "[1000,45.63,36709.9]" ]
    solve --quiet --json --file "$boards" --goal blank-first --check --partition 7-8 --lookups regular
    succeeded
    [ "$(tail -n 1 stdout | jq -c '[.boards, (.mean_h * 1000 | round / 1000), (.mean_nodes | round)]')" = "[1000,44.752,136289]" ]
}

# --- bad input ---

@test "nothing to solve" {
    solve_refuses 2 "nothing to solve"
    solve_refuses 2 "nothing to solve" --board 3x3
}

@test "boards that are none" {
    solve_refuses 2 "7 numbers" 1 2 3 4 5 6 7
    solve_refuses 2 "10 numbers" "1 2 3 4 5 6 7 8 9 0"
    solve_refuses 2 "not 8" --board 3x3 1 2 3 4 5 6 7 8
    solve_refuses 2 "not 10" --board 3x3 1 2 3 4 5 6 7 8 0 1
    solve_refuses 2 "3 appears twice" 1 2 3 3 5 6 7 8 0
    solve_refuses 2 "0 appears twice" 1 2 3 4 0 6 7 8 0
    solve_refuses 2 "no tile 9" 1 2 3 4 5 6 7 8 9
    solve_refuses 2 "not a number" 1 2 3 4 x 6 7 8 0
    solve_refuses 2 "not a number" "1 2 3 4 -5 6 7 8 0"
    solve_refuses 2 "" ""
    solve_refuses 2 "" " "
    solve_refuses 2 "" abc
    solve_refuses 2 "" $(echo {1..1000})
    solve_refuses 2 "" "$hard3" "1 2 3 0"
}

@test "a reference line with letters for numbers" {
    solve_refuses 2 "" "x y $hard3"
    echo "1 x $hard3" >boards
    solve_refuses 2 "line 1" --check --file boards
}

@test "a board that cannot be solved" {
    solve_refuses 1 "2 1 3 4 5 6 7 8 0 cannot be solved" 2 1 3 4 5 6 7 8 0
    solve_refuses 1 "cannot be solved" "$hard3" "2 1 3 4 5 6 7 8 0"
    solve_refuses 1 "cannot be solved" --goal "2 1 3 4 5 6 7 8 0" "$(last 9)"
}

@test "goals that are none" {
    solve_refuses 2 "goal" --goal "1 2 3 0" "$hard3"
    solve_refuses 2 "goal" --goal nosuch "$hard3"
    solve_refuses 2 "goal" --goal "" "$hard3"
}

@test "partitions that are none" {
    solve_refuses 1 nosuch --partition nosuch "$hard3"
    solve_refuses 2 "partition 7-8 is for 4x4 and the boards are 3x3" --partition 7-8 "$hard3"
}

@test "values out of range" {
    for value in 0 -1 two '' 99999 2x; do
        solve_refuses 2 "--threads" --threads "$value" "$hard3"
    done
    for value in 0 -1 x ''; do
        solve_refuses 2 "--max-nodes" --max-nodes "$value" "$hard3"
        solve_refuses 2 "--random" --random "$value"
    done
    for value in 0 x '' -1 nan 1s; do
        solve_refuses 2 "--timeout" --timeout "$value" "$hard3"
    done
    for value in -1 x ''; do
        solve_refuses 2 "--seed" --seed "$value" --random 1
    done
    solve_refuses 2 "--moves" --moves foo "$hard3"
    solve_refuses 2 "--lookups" --lookups foo "$hard3"
    solve_refuses 2 "foo" --heuristic foo "$hard3"
    solve_refuses 2 "7x7" --board 7x7 --random 1
}

@test "--heuristic and --partition together: the larger value counts" {
    solve --heuristic walking-distance --heuristic linear-conflict --partition 8-puzzle "$hard3"
    solved_with "linear-conflict; walking-distance; 8-puzzle, reflected"
    leads 3 "$hard3" "$(last 9)" 31
}

@test "--lookups is checked where no database is used, too" {
    solve_refuses 2 "--lookups" --lookups foo 1 2 0 3
    solve_refuses 2 "--lookups" --lookups foo --heuristic manhattan "$hard3"
}

@test "reflected look-ups on a board that is no square" {
    solve --quiet --board 4x3 --lookups regular,reflected 1 2 3 4 5 6 7 8 9 10 0 11
    one_line_error 2 "square"
    [ ! -s stdout ]
}

@test "reflected look-ups are refused before anything is built" {
    solve_refuses 2 "square" --board 4x3 --lookups regular,reflected 1 2 3 4 5 6 7 8 9 10 0 11
}

@test "reflected look-ups on a board without a partition" {
    solve_refuses 2 "square" --board 2x3 --lookups regular,reflected 1 2 3 4 0 5
}

@test "files that are none" {
    solve_refuses 1 "nosuch: No such file" --file nosuch
    solve_refuses 1 "directory" --file "$PWD"
    printf '# nothing\n\n' >empty
    solve_refuses 2 "no board in empty" --file empty
    solve_refuses 2 "--file" --file
}

@test "a file without boards, the board's size named" {
    : >empty
    solve_refuses 2 "no board in empty" --board 3x3 --file empty
}

@test "options that are none" {
    solve_refuses 2 "--nosuch" --nosuch "$hard3"
    solve_refuses 2 "-x" -x "$hard3"
    solve_refuses 2 "--show" --show=yes "$hard3"
    for option in file random seed board goal partition lookups heuristic threads max-nodes timeout moves; do
        solve_refuses 2 "--$option" "--$option"
    done
}

@test "an error is one line whatever is in a name" {
    solve_refuses 1 such --file $'no\nsuch\033[31m'
    solve_refuses 1 such --partition $'no\nsuch' "$hard3"
    solve_refuses 2 a $'a\nb 2 3 0'
    solve_refuses 2 xxx "1 2 $(printf 'x%.0s' {1..5000}) 0"
}
