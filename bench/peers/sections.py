"""sections.py: what the tables of every device share: reading files of results, Markdown, notes, and the places of bench/README.md.

Reasons come from <results>-notes.txt, a line each: `REGULAR EXPRESSION # reason`; the first expression found in a problem
gives its reason.
"""
import json
import os
import re


def read_lines(path):
    """The objects of a file with one a line; None where there is no file."""
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.startswith("{")]


def table(head, rows):
    return ["| " + " | ".join(head) + " |", "|---" * len(head) + "|", *("| " + " | ".join(row) + " |" for row in rows), ""]


def marked(text, bad):
    return f"**{text}**" if bad else text


def read_notes(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        pairs = (line.rstrip("\n").split(" # ", 1) for line in file if " # " in line)
        return [(re.compile(pattern), reason.strip()) for pattern, reason in pairs]


def reason_of(problems, notes):
    found = []
    for problem in problems:
        reason = next((reason for pattern, reason in notes if pattern.search(problem)), None)
        if reason and reason not in found:
            found.append(reason)
    return "; ".join(found)


def overhead(title, rows, columns):
    """columns: key, heading, unit, bar in seconds and how many digits."""
    late = sum(any(row[key] > most for key, _, _, most, _ in columns) for row in rows)
    out = [f"### {title}", "", f"{len(rows) - late} of {len(rows)} problems are within their bars (in brackets).", ""]
    return out + table(["problem", *(head for _, head, _, _, _ in columns)],
                       ([f"`{row['problem']}`", *(marked(f"{row[key] * unit:.{digits}f}", row[key] > most)
                                                  for key, _, unit, most, digits in columns)] for row in rows))


def renew(base, lines, readme):
    """Puts the tables between the README's two marks of these results; the text around them stays."""
    name = os.path.basename(base)
    begin, end = f"<!-- tables of {name} -->", f"<!-- end of {name} -->"
    with open(readme, encoding="utf-8") as file:
        text = file.read()
    if text.count(begin) != 1 or text.count(end) != 1:
        raise SystemExit(f"{readme}: the lines {begin} and {end} are needed once each")
    head, rest = text.split(begin)
    tail = rest.split(end)[1]
    with open(readme, "w", encoding="utf-8") as file:
        file.write(head + begin + "\n\n" + "\n".join(lines) + "\n" + end + tail)
