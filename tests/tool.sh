#!/bin/sh
# tool.sh BUILD: what the program `remora` says and returns, where a problem line cannot show it.
. "$(dirname "$0")/count.sh"
remora=$1/bin/remora

commands=$("$remora" --help | sed -n 's/^  \([a-z]*\) .*/\1/p')
check "--help lists the commands" test "$(echo "$commands" | wc -l)" -ge 12
for command in $commands; do
  check "$command --help returns 0" says 0 "remora $command" "$remora" "$command" --help
  check "$command --help fits a screen" awk 'length > 80 { wide = 1 } END { exit wide || NR > 24 }' "$scratch/said"
  check "$command --nonsense returns 2" says 2 "remora $command" "$remora" "$command" --nonsense
done
check "no such command" says 2 "no command" "$remora" nonsense
check "a command that is nearly one" says 2 "did you mean 'check'?" "$remora" chekc
check "an option that is nearly one" says 2 "did you mean '--seeds'?" "$remora" check --seds=3
check "an op that is nearly one" says 1 "did you mean 'logsumexp'?" "$remora" explain 'logsumxp f32[3]'
for size in REM_CPU_CACHE=4k REM_CPU_CACHE=0 REM_CPU_TASK=-1 REM_CPU_TASK=2000000000000; do
  check "$size is refused" says 1 "$size: it takes a number from 1 to 2^40" env $size "$remora" check 'sum f32[8]'
done
check "nothing like it" says 2 "no command 'zzzz'; 'remora --help'" "$remora" zzzz

# What is made from the tables of options.
"$remora" emit man >"$scratch/man"
for shell in bash zsh fish; do "$remora" emit completion $shell >"$scratch/$shell"; done
for command in $commands; do
  check "the manual has $command" grep -q "^\.SS remora $command" "$scratch/man"
  check "bash completes $command" grep -q "[ (]$command[ :)]" "$scratch/bash"
  check "zsh completes $command" grep -q "'$command:" "$scratch/zsh"
  check "fish completes $command" grep -q -e "-a $command " "$scratch/fish"
done
# optional PROGRAM LABEL COMMAND...: where the program is there.
optional() {
  command -v "$1" >/dev/null || return 0
  shift
  check "$@"
}
silent() { [ -z "$("$@" 2>&1 >/dev/null)" ]; }
optional groff "the manual has no mistakes" silent groff -man -ww -Tutf8 "$scratch/man"
for shell in bash zsh fish; do optional $shell "$shell reads its completions" silent $shell -n "$scratch/$shell"; done
# complete WORD...: what bash offers for the last word.
cat >"$scratch/complete" <<'END'
. "$1" && shift
COMP_WORDS=(remora "$@") COMP_CWORD=$# && _remora && echo " ${COMPREPLY[*]} "
END
check "bash completes a command" says 0 " verify " bash "$scratch/complete" "$scratch/bash" ver
check "bash completes an option" says 0 " --seeds " bash "$scratch/complete" "$scratch/bash" check --see
check "bash completes a value" says 0 " opencl " bash "$scratch/complete" "$scratch/bash" check --on o
check "bash completes an op" says 0 " logsumexp logsumexp.bwd " bash "$scratch/complete" "$scratch/bash" explain logsum
check "bash completes a file" says 0 " README.md " bash "$scratch/complete" "$scratch/bash" verify --golden READ
check "emit completion of no shell" says 2 "bash|zsh|fish" "$remora" emit completion tcsh
check "emit what is nearly something" says 2 "did you mean 'table'?" "$remora" emit tabel
check "emit --out" sh -c "'$remora' emit man --out '$scratch/page' && cmp '$scratch/page' '$scratch/man'"
check "--on a device that is not there" says 2 "opencl" "$remora" check 'sum f32[3]' --on opencl:123456789
check "on= a device that is not there" says 1 "FAIL REM_UNSUPPORTED" "$remora" check 'sum f32[3] on=cuda:123456789'
check "--on what is no device" says 2 "device: expected" "$remora" check 'sum f32[3]' --on tpu
check "bits --on a device that is not there" says 2 "cuda" "$remora" bits 'sum f32[3]' --on cpu,cuda:123456789
check "bits as given alone" says 0 " 1 runs alike" "$remora" bits 'sum f32[3]' --layouts none --cpu baseline,neon --threads 1
check "bits --layouts nonsense" says 2 "all or none" "$remora" bits 'sum f32[3]' --layouts nonsense
check "bits of a line with on=" says 0 " runs alike" "$remora" bits 'sum f32[3] on=cpu' --cpu baseline,neon
check "list shows every kind of device" says 0 "^device opencl:0: " "$remora" list
check "list --on cpu" says 0 "^device cpu: cpu" "$remora" list --on cpu
check "list --on a device that is not there" says 1 "^device cuda:123456789: " "$remora" list --on cuda:123456789
check "bench --on a device that is not there" says 2 "cuda" "$remora" bench 'sum f32[3]' --on cuda:123456789
check "bench on= a device that is not there" says 1 "REM_UNSUPPORTED" "$remora" bench 'sum f32[3] on=cuda:123456789'
check "bench --many" says 0 "and 2 others.*many3" "$remora" bench --many 'adamw f32{[9];[70,3];[1]}' --threads 1 --rounds 3
check "bench --many of backward passes" \
  says 0 '"members": 2,' "$remora" bench --many 'max.bwd axes=1 {f32,bf16}[9,7] y:f32 +dx' --threads 1 --rounds 3 --json
check "bench --many of two ops" says 1 "member 1: expected sum" "$remora" bench --many 'sum f32[9]' 'max f32[9]'
check "bench --many of what is no problem" says 1 "no op" "$remora" bench --many 'sum f32[9]' 'smu f32[9]'
check "bench --many on two devices" says 1 "one device" "$remora" bench --many 'sum f32[9]' 'sum f32[9] on=cuda:7'
check "bench --many of nothing" says 2 "no problem" "$remora" bench --many @/dev/null

# What instructions allow: of an op that takes exponentials, which no machine has at the speed of memory; of no op at its bar. A machine
# with much else to do may need several tries.
gelu='gelu bf16[1024,8192]'
limit_of_gelu() {
  for _ in 1 2 3 4 5; do
    "$remora" bench "$gelu" --threads 1 --rounds 3 --busy --json >"$scratch/said"
    if grep -q '"limit": [0-9.]*, "of_limit": [0-9.]*, "limit_why": "",' "$scratch/said"; then return 0; fi
  done
  cat "$scratch/said"
  return 1
}
check "bench measures what instructions allow" limit_of_gelu
none='"limit": null, "of_limit": null, "limit_why": "",'
check "bench --no-limit" says 0 "$none" "$remora" bench "$gelu" --threads 1 --rounds 3 --json --no-limit
check "bench --alone has no limit" says 0 "$none" "$remora" bench "$gelu" --threads 1 --rounds 3 --json --alone
check "bench: the limit has a column" says 0 " limit .*cyc/el" "$remora" bench "$gelu" --threads 1 --rounds 3
check "bench: the summary counts what is at its limit" grep -q " at 0.85 of what instructions allow, " "$scratch/said"
check "bench: no limit, and why" says 0 '"limit": null, .*"limit_why": "every axis' \
  "$remora" bench 'logcumsumexp axis=0 f32[8388608]' --threads 1 --rounds 3 --json
"$remora" bench 'sum axes=1 f32[8192,8192]' --threads 1 --rounds 5 --json >"$scratch/sum"
if grep -q '"bar": "met"' "$scratch/sum"; then
  check "bench: at its bar nothing looks for a limit" grep -q "$none" "$scratch/sum"
else
  check "bench: below its bar something does" sh -c "! grep -q '$none' '$scratch/sum'"
fi
check "bench_many.txt is 100 tensors" \
  test "$("$remora" explain @tests/problems/bench_many.txt | grep -c '^adamw ')" = 100
check "demo --on a device that is not there" says 2 "cuda" "$remora" demo --on cuda:123456789
check "demo of a problem" says 2 "takes no problem" "$remora" demo 'sum f32[3]'
check "source on the CPU" says 1 "has no text" "$remora" source 'sum f32[3]'
check "source of an imaginary device" says 0 "^#define REM_T f32" "$remora" source 'sum f32[3]' --imagine 132
check "source --brief" says 0 "^#define JOIN_" "$remora" source 'sum f32[3]' --imagine 132 --brief
check "an imaginary device of no multiprocessors" says 2 "1 to 256" "$remora" source 'sum f32[3]' --imagine -1
check "explain on an imaginary device" says 0 "imaginary device of 7" "$remora" explain 'sum f32[3]' --imagine 7
check "pack without a file" says 2 "needs -o FILE" "$remora" pack 'sum f32[3]'
check "pack for what is no arch" says 2 "names like sm_90" "$remora" pack 'sum f32[3]' --arch sm_90,gfx90 -o "$scratch/p"
check "pack of nothing" says 2 "no problem given" "$remora" pack -o "$scratch/p"
check "pack of what is no problem" says 1 "FAIL" "$remora" pack 'sum axes=7 f32[3]' -o "$scratch/p"
check "no pack was left behind" test ! -e "$scratch/p"
check "--pack of a file that is not there" says 2 "does not exist\|opencl: " "$remora" explain 'sum f32[3]' --on opencl:0 --pack /nowhere
check "grad skips what underflows" says 0 "underflows" "$remora" grad 'prod.bwd f32[65537]'

# verify: a sample of the digests that the program carries, and a list with one digit changed.
check "verify" says 0 "^verdict   same bits: all" "$remora" verify --on cpu --seconds 3
check "verify names its machines" grep -q "^machine   cpu .*agree, digest [0-9a-f]\{16\}" "$scratch/said"
check "verify --json" says 0 '"same_bits":true' "$remora" verify --on cpu --seconds 1 --json
sed -n '1,40p' tests/golden/cpu.txt >"$scratch/right"
sed '7s/^./0/; 7s/^0\(.\)/0f/' "$scratch/right" >"$scratch/wrong"
check "verify of a list that is right" \
  says 0 "list      40 problems" "$remora" verify --on cpu --golden "$scratch/right"
check "verify of a list that is wrong" \
  says 1 "^verdict   NOT THE SAME BITS" "$remora" verify --on cpu --golden "$scratch/wrong"
check "verify says what to paste" grep -q "^          remora bits '.*' --on cpu" "$scratch/said"
check "verify of a list that is none" says 2 "16 hexadecimal digits" "$remora" verify --golden README.md
check "verify --on what is no device" says 2 "no such device" "$remora" verify --on tpu
check "verify of a problem" says 2 "takes no problem" "$remora" verify 'sum f32[3]'
finish
