#!/bin/sh
# math_header.sh: include/remora/math.h in a program of its own, without the library: compiled by gcc and clang as C and as
# C++, with and without fma and vectors, it gives the same bits; and it takes no name that is not its own.
. "$(dirname "$0")/count.sh"

# digest NAME COMPILER...: what the program prints.
digest() {
  name=$1
  shift
  "$@" -Iinclude -o "$scratch/$name" -lm && "$scratch/$name"
}
same() { [ -n "$first" ] && [ "$(digest "$@")" = "$first" ]; }

source=tests/math_header/program.c
first=$(digest first gcc -std=c99 -O0 $source)
check "a digest" test "${#first}" = 16
check "gcc -O2 -ffp-contract=off" same b gcc -O2 -ffp-contract=off $source
check "g++" same c g++ -x c++ -std=c++17 -ffp-contract=off -O2 $source
check "clang" same d clang -O2 $source
if grep -q avx2 /proc/cpuinfo; then
  check "gcc -mavx2 -mfma" same e gcc -std=c99 -O3 -mavx2 -mfma -fno-trapping-math -fno-math-errno $source
  check "clang -mavx2 -mfma" same f clang -O3 -mavx2 -mfma $source
  check "contraction shows" sh -c "! gcc -std=gnu11 -O2 -mavx2 -mfma -Iinclude $source -o $scratch/g -lm || ! $scratch/g"
fi

# Macros beside those of what the header includes, and functions.
macros() { printf '%s\n' "$@" | gcc -std=c99 -dM -E -Iinclude -x c - | sort; }
macros '#include <float.h>' '#include <stdint.h>' '#include <string.h>' >"$scratch/theirs"
macros '#include <remora/math.h>' >"$scratch/ours"
own_macros() { ! comm -13 "$scratch/theirs" "$scratch/ours" | grep -v -E '^#define (rem_math_|REM_MATH_|REMORA_MATH_H)'; }
check "macros" own_macros
own_functions() { ! sed -n 's/^REM_MATH_FN .* \([a-z_0-9A-Z]*\)(.*{.*/\1/p' include/remora/math.h | grep -v '^rem_'; }
check "functions" own_functions
finish
