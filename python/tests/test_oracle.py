"""Random shapes, strides, dtypes, axes and values against JAX, and gradients against jax.vjp in f64."""

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from oracle import ORACLES, tolerance
from samples import NAMES, domain, gradients, sample

import remora

DTYPES = {
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
    "f16": np.dtype(np.float16),
    "bf16": np.dtype(ml_dtypes.bfloat16),
}
LAYOUTS = ["packed", "transposed", "reversed", "stepped", "repeated"]


def lay_out(x, layout):
    """The same values in another layout, without a copy of ours in between: a view of other memory."""
    if x.ndim == 0:
        return x
    if layout == "transposed":
        return np.ascontiguousarray(x.T).T
    if layout == "reversed":
        return np.ascontiguousarray(x[tuple(slice(None, None, -1) for _ in x.shape)])[
            tuple(slice(None, None, -1) for _ in x.shape)
        ]
    if layout == "stepped":
        wide = np.zeros((*x.shape[:-1], 2 * x.shape[-1]), x.dtype)
        wide[..., ::2] = x
        return wide[..., ::2]
    return x


@st.composite
def arrays(draw, shape, dtype, low=-2.0, high=2.0, layouts=LAYOUTS):
    """Distinct values that are not 0, so that no maximum is tied; a repeated axis excepted."""
    n = int(np.prod(shape))
    seed = draw(st.integers(0, 2**32 - 1))
    values = np.linspace(low, high + 0.01, n + 2)[1:-1]
    x = np.random.default_rng(seed).permutation(values).reshape(shape).astype(DTYPES[dtype])
    layout = draw(st.sampled_from(layouts))
    if layout == "repeated" and x.ndim and x.shape[0]:
        return np.broadcast_to(x[:1], x.shape)
    return lay_out(x, layout)


def shapes(least=0, lowest_rank=0):
    return st.lists(st.integers(least, 4), min_size=lowest_rank, max_size=4).map(tuple)


def required(op):
    return [slot for slot in op.inputs() if slot.need == "required"]


@st.composite
def norm_calls(draw, op, shape, dtype, layouts):
    """Softmax and normalisation: with all parameters or with none, always with noise."""
    channels = op.name in ("group_norm", "instance_norm")
    assume(len(shape) > 1 or not channels)
    names, attrs, own = [attr.name for attr in op.attrs], {}, [1] if channels else [len(shape) - 1] * bool(shape)
    if "axes" in names and shape and draw(st.booleans()):
        attrs["axes"] = tuple(draw(st.lists(st.integers(0, len(shape) - 1), unique=True)))
        own = sorted(attrs["axes"])
    if "groups" in names:
        attrs["groups"] = draw(st.sampled_from([i for i in range(1, shape[1] + 1) if shape[1] % i == 0]))
    for name in ("eps", "tau", "scale"):
        if name in names and draw(st.booleans()):
            attrs[name] = draw(st.sampled_from([0.125, 0.5, 2.0]))
    params = [slot for slot in op.inputs() if slot.name in ("weight", "bias")]
    inputs = [draw(arrays(shape, dtype, layouts=layouts))]
    if op.name == "gumbel_softmax":
        inputs.append(draw(arrays(shape[1:], dtype, layouts=layouts)))
    elif op.name != "masked_softmax" and draw(st.booleans()):
        inputs += [draw(arrays(tuple(shape[i] for i in own), dtype, layouts=layouts)) for _ in params]
    return inputs, attrs


@st.composite
def calls(draw, name, dtypes=tuple(DTYPES), layouts=LAYOUTS):
    """(inputs, attributes) of an op of the oracle's."""
    op = remora.ops()[name]
    dtype = draw(st.sampled_from(dtypes))
    low, high = domain(name) if op.family == "map" else (0.5, 1.5) if name in ("prod", "cumprod") else (-2.0, 2.0)
    shape = draw(shapes(least=2 if name in ("var", "std") else 1))
    if op.family == "norm":
        return draw(norm_calls(op, shape, dtype, layouts))
    array = arrays(shape, dtype, low, high, layouts)
    if op.family == "row":
        axes = draw(
            st.none() | st.lists(st.integers(0, max(len(shape) - 1, 0)), unique=True).filter(lambda a: shape or not a)
        )
        attrs = {"axes": axes, "keepdim": draw(st.integers(0, 1))}
        rows = int(np.prod([shape[axis] for axis in (range(len(shape)) if axes is None else axes)]))
        if name in ("var", "std"):
            assume(rows > 1)
            attrs["correction"] = draw(st.sampled_from([0, 1]))
        return [draw(array)], attrs
    if op.family == "scan":
        attrs = {
            "axis": draw(st.integers(-max(len(shape), 1), max(len(shape), 1) - 1)),
            "reverse": draw(st.integers(0, 1)),
        }
        if name == "linrec":
            assume(len(shape) > 0)
            start = draw(
                st.none() | arrays(shape[: attrs["axis"] % len(shape)] + shape[attrs["axis"] % len(shape) + 1 :], dtype)
            )
            return [draw(array), draw(array)] + ([] if start is None else [start]), attrs
        if name not in ("cummax", "cummin"):
            attrs["exclusive"] = draw(st.integers(0, 1)) if name != "logcumsumexp" else 0
        return [draw(array)], attrs
    if op.family == "map":
        others = [draw(st.sampled_from([shape, shape[1:], (1,) * len(shape)])) for _ in required(op)[1:]]
        attrs = {"weight": draw(st.floats(0, 1, width=32))} if name == "lerp" else {}
        apart = [low + 0.0012345 * i for i in range(1, len(others) + 1)]  # libraries differ in what ties get
        rest = [draw(arrays(other, dtype, least, high, layouts)) for other, least in zip(others, apart)]
        return [draw(array), *rest], attrs
    if name == "pad":
        mode = draw(st.sampled_from(["constant", "reflect", "replicate", "circular", "symmetric"]))
        most = [extent - 1 if mode == "reflect" else extent for extent in shape]
        sides = [tuple(draw(st.integers(0, m)) for m in most) for _ in range(2)]
        attrs = {"mode": mode, "low": sides[0], "high": sides[1]}
        return [draw(array)], {**attrs, **({"value": 1.5} if mode == "constant" else {})}
    return [draw(array)], {"repeats": tuple(draw(st.integers(1, 3)) for _ in shape)}


def wide(inputs):
    return [np.asarray(x, np.float64) for x in inputs]


def scale_of(inputs, y):
    values = [np.abs(np.asarray(x, np.float64)).sum() for x in inputs] + [
        np.abs(np.asarray(y, np.float64)).max(initial=0)
    ]
    return max(1.0, *values)


def present(attrs):
    return {name: value for name, value in attrs.items() if value is not None}


def close(found, expected, bound):
    expected = np.asarray(expected, np.float64)
    assert found.shape == expected.shape
    difference = np.abs(np.asarray(found, np.float64) - expected)
    same = np.asarray(found, np.float64) == expected  # infinities
    assert np.all(same | (difference <= bound)), f"off by {np.max(difference[~same])}, bound {bound}"


@pytest.mark.parametrize("name", [name for name in ORACLES if name in NAMES])
@settings(max_examples=25)
@given(data=st.data())
def test_forward(name, data):
    inputs, attrs = data.draw(calls(name))
    before = [x.copy() for x in inputs]
    y = remora.forward(name, *inputs, **present(attrs))
    expected = ORACLES[name](np, *wide(inputs), **present(attrs))
    dtype = next(short for short, dtype in DTYPES.items() if dtype == inputs[0].dtype)
    plan = remora.plan(name, *inputs, **present(attrs))
    assert y.dtype == inputs[0].dtype
    close(y, expected, tolerance(plan, dtype, scale_of(inputs, expected)))
    np.testing.assert_array_equal(plan.run(*inputs), y)
    for x, old in zip(inputs, before):
        assert x.tobytes() == old.tobytes()


@pytest.mark.parametrize("name", [name for name in ORACLES if name in NAMES])
@settings(max_examples=8)
@given(data=st.data())
def test_gradient(name, data):
    inputs, attrs = data.draw(calls(name, dtypes=["f64"], layouts=["packed", "transposed", "reversed", "stepped"]))
    op = remora.ops()[name]
    saved = remora.forward(name, *inputs, **present(attrs))
    dy = np.random.default_rng(1).uniform(-1, 1, saved.shape)
    expected = jax.jit(lambda xs, g: jax.vjp(lambda *xs: ORACLES[name](jnp, *xs, **present(attrs)), *xs)[1](g))(
        wide(inputs), dy
    )
    given_slots = dict(zip([slot.name for slot in op.inputs()], inputs))
    found = remora.backward(name, dy=dy, y=saved, **given_slots, **present(attrs))
    found = found if isinstance(found, tuple) else (found,)
    made = {slot.name[1:] for slot in op.outputs(backward=True)}  # noise has no gradient
    expected = [dx for slot, dx in zip(given_slots, expected) if slot in made]
    assert len(found) == len(expected)
    for dx, reference in zip(found, expected):
        close(dx, reference, 1e-12 * scale_of([dy, reference, *inputs], reference) ** 2)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "nextafter"])
def test_gradient_is_the_adjoint(name):
    """<g, J v> = <J^T g, v> of every op of the table, J by differences of the forward pass: no oracle, no list of
    ops. The gradient of nextafter is 0 by definition."""
    arrays, attrs = sample(name)
    rng = np.random.default_rng(6)
    moved = {slot.name[1:] for slot in remora.ops()[name].outputs(backward=True)}  # those that have a gradient
    xs = list(arrays.values())
    vs = [rng.uniform(-1, 1, x.shape) * (slot in moved) for slot, x in arrays.items()]
    step = 1e-6
    ahead = remora.forward(name, *[x + step * v for x, v in zip(xs, vs)], **attrs)
    behind = remora.forward(name, *[x - step * v for x, v in zip(xs, vs)], **attrs)
    y = remora.forward(name, *xs, **attrs)
    g = rng.uniform(-1, 1, y.shape)
    found = gradients(name, g, arrays, attrs, y)
    left = np.sum(g * (ahead - behind) / (2 * step))
    right = sum(np.sum(dx * v) for dx, v in zip(found, vs))
    assert abs(left - right) <= 1e-6 * max(1, abs(left))
