"""What a warm call on eight elements costs, beside NumPy's and PyTorch's own: overhead.py [--json FILE].

The best of many short rounds, in microseconds: the machine's other work only ever adds.
"""

import argparse
import json
import timeit

import remora


def cost(run, calls=200, rounds=400):
    """Short rounds, many of them: some are not interrupted."""
    return min(timeit.repeat(run, number=calls, repeat=rounds)) / calls * 1e6


def row(library, name, x, out, native):
    plan = remora.plan(name, x)
    function = getattr(remora, name)
    return {
        "library": library,
        "op": name,
        "forward": cost(lambda: remora.forward(name, x)),
        "named": cost(lambda: function(x, axis=0)),
        "run": cost(lambda: plan.run(x)),
        "run_out": cost(lambda: plan.run(x, out=out)),
        "own": cost(native),
    }


def numpy_rows():
    import numpy

    x = numpy.ones(8, numpy.float32)
    scalar = numpy.empty((), numpy.float32)
    return [
        row("NumPy", "sum", x, scalar, lambda: numpy.sum(x)),
        row("NumPy", "max", x, scalar, lambda: numpy.max(x)),
        row("NumPy", "cumsum", x, numpy.empty_like(x), lambda: numpy.cumsum(x)),
    ]


def torch_rows(device):
    import torch

    x = torch.ones(8, device=device)
    scalar, library = torch.empty((), device=device), f"PyTorch, {device}"
    return [
        row(library, "sum", x, scalar, lambda: torch.sum(x)),
        row(library, "max", x, scalar, lambda: torch.amax(x)),
        row(library, "logsumexp", x, scalar, lambda: torch.logsumexp(x, 0)),
        row(library, "cumsum", x, torch.empty_like(x), lambda: torch.cumsum(x, 0)),
    ]


def measure():
    rows = []
    try:
        rows += numpy_rows()
        rows += torch_rows("cpu")
        import torch

        if torch.cuda.is_available():
            rows += torch_rows("cuda")
    except ImportError as absent:
        print(f"not measured: {absent}")
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json")
    options = parser.parse_args()
    rows = measure()
    print(
        "| arrays | op | `forward` | named, a keyword | `Plan.run` | `Plan.run(out=)` | the library's own |\n|"
        + "---|" * 7
    )
    for r in rows:
        numbers = " | ".join(f"{r[key]:.2f}" for key in ("forward", "named", "run", "run_out", "own"))
        print(f"| {r['library']} | {r['op']} | {numbers} |")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)


if __name__ == "__main__":
    main()
