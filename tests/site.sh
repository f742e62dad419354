#!/bin/sh
# site.sh SITE: the pages that scripts/docs made are whole: every public name of C has its place, every op its page, every
# command of the tool its section, links from page to page lead to files, and a search finds a word in Chromium, from disk.
. "$(dirname "$0")/count.sh"
site=$(cd "$1" && pwd)

for name in $(cat tests/symbols.txt); do
  case $name in rem_*) check "the C reference has $name" grep -q "id=\"c\.$name\"" "$site/docs/reference/c.html" ;; esac
done
for page in docs/ops/*.md; do
  page=${page%.md}.html
  check "$page" test -s "$site/$page"
done
for command in check explain verify pack; do
  check "the tool's page has $command" grep -q "id=\"remora-$command\"" "$site/docs/reference/tool.html"
done
check "the page of all ops links to pages" grep -q 'href="sum.html"' "$site/docs/ops/index.html"

# links: what no file answers.
links() {
  python3 - "$site" <<'PYTHON'
import pathlib, re, sys, urllib.parse
site, lost, seen = pathlib.Path(sys.argv[1]), set(), 0
for page in site.rglob("*.html"):
    for link in re.findall(r'(?:href|src)="([^"#?]+)[^"]*"', page.read_text(encoding="utf-8")):
        if not re.match(r"[a-z]+:", link):
            seen += 1
            if not (page.parent / urllib.parse.unquote(link)).exists():
                lost.add(f"{page.relative_to(site)}: {link}")
print(*sorted(lost)[:20], sep="\n")
sys.exit(bool(lost) or seen < 1000)
PYTHON
}
check "links lead to files" links
browse() {
  timeout 60 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$scratch/browser" --virtual-time-budget=10000 \
    --dump-dom "file://$site/search.html?q=$1" 2>/dev/null
}
search() { browse "$1" >"$scratch/found" && grep -q "href=\"[^\"]*$2" "$scratch/found"; }
if command -v chromium >/dev/null; then check "a search finds its page" search logcumsumexp ops/logcumsumexp.html; fi
finish
