#!/bin/sh
# kernels.sh BUILD [--renew]: the kernels of GPUs, without one: their texts are those in tests/golden/kernels, and NVRTC,
# where it is present, compiles tests/problems/kernels.txt for three generations of devices. The third has the text of the
# second, the first has that without clusters: EVERY=N compiles one problem in N for them.
#
# A golden file has what tells kernels apart, their heads and formulas, for the problems that its comments name; the rest
# of a kernel's text is the files in ops/ and src/gpu/template as they are. --renew writes all of them anew. For a file of
# further problems: remora source PROBLEM... --imagine 132 --brief >tests/golden/kernels/NAME.txt
. "$(dirname "$0")/count.sh"
remora=$1/bin/remora

# kernels_of FILE: what the problems of a golden file give now.
kernels_of() {
  sed -n 's|^/\* \(.*\): kernel 1 of .*|\1|p' "$1" >"$scratch/problems"
  "$remora" source @"$scratch/problems" --imagine 132 --brief
}
same_text() { kernels_of "$1" >"$scratch/now" && diff -u "$1" "$scratch/now"; }

if [ "${2-}" = --renew ]; then
  for file in tests/golden/kernels/*.txt; do
    kernels_of "$file" >"$scratch/new" && [ -s "$scratch/new" ] && cp "$scratch/new" "$file"
  done
  git diff --stat tests/golden/kernels
  exit
fi

for file in tests/golden/kernels/*.txt; do check "$file" same_text "$file"; done

# The whole text is the head and every part once (a line of each is looked for), in an order that compiles.
whole_text() {
  "$remora" source 'cumsum f32[5]' --imagine 132 >"$scratch/whole" || return 1
  while read -r line; do
    [ "$(grep -cF "$line" "$scratch/whole")" = 1 ] || { echo "'$line' is not there once" && return 1; }
  done <<'END'
#define REM_VOCAB_H
#define REM_MATH_EXP_H
#define REM_CONVERT_H
#define T REM_T
#define W_LIMIT
#define UNROLL
#define SEGMENT_AT
END
}
check "the whole text of a kernel" whole_text

# NVRTC. A machine may have none, or half of it.
pack="$scratch/kernels.pack"
if "$remora" pack 'sum f32[3]' --arch sm_80 -o "$pack" >"$scratch/first" 2>&1; then
  check "NVRTC compiles kernels.txt" "$remora" pack @tests/problems/kernels.txt --arch sm_90 -o "$pack"
  check "a pack of so many kernels" test "$(wc -c <"$pack")" -gt 500000
  awk -v every="${EVERY:-1}" 'NF && !/^#/ && n++ % every == 0' tests/problems/kernels.txt >"$scratch/some.txt"
  check "NVRTC compiles for other generations" "$remora" pack @"$scratch/some.txt" --arch sm_80,sm_100 -o "$pack"
elif grep -q -e "no compiler" -e BUILTIN "$scratch/first"; then
  echo "NVRTC skipped: $(cat "$scratch/first")"
else
  check "remora pack" sh -c "cat $scratch/first; false"
fi
finish
