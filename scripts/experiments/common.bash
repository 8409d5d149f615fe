# common.bash -- what the experiments share: the solver, means over boards, aligned tables
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
scripts/setup build
ninja -C build pdbgen/pdbgen solver/pdbsolve >build/experiments.log || {
  cat build/experiments.log
  exit 1
}
export TILEBASE_PATH=pdb
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Solve and print a JSON object for each board. What was given up is there, too, as not solved.
solve() {
  build/solver/pdbsolve --quiet --json --threads "${THREADS:-1}" "$@" 2>/dev/null | jq -c 'select(has("board"))' || true
}

# A table of tab-separated rows.
table() {
  column -t -s "$(printf '\t')"
  echo
}

# Of the objects on standard input: how many are solved, the mean length, nodes, milliseconds and megabytes.
means() {
  jq -s -r '
    def mean(f): if length == 0 then "-" else (map(f) | add / length) end;
    def round1: if type == "number" then (. * 100 | round / 100) else . end;
    length as $all | map(select(.solved)) |
    ["\(length) of \($all)", (mean(.length) | round1), (mean(.nodes) | if type == "number" then round else . end),
     (mean(.seconds * 1000) | round1), (mean((.memory_bytes // 0) / 1e6) | round1)] | @tsv'
}
