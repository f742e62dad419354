"""beside_pages.py: what lies beside the pages that Sphinx makes: a first page that leads to the index, and the page of all ops that
can be searched, which the op table gives as HTML (docs/ops/index.html) and which links to the pages of ops."""
import re
import shutil
from pathlib import Path

from docutils import nodes
from sphinx import addnodes

OPS = "docs/ops"
FIRST = """<!doctype html>
<meta charset="utf-8">
<title>Remora</title>
<meta http-equiv="refresh" content="0; url=docs/index.html">
<a href="docs/index.html">Remora's documentation</a>
"""


def list_ops(app, docname, source):
    """The pages of ops hang below their table, which is emitted without a word of Sphinx."""
    if docname == f"{OPS}/README":
        source[0] += "\n```{toctree}\n:hidden:\n:glob:\n\n*\n```\n"


def link_ops_index(app, doctree):
    """A link to docs/ops/index.html is one to the copy beside the page, not a download."""
    for node in list(doctree.findall(addnodes.download_reference)):
        if node.get("reftarget", "").endswith("index.html"):
            reference = nodes.reference("", "", *node.children, refuri="index.html", internal=False)
            node.replace_self(reference)


def copy_beside(app, exception):
    if exception or app.builder.format != "html":
        return
    out, ops = Path(app.outdir), Path(app.srcdir) / OPS
    (out / "index.html").write_text(FIRST, encoding="utf-8")
    page = (ops / "index.html").read_text(encoding="utf-8")
    (out / OPS / "index.html").write_text(re.sub(r'(href="[\w./-]+)\.md\b', r"\1.html", page), encoding="utf-8")
    for picture in ops.glob("*.svg"):
        shutil.copy(picture, out / OPS)


def setup(app):
    app.connect("source-read", list_ops)
    app.connect("doctree-read", link_ops_index, priority=400)  # before downloads are collected
    app.connect("build-finished", copy_beside)
    return {"parallel_read_safe": True}
