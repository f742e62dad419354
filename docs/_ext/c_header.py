"""c_header.py: the reference of the C interface, read from the header itself whenever the site is built.

    .. c-header:: include/remora/remora.h     every declaration with its comment, section by section
    .. c-header-head:: include/remora/math.h  the first comment of a header as it stands

How comments belong: one behind a declaration, on its line, is about that one. One in front of a declaration is about it and
about those that follow without a comment of their own; where the first declaration has one of its own, it is about all that
follow without an empty line. One with an empty line behind it stands for itself. `/* ---- title ---- */` begins a section. What
this file cannot read is an error: a public name cannot get lost.
"""
import re
import textwrap
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList

SECTION = re.compile(r"/\* -{4} (.*?) -{2,} \*/")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
MACRO = re.compile(r"#define (\w+)[ \t]+([^\n]*?)[ \t]*(?:/\*(.*?)\*/)?[ \t]*\n")
SKIPPED_MACROS = {"REM_API"}
MEMBER_NAME = re.compile(r"(\w+)(?:\)\(.*\)|\[.*\])?$")  # of a pointer to a function, an array, or plain


class Entry:
    """A declaration: kind is macro, enum, struct, type or function; parts are (signature, comment) of what is inside."""

    def __init__(self, kind, name, signature, parts=(), line=0):
        self.kind, self.name, self.signature, self.parts, self.line = kind, name, signature, list(parts), line
        self.before = self.behind = ""
        self.adjacent = False  # no empty line between it and the one before


def plain(comment):
    """The text of a comment, without its stars."""
    lines = comment.strip()[2:-2].split("\n")
    lines = [lines[0].strip()] + [re.sub(r"^\s*\* ?", "", line) if re.match(r"^\s*\*", line) else line.strip() for line in lines[1:]]
    return "\n".join(lines).strip()


def bare(text):
    return " ".join(COMMENT.sub(" ", text).split())


def members(body):
    """(declaration, comment) of each member of a struct; a union inside is ("union NAME", its own members)."""
    found, at = [], 0
    item = re.compile(r"\s*(?:(?P<union>union)\s*\{(?P<inner>[^}]*)\}\s*(?P<of>\w+)\s*;|(?P<decl>[^;{}]+?);)[ \t]*"
                      r"(?P<behind>(?:/\*.*?\*/)?)", re.S)
    body = body.strip()
    while at < len(body):
        match = item.match(body, at)
        if not match:
            raise ValueError(f"cannot read the member at: {body[at:at + 60]!r}")
        comment = plain(match["behind"]) if match["behind"] else ""
        if match["union"]:
            found.append((f"union {match['of']}", members(match["inner"])))
        else:
            found.append((bare(match["decl"]), comment))
        at = match.end()
        at += len(body[at:]) - len(body[at:].lstrip())
    return found


def enumerators(body):
    """(declaration, comment) of each value; a comment behind the brace of the enum is dropped."""
    body = re.sub(r"^\s*/\*.*?\*/[ \t]*\n", "\n", body, flags=re.S) if re.match(r"^[ \t]*/\*", body) else body
    found = []
    for match in re.finditer(r"\s*(\w+(?:\s*=\s*[-\w]+)?)\s*,?[ \t]*((?:/\*.*?\*/)?)", body, re.S):
        found.append((" ".join(match[1].split()), plain(match[2]) if match[2] else ""))
    return found


DECLARATIONS = [  # pattern, how an entry is made of it
    (re.compile(r"typedef enum (\w+) \{(.*?)\} \1;", re.S), lambda m: Entry("enum", m[1], m[1], enumerators(m[2]))),
    (re.compile(r"typedef struct (\w+) \1;"), lambda m: Entry("type", m[1], m[1])),
    (re.compile(r"typedef struct (\w+) \{(.*?)\n\} \1;", re.S), lambda m: Entry("struct", m[1], m[1], members(m[2]))),
    (re.compile(r"typedef ([^;]*?\(\*(\w+)\)[^;]*);"), lambda m: Entry("type", m[2], bare(m[1]))),
    (re.compile(r"REM_API ([^;]*?(\w+)\([^;]*?\));", re.S), lambda m: Entry("function", m[2], bare(m[1]))),
]
IGNORED = re.compile(r'#(?:if|ifdef|ifndef|elif|else|endif|include)\b[^\n]*\n|extern "C" \{\n|\}\n|#define REM_API[^\n]*\n|#define \w+_H\n')


def parse(text):
    """The header as a list: ("section", title), ("prose", text), ("entry", Entry)."""
    items, at, lead = [], 0, ""
    last, gap = None, 2  # the entry before, and the line breaks since

    def add(entry):
        nonlocal last, lead
        entry.line = text.count("\n", 0, at) + 1
        entry.adjacent = last is not None and gap < 2 and not lead
        entry.before, lead = lead, ""
        items.append(("entry", entry))
        last = entry

    while at < len(text):
        space = re.compile(r"\s*").match(text, at)
        gap += space[0].count("\n")
        at = space.end()
        if at >= len(text):
            break
        rest = text[at:at + 6000]
        if match := SECTION.match(rest):
            items.append(("section", match[1].strip()))
            last, lead = None, ""
        elif match := COMMENT.match(rest):
            behind = text[at + match.end():]
            if last is not None and gap == 0:
                last.behind = plain(match[0])
            elif re.match(r"[ \t]*\n[ \t]*\n", behind) or behind.startswith("\n#ifndef"):
                items.append(("prose", plain(match[0])))
            else:
                lead = plain(match[0])
        elif (match := MACRO.match(rest)) and match[1] not in SKIPPED_MACROS and match[2]:
            add(Entry("macro", match[1], f"{match[1]} {match[2]}"))
            last.behind = " ".join((match[3] or "").split())
            at, gap = at + match.end(), 1
            continue
        elif match := IGNORED.match(rest):
            last = None
        else:
            for pattern, make in DECLARATIONS:
                if match := pattern.match(rest):
                    add(make(match))
                    break
            else:
                raise ValueError(f"line {text.count(chr(10), 0, at) + 1}: cannot read {rest[:60]!r}")
        at, gap = at + match.end(), 0
    return items


# ---- as reStructuredText ----

ROLES = {"macro": "c:macro", "enum": "c:enum", "struct": "c:struct", "type": "c:type", "function": "c:func"}


def names_of(items):
    """Which role links to each public name."""
    roles = {}
    for kind, entry in items:
        if kind != "entry":
            continue
        roles[entry.name] = ROLES[entry.kind]
        for part, _ in entry.parts:
            if entry.kind == "enum":
                roles[part.split()[0]] = "c:enumerator"
            elif entry.kind == "struct" and not part.startswith("union "):
                roles[f"{entry.name}.{MEMBER_NAME.search(part)[1]}"] = "c:member"
    return roles


def prose(text, roles):
    """A comment's text as reStructuredText: indented lines stay as they are, names become links."""

    def word(match):
        token = match[0]
        if token.startswith("`"):
            return f"``{token[1:-1]}``"
        if token in roles:
            return f":{roles[token]}:`{token}`"
        if page := re.fullmatch(r"docs/([\w-]+)\.md", token):
            return f":doc:`/docs/{page[1]}`"
        return f"``{token}``" if re.fullmatch(r"[a-z]+_\w+(\.\w+)?", token) else re.sub(r"([\\*`|_])", r"\\\1", token)

    blocks = []
    for block in re.split(r"\n\s*\n", text):
        if all(line.startswith("    ") for line in block.split("\n")):
            blocks.append("::\n\n" + textwrap.indent(textwrap.dedent(block), "    "))
        else:
            blocks.append(re.sub(r"`[^`]+`|docs/[\w-]+\.md|\w+\.\w+(?!\w)|\w+|[\\*`|]", word, " ".join(block.split())))
    return "\n\n".join(blocks)


APART = ":no-contents-entry:"  # parts are not listed beside the page


def directive(name, signatures, body, options=""):
    head = f".. {name}:: " + ("\n" + " " * (len(name) + 7)).join(signatures)
    return head + ("\n" + textwrap.indent(options, "   ") if options else "") + "\n\n" + textwrap.indent(body, "   ") + "\n"


def parts_of(entry, roles):
    kind = "c:enumerator" if entry.kind == "enum" else "c:member"
    texts = []
    for part, comment in entry.parts:
        if part.startswith("union "):
            inner = "\n".join(directive("c:member", [one], prose(says, roles), APART) for one, says in comment)
            texts.append(directive("c:union", [part[6:]], inner, APART))
        else:
            texts.append(directive(kind, [part], prose(comment, roles), APART))
    return "\n".join(texts)


def rendered(items):
    """The items as lines of reStructuredText; a section's title underlined by -."""
    roles, out, i = names_of(items), [], 0
    while i < len(items):
        kind, item = items[i]
        i += 1
        if kind == "section":
            title = item[0].upper() + item[1:]
            out.append(f"{title}\n{'-' * len(title)}\n")
        elif kind == "prose":
            out.append(prose(item, roles) + "\n")
        else:
            group = [item]
            if item.before and item.behind:  # about all that follow
                out.append(prose(item.before, roles) + "\n")
                item.before = ""
            elif item.before:
                while (i < len(items) and items[i][0] == "entry" and items[i][1].adjacent and not items[i][1].behind
                       and not items[i][1].parts and items[i][1].kind == item.kind):
                    group.append(items[i][1])
                    i += 1
            says = prose(" ".join(filter(None, (item.before, item.behind))) if "\n\n" not in item.before else item.before, roles)
            signature = [one.name if one.kind == "macro" else one.signature for one in group]
            if item.kind == "macro":
                says = f"``{item.signature.split(None, 1)[1]}``" + (": " + says if says else "")
            body = says + "\n\n" + parts_of(item, roles)
            out.append(directive({"function": "c:function"}.get(item.kind, f"c:{item.kind}"), signature, body))
    return "\n".join(out).split("\n")


class CHeader(Directive):
    required_arguments = 1

    def read(self):
        root = Path(self.state.document.settings.env.srcdir)
        path = root / self.arguments[0]
        self.state.document.settings.env.note_dependency(str(path))
        return path.read_text(encoding="utf-8")

    def run(self):
        try:
            lines = rendered(parse(self.read()))
        except ValueError as error:
            raise self.severe(f"{self.arguments[0]}: {error}")
        node = nodes.section()
        node.document = self.state.document
        self.state.nested_parse(StringList(lines, source=self.arguments[0]), 0, node, match_titles=1)
        return node.children


class CHeaderHead(CHeader):
    def run(self):
        text = plain(COMMENT.search(self.read())[0])
        block = nodes.literal_block(text, text, language="none")
        return [block]


def setup(app):
    app.add_directive("c-header", CHeader)
    app.add_directive("c-header-head", CHeaderHead)
    return {"parallel_read_safe": True}
