"""Rows of a table by number: against NumPy's take and add.at, in every dtype of index; what names no row; the order in
which what comes back for a row is added up."""

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest

import remora
import remora.jax

FLOATS = [np.float32, np.float64, np.float16, ml_dtypes.bfloat16]
INDEXES = [np.int32, np.int64, np.uint8, np.int8, np.int16, np.uint32]


def zipf(rng, rows, shape):
    """Small numbers more often, as words of a language are."""
    return np.minimum(rows - 1, np.exp(rng.uniform(0, np.log(rows + 1), shape)).astype(np.int64) - 1)


def added(rows, dy, index, padding=-1):
    """The gradient in f64, and the sum of magnitudes."""
    sums = np.zeros((2, rows, *dy.shape[index.ndim :]))
    there = (index >= 0) & (index < rows) & (index != padding)
    np.add.at(sums[0], index[there], dy[there].astype(np.float64))
    np.add.at(sums[1], index[there], np.abs(dy[there].astype(np.float64)))
    return sums


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("kind", INDEXES)
@pytest.mark.parametrize("row", [(), (1,), (7,), (3, 5)])
def test_rows_are_numpys(dtype, kind, row):
    rng = np.random.default_rng(1)
    weight = rng.normal(size=(100, *row)).astype(dtype)
    index = rng.integers(0, 100, (6, 9)).astype(kind)
    found = remora.embedding(weight, index)
    assert found.dtype == weight.dtype
    assert found.tobytes() == np.take(weight, index, axis=0).tobytes()
    found = remora.embedding(weight[::-1], index.T)
    assert found.tobytes() == np.take(weight[::-1], index.T, axis=0).tobytes()


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(
    "n, rows, row", [(50, 20, (7,)), (5000, 3, (4,)), (3000, 70000, (2,)), (20000, 1000, ()), (40, 9, (3, 5))]
)
def test_gradients_are_numpys(dtype, n, rows, row):
    rng = np.random.default_rng(n)
    dy, index = rng.normal(size=(n, *row)).astype(dtype), zipf(rng, rows, n)
    view = ("f64" if dtype == np.float64 else "f32", (rows, *row))
    found = remora.backward("embedding", dy=dy, index=index, dweight=view)
    exact, size = added(rows, dy, index)
    eps = 2.0**-52 if dtype == np.float64 else 2.0**-23
    depth = 31 + np.ceil(np.log2(n / 32 + 1))
    assert np.all(np.abs(found - exact) <= eps * (np.abs(exact) + 0.5 * depth * size))


def test_what_names_no_row():
    weight = np.arange(12, dtype=np.float32).reshape(4, 3)
    for kind in INDEXES:
        index = np.array([3, 4, 0, 100, np.iinfo(kind).max, np.iinfo(kind).min or 4], kind)
        y = remora.embedding(weight, index)
        assert np.isnan(y[[1, 3, 4, 5]]).all() and (y[[0, 2]] == weight[[3, 0]]).all()
        dweight = remora.backward("embedding", dy=np.ones_like(y), index=index, dweight=("f32", (4, 3)))
        assert (dweight == np.array([1, 0, 0, 1], np.float32)[:, None]).all()
    assert np.isnan(remora.embedding(np.zeros((0, 3), np.float32), np.array([0, -1]))).all()
    assert remora.embedding(weight, np.zeros((2, 0), np.int32)).shape == (2, 0, 3)


def test_the_padding_row_gets_nothing():
    rng = np.random.default_rng(3)
    dy, index = rng.normal(size=(60, 5)), rng.integers(0, 8, 60)
    found = remora.backward("embedding", dy=dy, index=index, dweight=("f64", (8, 5)), padding_idx=2)
    np.testing.assert_allclose(found, added(8, dy, index, 2)[0], rtol=1e-14, atol=1e-14)
    assert not found[2].any()
    assert (remora.embedding(found, index, padding_idx=2) == found[index]).all()


def joined(x):
    """The order of docs/order.md, in f32: 32 one after the other, then chunks by neighbours."""
    chunks = []
    for i in range(0, len(x), 32):
        sum = x[i]
        for value in x[i + 1 : i + 32]:
            sum = np.float32(sum + value)
        chunks.append(sum)
    while len(chunks) > 1:
        pairs = [np.float32(a + b) for a, b in zip(chunks[::2], chunks[1::2])]
        chunks = pairs + chunks[len(pairs) * 2 :]
    return chunks[0] if chunks else np.float32(0)


@pytest.mark.parametrize("n", [1, 31, 32, 33, 64, 65, 97, 500, 513, 2000, 5000])
def test_the_order_of_sums(n):
    rng = np.random.default_rng(n)
    dy, index = rng.normal(size=n).astype(np.float32), rng.choice([0, 0, 0, 0, 1, 2], n)
    expected = np.array([joined(dy[index == row]) for row in range(4)], np.float32)
    found = remora.backward("embedding", dy=dy, index=index, dweight=("f32", (4,)))
    assert found.tobytes() == expected.tobytes()


def test_accumulating():
    rng = np.random.default_rng(5)
    dy, index = rng.normal(size=(40, 3)).astype(np.float32), rng.integers(0, 6, 40)
    old = rng.normal(size=(10, 3)).astype(np.float32)
    old[8] = -0.0
    plan = remora.plan("embedding.bwd f32[10,3] i64[40] dy:f32 +dweight")
    found = old.copy()
    plan.run(dy, index, out=found)
    alone = remora.backward("embedding", dy=dy, index=index, dweight=("f32", (10, 3)))
    assert found[:6].tobytes() == (old + alone)[:6].tobytes()
    assert found[6:].tobytes() == old[6:].tobytes()  # nobody names them


def test_jaxs_gradient():
    rng = np.random.default_rng(7)
    weight, index = jnp.asarray(rng.normal(size=(20, 4))), jnp.asarray(rng.integers(0, 20, (6, 7)))
    target = jnp.asarray(rng.normal(size=(6, 7, 4)))
    ours = jax.jit(jax.grad(lambda w: jnp.sum((remora.jax.embedding(w, index) - target) ** 2)))(weight)
    theirs = jax.grad(lambda w: jnp.sum((jnp.take(w, index, axis=0) - target) ** 2))(weight)
    np.testing.assert_allclose(ours, theirs, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(
    "words, says",
    [
        ({"index": np.zeros(3, np.float32)}, "index"),
        ({"index": np.zeros((1,) * 8, np.int32)}, "8"),
        ({"weight": np.zeros((), np.float32)}, "rank 1 or more"),
        ({"padding_idx": 5}, "padding_idx"),
    ],
)
def test_refusals(words, says):
    call = {"weight": np.zeros((5, 2), np.float32), "index": np.zeros(3, np.int32), **words}
    with pytest.raises(remora.Error, match=says):
        remora.embedding(call.pop("weight"), call.pop("index"), **call)
    with pytest.raises(remora.Error, match="dweight"):
        remora.backward("embedding", dy=np.zeros((3, 2), np.float32), index=np.zeros(3, np.int32))
