#!/usr/bin/env bats
# algorithms.bats -- pdbsolve --algorithm, from the outside

load common
load solving

all="ida weighted-ida astar weighted-astar greedy anneal anytime bfs bidirectional-bfs"
hard4="14 15 8 12 10 11 9 13 2 6 5 1 3 7 4 0" # takes almost 80 moves

@test "every algorithm solves small boards, and its solutions lead to the goal" {
    need jq
    for algorithm in $all; do
        for goal in "$(last 9)" "0 1 2 3 4 5 6 7 8" "1 2 3 8 0 4 7 6 5"; do
            solve --json --algorithm "$algorithm" --board 3x3 --goal "$goal" --random 3 --timeout 60
            succeeded
            all_lead 3 "$goal"
            jq -s -e 'map(select(has("board"))) | all(.lower_bound // .length <= .length)' stdout
        done
    done
}

@test "those that promise the shortest find it, and say so" {
    need jq
    solve --json --random 5 --board 3x3
    jq -c 'select(has("board")) | [.board, .length]' stdout >right
    for algorithm in astar bfs bidirectional-bfs anytime; do
        solve --json --algorithm "$algorithm" --random 5 --board 3x3
        succeeded
        jq -c 'select(has("board")) | [.board, .length]' stdout | cmp - right
        [ "$(jq -s 'map(select(has("board")) | .optimal) | all' stdout)" = true ]
    done
}

@test "what is not proven is told: in text, JSON and CSV" {
    need jq
    solve --algorithm greedy --heuristic manhattan "$hard3"
    [ "$status" -eq 0 ]
    grep -qE '^  length not proven optimal: at least 2[0-9]$' stdout
    [ "$stderr" = "solving by greedy with manhattan" ]
    solve --algorithm greedy --heuristic manhattan --json "$hard3"
    jq -e '.optimal == false and .lower_bound == 21 and .length > 31 and .expanded > 0 and .memory_bytes > 0' stdout
    solve --algorithm greedy --heuristic manhattan --csv "$hard3"
    [ "$(tail -n 1 stdout | cut -d , -f 8)" = 21 ]
    solve "$hard3"
    ! grep -q 'not proven' stdout
}

@test "--weight: no solution is longer than the bound that is told" {
    need jq
    solve --json --board 4x4 --random 6 --partition 5-5-5
    jq -s 'map(select(has("board")).length)' stdout >right
    for algorithm in weighted-ida weighted-astar; do
        for weight in 1 1.2 2 5; do
            solve --json --algorithm "$algorithm" --weight "$weight" --board 4x4 --random 6 --partition 5-5-5
            succeeded
            jq -s -e --argjson w "$weight" --slurpfile right right '
                [map(select(has("board"))), $right[0]] | transpose |
                all((.[0].length <= $w * .[1]) and (.[0].lower_bound // .[0].length) <= .[1])' stdout
        done
    done
}

@test "--check accepts longer solutions that are not said to be shortest" {
    echo "1 31 $hard3" >list
    solve --quiet --check --file list --algorithm greedy --heuristic manhattan
    succeeded
    echo "1 900 $hard3" >list
    solve --quiet --check --file list --algorithm greedy --heuristic manhattan
    one_line_error 1 "but the file says 900"
}

@test "--memory: given up with a bound that is proven" {
    need jq
    for algorithm in astar bfs bidirectional-bfs; do
        solve --quiet --algorithm "$algorithm" --memory 5 "$hard4"
        one_line_error 1 "$hard4: given up, at least "
        solve --json --algorithm "$algorithm" --memory 5 "$hard4"
        jq -e '.solved == false and .at_least > 10 and .at_least <= 80 and .memory_bytes <= 5000000' stdout
    done
}

@test "--timeout and --max-nodes end every search" {
    for algorithm in $all; do
        [ "$algorithm" != anytime ] || continue
        limit=(--timeout 0.2)
        case $algorithm in greedy | anneal | weighted-*) limit=(--max-nodes 20) ;; esac
        solve --quiet --algorithm "$algorithm" --threads 1 "${limit[@]}" "$hard5"
        one_line_error 1 "given up, at least "
    done
}

@test "anytime: solutions become shorter, and the last is reported" {
    need jq
    solve --json --algorithm anytime --heuristic linear-conflict --timeout 1 --board 5x5 --random 1
    succeeded
    jq -s -e 'map(select(.better)) as $on_the_way | .[-1] as $last |
        ($on_the_way | length) > 0 and $last.solved and $last.length < 250 and
        $last.length == $on_the_way[-1].length and
        ($on_the_way | map(.length) | . == (sort | reverse)) and
        ($on_the_way | map(.lower_bound) | . == sort)' stdout
    solve --algorithm anytime --heuristic linear-conflict --timeout 0.5 --board 5x5 --random 1 --quiet
    grep -qE '^after [0-9.]+ m?s: [0-9]+ moves, at least [0-9]+$' stdout
}

@test "anytime: Ctrl-C ends it with the best solution so far" {
    program=pdbsolve
    invoke timeout --foreground --preserve-status -s INT 2 env --default-signal=INT \
        "$PDBSOLVE" --quiet --algorithm anytime --heuristic linear-conflict --timeout 60 --board 5x5 --random 1
    succeeded
    grep -q 'length not proven optimal' stdout
}

@test "anneal: another seed walks another way" {
    solve --quiet --algorithm anneal --heuristic manhattan --seed 1 "$hard3"
    succeeded
    sed -n 2p stdout >one
    solve --quiet --algorithm anneal --heuristic manhattan --seed 1 "$hard3"
    sed -n 2p stdout | cmp - one
    solve --quiet --algorithm anneal --heuristic manhattan --seed 2 "$hard3"
    ! sed -n 2p stdout | cmp -s - one
}

@test "unknown names are answered with the known ones" {
    solve_refuses 2 "no algorithm 'dfs': there are ida, weighted-ida, astar, weighted-astar, greedy, anneal, anytime, bfs, bidirectional-bfs and local" --algorithm dfs "$hard3"
    solve_refuses 2 "no algorithm ''" --algorithm "" "$hard3"
}

@test "options that an algorithm has no use for are refused" {
    solve_refuses 2 "--weight is for" --algorithm astar --weight 2 "$hard3"
    solve_refuses 2 "--weight takes a number from 1 to 10" --algorithm weighted-astar --weight 0.5 "$hard3"
    solve_refuses 2 "--weight takes a number from 1 to 10" --algorithm weighted-astar --weight 11 "$hard3"
    solve_refuses 2 "--weight takes a number from 1 to 10" --algorithm weighted-astar --weight nan "$hard3"
    solve_refuses 2 "--ties is for" --algorithm greedy --ties far "$hard3"
    solve_refuses 2 "--ties is close or far" --algorithm astar --ties old "$hard3"
    solve_refuses 2 "--walk is for --random" --walk 10 "$hard3"
    solve_refuses 2 "leave the boards out" --survey 10 "$hard3"
    solve_refuses 2 "bfs uses none" --survey 10 --algorithm bfs
    solve_refuses 2 "use --json" --survey 10 --csv --heuristic manhattan
    solve_refuses 2 "--memory is for" --algorithm ida --memory 10 "$hard3"
    solve_refuses 2 "--memory" --algorithm astar --memory 0 "$hard3"
    solve_refuses 2 "--all is for --algorithm ida" --algorithm astar --all "$hard3"
    solve_refuses 2 "uses no heuristic" --algorithm bfs --heuristic manhattan "$hard3"
    solve_refuses 2 "uses no heuristic" --algorithm bidirectional-bfs --partition 8-puzzle "$hard3"
}

@test "boards that cannot be solved, and goals of another size, are refused by every algorithm" {
    for algorithm in $all; do
        solve_refuses 1 "cannot be solved" --algorithm "$algorithm" "2 1 3 4 5 6 7 8 0"
        solve_refuses 2 "" --algorithm "$algorithm" --goal "$(last 16)" "$hard3"
    done
}

@test "values that may exceed the truth cannot count solutions" {
    solve --all --heuristic novel --quiet "$hard3"
    one_line_error 2 "--all is not for novel"
    solve --heuristic novel --quiet "$hard3"
    succeeded
    grep -q 'length not proven optimal' stdout
}

@test "--ties: A* finds the shortest either way, and generates more where the far come first" {
    need jq
    solve --json --quiet --algorithm astar --heuristic manhattan "$hard3"
    close=$(field nodes)
    solve --json --quiet --algorithm astar --heuristic manhattan --ties far "$hard3"
    [ "$(field length)" = 31 ]
    [ "$(field nodes)" -ge "$close" ]
}

@test "--walk: boards that are so many moves away at most" {
    need jq
    solve --json --random 200 --walk 12 --board 3x3
    succeeded
    jq -s -e 'map(select(has("board")).length) | max <= 12 and max > 6 and min <= 1' stdout
}

@test "--survey: exact values, admissible ones, and such as exceed the truth" {
    need jq
    solve --json --survey 1000000 --board 3x3
    succeeded
    jq -e '.positions == 181440 and .farthest == 31 and .exact == 181440 and .above == 0' stdout
    for heuristic in misplaced euclidean manhattan linear-conflict; do
        solve --json --survey 1000000 --board 3x3 --heuristic "$heuristic"
        jq -e '.above == 0 and .jumps == 0 and .admissible and .consistent and .edges == 483840' stdout
    done
    solve --json --survey 100000 --heuristic novel
    jq -e '.positions == 100000 and .above > 0 and .most_above > 0 and (.admissible | not)' stdout
    solve --survey 1000 --board 5x3 --heuristic manhattan
    [ "$status" -eq 0 ]
    grep -q '1,000 positions, up to ' stdout
}
