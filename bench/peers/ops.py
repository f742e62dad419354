"""ops.py: what a NumPy, PyTorch or JAX user writes for each op of Remora.

A `Case` is one op and pass on one shape. `line` is the problem for Remora, `onednn_line` that of onednn.c; `numpy_call`,
`torch_call` and `jax_call` give a function without arguments that does the same work, or None where the library has no such op.
Forward calls write into an existing output where the library allows it; a PyTorch backward is autograd's, a JAX backward the jitted
pull-back of jax.vjp: both timed alone, with what the forward pass keeps for them.
"""
import functools
import math

import numpy as np

try:
    import torch
except ImportError:  # the tables then lack its column
    torch = None
try:
    import jax
    import jax.numpy as jnp
except ImportError:
    jax = None

WEIGHT = 0.25
TORCH_DTYPES = {"f32": "float32", "f64": "float64", "f16": "float16", "bf16": "bfloat16"}
NUMPY_DTYPES = {"f32": np.float32, "f64": np.float64, "f16": np.float16}

ROWS = ("sum", "mean", "max", "min", "prod", "norm2", "logsumexp", "var", "std")
NORMS = ("softmax", "log_softmax", "layer_norm")
UNARY, BINARY = ("exp", "tanh", "sigmoid", "gelu"), ("add", "mul")
SCANS = ("cumsum", "cumprod", "cummax", "cummin", "logcumsumexp", "linrec")
SAVED = {"max": "y:", "min": "y:", "norm2": "y:", "logsumexp": "y:", "var": "mean:", "std": "y: mean:",
         "logcumsumexp": "y:", "linrec": "y:"}


class Case:
    """An op and pass on a shape along an axis."""

    def __init__(self, op, backward, dtype, shape, axis):
        self.op, self.backward, self.dtype, self.shape, self.axis = op, backward, dtype, tuple(shape), axis

    @property
    def line(self):
        view = f"{self.dtype}[{','.join(map(str, self.shape))}]"
        name = self.op + (".bwd" if self.backward else "")
        if self.op == "lerp":
            return f"{name} weight={WEIGHT} " + (f"dy:{view}" if self.backward else f"{view} {view}")
        if self.op == "pad":
            return f"{name} mode=constant low=3,3 high=3,3 {view}"
        if self.op == "repeat":
            return f"{name} repeats=2,2 {view}"
        if self.op in UNARY:
            return f"{name} {view}"
        if self.op in BINARY:
            return f"{name} dy:{view}" if name == "add.bwd" else f"{name} {view} {view}"
        if self.op == "layer_norm":
            width = f"{self.dtype}[{self.shape[1]}]"
            return f"{name} axes=1 {view} {width} " + (f"mean: rstd: dbias:{width}" if self.backward else width)
        along = f"axes={self.axis}" if self.op in ROWS + NORMS else f"axis={self.axis}"
        if self.op == "linrec":
            return f"{name} {along} a:{view} " + ("y:" if self.backward else f"b:{view}")
        saved = SAVED.get(self.op, "") if self.backward else ""
        if saved and self.dtype in ("f16", "bf16"):
            saved = saved.replace(":", ":f32")
        return f"{name} {along} {view} {saved}".strip()

    @property
    def onednn_line(self):
        """The problem for onednn.c, which has f32 and two axes; None where it cannot be said."""
        if self.dtype != "f32" or len(self.shape) != 2:
            return None
        return f"{self.op} {int(self.backward)} {self.shape[0]} {self.shape[1]} {self.axis}"

    def values(self, low=-1.0, high=1.0):
        """Values spread over an interval; a long array repeats a short pattern."""
        count = math.prod(self.shape)
        pattern = np.random.default_rng(1).uniform(low, high, min(count, 1 << 16)).astype(np.float32)
        return np.resize(pattern, count).reshape(self.shape)


# ---- NumPy -------------------------------------------------------------------------------------------------


def numpy_forward(case):
    """A function that computes the forward pass, or None."""
    x, axis = case.values().astype(NUMPY_DTYPES[case.dtype]), case.axis
    reduced = np.empty(np.delete(case.shape, axis), x.dtype) if case.op in ROWS else None
    whole = np.empty_like(x) if case.op in SCANS + UNARY + BINARY else None
    second = x[::-1].copy() if case.op in BINARY else None

    def logsumexp():
        top = x.max(axis, keepdims=True)
        return np.log(np.exp(x - top).sum(axis)) + top.squeeze(axis)

    def softmax():
        e = np.exp(x - x.max(axis, keepdims=True))
        e /= e.sum(axis, keepdims=True)
        return e

    def log_softmax():
        shifted = x - x.max(axis, keepdims=True)
        shifted -= np.log(np.exp(shifted).sum(axis, keepdims=True))
        return shifted

    def layer_norm():
        centred = x - x.mean(1, keepdims=True)
        centred *= 1 / np.sqrt((centred * centred).mean(1, keepdims=True) + x.dtype.type(1e-5))
        return centred * x[0] + x[1]

    def sigmoid():
        np.exp(np.negative(x, out=whole), out=whole)
        return np.divide(1, np.add(whole, 1, out=whole), out=whole)

    def lerp(other=None):
        return x + x.dtype.type(WEIGHT) * (other - x)

    calls = {
        "sum": lambda: np.sum(x, axis, out=reduced), "mean": lambda: np.mean(x, axis, out=reduced),
        "max": lambda: np.max(x, axis, out=reduced), "min": lambda: np.min(x, axis, out=reduced),
        "prod": lambda: np.prod(x, axis, out=reduced), "norm2": lambda: np.linalg.norm(x, axis=axis),
        "logsumexp": logsumexp,
        "var": lambda: np.var(x, axis, ddof=1, out=reduced), "std": lambda: np.std(x, axis, ddof=1, out=reduced),
        "cumsum": lambda: np.cumsum(x, axis, out=whole), "cumprod": lambda: np.cumprod(x, axis, out=whole),
        "cummax": lambda: np.maximum.accumulate(x, axis, out=whole),
        "cummin": lambda: np.minimum.accumulate(x, axis, out=whole),
        "logcumsumexp": lambda: np.logaddexp.accumulate(x, axis, out=whole),
        "lerp": functools.partial(lerp, x[::-1].copy()) if case.op == "lerp" else None,
        "pad": lambda: np.pad(x, 3), "repeat": lambda: np.tile(x, (2, 2)),
        "softmax": softmax, "log_softmax": log_softmax, "layer_norm": layer_norm,
        "exp": lambda: np.exp(x, out=whole), "tanh": lambda: np.tanh(x, out=whole), "sigmoid": sigmoid,
        "add": lambda: np.add(x, second, out=whole), "mul": lambda: np.multiply(x, second, out=whole),
    }
    return calls.get(case.op)


def numpy_backward(case):
    """A function that evaluates the gradient's formula, or None. prod and cumprod divide: wrong with zeros."""
    real, axis = NUMPY_DTYPES[case.dtype], case.axis
    x = case.values(0.5, 1.5).astype(real)
    dx = np.empty_like(x)
    dy = x[::-1].copy() if case.op in NORMS + UNARY + BINARY else None  # x then stands for y where the formula has y
    if case.op in ROWS:
        n, small = case.shape[axis], tuple(np.where(np.arange(len(case.shape)) == axis, 1, case.shape))
        g = np.ones(small, real)
        y = {"max": lambda: x.max(axis, keepdims=True), "min": lambda: x.min(axis, keepdims=True),
             "prod": lambda: x.prod(axis, keepdims=True), "std": lambda: x.std(axis, ddof=1, keepdims=True),
             "norm2": lambda: np.linalg.norm(x, axis=axis, keepdims=True)}.get(case.op, lambda: np.ones(small, real))()
        mean = x.mean(axis, keepdims=True)

    def extreme():
        ties = x == y
        return np.multiply(ties, g / ties.sum(axis, keepdims=True), out=dx)

    def reversed_sum(values):
        return np.flip(np.cumsum(np.flip(values, axis), axis), axis)

    def lerp():
        return real(1 - WEIGHT) * x, real(WEIGHT) * x

    def softmax():
        return x * (dy - (dy * x).sum(axis, keepdims=True))

    def layer_norm():
        centred = (x - x[:, :1]) * x[:, 1:2]
        scaled = dy * x[0]
        slope = (scaled * centred).mean(1, keepdims=True)
        return (scaled - scaled.mean(1, keepdims=True) - centred * slope) * x[:, 1:2], (dy * centred).sum(0), dy.sum(0)

    rows, columns = (case.shape + (0,))[:2]
    calls = {
        "softmax": softmax, "log_softmax": lambda: dy - np.exp(x) * dy.sum(axis, keepdims=True), "layer_norm": layer_norm,
        "exp": lambda: np.multiply(dy, x, out=dx), "tanh": lambda: np.multiply(dy, 1 - x * x, out=dx),
        "sigmoid": lambda: np.multiply(dy, x * (1 - x), out=dx), "mul": lambda: (dy * x, dy * second),
        "sum": lambda: np.copyto(dx, g), "mean": lambda: np.copyto(dx, g / n),
        "max": extreme, "min": extreme,
        "prod": lambda: np.divide(g * y, x, out=dx),
        "norm2": lambda: np.multiply(g / y, x, out=dx),
        "logsumexp": lambda: g * np.exp(x - y),
        "var": lambda: (g * real(2 / max(n - 1, 1))) * (x - mean),
        "std": lambda: (g / (real(max(n - 1, 1)) * y)) * (x - mean),
        "cumsum": lambda: reversed_sum(x),
        "cumprod": lambda: reversed_sum(x * x) / x,
        "lerp": lerp,
        "pad": lambda: np.copyto(dx, wide[3:-3, 3:-3]),
        "repeat": lambda: twice.reshape(2, rows, 2, columns).sum((0, 2)),
    }
    second = x + 1 if case.op in BINARY else None
    wide = np.pad(x, 3) if case.op == "pad" else None
    twice = np.tile(x, (2, 2)) if case.op == "repeat" else None
    return calls.get(case.op)


def numpy_call(case):
    if case.dtype not in NUMPY_DTYPES:
        return None
    return numpy_backward(case) if case.backward else numpy_forward(case)


# ---- PyTorch ------------------------------------------------------------------------------------------------

TORCH = {
    "sum": lambda x, d: x.sum(d), "mean": lambda x, d: x.mean(d), "max": lambda x, d: x.amax(d),
    "min": lambda x, d: x.amin(d), "prod": lambda x, d: x.prod(d), "norm2": lambda x, d: x.norm(dim=d),
    "logsumexp": lambda x, d: x.logsumexp(d), "var": lambda x, d: x.var(d), "std": lambda x, d: x.std(d),
    "cumsum": lambda x, d: x.cumsum(d), "cumprod": lambda x, d: x.cumprod(d),
    "cummax": lambda x, d: x.cummax(d)[0], "cummin": lambda x, d: x.cummin(d)[0],
    "logcumsumexp": lambda x, d: x.logcumsumexp(d),
    "pad": lambda x, d: torch.nn.functional.pad(x, (3, 3, 3, 3)), "repeat": lambda x, d: x.repeat(2, 2),
    "softmax": lambda x, d: x.softmax(d), "log_softmax": lambda x, d: x.log_softmax(d),
    "exp": lambda x, d: x.exp(), "tanh": lambda x, d: x.tanh(), "sigmoid": lambda x, d: x.sigmoid(),
    "gelu": lambda x, d: torch.nn.functional.gelu(x),
}
TORCH_SEVERAL = {
    "lerp": lambda a, b: torch.lerp(a, b, WEIGHT), "add": lambda a, b: a + b, "mul": lambda a, b: a * b,
    "layer_norm": lambda x, weight, bias: torch.nn.functional.layer_norm(x, x.shape[1:], weight, bias),
}
TORCH_OUT = {"sum": "sum", "mean": "mean", "max": "amax", "min": "amin", "prod": "prod", "logsumexp": "logsumexp",
             "cumsum": "cumsum", "cumprod": "cumprod", "logcumsumexp": "logcumsumexp", "softmax": "softmax"}
TORCH_OUT_ALONE = {"exp": "exp", "tanh": "tanh", "sigmoid": "sigmoid"}


def several(case, x, flip):
    """The inputs of an op that has more than one."""
    return {"lerp": lambda: [x, flip(x)], "add": lambda: [x, flip(x)], "mul": lambda: [x, flip(x)],
            "layer_norm": lambda: [x, x[0], x[1]]}.get(case.op, lambda: [x])()


def torch_call(case):
    """A function that runs the op, or its gradient alone, in PyTorch; None where it has none."""
    if torch is None or case.op not in {**TORCH, **TORCH_SEVERAL}:
        return None
    low = 0.5 if case.backward else -1.0
    x = torch.from_numpy(case.values(low, 1.5)).to(getattr(torch, TORCH_DTYPES[case.dtype]))
    inputs = several(case, x, lambda t: t.flip(0))
    run = TORCH_SEVERAL.get(case.op) or (lambda a: TORCH[case.op](a, case.axis))
    try:
        if case.backward:
            inputs = [t.clone().requires_grad_() for t in inputs]
            y = run(*inputs)
            g = torch.ones_like(y)
            gradient = functools.partial(torch.autograd.grad, y, inputs, g, retain_graph=True)
            repeats = any(0 in t.stride() for t in gradient())  # a view of one value is not yet a gradient in memory
            call = (lambda: [t.contiguous() for t in gradient()]) if repeats else gradient
        elif case.op in TORCH_OUT:
            y = run(*inputs)
            call = functools.partial(getattr(torch, TORCH_OUT[case.op]), x, case.axis, out=y)
        elif case.op in TORCH_OUT_ALONE:
            call = functools.partial(getattr(torch, TORCH_OUT_ALONE[case.op]), x, out=run(*inputs))
        elif case.op in BINARY:
            call = functools.partial(getattr(torch, case.op), *inputs, out=run(*inputs))
        else:
            call = functools.partial(run, *inputs)
        call()
    except (RuntimeError, NotImplementedError):  # no kernel for this dtype on the CPU
        return None
    return call


# ---- JAX ------------------------------------------------------------------------------------------------------


def jax_function(case):
    """The op as a function of JAX arrays, or None."""
    axis = case.axis

    def layer_norm(x, weight, bias):
        centred = x - x.mean(1, keepdims=True)
        return centred * jax.lax.rsqrt((centred * centred).mean(1, keepdims=True) + 1e-5) * weight + bias

    return {
        "sum": lambda x: x.sum(axis), "mean": lambda x: x.mean(axis), "max": lambda x: x.max(axis), "min": lambda x: x.min(axis),
        "prod": lambda x: x.prod(axis), "norm2": lambda x: jnp.linalg.norm(x, axis=axis),
        "logsumexp": lambda x: jax.nn.logsumexp(x, axis), "var": lambda x: x.var(axis, ddof=1), "std": lambda x: x.std(axis, ddof=1),
        "cumsum": lambda x: jnp.cumsum(x, axis), "cumprod": lambda x: jnp.cumprod(x, axis),
        "cummax": lambda x: jax.lax.cummax(x, axis), "cummin": lambda x: jax.lax.cummin(x, axis),
        "logcumsumexp": lambda x: jax.lax.cumlogsumexp(x, axis),
        "lerp": lambda a, b: a + jnp.asarray(WEIGHT, a.dtype) * (b - a),
        "pad": lambda x: jnp.pad(x, 3), "repeat": lambda x: jnp.tile(x, (2, 2)),
        "softmax": lambda x: jax.nn.softmax(x, axis), "log_softmax": lambda x: jax.nn.log_softmax(x, axis), "layer_norm": layer_norm,
        "exp": jnp.exp, "tanh": jnp.tanh, "sigmoid": jax.nn.sigmoid, "gelu": lambda x: jax.nn.gelu(x, approximate=False),
        "add": lambda a, b: a + b, "mul": lambda a, b: a * b,
    }.get(case.op)


def jax_call(case):
    """A function that runs the jitted op, or the jitted pull-back of its gradient, and waits; None where JAX has none."""
    if jax is None or case.dtype == "f64" or not (run := jax_function(case)):
        return None
    x = jnp.asarray(case.values(0.5 if case.backward else -1.0, 1.5), TORCH_DTYPES[case.dtype])
    inputs = several(case, x, lambda t: t[::-1] + 0)
    if not case.backward:
        call = functools.partial(jax.jit(run).lower(*inputs).compile(), *inputs)
    else:
        y, pull = jax.jit(lambda *inputs: jax.vjp(run, *inputs))(*inputs)
        g = jnp.ones_like(y)
        call = functools.partial(jax.jit(lambda pull, g: pull(g)).lower(pull, g).compile(), pull, g)
    return lambda: jax.block_until_ready(call())
