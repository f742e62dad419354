#!/bin/sh
# readme.sh BUILD: what README.md shows is true: the example compiles, prints what it says and is short; the two
# commands exist; the files it links to are there.
. "$(dirname "$0")/count.sh"
build=$1

# block LANGUAGE: the first fenced block of that language.
block() { awk -v open="\`\`\`$1" '$0 == "```" && on { exit } on { print } $0 == open { on = 1 }' README.md; }

block c >"$scratch/example.c"
block text >"$scratch/expected"
check "the example has at most 25 lines" test "$(grep -c . "$scratch/example.c")" -le 25
check "the example compiles" gcc -std=c11 -Wall -Wextra -Wpedantic -Werror -Iinclude "$scratch/example.c" \
  "$build/libremora.a" -lgomp -lm -o "$scratch/example"
check "the example runs" sh -c "'$scratch/example' >'$scratch/printed'"
check "the example prints what README.md says" diff "$scratch/expected" "$scratch/printed"
for command in run test; do
  check "README.md names make $command" grep -q "make $command" README.md
  check "make $command exists" make -n $command
done
for link in $(grep -oE '\]\([^)#:]+\)' README.md ARCHITECTURE.md | sed 's/.*](\(.*\))/\1/' | sort -u); do
  check "$link exists" test -e "$link"
done
finish
