#!/usr/bin/env python3
"""tables.py: turns the lines of `remora bench --bars --json` into a Markdown table: one row for each op and pass, the
share of the stream in each dtype along the last and the first axis; below 0.85 with cycles per element where they are known.

    remora bench --bars --json | bench/peers/tables.py

On a device the tables come from the files of a run, and go into a README where one is named (gpu_tables.py):

    bench/peers/tables.py --gpu bench/results/h200 [--readme bench/README.md]
"""
import argparse
import json
import re
import sys

import gpu_tables

DTYPES = ("f32", "f64", "bf16", "f16")
BAR = 0.85


def place(cell):
    """Row and column of a cell of reals; the row is the problem without dtype, shape and axis."""
    problem = cell["problem"]
    dtype = re.search(r"(f32|f64|bf16|f16)\[", problem)
    if not dtype:
        return None, None  # of integers
    dtype = dtype.group(1)
    axis = re.search(r"ax[ei]s=(\d)", problem)
    row = re.sub(r" ax[ei]s=\d| (low|high)=[3,]+|mode=|repeats=", " ", problem)
    row = re.sub(r"(\w+:)?(f32|f64|bf16|f16)(\[[\d,]*\])?", lambda m: m.group(1) or "", row)
    row = re.sub(r"dy:|\s*:$", "", " ".join(row.split()))
    if ".bwd" not in row:
        row = re.sub(r" y$", "", row)  # halves give y in f32
    return row.strip(), (dtype, "first" if axis and axis.group(1) == "0" else "last")


def text(cell):
    share = f"{cell['share']:.2f}"
    return share if cell["share"] >= BAR or not cell["cycles"] else f"{share} ({cell['cycles']:.1f})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gpu", help="a device's files, without .json, -grid.json, -overhead.json and -peers.json")
    parser.add_argument("--readme", help="with --gpu: the file whose tables of that device are renewed")
    options = parser.parse_args()
    if options.gpu and options.readme:
        return gpu_tables.renew(options.gpu, options.readme)
    if options.gpu:
        return print("\n".join(gpu_tables.section(options.gpu)))
    rows, columns = {}, [(dtype, axis) for dtype in DTYPES for axis in ("last", "first")]
    for line in sys.stdin:
        if line.startswith("{"):
            cell = json.loads(line)
            row, column = place(cell)
            if row:
                rows.setdefault(row, {})[column] = cell
    print("| op | " + " | ".join(f"{dtype} {axis}" for dtype, axis in columns) + " |")
    print("|---" * (len(columns) + 1) + "|")
    for row, cells in rows.items():
        print(f"| {row} | " + " | ".join(text(cells[c]) if c in cells else "" for c in columns) + " |")


if __name__ == "__main__":
    main()
