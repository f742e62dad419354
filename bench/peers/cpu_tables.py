"""cpu_tables.py: the Markdown tables of the CPU from bench/results/cpu*.json; `tables.py --cpu bench/results/cpu`.

cpu.json has the lines of `remora bench --bars --threads 1,2 --json`, cpu-grid.json those of `--grid`, cpu-overhead.json those of `--overhead`.
"""
import re

from sections import marked, overhead, read_lines, read_notes, reason_of, table

COLUMNS = [(dtype, axis) for dtype in ("f32", "f64", "bf16", "f16") for axis in ("last", "first")]
BAR, LOW = 0.85, 0.3
# As `remora bench --grid` has them (tool/bench_grid.c): shorter runs are not judged, and a cell is held against those of about as many bytes.
SHORT, CLIFF, ABOUT, MEMORY = 20e-6, 0.5, 0.7, 64 << 20
OVERHEAD = (("plan_new", "plan, new, µs (20)", 1e6, 20e-6, 2), ("plan_again", "plan, repeated, µs (5)", 1e6, 5e-6, 2),
            ("run_8", "run, ns (300)", 1e9, 300e-9, 0))


# ---- large tensors ------------------------------------------------------------------------------------------


def place(cell):
    """Row and column of a cell of reals; the row is the problem without dtype, shape and axis. None: of integers alone."""
    problem = cell["problem"]
    dtype = re.search(r"(f32|f64|bf16|f16)\[", problem)
    if not dtype:
        return None, None
    dtype = dtype.group(1)
    axis = re.search(r"ax[ei]s=(\d)", problem)
    row = re.sub(r" ax[ei]s=\d| (low|high)=[3,]+|mode=|repeats=", " ", problem)
    row = re.sub(r"(\w+:)?(f32|f64|bf16|f16)(\[[\d,]*\])?", lambda m: m.group(1) or "", row)
    row = re.sub(r"dy:|\s*:$", "", " ".join(row.split()))
    if ".bwd" not in row:
        row = re.sub(r" y$", "", row)  # halves give y in f32
    return row.strip(), (dtype, "first" if axis and axis.group(1) == "0" else "last")


def share_text(cell):
    text = f"{cell['share']:.2f}"
    return text if cell["share"] >= BAR or not cell["cycles"] else f"{text} ({cell['cycles']:.1f})"


def counts(cells):
    """How many cells are where, in words."""
    at_limit = sum(cell["bar"] == "at limit" for cell in cells)
    met, low = (sum(test(cell["share"]) for cell in cells) for test in (lambda s: s >= BAR, lambda s: s < LOW))
    return (f"{met} of {len(cells)} problems reach {BAR} of the stream, {len(cells) - met - low} are between {LOW} and {BAR}, {low} below {LOW}; "
            f"{at_limit} of those below {BAR} are at {BAR} of what instructions allow. The mean share is "
            f"{sum(cell['share'] for cell in cells) / len(cells):.2f}.")


def large(cells, threads):
    rows, others = {}, []
    for cell in cells:
        row, column = place(cell)
        if row:
            rows.setdefault(row, {})[column] = cell
        else:
            others.append(cell)
    out = [f"### Large tensors, {'one thread' if threads == 1 else f'{threads} threads'}: share of the stream", "", counts(cells), ""]
    out += table(["op", *(" ".join(column) for column in COLUMNS)],
                 ([row, *(share_text(found[c]) if c in found else "" for c in COLUMNS)] for row, found in rows.items()))
    return out + table(["of whole numbers", "share"], ([f"`{cell['problem']}`", share_text(cell)] for cell in others))


def missed(cells, notes):
    """Every op with a cell that neither bytes nor instructions excuse, and why."""
    groups = {}
    for cell in cells:
        if cell["bar"] == "MISSED":
            groups.setdefault(cell["problem"].split(" ")[0], []).append(cell)
    out = ["### What misses its bar, one thread", "",
           f"{sum(map(len, groups.values()))} cells of {len(cells)}, with the range of their shares.", ""]
    text = lambda group: " to ".join(dict.fromkeys(f"{edge(cell['share'] for cell in group):.2f}" for edge in (min, max)))
    return out + table(["op", "cells", "share", "reason, and what was tried"],
                       ([op, str(len(group)), text(group), reason_of([cell["problem"] for cell in group], notes)]
                        for op, group in groups.items()))


# ---- the grid ------------------------------------------------------------------------------


def best_rate(cells, least):
    return max((cell["rate"] for cell in cells if cell["bytes"] >= least and cell["seconds"] >= SHORT), default=0)


def grid(cells):
    groups, rows, cliffs = {}, [], 0
    for cell in cells:
        groups.setdefault(cell["problem"].split(" ")[0], []).append(cell)
    for op, group in groups.items():
        judged = [cell for cell in group if cell["seconds"] >= SHORT]
        ratios = [cell["rate"] / best_rate(group, ABOUT * cell["bytes"]) for cell in judged]
        below = sum(ratio < CLIFF for ratio in ratios)
        cliffs += below
        rows.append([op, str(len(judged)), marked(str(below), below > 0), f"{min(ratios):.2f}", f"{best_rate(group, 0) * 1e-9:.1f}",
                     f"{best_rate(group, MEMORY) * 1e-9:.1f}"])
    head = ["op", "cells of 20 µs or more", "below half of the best of its size", "worst", "best GB/s", "in memory"]
    return ["### Grid, f32, tensors up to 256 MiB, one thread", "", f"Of {len(cells)} cells, {cliffs} are below half of the best.", "", *table(head, rows)]


def section(base):
    """All tables of the CPU as lines. base is the files' path without .json, -grid.json, -overhead.json and -notes.txt."""
    cells, shapes, calls = (read_lines(base + end) or [] for end in (".json", "-grid.json", "-overhead.json"))
    out = []
    for threads in sorted({cell["threads"] for cell in cells}):
        out += large([cell for cell in cells if cell["threads"] == threads], threads)
    out += missed([cell for cell in cells if cell["threads"] == 1], read_notes(base + "-notes.txt")) if cells else []
    out += grid(shapes) if shapes else []
    return out + (overhead("Overhead", calls, OVERHEAD) if calls else [])
