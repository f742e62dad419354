"""gpu_core.py: sums, extremes, norms, scans, pads of gpu.py: what they are in PyTorch and JAX.

torch.compile is given an explicit formula of a gradient where that formula is right, with the same saved tensors as Remora.
"""
import functools
import math

from gpu_cell import SIZES, TORCH_DTYPES

WEIGHT, DTYPES = 0.25, ("f32", "bf16")
ROWS = ("sum", "max", "prod", "norm2", "logsumexp", "var")
SAVED = {"max": "y:f32", "norm2": "y:f32", "logsumexp": "y:f32", "var": "mean:f32", "logcumsumexp": "y:f32"}
MODES = ("constant", "reflect", "replicate", "circular")


class Cell:
    """An op and pass in a dtype along an axis; detail is the mode of a pad."""

    many = False

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

    def torch_calls(self, device):
        return {"torch": functools.partial(torch_call, self, device), "compile": functools.partial(compiled_call, self, device)}

    def jax_functions(self):
        return jax_functions(self)

    def jax_call(self, functions):
        return jax_call(self, functions)


def cells(size):
    """What is measured; what matters most comes first, for the time may not do for all."""
    def grid(names, backward):
        return [Cell(op, backward, dtype, axis, size=size) for op in names for dtype in DTYPES for axis in (1, 0)]
    scans = ("cumsum", "cummax", "cumprod", "logcumsumexp")
    return (grid(("sum", "max", "norm2", "logsumexp", "var", "prod"), True) + grid(("sum", "logsumexp", "var", "max"), False)
            + [Cell("pad", True, dtype, detail=mode, size=size) for mode in MODES for dtype in DTYPES]
            + [Cell(op, True, dtype, size=size) for op in ("lerp", "repeat") for dtype in DTYPES]
            + grid(scans, False) + grid(scans, True))


def bounds(cell):
    """Where values lie: long products stay finite."""
    return (0.99, 1.01) if cell.op in ("prod", "cumprod") else (-1.0, 1.0)


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
