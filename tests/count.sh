# count.sh: counts the checks of a shell test; read by the scripts beside it.
cd "$(dirname "$0")/.." || exit 2
passed=0 failed=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# check LABEL COMMAND...
check() {
  label=$1
  shift
  if "$@" >"$scratch/log" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAIL $label"
    head -n 30 "$scratch/log"
  fi
}

finish() {
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ]
  exit
}
