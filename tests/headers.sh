#!/bin/sh
# headers.sh: each public header alone, and all together, is clean C99 and C++11 with gcc and with clang. math.h has
# hexadecimal constants, which g++ reads as C++17 or gnu++11.
. "$(dirname "$0")/count.sh"

strict="-Wall -Wextra -Wpedantic -Werror -Wconversion -Wshadow -Iinclude -fsyntax-only"
all=$scratch/all
for header in include/remora/*.h; do
  echo "#include <remora/$(basename "$header")>" | tee "$scratch/one.c" >>"$all"
  cpp=c++11
  [ "$header" = include/remora/math.h ] && cpp=gnu++11
  for compiler in gcc clang; do
    check "$compiler $header" $compiler -std=c99 $strict "$scratch/one.c"
    check "$compiler++ $header" $compiler -x c++ -std=$cpp $strict "$scratch/one.c"
    check "$compiler++17 $header" $compiler -x c++ -std=c++17 $strict "$scratch/one.c"
  done
done
for compiler in gcc clang; do
  check "$compiler, all headers" $compiler -x c -std=c99 $strict "$all"
  check "$compiler++, all headers" $compiler -x c++ -std=gnu++11 $strict "$all"
done
finish
