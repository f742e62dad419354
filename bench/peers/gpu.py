"""gpu.py: what PyTorch and JAX reach on a CUDA device, as shares of a copy within its memory; `peers.py --on cuda:0`.

A cell is a line of tests/problems/bench_gpu.txt, or a file of problems that are one plan; `gpu_cell.py` says what it can, and each set
has a file of cells: gpu_core.py, gpu_norm.py, gpu_loss.py, gpu_step.py, gpu_pick.py. PyTorch is eager through autograd, JAX the jitted
vjp; with --compile torch.compile too. A backward is timed alone: what its forward pass keeps for it is there before. A cell that
fails says why and is left out.
"""
import gc
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

import gpu_core
import gpu_loss
import gpu_norm
import gpu_pick
import gpu_step

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")

SETS = {"core": gpu_core.cells, "norm": gpu_norm.cells, "loss": gpu_loss.cells, "step": gpu_step.cells, "pick": gpu_pick.cells}
WARM, SAMPLES, SAMPLE_SECONDS, GIB = 3, 10, 2e-3, 1 << 30


def why(error):
    text = str(error).strip().splitlines()
    return f"{type(error).__name__}: {text[0][:160] if text else ''}"


def torch_seconds(call, device):
    """The median of SAMPLES samples by device events; a sample is as many calls as take SAMPLE_SECONDS."""
    import torch

    def sample(times):
        if device == "cpu":
            start = time.perf_counter()
            for _ in range(times):
                call()
            return (time.perf_counter() - start) / times
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        for _ in range(times):
            call()
        end.record()
        end.synchronize()
        return start.elapsed_time(end) * 1e-3 / times

    once = min(sample(1) for _ in range(WARM))
    times = max(1, min(64, math.ceil(SAMPLE_SECONDS / once)))
    return statistics.median(sample(times) for _ in range(SAMPLES))


def jax_seconds(call):
    """The median by the wall clock; calls are enqueued one behind the other and the last is waited for."""
    import jax

    def sample(times):
        start = time.perf_counter()
        for _ in range(times):
            last = call()
        jax.block_until_ready(last)
        return (time.perf_counter() - start) / times

    once = min(sample(1) for _ in range(WARM))
    times = max(1, min(64, math.ceil(2 * SAMPLE_SECONDS / once)))
    return statistics.median(sample(times) for _ in range(SAMPLES))


class Run:
    """Rows of a run by problem, and the time that is left for it."""

    def __init__(self, options):
        self.options, self.end = options, time.monotonic() + options.seconds
        unknown = [name for name in options.set.split(",") if name not in SETS]
        if unknown:
            raise SystemExit(f"--set {unknown[0]}: expected some of {','.join(SETS)}")
        self.cells = [cell for name in options.set.split(",") for cell in SETS[name](options.size)]
        if options.ops:
            self.cells = [cell for cell in self.cells if cell.op in options.ops.split(",")]
        self.rows = {cell.line: {"problem": cell.line, "bytes": cell.bytes} for cell in self.cells}
        self.about = {"device": options.on, "set": options.set, "seconds_allowed": options.seconds, "unfinished": []}

    def left(self):
        return self.end - time.monotonic()

    def note(self, cell, name, seconds):
        row = self.rows[cell.line]
        row[name] = seconds
        if "copy_rate" in self.about:
            row[name + "_share"] = cell.bytes / seconds / self.about["copy_rate"]

    def fail(self, cell, name, error):
        self.rows[cell.line][name + "_failed"] = why(error)
        print(f"{cell.line}: {name}: {why(error)}", file=sys.stderr)

    def each(self, name, cells, work, clean):
        """work(cell) gives seconds, or None where there is nothing to time; stops when the time is over."""
        started = time.monotonic()
        for cell in cells:
            if self.left() < 1:
                self.about["unfinished"].append(name)
                break
            try:
                seconds = work(cell)
                if seconds:
                    self.note(cell, name, seconds)
            except Exception as error:  # out of memory, no such kernel: the other cells are still of use
                self.fail(cell, name, error)
            clean()
        print(f"{name}: {time.monotonic() - started:.1f} s", file=sys.stderr)

    def write(self):
        """One object a line: the run, then its cells. The file is replaced only by a whole new one."""
        if not self.options.json:
            return
        with open(self.options.json + ".new", "w", encoding="utf-8") as file:
            for row in [self.about, *self.rows.values()]:
                file.write(json.dumps(row) + "\n")
        os.replace(self.options.json + ".new", self.options.json)


def ask_remora(run, lines, many):
    """What `remora bench` answers to problems, which are one plan where they are many; what it says by the end of the time."""
    with tempfile.TemporaryDirectory() as folder:
        problems, answers = os.path.join(folder, "problems.txt"), os.path.join(folder, "answers.json")
        with open(problems, "w", encoding="utf-8") as file:
            file.write("".join(line + "\n" for line in lines))
        with open(answers, "w", encoding="utf-8") as file:
            command = [run.options.remora, "bench", "@" + problems, "--on", run.options.on, "--json", "--alone", "--rounds", "3"]
            try:
                subprocess.run(command + ["--many"] * many, stdout=file, timeout=run.left() * 0.5, check=False)
            except subprocess.TimeoutExpired:
                run.about["unfinished"].append("remora")
        with open(answers, encoding="utf-8") as file:
            return [json.loads(line) for line in file if line.endswith("}\n")]


def run_remora(run):
    """Remora's times in processes of its own, before others hold the device."""
    if not os.path.exists(run.options.remora):
        return
    started = time.monotonic()
    answers = ask_remora(run, [cell.line for cell in run.cells if not cell.many], False)
    for cell in run.cells:
        answers += ask_remora(run, cell.lines, True) if cell.many else []
    for answer in answers:
        row = run.rows[answer["problem"]]
        row["remora"] = answer["seconds"]
        if row["bytes"] != answer["bytes"]:
            print(f"{answer['problem']}: {row['bytes']} bytes here, {answer['bytes']} there", file=sys.stderr)
            row["bytes"] = answer["bytes"]
    print(f"remora: {time.monotonic() - started:.1f} s", file=sys.stderr)


def run_torch(run):
    import torch

    device = run.options.on
    run.about["torch"] = torch.__version__
    if device != "cpu":
        torch.cuda.set_device(device)
        run.about["device"] = torch.cuda.get_device_name(device)
    size = GIB if device != "cpu" else 1 << 20
    a, b = (torch.ones(size // 4, device=device) for _ in range(2))
    run.about["copy_rate"] = 2 * size / torch_seconds(lambda: b.copy_(a), device)
    for row in run.rows.values():
        if "remora" in row:
            row["remora_share"] = row["bytes"] / row["remora"] / run.about["copy_rate"]
    del a, b

    def clean():
        gc.collect()
        if device != "cpu":
            torch.cuda.empty_cache()

    for name in ("torch", "foreach"):
        run_torch_peer(run, name, clean)
    return clean


def run_torch_peer(run, name, clean):
    """The cells that have such a call."""
    def work(cell):
        call = cell.torch_calls(run.options.on)[name]()
        return torch_seconds(call, run.options.on) if call else None

    run.each(name, [cell for cell in run.cells if name in cell.torch_calls(run.options.on)], work, clean)


def compile_one(run, cell):
    """What one thread does; the compiler lets others run."""
    return cell.jax_functions() if run.left() > 20 else None


def run_jax(run):
    try:
        import jax
    except ImportError as error:
        run.about["jax_failed"] = why(error)
        return
    run.about["jax"] = jax.__version__
    started = time.monotonic()
    pool = ThreadPoolExecutor(os.cpu_count() or 1)
    waiting = {cell.line: pool.submit(compile_one, run, cell) for cell in run.cells}

    def work(cell):
        functions = waiting.pop(cell.line).result(timeout=max(run.left() - 2, 0.1))
        if functions is None:
            raise TimeoutError("not compiled in the time given")
        return jax_seconds(cell.jax_call(functions))

    done, since = 0, time.monotonic()
    while done < len(waiting) and run.left() > 20 and time.monotonic() - since < 10:
        time.sleep(0.05)  # nothing is timed beside the compilers, but one that hangs is not waited for
        now = sum(each.done() for each in waiting.values())
        done, since = now, time.monotonic() if now > done else since
    late = [line for line, each in waiting.items() if not each.done()]
    run.about["jax_compiled_beside"] = len(late)
    print(f"jax: compiled in {time.monotonic() - started:.1f} s, {len(late)} still to come", file=sys.stderr)
    run.cells.sort(key=lambda cell: cell.line in late)
    run.each("jax", run.cells, work, gc.collect)
    pool.shutdown(wait=False, cancel_futures=True)


def main(options):
    run = Run(options)
    run_remora(run)
    run.write()
    clean = run_torch(run)
    run.write()
    run_jax(run)
    run.write()
    if options.compile:
        run_torch_peer(run, "compile", clean)
        run.write()
    names = ("remora", "torch", "foreach", "jax", "compile")
    print(f"# {run.about}\n{'# problem':<64}" + " ".join(f"{name:>8}" for name in names))
    for row in run.rows.values():
        print(f"{row['problem']:<64}" + " ".join(
            f"{row[name + '_share']:8.3f}" if name + "_share" in row else f"{'-':>8}" for name in names))
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)  # compilers that are still at work are not waited for
