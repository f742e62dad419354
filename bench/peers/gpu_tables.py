"""gpu_tables.py: the Markdown tables of a device from bench/results/<gpu>*.json; `tables.py --gpu bench/results/h200`.

Bold is what misses its bar, or is behind a peer.
"""
import glob
import os
import re

from sections import marked, overhead, read_lines, read_notes, reason_of, table

DTYPES = ("f32", "f64", "f16", "bf16")
COLUMNS = [(dtype, axis) for dtype in DTYPES for axis in ("last", "first")]
USUAL = ("8192,8192", "256,512,512", "2048,2048")
SCANS = ("cumsum", "cumprod", "cummax", "cummin", "logcumsumexp", "linrec")
LARGE, LATE, CLIFF = 64 << 20, 12e-6, 0.6
OVERHEAD = (("plan_new", "plan, new shape, µs (10)", 1e6, 10e-6, 2), ("plan_again", "plan, repeated, µs (10)", 1e6, 10e-6, 2),
            ("run_8", "run, µs (6)", 1e6, 6e-6, 2), ("plan_compiled", "first plan, compiled, ms (250)", 1e3, 250e-3, 2),
            ("plan_loaded", "first plan, from disk, ms (2)", 1e3, 2e-3, 2))
PEERS = (("torch", "torch eager", 1.0), ("foreach", "torch foreach", 1.0), ("jax", "jax", 1.0), ("compile", "torch.compile", 1.05))
VIEW = re.compile(r"(?:(\w+):)?([a-z]+\d*)\[([\d,]*)\]")


# ---- problems -----------------------------------------------------------------------------------------------


def words(problem):
    """op, whether backward, the dtype of the large tensors, a float's where there is one, whether along the first axis."""
    name, rest = (problem + " ").split(" ", 1)
    dtype = (re.search(r"\b(f32|f64|bf16|f16)\[", rest) or re.search(r"\b([a-z]+\d*)\[", rest)).group(1)
    axis = re.search(r"\bax[ei]s=(\d)", rest)
    return name.split(".")[0], ".bwd" in name, dtype, bool(axis) and axis.group(1) == "0"


def limit_of(cell):
    """The share that instructions allow, where it was measured; older files say in words alone what binds."""
    limit = cell.get("limit", 1)
    return limit if isinstance(limit, (int, float)) else 1


def bar(cell):
    """What a problem of bench_gpu.txt is to reach. Where "limit" says what instructions allow, 0.85 of that."""
    problem = cell["problem"]
    op, backward, dtype, first = words(problem)
    if limit_of(cell) < 1:
        return 0.85 * limit_of(cell)
    if " others" in problem:
        return 0.88
    kept = "mean:" in problem or "index:" in problem  # then one look at x is enough
    twice = op in ("var", "std") or (backward and op in ("prod", "max", "min"))
    if first and twice and not kept:
        return 0.6
    if first and op in SCANS:
        return 0.8
    return 0.85 if dtype in ("f16", "bf16") else 0.9


def short(problem):
    """A row for all dtypes of a problem: the shape of its first tensor, tensors of numbers, and the names of others."""
    said, first = [], True
    for word in problem.split(" ")[1:]:
        view = VIEW.fullmatch(word)
        if view and not (first or view.group(2)[0] in "iu"):
            word = view.group(1) or ""
        elif view and view.group(3):
            word, first = (f"[{view.group(3)}]" if first else word), False
        elif view:
            word = view.group(1) or word
        elif re.fullmatch(r"ax[ei]s=\d", word) or word.startswith("y:"):
            word = ""
        said.append(re.sub(r":(f32|f64|f16|bf16)$", "", word))
    return " ".join([problem.split(" ")[0], *(word for word in said if word)])


def place(problem):
    """Row and column of a problem in the table of large tensors; unusual shapes stay in the row's name."""
    _, backward, dtype, first = words(problem)
    column = (dtype, "first" if first else "last")
    if VIEW.search(problem).group(3) not in USUAL:
        return short(problem), column
    row = re.sub(r"\b(low|high)=[3,]+ |\bmode=|\brepeats=", "", problem)
    row = re.sub(r"\bax[ei]s=\d ", "", row)
    for shape in USUAL:
        row = row.replace(f"[{shape}]", "")
    row = re.sub(r"\b(dy|dx|a|b):(?=[fb])", "", row)
    row = re.sub(r"(?<![\w:])(f32|f64|bf16|f16)(?![\w\[])", "", row)
    row = re.sub(r"\b(y|mean):(f32|f64)", r"\1", row)
    row = " ".join(row.split())
    return (row if backward else re.sub(r" y$", "", row)), column


# ---- sections -----------------------------------------------------------------------------------------------


def share_text(cell):
    text = f"{cell['share']:.2f}" + (f" of {limit_of(cell):.2f}" if limit_of(cell) < 1 else "")
    return marked(text, cell["share"] < bar(cell))


def large(cells, notes):
    rows, others = {}, []
    for cell in cells:
        row, column = place(cell["problem"])
        if column in COLUMNS:
            rows.setdefault(row, {})[column] = cell
        else:
            others.append(cell)
    missed = [cell for cell in cells if cell["share"] < bar(cell)]
    out = ["### Large tensors: share of a copy", "",
           f"{len(cells) - len(missed)} of {len(cells)} cells reach their bar: 0.90 in f32 and f64, 0.85 in f16 and bf16, 0.80 "
           "for scans along the first axis, 0.60 along",
           "the first axis where x must be read twice (var, std without a saved mean; backward of prod, and of max and min that "
           "split ties).",
           "Bold cells miss theirs. A name after the op is a saved tensor that was given.", ""]
    out += table(["op", *(" ".join(column) for column in COLUMNS)],
                 ([row, *(share_text(found[c]) if c in found else "" for c in COLUMNS)] for row, found in rows.items()))
    if others:
        out += table(["of whole numbers", "share"], ([f"`{cell['problem']}`", share_text(cell)] for cell in others))
    if missed:
        out += ["### Cells below their bar", ""]
        groups = {}
        for cell in missed:
            groups.setdefault(place(cell["problem"])[0], []).append(cell)
        text = lambda cell: f"{' '.join(place(cell['problem'])[1])} {cell['share']:.2f} ({bar(cell):.2f})"
        out += table(["op", "share (bar)", "reason, and what was tried"],
                     ([row, ", ".join(map(text, group)), reason_of([cell["problem"] for cell in group], notes)]
                      for row, group in groups.items()))
    return out


def grid(cells, notes):
    best = max(cell["bytes"] / cell["seconds"] / cell["share"] for cell in cells if cell["share"] > 0)
    groups, failed = {}, []
    for cell in cells:
        is_large = cell["bytes"] >= LARGE
        late = cell["seconds"] - cell["bytes"] / best
        group = groups.setdefault(cell["problem"].split(" ")[0], {"share": [], "late": [], "failed": 0})
        group["share" if is_large else "late"].append(cell["share"] if is_large else late)
        if cell["share"] < CLIFF if is_large else late > LATE:
            group["failed"] += 1
            failed.append((cell["problem"], f"{cell['share']:.2f}" if is_large else f"{late * 1e6:.1f} µs late"))
    out = ["### Grid: shapes [outer, n, inner] along the middle axis", "",
           f"{len(cells) - len(failed)} of {len(cells)} cells hold: 0.6 of a copy from 64 MiB on, below that at most 12 µs more "
           f"than the bytes take at {best * 1e-12:.2f} TB/s.", ""]
    out += table(["op", "cells of 64 MiB", "worst share", "smaller cells", "latest, µs", "fail"],
                 ([op, str(len(g["share"])), f"{min(g['share']):.2f}" if g["share"] else "", str(len(g["late"])),
                   f"{max(g['late']) * 1e6:.1f}" if g["late"] else "", marked(str(g["failed"]), g["failed"] > 0)]
                  for op, g in groups.items()))
    if failed:
        out += table(["cell that fails", "", "reason, and what was tried"],
                     ([f"`{problem}`", value, reason_of([problem], notes)] for problem, value in failed))
    return out


def read_overhead(base):
    """Lines of --overhead, as --json prints them or as a text for people."""
    rows = read_lines(base + "-overhead.json")
    if rows is not None or not os.path.exists(base + "-overhead.txt"):
        return rows
    rows = []
    with open(base + "-overhead.txt", encoding="utf-8") as file:
        for line in file:
            found = re.fullmatch(r"(\S.*?)((?: +[\d.]+){7})\n?", line)
            if found and not line.startswith("#"):
                new, _, again, run, empty, compiled, loaded = map(float, found.group(2).split())
                rows.append({"problem": found.group(1), "plan_new": new * 1e-6, "plan_again": again * 1e-6,
                             "run_8": run * 1e-9, "run_0": empty * 1e-9, "plan_compiled": compiled * 1e-3,
                             "plan_loaded": loaded * 1e-3})
    return rows


def peers(lines, cells):
    about, rows = lines[0], lines[1:]
    mine = {cell["problem"]: cell["seconds"] for cell in cells}
    rate, shown = about["copy_rate"], [peer for peer in PEERS if any(peer[0] in row for row in rows)]
    usual = [peer for peer in shown if peer[0] != "foreach"]  # of optimizers alone
    columns, groups, behind, counts = [(d, a) for d in ("f32", "bf16") for a in ("last", "first")], {}, [], {}
    for row in rows:
        seconds = row.get("remora", mine.get(row["problem"]))
        late = []
        for name, label, slack in shown:
            if seconds and name in row:
                ahead = seconds <= slack * row[name]
                counts.setdefault(label, [0, 0])[0] += ahead
                counts[label][1] += 1
                late += [] if ahead else [f"{label} {seconds / row[name]:.2f}"]
        share = lambda value: f"{row['bytes'] / value / rate:.2f}" if value else "–"
        text = " / ".join(share(value) for value in [seconds, *(row.get(name) for name, _, _ in usual)])
        text += "".join(f" / {label} {share(row[name])}" for name, label, _ in shown if name == "foreach" and name in row)
        name, column = place(row["problem"])
        groups.setdefault(name, {})[column] = marked(text, late)
        behind += [(row["problem"], ", ".join(late))] if late else []
    versions = ", ".join(f"{name} {about[name]}" for name in ("torch", "jax") if name in about)
    verdict = "; ".join(f"{label}: ahead in {ahead} of {known}" for label, (ahead, known) in counts.items())
    within = " (no more than 5 % behind for torch.compile)" if any(name == "compile" for name, _, _ in shown) else ""
    source = "in the same run" if all("remora" in row for row in rows) else "where it was not timed in the same run, from the list above"
    sets = about.get("set", "core")
    out = ["### Peers" + (f": {sets}" if sets != "core" else ""), "", f"{versions}; a copy of 1 GiB moves {rate * 1e-12:.2f} TB/s. Shares of it: Remora ({source}) / "
           + " / ".join(label for _, label, _ in usual) + ".", f"{verdict}{within}. Bold: Remora is behind."]
    if about.get("unfinished"):
        out += [f"Not finished in the time given: {', '.join(about['unfinished'])}."]
    out += [""] + table(["op", *(" ".join(c) for c in columns)],
                        ([name, *(found.get(c, "") for c in columns)] for name, found in groups.items()))
    if behind:
        out += table(["behind", "Remora's time by the peer's"], ([f"`{problem}`", text] for problem, text in behind))
    failed = [(row["problem"], name, row[name + "_failed"]) for row in rows for name, _, _ in PEERS if name + "_failed" in row]
    if failed:
        out += table(["a peer fails", "", "because"], ([f"`{p}`", n, e.replace("|", "/")] for p, n, e in failed))
    return out


def section(base):
    """All tables of a device as lines. base is the files' path without -grid.json, -peers.json, -peers-norm.json and so on."""
    cells, notes = read_lines(base + ".json") or [], read_notes(base + "-notes.txt")
    cells += read_lines(base + "-many.json") or []
    shapes, calls = read_lines(base + "-grid.json"), read_overhead(base)
    out = large(cells, notes) if cells else []
    out += grid(shapes, notes) if shapes else []
    out += overhead("Overhead on the host", calls, OVERHEAD) if calls else []
    for path in sorted(glob.glob(glob.escape(base) + "-peers*.json")):
        others = read_lines(path)
        out += peers(others, cells) if others and "copy_rate" in others[0] else []
    return out
