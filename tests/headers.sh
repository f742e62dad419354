#!/bin/sh
# headers.sh: each public header alone, and all together, is clean C99 and C++11 with gcc and with clang.
. "$(dirname "$0")/count.sh"

strict="-Wall -Wextra -Wpedantic -Werror -Wconversion -Wshadow -Iinclude -fsyntax-only"
all=$scratch/all
for header in include/remora/*.h; do
  echo "#include <remora/$(basename "$header")>" | tee "$scratch/one.c" >>"$all"
  for compiler in gcc clang; do
    check "$compiler $header" $compiler -std=c99 $strict "$scratch/one.c"
    check "$compiler++ $header" $compiler -x c++ -std=c++11 $strict "$scratch/one.c"
    check "$compiler++17 $header" $compiler -x c++ -std=c++17 $strict "$scratch/one.c"
  done
done
for compiler in gcc clang; do
  check "$compiler, all headers" $compiler -x c -std=c99 $strict "$all"
  check "$compiler++, all headers" $compiler -x c++ -std=c++11 $strict "$all"
done
finish
