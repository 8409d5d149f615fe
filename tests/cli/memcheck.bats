#!/usr/bin/env bats
# memcheck.bats -- the programs' main paths under valgrind: no wrong access, nothing undefined read, nothing lost

bats_require_minimum_version 1.5.0
load common
load solving

eval "solving_$(declare -f setup)"
setup() {
    solving_setup
    [ -n "${TILEBASE_TEST_LONG:-}" ] || skip "TILEBASE_TEST_LONG is not set"
    need valgrind
    sanitized && skip "sanitizers and valgrind exclude each other"
    true
}

# Run a program, which must find nothing to complain about and valgrind neither.
checked() {
    invoke valgrind --quiet --error-exitcode=99 --leak-check=full --show-leak-kinds=definite \
        --errors-for-leak-kinds=definite "$@"
    succeeded
}

@test "every kind is built, verified and proven" {
    while read -r options; do
        checked "$PDBGEN" --output db --threads 2 $options
        checked "$PDBGEN" --output mapped --layout mapped --threads 2 $options
    done <<'END'
--tiles 1-4 --board 3x3
--kind zero-aware --tiles 1-4 --board 3x3
--kind non-additive --tiles 1-3 --board 3x3
--kind walking-distance --board 4x3
--kind triples --board 3x2
--kind local --tiles 3-4 --fixed 1-2 --board 3x3
END
    checked "$PDBINFO" --verify --threads 2 db/* mapped/*
}

@test "the code for each processor that valgrind knows" {
    for cpu in portable avx2 avx512; do
        "$PDBGEN" --cpu "$cpu" --dry-run 8-puzzle || continue
        # Valgrind shows programs a processor that it can imitate.
        valgrind --quiet "$PDBGEN" --cpu "$cpu" --dry-run 8-puzzle || continue
        checked "$PDBGEN" --cpu "$cpu" --output "$cpu" --threads 2 --tiles 1-5 --board 4x3
        cmp "$cpu"/* portable/*
    done
    [ -e portable ]
}

@test "a board is looked up and solved, with all sorts of databases" {
    checked "$PDBGEN" --output db 8-puzzle
    checked "$PDBINFO" --lookup "8 6 7 2 5 4 3 0 1" db/3x3-additive-1-8.pdb
    for heuristic in "--partition 8-puzzle" "--heuristic manhattan" "--heuristic pairs"; do
        checked "$PDBSOLVE" --quiet --threads 2 $heuristic "1 2 3 4 5 6 0 7 8" "1 3 6 5 0 2 4 7 8"
    done
    checked "$PDBSOLVE" --quiet --algorithm local "8 6 7 2 5 4 3 0 1"
}
