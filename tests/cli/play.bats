#!/usr/bin/env bats
# play.bats -- pdbsolve --play: a solution as a moving picture on a terminal

bats_require_minimum_version 1.5.0
load common

PDBSOLVE=$BUILD/solver/pdbsolve

easy="1 2 3 4 5 6 0 8 9 10 7 11 13 14 15 12" # takes 3 moves
long="8 6 7 2 5 4 3 0 1"                     # takes 31 moves, so 12 seconds

# Databases are not what is tested here, and would have to be built.
options="--quiet --heuristic manhattan --play"

hide=$'\033[?25l'
show=$'\033[?25h'

# Play a board; what is given before it goes before the command.
play() {
    on_terminal "$2 '$PDBSOLVE' $options $3 '$1'"
}

# The cursor was hidden, and shown again as the last thing of the picture.
cursor_is_back() {
    [ "$(grep -cF "$hide" log)" -eq 1 ]
    [ "$(grep -cF "$show" log)" -eq 1 ]
    [[ $(cat log) == *"$hide"*"$show"* ]]
    [[ $(cat log) != *"$show"*$'\033'* ]]
}

# The log has this text.
has() {
    grep -qF -- "$1" log
}
has_not() {
    ! has "$1"
}

# The rows of the last board, boxes and colours taken away.
last_board() {
    sed -e 's/\x1b\[[0-9;?]*[A-Za-z]//g' log | grep -E '^[|] ' | tail -n "$1" | tr -d '|' | xargs
}

@test "--play needs a terminal, which is told before anything is built" {
    program=pdbsolve
    invoke "$PDBSOLVE" --play "$easy"
    one_line_error 2 "--play needs a terminal: use --show to print the boards"
    [ ! -s stdout ]
    no_files db
}

@test "every move is told, the last board stays" {
    terminal
    play "$easy"
    [ "$status" -eq 0 ]
    cursor_is_back
    has "3 moves to go"
    has "move 1 of 3: 7 slides up"
    has "move 2 of 3: 11 slides left"
    has "move 3 of 3: 12 slides up"
    has "solved in 3 moves"
    [ "$(last_board 4)" = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15" ]
    has_not $'\033[?1049h' # the other screen would take the last board away
}

@test "frames are drawn over each other" {
    terminal
    play "$easy"
    # Nine lines of boxes, one of words, the bar; the first frame goes nowhere.
    [ "$(grep -cF $'\033[10A' log)" -eq 4 ]
    [ "$(grep -o '[[][#.]*[]]' log | xargs)" = "$(
        for done in 0 10 20 30 30; do
            printf '[%s%s] ' "$(printf '%*s' "$done" '' | tr ' ' '#')" \
                "$(printf '%*s' $((30 - done)) '' | tr ' ' .)"
        done | xargs
    )" ]
}

@test "colours: the tile that moved, and those that are home" {
    terminal
    play "$easy"
    has $'|\033[30;43m  7 \033[m|'
    has $'|\033[32m  1 \033[m|'
    # Tile 12 is not home until it moves, and home in the last frame.
    has '| 12 |'
    has $'|\033[30;43m 12 \033[m|'
    has $'|\033[32m 12 \033[m|'
    has_not '[ 7]'
}

@test "NO_COLOR: brackets mark the tile that moved" {
    terminal
    play "$easy" "NO_COLOR=1"
    [ "$status" -eq 0 ]
    cursor_is_back
    has '|[ 7]|'
    has '|[11]|'
    has '|[12]|'
    [ "$(grep -c $'\033\\[[0-9;]*m' log)" -eq 0 ]
    play "$easy" "NO_COLOR="
    has $'\033[32m'
}

@test "boxes where the locale is UTF-8" {
    terminal
    locale -a | grep -qiE '^C\.utf-?8$' || skip "no locale C.UTF-8"
    play "$easy" "LC_ALL=C.UTF-8"
    [ "$status" -eq 0 ]
    has "┌────┬────┬────┬────┐"
    has "├────┼────┼────┼────┤"
    has "└────┴────┴────┴────┘"
    has "██████████░░░░░░░░░░░░░░░░░░░░"
    has_not "+----+"
    play "$easy"
    has "+----+----+----+----+"
    [ "$(LC_ALL=C tr -d '\000-\177' <log | wc -c)" -eq 0 ]
}

@test "a dumb terminal gets no escape codes, and the boards one below the other" {
    terminal
    for kind in TERM=dumb TERM= "env -u TERM LC_ALL=C.UTF-8"; do
        play "$easy" "$kind"
        [ "$status" -eq 0 ]
        [ "$(LC_ALL=C tr -d '[:print:]\n' <log | wc -c)" -eq 0 ]
        [ "$(grep -c '^+----+----+----+----+$' log)" -eq $((5 * 5)) ]
        has '|[ 7]|'
        grep -qx "solved in 3 moves" log
    done
}

@test "a terminal that is too small: numbers, or the line alone" {
    terminal
    need stty
    play "$easy" "stty rows 11 cols 22;"
    has '+----+'
    for size in "rows 10 cols 80" "rows 24 cols 21" "rows 5 cols 17"; do
        play "$easy" "stty $size; NO_COLOR=1"
        [ "$status" -eq 0 ]
        cursor_is_back
        has_not '+----+'
        has '  5   6 [ 7]  8 '
        has ' 13  14  15   . '
        has $'\033[4A'
    done
    has 'move 1 of 3: 7 s' # 16 of 17 columns
    has_not 'move 1 of 3: 7 sl'
    for size in "rows 4 cols 80" "rows 24 cols 16" "rows 1 cols 1"; do
        play "$easy" "stty $size;"
        [ "$status" -eq 0 ]
        cursor_is_back
        has_not ' 13  14 '
        has_not $'\033[1A'
    done
}

@test "boards that are solved already, other goals, and no squares" {
    terminal
    play "1 2 3 4 5 6 7 8 0"
    [ "$status" -eq 0 ]
    cursor_is_back
    has "solved in 0 moves"
    has_not "to go"
    play "1 0 2 3 4 5 6 7 8" "" "--goal blank-first"
    [ "$status" -eq 0 ]
    has "1 move to go"
    has "move 1 of 1: 1 slides right"
    has "solved in 1 move"
    has $'|    |\033[32m  1 \033[m|\033[32m  2 \033[m|'
    play "1 2 3 0 5 4" "" "--board 2x3"
    has "move 1 of 1: 4 slides up"
    has $'\033[8A'
    play "1 2 3 4 0 5" "" "--board 3x2"
    has "move 1 of 1: 5 slides left"
    has $'\033[6A'
}

@test "Ctrl-C stops it at once, and the cursor comes back" {
    terminal
    for signal in INT TERM; do
        SECONDS=0
        # A shell ignores Ctrl-C for what it runs in the background, so timeout sends it.
        play "$long" "timeout --foreground --preserve-status -s $signal 2"
        [ "$status" -eq 130 ]
        [ "$SECONDS" -lt 8 ]
        cursor_is_back
        has "move 1 of 31: "
        has_not "move 31 of 31: "
        has_not "solved in"
        grep -qxF "${show}pdbsolve: interrupted" log
    done
}

@test "Ctrl-Z does not leave the shell without a cursor" {
    terminal
    # Only a job of its own can be stopped, hence -m.
    on_terminal "set -m; '$PDBSOLVE' $options '$easy' & sleep 0.6; kill -TSTP \$!; sleep 4; kill -9 \$!"
    cursor_is_back
    has "solved in 3 moves"
}

@test "a move takes 0.4 seconds" {
    terminal
    sanitized && skip "timing"
    start=$(date +%s%N)
    play "$easy"
    took=$((($(date +%s%N) - start) / 1000000))
    [ "$took" -ge 1600 ] # before and after each move
    [ "$took" -lt 5000 ]
}

@test "a terminal that goes away is an error" {
    terminal
    need setsid
    # In a session of its own the program gets no SIGHUP when the terminal is gone.
    printf '%s\n' "'$PDBSOLVE' $options '$long' 2>stderr" 'echo $? >code' >outlive
    on_terminal 'setsid sh outlive & sleep 2'
    wait_for code
    program=pdbsolve
    status=$(cat code)
    stderr=$(cat stderr)
    one_line_error 1 "standard output: "
}

@test "pictures do not go with what programs read" {
    terminal
    for option in --show --json --csv; do
        play "$easy" "" "$option"
        [ "$status" -eq 2 ]
        has "choose --play or"
    done
}
