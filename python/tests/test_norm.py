"""Softmax and normalisation where formulas that are written down plainly fail: far from 0, next to infinities, where
nothing is left; and with the inputs that may be left out."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import remora
import remora.jax

SOFTMAXES = {"softmax": {}, "softmin": {}, "log_softmax": {}, "gumbel_softmax": {"noise": True}, "masked_softmax": {}}
PLAIN = np.random.default_rng(0).normal(size=(3, 4, 6))


def bits(x):
    return np.asarray(x).tobytes()


def both(name, x, dy, **words):
    """(y, dx), the noise being 0 where there must be some."""
    noise = [np.zeros((), x.dtype)] if SOFTMAXES[name] else []
    y = remora.forward(name, x, *noise, **words)
    return y, remora.backward(name, dy=dy, x=x, y=y)


# ---- what JAX has by the same names ----


def test_jaxs_functions():
    mask = PLAIN > -0.5
    for found, expected in [
        (remora.softmax(PLAIN), jax.nn.softmax(PLAIN)),
        (remora.softmax(PLAIN, axes=(0, 2)), jax.nn.softmax(PLAIN, axis=(0, 2))),
        (remora.log_softmax(PLAIN, axes=1), jax.nn.log_softmax(PLAIN, axis=1)),
        (remora.masked_softmax(PLAIN, mask), jax.nn.softmax(PLAIN, where=mask)),
        (remora.layer_norm(PLAIN), jax.nn.standardize(PLAIN, epsilon=1e-5)),
        (remora.layer_norm(PLAIN, axes=(0, 1), eps=0.5), jax.nn.standardize(PLAIN, axis=(0, 1), epsilon=0.5)),
        (remora.instance_norm(PLAIN), jax.nn.standardize(PLAIN, epsilon=1e-5)),
        (remora.group_norm(PLAIN), jax.nn.standardize(PLAIN, axis=(1, 2), epsilon=1e-5)),
    ]:
        np.testing.assert_allclose(found, expected, rtol=1e-13, atol=1e-14)


# ---- far from 0 ----


@pytest.mark.parametrize("n", [8, 1000, 40000])
def test_a_large_mean_costs_no_digits(n):
    """Elements of about 10^4, the deviation 1, in f32: a variance as the mean of squares less that of the mean has
    hardly a digit left."""
    rng = np.random.default_rng(n)
    x = (1e4 + rng.normal(size=(3, n))).astype(np.float32)
    weight, bias, dy = (rng.uniform(0.5, 1.5, shape).astype(np.float32) for shape in (n, n, (3, n)))

    def exact(x, weight, bias):
        centred = x - x.mean(1, keepdims=True)
        return centred / jnp.sqrt((centred**2).mean(1, keepdims=True) + 1e-5) * weight + bias

    y, pull = jax.vjp(exact, *(jnp.asarray(v, jnp.float64) for v in (x, weight, bias)))
    found = remora.layer_norm(x, weight, bias)
    gradients = remora.backward("layer_norm", dy=dy, x=x, weight=weight, bias=bias)
    on_jax = jax.vjp(remora.jax.layer_norm, x, weight, bias)[1](dy)
    for made, expected in zip([found, *gradients], [y, *pull(jnp.asarray(dy, jnp.float64))]):
        assert np.abs(made - expected).max() <= 1e-5 * np.abs(expected).max()
    assert [bits(made) for made in gradients] == [bits(made) for made in on_jax]
    y, mean, rstd = remora.layer_norm(x, mean=True, rstd=True)
    np.testing.assert_allclose(mean, x.astype(np.float64).mean(1), rtol=1e-7)
    np.testing.assert_allclose(rstd, 1 / x.astype(np.float64).std(1), rtol=2e-5)


@pytest.mark.parametrize("name", ["layer_norm", "group_norm", "instance_norm", "rms_norm", "normalize"])
def test_what_is_all_equal(name):
    for value in (0.0, 3.0, 1e4, -1e-30):
        x = np.full((2, 3, 5), value, np.float32)
        y = remora.forward(name, x)
        dx = remora.backward(name, dy=np.ones_like(x), x=x, y=y)
        dx = dx[0] if isinstance(dx, tuple) else dx
        assert np.isfinite(y).all() and np.isfinite(dx).all()
        if name.endswith("_norm") and name != "rms_norm":
            assert not y.any() and not dx.any()


# ---- next to infinities ----


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.float16])
@pytest.mark.parametrize("name", SOFTMAXES)
def test_exponents_that_would_overflow(name, dtype):
    x = np.array([[1e4, -1e4, 1e4], [-1e4, -1e4, -1e4], [1e4, 0, -1e4]], dtype)
    dy = np.array([[1, 2, 4]] * 3, dtype)
    y, dx = both(name, x, dy)
    sign = -1 if name == "softmin" else 1
    z = sign * x.astype(np.float64)
    value = jax.nn.log_softmax(z) if name == "log_softmax" else jax.nn.softmax(z)
    np.testing.assert_allclose(y, value, rtol=2e-3 if dtype == np.float16 else 1e-6)
    p, g = np.asarray(jax.nn.softmax(z)), dy.astype(np.float64)
    total = (g if name == "log_softmax" else g * p).sum(1, keepdims=True)
    expected = g - p * total if name == "log_softmax" else sign * p * (g - total)
    np.testing.assert_allclose(dx, expected, atol=1e-2 if dtype == np.float16 else 1e-5)


@pytest.mark.parametrize("name", SOFTMAXES)
def test_infinite_elements_and_rows(name):
    """-inf counts for nothing, infinite ones share, a row of -inf alone has no part in anything: never NaN."""
    inf = np.inf * (-1 if name == "softmin" else 1)
    x = np.array([[-inf, -inf, -inf], [-inf, 1, 1], [inf, 1, inf], [inf, -inf, 0]], np.float32)
    share = np.array([[0, 0, 0], [0, 0.5, 0.5], [0.5, 0, 0.5], [1, 0, 0]])
    dy = np.array([[1, 2, 4]] * 4, np.float32)
    y, dx = both(name, x, dy)
    assert not np.isnan(y).any() and not np.isnan(dx).any()
    if name == "log_softmax":
        with np.errstate(divide="ignore"):
            np.testing.assert_allclose(y, np.log(share), rtol=1e-6)
        expected = np.where(share == 0, 0, dy - share * dy.sum(1, keepdims=True))
    else:
        np.testing.assert_array_equal(y, share)
        expected = share * (dy - (share * dy).sum(1, keepdims=True)) * (-1 if name == "softmin" else 1)
    np.testing.assert_allclose(dx, expected, rtol=1e-6)


@pytest.mark.parametrize(
    "name", [*SOFTMAXES, "sparsemax", "layer_norm", "rms_norm", "group_norm", "instance_norm", "normalize"]
)
def test_one_nan_stays_in_its_row(name):
    x = PLAIN.copy()
    x[1, 2, 3] = np.nan
    arrays = [x, np.zeros(())] if name == "gumbel_softmax" else [x]
    y = remora.forward(name, *arrays)
    lost = np.zeros(x.shape, bool)
    lost[(1,) if name == "group_norm" else (1, 2)] = True
    assert (np.isnan(y) == lost).all()


# ---- sparsemax ----


def projected(x):
    """Rows of x on the simplex, by sorting."""
    z = -np.sort(-x.astype(np.float64), axis=1)
    level = (np.cumsum(z, axis=1) - 1) / np.arange(1, x.shape[1] + 1)
    last = np.sum(z > level, axis=1, keepdims=True) - 1
    return np.maximum(x - np.take_along_axis(level, last, axis=1), 0)


def test_rows_on_the_simplex():
    """Also a row whose threshold takes many turns, and one of equals."""
    random = np.random.default_rng(3)
    slow = -np.sqrt(np.arange(300.0) / 300)
    rows = [random.normal(size=(5, 300)), random.normal(size=(5, 300)) * 1e-3, slow[None], np.full((1, 300), 7.0)]
    x = np.concatenate(rows)
    y = remora.sparsemax(x)
    np.testing.assert_allclose(y, projected(x), rtol=0, atol=1e-14)
    np.testing.assert_allclose(y.sum(1), 1, rtol=1e-13)
    dy = random.normal(size=x.shape)
    dx = remora.backward("sparsemax", dy=dy, x=x, y=y)
    mean = np.where(y > 0, dy, 0).sum(1, keepdims=True) / (y > 0).sum(1, keepdims=True)
    np.testing.assert_allclose(dx, np.where(y > 0, dy - mean, 0), rtol=1e-12, atol=1e-14)
    assert bits(remora.sparsemax(x.T.copy(), axes=0).T.copy()) == bits(y)


def test_sparsemax_next_to_infinities():
    inf, nan, most = np.inf, np.nan, np.finfo(np.float32).max
    rows = [[-inf, -inf, -inf], [-inf, 1, 1], [inf, 1, inf], [inf, -inf, 0]]
    x = np.array([*rows, [-most, most, 0], [-inf, nan, inf], [2, 1.5, -3]], np.float32)
    share = [[0, 0, 0], [0, 0.5, 0.5], [0.5, 0, 0.5], [1, 0, 0], [0, 1, 0], [nan, nan, nan], [0.75, 0.25, 0]]
    y = remora.sparsemax(x)
    np.testing.assert_array_equal(y, np.float32(share))
    dx = remora.backward("sparsemax", dy=np.float32([[1, 2, 4]] * 7), x=x, y=y)
    back = [[0, 0, 0], [0, -1, 1], [-1.5, 0, 1.5], [0, 0, 0], [0, 0, 0], [nan, nan, nan], [-0.5, 0.5, 0]]
    np.testing.assert_array_equal(dx, np.float32(back))
    np.testing.assert_array_equal(remora.sparsemax(np.float32([[3], [-inf], [inf]])), [[1], [0], [1]])
    assert remora.sparsemax(np.zeros((3, 0), np.float32)).shape == (3, 0)


# ---- masks ----


def test_a_row_that_is_masked_out_is_0():
    x, dy = PLAIN, np.cos(PLAIN)
    mask = np.random.default_rng(1).random(x.shape) < 0.5
    mask[1, 2] = False
    bias = np.random.default_rng(2).normal(size=(4, 1))
    y = remora.masked_softmax(x, mask, bias, scale=0.25)
    dx = remora.backward("masked_softmax", dy=dy, x=x, y=y, scale=0.25)
    assert not y[1, 2].any() and not dx[1, 2].any() and not y[~mask].any() and not dx[~mask].any()
    np.testing.assert_allclose(y.sum(-1), mask.any(-1), rtol=1e-14)
    value, pull = jax.vjp(lambda x: jax.nn.softmax(x * 0.25 + bias, where=mask), x)
    rest = mask.any(-1)
    np.testing.assert_allclose(y[rest], value[rest], rtol=1e-13)
    np.testing.assert_allclose(dx[rest], pull(dy)[0][rest], rtol=1e-12, atol=1e-15)


def test_what_is_masked_may_be_anything():
    x = np.array([[1, np.nan, np.inf, 1], [-np.inf, 2, np.nan, 2]], np.float32)
    mask = np.array([[1, 0, 0, 1], [0, 1, 0, 1]], np.uint8)
    y = remora.masked_softmax(x, mask)
    np.testing.assert_array_equal(y, mask / 2)
    dy = np.where(mask == 0, np.float32(np.nan), np.float32([1, 2, 3, 5]))
    dx = remora.backward("masked_softmax", dy=dy, x=x, y=y)
    np.testing.assert_array_equal(dx, [[-1, 0, 0, 1], [0, -0.75, 0, 0.75]])


def test_a_bias_of_minus_infinity_masks_too():
    mask = PLAIN > 0
    with np.errstate(divide="ignore"):
        bias = np.log(mask.astype(np.float64))
    assert bits(remora.masked_softmax(PLAIN, bias=bias)) == bits(remora.masked_softmax(PLAIN, mask))


# ---- inputs that may be left out; jit, grad and vmap with them ----

GIVEN = {
    "layer_norm weight bias": ("layer_norm", {"weight": (6,), "bias": (6,)}, {}),
    "layer_norm axes": ("layer_norm", {"weight": (3, 6), "bias": (3, 6)}, {"axes": (0, 2), "eps": 0.25}),
    "layer_norm weight": ("layer_norm", {"weight": (6,)}, {}),
    "layer_norm bias": ("layer_norm", {"bias": (6,)}, {}),
    "rms_norm": ("rms_norm", {"weight": (4, 6)}, {"axes": (1, 2)}),
    "group_norm": ("group_norm", {"weight": (4,), "bias": (4,)}, {"groups": 2}),
    "group_norm bias": ("group_norm", {"bias": (4,)}, {"groups": 4}),
    "instance_norm": ("instance_norm", {"weight": (4,), "bias": (4,)}, {}),
    "masked_softmax": ("masked_softmax", {"mask": (4, 6), "bias": (4, 1)}, {"scale": 0.5}),
    "masked_softmax mask": ("masked_softmax", {"mask": (3, 1, 6)}, {"axes": (0, 2)}),
    "gumbel_softmax": ("gumbel_softmax", {"noise": (4, 6)}, {"tau": 0.5}),
    "softmax": ("softmax", {}, {"axes": (1,)}),
    "normalize": ("normalize", {}, {"axes": (0,)}),
}


def drawn(key, batch=()):
    name, shapes, attrs = GIVEN[key]
    rng = np.random.default_rng(5)
    arrays = {"x": rng.normal(size=(*batch, 3, 4, 6))}
    for slot, shape in shapes.items():
        arrays[slot] = rng.random((*batch, *shape)) < 0.7 if slot == "mask" else rng.normal(size=(*batch, *shape))
    return name, arrays, attrs


def gradients_of(name, dy, arrays, attrs, y):
    found = remora.backward(name, dy=dy, y=y, **arrays, **attrs)
    found = found if isinstance(found, tuple) else (found,)
    slots = [slot.name[1:] for slot in remora.ops()[name].outputs(backward=True) if slot.name[1:] in arrays]
    assert len(slots) == len(found)
    return dict(zip(slots, found))


@pytest.mark.parametrize("key", GIVEN)
def test_gradients_of_all_inputs_are_the_adjoint(key):
    name, arrays, attrs = drawn(key)
    rng, step = np.random.default_rng(6), 1e-6
    in_order = [arrays.get(slot.name) for slot in remora.ops()[name].inputs()]
    y = remora.forward(name, *in_order, **attrs)
    g = rng.uniform(-1, 1, y.shape)
    for slot, dx in gradients_of(name, g, arrays, attrs, y).items():
        v = rng.uniform(-1, 1, dx.shape)
        ahead, behind = (
            remora.forward(
                name,
                *[None if x is None else x + sign * step * v if x is arrays[slot] else x for x in in_order],
                **attrs,
            )
            for sign in (1, -1)
        )
        assert dx.shape == arrays[slot].shape
        left, right = np.sum(g * (ahead - behind) / (2 * step)), np.sum(dx * v)
        assert abs(left - right) <= 1e-7 * max(1, abs(left))


def with_gradient(name, arrays, attrs):
    """A function of the arrays in order of slots: y and the gradients there are."""
    made = {slot.name for slot in remora.ops()[name].outputs(backward=True)}
    slots = [slot for slot in arrays if "d" + slot in made]

    def function(values):
        rest = {slot: v for slot, v in values.items() if slot not in slots}
        call = lambda floats: getattr(remora.jax, name)(**{**rest, **floats}, **attrs)  # noqa: E731
        y, pull = jax.vjp(call, {slot: values[slot] for slot in slots})
        return y, pull(jnp.cos(y))[0]

    return function


@pytest.mark.parametrize("key", GIVEN)
def test_jax_with_all_inputs(key):
    """jit and grad have Remora's bits, and a batch those of single calls."""
    name, arrays, attrs = drawn(key)
    y, dxs = jax.jit(with_gradient(name, arrays, attrs))(arrays)
    assert bits(y) == bits(remora.forward(name, *[arrays.get(s.name) for s in remora.ops()[name].inputs()], **attrs))
    expected = gradients_of(name, np.asarray(jnp.cos(y)), arrays, attrs, np.asarray(y))
    for slot, dx in dxs.items():
        assert bits(dx) == bits(expected[slot])
    _, many, _ = drawn(key, (5,))
    y, dxs = jax.jit(jax.vmap(with_gradient(name, arrays, attrs)))(many)
    for row in range(5):
        one, gradients = jax.jit(with_gradient(name, arrays, attrs))({slot: v[row] for slot, v in many.items()})
        assert bits(y[row]) == bits(one)
        assert {slot: bits(v) for slot, v in gradients.items()} == {slot: bits(v[row]) for slot, v in dxs.items()}


def test_further_outputs_by_name():
    results = remora.layer_norm(PLAIN, mean=True, rstd=True)
    for words in ({"mean": True}, {"rstd": True}, {"mean": True, "rstd": True}):
        found = remora.jax.layer_norm(PLAIN, **words)
        expected = [results[0], *[results[i] for i, slot in ((1, "mean"), (2, "rstd")) if slot in words]]
        assert [bits(v) for v in found] == [bits(v) for v in expected]
        dx = jax.grad(lambda x, words=words: (remora.jax.layer_norm(x, **words)[0] ** 2).sum())(PLAIN)
        assert bits(dx) == bits(remora.backward("layer_norm", dy=np.asarray(2 * found[0]), x=PLAIN))
    mean, rstd = results[1:]
    np.testing.assert_allclose(mean, PLAIN.mean(-1), rtol=1e-13, atol=1e-15)
    np.testing.assert_allclose(rstd, 1 / np.sqrt(PLAIN.var(-1) + 1e-5), rtol=1e-13)
    saved = remora.backward("layer_norm", dy=np.cos(PLAIN), x=PLAIN, mean=mean, rstd=rstd)
    np.testing.assert_allclose(saved, remora.backward("layer_norm", dy=np.cos(PLAIN), x=PLAIN), rtol=1e-11, atol=1e-13)


@pytest.mark.parametrize(
    "call, text",
    [
        (lambda: remora.group_norm(PLAIN, groups=3), "3 does not divide the 4 channels"),
        (lambda: remora.group_norm(PLAIN[0, 0]), "rank 2 or more"),
        (lambda: remora.layer_norm(PLAIN, np.ones(5)), "weight"),
        (lambda: remora.layer_norm(PLAIN, axes=3), "axis 3 is out of range for rank 3"),
        (lambda: remora.softmax(np.arange(3)), "x"),
        (lambda: remora.masked_softmax(PLAIN, PLAIN), "mask"),
    ],
)
def test_what_is_refused(call, text):
    with pytest.raises(remora.Error, match=text):
        call()


def test_inputs_that_stand_behind_outputs_need_no_name():
    """Running statistics come after the results in the table."""
    x, w, b = (np.random.default_rng(2).random(shape, np.float32) for shape in ((4, 3, 5), (3,), (3,)))
    running = np.zeros(3, np.float32), np.ones(3, np.float32)
    plain = remora.batch_norm(x, w, b, *running, next_mean=True, next_var=True)
    named = remora.batch_norm(
        x, weight=w, bias=b, running_mean=running[0], running_var=running[1], next_mean=True, next_var=True
    )
    assert len(plain) == 3 and [bits(y) for y in plain] == [bits(y) for y in named]
