# solving.bash -- what the tests of pdbsolve share; load it behind common

PDBSOLVE=$BUILD/solver/pdbsolve

# Boards that are hard to solve.
hard3="8 6 7 2 5 4 3 0 1" # takes 31 moves
hard5=$(echo {24..0})

# The pictures without the databases that may lie beside them in the source tree, so
# that what is chosen and built is the same everywhere.
setup_file() {
    mkdir "$BATS_FILE_TMPDIR/pictures"
    cp "$SOURCE"/pdb/*.txt "$BATS_FILE_TMPDIR/pictures"
}

eval "common_$(declare -f setup)"
setup() {
    common_setup
    export TILEBASE_PATH=$BATS_TEST_TMPDIR/db:$BATS_FILE_TMPDIR/pictures
}

solve() {
    program=pdbsolve
    invoke "$PDBSOLVE" "$@"
}

# The last command solved, and told on standard error no more than what it solved with.
solved_with() {
    [ "$status" -eq 0 ]
    [ "$stderr" = "solving with $1" ]
}

# pdbsolve refuses these arguments with this exit code and text; nothing is solved or built.
solve_refuses() {
    local code=$1 text=$2

    shift 2
    solve "$@"
    one_line_error "$code" "$text"
    [ ! -s "$BATS_TEST_TMPDIR/stdout" ]
    no_files db
}

# The goals of so many cells.
last() {
    echo $(seq 1 $(($1 - 1))) 0
}
first() {
    echo $(seq 0 $(($1 - 1)))
}

# Make the moves on a board of this width and print where that leads. The form is
# that of --moves.
replay() {
    awk -v form="$1" -v width="$2" -v board="$3" -v moves="$4" '
    function fail(why) {
        print "move " i ": " why
        exit
    }
    BEGIN {
        cells = split(board, tile, " ")
        for (blank = 1; tile[blank] != 0; blank++)
            ;
        count = form == "numbers" ? split(moves, move, " ") : length(moves)
        for (i = 1; i <= count; i++) {
            if (form == "numbers") {
                for (to = 1; to <= cells && tile[to] != move[i]; to++)
                    ;
            } else {
                letter = substr(moves, i, 1)
                step = letter == "U" ? -width : letter == "D" ? width : letter == "L" ? -1 : letter == "R" ? 1 : 0
                to = form == "blank" ? blank + step : blank - step
            }
            if (to < 1 || to > cells)
                fail("off the board")
            row = int((to - 1) / width) - int((blank - 1) / width)
            column = (to - 1) % width - (blank - 1) % width
            if (row * row + column * column != 1)
                fail("not beside the blank")
            tile[blank] = tile[to]
            tile[to] = 0
            blank = to
        }
        for (i = 1; i <= cells; i++)
            printf i == 1 ? "%d" : " %d", tile[i]
        print ""
    }'
}

# The one board in the text in $output: its moves and their number.
text_moves() {
    sed -n 's/^  [0-9]* moves\{0,1\}: //p' <<<"$output"
}
text_length() {
    sed -n 's/^  \([0-9]*\) moves\{0,1\}: .*/\1/p' <<<"$output"
}

# The last command printed a solution of this length, which leads from the board to the goal.
leads() {
    local width=$1 board=$2 goal=$3 length=$4

    [ "$(head -n 1 "$BATS_TEST_TMPDIR/stdout")" = "$board" ]
    [ "$(text_length)" -eq "$length" ]
    [ "$(text_moves | tr -d '\n' | wc -c)" -eq "$length" ]
    [ "$(replay tile "$width" "$board" "$(text_moves)")" = "$goal" ]
}

# Every board in the JSON on standard output is solved: its moves lead to the goal.
all_lead() {
    local width=$1 goal=$2 board length moves lines=0

    while IFS=$'\t' read -r board length moves; do
        echo "$board: $length $moves"
        [ "${#moves}" -eq "$length" ]
        [ "$(replay tile "$width" "$board" "$moves")" = "$goal" ]
        lines=$((lines + 1))
    done < <(jq -r 'select(has("board")) | [.board, .length, .moves] | @tsv' "$BATS_TEST_TMPDIR/stdout")
    [ "$lines" -gt 0 ]
}

# What does not depend on the clock.
timeless() {
    jq -c 'del(.seconds, .search_seconds)' "$BATS_TEST_TMPDIR/stdout"
}
