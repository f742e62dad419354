"""What ops should give, in textbook formulas: on NumPy for values, on JAX for gradients by jax.vjp; in f64. The first
argument of each is the library, the others are as in Remora."""

import jax
import jax.numpy as jnp
import numpy as np
from samples import NAMES

import remora


def _row(function):
    def oracle(xp, x, axes=None, keepdim=0, **rest):
        return function(xp, x, axis=None if axes is None else tuple(axes), keepdims=bool(keepdim), **rest)

    return oracle


def _plain(name):
    return _row(lambda xp, x, **words: getattr(xp, name)(x, **words))


def _norm2(xp, x, **words):
    return xp.sqrt(xp.sum(x * x, **words))


def _logsumexp(xp, x, axis, keepdims):
    most = xp.max(x, axis=axis, keepdims=True)
    most = most if xp is np else jax.lax.stop_gradient(most)
    y = most + xp.log(xp.sum(xp.exp(x - most), axis=axis, keepdims=True))
    return y if keepdims else y.reshape(xp.sum(x, axis=axis).shape)


def _spread(name):
    def oracle(xp, x, axes=None, keepdim=0, correction=1):
        return getattr(xp, name)(x, axis=None if axes is None else tuple(axes), keepdims=bool(keepdim), ddof=correction)

    return oracle


def _scan(on_numpy, on_jax, identity=None):
    def oracle(xp, x, axis=-1, reverse=0, exclusive=0):
        if x.ndim == 0:
            return oracle(xp, x.reshape(1), 0, reverse, exclusive).reshape(())
        x = xp.flip(x, axis) if reverse else x
        y = on_numpy(x, axis=axis) if xp is np else on_jax(x, axis=axis % x.ndim)
        if exclusive:
            n = y.shape[axis]
            first = xp.full_like(xp.take(y, np.arange(min(1, n)), axis), identity)
            y = xp.concatenate([first, xp.take(y, np.arange(max(n - 1, 0)), axis)], axis)
        return xp.flip(y, axis) if reverse else y

    return oracle


def _linrec(xp, a, b, init=None, axis=-1, reverse=0):
    a, b = xp.moveaxis(a, axis, 0), xp.moveaxis(b, axis, 0)
    order = range(a.shape[0])
    y, rows = xp.zeros(a.shape[1:]) if init is None else init, {}
    for i in reversed(order) if reverse else order:
        y = a[i] * y + b[i]
        rows[i] = y
    return xp.moveaxis(xp.stack([rows[i] for i in order]), 0, axis)


def _nextafter(xp, a, b):
    """JAX has no rule for it: nothing flows back."""
    return xp.nextafter(a, b) if xp is np else jnp.nextafter(*map(jax.lax.stop_gradient, (a, b)))


def _pad(xp, x, mode="constant", low=(), high=(), value=0.0):
    mode = {"replicate": "edge", "circular": "wrap"}.get(mode, mode)
    words = {"constant_values": value} if mode == "constant" else {}
    return xp.pad(x, list(zip(low, high)), mode=mode, **words) if x.ndim else x


def _softmax(of, last=lambda xp, y: y):
    """Softmax of what `of` makes of the inputs."""

    def oracle(xp, *arrays, axes=None, **words):
        z = of(*arrays, **words)
        if axes == ():  # JAX takes that for all axes
            return last(xp, xp.exp(0 * z))
        axes = (tuple(axes) if axes is not None else -1) if z.ndim else None
        most = xp.max(z, axis=axes, keepdims=True)
        parts = xp.exp(z - (most if xp is np else jax.lax.stop_gradient(most)))
        return last(xp, parts / xp.sum(parts, axis=axes, keepdims=True))

    return oracle


def _rows(function, eps):
    """Of rows and of what weight and bias are next to them."""

    def oracle(xp, x, *params, axes=None, eps=eps):
        own = [x.ndim - 1] * (x.ndim > 0) if axes is None else sorted(axes)
        params = [p.reshape([extent if i in own else 1 for i, extent in enumerate(x.shape)]) for p in params]
        return function(xp, x, tuple(own), eps, *params)

    return oracle


def _mean(xp, x, axes):
    return xp.mean(x, axis=axes, keepdims=True) if axes else x


def _layer_norm(xp, x, axes, eps, weight=1.0, bias=0.0):
    x = x - _mean(xp, x, axes)
    return x / xp.sqrt(_mean(xp, x * x, axes) + eps) * weight + bias


def _rms_norm(xp, x, axes, eps, weight=1.0):
    return x / xp.sqrt(_mean(xp, x * x, axes) + eps) * weight


def _normalize(xp, x, axes, eps):
    n = np.prod([x.shape[axis] for axis in axes])
    return x / xp.maximum(xp.sqrt(n * _mean(xp, x * x, axes)), eps)


def _channels(xp, x, weight=1.0, bias=0.0, groups=None, eps=1e-5):
    rows = x.reshape(x.shape[0], groups or x.shape[1], -1)
    params = [p if np.ndim(p) == 0 else p.reshape(-1, *[1] * (x.ndim - 2)) for p in (weight, bias)]
    return _layer_norm(xp, rows, (2,), eps).reshape(x.shape) * params[0] + params[1]


ORACLES = {
    "softmax": _softmax(lambda x: x),
    "softmin": _softmax(lambda x: -x),
    "log_softmax": _softmax(lambda x: x, lambda xp, y: xp.log(y)),
    "gumbel_softmax": _softmax(lambda x, noise, tau=1.0: (x + noise) / tau),
    "masked_softmax": _softmax(lambda x, scale=1.0: x * scale),
    "layer_norm": _rows(_layer_norm, 1e-5),
    "rms_norm": _rows(_rms_norm, 1e-6),
    "normalize": _rows(_normalize, 1e-12),
    "group_norm": lambda xp, *arrays, groups=1, **words: _channels(xp, *arrays, groups=groups, **words),
    "instance_norm": _channels,
    "lerp": lambda xp, a, b, w=None, weight=None: a + (weight if w is None else w) * (b - a),
    "sum": _plain("sum"),
    "mean": _plain("mean"),
    "max": _plain("max"),
    "min": _plain("min"),
    "prod": _plain("prod"),
    "norm2": _row(_norm2),
    "logsumexp": _row(_logsumexp),
    "var": _spread("var"),
    "std": _spread("std"),
    "cumsum": _scan(np.cumsum, jnp.cumsum, 0),
    "cumprod": _scan(np.cumprod, jnp.cumprod, 1),
    "logcumsumexp": _scan(np.logaddexp.accumulate, jax.lax.cumlogsumexp),
    "cummax": _scan(np.maximum.accumulate, jax.lax.cummax),
    "cummin": _scan(np.minimum.accumulate, jax.lax.cummin),
    "linrec": _linrec,
    "pad": _pad,
    "repeat": lambda xp, x, repeats: xp.tile(x, repeats),
    "ldexp": lambda xp, a, b: a * 2.0 ** xp.trunc(b),
    "nextafter": _nextafter,
}
ORACLES = {name: oracle for name, oracle in ORACLES.items() if name in remora.ops()}


def _namesake(name):
    return lambda xp, *arrays: getattr(xp, name)(*arrays)


# Elementwise ops with a gradient that NumPy and JAX have under the same name.
for _name in NAMES:
    _op = remora.ops()[_name]
    if _op.family == "map" and not _op.attrs and hasattr(np, _name) and hasattr(jnp, _name):
        ORACLES.setdefault(_name, _namesake(_name))


def tolerance(plan, dtype, scale):
    """The plan's promise |y - y*| <= ulp ulp(y*) + sum eps S, with scale for S and for |y*|."""
    eps = {"f64": 2.0**-52, "f32": 2.0**-23, "f16": 2.0**-10, "bf16": 2.0**-7}
    promise = plan.guarantee
    return (promise["ulp"] * eps[dtype] + promise["sum"] * eps[promise["accumulate"]]) * scale
