/* index.c: the frame of docs/ops/index.html: one file, no network, that can be searched. An op is a line that opens; a
 * search looks at its name, its sentence and its names elsewhere. */
#include "docs/index.h"

#include "docs/document.h"
#include "docs/names.h"

static const char head[] =
    "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Remora: ops</title>\n"
    "<!-- Emitted by `remora emit ops-docs`; do not edit. -->\n"
    "<style>\n"
    ":root{color-scheme:light "
    "dark;--text:#1f2328;--soft:#59636e;--line:#d8dee4;--ground:#fff;--code:#f6f8fa;--link:#0969da}\n"
    "@media(prefers-color-scheme:dark){:root{--text:#e6edf3;--soft:#9da7b1;--line:#30363d;--ground:#0d1117;--code:#"
    "161b22;"
    "--link:#58a6ff}}\n"
    "body{font:16px/1.5 system-ui,sans-serif;color:var(--text);background:var(--ground);max-width:60rem;margin:0 auto;"
    "padding:1.5rem 1rem 50vh}\n"
    "h1{margin:0 0 .3rem}h2{margin:2rem 0 .4rem;border-bottom:1px solid var(--line)}h3{margin:1.2rem 0 "
    ".4rem;font-size:1rem}\n"
    "a{color:var(--link)}p{margin:.5rem 0}.item{margin:.2rem 0;padding-left:1rem}\n"
    "header{position:sticky;top:0;background:var(--ground);padding:.6rem 0;z-index:1}\n"
    "input{font:inherit;width:100%;box-sizing:border-box;padding:.5rem .8rem;border:1px solid var(--line);"
    "border-radius:.5rem;background:var(--code);color:inherit}\n"
    "#count{color:var(--soft);font-size:.85rem;min-height:1.3rem}\n"
    "summary{cursor:pointer;padding:.25rem 0;display:grid;grid-template-columns:9rem 1fr;gap:.8rem}\n"
    "summary b{font-family:ui-monospace,monospace}summary::-webkit-details-marker{display:none}\n"
    "summary:hover b{color:var(--link)}summary i{font-style:normal;color:var(--soft);font-size:.85rem;display:block}\n"
    "details{border-bottom:1px solid "
    "var(--line);scroll-margin-top:6rem}details[open]{padding-bottom:1.2rem}details>p:first-of-type{display:none}\n"
    "img{max-width:100%;display:block;margin:.8rem 0 0}img+p{color:var(--soft);font-size:.85rem;margin:0}\n"
    "pre{background:var(--code);padding:.7rem .9rem;border-radius:.5rem;overflow-x:auto;line-height:1.4}\n"
    "code,pre{font:.85rem ui-monospace,monospace}.wide{overflow-x:auto}\n"
    "table{border-collapse:collapse;font-size:.85rem;font-variant-numeric:tabular-nums;margin:.5rem 0}\n"
    "th,td{border:1px solid var(--line);padding:.2rem "
    ".55rem;text-align:left;white-space:nowrap}th{background:var(--code)}\n"
    "</style>\n"
    "<h1>Ops</h1>\n<p>Every op of the table, forward and backward; a line opens its page.</p>\n"
    "<header><input id=\"find\" type=\"search\" placeholder=\"exp, torch.amax, logarithm ...\" autofocus "
    "aria-label=\"Search\"><div id=\"count\"></div></header>\n<main>\n";

static const char tail[] =
    "</main>\n<script>\n"
    "const find = document.getElementById('find'), count = document.getElementById('count');\n"
    "const ops = [...document.querySelectorAll('details')], families = [...document.querySelectorAll('section')];\n"
    "function search() {\n"
    "  const words = find.value.toLowerCase().split(/\\s+/).filter(w => w);\n"
    "  let shown = 0;\n"
    "  for (const op of ops) {\n"
    "    op.hidden = !words.every(w => op.dataset.text.toLowerCase().includes(w));\n"
    "    shown += !op.hidden;\n"
    "  }\n"
    "  for (const family of families) family.hidden = !family.querySelector('details:not([hidden])');\n"
    "  count.textContent = words.length ? shown + ' of ' + ops.length + ' ops' : ops.length + ' ops';\n"
    "}\n"
    "function show() {\n"
    "  const op = document.getElementById(decodeURIComponent(location.hash.slice(1)));\n"
    "  if (op) { op.open = true; op.scrollIntoView(); }\n"
    "}\n"
    "find.addEventListener('input', search);\n"
    "find.addEventListener('keydown', e => {\n"
    "  const first = ops.find(op => !op.hidden);\n"
    "  if (e.key === 'Enter' && first) location.hash = first.id;\n"
    "});\n"
    "for (const op of ops) op.addEventListener('toggle', () => { if (op.open) history.replaceState(null, '', '#' + "
    "op.id); });\n"
    "for (const link of document.querySelectorAll('a[href$=\".md\"]')) {\n"
    "  const op = link.getAttribute('href').slice(0, -3);\n"
    "  if (document.getElementById(op)) link.href = '#' + op;\n"
    "}\n"
    "addEventListener('hashchange', show);\nsearch();\nshow();\n</script>\n</html>\n";

void index_begin(FILE *file) { fputs(head, file); }

void index_family(FILE *file, const char *title) {
  static const char close[] = "</section>\n";
  fprintf(file, "%s<section><h2>%s</h2>\n", ftell(file) > (long)sizeof head ? close : "", title);
}

void index_op_begin(FILE *file, const struct entry *e) {
  const struct names *names = names_of(e->name);
  fprintf(file, "<details id=\"%s\" data-text=\"%s ", e->name, e->name);
  html_text(file, e->says);
  for (int i = 0; i < LIBRARIES; i++) fprintf(file, " %s", names->in[i]);
  fprintf(file, "\"><summary><b>%s</b><span>", e->name);
  html_text(file, e->says);
  fputs("<i>", file);
  for (int i = 0, n = 0; i < LIBRARIES; i++)
    if (*names->in[i]) fprintf(file, "%s%s", n++ ? ", " : "", names->in[i]);
  fputs("</i></span></summary>\n", file);
}

void index_op_end(FILE *file) { fputs("</details>\n", file); }

void index_end(FILE *file) {
  fputs("</section>\n", file);
  fputs(tail, file);
}
