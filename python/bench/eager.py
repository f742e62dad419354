"""Forward and backward of every function that override() routes, PyTorch's eager mode against Remora in one run.

eager.py [--extent 8192] [--device cuda] [--json FILE] [--table FILE]. Every input gets its gradient, whose bits on the
device are compared with those of the CPU. On a CPU a smaller extent does.
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
    """(name, function of x and z, which inputs it has): x is in [-4, 4), z near 1, so that products stay finite."""
    sides = (3, 5, 0, 0) if axis else (0, 0, 3, 5)
    return [
        ("cumsum", lambda x: x.cumsum(axis), "x"),
        ("cumprod", lambda z: z.cumprod(axis), "z"),
        ("cummax", lambda x: x.cummax(axis)[0], "x"),
        ("cummin", lambda x: x.cummin(axis)[0], "x"),
        ("logcumsumexp", lambda x: x.logcumsumexp(axis), "x"),
        ("logsumexp", lambda x: x.logsumexp(axis), "x"),
        ("prod", lambda z: z.prod(axis), "z"),
        ("var", lambda x: x.var(axis), "x"),
        ("std", lambda x: x.std(axis), "x"),
        ("amax", lambda x: x.amax(axis), "x"),
        ("amin", lambda x: x.amin(axis), "x"),
        ("norm", lambda x: x.norm(dim=axis), "x"),
        ("pad", lambda x: pad(x, sides), "x"),
        ("pad, reflect", lambda x: pad(x[None], sides, mode="reflect")[0], "x"),
        ("lerp", lambda x, z: torch.lerp(x, z, 0.3), "xz"),
    ]


def step(function, inputs, dy):
    return torch.autograd.grad(function(*inputs), inputs, dy)


def seconds(device, run):
    """The time of one run: the median of several rows of them, after some that warm up. On a device a row is enqueued
    as in training, without waiting in between, and timed by the device's own clock."""
    for _ in range(3):
        run()
    times = []
    for _ in range(7):
        if device == "cpu":
            start = time.perf_counter()
            run()
            times.append(time.perf_counter() - start)
            continue
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        for _ in range(10):
            run()
        end.record()
        end.synchronize()
        times.append(start.elapsed_time(end) / 1e4)
    return statistics.median(times)


def same_bits(a, b):
    return all(torch.equal(x.cpu().view(torch.int32), y.cpu().view(torch.int32)) for x, y in zip(a, b))


def measure(name, function, hosts, axis, device):
    inputs = [host.to(device).requires_grad_() for host in hosts]
    like = function(*inputs)
    host_dy = torch.empty(like.shape).uniform_(-1, 1, generator=torch.Generator().manual_seed(2))
    dy = host_dy.to(device)
    del like
    eager = seconds(device, lambda: step(function, inputs, dy))
    with remora.torch.override():
        ours = seconds(device, lambda: step(function, inputs, dy))
        equal = True
        if device != "cpu":
            on_cpu = step(function, [host.detach().requires_grad_() for host in hosts], host_dy)
            equal = same_bits(step(function, inputs, dy), on_cpu)
    return {
        "function": name,
        "axis": axis,
        "shape": list(hosts[0].shape),
        "eager_ms": eager * 1e3,
        "remora_ms": ours * 1e3,
        "ratio": eager / ours,
        "bits_equal_cpu": equal,
    }


def table(rows, about):
    head = "| function | axis | eager ms | Remora ms | times as fast | gradients have the CPU's bits |"
    lines = [about, "", head, "|---|---|---|---|---|---|"]
    for r in rows:
        bits = "yes" if r["bits_equal_cpu"] else "NO"
        numbers = f"{r['eager_ms']:.3f} | {r['remora_ms']:.3f} | {r['ratio']:.2f}"
        lines.append(f"| {r['function']} | {r['axis']} | {numbers} | {bits} |")
    return "\n".join(lines) + "\n"


def write(path, text):
    if path:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--extent", type=int, default=8192)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--json")
    parser.add_argument("--table")
    options = parser.parse_args()
    n, device = options.extent, options.device
    machine = torch.cuda.get_device_name() if device == "cuda" else remora.devices()["cpu"]
    about = f"Forward and backward, f32, {n} x {n}, on {machine}; "
    about += f"PyTorch {torch.__version__}, Remora {remora.__version__}; medians of 7 rows of 10 runs."
    draw = torch.Generator().manual_seed(1)
    hosts = {"x": torch.empty(n, n).uniform_(-4, 4, generator=draw)}
    hosts["z"] = torch.empty(n, n).uniform_(0.999, 1.001, generator=draw)
    rows = []
    for axis in (1, 0):
        for name, function, inputs in cases(axis):
            rows.append(measure(name, function, [hosts[i] for i in inputs], axis, device))
            print(json.dumps(rows[-1]), flush=True)
            write(options.json, json.dumps({"about": about, "rows": rows}, indent=1))
            write(options.table, table(rows, about))
    behind = [f"{r['function']} axis {r['axis']}" for r in rows if r["ratio"] <= 1]
    other = [f"{r['function']} axis {r['axis']}" for r in rows if not r["bits_equal_cpu"]]
    print(f"behind eager: {', '.join(behind) or 'none'}; other bits than the CPU: {', '.join(other) or 'none'}")
    return 1 if other else 0


if __name__ == "__main__":
    raise SystemExit(main())
