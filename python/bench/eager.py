"""Forward and backward of every function that override() routes, PyTorch's eager mode against Remora in one run.

eager.py [--extent 8192] [--device cuda] [--json FILE] [--table FILE]. The gradient's bits on the device are compared
with those of the CPU. On the CPU a smaller extent does.
"""

import argparse
import json
import statistics
import time

import torch

import remora
import remora.torch

pad = torch.nn.functional.pad


def cases(axis):
    """(name, function, least and greatest element): prod and cumprod near 1, so that nothing over- or underflows."""
    wide, near = (-4.0, 4.0), (0.999, 1.001)
    return [
        ("cumsum", lambda x: x.cumsum(axis), wide),
        ("cumprod", lambda x: x.cumprod(axis), near),
        ("cummax", lambda x: x.cummax(axis)[0], wide),
        ("cummin", lambda x: x.cummin(axis)[0], wide),
        ("logcumsumexp", lambda x: x.logcumsumexp(axis), wide),
        ("logsumexp", lambda x: x.logsumexp(axis), wide),
        ("prod", lambda x: x.prod(axis), near),
        ("var", lambda x: x.var(axis), wide),
        ("std", lambda x: x.std(axis), wide),
        ("amax", lambda x: x.amax(axis), wide),
        ("amin", lambda x: x.amin(axis), wide),
        ("norm", lambda x: x.norm(dim=axis), wide),
        ("pad", lambda x: pad(x, (3, 5, 0, 0) if axis else (0, 0, 3, 5)), wide),
        ("pad reflect", lambda x: pad(x[None], (3, 5, 0, 0) if axis else (0, 0, 3, 5), mode="reflect")[0], wide),
        ("lerp", lambda x: torch.lerp(x, x.detach(), 0.3), wide),
    ]


def step(function, x, dy):
    x.grad = None
    function(x).backward(dy)
    return x.grad


def seconds(device, run):
    """The median of several runs, each timed by the device's own clock, after some that warm up."""
    for _ in range(3):
        run()
    times = []
    for _ in range(12):
        if device == "cpu":
            start = time.perf_counter()
            run()
            times.append(time.perf_counter() - start)
            continue
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        run()
        end.record()
        end.synchronize()
        times.append(start.elapsed_time(end) / 1e3)
    return statistics.median(times)


def same_bits(a, b):
    return torch.equal(a.cpu().view(torch.int32), b.cpu().view(torch.int32))


def measure(name, function, low, high, axis, extent, device):
    generator = torch.Generator().manual_seed(1)
    host = torch.empty(extent, extent).uniform_(low, high, generator=generator)
    x = host.to(device).requires_grad_()
    like = function(x)
    host_dy = torch.empty(like.shape).uniform_(-1, 1, generator=generator)
    dy = host_dy.to(device)
    eager = seconds(device, lambda: step(function, x, dy))
    with remora.torch.override():
        ours = seconds(device, lambda: step(function, x, dy))
        gradient = step(function, x, dy).detach().clone()
        equal = device == "cpu" or same_bits(gradient, step(function, host.clone().requires_grad_(), host_dy))
    return {
        "function": name,
        "axis": axis,
        "shape": [extent, extent],
        "eager_ms": eager * 1e3,
        "remora_ms": ours * 1e3,
        "ratio": eager / ours,
        "bits_equal_cpu": equal,
    }


def table(rows, about):
    lines = [
        about,
        "",
        "| function | axis | eager ms | Remora ms | times as fast | gradient's bits are the CPU's |",
        "|---|---|---|---|---|---|",
    ]
    for r in rows:
        lines.append(
            f"| {r['function']} | {r['axis']} | {r['eager_ms']:.3f} | {r['remora_ms']:.3f} | {r['ratio']:.2f} | "
            f"{'yes' if r['bits_equal_cpu'] else 'NO'} |"
        )
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--extent", type=int, default=8192)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--json")
    parser.add_argument("--table")
    options = parser.parse_args()
    machine = torch.cuda.get_device_name() if options.device == "cuda" else remora.devices()["cpu"]
    about = (
        f"Forward and backward, f32 {options.extent} x {options.extent}, on {machine}; PyTorch {torch.__version__}, "
        f"Remora {remora.__version__}; medians of 12 runs."
    )
    rows = []
    for axis in (1, 0):
        for name, function, (low, high) in cases(axis):
            rows.append(measure(name, function, low, high, axis, options.extent, options.device))
            print(json.dumps(rows[-1]))
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({"about": about, "rows": rows}, file, indent=1)
    if options.table:
        with open(options.table, "w", encoding="utf-8") as file:
            file.write(table(rows, about))
    behind = [f"{r['function']} axis {r['axis']}" for r in rows if r["ratio"] <= 1]
    other = [f"{r['function']} axis {r['axis']}" for r in rows if not r["bits_equal_cpu"]]
    print(table(rows, about))
    print(f"behind eager: {', '.join(behind) or 'none'}; other bits than the CPU: {', '.join(other) or 'none'}")
    return 1 if other else 0


if __name__ == "__main__":
    raise SystemExit(main())
