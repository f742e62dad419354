"""gpu.py: what PyTorch and JAX reach on a CUDA device, as shares of a copy within its memory; `peers.py --on cuda:0`.

A `Cell` is a line of tests/problems/bench_gpu.txt. `torch_call` is eager through autograd, `jax_functions` the jitted
vjp, `compiled_call` torch.compile of an explicit formula where that formula is right. A backward is timed alone: what
its forward pass keeps for it is there before. A cell that fails says why and is left out.
"""
import functools
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

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")

WEIGHT, SIZES = 0.25, {"f32": 4, "bf16": 2}
TORCH_DTYPES = {"f32": "float32", "bf16": "bfloat16"}
ROWS = ("sum", "max", "prod", "norm2", "logsumexp", "var")
SAVED = {"max": "y:f32", "norm2": "y:f32", "logsumexp": "y:f32", "var": "mean:f32", "logcumsumexp": "y:f32"}
MODES = ("constant", "reflect", "replicate", "circular")
WARM, SAMPLES, SAMPLE_SECONDS, GIB = 3, 10, 2e-3, 1 << 30


class Cell:
    """An op and pass in a dtype along an axis; detail is the mode of a pad."""

    def __init__(self, op, backward, dtype, axis=1, detail="", size=8192):
        self.op, self.backward, self.dtype, self.axis, self.detail, self.size = op, backward, dtype, axis, detail, size
        full = {"pad": (size // 32, size // 16, size // 16), "repeat": (size // 4, size // 4)}
        self.shape = full.get(op, (size, size))

    @property
    def line(self):
        """The problem for Remora, as bench_gpu.txt has it."""
        view, name = f"{self.dtype}[{','.join(map(str, self.shape))}]", self.op + (".bwd" if self.backward else "")
        if self.op == "lerp":
            return f"{name} weight={WEIGHT} dy:{view}"
        if self.op == "pad":
            return f"{name} mode={self.detail} low=3,3,3 high=3,3,3 {view}"
        if self.op == "repeat":
            return f"{name} repeats=4,4 {view}"
        row = self.op in ROWS
        extra = SAVED.get(self.op, "") if self.backward else "y:f32" if row and self.dtype == "bf16" else ""
        return f"{name} {'axes' if row else 'axis'}={self.axis} {view} {extra}".strip()

    @property
    def bytes(self):
        """The fewest that must move, as `remora bench` counts them: saved tensors in f32."""
        n, b = math.prod(self.shape), SIZES[self.dtype]
        if self.op == "lerp":
            return 3 * n * b
        if self.op == "pad":
            return (n + math.prod(extent + 6 for extent in self.shape)) * b
        if self.op == "repeat":
            return 17 * n * b
        if self.op in ROWS:
            if not self.backward:
                return n * b + self.size * 4
            return (1 if self.op == "sum" else 2) * n * b + self.size * (b + (4 if self.op in SAVED else 0))
        if not self.backward or self.op == "cumsum":
            return 2 * n * b
        return 3 * n * b + (4 * n if self.op in SAVED else 0)


def cells(size):
    """What is measured; what matters most comes first, for the time may not do for all."""
    def grid(names, backward):
        return [Cell(op, backward, dtype, axis, size=size) for op in names for dtype in SIZES for axis in (1, 0)]
    scans = ("cumsum", "cummax", "cumprod", "logcumsumexp")
    return (grid(("sum", "max", "norm2", "logsumexp", "var", "prod"), True) + grid(("sum", "logsumexp", "var", "max"), False)
            + [Cell("pad", True, dtype, detail=mode, size=size) for mode in MODES for dtype in SIZES]
            + [Cell(op, True, dtype, size=size) for op in ("lerp", "repeat") for dtype in SIZES]
            + grid(scans, False) + grid(scans, True))


def bounds(cell):
    """Where values lie: long products stay finite."""
    return (0.99, 1.01) if cell.op in ("prod", "cumprod") else (-1.0, 1.0)


def why(error):
    text = str(error).strip().splitlines()
    return f"{type(error).__name__}: {text[0][:160] if text else ''}"


# ---- PyTorch ------------------------------------------------------------------------------------------------


def torch_forward(cell):
    import torch

    axis, pad = cell.axis, torch.nn.functional.pad
    return {
        "sum": lambda x: x.sum(axis), "max": lambda x: x.amax(axis), "prod": lambda x: x.prod(axis),
        "norm2": lambda x: torch.linalg.vector_norm(x, 2, axis), "logsumexp": lambda x: x.logsumexp(axis),
        "var": lambda x: x.var(axis), "cumsum": lambda x: x.cumsum(axis), "cumprod": lambda x: x.cumprod(axis),
        "cummax": lambda x: x.cummax(axis)[0], "logcumsumexp": lambda x: x.logcumsumexp(axis),
        "lerp": lambda a, b: torch.lerp(a, b, WEIGHT), "repeat": lambda x: x.repeat(4, 4),
        "pad": lambda x: pad(x, (3,) * 6, mode=cell.detail),
    }[cell.op]


def torch_inputs(cell, device):
    import torch

    low, high = bounds(cell)
    shape = (1, 1) + cell.shape if cell.op == "pad" else cell.shape  # pads of three axes want a batch and channels
    make = lambda: torch.rand(shape, device=device).mul_(high - low).add_(low).to(getattr(torch, TORCH_DTYPES[cell.dtype]))
    return [make() for _ in range(2 if cell.op == "lerp" else 1)]


def torch_call(cell, device):
    import torch

    inputs, run = torch_inputs(cell, device), torch_forward(cell)
    if not cell.backward:
        return functools.partial(run, *inputs)
    inputs = [t.requires_grad_() for t in inputs]
    y = run(*inputs)
    gradient = functools.partial(torch.autograd.grad, y, inputs, torch.rand_like(y), retain_graph=True)
    repeats = any(0 in t.stride() for t in gradient())  # a view of one value is not yet a gradient in memory
    return (lambda: [t.contiguous() for t in gradient()]) if repeats else gradient


def formula(cell):
    """The explicit gradient, f(x, g, saved) with g and saved of extent 1 along the axis; None where none is right."""
    import torch

    axis, n = cell.axis, cell.size

    def extreme(x, g, y):
        ties = x == y
        return torch.where(ties, g / ties.sum(axis, keepdim=True), 0).to(x.dtype)

    return {
        "sum": lambda x, g, s: g.expand(x.shape).contiguous(), "max": extreme,
        "norm2": lambda x, g, y: torch.where(y > 0, x * (g / y), 0).to(x.dtype),
        "logsumexp": lambda x, g, y: (g * torch.exp(x - y)).to(x.dtype),
        "var": lambda x, g, mean: ((2 / (n - 1)) * g * (x - mean)).to(x.dtype),
        "cumsum": lambda x, g, s: g.flip(axis).cumsum(axis).flip(axis),
        "lerp": lambda x, g, s: (g * (1 - WEIGHT), g * WEIGHT),
        "repeat": lambda x, g, s: g.view(4, n // 4, 4, n // 4).sum((0, 2), dtype=torch.float32).to(g.dtype),
    }.get(cell.op)


def compiled_call(cell, device):
    """torch.compile of the op, or of its gradient with what Remora is given too; None where there is no formula."""
    import torch

    torch._dynamo.reset()
    inputs = torch_inputs(cell, device)
    if not cell.backward:
        return functools.partial(torch.compile(torch_forward(cell), dynamic=False), *inputs)
    run = formula(cell)
    if run is None:
        return None
    x, saved = inputs[0], None
    if cell.op in ROWS:
        wide = x.float()
        saved = {"max": lambda: wide.amax(cell.axis, True), "logsumexp": lambda: wide.logsumexp(cell.axis, True),
                 "norm2": lambda: torch.linalg.vector_norm(wide, 2, cell.axis, True),
                 "var": lambda: wide.mean(cell.axis, True)}.get(cell.op, lambda: None)()
        g = torch.rand_like(x.select(cell.axis, 0).unsqueeze(cell.axis))
    else:
        g = torch.rand((cell.size, cell.size), device=device).to(x.dtype)
    return functools.partial(torch.compile(run, dynamic=False), x, g, saved)


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


# ---- JAX ----------------------------------------------------------------------------------------------------


def jax_forward(cell):
    import jax
    import jax.numpy as jnp

    axis = cell.axis
    mode = {"replicate": "edge", "circular": "wrap"}.get(cell.detail, cell.detail)
    return {
        "sum": lambda x: jnp.sum(x, axis), "max": lambda x: jnp.max(x, axis), "prod": lambda x: jnp.prod(x, axis),
        "norm2": lambda x: jnp.linalg.norm(x, axis=axis), "logsumexp": lambda x: jax.nn.logsumexp(x, axis),
        "var": lambda x: jnp.var(x, axis, ddof=1), "cumsum": lambda x: jnp.cumsum(x, axis),
        "cumprod": lambda x: jnp.cumprod(x, axis), "cummax": lambda x: jax.lax.cummax(x, axis),
        "logcumsumexp": lambda x: jax.lax.cumlogsumexp(x, axis),
        "lerp": lambda a, b: a + jnp.asarray(WEIGHT, a.dtype) * (b - a),
        "pad": lambda x: jnp.pad(x, 3, mode=mode), "repeat": lambda x: jnp.tile(x, (4, 4)),
    }[cell.op]


def jax_functions(cell):
    """The forward pass, or the pass that keeps what the gradient needs and the gradient, both compiled."""
    import jax

    run = jax_forward(cell)
    x = jax.ShapeDtypeStruct(cell.shape, TORCH_DTYPES[cell.dtype])
    inputs = [x] * (2 if cell.op == "lerp" else 1)
    if not cell.backward:
        return jax.jit(run).lower(*inputs).compile(), None
    first = jax.jit(lambda *inputs: jax.vjp(run, *inputs)).lower(*inputs)
    y, pull = jax.tree.map(lambda t: jax.ShapeDtypeStruct(t.shape, t.dtype), first.out_info)
    second = jax.jit(lambda pull, g: pull(g)).lower(pull, y)
    return first.compile(), second.compile()


def jax_call(cell, functions):
    import jax

    low, high = bounds(cell)
    make = lambda shape, dtype, seed: jax.random.uniform(jax.random.key(seed), shape, "float32", low, high).astype(dtype)
    inputs = [make(cell.shape, TORCH_DTYPES[cell.dtype], seed) for seed in range(2 if cell.op == "lerp" else 1)]
    if not cell.backward:
        return functools.partial(functions[0], *inputs)
    y, pull = functions[0](*inputs)
    return functools.partial(functions[1], pull, make(y.shape, y.dtype, 7))


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


# ---- all of it ----------------------------------------------------------------------------------------------


class Run:
    """Rows of a run by problem, and the time that is left for it."""

    def __init__(self, options):
        self.options, self.end = options, time.monotonic() + options.seconds
        self.cells = cells(options.size)
        if options.ops:
            self.cells = [cell for cell in self.cells if cell.op in options.ops.split(",")]
        self.rows = {cell.line: {"problem": cell.line, "bytes": cell.bytes} for cell in self.cells}
        self.about = {"device": options.on, "seconds_allowed": options.seconds, "unfinished": []}

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

    def each(self, name, work, clean):
        """work(cell) gives seconds, or None where there is nothing to time; stops when the time is over."""
        started = time.monotonic()
        for cell in self.cells:
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


def run_remora(run):
    """Remora's times in a process of its own, before others hold the device."""
    path = run.options.remora
    if not os.path.exists(path) or run.options.on == "cpu":
        return
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        problems, answers = os.path.join(folder, "problems.txt"), os.path.join(folder, "answers.json")
        with open(problems, "w", encoding="utf-8") as file:
            file.write("".join(cell.line + "\n" for cell in run.cells))
        with open(answers, "w", encoding="utf-8") as file:
            command = [path, "bench", "@" + problems, "--on", run.options.on, "--json", "--alone", "--rounds", "3"]
            try:
                subprocess.run(command, stdout=file, timeout=run.left() * 0.5, check=False)
            except subprocess.TimeoutExpired:
                run.about["unfinished"].append("remora")
        with open(answers, encoding="utf-8") as file:
            lines = [line for line in file if line.endswith("}\n")]
    for answer in map(json.loads, lines):
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

    run.each("torch", lambda cell: torch_seconds(torch_call(cell, device), device), clean)
    return clean


def compile_one(run, cell):
    """What one thread does; the compiler lets others run."""
    return jax_functions(cell) if run.left() > 20 else None


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
        return jax_seconds(jax_call(cell, functions))

    done, since = 0, time.monotonic()
    while done < len(waiting) and run.left() > 20 and time.monotonic() - since < 10:
        time.sleep(0.05)  # nothing is timed beside the compilers, but one that hangs is not waited for
        now = sum(each.done() for each in waiting.values())
        done, since = now, time.monotonic() if now > done else since
    late = [line for line, each in waiting.items() if not each.done()]
    run.about["jax_compiled_beside"] = len(late)
    print(f"jax: compiled in {time.monotonic() - started:.1f} s, {len(late)} still to come", file=sys.stderr)
    run.cells.sort(key=lambda cell: cell.line in late)
    run.each("jax", work, gc.collect)
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
        def work(cell):
            call = compiled_call(cell, options.on)
            return torch_seconds(call, options.on) if call else None
        run.each("compile", work, clean)
        run.write()
    names = ("remora", "torch", "jax", "compile")
    print(f"# {run.about}\n{'# problem':<64}" + " ".join(f"{name:>8}" for name in names))
    for row in run.rows.values():
        print(f"{row['problem']:<64}" + " ".join(
            f"{row[name + '_share']:8.3f}" if name + "_share" in row else f"{'-':>8}" for name in names))
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)  # compilers that are still at work are not waited for
