"""tool_manual.py: the manual of the program, which it writes itself (`remora emit man`), as part of a page.

    .. tool-manual::

The value remora_tool of the configuration says where the program is. The few macros that the program writes are read; another
one is an error.
"""
import re
import subprocess
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList


def text(line):
    """A line of the manual as reStructuredText: fonts become literals, escapes what they stand for."""
    line = line.replace(r"\(aq", "'").replace(r"\-", "-").replace(r"\&", "").replace(r"\(bu", "•")
    parts = re.split(r"\\f([BIR])", line)
    out = [re.sub(r"([\\*`|]|(?<=\w)_(?!\w))", r"\\\1", parts[0])]
    for font, part in zip(parts[1::2], parts[2::2]):
        part = part if font != "R" else re.sub(r"([\\*`|]|(?<=\w)_(?!\w))", r"\\\1", part)
        out.append({"B": f"\\ ``{part}``\\ ", "I": f"\\ *{part}*\\ ", "R": part}[font] if part else "")
    line = "".join(out).replace("\\e", "\\\\")
    return re.sub(r"^\\ |\\ $", "", line)


def rst(manual):
    """The sections of the manual, titles underlined by -, those below by ~."""
    out, literal, pending, item = [], False, None, False
    for line in manual.split("\n"):
        macro, _, rest = line.partition(" ")
        if literal and macro not in (".fi", ".RS", ".RE"):
            out.append("    " + line.replace(r"\-", "-").replace(r"\(aq", "'").replace(r"\&", "").replace("\\e", "\\"))
        elif macro in ('.\\"', ".TH", ".RS", ".RE", ""):
            continue
        elif macro in (".SH", ".SS"):
            rest = rest.replace(r"\-", "-").replace(r"\(aq", "'").strip('"')
            usage = None
            if macro == ".SS" and rest.startswith("remora "):  # the title is the command, its usage a block
                usage, rest = rest, " ".join(rest.split()[:2])
            title = rest.capitalize() if macro == ".SH" else rest
            out += ["", title, ("-" if macro == ".SH" else "~") * len(title), ""]
            out += ["::", "", "    " + usage, ""] if usage else []
            item = False
        elif macro in (".PP", ".br"):
            out.append("")
            item = item and macro == ".br"
        elif macro == ".nf":
            out += ["", "::", ""]
            literal = True
        elif macro == ".fi":
            out.append("")
            literal = False
        elif macro == ".TP":
            pending, item = True, True
        elif macro in (".B", ".I"):
            out += ["", f"``{text(rest)}``"] if macro == ".B" and pending else [f"**{text(rest)}**" if macro == ".B" else f"*{text(rest)}*"]
            pending = None
        elif line.startswith("."):
            raise ValueError(f"cannot read {line!r}")
        elif pending:
            out += ["", text(line)]
            pending = None
        else:
            out.append(("    " if item else "") + text(line))
    return out


class ToolManual(Directive):
    def run(self):
        env = self.state.document.settings.env
        tool = Path(env.config.remora_tool)
        env.note_dependency(str(tool))
        try:
            manual = subprocess.run([tool, "emit", "man"], check=True, capture_output=True, text=True).stdout
            lines = rst(manual)
        except (OSError, ValueError, subprocess.CalledProcessError) as error:
            raise self.severe(f"{tool} emit man: {error}")
        node = nodes.section()
        node.document = self.state.document
        self.state.nested_parse(StringList(lines, source="remora emit man"), 0, node, match_titles=1)
        return node.children


def setup(app):
    app.add_config_value("remora_tool", str(Path(app.srcdir) / "build/gcc/bin/remora"), "env")
    app.add_directive("tool-manual", ToolManual)
    return {"parallel_read_safe": True}
