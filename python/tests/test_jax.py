"""remora.jax: jit, grad and vmap of every op, with the bits that remora itself gives."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from samples import FLOATS, NAMES, gradients, sample

import remora
import remora.jax


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
    function = getattr(remora.jax, name)
    run = jax.jit(lambda *xs: jax.vjp(lambda *xs: function(*xs, **attrs), *xs))
    found, pull = run(*arrays.values())
    assert bits(found) == bits(y) and found.dtype == y.dtype
    dy = np.random.default_rng(1).uniform(-1, 1, y.shape).astype(dtype)
    for dx, expected in zip(pull(dy), gradients(name, dy, arrays, attrs, y)):
        assert bits(dx) == bits(expected)


@pytest.mark.parametrize("name", NAMES)
def test_vmap_is_a_loop(name):
    """A batch changes no bit: the rows of a vmapped call, and of its gradient, are those of single calls."""
    batch = [sample(name, seed=seed)[0] for seed in range(3)]
    attrs = sample(name)[1]
    function = getattr(remora.jax, name)

    def with_gradient(*xs):
        y, pull = jax.vjp(lambda *xs: function(*xs, **attrs), *xs)
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


def test_empty_arrays():
    assert remora.jax.sum(np.zeros((0, 3)), axes=0).tolist() == [0, 0, 0]
    assert remora.jax.cumsum(np.zeros((0, 3))).shape == (0, 3)
    assert jax.grad(lambda x: remora.jax.sum(x))(np.zeros((0, 3))).shape == (0, 3)


def test_one_call_each_way():
    text = jax.jit(jax.grad(lambda x: remora.jax.logsumexp(x, axes=1).sum())).lower(np.ones((3, 4))).as_text()
    assert text.count("custom_call @remora") == 2 or text.count("@remora") == 2
