#!/usr/bin/env bats
# heuristics.bats -- pdbsolve --heuristic NAME for those that need no databases, from the outside

load common
load solving

names="misplaced euclidean manhattan linear-conflict corner-tiles last-moves inversion-distance relaxed-adjacency"

# Solve random boards with these options: the lengths are those in the file `right`.
same_lengths() {
    solve --json --random 3 "$@"
    succeeded
    jq -c 'select(has("board")) | [.board, .length, .optimal]' stdout >found
    [ -e right ] || cp found right
    cmp right found
}

@test "all that are admissible find the same lengths, on any board and for any goal" {
    need jq
    for board in 3x3 2x4 4x2 2x2; do
        cells=$((${board%x*} * ${board#*x}))
        for goal in "$(last $cells)" "$(first $cells)" "$(echo $(seq 2 $((cells - 1))) 0 1)"; do
            rm -f right
            for name in $names; do
                same_lengths --board $board --goal "$goal" --heuristic "$name"
                [ "$(jq -s 'map(select(has("board")) | .optimal) | all' stdout)" = true ]
                all_lead "${board%x*}" "$goal"
            done
        done
    done
}

@test "what is told of each, and of several" {
    for name in $names; do
        solve --heuristic "$name" 1 2 3 4 5 6 7 0 8
        solved_with "$name"
    done
    solve --heuristic corner-tiles --heuristic last-moves "$hard3"
    solved_with "corner-tiles + last-moves"
    leads 3 "$hard3" "$(last 9)" 31
    solve --heuristic inversion-distance --heuristic manhattan "$hard3"
    solved_with "manhattan; inversion-distance"
    leads 3 "$hard3" "$(last 9)" 31
    solve --heuristic inversion-distance --heuristic relaxed-adjacency --heuristic last-moves "$hard3"
    solved_with "last-moves; inversion-distance; relaxed-adjacency"
    leads 3 "$hard3" "$(last 9)" 31
    solve --heuristic misplaced --heuristic euclidean "$hard3"
    solved_with euclidean
    solve --partition 8-puzzle --heuristic corner-tiles --heuristic misplaced "$hard3"
    solved_with "corner-tiles; 8-puzzle, reflected"
    leads 3 "$hard3" "$(last 9)" 31
}

@test "each that adds to another takes fewer nodes" {
    need jq
    before=
    for name in misplaced euclidean manhattan linear-conflict corner-tiles "corner-tiles --heuristic last-moves"; do
        solve --json --random 30 --board 3x3 --heuristic $name
        succeeded
        nodes=$(jq 'select(.summary).nodes' stdout)
        [ -z "$before" ] || [ "$nodes" -lt "$before" ]
        before=$nodes
    done
}

@test "any board up to 6x6 can be begun" {
    for board in 6x6 2x6 6x2 5x4 3x6; do
        for name in $names novel; do
            solve --quiet --max-nodes 1000 --board $board --random 1 --heuristic "$name"
            [ "$status" -eq 0 ] || one_line_error 1 "given up, at least"
        done
    done
}

@test "novel says that a length is not proven" {
    need jq
    solve --heuristic novel "$hard3"
    solved_with novel
    [[ $output == *"length not proven optimal: at least "* ]]
    solve --json --heuristic novel --random 20 --board 3x3
    succeeded
    all_lead 3 "$(last 9)"
    [ "$(jq -s 'map(select(has("board")) | .optimal) | any(not)' stdout)" = true ]
    jq -s -e 'map(select(has("lower_bound"))) | all(.lower_bound < .length)' stdout
    solve --quiet --max-nodes 10 --heuristic novel "$hard5"
    one_line_error 1 "given up, at least"
}

@test "what cannot be is refused in one line" {
    solve_refuses 2 "no heuristic 'foo': there are misplaced, euclidean, manhattan, linear-conflict, corner-tiles, last-moves, inversion-distance, relaxed-adjacency, novel, walking-distance, pairs and triples" \
        --heuristic foo "$hard3"
    for name in "" Manhattan manhattan, "corner tiles"; do
        solve_refuses 2 "no heuristic '$name': there are" --heuristic "$name" "$hard3"
    done
    solve_refuses 2 "novel may exceed the moves it takes" --heuristic novel --heuristic manhattan "$hard3"
    solve_refuses 2 "novel may exceed the moves it takes" --heuristic novel --partition 8-puzzle "$hard3"
    solve_refuses 2 "--all is not for novel" --all --heuristic novel "$hard3"
    solve_refuses 1 "cannot be solved" --heuristic corner-tiles 2 1 3 4 5 6 7 8 0
}

@test "--help and the man page name all there are" {
    solve --help
    for name in $names novel walking-distance pairs triples; do
        [[ $output == *"$name"* ]]
        grep -q "^\.It Cm $name\$" "$SOURCE/docs/man/pdbsolve.1"
    done
}

@test "a search that gives up with novel claims no more than is certain" {
    # One of the boards of 80 moves, which novel takes for one of 86.
    solve --goal blank-first --heuristic novel --max-nodes 10 "15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0"
    [ "$status" -eq 1 ]
    [[ $stderr =~ at\ least\ ([0-9]+)\ moves ]]
    [ "${BASH_REMATCH[1]}" -le 80 ]
}
