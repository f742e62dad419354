#!/bin/sh
# adding_an_op.sh: what docs/adding-an-op.md says is true. Inserts its entries into a copy of the tree, runs its commands there
# and compares what they print; "..." in the document stands for anything.
. "$(dirname "$0")/count.sh"
tree=$scratch/tree

mkdir "$tree"
cp -R CMakeLists.txt LICENSE-* cmake docs include ops src tests tool "$tree"
cd "$tree" || exit 2

# The parts of the document: inserts as N.insert, with the file's name in N.file; commands as N.run, what they print as N.want.
awk -v out="$scratch/" '
  /^<!-- insert: / { n++; file = $3; next }
  /^<!-- run -->/ { run = 1; next }
  /^```c$/ && file { print file >(out n ".file"); to = out n ".insert"; print "" >to; next }
  /^```console$/ && run { console = 1; next }
  /^```$/ { to = ""; file = ""; run = 0; console = 0; next }
  console && /^\$ / { n++; print substr($0, 3) >(out n ".run"); printf "" >(out n ".want"); next }
  console { print >(out n ".want"); next }
  to { print >to }
  END { print n + 0 >(out "parts") }' docs/adding-an-op.md

# alike GOT WANT: whether a file is as the other says.
alike() {
  awk 'FILENAME == ARGV[1] { got = got $0 "\n"; next }
       { line = $0; gsub(/[][\\.^$*+?(){}|\/]/, "\\\\&", line); gsub(/\\\.\\\.\\\./, ".*", line)
         want = want (line == ".*" ? "(.*\n)?" : line "\n") }
       END { exit !(got ~ ("^" want "$")) }' "$1" "$2"
}

# perform N: runs command N; it fails exactly where the document shows a FAIL.
perform() {
  status=0
  eval "$(cat "$scratch/$1.run")" >"$scratch/got" || status=$?
  cat "$scratch/got"
  if grep -q '# FAIL' "$scratch/$1.want"; then test $status = 1 || return 1; else test $status = 0 || return 1; fi
  alike "$scratch/got" "$scratch/$1.want"
}

insert() {
  case $(cat "$scratch/$1.file") in ops/*.def) ;; *) return 1 ;; esac
  cat "$scratch/$1.insert" >>"$(cat "$scratch/$1.file")"
}

n=1
while [ $n -le "$(cat "$scratch/parts")" ]; do
  if [ -e "$scratch/$n.file" ]; then
    check "insert into $(cat "$scratch/$n.file")" insert $n
  else
    check "$(cat "$scratch/$n.run")" perform $n
  fi
  n=$((n + 1))
done
check "the document has entries and commands" test $n -gt 12
check "an op of the document is not in the tree yet" sh -c "! grep -qE '^(MAP|ROW)\((logmean|norm1)' '$OLDPWD/ops/'*.def '$OLDPWD/ops/map/'*.def"
finish
