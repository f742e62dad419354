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


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("axes", [None, (0,), (1,), (0, 2)])
def test_reductions_are_numpys(dtype, axes):
    rng = np.random.default_rng(5)
    x = rng.integers(-(2**62), 2**62, (3, 150, 7)).astype(dtype)
    for array in (x, np.ascontiguousarray(x.T).T, x[:, ::-1]):
        for name, numpys in [("sum", np.sum), ("prod", np.prod)]:
            y = remora.forward(name, array, axes=axes)
            assert y.dtype == np.int64
            np.testing.assert_array_equal(y, numpys(array, axis=axes, dtype=np.int64))
        for name, numpys in [("max", np.max), ("min", np.min)]:
            y = remora.forward(name, array, axes=axes)
            assert y.dtype == array.dtype
            np.testing.assert_array_equal(y, numpys(array, axis=axes))
        check_questions(array, axes)


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
@pytest.mark.parametrize("axes", [None, (0,), (1,), (0, 2)])
def test_questions_of_floats_are_numpys(dtype, axes):
    rng = np.random.default_rng(6)
    x = rng.integers(-3, 4, (3, 150, 7)).astype(dtype) * dtype_like(dtype, -0.5)
    check_questions(x, axes)
    x[1, 77, 3] = np.nan
    x[2, 5] = [0, np.inf, -np.inf, np.nan, -0.0, 0, np.nan]
    check_questions(x, axes)


def dtype_like(dtype, value):
    return np.dtype(dtype).type(value)


def flattened(x, axes):
    """x with the reduced axes as one line, the last."""
    axes = tuple(range(x.ndim)) if axes is None else axes
    kept = [i for i in range(x.ndim) if i not in axes]
    return np.transpose(x, kept + list(axes)).reshape([x.shape[i] for i in kept] + [-1])


def check_questions(x, axes):
    line = flattened(x, axes)
    for name, numpys in [("any", np.any), ("all", np.all), ("count_nonzero", np.count_nonzero)]:
        y = remora.forward(name, x, axes=axes)
        assert y.dtype == (np.int64 if name == "count_nonzero" else np.bool_)
        np.testing.assert_array_equal(y, numpys(line, axis=-1))
    for name, numpys in [("argmax", np.argmax), ("argmin", np.argmin)]:
        y = remora.forward(name, x, axes=axes)
        assert y.dtype == np.int64
        np.testing.assert_array_equal(y, numpys(line, axis=-1))


def test_reductions_of_integers_have_no_gradient():
    with pytest.raises(remora.Error, match="dy: expected dtype f32, f64, f16 or bf16, found i64; integers have no gradient"):
        remora.backward("sum", dy=np.int64(1), x=np.int32([1, 2]))
    with pytest.raises(remora.Error, match="argmax has no gradient"):
        remora.plan("argmax.bwd f32[3]")
    with pytest.raises(remora.Error, match="argmax of no elements has no value"):
        remora.argmax(np.zeros((0, 3), np.float32), axes=[0])
    with pytest.raises(remora.Error, match="x: expected dtype f32, f64, f16 or bf16, found u8"):
        remora.mean(np.uint8([1, 2]))


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
