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

# says STATUS TEXT COMMAND...: the exit status, and a line that must be printed.
says() {
  status=0
  expected=$1 text=$2
  shift 2
  "$@" >"$scratch/said" 2>&1 || status=$?
  cat "$scratch/said"
  [ "$status" = "$expected" ] && grep -q -e "$text" "$scratch/said"
}

finish() {
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ]
  exit
}
