#!/bin/sh
# symbols.sh BUILD: the library exports the names of tests/symbols.txt and no other, needs nothing but libc, libm and
# libgomp, and stays small.
. "$(dirname "$0")/count.sh"
build=$1
shared=$build/libremora.so

nm -D --defined-only "$shared" | awk '{ print $3 }' | LC_ALL=C sort >"$scratch/shared"
nm --defined-only --extern-only "$build/libremora.a" | awk 'NF == 3 { print $3 }' | LC_ALL=C sort >"$scratch/static"
sed -n 's/^REM_API .*[ *]\(rem_[a-z_0-9]*\)(.*/\1/p' include/remora/remora.h | LC_ALL=C sort >"$scratch/declared"
check "names of the shared library" diff tests/symbols.txt "$scratch/shared"
check "names of the static library" diff tests/symbols.txt "$scratch/static"
check "names declared in remora.h" diff tests/symbols.txt "$scratch/declared"
check "soname" sh -c "readelf -d '$shared' | grep -q 'SONAME.*\[libremora.so.0\]'"
check "no dependency but libc, libm, libgomp" sh -c "
  readelf -d '$shared' | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' >'$scratch/needed' &&
  ! grep -vE '^(libc\.so\.6|libm\.so\.6|libgomp\.so\.1|ld-linux-.*)$' '$scratch/needed'"
check "no writable or executable stack" sh -c "readelf -lW '$shared' | grep GNU_STACK | grep -q ' RW '"
# A guest neither prints, aborts nor exits.
nm -D --undefined-only "$shared" | awk '{ print $2 }' | sed 's/@.*//' >"$scratch/uses"
check "no printing, aborting or exiting" sh -c "
  ! grep -xE 'printf|fprintf|puts|putchar|fputs|fputc|fwrite|perror|abort|_?exit|quick_exit|__assert_fail|raise|signal' '$scratch/uses'"

strip -o "$scratch/stripped" "$shared"
bytes=$(wc -c <"$scratch/stripped")
echo "libremora.so stripped: $bytes bytes"
check "under 8 MiB" test "$bytes" -lt $((8 << 20))
finish
