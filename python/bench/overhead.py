"""What a warm call on eight elements costs, beside NumPy's and PyTorch's own: overhead.py [--json FILE].

The best of several rounds, in microseconds: the machine's other work only ever adds.
"""

import argparse
import json
import sys
import timeit

import remora


def cost(run):
    timer = timeit.Timer(run)
    n, _ = timer.autorange()
    return min(timer.repeat(9, max(n // 20, 1))) / max(n // 20, 1) * 1e6


def rows_of(array, library, native, out):
    plan = remora.plan("cumsum", array)
    return [(f"{library}: forward(\"cumsum\", x)", lambda: remora.forward("cumsum", array), 5.0),
            (f"{library}: remora.cumsum(x, axis=0)", lambda: remora.cumsum(array, axis=0), 5.0),
            (f"{library}: plan.run(x)", lambda: plan.run(array), None),
            (f"{library}: plan.run(x, out=y)", lambda: plan.run(array, out=out), 1.5),
            (f"{library}: its own cumsum", native, None)]


def measure():
    found = []
    try:
        import numpy
        x = numpy.ones(8, numpy.float32)
        found += rows_of(x, "NumPy", lambda: numpy.cumsum(x), numpy.empty_like(x))
    except ImportError:
        print("NumPy is not here", file=sys.stderr)
    try:
        import torch
        t = torch.ones(8)
        found += rows_of(t, "PyTorch", lambda: torch.cumsum(t, 0), torch.empty_like(t))
        if torch.cuda.is_available():
            c = t.cuda()
            found += rows_of(c, "PyTorch on CUDA", lambda: torch.cumsum(c, 0), torch.empty_like(c))
    except ImportError:
        pass
    return [{"call": name, "us": cost(run), "bar_us": bar} for name, run, bar in found]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json")
    options = parser.parse_args()
    rows = measure()
    print("| call on 8 elements | µs | bar |\n|---|---|---|")
    for row in rows:
        print(f"| {row['call']} | {row['us']:.2f} | {row['bar_us'] or ''} |")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)


if __name__ == "__main__":
    main()
