"""Integers and bool: dtypes of NumPy and JAX, casts, conditions, ops without a gradient."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import remora
import remora.jax

DTYPES = ["bool", "uint8", "int8", "int16", "int32", "uint32", "int64"]


@pytest.mark.parametrize("dtype", DTYPES)
def test_arithmetic_is_numpys(dtype):
    rng = np.random.default_rng(3)
    a, b = rng.integers(-(2**62), 2**62, (2, 5, 40)).astype(dtype)
    for name, numpys in [("add", np.add), ("mul", np.multiply), ("maximum", np.maximum), ("bitwise_xor", np.bitwise_xor)]:
        y = remora.forward(name, a, b.T.copy().T)
        assert y.dtype == a.dtype
        np.testing.assert_array_equal(y, numpys(a, b))
    if dtype != "bool":
        with np.errstate(divide="ignore"):
            np.testing.assert_array_equal(remora.floor_divide(a, b), np.floor_divide(a, b))
            np.testing.assert_array_equal(remora.remainder(a, b), np.remainder(a, b))
    for name, numpys in [("lt", np.less), ("eq", np.equal), ("logical_and", np.logical_and)]:
        y = remora.forward(name, a, b)
        assert y.dtype == np.bool_
        np.testing.assert_array_equal(y, numpys(a, b))


@pytest.mark.parametrize("dtype", DTYPES)
def test_casts_saturate(dtype):
    x = np.array([0, -0.0, 0.9, -1.5, 127.9, 300, -1e30, 1e30, np.inf, -np.inf, np.nan])
    y = remora.cast(x, y=dtype)
    assert y.dtype == dtype
    if dtype == "bool":
        np.testing.assert_array_equal(y, x != 0)
        return
    limits = np.iinfo(dtype)
    expected = [0 if v != v else limits.min if v <= limits.min else limits.max if v >= limits.max else int(v) for v in x]
    assert y.tolist() == expected
    np.testing.assert_array_equal(remora.cast(y, y="f32"), y.astype(np.float32))


def test_mixed_numbers_are_refused():
    with pytest.raises(remora.Error, match="b: expected an integer dtype as a has, found f32; cast first"):
        remora.add(np.int32([1]), np.float32([1]))
    with pytest.raises(remora.Error, match="integers have no gradient"):
        remora.backward("add", dy=np.int32([1]), a=np.int32([1]), b=np.int32([1]))
    with pytest.raises(remora.Error, match="eq has no gradient"):
        remora.plan("eq.bwd f32[3] f32[3]")


def test_a_condition_chooses_and_has_no_gradient():
    c, a, b = np.array([True, False, True]), np.float32([1, 2, 3]), np.float32([4, 5, 6])
    assert remora.where(c, a, b).tolist() == [1, 5, 3]
    assert remora.where(np.uint8([2, 0, 255]), a, b).tolist() == [1, 5, 3]
    da, db = remora.backward("where", dy=a, c=c)
    assert da.tolist() == [1, 0, 3] and db.tolist() == [0, 2, 0]


def test_jax_differentiates_around_them():
    x = jnp.arange(5.0) - 2

    def chosen(x):
        return remora.jax.where(remora.jax.gt(x, jnp.zeros(())), x * x, -x).sum()

    assert jax.grad(chosen)(x).tolist() == jax.jit(jax.grad(chosen))(x).tolist() == [-1, -1, -1, 2, 4]
    assert jax.grad(lambda x: (remora.jax.cast(x, dtype="int32") + x).sum())(x).tolist() == [1] * 5
    assert remora.jax.add(jnp.int8(100), jnp.int8(100)) == -56
    bits = jax.vmap(lambda a: remora.jax.bitwise_and(a, jnp.int32(6)))(jnp.arange(8, dtype=jnp.int32))
    assert bits.dtype == jnp.int32 and bits.tolist() == [0, 0, 2, 2, 4, 4, 6, 6]
