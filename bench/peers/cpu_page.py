"""cpu_page.py: turns a file of `peers.py --large --json` into tables of Markdown, between two marks of a page.

    bench/peers/peers.py --json bench/results/cpu-peers.json --page docs/peers.md

Where there is a file of `peers.py --grid --json` beside it, cpu-peers-grid.json, its cells are summed up by op.
Ratios alone are written: a time is of one machine, a ratio that was formed within a round travels better.
"""
import json
import os
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


def by_op(cells, names):
    """In how many cells Remora is ahead of each peer, and the median, for every op and pass."""
    lines = ["| op | cells | " + " | ".join(f"{name}: ahead in, median" for name in names.values()) + " |", "|---" * (len(names) + 2) + "|"]
    for op, backward in dict.fromkeys((cell["op"], cell["backward"]) for cell in cells):
        group = [cell for cell in cells if (cell["op"], cell["backward"]) == (op, backward)]
        texts = []
        for key in names:
            ratios = [cell[key] for cell in group if key in cell]
            texts.append(f"{sum(ratio >= 1 for ratio in ratios)}, {statistics.median(ratios):.2f}" if ratios else "")
        lines.append(f"| {op + ('.bwd' if backward else '')} | {len(group)} | " + " | ".join(texts) + " |")
    return lines


def grid(data, names):
    """Shapes (outer, n, inner): sums over the cells of each op, and those that a peer wins."""
    lines = []
    for threads in sorted(key for key in data if key.isdigit()):
        cells, count = data[threads], "one thread" if threads == "1" else f"{threads} threads"
        here = {key: name for key, name in names.items() if any(key in cell for cell in cells)}
        lines += [f"## The grid, {count}", "", "Tensors [outer, n, inner] of f32 up to 16 MiB along the middle axis, with outer and inner of 1, 2, 4, 32 and 4096 and n of "
                  "16, 1024, 65536 and 1048576: what calls cost, and whether some shape falls off a cliff.", "", *summary(cells, here), "",
                  *by_op(cells, here), "", f"### Where Remora is behind on the grid, {count}", "", *lost(cells, here), ""]
    return lines


def read(results):
    with open(results, encoding="utf-8") as file:
        return json.load(file)


def write(results, page, names):
    lines, beside = tables(read(results), names), results.replace(".json", "-grid.json")
    if os.path.exists(beside):
        lines += grid(read(beside), names)
    with open(page, encoding="utf-8") as file:
        before, _, rest = file.read().partition(BEGIN)
    with open(page, "w", encoding="utf-8") as file:
        file.write(before + BEGIN + "\n" + "\n".join(lines) + END + rest.partition(END)[2])
