#!/usr/bin/env python3
"""peers.py: times Remora, NumPy and PyTorch on the same problems, in turns, and prints who is ahead.

    bench/peers/peers.py [--remora build/gcc/bin/remora] [--threads 1,2] [--grid | --large] [--ops sum,cumsum]
                         [--dtypes f32,bf16] [--limit MiB] [--rounds 3] [--busy] [--json FILE]
    bench/peers/peers.py --on cuda:0 [--seconds 110] [--compile] [--ops sum,cumsum] [--json FILE]

Needs NumPy; PyTorch where it is installed (Debian: python3-numpy python3-torch). One `remora bench` runs beside this
program and is sent a problem at a time; every round times all three one after the other, and ratios are formed within
a round. A ratio is the peer's time by Remora's: above 1 Remora is ahead. With --on the peers are PyTorch and JAX on that
device: gpu.py.
"""
import argparse
import json
import statistics
import subprocess
import sys
import time

import ops

SIDES, EXTENTS = (1, 2, 4, 32, 4096), (16, 1 << 10, 64 << 10, 1 << 20)
GRID_OPS = ("sum", "max", "logsumexp", "var", "prod", "cumsum", "cumprod", "cummax", "cummin", "logcumsumexp")
SIZES = {"f32": 4, "f64": 8, "f16": 2, "bf16": 2}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--remora", default="build/gcc/bin/remora")
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--grid", action="store_true", help="shapes (outer, n, inner) along the middle axis")
    parser.add_argument("--large", action="store_true", help="every op on tensors of 64 MiB")
    parser.add_argument("--ops", default="")
    parser.add_argument("--dtypes", default="f32")
    parser.add_argument("--limit", type=float, default=256, help="the grid's largest tensor in MiB")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--busy", action="store_true",
                        help="with one thread, count the processor's time: others use the machine")
    parser.add_argument("--json", help="also write every cell to this file")
    parser.add_argument("--on", help="PyTorch and JAX on this device, such as cuda:0")
    parser.add_argument("--seconds", type=float, default=110, help="with --on: stop and write what there is by then")
    parser.add_argument("--compile", action="store_true", help="with --on: torch.compile too, after all else")
    parser.add_argument("--size", type=int, default=8192, help="with --on: the extent of both axes")
    return parser.parse_args()


class Remora:
    """A running `remora bench` that answers a problem with its time."""

    def __init__(self, path, threads, busy):
        command = [path, "bench", "@/dev/stdin", "--json", "--alone", "--rounds", "3", "--threads", str(threads)]
        command += ["--busy"] if busy else []
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True, bufsize=1)

    def seconds(self, line):
        """The median time of a run, or None where the problem is refused."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit(f"{line}: remora ended")
        if not answer.startswith("{"):
            print(answer.strip(), file=sys.stderr)
            return None
        return json.loads(answer)["seconds"]


def seconds_of(call, clock):
    """The median of a few calls; short ones are repeated until a sample is long enough to be timed."""
    start = clock()
    call()
    once = clock() - start
    if once > 0.2:
        return once
    times = max(1, int(4e-4 / max(once, 1e-7)))
    samples = []
    for _ in range(3):
        start = clock()
        for _ in range(times):
            call()
        samples.append((clock() - start) / times)
    return statistics.median(samples)


def grid_cases(options):
    for op in GRID_OPS if options.ops == "" else options.ops.split(","):
        for dtype in options.dtypes.split(","):
            for shape in ((a, n, b) for a in SIDES for n in EXTENTS for b in SIDES):
                if shape[0] * shape[1] * shape[2] * SIZES[dtype] <= options.limit * 2**20:
                    yield from (ops.Case(op, backward, dtype, shape, 1) for backward in (False, True))


def large_cases(options):
    every = ("lerp",) + ops.ROWS + ops.SCANS + ("pad", "repeat")
    for op in every if options.ops == "" else options.ops.split(","):
        for dtype in options.dtypes.split(","):
            shape = (2**26 // SIZES[dtype] // 4096, 4096)
            for axis in (1, 0) if op in ops.ROWS + ops.SCANS else (1,):
                yield from (ops.Case(op, backward, dtype, shape, axis) for backward in (False, True))


def measure(case, remora, rounds, clock):
    """Times of a case: the median of Remora's, and each peer's median ratio to it; None where it is refused."""
    calls = {"numpy": ops.numpy_call(case), "torch": ops.torch_call(case)}
    mine, ratios = [], {name: [] for name, call in calls.items() if call}
    for _ in range(rounds):
        seconds = remora.seconds(case.line)
        if seconds is None:
            return None
        mine.append(seconds)
        for name in ratios:
            ratios[name].append(seconds_of(calls[name], clock) / seconds)
    return {"problem": case.line, "op": case.op, "backward": case.backward, "seconds": statistics.median(mine),
            **{name: statistics.median(values) for name, values in ratios.items()}}


def print_large(cells, threads):
    print(f"\n{threads} thread(s): how many times longer the peer takes")
    print(f"{'problem':<52} {'remora':>10} {'NumPy':>8} {'PyTorch':>8}")
    for cell in cells:
        peers = " ".join(f"{cell[name]:8.2f}" if name in cell else f"{'-':>8}" for name in ("numpy", "torch"))
        print(f"{cell['problem']:<52} {cell['seconds'] * 1e3:7.3f} ms {peers}")


def print_grid(cells, threads):
    print(f"\n{threads} thread(s): how many times longer the peer takes, over the cells of the grid")
    print(f"{'op':<18} {'cells':>5}  {'NumPy: lowest median ahead':>28}  {'PyTorch: lowest median ahead':>28}")
    for op, backward in dict.fromkeys((cell["op"], cell["backward"]) for cell in cells):
        group = [cell for cell in cells if (cell["op"], cell["backward"]) == (op, backward)]
        texts = []
        for name in ("numpy", "torch"):
            ratios = [cell[name] for cell in group if name in cell]
            ahead = sum(ratio >= 1 for ratio in ratios)
            texts.append(f"{min(ratios):.2f} {statistics.median(ratios):8.2f} {ahead:4d}/{len(ratios)}" if ratios else "-")
        print(f"{op + ('.bwd' if backward else ''):<18} {len(group):5d}  {texts[0]:>28}  {texts[1]:>28}")


def print_verdict(cells):
    for name in ("numpy", "torch"):
        known = [cell for cell in cells if name in cell]
        if not known:
            continue
        ahead = sum(cell[name] >= 1 for cell in known)
        print(f"{name}: ahead in {ahead} of {len(known)} cells ({100 * ahead / len(known):.1f} %)")
        for cell in sorted(known, key=lambda cell: cell[name]):
            if cell[name] < 1:
                print(f"  {cell['problem']:<52} {cell[name]:.2f}{'  more than 10 % behind' if cell[name] < 0.9 else ''}")


def main():
    options = arguments()
    if options.on:
        import gpu

        return gpu.main(options)
    cells = {}
    for threads in map(int, options.threads.split(",")):
        if ops.torch is not None:
            ops.torch.set_num_threads(threads)
        busy = options.busy and threads == 1
        clock = time.thread_time if busy else time.perf_counter
        remora = Remora(options.remora, threads, busy)
        cases = list(large_cases(options) if options.large else grid_cases(options))
        rows = cells[threads] = []
        for i, case in enumerate(cases):
            if sys.stderr.isatty():
                print(f"\r{i + 1}/{len(cases)} {case.line[:60]:<60}", end="", file=sys.stderr)
            cell = measure(case, remora, options.rounds, clock)
            rows += [cell] if cell else []
        remora.process.stdin.close()
        if sys.stderr.isatty():
            print(file=sys.stderr)
        (print_large if options.large else print_grid)(rows, threads)
        print_verdict(rows)
        sys.stdout.flush()
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(cells, file, indent=0)


if __name__ == "__main__":
    main()
