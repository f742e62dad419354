"""Steps of optimizers beside PyTorch's formulas, written out in NumPy, over several steps of training."""

import ml_dtypes
import numpy as np
import pytest

import remora

RNG = np.random.default_rng(18)
LR = 0.03


def _state(dtype, n=1000):
    param, grad = (RNG.standard_normal(n).astype(dtype) for _ in range(2))
    return param, grad, np.zeros(n, dtype), np.zeros(n, dtype)


def _number(value, dtype):
    return np.array(value, dtype)


def _decayed(param, grad, decay, apart):
    """The parameter and the gradient, one of which decays."""
    return (param * (1 - LR * decay), grad) if apart else (param, grad + decay * param)


def _adam(param, grad, m, v, step, decay, apart, betas=(0.9, 0.999), eps=1e-8):
    param, grad = _decayed(param, grad, decay, apart)
    m = betas[0] * m + (1 - betas[0]) * grad
    v = betas[1] * v + (1 - betas[1]) * grad**2
    root = np.sqrt(v) / np.sqrt(1 - betas[1] ** step)
    return param - LR / (1 - betas[0] ** step) * m / (root + eps), m, v


def _close(found, expected, dtype):
    rtol = 1e-12 if dtype == np.float64 else 3e-6
    for a, b in zip(found, expected):
        np.testing.assert_allclose(a, b, rtol=rtol, atol=rtol)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", ["adam", "adamw"])
@pytest.mark.parametrize("decay", [0.0, 0.1])
def test_adam(name, dtype, decay):
    param, grad, m, v = _state(dtype)
    wide = [x.astype(np.longdouble) for x in (param, m, v)]
    for step in range(1, 8):
        param, m, v = remora.forward(
            name, param, grad, m, v, _number(LR, dtype), _number(step, np.int64), weight_decay=decay
        )[:3]
        lr = np.longdouble(_number(LR, dtype))
        wide = list(_adam(wide[0], grad.astype(np.longdouble), wide[1], wide[2], step, decay, name == "adamw"))
        assert abs(float(lr) - LR) < 1e-8
        _close((param, m, v), wide, dtype)


def test_bias_correction_at_any_step():
    """1 - beta^step to a few ulp: a gradient of 1 with zero moments moves by lr at the first step, exactly known later."""
    one, zero = np.ones(1, np.float32), np.zeros(1, np.float32)
    for step in (1, 2, 10, 1000, 10**6, 10**9):
        moved = remora.forward("adam", zero, one, zero, zero, _number(1, np.float32), _number(step, np.int64), eps=0.0)[0]
        wide = np.longdouble(0.1) / -np.expm1(step * np.log1p(np.longdouble(0.9) - 1))
        wide /= np.sqrt(np.longdouble(1 - 0.999) / -np.expm1(step * np.log1p(np.longdouble(0.999) - 1)))
        np.testing.assert_allclose(moved, [-float(wide)], rtol=1e-6)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("momentum, dampening, nesterov", [(0, 0, 0), (0.9, 0, 0), (0.9, 0.25, 0), (0.9, 0, 1)])
def test_sgd(dtype, momentum, dampening, nesterov):
    param, grad, buf, _ = _state(dtype)
    buf[:] = 7  # what PyTorch's first step does not read
    wide, kept = param.astype(np.longdouble), None
    words = dict(momentum=momentum, dampening=dampening, nesterov=nesterov, weight_decay=0.1)
    for step in range(1, 6):
        numbers = _number(LR, dtype), _number(step, np.int32)
        if momentum:
            param, buf = remora.forward("sgd", param, grad, buf, *numbers, buf_out=True, **words)
        else:
            param = remora.forward("sgd", param, grad, None, *numbers, **words)
        g = grad + 0.1 * wide
        if momentum:
            kept = g if kept is None else momentum * kept + (1 - dampening) * g
            g = g + momentum * kept if nesterov else kept
        wide = wide - LR * g
        _close((param,), (wide,), dtype)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_lion(dtype):
    param, grad, m, _ = _state(dtype)
    wide, kept = param.astype(np.longdouble), m.astype(np.longdouble)
    for _ in range(5):
        param, m = remora.forward("lion", param, grad, m, _number(LR, dtype), weight_decay=0.1)
        wide = wide * (1 - LR * 0.1) - LR * np.sign(0.9 * kept + (1 - 0.9) * grad)
        kept = 0.99 * kept + (1 - 0.99) * grad
        _close((param, m), (wide, kept), dtype)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_lamb(dtype):
    param, grad, m, v = _state(dtype)
    wide = [x.astype(np.longdouble) for x in (param, m, v)]
    for step in range(1, 5):
        update, m, v = remora.forward("lamb_update", param, grad, m, v, _number(step, np.int64), weight_decay=0.1)
        norms = [remora.forward("norm2", x) for x in (param, update)]
        param = remora.forward("lamb_apply", param, update, _number(LR, dtype), *norms)
        p, wm, wv = wide
        wm, wv = 0.9 * wm + (1 - 0.9) * grad, 0.999 * wv + (1 - 0.999) * grad.astype(np.longdouble) ** 2
        u = wm / (1 - 0.9**step) / (np.sqrt(wv / (1 - 0.999**step)) + 1e-6) + 0.1 * p
        wide = [p - LR * np.linalg.norm(p.astype(float)) / np.linalg.norm(u.astype(float)) * u, wm, wv]
        _close((param, m, v), wide, dtype)


@pytest.mark.parametrize("norms", [(0, 2), (2, 0), (0, 0)])
def test_lamb_without_a_norm(norms):
    param, update = np.array([1, 2], np.float32), np.array([4, 8], np.float32)
    found = remora.forward("lamb_apply", param, update, *[np.float32(x) for x in (0.25, *norms)])
    np.testing.assert_array_equal(found, param - 0.25 * update)


def test_clipping():
    """As clip_grad_norm_: the norm of norms, and a scale of 1 at most."""
    grads = [RNG.standard_normal(n).astype(np.float32) for n in (3, 1000, 17)]
    norms = np.array([remora.forward("norm2", g) for g in grads], np.float32)
    total = remora.forward("norm2", norms)
    np.testing.assert_allclose(total, np.linalg.norm(np.concatenate(grads)), rtol=1e-6)
    for most in (1.0, 100.0):
        scale = remora.forward("clip_scale", total, max_norm=most)
        np.testing.assert_allclose(scale, min(1, most / (float(total) + 1e-6)), rtol=1e-6)
    param, grad, m, v = _state(np.float32)
    numbers = _number(LR, np.float32), _number(3, np.int64)
    scaled = remora.forward("adamw", param, grad, m, v, *numbers, _number(0.25, np.float32))
    plain = remora.forward("adamw", param, grad * np.float32(0.25), m, v, *numbers)
    for a, b in zip(scaled, plain):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("half", [ml_dtypes.bfloat16, np.float16])
def test_half_precision_beside_master_weights(half):
    param, grad, m, v = _state(np.float32)
    numbers = _number(LR, np.float32), _number(1, np.int64)
    narrow = grad.astype(half)
    outs = [np.empty_like(param) for _ in range(3)] + [np.empty_like(narrow)]
    remora.forward("adamw", param, narrow, m, v, *numbers, out=tuple(outs))
    alone = remora.forward("adamw", param, narrow.astype(np.float32), m, v, *numbers)
    for a, b in zip(outs, alone):
        np.testing.assert_array_equal(a, b)
    np.testing.assert_array_equal(outs[3], outs[0].astype(half))


def test_in_place():
    param, grad, m, v = _state(np.float32)
    numbers = _number(LR, np.float32), _number(1, np.int64)
    alone = remora.forward("adam", param, grad, m, v, *numbers, weight_decay=0.5)
    remora.forward("adam", param, grad, m, v, *numbers, weight_decay=0.5, out=(param, m, v))
    for a, b in zip((param, m, v), alone):
        np.testing.assert_array_equal(a, b)
