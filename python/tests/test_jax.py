"""remora.jax: jit, grad and vmap of every op, with the bits that remora itself gives."""

import math
import os
import shutil
import struct
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from samples import FLOATS, NAMES, gradients, sample, varying

import remora
import remora.jax
from remora import _xla


def bits(x):
    return np.asarray(x).tobytes()


@pytest.mark.parametrize("name", [name for name in FLOATS if name not in NAMES])
def test_jit_of_ops_without_a_gradient_has_remoras_bits(name):
    arrays, attrs = sample(name)
    y = jax.jit(lambda *xs: getattr(remora.jax, name)(*xs, **attrs))(*arrays.values())
    assert bits(y) == bits(remora.forward(name, *arrays.values(), **attrs))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", NAMES)
def test_jit_and_grad_have_remoras_bits(name, dtype):
    arrays, attrs = sample(name, dtype=dtype)
    y = remora.forward(name, *arrays.values(), **attrs)
    function, vary = getattr(remora.jax, name), varying(name, arrays)
    run = jax.jit(lambda xs: jax.vjp(lambda *vs: function(**{**xs, **dict(zip(vary, vs))}, **attrs), *[xs[v] for v in vary]))
    found, pull = run(arrays)
    assert bits(found) == bits(y) and found.dtype == y.dtype
    dy = np.random.default_rng(1).uniform(-1, 1, y.shape).astype(dtype)
    for dx, expected in zip(pull(dy), gradients(name, dy, arrays, attrs, y)):
        assert bits(dx) == bits(expected)


@pytest.mark.parametrize("name", NAMES)
def test_vmap_is_a_loop(name):
    """A batch changes no bit: the rows of a vmapped call, and of its gradient, are those of single calls."""
    batch = [sample(name, seed=seed)[0] for seed in range(3)]
    attrs = sample(name)[1]
    function, slots = getattr(remora.jax, name), list(batch[0])
    vary = varying(name, slots)

    def with_gradient(*xs):
        given = dict(zip(slots, xs))
        y, pull = jax.vjp(lambda *vs: function(**{**given, **dict(zip(vary, vs))}, **attrs), *[given[v] for v in vary])
        return y, pull(jnp.cos(y))

    stacked = [np.stack([arrays[slot] for arrays in batch], axis=1) for slot in batch[0]]
    y, dxs = jax.jit(jax.vmap(with_gradient, in_axes=1))(*stacked)
    for row, arrays in enumerate(batch):
        expected_y, expected_dxs = jax.jit(with_gradient)(*arrays.values())
        assert bits(y[row]) == bits(expected_y)
        for dx, expected in zip(dxs, expected_dxs):
            assert bits(dx[row]) == bits(expected)


def test_vmap_broadcasts_what_is_not_mapped():
    a, b = np.random.default_rng(0).normal(size=(2, 5, 4))
    y = jax.vmap(lambda a, b: remora.jax.lerp(a, b, weight=0.3), in_axes=(0, None))(a, b[0])
    assert bits(y) == bits(remora.lerp(a, b[0], weight=0.3))
    da, db = jax.vmap(
        jax.grad(lambda a, b: remora.jax.lerp(a, b, weight=0.3).sum(), argnums=(0, 1)), in_axes=(None, 0)
    )(a, b)
    assert da.shape == (5, 5, 4) and db.shape == (5, 4)
    scalars = jax.vmap(lambda s: remora.jax.cumsum(s) + remora.jax.sum(s))(b[0])
    assert np.allclose(scalars, 2 * b[0])
    assert jax.vmap(jax.vmap(lambda s: remora.jax.max(s, index=True)[1]))(a).shape == (5, 4)


NESTED = {
    "layer_norm": lambda x: remora.jax.layer_norm(x, jnp.arange(4.0), jnp.ones(4)),
    "mse_loss": lambda x: remora.jax.mse_loss(x, jnp.ones((5, 4))),
    "embedding": lambda x: remora.jax.embedding(x, jnp.asarray([[1, 0], [4, 4]])),
}


@pytest.mark.parametrize("name", NESTED)
def test_vmap_of_vmap_where_a_batch_is_a_loop(name):
    def with_gradient(x):
        y, pull = jax.vjp(NESTED[name], x)
        return y, pull(jnp.cos(y))[0]

    x = np.random.default_rng(0).normal(size=(2, 3, 5, 4))
    found = jax.jit(jax.vmap(jax.vmap(with_gradient)))(x)
    for i in range(2):
        for k in range(3):
            for one, other in zip(found, jax.jit(with_gradient)(x[i, k])):
                assert bits(one[i, k]) == bits(other)


def test_indices_and_means_come_without_gradient():
    x = np.random.default_rng(0).normal(size=(3, 7))
    y, index = remora.jax.cummax(x, index=True, ties="last")
    assert bits(y) == bits(np.maximum.accumulate(x, 1)) and index.dtype == jnp.int64
    dx = jax.grad(lambda x: remora.jax.cummax(x, index=True)[0].sum())(x)
    assert bits(dx) == bits(remora.backward("cummax", dy=np.ones_like(x), x=x))
    y, mean = remora.jax.var(x, axes=1, mean=True)
    assert np.allclose(mean, x.mean(1)) and np.allclose(y, x.var(1, ddof=1))


def test_a_narrow_input_and_a_wide_result():
    x = jnp.ones((3, 4), jnp.bfloat16)
    assert remora.jax.sum(x, dtype=jnp.float32).dtype == jnp.float32
    assert jax.grad(lambda x: remora.jax.sum(x, dtype=jnp.float32))(x).dtype == jnp.bfloat16


def test_a_gradient_that_there_is_not_is_refused_where_it_is_wanted():
    x, bias = np.ones((3, 4)), np.zeros(4)
    loss = lambda x, bias: remora.jax.masked_softmax(x, None, bias).sum()  # noqa: E731
    assert jax.grad(loss)(x, bias).shape == x.shape
    assert jax.jit(jax.grad(lambda both: loss(both[0], jax.lax.stop_gradient(both[1]))))((x, bias))[1].tolist() == [0] * 4
    with pytest.raises(NotImplementedError, match="masked_softmax has no gradient of bias; pass jax.lax.stop_gradient"):
        jax.grad(loss, argnums=1)(x, bias)


def test_what_is_refused():
    x = np.ones((3, 4))
    with pytest.raises(NotImplementedError, match="second derivatives"):
        jax.grad(lambda x: jax.grad(lambda x: remora.jax.logsumexp(x))(x).sum())(x)
    with pytest.raises(remora.Error, match="axis 5 is out of range"):
        remora.jax.sum(x, axes=5)
    with pytest.raises(TypeError, match="nosuch"):
        remora.jax.sum(x, nosuch=1)
    with pytest.raises(TypeError, match="uint16"):
        remora.jax.sum(x.astype(np.uint16))


@pytest.mark.parametrize(
    "name, attrs, text",
    [
        ("sum", {"axes": 0.9}, "axes: expected integers, found another object"),
        ("sum", {"axes": [0.9]}, "axes: expected integers, found another object"),
        ("cumsum", {"axis": "a"}, "axis: expected an integer, found another object"),
        ("sum", {"keepdim": 0.5}, "keepdim: expected an integer, found another object"),
    ],
)
def test_what_is_no_integer_is_refused_in_the_librarys_words(name, attrs, text):
    for function in (getattr(remora.jax, name), getattr(remora, name)):
        with pytest.raises(remora.Error) as caught:
            function(np.ones((3, 4)), **attrs)
        assert str(caught.value) == text and caught.value.status == "REM_INVALID"
    with pytest.raises(TypeError, match="integer"):
        remora.jax.sum(np.ones((3, 4)), axes=iter([0.9]))


# ---- attributes on their way through XLA ----


def pads(value):
    return np.asarray(remora.jax.pad(np.ones(2), low=1, high=0, value=value))[0]


def test_reals_are_told_apart_by_their_bits():
    for value in (0.0, -0.0, 1, 0.1, 5e-324, -math.inf, 0.0, -0.0):
        assert bits(pads(value)) == bits(np.float64(value))
    assert math.isnan(pads(math.nan))
    before = _xla._differentiable.cache_info().misses
    for value in (math.nan, float("nan"), np.float32("nan")):
        pads(value)
    assert _xla._differentiable.cache_info().misses == before


COMMA = """
import locale
import numpy
import remora.jax
locale.setlocale(locale.LC_NUMERIC, "de_DE.UTF-8")
assert locale.localeconv()["decimal_point"] == ","
y = remora.jax.pad(numpy.ones(2, numpy.float32), low=1, high=0, value=0.3)
assert y.tolist() == [numpy.float32(0.3), 1, 1], y
"""


def test_reals_reach_the_library_in_every_locale(tmp_path):
    """The process whose decimal point is a comma has a locale of its own: hosts of tests have none such."""
    text = jax.jit(lambda x: remora.jax.pad(x, low=1, high=0, value=0.3)).lower(np.ones(2)).as_text()
    assert "value=r:" + struct.pack(">d", 0.3).hex() in text
    make = ["localedef", "-i", "de_DE", "-f", "UTF-8", str(tmp_path / "de_DE.UTF-8")]
    if not shutil.which("localedef") or subprocess.run(make, capture_output=True).returncode:
        pytest.skip("no locale can be made here")
    environment = {**os.environ, "LOCPATH": str(tmp_path)}
    subprocess.run([sys.executable, "-c", COMMA], check=True, timeout=120, env=environment)


@pytest.mark.parametrize(
    "words, what",
    [
        ("axis=i:0x", "number"),
        ("axis=i:", "number"),
        ("axis=i:0,0", "number"),
        ("axis=i:99999999999999999999", "number"),
        ("eps=r:0x1.33p-2", "number"),
        ("eps=r:3fd333333333333", "number"),
        ("axes=I:0,", "list"),
        ("axes=I:0;1", "list"),
        ("axes=I:0,1,2,3,4,5,6,7,8", "list"),
        ("values=R:3fd3333333333333,3", "list"),
        ("axis", "attribute"),
    ],
)
def test_a_text_that_ends_badly_is_refused(words, what):
    slots = "".join({"input": "i", "output": "o"}[slot.role] for slot in remora.ops()["exp"].forward)
    call = jax.ffi.ffi_call("remora", jax.ShapeDtypeStruct((2,), np.float32))
    assert call(np.zeros(2, np.float32), call=f"exp 0 {slots}").tolist() == [1, 1]
    with pytest.raises(jax.errors.JaxRuntimeError, match=f"XLA's call: an? {what} cannot be read"):
        call(np.zeros(2, np.float32), call=f"exp 0 {slots} {words}").block_until_ready()


def test_empty_arrays():
    assert remora.jax.sum(np.zeros((0, 3)), axes=0).tolist() == [0, 0, 0]
    assert remora.jax.cumsum(np.zeros((0, 3))).shape == (0, 3)
    assert jax.grad(lambda x: remora.jax.sum(x))(np.zeros((0, 3))).shape == (0, 3)


def test_one_call_each_way():
    text = jax.jit(jax.grad(lambda x: remora.jax.logsumexp(x, axes=1).sum())).lower(np.ones((3, 4))).as_text()
    assert text.count("custom_call @remora") == 2 or text.count("@remora") == 2
