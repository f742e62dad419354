#!/usr/bin/env python3
"""math_table.py: renews the table of elementary functions on a GPU in docs/math.md.

    bench/peers/math_table.py bench/results/h200-math.json bench/results/h200-math-cuda.json docs/math.md

The first file is of `remora bench @tests/problems/bench_math.txt --on cuda:0 --json`, the second of bench/peers/math.cu.
"""
import json
import re
import sys

BEGIN, END = "<!-- table of a GPU -->", "<!-- end of the table of a GPU -->"
DTYPES = ("f32", "f64", "bf16")


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.startswith("{")]


def table(ours, cuda):
    rows = {}
    for cell in lines(ours):
        name, dtype = re.match(r"(\S+) (f32|f64|bf16)\[", cell["problem"]).groups()
        rows.setdefault(name, {})[dtype] = f"{cell['share']:.2f}"
    theirs = {(cell["fn"], cell["dtype"]): f"{cell['share']:.2f}" for cell in lines(cuda)}
    yield "| function | " + " | ".join(f"{dtype} | CUDA's" for dtype in DTYPES) + " |"
    yield "|---" * (1 + 2 * len(DTYPES)) + "|"
    for name, row in rows.items():
        cells = (f"{row.get(dtype, '')} | {theirs.get((name, dtype), '')}" for dtype in DTYPES)
        yield f"| {name} | " + " | ".join(cells) + " |"


def main():
    ours, cuda, page = sys.argv[1:]
    with open(page, encoding="utf-8") as file:
        text = file.read()
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    with open(page, "w", encoding="utf-8") as file:
        file.write(before + BEGIN + "\n\n" + "\n".join(table(ours, cuda)) + "\n\n" + END + after)


if __name__ == "__main__":
    main()
