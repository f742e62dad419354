#!/usr/bin/env python3
"""peers.py: times Remora, NumPy, PyTorch, JAX and oneDNN on the same problems, in turns, and prints who is ahead.

    bench/peers/peers.py [--remora build/gcc/bin/remora] [--threads 1,2] [--grid | --large] [--ops sum,cumsum]
                         [--dtypes f32,bf16] [--limit MiB] [--rounds 3] [--busy] [--onednn PROGRAM] [--json FILE] [--page FILE]
    bench/peers/peers.py --on cuda:0 [--set core,norm,loss,step,pick] [--seconds 110] [--compile] [--ops sum,cumsum] [--json FILE]

Needs NumPy; PyTorch and JAX where they are installed; oneDNN where --onednn names the program that onednn.c makes. One `remora
bench` runs beside this program and is sent a problem at a time; every round times all of them one after the other, and ratios are
formed within a round: what disturbs the machine disturbs all. A ratio is the peer's time by Remora's: above 1 Remora is ahead. For
each number of threads there is a process of its own, bound to as many processors. With --on the peers are PyTorch and JAX on that
device: gpu.py. --page writes the tables of a file of --json as Markdown (cpu_page.py).
"""
import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time

import ops

SIDES, EXTENTS = (1, 2, 4, 32, 4096), (16, 1 << 10, 64 << 10, 1 << 20)
GRID_OPS = ("sum", "max", "logsumexp", "var", "prod", "cumsum", "cumprod", "cummax", "cummin", "logcumsumexp")
NAMES = {"numpy": "NumPy", "torch": "PyTorch", "jax": "JAX", "onednn": "oneDNN"}
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
    parser.add_argument("--onednn", help="the program that onednn.c makes")
    parser.add_argument("--page", help="write the tables of --json FILE, which is read, into this page")
    parser.add_argument("--alone", action="store_true", help=argparse.SUPPRESS)  # the process of one number of threads
    parser.add_argument("--json", help="also write every cell to this file")
    parser.add_argument("--on", help="PyTorch and JAX on this device, such as cuda:0")
    parser.add_argument("--set", default="core", help="with --on: which problems, of core,norm,loss,step,pick")
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


class OneDNN:
    """A running onednn.c that answers a problem with its time."""

    def __init__(self, path, busy):
        self.process = subprocess.Popen([path] + ["--busy"] * busy, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.version = self.process.stdout.readline().split()[-1]

    def seconds(self, line):
        self.process.stdin.write(line + "\n")
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit(f"{line}: oneDNN ended")
        return None if answer == "-\n" else float(answer)


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
    every = ("lerp",) + ops.ROWS + ops.SCANS + ops.NORMS + ops.UNARY + ops.BINARY + ("pad", "repeat")
    for op in every if options.ops == "" else options.ops.split(","):
        for dtype in options.dtypes.split(","):
            shape = (2**26 // SIZES[dtype] // 4096, 4096)
            for axis in (1, 0) if op in ops.ROWS + ops.SCANS + ops.NORMS[:2] else (1,):
                passes = (False,) if op == "add" else (False, True)  # whose gradient is dy itself
                yield from (ops.Case(op, backward, dtype, shape, axis) for backward in passes)


def measure(case, remora, onednn, rounds, clock):
    """Each peer's median ratio to Remora; None where Remora refuses."""
    calls = {"numpy": ops.numpy_call(case), "torch": ops.torch_call(case), "jax": ops.jax_call(case)}
    timers = {name: lambda call=call: seconds_of(call, clock) for name, call in calls.items() if call}
    if onednn and case.onednn_line and onednn.seconds(case.onednn_line) is not None:
        timers["onednn"] = lambda: onednn.seconds(case.onednn_line)
    ratios = {name: [] for name in timers}
    for _ in range(rounds):
        seconds = remora.seconds(case.line)
        if seconds is None:
            return None
        for name, timer in timers.items():
            ratios[name].append(timer() / seconds)
    return {"problem": case.line, "op": case.op, "backward": case.backward, "rounds": rounds,
            **{name: round(statistics.median(values), 3) for name, values in ratios.items()}}


def print_large(cells, threads):
    print(f"\n{threads} thread(s): how many times longer the peer takes")
    print(f"{'problem':<64}" + "".join(f"{name:>9}" for name in NAMES.values()))
    for cell in cells:
        print(f"{cell['problem']:<64}" + "".join(f"{cell[key]:9.2f}" if key in cell else f"{'-':>9}" for key in NAMES))


def print_grid(cells, threads):
    print(f"\n{threads} thread(s): how many times longer the peer takes, over the cells of the grid: lowest, median, ahead")
    print(f"{'op':<18} {'cells':>5}" + "".join(f"{name:>24}" for name in NAMES.values()))
    for op, backward in dict.fromkeys((cell["op"], cell["backward"]) for cell in cells):
        group = [cell for cell in cells if (cell["op"], cell["backward"]) == (op, backward)]
        texts = []
        for key in NAMES:
            ratios = [cell[key] for cell in group if key in cell]
            ahead = sum(ratio >= 1 for ratio in ratios)
            texts.append(f"{min(ratios):.2f} {statistics.median(ratios):8.2f} {ahead:4d}/{len(ratios)}" if ratios else "-")
        print(f"{op + ('.bwd' if backward else ''):<18} {len(group):5d}" + "".join(f"{text:>24}" for text in texts))


def print_verdict(cells):
    for key, name in NAMES.items():
        known = [cell for cell in cells if key in cell]
        if not known:
            continue
        ahead = sum(cell[key] >= 1 for cell in known)
        print(f"{name}: ahead in {ahead} of {len(known)} cells ({100 * ahead / len(known):.1f} %)")
        for cell in sorted(known, key=lambda cell: cell[key]):
            if cell[key] < 1:
                print(f"  {cell['problem']:<64} {cell[key]:.2f}{'  more than 10 % behind' if cell[key] < 0.9 else ''}")


def about(remora, onednn):
    """The machine and the versions."""
    names = [line.split(":")[1].strip() for line in open("/proc/cpuinfo", encoding="utf-8") if line.startswith("model name")]
    facts = {"machine": names[0] if names else platform.machine(), "system": f"{platform.system()}, {platform.machine()}",
             "python": platform.python_version(), "date": time.strftime("%Y-%m-%d", time.gmtime()), "numpy": ops.np.__version__}
    listed = subprocess.run([remora, "list", "--on", "cpu"], capture_output=True, text=True).stdout
    facts["remora"] = subprocess.run([remora, "--version"], capture_output=True, text=True).stdout.strip()
    tiny = subprocess.run([remora, "bench", "sum f32[3]", "--json", "--rounds", "1"], capture_output=True, text=True).stdout
    facts["revision"] = json.loads(tiny.split("\n")[0]).get("revision", "")
    facts["processor"] = next((line[12:] for line in listed.split("\n") if line.startswith("device cpu: ")), "")
    for key, module in (("torch", ops.torch), ("jax", ops.jax)):
        if module is not None:
            facts[key] = module.__version__
    return {**facts, **({"onednn": onednn.version} if onednn else {})}


def one_count(options, threads):
    """All cases with a number of threads, in this process, which is bound to as many processors."""
    if ops.torch is not None:
        ops.torch.set_num_threads(threads)
    busy = options.busy and threads == 1
    clock = time.process_time if busy else time.perf_counter
    remora = Remora(options.remora, threads, busy)
    onednn = OneDNN(options.onednn, busy) if options.onednn else None
    cases = list(large_cases(options) if options.large else grid_cases(options))
    rows, facts = [], about(options.remora, onednn)
    for i, case in enumerate(cases):
        if sys.stderr.isatty():
            print(f"\r{i + 1}/{len(cases)} {case.line[:60]:<60}", end="", file=sys.stderr)
        cell = measure(case, remora, onednn, options.rounds, clock)
        rows += [cell] if cell else []
        save(options, {"about": facts, str(threads): rows})  # what there is, if the rest is cut off
    remora.process.stdin.close()
    if sys.stderr.isatty():
        print(file=sys.stderr)
    (print_large if options.large else print_grid)(rows, threads)
    print_verdict(rows)
    sys.stdout.flush()
    return {"about": facts, str(threads): rows}


def save(options, cells):
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(cells, file, indent=0)


def in_a_process(threads):
    """The same command for one number of threads, bound to so many processors; what it wrote."""
    processors = sorted(os.sched_getaffinity(0))[:threads]
    env = dict(os.environ, OMP_NUM_THREADS=str(threads), MKL_NUM_THREADS=str(threads), JAX_PLATFORMS="cpu")
    if threads == 1:
        env["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_cpu_multi_thread_eigen=false"
    with tempfile.NamedTemporaryFile("r", suffix=".json") as file:
        command = [sys.executable, *sys.argv, "--alone", "--threads", str(threads), "--json", file.name]
        subprocess.run(command, env=env, check=True, preexec_fn=lambda: os.sched_setaffinity(0, processors))
        return json.load(file)


def main():
    options = arguments()
    if options.on:
        import gpu

        return gpu.main(options)
    if options.page:
        import cpu_page

        return cpu_page.write(options.json, options.page, NAMES)
    counts = [int(count) for count in options.threads.split(",")]
    cells = {}
    for threads in counts:
        cells.update(one_count(options, threads) if options.alone else in_a_process(threads))
    save(options, cells)


if __name__ == "__main__":
    main()
