#!/bin/sh
# report.sh BUILD: `remora report`: its table, its comparison, and its page in Chromium, where that is installed.
. "$(dirname "$0")/count.sh"
remora=$1/bin/remora

# cell PROBLEM REVISION DAY SECONDS SHARE BAR: a measurement as `remora bench --json` writes it.
cell() {
  printf '{"problem": "%s", "device": "cpu avx2 1 thread", "threads": 1, "bytes": 67108864, ' "$1"
  printf '"seconds": %s, "share": %s, "bar": "%s", ' "$4" "$5" "$6"
  printf '"machine": "M, 2 CPUs", "revision": "%s", "time": "2026-01-0%sT00:00:00Z", "sku": "cpu.avx2.k"}\n' "$2" "$3"
}

# Two revisions; of the second, cumsum lost a third and sum nothing.
{
  cell 'sum axes=1 f32[4096,4096]' aaaa1 1 0.004 0.95 met
  cell 'cumsum axis=1 f32[4096,4096]' aaaa1 1 0.005 0.90 met
  cell 'sum axes=1 f32[4096,4096]' bbbb2 2 0.004 0.94 met
  cell 'cumsum axis=1 f32[4096,4096]' bbbb2 2 0.008 0.60 MISSED
} >"$scratch/history.jsonl"
for outer in 1 2 4; do
  for n in 16 1024 65536; do cell "max axes=1 f16[$outer,$n,4]" bbbb2 2 0.00$outer 0.$outer MISSED; done
done >"$scratch/grid.jsonl"
cat >"$scratch/peers.json" <<'END'
{"about": {"machine": "M", "numpy": "2.0"}, "1": [
{"problem": "sum axes=1 f32[64,64]", "op": "sum", "backward": false, "rounds": 3, "numpy": 3.5, "torch": 0.5}
]}
END
files="$scratch/history.jsonl $scratch/grid.jsonl $scratch/peers.json"

# $files holds several words on purpose.
check "a table" says 0 "^cumsum  *f32  *1 .* 0.60  *0.60  *0  *0  *0  *1 " "$remora" report $files
check "the last measurement of a cell counts" grep -q "^sum  *f32  *1 " "$scratch/said"
check "what misses its bar can be pasted" grep -q "remora explain 'cumsum axis=1 f32\[4096,4096\]'" "$scratch/said"
check "peers: who is ahead" grep -q "^numpy: Remora is ahead in 1 of 1" "$scratch/said"
check "peers: what loses can be pasted" grep -q "  0.50  remora explain 'sum axes=1 f32\[64,64\]'" "$scratch/said"
cell 'gelu bf16[8192,8192]' bbbb2 2 0.09 0.07 'at limit' | sed 's/"share"/"limit": 0.08, "of_limit": 0.9, "share"/' >"$scratch/limits.jsonl"
cell 'cumsum axis=1 f32[8192,8192]' bbbb2 2 0.04 0.30 MISSED | sed 's/"share"/"limit": 0.42, "share"/' >>"$scratch/limits.jsonl"
cell 'lgamma f32[8192]' bbbb2 2 0.04 0.50 'exp/log' | sed 's/"share"/"limit": "instructions", "share"/' >>"$scratch/limits.jsonl"
check "what is at its limit is counted apart" \
  says 0 "^gelu  *bf16  *1 .* 0.07  *0.07  *0  *1  *0  *0 " "$remora" report "$scratch/limits.jsonl"
check "the limit of what misses its bar" grep -q "  0.30 of 0.42  remora explain 'cumsum" "$scratch/said"
check "the limit as older files have it" grep -q "^lgamma  *f32  *1 .* 0.50  *0.50  *0  *0  *1  *0 " "$scratch/said"
check "--html has limits" "$remora" report "$scratch/limits.jsonl" --html "$scratch/limits.html"
check "the page has what binds, and the limit" sh -c \
  "grep -q '\"binds\":\"instructions\"' '$scratch/limits.html' && grep -q '\"limit\":0.42' '$scratch/limits.html'"
check "--only" says 0 "^cumsum" "$remora" report $files --only cumsum
check "--only leaves the others out" sh -c "! grep -q '^sum' '$scratch/said'"
check "results that are checked in" says 0 "^jax: Remora is ahead" "$remora" report bench/results/h200*.json
"$remora" bench 'sum axes=1 f32[64,1000]' --json --rounds 3 --threads 1 >"$scratch/fresh"
check "what remora bench writes" sh -c "'$remora' report - <'$scratch/fresh' | grep -q '^sum '"
"$remora" bench --many 'adamw f32{[900];[70,3]}' --json --rounds 3 --threads 1 >"$scratch/fresh"
check "what remora bench --many writes" sh -c "'$remora' report - <'$scratch/fresh' | grep -q '^adamw '"
for key in problem sku device machine version revision time seconds_low seconds_high \
  bytes rate share bar binds limit of_limit limit_why plan_first plan_again compile; do
  check "a record has $key" grep -q "\"$key\": " "$scratch/fresh"
done
check "--against a revision: lost" \
  says 1 "^LOST 33 %  cumsum" "$remora" report "$scratch/history.jsonl" --against aaaa1
check "--against a revision: only what was lost" \
  grep -q "^against aaaa1: 1 of 2 cells lost more than 10 %" "$scratch/said"
check "--against, allowed" \
  says 0 "0 of 2 cells lost more than 40 %" "$remora" report "$scratch/history.jsonl" --against aaaa1 --lost 40
grep aaaa1 "$scratch/history.jsonl" >"$scratch/before.jsonl"
check "--against a file" \
  says 1 "^LOST 33 %  cumsum" "$remora" report "$scratch/history.jsonl" --against "$scratch/before.jsonl"
sed 's/M, 2 CPUs/another/' "$scratch/before.jsonl" >"$scratch/elsewhere.jsonl"
check "another machine is not compared" \
  says 2 "equal machine" "$remora" report "$scratch/history.jsonl" --against "$scratch/elsewhere.jsonl"
check "no file" says 2 "no file given" "$remora" report
check "a file that is not there" says 2 "nowhere: No such file" "$remora" report /nowhere
check "a file that is no JSON" says 2 "README.md:1: expected a JSON value" "$remora" report README.md
printf '{"problem": "sum f32[3]"\n "x": 1}' >"$scratch/torn"
check "a file that is torn" says 2 "torn:2: expected ',' or '}'" "$remora" report "$scratch/torn"
check "a file without measurements" says 2 "no measurement" "$remora" report "$scratch/peers.json" --only nothing

page=$scratch/page.html
check "--html" "$remora" report $files --html "$page"
check "the page needs nothing else" sh -c "! grep -q -E 'src=|href=|https?://[^w]|@import|url\(' '$page'"
check "--html to where nothing can be written" \
  says 2 "No such file" "$remora" report $files --html "$scratch/no/page.html"

if ! command -v chromium >/dev/null; then
  echo "chromium is not installed: the page was not opened"
  finish
fi
# open_page FILE#WORDS OPTION...: in a profile of its own, at a time of its own.
open_page() {
  url=file://$1
  shift
  timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --hide-scrollbars \
    --user-data-dir="$scratch/profile" --virtual-time-budget=2000 --window-size=1280,2000 --enable-logging=stderr \
    "$@" "$url"
}
# What a reader would do: choose an op, look, show all again, change the theme. What came of it stands in the title.
cat >"$scratch/visit" <<'END'
<script>
const count = chosen => document.querySelectorAll(chosen).length, told = [];
const tell = () => told.push(document.querySelector("#tiles b").textContent,
  ...["#roof circle", "#heat rect", "#peers rect", "#history .lost", "#missed tbody tr"].map(count));
tell();
const op = document.getElementById("op");
op.value = "cumsum";
op.dispatchEvent(new Event("change"));
tell();
document.getElementById("clear").click();
tell();
const before = getComputedStyle(document.body).backgroundColor;
document.getElementById("theme").click();
told.push(before !== getComputedStyle(document.body).backgroundColor);
document.title = "told " + told.join(" ");
</script>
END
sed '/^<\/body>$/,$d' "$page" | cat - "$scratch/visit" >"$scratch/visit.html"
open_page "$scratch/visit.html#light" --dump-dom >"$scratch/dom" 2>"$scratch/console"
check "the page has no errors" sh -c "! grep -E 'CONSOLE|Uncaught' '$scratch/console'"
check "charts, filters and themes" \
  grep -q "<title>told 11 11 9 2 1 10 1 1 0 0 1 1 11 11 9 2 1 10 true</title>" "$scratch/dom"
grep -o '<title>.*</title>' "$scratch/dom"
for theme in light dark; do
  open_page "$page#$theme" --screenshot="$scratch/$theme.png" >"$scratch/log" 2>&1
  check "a screenshot, $theme" sh -c "[ \$(wc -c <'$scratch/$theme.png') -gt 40000 ]"
done
check "the themes differ" sh -c "! cmp -s '$scratch/light.png' '$scratch/dark.png'"
finish
