#!/bin/sh
# train.sh BUILD [DEVICE|SET...]: examples/train.c ends with the same weights whatever it runs on. Each step is thousands of plans' runs.
. "$(dirname "$0")/count.sh"
build=$1
shift
want=c02914b4ac646b70

# trained COMMAND...: two steps, with a loss that falls.
trained() {
  "$@" --steps 2 examples/train.txt >"$scratch/said" 2>&1 || { cat "$scratch/said" && return 1; }
  cat "$scratch/said"
  grep -q "^weights $want\$" "$scratch/said" && grep -q 'loss 4.9' "$scratch/said"
}

check "1 thread" trained "$build/examples/train" --threads 1
check "2 threads" trained "$build/examples/train" --threads 2
for word; do # baseline takes long: fma is a call there
  case $word in
    avx2 | baseline) check "$word" trained env REM_CPU="$word" "$build/examples/train" --threads 1 ;;
    *) check "$word" trained env POCL_WORK_GROUP_METHOD=loops "$build/examples/train" --on "$word" ;;
  esac
done
check "no text" says 1 'cannot be read' "$build/examples/train" nowhere.txt
check "no such device" says 1 'train: ' "$build/examples/train" --on nowhere:0
finish
