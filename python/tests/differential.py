"""Remora against JAX and NumPy on random and adversarial cases.

A case is one op with one set of shapes, dtypes, strides and attributes and one class of values. Forward it is compared
with NumPy, in f64 or, for f64, in long double, and with JAX in f64; backward with jax.vjp in f64: within the bound that
the plan promises. Elements of an array are not cases.
"""

import functools
import zlib
from typing import NamedTuple

import jax
import ml_dtypes
import numpy as np
from counterparts import (
    ATTRS,
    GATED,
    LEFT_OUT,
    NARROW,
    as_numbers,
    counterparts,
    defaults,
    elementwise_scale,
    norm_gradient_scales,
    norm_overflows,
    norm_scale,
    row_scale,
    scan_scale,
)

import remora

FLOATS = {"f32": np.float32, "f64": np.float64, "f16": np.float16, "bf16": ml_dtypes.bfloat16}
_FLOAT_DTYPES = {np.dtype(dtype) for dtype in FLOATS.values()}
_NUMBERS = {1: "f32", 2: "f64", 3: "f16", 4: "bf16"}
# bits of the significand, exponent of the smallest normal number, largest number
_FACTS = {
    "f32": (24, -126, float.fromhex("0x1.fffffep127")),
    "f64": (53, -1022, float.fromhex("0x1.fffffffffffffp1023")),
    "f16": (11, -14, 65504.0),
    "bf16": (8, -126, float.fromhex("0x1.fep127")),
}
INTEGERS = {5: "int32", 6: "int64", 7: "bool", 8: "uint8", 9: "int8", 10: "int16", 11: "uint32"}
MOST = 128  # elements of a case; what JAX computes is padded to so many
_COLUMNS = 3  # of longest rows that JAX reduces: it compiles each length on its own
_LENGTHS = (1, 2, 3, 4, 6, 12)  # and those that it normalises
_STEP = 2.0**-40  # relative: what JAX's own functions may be off by in f64


class Case(NamedTuple):
    op: str
    values: str  # the class
    arrays: dict  # of inputs, by slot
    attrs: dict
    dy: np.ndarray

    def __str__(self):
        def text(x):
            return f"{x.dtype}{list(x.shape)} strides {[s // x.itemsize for s in x.strides]}"

        slots = ", ".join(f"{name} {text(x)}" for name, x in self.arrays.items())
        return f"{self.op} {self.attrs} {slots}, values: {self.values}"


# ---- values ----


def _ordinary(rng, n, facts):
    low, high = rng.choice([(-3, 3), (-1, 1), (0, 4), (0.9, 1.1), (-40, 40), (1, 100)])
    return rng.uniform(low, high, n)


def _some(rng, n, facts, values, share):
    return np.where(rng.random(n) < share, rng.choice(values, n), _ordinary(rng, n, facts))


def _denormal(rng, n, facts):
    bits, low, _ = facts
    least = 2.0 ** (low - bits + 1)
    values = [least, -least, 5 * least, -(2.0**low), 2.0**low, 2.0**low - least, 2.0 ** (low + 1)]
    return _some(rng, n, facts, values, 0.7)


def _huge(rng, n, facts):
    largest = facts[2]
    values = [largest, -largest, largest / 2, largest / 3, -largest / 4, largest**0.5, -(largest**0.5), largest**0.25]
    return _some(rng, n, facts, values, 0.5)


def _edges(rng, n, facts):
    spacing = 2.0 ** (1 - facts[0])
    values = [1, -1, 0.5, -0.5, 1 + spacing, 1 - spacing / 2, -1 + spacing / 2, 2, np.pi / 2, np.pi, 1.5, 2.5]
    return _some(rng, n, facts, values, 0.7)


# A mix in which a class shows; what is not of the class is ordinary.
VALUES = {
    "ordinary": _ordinary,
    "zeros": lambda rng, n, facts: _some(rng, n, facts, [0.0, -0.0], 0.5),
    "infinite": lambda rng, n, facts: _some(rng, n, facts, [np.inf, -np.inf], 0.3),
    "nan": lambda rng, n, facts: _some(rng, n, facts, [np.nan], 0.3),
    "denormal": _denormal,
    "huge": _huge,
    "ties": lambda rng, n, facts: rng.choice([-1.5, 0.25, 2.0], n),
    "integers": lambda rng, n, facts: rng.integers(-6, 7, n).astype(np.float64),
    "edges": _edges,
    "gradient": _ordinary,  # and what is not ordinary in dy
    "whole": None,  # integers and bool
}


# ---- shapes and strides ----


def _shape(rng):
    rank = int(rng.choice([0, 1, 1, 2, 2, 3, 3, 4, 5]))
    shape = [int(rng.choice([0, 1, 2, 3, 4, 5, 7], p=[0.03, 0.12, 0.25, 0.25, 0.2, 0.1, 0.05])) for _ in range(rank)]
    while np.prod(shape) > MOST:
        shape[int(np.argmax(shape))] -= 1
    return tuple(shape)


def _broadcast(rng, shape):
    """A shape that broadcasts to this one."""
    if rng.random() < 0.6:
        return shape
    kept = shape[int(rng.integers(0, len(shape) + 1)) :] if rng.random() < 0.4 else shape
    return tuple(1 if rng.random() < 0.3 else extent for extent in kept)


def _laid_out(rng, x):
    """The same values in memory of another form."""
    style = rng.integers(0, 6)
    if not x.ndim or style < 2:
        return x
    if style == 2:
        return np.ascontiguousarray(x.T).T
    if style == 3:
        every = tuple(slice(None, None, -1) for _ in x.shape)
        return np.ascontiguousarray(x[every])[every]
    if style == 4:
        wide = np.zeros((*x.shape[:-1], 2 * x.shape[-1] + 1), x.dtype)
        wide[..., 1::2] = x
        return wide[..., 1::2]
    return np.broadcast_to(x[:1], x.shape)


def _array(rng, values, shape, dtype):
    with np.errstate(all="ignore"):
        x = VALUES[values](rng, int(np.prod(shape)), _FACTS[dtype]).astype(FLOATS[dtype]).reshape(shape)
    return _laid_out(rng, x)


# ---- cases ----


def _floats(slot):
    return [name for number, name in _NUMBERS.items() if slot.dtypes >> number & 1]


def _inputs(op):
    return [slot for slot in op.inputs() if slot.need == "required"]


def _input(rng, values, shape, slot, dtype):
    """An array of floats; of a slot that takes none, a condition."""
    if not _floats(slot):
        return _laid_out(rng, rng.random(shape) < 0.5)
    return _array(rng, values, shape, dtype)


def _map_attrs(rng, op, shape):
    if op.name in GATED:
        return {"axis": int(rng.integers(-len(shape), len(shape))) if shape else 0}
    return {name: values[int(rng.integers(0, len(values)))] for name, values in ATTRS.get(op.name, {}).items()}


def _row_attrs(rng, op, shape):
    attrs = {"keepdim": int(rng.integers(0, 2))}
    if rng.random() < 0.8:
        attrs["axes"] = tuple(int(i) for i in range(len(shape)) if rng.random() < 0.3)
    if "correction" in [attr.name for attr in op.attrs]:
        attrs["correction"] = int(rng.integers(0, 2))
    return attrs


def _scan_attrs(rng, op, shape):
    attrs = {"reverse": int(rng.integers(0, 2))}
    if shape:
        attrs["axis"] = int(rng.integers(-len(shape), len(shape)))
    if op.name not in ("cummax", "cummin"):
        attrs["exclusive"] = int(rng.integers(0, 2))
    return attrs


def _layout_attrs(rng, op, shape):
    if op.name == "repeat":
        return {"repeats": tuple(int(rng.integers(1, 3)) for _ in shape)}
    mode = str(rng.choice(["constant", "reflect", "replicate", "circular", "symmetric"]))
    most = [extent - (mode == "reflect") for extent in shape]
    sides = [
        tuple(int(rng.integers(0, max(0, m) + 1)) if mode != "constant" else int(rng.integers(0, 3)) for m in most)
    ] * 2
    return {"mode": mode, "low": sides[0], "high": sides[1], **({"value": 1.5} if mode == "constant" else {})}


def _norm_attrs(rng, op, shape):
    names = [attr.name for attr in op.attrs]
    attrs = {name: values[int(rng.integers(0, len(values)))] for name, values in ATTRS.get(op.name, {}).items()}
    attrs = {} if rng.random() < 0.4 else attrs
    if "axes" in names and rng.random() < 0.6:
        attrs["axes"] = tuple(int(i) for i in rng.permutation(len(shape)) if rng.random() < 0.5)
    if "groups" in names and len(shape) > 1:
        attrs["groups"] = int(rng.choice([i for i in range(1, shape[1] + 1) if shape[1] % i == 0] or [1]))
    return attrs


_ATTRS = {"map": _map_attrs, "row": _row_attrs, "scan": _scan_attrs, "norm": _norm_attrs, "layout": _layout_attrs}


def _given(rng, op):
    """The inputs of a case: of normalisation also some that may be left out."""
    optional = op.family == "norm"
    return [slot for slot in op.inputs() if slot.need == "required" or (optional and rng.random() < 0.6)]


def _parameters(op, rank, attrs):
    """The axes of x along which weight and bias extend."""
    if "axes" not in [attr.name for attr in op.attrs]:
        return [1]
    return sorted(attrs.get("axes", [rank - 1] if rank else []))


def _operand_shape(rng, op, slot, shape, attrs):
    if op.family == "norm" and slot.name != "x":
        if slot.name not in ("weight", "bias") or op.name == "masked_softmax":
            return _broadcast(rng, shape)
        own = _parameters(op, len(shape), attrs)
        if rng.random() < 0.2:
            return tuple(extent if i in own else 1 for i, extent in enumerate(shape))
        return tuple(shape[i] for i in own if i < len(shape))
    return _broadcast(rng, shape) if op.family == "map" and len(_inputs(op)) > 1 else shape


def draw(rng, name, values):
    """A case of the class, or None where the draw is one that the op refuses."""
    op = remora.ops()[name]
    shape = _shape(rng)
    slots = _given(rng, op)
    floats = next(_floats(slot) for slot in slots if _floats(slot))
    dtype = str(rng.choice(floats))
    attrs = _ATTRS[op.family](rng, op, shape) if op.family == "norm" else {}
    shapes = [_operand_shape(rng, op, slot, shape, attrs) for slot in slots]
    attrs = attrs if op.family == "norm" else _ATTRS[op.family](rng, op, shape)
    kinds = [dtype if rng.random() < 0.85 or name in NARROW else str(rng.choice(floats)) for _ in slots]
    arrays = {slot.name: _input(rng, values, s, slot, kind) for slot, s, kind in zip(slots, shapes, kinds)}
    try:
        y = remora.forward(name, *_in_order(op, arrays), **attrs)
    except remora.Error:
        return None
    dy = rng.uniform(-2, 2, y.shape)
    if values == "gradient":
        dy = np.where(
            rng.random(y.shape) < 0.5, rng.choice([0.0, -0.0, np.inf, -np.inf, np.nan, 1e30, 1e-30], y.shape), dy
        )
    with np.errstate(all="ignore"):
        return Case(name, values, arrays, attrs, _laid_out(rng, dy.astype(y.dtype if op.backward else np.float32)))


def _in_order(op, arrays):
    return [arrays.get(slot.name) for slot in op.inputs()]


def _integers(op):
    """Integers and bool that every input of the op takes."""
    taken = functools.reduce(lambda a, b: a & b, [slot.dtypes for slot in _inputs(op)], -1)
    return [name for number, name in INTEGERS.items() if taken >> number & 1] if _inputs(op) else []


def _whole(rng, shape, dtype):
    if dtype == "bool":
        return _laid_out(rng, rng.random(shape) < 0.5)
    ends = np.iinfo(dtype)
    edges = [ends.min, ends.min + 1, -1, 0, 0, 1, 2, 3, 7, 8, 31, ends.max - 1, ends.max]
    edges = np.array([v for v in edges if ends.min <= v <= ends.max], dtype)
    near = rng.integers(max(ends.min, -20), 21, shape).astype(dtype)
    return _laid_out(rng, np.where(rng.random(shape) < 0.4, rng.choice(edges, shape), near).astype(dtype))


def draw_whole(rng, name):
    """A case of integers or bool, or None where the op refuses it."""
    op, shape = remora.ops()[name], _shape(rng)
    dtype = str(rng.choice(_integers(op)))
    attrs = _row_attrs(rng, op, shape) if op.family == "row" else {}
    arrays = {slot.name: _whole(rng, _broadcast(rng, shape) if not attrs else shape, dtype) for slot in _inputs(op)}
    try:
        remora.forward(name, *arrays.values(), **attrs)
    except remora.Error:
        return None
    return Case(name, "whole", arrays, attrs, np.zeros(()))


# ---- comparison ----


def _short(dtype):
    return next(name for name, one in FLOATS.items() if np.dtype(one) == dtype)


def _ulp(value, dtype):
    bits, low, largest = _FACTS[dtype]
    exponent = np.frexp(np.where(np.isfinite(value), np.abs(value), largest))[1] - 1
    exponent = np.where(value == 0, low, np.clip(exponent, low, np.frexp(largest)[1] - 1))
    return np.ldexp(np.longdouble(1), exponent - bits + 1)


def limits_of(compute):
    bits, low, largest = _FACTS[compute]
    return {"eps": 2.0 ** (1 - bits), "tiny": 2.0**low, "largest": largest}


def wrong(found, value, scale, promise, slack=0.0, signs=False):
    """Where found is not what value is, within the promise; as tool/compare.c judges. slack is what the oracle itself
    may be off by; signs: whether the sign of a zero counts."""
    dtype = _short(found.dtype)
    largest = _FACTS[promise["accumulate"]][2]
    limit = _FACTS[dtype][2] + np.ldexp(np.longdouble(1), np.frexp(_FACTS[dtype][2])[1] - _FACTS[dtype][0] - 1)
    got, value, scale = (np.asarray(v, np.longdouble) for v in (found, value, scale))
    facts = limits_of(promise["accumulate"])
    least = np.where(scale == 0, 0, np.maximum(np.abs(scale), facts["tiny"]))
    part = np.where(np.isfinite(scale), promise["sum"] * facts["eps"] * least, 0)
    allowed = promise["ulp"] * _ulp(value, dtype) + part + slack
    good = np.abs(got - value) <= allowed
    good |= np.isnan(got) & np.isnan(value)
    good |= (got == value) & ~(signs & (value == 0) & (np.signbit(got) != np.signbit(value)) & (scale == 0))
    good &= ~(np.isinf(value) & (got != value))
    good |= ~np.isfinite(got) & np.isfinite(value) & np.isfinite(scale) & (scale > largest)
    good |= np.isinf(got) & (np.signbit(got) == np.signbit(value)) & (np.abs(value) + allowed >= limit)
    if signs:
        good &= ~((got == 0) & (value == 0) & (scale == 0) & (np.signbit(got) != np.signbit(value)))
    return ~good


class Finding(NamedTuple):
    library: str
    passes: str
    values: str
    text: str


def _class(case):
    """The class of values, where f64's denormals are one of their own: XLA flushes them, and those alone, to 0."""
    wide = any(x.dtype == np.float64 for x in [*case.arrays.values(), case.dy])
    return "denormal64" if case.values == "denormal" and wide else case.values


def _describe(case, slot, where, found, value, scale):
    at = tuple(int(i) for i in np.argwhere(where)[0])

    def near(x):
        grown = np.broadcast_to(x, found.shape) if x.ndim <= found.ndim and x.size == 1 else x
        return f"{float(grown[at])!r}" if grown.shape == found.shape else f"array of {list(x.shape)}"

    inputs = ", ".join(f"{name} = {near(x)}" for name, x in case.arrays.items())
    pick = lambda v: float(np.broadcast_to(v, found.shape)[at])  # noqa: E731
    return f"{case}: {slot}{list(at)}: found {pick(found)!r}, expected {pick(value)!r}, S {pick(scale):.3g}; {inputs}"


# ---- JAX, on padded arrays: one compilation for each op, dtype and length ----


@functools.lru_cache(maxsize=None)
def _compiled(op, attrs):
    """The function of JAX with its gradients; an op without a gradient: alone."""
    function = functools.partial(counterparts(op)[1], **dict(attrs))

    def both(xs, g):
        if not remora.ops()[op].backward:
            return function(*xs), ()
        y, pull = jax.vjp(function, *xs)
        return y, pull(g)

    return jax.jit(both)


def _padded(x, rows, dtype, fill=1.0):
    full = np.full((rows, *x.shape[1:]), fill, dtype)
    with np.errstate(all="ignore"):
        full[: len(x)] = x
    return full


def _on_jax(op, attrs, xs, g, dtype):
    """(y, its gradients) of JAX, of arrays whose first axis is short."""
    n = len(xs[0])
    padded = [_padded(x, MOST, dtype) for x in xs]
    y, gradients = _compiled(op, tuple(sorted(attrs.items())))(padded, _padded(g, MOST, dtype, 0.0))
    return np.asarray(y)[:n], [np.asarray(d)[:n] for d in gradients]


def _like_jax(wrong_at, found, again):
    """Wrong but for results that are not finite, or 0, and that JAX itself has in the compute dtype: what overflows or
    underflows on the way does so there too."""
    got, also = np.asarray(found, np.float64), np.asarray(again(), np.float64)
    same = (np.isnan(got) & np.isnan(also)) | ((got == also) & (~np.isfinite(got) | (got == 0)))
    return wrong_at & ~same


# ---- families ----


def _wide(x, compute):
    return np.asarray(x, np.longdouble if compute == "f64" else np.float64)


def _own(value, compute):
    """What a wide result may be off by itself."""
    return np.abs(np.where(np.isfinite(value), value, 0)) * (2.0**-60 if compute == "f64" else 2.0**-48)


def _jax_own(value, scale, compute):
    magnitude = np.where(np.isfinite(value), np.abs(value), 0) + np.where(np.isfinite(scale), np.abs(scale), 0)
    return magnitude * (_STEP if compute == "f64" else 2.0**-46) + 2.0**-1000


def _operands(case):
    """The arrays that a counterpart takes: of a gated op both halves."""
    if case.op not in GATED:
        return case.arrays
    return dict(zip("ab", np.split(case.arrays["x"], 2, case.attrs["axis"])))


def _gradients(case, y):
    """{name: array} of remora.backward."""
    op = remora.ops()[case.op]
    found = remora.backward(
        case.op, dy=case.dy, **{**case.arrays, **case.attrs, **({"y": y} if op.family != "map" else {})}
    )
    names = [slot.name for slot in op.outputs(backward=True) if slot.name[1:] in case.arrays]
    if case.op in GATED:
        return dict(zip(("da", "db"), np.split(found, 2, case.attrs["axis"])))
    return dict(zip(names, found if isinstance(found, tuple) else (found,)))


def _judge_map(case, y, report):
    on_numpy, on_jax = counterparts(case.op)
    plan = remora.plan(case.op, *case.arrays.values(), **case.attrs)
    compute = plan.guarantee["compute"]
    limits = limits_of(compute)
    operands = _operands(case)
    attrs = {} if case.op in GATED else case.attrs
    wide = dict(zip(operands, np.broadcast_arrays(*[_wide(x, compute) for x in operands.values()])))
    words = {**wide, **defaults(case.op), **as_numbers(case.op, case.attrs), "g": np.zeros(())}
    if case.op in NARROW:
        value = np.asarray(on_numpy(*case.arrays.values()), np.longdouble)
        report("numpy", "forward", "y", wrong(y, value, value * 0, plan.guarantee, 0.0, True), y, value, value * 0)
        return
    if y.dtype not in _FLOAT_DTYPES:
        _judge_answers(case, y, wide, attrs, report)
        return
    if on_numpy:
        value = on_numpy(*wide.values(), **attrs)
        scale = elementwise_scale(case.op, "y", value, words, limits)
        report(
            "numpy", "forward", "y", wrong(y, value, scale, plan.guarantee, _own(value, compute), True), y, value, scale
        )
    if not on_jax:
        return
    flat = [np.asarray(x, np.float64).reshape(-1) for x in wide.values()]
    g = np.asarray(np.broadcast_to(_wide(case.dy, compute), y.shape), np.float64).reshape(-1)
    run = lambda dtype: _on_jax(case.op, attrs, flat, g, dtype)  # noqa: E731
    value, gradients = run(np.float64)
    value = value.reshape(y.shape)
    scale = elementwise_scale(case.op, "y", value, words, limits)
    bad = wrong(y, value, scale, plan.guarantee, _jax_own(value, scale, compute) + _JAX_ABSOLUTE.get(case.op, 0))
    if bad.any():
        bad = _like_jax(bad, y, lambda: run(FLOATS[compute])[0].reshape(y.shape))
    report("jax", "forward", "y", bad, y, value, scale)
    if gradients:
        _judge_map_gradient(case, y, wide, gradients, run, report)


@functools.lru_cache(maxsize=None)
def _compiled_whole(op):
    return jax.jit(lambda xs: counterparts(op)[1](*xs))


def _judge_whole(case, y, report):
    """Integers and bool: exact. A dtype that a library's function does not take has no counterpart."""
    arrays = list(case.arrays.values())

    def on_jax(*arrays):
        flat = [x.reshape(-1) for x in np.broadcast_arrays(*arrays)]
        padded = [_padded(x, MOST, x.dtype) for x in flat]
        return np.asarray(_compiled_whole(case.op)(padded))[: len(flat[0])].reshape(y.shape)

    for library, function in zip(("numpy", "jax"), (counterparts(case.op)[0], counterparts(case.op)[1] and on_jax)):
        try:
            value = function and np.asarray(function(*arrays))
        except TypeError:
            value = None
        if value is not None:
            value = value.astype(y.dtype)
            wide = [v.astype(np.float64) for v in (y, value)]
            report(library, "forward", "y", value != y, *wide, np.zeros(y.shape))


def _judge_answers(case, y, wide, attrs, report):
    """Yes or no: exact on NumPy and JAX."""
    on_numpy, on_jax = counterparts(case.op)
    found = y.astype(np.float64)
    flat = [np.asarray(x, np.float64).reshape(-1) for x in wide.values()]
    if on_numpy:
        value = np.asarray(on_numpy(*wide.values(), **attrs)).astype(y.dtype)
        report("numpy", "forward", "y", value != y, found, value.astype(np.float64), np.zeros(y.shape))
    if on_jax:
        value = _on_jax(case.op, attrs, flat, np.zeros(y.size), np.float64)[0].reshape(y.shape).astype(y.dtype)
        report("jax", "forward", "y", value != y, found, value.astype(np.float64), np.zeros(y.shape))


def _summed(x, shape):
    """Over the axes along which an operand of this shape was broadcast."""
    lead = x.ndim - len(shape)
    axes = tuple(range(lead)) + tuple(
        i + lead for i, extent in enumerate(shape) if extent == 1 and x.shape[i + lead] != 1
    )
    return np.sum(np.asarray(x, np.longdouble), axis=axes).reshape(shape)


def _judge_map_gradient(case, y, wide, ds, run, report):
    plan = remora.plan(case.op, backward=True, dy=case.dy, **case.arrays, **case.attrs)
    compute = plan.guarantee["compute"]
    g = np.broadcast_to(_wide(case.dy, compute), y.shape)
    words = {**wide, **defaults(case.op), **as_numbers(case.op, case.attrs), "g": g}
    for name, found in _gradients(case, y).items():
        i = list(wide).index(name[1:])
        terms = ds[i].reshape(y.shape)
        scale = elementwise_scale(case.op, name, np.asarray(terms, np.longdouble), words, limits_of(compute))
        value, scale = _summed(terms, found.shape), _summed(scale, found.shape)
        bad = wrong(
            found, value, scale, plan.guarantee, _jax_own(value, scale, compute) + _terms(case, g, wide, found.shape)
        )
        if bad.any():
            if found.shape != y.shape:  # of a sum of infinite terms the order says whether it is infinite or NaN
                bad &= ~(np.isinf(scale) & ~np.isfinite(found.astype(np.float64)) & ~np.isfinite(value))
            bad = _like_jax(bad, found, lambda i=i: _summed(run(FLOATS[compute])[1][i].reshape(y.shape), found.shape))
        report("jax", "backward", name, bad, found, value, scale)


# What JAX's functions are off by near their zeros, in f64.
_JAX_ABSOLUTE = {"lgamma": 2.0**-44, "digamma": 2.0**-44, "gelu": 2.0**-44, "sinc": 2.0**-48}

# JAX's gradients that are differences of terms of about the size of dy, in f64, and what that costs.
_CANCELS = dict.fromkeys(["expm1", "tanh", "sigmoid", "elu", "selu", "celu", "silu", "mish", "softsign"], 2.0**-48)
_CANCELS |= {"gelu": 2.0**-42, "glu": 2.0**-48}


def _terms(case, g, wide, shape):
    if case.op not in _CANCELS:
        return 0.0
    terms = np.abs(g * wide["a"]) if case.op in GATED else np.abs(g)
    return _summed(np.where(np.isfinite(terms), terms, 0), shape) * _CANCELS[case.op]


def _matrix(x, axes):
    """The axes as the last one of a matrix."""
    rest = [i for i in range(x.ndim) if i not in axes]
    columns = int(np.prod([x.shape[i] for i in axes]))
    rows = int(np.prod([x.shape[i] for i in rest]))
    return np.transpose(x, rest + list(axes)).reshape(rows, columns)


def _judge_tally(case, y, x, report):
    """Whole numbers: exact. The reduced axes are one line, in their order."""
    on_numpy, on_jax = counterparts(case.op)
    axes = tuple(case.attrs.get("axes", range(x.ndim)))
    lines = _matrix(x, axes)
    lines = lines.astype(np.float64) if x.dtype in _FLOAT_DTYPES else lines
    if on_numpy:
        value = np.asarray(on_numpy(lines, axis=1, keepdims=False)).astype(y.dtype).reshape(y.shape)
        wide = [v.astype(np.float64) for v in (y, value)]
        report("numpy", "forward", "y", value != y, *wide, np.zeros(y.shape))
    if on_jax and 0 < lines.shape[1] <= _COLUMNS:
        value = _compiled_whole(case.op)([_padded(lines, MOST, lines.dtype)])
        value = np.asarray(value)[: len(lines)].astype(y.dtype).reshape(y.shape)
        wide = [v.astype(np.float64) for v in (y, value)]
        report("jax", "forward", "y", value != y, *wide, np.zeros(y.shape))


def _judge_row(case, y, report):
    on_numpy, on_jax = counterparts(case.op)
    (x,) = case.arrays.values()
    if not y.size:
        return
    if y.dtype not in _FLOAT_DTYPES:
        _judge_tally(case, y, x, report)
        return
    plan = remora.plan(case.op, x, **case.attrs)
    compute = plan.guarantee["compute"]
    axes = tuple(case.attrs.get("axes", range(x.ndim)))
    correction = case.attrs.get("correction", 0)
    words = {"correction": correction} if "correction" in case.attrs else {}
    wide = _wide(x, compute)
    if on_numpy:
        value = on_numpy(wide, axis=axes, keepdims=bool(case.attrs["keepdim"]), **words)
        scale = row_scale(case.op, wide, value, axes, bool(case.attrs["keepdim"]), correction, limits_of(compute))
        bad = wrong(y, value, scale, plan.guarantee, _own(value, compute) + _own(scale, compute))
        if bad.any():
            with np.errstate(all="ignore"):
                narrow = np.asarray(x, FLOATS[compute])
                bad = _like_jax(
                    bad, y, lambda: on_numpy(narrow, axis=axes, keepdims=bool(case.attrs["keepdim"]), **words)
                )
        report("numpy", "forward", "y", bad, y, value, scale)
    if not on_jax or not x.size or np.prod([x.shape[i] for i in axes]) > _COLUMNS:
        return
    _judge_row_on_jax(case, y, x, axes, words, report)


def _judge_row_on_jax(case, y, x, axes, words, report):
    plan = remora.plan(case.op, backward=True, dy=case.dy, x=x, y=y, **case.attrs)
    compute = plan.guarantee["compute"]
    rows = _matrix(np.asarray(x, np.float64), axes)
    g = np.asarray(case.dy, np.float64).reshape(-1)
    if not rows.shape[0]:
        return
    run = lambda dtype: _on_jax(case.op, words, [rows], g, dtype)  # noqa: E731
    forward = remora.plan(case.op, x, **case.attrs).guarantee
    value, gradients = run(np.float64)
    value = value.reshape(y.shape)
    scale = row_scale(case.op, rows, value.reshape(-1), (1,), False, words.get("correction", 0), limits_of(compute))
    scale = scale.reshape(y.shape)
    reach = np.where(np.isfinite(rows), np.abs(rows), 0).max(axis=1).reshape(y.shape)
    bad = wrong(y, value, scale, forward, _jax_own(value, scale, compute) + reach * 2.0**-46)
    if bad.any():
        bad = _like_jax(bad, y, lambda: run(FLOATS[compute])[0].reshape(y.shape))
    report("jax", "forward", "y", bad, y, value, scale)
    found = _matrix(_gradients(case, y)["dx"], axes)
    value = gradients[0]
    scale = _row_gradient_scale(case, rows, value, g)
    bad = wrong(found, value, scale, plan.guarantee, _jax_own(value, scale, compute))
    if bad.any():
        bad = _like_jax(bad, found, lambda: run(FLOATS[compute])[1][0])
    report("jax", "backward", "dx", bad, found, value, scale)


def _row_gradient_scale(case, rows, value, g):
    """S of a gradient, or more: terms of a whole row, of about the size of dy."""
    with np.errstate(all="ignore"):
        size = np.where(np.isfinite(rows), np.abs(rows), 0).max(axis=1, keepdims=True)
        weight = np.where(np.isfinite(g), np.abs(g), 0)[:, None]
        return np.abs(value) * (1 + size) + (weight * (1 + size) if case.op in ("var", "std", "norm2") else 0)


def _judge_scan(case, y, report):
    on_numpy, on_jax = counterparts(case.op)
    (x,) = case.arrays.values()
    if not x.size:
        return
    axis = case.attrs.get("axis", -1) % x.ndim if x.ndim else 0
    turn = -1 if case.attrs["reverse"] else 1
    late = case.attrs.get("exclusive", 0)

    def lines(v):
        v = v.reshape(1) if v.ndim == 0 else v
        return _matrix(v, (axis,))[:, ::turn]

    plan = remora.plan(case.op, x, **case.attrs)
    compute = plan.guarantee["compute"]
    found, wide = lines(y)[:, late:], lines(_wide(x, compute))
    n = wide.shape[1] - late
    if n < 1:
        return
    if on_numpy:
        value = on_numpy(wide)[:, :n]
        scale = scan_scale(case.op, wide, on_numpy(wide))[:, :n]
        bad = wrong(found, value, scale, plan.guarantee, _own(value, compute) + _own(scale, compute))
        if bad.any():
            bad = _like_jax(bad, found, lambda: on_numpy(np.asarray(wide, FLOATS[compute]))[:, :n])
        report("numpy", "forward", "y", bad, found, value, scale)
    if not on_jax or wide.shape[1] > _COLUMNS:
        return
    xs, g = np.asarray(wide, np.float64), np.zeros(wide.shape)
    g[:, :n] = lines(np.asarray(case.dy, np.float64))[:, late:]
    run = lambda dtype: _on_jax(case.op, {}, [xs], g, dtype)  # noqa: E731
    value, gradients = run(np.float64)
    value = value[:, :n]
    scale = scan_scale(case.op, xs, value)[:, :n] if case.op != "cumsum" else np.cumsum(np.abs(xs), axis=1)[:, :n]
    bad = wrong(found, value, scale, plan.guarantee, _jax_own(value, scale, compute))
    if bad.any():
        bad = _like_jax(bad, found, lambda: run(FLOATS[compute])[0][:, :n])
    report("jax", "forward", "y", bad, found, value, scale)
    found, value = lines(_gradients(case, y)["dx"]), gradients[0]
    plan = remora.plan(case.op, backward=True, dy=case.dy, x=x, y=y, **case.attrs)
    scale = _scan_gradient_scale(case, xs, value, g)
    bad = wrong(found, value, scale, plan.guarantee, _jax_own(value, scale, compute))
    if bad.any():
        bad = _like_jax(bad, found, lambda: run(FLOATS[compute])[1][0])
    report("jax", "backward", "dx", bad, found, value, scale)


def _scan_gradient_scale(case, xs, value, g):
    """S of a gradient: the same sum over absolute values."""
    with np.errstate(all="ignore"):
        total = np.cumsum(np.where(np.isfinite(g), np.abs(g), 0)[:, ::-1], axis=1)[:, ::-1]
        if case.op == "cumprod":
            size = np.where(np.isfinite(xs), np.maximum(np.abs(xs), 1), 1)
            return total * np.prod(size, axis=1, keepdims=True)
        reach = np.where(np.isfinite(xs), np.abs(xs), 0).max(axis=1, keepdims=True)
        return total * (1 + reach) if case.op == "logcumsumexp" else total


def _norm_lines(case):
    """Two functions: what makes a matrix of rows of what has x's shape, and what gives an operand that shape."""
    op, x = remora.ops()[case.op], case.arrays["x"]
    own = _parameters(op, x.ndim, case.attrs)

    def lines(v):
        if "axes" in [attr.name for attr in op.attrs]:
            return _matrix(v, own)
        groups = case.attrs.get("groups", 1 if case.op == "group_norm" else x.shape[1])
        return v.reshape(x.shape[0] * groups, -1)

    def whole(name, v):
        if 0 < v.ndim < x.ndim and name in ("weight", "bias") and case.op != "masked_softmax":
            v = v.reshape([extent if i in own else 1 for i, extent in enumerate(x.shape)])
        return np.broadcast_to(v, x.shape)

    return lines, whole


def _norm_words(case, compute):
    """Attributes of the formulas, as the compute dtype has them."""
    kinds = {attr.name: attr.kind for attr in remora.ops()[case.op].attrs}
    words = {**defaults(case.op), **case.attrs}
    return {name: float(FLOATS[compute](v)) for name, v in words.items() if kinds[name] == "real"}


def _judge_norm(case, y, report):
    on_numpy, _ = counterparts(case.op)
    op, x = remora.ops()[case.op], case.arrays["x"]
    if not x.size:
        return
    promise = remora.plan(case.op, *_in_order(op, case.arrays), **case.attrs).guarantee
    compute = promise["compute"]
    limits, words = limits_of(compute), _norm_words(case, compute)
    lines, whole = _norm_lines(case)
    operands = {
        slot.name: lines(whole(slot.name, _wide(case.arrays.get(slot.name, LEFT_OUT.get(slot.name)), compute)))
        for slot in op.inputs()
    }
    found, g = lines(y), lines(np.asarray(case.dy, np.float64))
    value = on_numpy(*operands.values(), **words)
    scale = norm_scale(case.op, operands, words, value, limits, promise["sum"])
    sound = ~norm_overflows(case.op, operands, words, np.zeros(g.shape), limits)
    bad = sound & wrong(found, value, scale, promise, _own(value, compute) + _own(scale, compute))
    if bad.any():
        bad = _like_jax(
            bad, found, lambda: on_numpy(*[np.asarray(v, FLOATS[compute]) for v in operands.values()], **words)
        )
    report("numpy", "forward", "y", bad, found, value, scale)
    if found.shape[1] not in _LENGTHS:
        return
    xs = [np.asarray(v, np.float64) for v in operands.values()]
    run = lambda dtype: _on_jax(case.op, words, xs, g, dtype)  # noqa: E731
    other, gradients = run(np.float64)
    bad = sound & wrong(found, other, scale, promise, _jax_own(other, scale, compute))
    if bad.any():
        bad = _like_jax(bad, found, lambda: run(FLOATS[compute])[0])
    report("jax", "forward", "y", bad, found, other, scale)
    off = promise["ulp"] * _ulp(value, _short(y.dtype)) + promise["sum"] * limits["eps"] * scale
    _judge_norm_gradient(case, y, (operands, words, value, off, g), dict(zip(operands, gradients)), run, report)


def _judge_norm_gradient(case, y, known, terms, run, report):
    operands, words, value, off, g = known
    op = remora.ops()[case.op]
    lines, whole = _norm_lines(case)
    made = _gradients(case, y)
    names = [slot.name for slot in op.inputs(backward=True)]
    slots = {name: v for name, v in {**case.arrays, "y": y, "dy": case.dy}.items() if name in names}
    wanted = {name: (_short(d.dtype), d.shape) for name, d in made.items()}
    promise = remora.plan(case.op, backward=True, **slots, **wanted, **case.attrs).guarantee
    compute = promise["compute"]
    wide = np.asarray(g, np.longdouble)
    scales, slack = norm_gradient_scales(case.op, operands, words, value, off, wide, limits_of(compute), promise["sum"])
    unsound = norm_overflows(case.op, operands, words, wide, limits_of(compute))
    # An infinite dy of a y that underflowed counts for nothing, or is NaN; in JAX y is wide.
    unsound |= ((lines(y) == 0) & (value != 0)).any(1, keepdims=True) & ~np.isfinite(g).all(1, keepdims=True)
    for name, found in made.items():
        places = lines(whole(name[1:], np.arange(found.size).reshape(found.shape)))

        def gathered(v, places=places, found=found):
            total = np.zeros(found.size, np.longdouble)
            np.add.at(total, places.reshape(-1), np.broadcast_to(v, places.shape).reshape(-1))
            return total.reshape(found.shape)

        dx, scale = gathered(terms[name[1:]]), gathered(scales[name])
        also = gathered(slack) if name == "dx" else np.zeros(found.shape)
        also += promise["ulp"] * (_ulp(np.abs(dx) + also, _short(found.dtype)) - _ulp(dx, _short(found.dtype)))
        bad = wrong(found, dx, scale, promise, _jax_own(dx, scale, compute) + also) & (gathered(unsound) == 0)
        # Of infinite terms the order says whether they are infinite or NaN.
        bad &= ~(np.isinf(scale) & ~np.isfinite(found.astype(np.float64)) & ~np.isfinite(dx))
        if bad.any():
            again = list(operands).index(name[1:])
            bad = _like_jax(bad, found, lambda i=again, gathered=gathered: gathered(run(FLOATS[compute])[1][i]))
        report("jax", "backward", name, bad, found, dx, scale)


def _judge_layout(case, y, report):
    on_numpy, _ = counterparts(case.op)
    (x,) = case.arrays.values()
    plan = remora.plan(case.op, x, **case.attrs)
    value = on_numpy(np.asarray(x, np.longdouble), **case.attrs)
    scale = np.zeros(value.shape)
    report("numpy", "forward", "y", wrong(y, value, scale, plan.guarantee, signs=True), y, value, scale)
    # Backward, the sum over the places an element went to: NumPy moves the elements' numbers.
    places = {**case.attrs, **({"value": -1} if "value" in case.attrs else {})}
    went = on_numpy(np.arange(x.size).reshape(x.shape), **places)
    value, scale = np.zeros(x.size, np.longdouble), np.zeros(x.size, np.longdouble)
    dy = np.asarray(case.dy, np.longdouble)
    np.add.at(value, went[went >= 0], dy[went >= 0])
    np.add.at(scale, went[went >= 0], np.abs(dy[went >= 0]))
    shape = {"shape": x.shape}
    found = remora.backward(case.op, dy=case.dy, **case.attrs, **shape)
    promise = remora.plan(case.op, backward=True, dy=case.dy, dx=(_short(found.dtype), x.shape), **case.attrs).guarantee
    value, scale = value.reshape(x.shape), scale.reshape(x.shape)
    report("numpy", "backward", "dx", wrong(found, value, scale, promise), found, value, scale)


_JUDGES = {"map": _judge_map, "row": _judge_row, "scan": _judge_scan, "norm": _judge_norm, "layout": _judge_layout}


def judge(case):
    """[Finding]: where Remora and the libraries disagree."""
    findings = []

    def report(library, passes, slot, where, found, value, scale):
        if where.any():
            text = _describe(case, slot, where, found, value, scale)
            findings.append(Finding(library, passes, _class(case), text))

    with np.errstate(all="ignore"):
        y = remora.forward(case.op, *_in_order(remora.ops()[case.op], case.arrays), **case.attrs)
        family = remora.ops()[case.op].family
        judges = _judge_whole if case.values == "whole" and family == "map" else _JUDGES[family]
        judges(case, y, report)
    return findings


def cases(name, n):
    """n cases of an op, the same in every run, the classes of values in turn."""
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    op = remora.ops()[name]
    alone = op.family == "map" and name not in GATED and not op.attrs
    whole = (alone or op.family == "row") and bool(_integers(op))
    floats = any(_floats(slot) for slot in _inputs(op))
    classes = [values for values in VALUES if (whole if values == "whole" else floats)]
    made = 0
    while made < n:
        values = classes[made % len(classes)]
        case = draw_whole(rng, name) if values == "whole" else draw(rng, name, values)
        if case is not None:
            made += 1
            yield case


def compared():
    """The ops that JAX or NumPy have too."""
    return [name for name, op in remora.ops().items() if _inputs(op) and any(counterparts(name))]
