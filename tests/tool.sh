#!/bin/sh
# tool.sh BUILD: what the program `remora` says and returns, where a problem line cannot show it.
. "$(dirname "$0")/count.sh"
remora=$1/bin/remora

# says STATUS TEXT COMMAND...: the exit status, and a line that must be printed.
says() {
  status=0
  expected=$1 text=$2
  shift 2
  "$@" >"$scratch/said" 2>&1 || status=$?
  cat "$scratch/said"
  [ "$status" = "$expected" ] && grep -q -e "$text" "$scratch/said"
}

commands=$("$remora" --help | sed -n 's/^  \([a-z]*\) .*/\1/p')
check "--help lists the commands" test "$(echo "$commands" | wc -l)" -ge 11
for command in $commands; do
  check "$command --help returns 0" says 0 "remora $command" "$remora" "$command" --help
  check "$command --nonsense returns 2" says 2 "remora $command" "$remora" "$command" --nonsense
done
check "no such command" says 2 "no command" "$remora" nonsense
check "grad skips what underflows" says 0 "underflows" "$remora" grad 'prod.bwd f32[65537]'
finish
