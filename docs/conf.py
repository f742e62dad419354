"""conf.py: how Sphinx makes the site. `make docs` runs it with the root of the tree as its source, so that a link between
two pages of the repository is a link between two pages of the site; only what is named below is read."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "docs" / "_ext"))

project = "Remora"
author = "the Remora authors"
copyright = "the Remora authors; MIT or Apache-2.0"
header = (ROOT / "include/remora/remora.h").read_text(encoding="utf-8")
release = version = ".".join(re.search(rf"REM_VERSION_{part} (\d+)", header).group(1) for part in ("MAJOR", "MINOR", "PATCH"))

extensions = ["myst_parser", "c_header", "tool_manual", "beside_pages"]
root_doc = "docs/index"
include_patterns = ["docs/**.md", "docs/**.rst", "README.md", "ARCHITECTURE.md", "CHANGELOG.md", "python/README.md", "bench/README.md"]
exclude_patterns = ["build*", "out", "src", "tool", "tests", "ops", "include", "cmake", "scripts", ".*", "docs/_ext"]

source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
myst_heading_anchors = 4
highlight_language = "none"  # a block says its language, or it is text
primary_domain = None
smartquotes = False
nitpicky = True
nitpick_ignore_regex = [("c:identifier", r"(u?int\d+_t|size_t)"), ("c:identifier", "FILE")]

html_theme = "furo"
html_title = f"Remora {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
