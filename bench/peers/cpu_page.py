"""cpu_page.py: turns a file of `peers.py --large --json` into tables of Markdown, between two marks of a page.

    bench/peers/peers.py --json bench/results/cpu-peers.json --page docs/peers.md

Ratios alone are written: a time is of one machine, a ratio that was formed within a round travels better.
"""
import json
import statistics

BEGIN, END = "<!-- tables -->", "<!-- end of tables -->"


def text(cell, key):
    if key not in cell:
        return ""
    ratio = f"{cell[key]:.2f}" if cell[key] < 10 else f"{cell[key]:.0f}"
    return ratio if cell[key] >= 1 else f"**{ratio}**"


def summary(cells, names):
    """How each peer fares over all cells."""
    lines = ["| | cells | Remora is ahead in | median | least | most |", "|---|---|---|---|---|---|"]
    for key, name in names.items():
        ratios = [cell[key] for cell in cells if key in cell]
        if ratios:
            ahead = sum(ratio >= 1 for ratio in ratios)
            lines.append(f"| {name} | {len(ratios)} | {ahead} | {statistics.median(ratios):.2f} | {min(ratios):.2f} | {max(ratios):.0f} |")
    return lines


def table(cells, names):
    lines = ["| problem | " + " | ".join(names.values()) + " |", "|---" * (len(names) + 1) + "|"]
    return lines + [f"| `{cell['problem']}` | " + " | ".join(text(cell, key) for key in names) + " |" for cell in cells]


def lost(cells, names):
    """Every cell in which a peer is ahead, the furthest first."""
    behind = [(cell[key], name, cell["problem"]) for cell in cells for key, name in names.items() if cell.get(key, 1) < 1]
    lines = ["| problem | peer | takes | |", "|---|---|---|---|"]
    return lines + [f"| `{problem}` | {name} | {ratio:.2f} | {'' if ratio < 0.9 else 'within a tenth'} |"
                    for ratio, name, problem in sorted(behind)]


def tables(data, names):
    about = data["about"]
    versions = ", ".join(f"{name} {about[key].split('+')[0]}" for key, name in names.items() if key in about)
    lines = [f"Measured on {about['date']}: {about['remora'].capitalize()} at {about['revision']}, {versions}, Python {about['python']}; {about['machine']} "
             f"({about['processor'].split()[1]}), {about['system']}.", ""]
    for threads in sorted(key for key in data if key.isdigit()):
        cells, count = data[threads], "one thread" if threads == "1" else f"{threads} threads"
        lines += [f"## With {count}", "", *summary(cells, names), "", f"### Where Remora is behind, {count}", "", *lost(cells, names), "",
                  f"### Every cell, {count}", "", *table(cells, names), ""]
    return lines


def write(results, page, names):
    with open(results, encoding="utf-8") as file:
        data = json.load(file)
    with open(page, encoding="utf-8") as file:
        before, _, rest = file.read().partition(BEGIN)
    with open(page, "w", encoding="utf-8") as file:
        file.write(before + BEGIN + "\n" + "\n".join(tables(data, names)) + END + rest.partition(END)[2])
