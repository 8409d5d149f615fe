#!/usr/bin/env bats
# local.bats -- solving a few tiles at a time: steps, fixed tiles, goals, databases; or refused

bats_require_minimum_version 1.5.0
load common
load solving

# The board of the paper's first figure.
figure="15 10 0 13 11 4 1 12 3 7 9 8 2 14 6 5"

solve_locally() {
    solve --quiet --algorithm local "$@"
    succeeded
}

# --- solutions ---

@test "the steps, their moves and the class" {
    solve_locally "$figure"
    leads 4 "$figure" "$(last 16)" "$(text_length)"
    # The moves of the steps, one after the other, are those of the solution.
    [ "$(awk '/^    [0-9]/ {printf "%s", $4}' <<<"$output")" = "$(text_moves)" ]
    [ "$(awk '/^    [0-9]/ {sum += $3} END {print sum}' <<<"$output")" -eq "$(text_length)" ]
    [ "$(grep -c '^    [0-9]' <<<"$output")" -eq 15 ]
    grep -q '^    tiles  fixed  moves$' <<<"$output"
    grep -q '^    1      none  ' <<<"$output"
    grep -q '^  length not proven optimal: at least 44$' <<<"$output"
    # As many tiles at once as the largest step has.
    class=$(sed -n 's/^  class \([0-9]*\): .*/\1/p' <<<"$output")
    [ "$class" -eq "$(awk '/^    [0-9]/ {split($1, range, "-"); size = range[2] ? range[2] - range[1] + 1 : 1
                            if (size > most) most = size} END {print most}' <<<"$output")" ]
}

@test "JSON: steps with tiles, fixed tiles and moves" {
    need jq
    solve_locally --json "$figure"
    all_lead 4 "$(last 16)"
    [ "$(field 'steps | length')" -eq 15 ]
    [ "$(field 'steps | map(.moves) | add')" = "$(field moves)" ]
    [ "$(field 'steps | map(.length) | add')" -eq "$(field length)" ]
    [ "$(field found_length)" -eq "$(field length)" ]
    [ "$(field 'steps | map(.tiles | length) | max')" -eq "$(field class)" ]
    [ "$(field optimal)" = false ]
    [ "$(field lower_bound)" -eq 44 ]
    # Each step has all tiles up to its last, and none both fixed and not.
    [ "$(field 'steps | map((.tiles + .fixed | sort) == [range(1; (.tiles | max) + 1)]) | all')" = true ]
}

@test "CSV has the class" {
    solve_locally --csv "$figure"
    [ "$(head -n 1 <<<"$output")" = "board,solved,length,moves,nodes,seconds,h,least,class" ]
    [ "$(tail -n 1 <<<"$output" | cut -d, -f 9)" -eq 5 ]
}

@test "--show marks the fixed tiles, which stand still" {
    solve_locally --show "$figure"
    grep -q '^bring 1 home; fixed: none$' <<<"$output"
    grep -q '^bring 5 home; fixed: 1-4$' <<<"$output"
    # From there on the first row is fixed.
    sed -n '/^bring 5 home/,/^bring/p' <<<"$output" | grep -q '^\[ 1\]\[ 2\]\[ 3\]\[ 4\]$'
    ! sed -n '/^bring 1 home/,/^bring 2/p' <<<"$output" | grep -q '\['
    [ "$(tail -n 1 <<<"$output")" = "[13][14] 15   ." ]
    # All other searches mark none.
    solve --quiet --show --heuristic manhattan "1 2 3 4 5 6 0 8 9 10 7 11 13 14 15 12"
    ! grep -q '\[' <<<"$output"
}

@test "regions of any size; all tiles at once give a shortest solution" {
    need jq
    for region in 1 2 3 4 5; do
        solve_locally --region "$region" --json --random 20 --threads 1
        all_lead 4 "$(last 16)"
        [ "$(jq -s 'map(select(has("steps")) | (.steps | length) == ((15 + '"$region"' - 1) / '"$region"' | floor)) | all' stdout)" = true ]
    done
    solve_locally --json --board 3x3 --region 8 "$hard3"
    [ "$(field length)" -eq 31 ]
    [ "$(field optimal)" = true ]
    solve_locally --json --board 3x3 --region 12 "$hard3"
    [ "$(field length)" -eq 31 ]
}

@test "every rectangle, and goals with the blank in any corner" {
    need jq
    for board in 2x2 2x6 6x2 3x5 5x3 5x5; do
        solve_locally --json --board $board --random 5
        all_lead "${board%x*}" "$(last $((${board%x*} * ${board#*x})))"
    done
    for goal in "0 1 2 3 4 5 6 7 8 9 10 11" "3 2 1 0 7 6 5 4 11 10 9 8" "8 9 10 11 4 5 6 7 0 1 2 3" \
        "5 11 3 1 7 2 8 4 9 6 10 0"; do
        solve_locally --json --board 4x3 --goal "$goal" --random 5 --region 2
        all_lead 4 "$goal"
    done
}

@test "the same with any number of threads, and in any form of moves" {
    need jq
    solve_locally --json --random 50 --threads 1
    timeless | jq -c 'del(.summary)' >one
    solve_locally --json --random 50 --threads 3
    timeless | jq -c 'del(.summary)' >three
    cmp one three
    solve_locally --moves numbers "$figure"
    [ "$(replay numbers 4 "$figure" "$(text_moves)")" = "$(last 16)" ]
    [ "$(awk '/^    [0-9]/ {$1 = $2 = $3 = ""; printf "%s ", $0}' <<<"$output" | xargs)" = "$(text_moves)" ]
}

@test "a solved board takes no move" {
    need jq
    solve_locally --json "$(last 16)"
    [ "$(field length)" -eq 0 ]
    [ "$(field class)" -eq 1 ]
    [ "$(field optimal)" = true ]
}

@test "what is solved by is told" {
    solve --algorithm local "$figure"
    [ "$status" -eq 0 ]
    [ "$stderr" = "solving by local" ]
}

@test "--improve shortens what was found, with the databases at hand" {
    need jq
    solve --algorithm local --improve 20 --json --quiet --board 3x3 --region 1 "$hard3"
    succeeded
    all_lead 3 "$(last 9)"
    [ "$(field length)" -eq 31 ]
    [ "$(field optimal)" = true ]
    [ "$(field found_length)" -ge 31 ]
    [ "$(field 'steps | map(.length) | add')" -eq "$(field found_length)" ]
    # Which heuristic helps is told, and may be chosen.
    solve --algorithm local --improve 0.2 --heuristic linear-conflict "$figure"
    [ "$status" -eq 0 ]
    [ "$stderr" = "solving by local with linear-conflict" ]
    grep -q '^  shortened from [0-9]* moves, which are these:$' <<<"$output"
    [ "$(replay tile 4 "$figure" "$(text_moves)")" = "$(last 16)" ]
    # The time is a limit.
    solve_locally --improve 0.1 --json --board 5x5 --random 4 --threads 1
    all_lead 5 "$(last 25)"
    [ "$(jq -s 'map(select(has("steps")) | .seconds < 20 and .length <= .found_length) | all' stdout)" = true ]
}

# --- databases ---

@test "databases are built, kept, and solved with" {
    need jq
    solve_locally --json --region 3 --random 10
    timeless >without
    gen --output db --kind local --region 3
    succeeded
    [ "$(wc -l <stdout)" -eq "$(ls db | wc -l)" ]
    [ -e db/4x4-local-1-3.pdb ]
    [ -e db/4x4-local-3-6-fixed-1-2.pdb ]
    whole db/*
    gen --output db --kind local --region 3
    succeeded
    ! grep -v "already there" stdout
    solve_locally --json --region 3 --random 10
    timeless >with
    cmp without with
    # They are really read.
    printf x >>db/4x4-local-1-3.pdb
    solve --quiet --algorithm local --region 3 "$figure"
    one_line_error 1 "4x4-local-1-3.pdb: damaged: something was added to its end: remove it, or build it again with pdbgen"
    cp db/4x4-local-3-6-fixed-1-2.pdb db/4x4-local-1-3.pdb
    solve --quiet --algorithm local --region 3 "$figure"
    one_line_error 1 "holds the database of another pattern than its name says"
    gen --quiet --output db --kind local --region 3
    [ "$status" -eq 0 ]
    solve_locally --json --region 3 --random 10
    timeless >with
    cmp without with
}

@test "one local problem, in both layouts" {
    need jq
    gen --json --output db --kind local --tiles 3,4 --fixed 1-2
    succeeded
    [ "$(field file)" = db/4x4-local-3-4-fixed-1-2.pdb ]
    [ "$(field entries)" -eq 2184 ]
    [ "$(field states)" -eq 2184 ]
    gen --json --output db --kind local --tiles 3,4 --fixed 1-2 --layout mapped
    succeeded
    [ "$(field status)" = converted ]
    whole db/*
    info --json db/*
    succeeded
    [ "$(field kind)" = local ]
    [ "$(field max)" -eq 32 ]
    # A goal of one's own numbers the tiles.
    gen --json --output db --kind local --tiles 13,12 --fixed 15,14 --goal blank-first
    succeeded
    [ "$(field status)" = kept ]
}

@test "a dry run tells of all problems and builds none" {
    gen --output db --kind local --dry-run
    succeeded
    [ "$(grep -c '^4x4-local-' stdout)" -eq 27 ]
    no_files db
}

# --- refused ---

@test "pdbgen refuses what is no local problem" {
    refuses 2 "tiles cannot be fixed and brought to their goals at once" --output db --kind local --tiles 3,4 --fixed 4
    refuses 2 "there is no tile 16" --output db --kind local --tiles 3 --fixed 16
    refuses 2 "is no list of tiles" --output db --kind local --tiles 3 --fixed x
    refuses 2 "--fixed goes with --kind local and --tiles" --output db --tiles 3 --fixed 1
    refuses 2 "--fixed goes with --kind local and --tiles" --output db --kind local --fixed 1
    refuses 2 "--region goes with --kind local" --output db --region 2 7-8
    refuses 2 "--region goes with --kind local" --output db --kind local --tiles 1 --region 2
    refuses 2 "--region takes a whole number from 1 to 12" --output db --kind local --region 13
    refuses 2 "has none of kind local" --output db --kind local 7-8
    refuses 2 "the blank's goal in a corner" --output db --kind local --board 3x3 --goal "1 2 3 4 0 5 6 7 8"
    refuses 1 "choose a smaller region" --output db --kind local --region 12 --board 6x6
    printf 'board 2x2\nkind local\naa\na.\n' >picture.txt
    refuses 2 "kind local has fixed tiles, which no picture shows" --output db ./picture.txt
}

@test "pdbsolve refuses what has no use" {
    solve_refuses 2 "the blank's goal in a corner" --algorithm local --board 3x3 --goal "1 2 3 4 0 5 6 7 8" --random 1
    solve_refuses 2 "--region and --improve are for --algorithm local" --region 2 --random 1
    solve_refuses 2 "--region and --improve are for --algorithm local" --improve 1 --random 1
    solve_refuses 2 "--region takes a whole number from 1 to 12, not '0'" --algorithm local --region 0 --random 1
    solve_refuses 2 "--improve takes seconds, such as 2.5, up to 1000000000, not 'x'" --algorithm local --improve x --random 1
    solve_refuses 2 "--improve takes seconds, such as 2.5, up to 1000000000, not '0'" --algorithm local --improve 0 --random 1
    solve_refuses 2 "--algorithm local does not search" --algorithm local --timeout 1 --random 1
    solve_refuses 2 "--algorithm local does not search" --algorithm local --max-nodes 1 --random 1
    solve_refuses 2 "uses no heuristic" --algorithm local --partition 7-8 --random 1
    solve_refuses 2 "--all is for --algorithm ida" --algorithm local --all --random 1
    solve_refuses 2 "has none of kind local" --kind local --partition 7-8 --random 1
    solve_refuses 1 "choose a smaller region" --algorithm local --region 12 --board 6x6 --random 1
    solve_refuses 1 "cannot be solved" --algorithm local "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0"
}
