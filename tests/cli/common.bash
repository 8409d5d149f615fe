# common.bash -- what all command-line tests share
#
# BUILD is the build folder, SOURCE the source tree. Each test works in a folder
# of its own, which is its home too, and writes databases to the folder db there.

: "${BUILD:?the build folder}" "${SOURCE:?the source tree}"

PDBGEN=$BUILD/pdbgen/pdbgen
PDBINFO=$BUILD/pdbinfo/pdbinfo

setup() {
    cd "$BATS_TEST_TMPDIR" || return 1
    export HOME=$BATS_TEST_TMPDIR
    export TILEBASE_PATH=$BATS_TEST_TMPDIR/db:$SOURCE/pdb
    export LC_ALL=C
    export OMP_WAIT_POLICY=passive # tests share the cores, so waiting threads must not spin
    unset XDG_DATA_HOME OMP_NUM_THREADS
}

# Skip the test unless these programs are there.
need() {
    local name

    for name; do
        command -v "$name" >/dev/null || skip "$name is not installed"
    done
}

# Whether the programs were built with a sanitizer, which takes memory and time.
sanitized() {
    grep -qE '__(a|m|t|ub)san_' "$PDBGEN"
}

# Run a command: its exit code in $status, what it printed in the files stdout and
# stderr, and without the last line ends in $output and $stderr. The command and
# both texts are shown if the test fails.
invoke() {
    echo "\$$(printf ' %q' "$@" | head -c 300)"
    status=0
    "$@" >"$BATS_TEST_TMPDIR/stdout" 2>"$BATS_TEST_TMPDIR/stderr" </dev/null 3>&- || status=$?
    output=$(cat "$BATS_TEST_TMPDIR/stdout")
    stderr=$(cat "$BATS_TEST_TMPDIR/stderr")
    head -c 4000 "$BATS_TEST_TMPDIR/stdout" "$BATS_TEST_TMPDIR/stderr"
    echo "-> $status"
}

gen() {
    program=pdbgen
    invoke "$PDBGEN" "$@"
}

info() {
    program=pdbinfo
    invoke "$PDBINFO" "$@"
}

# The last command did its work and had nothing to complain about.
succeeded() {
    [ "$status" -eq 0 ]
    [ ! -s "$BATS_TEST_TMPDIR/stderr" ]
}

# The last command failed with this exit code and one line on standard error,
# which starts with the program's name and contains the text.
one_line_error() {
    [ "$status" -eq "$1" ]
    [ "$(wc -l <"$BATS_TEST_TMPDIR/stderr")" -eq 1 ]
    [ "$(tail -c 1 "$BATS_TEST_TMPDIR/stderr" | od -An -tx1)" = ' 0a' ]
    [[ $stderr == "$program: "* ]]
    [[ $stderr == *"$2"* ]]
}

# pdbgen refuses these arguments with this exit code and text, and writes nothing.
refuses() {
    local code=$1 text=$2

    shift 2
    gen "$@"
    one_line_error "$code" "$text"
    [ ! -s "$BATS_TEST_TMPDIR/stdout" ]
    no_files db
}

# Nothing is in the folder, if there is one.
no_files() {
    [ -z "$(ls -A "$1" 2>/dev/null)" ]
}

# No half-written file is left in the folder.
no_parts() {
    [ -z "$(find "$1" -name '*.part' 2>/dev/null)" ]
}

# What tells a file that was written again from one that was kept.
stamp() {
    stat -c '%i %y' "$@"
}

# All checksums of these databases are right.
whole() {
    info --verify "$@"
    succeeded
}

# Wait up to ten seconds for a file.
wait_for() {
    local i

    for ((i = 0; i < 1000; i++)); do
        [ ! -e "$1" ] || return 0
        sleep 0.01
    done
    return 1
}

# What a field of the one JSON object in $output holds.
field() {
    jq -r ".$1" <<<"$output"
}

# Whether `script` can give a terminal here; each test says what kind.
terminal() {
    need script
    script -qec true none </dev/null >/dev/null 2>&1 3>&- || skip "no terminals here"
    export TERM=xterm
    unset NO_COLOR
}

# Run a shell command on a terminal: its exit code in $status, all that the terminal got
# in the file log.
on_terminal() {
    status=0
    SHELL=/bin/sh script -qefc "$1" log </dev/null >/dev/null 2>&1 3>&- || status=$?
    sed -i -e '/^Script \(started\|done\) on /d' -e 's/\r$//' log
    cat -v log
    echo "-> $status"
}
