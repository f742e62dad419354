# stages.sh: runs commands in stages, each with a time budget, and counts what passed. It is sourced, in the root of the
# tree, by scripts that define stage_NAME and call stage NAME MINUTES for each, then summary.
set -u

logs=build/log
mkdir -p $logs
export POCL_WORK_GROUP_METHOD=loops # the one that is right: src/gpu/opencl/open.c
export OMP_WAIT_POLICY=passive      # commands run beside each other: a thread that waits leaves its core to the other
# Tests take and free tensors by the thousand: pages that were freed are kept, which the kernel would have to clear again.
export MALLOC_MMAP_THRESHOLD_=33554432 MALLOC_TRIM_THRESHOLD_=536870912

names=() budgets=() times=() busy=() passes=() fails=()
passed=0 failed=0 cpu=0 # of the current stage; cpu: milliseconds that its commands had a core
labels=() files=() # of the commands under way
cores=$(nproc)

clock() { printf '%d:%02d' $(($1 / 60)) $(($1 % 60)); }

# check LABEL COMMAND...: counts the command's own closing line "N passed, M failed"; without one the command counts as
# one. A command that fails, or passes nothing, has failed. WITHIN is its limit in seconds, against hanging.
check() {
  queue "$@"
  drain
}

# queue LABEL COMMAND...: the same, but beside other commands, as many as there are cores; drain waits for all of them.
queue() {
  local label=$1 log
  shift
  while (($(jobs -rp | wc -l) >= cores)); do wait -n; done
  log=$logs/$(tr -c 'a-zA-Z0-9_\n' '-' <<<"${names[-1]} $label").log
  labels+=("$label") files+=("$log")
  [ "$(type -t "$1")" = function ] && set -- bash -c '"$@"' _ "$@"
  {
    start=$SECONDS status=0 TIMEFORMAT='%U %S'
    { time timeout --kill-after=10 "${WITHIN:-900}" "$@" >"$log" 2>&1 </dev/null; } 2>"$log.cpu" || status=$?
    echo "$status $((SECONDS - start)) $(tail -n 1 "$log.cpu")" >"$log.end"
  } &
}

drain() {
  local i
  wait
  for i in "${!labels[@]}"; do report "${labels[i]}" "${files[i]}"; done
  labels=() files=()
}

report() {
  local label=$1 log=$2 status time user system line p=0 f=0
  read -r status time user system <"$log.end"
  user=$((10#${user/./} + 10#${system/./})) cpu=$((cpu + user)) # both have three decimals
  line=$(tail -n 1 "$log")
  if [[ $line =~ ([0-9]+)\ passed,\ ([0-9]+)\ failed ]]; then
    p=${BASH_REMATCH[1]} f=${BASH_REMATCH[2]}
    if ((f == 0 && (status != 0 || p == 0))); then f=1; fi
  elif ((status == 0)); then p=1; else f=1; fi
  passed=$((passed + p)) failed=$((failed + f))
  if ((f == 0)); then
    printf '  ok    %5s %7s  %s (%d)\n' "$(clock "$time")" "$(clock $((user / 1000)))" "$label" "$p"
    return
  fi
  printf '  FAIL  %5s %7s  %s (%d of %d; status %d): %s\n' "$(clock "$time")" "$(clock $((user / 1000)))" "$label" "$f" $((p + f)) "$status" "$log"
  { grep -m 12 -E 'FAIL|fail|ERROR|error|SUMMARY' "$log" || tail -n 12 "$log"; } | cut -c1-300 | sed 's/^/        /'
}

# stage NAME MINUTES: runs the function stage_NAME.
stage() {
  local start=$SECONDS
  names+=("$1") budgets+=($(($2 * 60)))
  passed=0 failed=0 cpu=0
  printf '%s (budget %d:00; time, then that of all cores)\n' "$1" "$2"
  "stage_$1"
  times+=($((SECONDS - start))) busy+=($((cpu / 1000))) passes+=($passed) fails+=($failed)
}

summary() {
  local i p=0 f=0 over late=
  printf '\n%-12s %8s %8s %8s %9s %7s\n' stage budget time cores passed failed
  for i in "${!names[@]}"; do
    over=
    ((times[i] > budgets[i])) && over='  over budget' late+="${late:+, }${names[i]}"
    printf '%-12s %8s %8s %8s %9d %7d%s\n' "${names[i]}" "$(clock "${budgets[i]}")" "$(clock "${times[i]}")" \
      "$(clock "${busy[i]}")" "${passes[i]}" "${fails[i]}" "$over"
    p=$((p + passes[i])) f=$((f + fails[i]))
  done
  printf '\n%d passed, %d failed%s\n' $p $f "${late:+; over budget: $late}"
  ((f == 0))
}

# ---- what several stages do ----

# digests TOOL...: every problem of tests/golden/cpu.txt gives the bits written down there. EVERY thins them out, PARTS
# divides them among so many processes, ON names another device than the CPU, on which they run as given alone.
digests() {
  local golden=tests/golden/cpu.txt part problems label
  for ((part = 1; part <= ${PARTS:-1}; part++)); do
    label="digests${ON:+ on $ON}, $*"
    [ "${PARTS:-1}" = 1 ] || label+=", part $part of $PARTS"
    problems=$logs/$(tr -c 'a-zA-Z0-9_\n' '-' <<<"${names[-1]} $label").txt
    sed -n 's/^[0-9a-f]*  //p' $golden | awk -v every="${EVERY:-1}" -v parts="${PARTS:-1}" -v part="$part" \
      'NR % every == 0 && ++n % parts == part % parts' >"$problems"
    queue "$label" "$@" bits @"$problems" --golden $golden --quiet ${ON:+--on "$ON" --layouts none}
  done
}
