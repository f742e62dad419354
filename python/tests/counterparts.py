"""What JAX and NumPy have in place of an op: found by the names in ops/names.def; where that is not enough, said here.

A counterpart is a function of arrays and of the op's attributes. `numpy` ones are wide: they take any float dtype up to
long double. `jax` ones are elementwise or, for reductions, scans and normalisation, of a matrix along its last axis.
"""

import functools
import importlib
import json
import os
import pathlib
import re
from typing import NamedTuple

import jax
import jax.numpy as jnp
import jax.scipy.special
import mpmath
import numpy as np
import scipy.special

import remora

_names = pathlib.Path(__file__).parents[2] / "ops" / "names.def"


class Difference(NamedTuple):
    op: str
    libraries: tuple
    passes: str
    values: tuple
    sentence: str


def _read():
    """({op: (torch, jax, numpy)}, [Difference]) of ops/names.def."""
    text = _names.read_text(encoding="utf-8")
    rows = re.findall(r'^NAMES\((\w+), "([^"]*)", "([^"]*)", "([^"]*)"\)', text, re.M)
    texts = r'^DIFFERS\((\w+), "([^"]*)", "([^"]*)", "([^"]*)",\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)'
    found = [
        Difference(
            op, tuple(whose.split()), passes, tuple(values.split()), "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', says))
        )
        for op, whose, passes, values, says in re.findall(texts, text, re.M)
    ]
    assert len(found) == len(re.findall(r"^DIFFERS\(", text, re.M)), "a row of ops/names.def is not understood"
    return {op: names for op, *names in rows}, found


NAMES, DIFFERENCES = _read()


def _resolve(name):
    """The function that a name of ops/names.def means; None: it has none, or this version of the library has none."""
    if not name:
        return None
    module, _, rest = name.partition(".")
    found = importlib.import_module({"np": "numpy", "jnp": "jax.numpy"}.get(module, module))
    for part in rest.split("."):
        found = getattr(found, part, None)
    return found


# ---- elementwise ----

# Wide functions that NumPy lacks.
_WIDE = {
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "sigmoid": lambda x: np.where(x < 0, np.exp(x) / (1 + np.exp(x)), 1 / (1 + np.exp(-x))),
}


def _by_mpmath(function, other):
    """Of long doubles through mpmath, but for the ends of the range; of f64 other is exact enough for narrower ones."""

    def wide(x):
        if x.dtype == np.float64:
            return other(x)
        with mpmath.workprec(90):
            values = [function(mpmath.mpf(float(v))) if 0 < abs(v) < 1e4 else other(float(v)) for v in x.ravel()]
            return np.array([_long(v) for v in values], np.longdouble).reshape(x.shape)

    return wide


def _long(v):
    """An mpmath number as a long double, in two parts."""
    high = float(v)
    if not np.isfinite(high) or high == 0:
        return np.longdouble(high)
    return np.longdouble(high) + np.longdouble(float(v - mpmath.mpf(high)))


def _gently(function, x, at_pole):
    try:
        return function(x)
    except ValueError:
        return mpmath.mpf(at_pole(x))


_WIDE |= {
    "erf": _by_mpmath(mpmath.erf, lambda x: np.copysign(scipy.special.erf(x), x)),
    "erfc": _by_mpmath(mpmath.erfc, scipy.special.erfc),
    "erfinv": _by_mpmath(
        lambda x: mpmath.erfinv(x) if abs(x) <= 1 else mpmath.nan, lambda x: np.copysign(scipy.special.erfinv(x), x)
    ),
    "lgamma": _by_mpmath(
        lambda x: _gently(lambda v: mpmath.re(mpmath.loggamma(v)), x, lambda _: mpmath.inf),
        lambda x: np.where(x == -np.inf, np.inf, scipy.special.gammaln(x)),  # C's, not SciPy's
    ),
    "digamma": _by_mpmath(
        lambda x: _gently(mpmath.digamma, x, lambda v: scipy.special.digamma(float(v))), scipy.special.digamma
    ),
}

# NumPy's deg2rad, rad2deg and sinc have pi in f64 alone.
_PI = np.longdouble("3.14159265358979323846264338327950288")


def _sinc(x):
    n = np.rint(x)
    s = np.sin(_PI * (x - n)) * np.where(n % 2 == 0, 1, -1)
    return np.where(x == 0, 1, s / (_PI * np.where(x == 0, 1, x)))


def _whole(xp, b):
    return xp.trunc(xp.clip(xp.where(xp.isnan(b), 0, b), -4096, 4096)).astype(np.int32)


def _ldexp(xp, a, b):
    return xp.where(xp.isnan(b), b, xp.ldexp(a, _whole(xp, b)))


def _softplus(x, beta, threshold):
    return jnp.where(beta * x > threshold, x, jax.nn.softplus(beta * x) / beta)


_WIDE |= {
    "deg2rad": lambda x: x * (_PI / 180),
    "rad2deg": lambda x: x * (180 / _PI),
    "sinc": _sinc,
    "powi": lambda x, n: np.power(x, x.dtype.type(n)),
    "clamp": lambda x, lo, hi: np.clip(x, x.dtype.type(lo), x.dtype.type(hi)),
    "nan_to_num": lambda x, nan, posinf, neginf: np.nan_to_num(x, nan=nan, posinf=posinf, neginf=neginf),
    "ldexp": lambda a, b: _ldexp(np, a, b),
    "copy": np.positive,
    "cast": np.positive,
    "where": lambda c, a, b: np.where(c != 0, a, b),
}

# JAX's where attributes have other names, or an operand is whole.
_JAX = {
    "powi": lambda x, n: jax.lax.integer_pow(x, int(n)),
    "clamp": lambda x, lo, hi: jnp.clip(x, lo, hi),
    "nan_to_num": lambda x, nan, posinf, neginf: jnp.nan_to_num(x, nan=nan, posinf=posinf, neginf=neginf),
    "leaky_relu": lambda x, slope: jax.nn.leaky_relu(x, slope),
    "elu": lambda x, alpha: jax.nn.elu(x, alpha),
    "celu": lambda x, alpha: jax.nn.celu(x, alpha),
    "gelu": lambda x, approximate: jax.nn.gelu(x, approximate=approximate == "tanh"),
    "softplus": _softplus,
    "ldexp": lambda a, b: _ldexp(jnp, a, b),
    "cast": jnp.positive,
    "where": lambda c, a, b: jnp.where(c != 0, a, b),
}

# Losses are compared element by element; tests/test_loss.py has those that need other values, weights and their sums.
_LOSSES = {
    "mse_loss": (lambda xp, x, target: (x - target) * (x - target), {}),
    "l1_loss": (lambda xp, x, target: _distance(xp, x - target), {}),
    "smooth_l1_loss": (
        lambda xp, x, target, beta: _near_and_far(xp, _distance(xp, x - target), beta, beta),
        {"beta": [0.5, 1.0, 2.0]},
    ),
    "huber_loss": (
        lambda xp, x, target, delta: _near_and_far(xp, _distance(xp, x - target), delta),
        {"delta": [0.5, 1.0, 2.0]},
    ),
}


def _distance(xp, d):
    """|d|, whose slope is the sign: 0 at 0, NaN of NaN."""
    return np.abs(d) if xp is np else d * _hold(xp, xp.sign(d))


def _near_and_far(xp, d, limit, by=1.0):
    """d^2 / 2 below the limit, and on along its slope there; divided."""
    near = xp.where(d < limit, d, limit)
    return xp.where(d < limit, near * near / 2 / by, limit / by * (d - limit / 2))


def _each(formula, xp):
    return lambda *operands, reduction, **attrs: formula(xp, *operands, **attrs)


_WIDE |= {op: _each(formula, np) for op, (formula, _) in _LOSSES.items()}
_JAX |= {op: _each(formula, jnp) for op, (formula, _) in _LOSSES.items()}

# Attributes that cases draw from, all of them exact in every dtype; others keep their defaults.
ATTRS = {
    "powi": {"n": [0, 1, 2, 3, -1, -2, 7]},
    "clamp": {"lo": [-1.0, 0.0, -np.inf], "hi": [1.0, 2.5, np.inf]},
    "nan_to_num": {"nan": [0.0, 2.0], "posinf": [100.0], "neginf": [-128.0]},
    "leaky_relu": {"slope": [0.25, 0.0, -0.5]},
    "elu": {"alpha": [1.0, 0.5]},
    "celu": {"alpha": [1.0, 0.5, 2.0]},
    "gelu": {"approximate": ["none", "tanh"]},
    "softplus": {"beta": [1.0, 0.5, 2.0], "threshold": [20.0, 2.0]},
    "gumbel_softmax": {"tau": [0.25, 2.0, -1.0]},
    "masked_softmax": {"scale": [0.125, -2.0]},
    "normalize": {"eps": [0.75, 2.0]},
    **{op: {"reduction": ["none"], **attrs} for op, (_, attrs) in _LOSSES.items()},
    **dict.fromkeys(["layer_norm", "rms_norm", "group_norm", "instance_norm"], {"eps": [2.0**-17, 0.125]}),
}

# Ops of the two halves of x along an axis: their counterparts are functions of both.
GATED = {"glu"}
_JAX["glu"] = lambda a, b: jax.nn.glu(jnp.stack([a, b]), axis=0)[0]

# Functions of neighbours: they mean something in the dtype of their operands alone.
NARROW = {"nextafter"}


def _elementwise(op):
    _, on_jax, on_numpy = NAMES[op]
    return _WIDE.get(op) or _resolve(on_numpy), _JAX.get(op) or _resolve(on_jax)


def defaults(op):
    """What formulas take for attributes that a case leaves out, by name; of words the place."""
    found = {}
    for attr in remora.ops()[op].attrs:
        number = re.match(r"[-+.\w]+", attr.otherwise)
        try:
            found[attr.name] = float(number.group()) if attr.choices is None else 0.0
        except (ValueError, AttributeError):
            found[attr.name] = np.nan
    return found


def as_numbers(op, attrs):
    """Attributes with words as their places."""
    choices = {attr.name: attr.choices for attr in remora.ops()[op].attrs}
    return {name: choices[name].split("|").index(v) if isinstance(v, str) else v for name, v in attrs.items()}


# ---- reductions: NumPy along axes, JAX along the last axis of a matrix ----


def _norm2(x, axis, keepdims):
    return np.sqrt(np.sum(x * x, axis=axis, keepdims=keepdims))


def _logsumexp(x, axis, keepdims):
    if not x.size:
        return np.full(np.sum(x, axis=axis, keepdims=keepdims).shape, -np.inf, x.dtype)
    most = np.max(x, axis=axis, keepdims=True)
    total = np.sum(np.exp(np.where(x == most, 0, x - most)), axis=axis, keepdims=True)
    y = most + np.log(total)
    return y if keepdims else y.reshape(np.sum(x, axis=axis).shape)


_ROWS = {
    "norm2": (_norm2, lambda x: jnp.linalg.norm(x, axis=1)),
    "logsumexp": (_logsumexp, lambda x: jax.nn.logsumexp(x, axis=1)),
}


def _row(op):
    if op in _ROWS:
        return _ROWS[op]
    on_jax, on_numpy = (_resolve(name) for name in NAMES[op][1:])
    spread = "correction" in [attr.name for attr in remora.ops()[op].attrs]

    def wide(x, axis, keepdims, correction=1):
        return on_numpy(x, axis=axis, keepdims=keepdims, **({"ddof": correction} if spread else {}))

    def matrix(x, correction=1):
        return on_jax(x, axis=1, **({"ddof": correction} if spread else {}))

    return (wide if on_numpy else None), (matrix if on_jax else None)


# ---- scans: both along the last axis of a matrix ----


def _scan(op):
    on_jax, on_numpy = (_resolve(name) for name in NAMES[op][1:])
    return (lambda x: on_numpy(x, axis=1)) if on_numpy else None, (lambda x: on_jax(x, axis=1)) if on_jax else None


# ---- softmax and normalisation: of rows of matrices, where every operand is as large as x ----

# What an operand that is left out counts as.
LEFT_OUT = {"weight": 1.0, "bias": 0.0, "mask": 1.0, "noise": 0.0}

# What softmax is taken of.
_EXPONENTS = {
    "softmax": lambda x: x,
    "log_softmax": lambda x: x,
    "softmin": lambda x: -x,
    "gumbel_softmax": lambda x, noise, tau=1.0: (x + noise) / tau,
    "masked_softmax": lambda x, mask, bias, scale=1.0: np.where(mask == 0, -np.inf, x * scale + bias),
}
_CENTRED = ("layer_norm", "group_norm", "instance_norm")


def _gap(z):
    """z less the largest of its row; infinite ones are equal."""
    most = np.max(z, axis=1, keepdims=True)
    return np.where(z == most, 0, z - most)


def _softmax(z):
    """-inf counts for nothing, also where it is the whole row."""
    parts = np.where(z == -np.inf, 0, np.exp(_gap(z)))
    total = np.sum(parts, axis=1, keepdims=True)
    return np.where(total == 0, 0, parts / total)


def _log_softmax(z):
    parts = np.where(z == -np.inf, 0, np.exp(_gap(z)))
    return np.where(z == -np.inf, z, _gap(z) - np.log(np.sum(parts, axis=1, keepdims=True)))


def _hold(xp, x):
    return x if xp is np else jax.lax.stop_gradient(x)


def _centre(xp, x):
    """x less its mean, from the first element on: what the rows share costs no digits."""
    x = x - _hold(xp, x[:, :1])
    return x - xp.mean(x, axis=1, keepdims=True)


def _centred(xp, x, weight, bias, eps=1e-5):
    x = _centre(xp, x)
    return x / xp.sqrt(xp.mean(x * x, axis=1, keepdims=True) + eps) * weight + bias


def _rms_norm(xp, x, weight, eps=1e-6):
    return x / xp.sqrt(xp.mean(x * x, axis=1, keepdims=True) + eps) * weight


def _normalize(xp, x, eps=1e-12):
    total = xp.sum(x * x, axis=1, keepdims=True)
    root = xp.sqrt(xp.where(total == 0, 1, total))
    return x / xp.where((total == 0) | (root <= eps), eps, root)


@jax.custom_vjp
def _soft(z):
    """What _softmax is, in JAX: with the gradient that its results say, also next to infinities."""
    most = jnp.max(z, axis=1, keepdims=True)
    parts = jnp.where(z == -jnp.inf, 0, jnp.exp(jnp.where(z == most, 0, z - most)))
    total = jnp.sum(parts, axis=1, keepdims=True)
    return jnp.where(total == 0, 0, parts / total)


_soft.defvjp(
    lambda z: (_soft(z),) * 2, lambda y, g: (y * (g - jnp.sum(jnp.where(y == 0, 0, g * y), axis=1, keepdims=True)),)
)

_NORMS = {**dict.fromkeys(_CENTRED, _centred), "rms_norm": _rms_norm, "normalize": _normalize}
_SOFTMAX_ON_JAX = {
    "softmax": jax.nn.softmax,
    "log_softmax": jax.nn.log_softmax,
    "softmin": lambda x: _soft(-x),
    "gumbel_softmax": lambda x, noise, tau=1.0: _soft((x + noise) / tau),
    "masked_softmax": lambda x, mask, bias, scale=1.0: jax.nn.softmax(x * scale + bias, where=mask != 0),
}


# Several results, channels or classes: test_rows.py; sparsemax: test_norm.py.
_SEVERAL = {"batch_norm", "batch_norm_inference", "add_layer_norm", "add_rms_norm", "cosine_similarity"} | {
    "sparsemax",
    "cross_entropy",
    "soft_cross_entropy",
    "nll_loss",
    "multi_margin_loss",
    "multilabel_soft_margin_loss",
    "multilabel_margin_loss",
    "cosine_embedding_loss",
    "triplet_margin_loss",
}


def _norm(op):
    if op in _SEVERAL:
        return None, None
    if op in _NORMS:
        return functools.partial(_NORMS[op], np), functools.partial(_NORMS[op], jnp)
    if op == "masked_softmax":  # what is masked is 0, whatever the rest of its row is
        return lambda x, mask, *rest, **attrs: np.where(
            mask == 0, 0, _softmax(_EXPONENTS[op](x, mask, *rest, **attrs))
        ), _SOFTMAX_ON_JAX[op]
    last = _log_softmax if op == "log_softmax" else _softmax
    return lambda *operands, **attrs: last(_EXPONENTS[op](*operands, **attrs)), _SOFTMAX_ON_JAX[op]


# ---- layouts: NumPy's of arrays of any dtype ----


def _pad(x, mode="constant", low=(), high=(), value=0.0):
    mode = {"replicate": "edge", "circular": "wrap"}.get(mode, mode)
    words = {"constant_values": value} if mode == "constant" else {}
    return np.pad(x, list(zip(low, high)), mode=mode, **words) if x.ndim else x


_LAYOUTS = {"pad": _pad, "repeat": lambda x, repeats: np.tile(x, repeats)}

_FAMILIES = {
    "map": _elementwise,
    "row": _row,
    "scan": _scan,
    "norm": _norm,
    "layout": lambda op: (_LAYOUTS.get(op), None),
    "pick": lambda op: (None, None),  # test_pick.py, which draws numbers of rows
    "step": lambda op: (None, None),  # test_step.py has their formulas
}


def counterparts(op):
    """(on NumPy, on JAX), None where there is none."""
    if op not in NAMES:
        raise LookupError(f"ops/names.def has no row for {op}")
    return _FAMILIES[remora.ops()[op].family](op)


# ---- S of the guarantees ----

_SCALES = json.loads(pathlib.Path(os.environ["REMORA_SCALES"]).read_text()) if "REMORA_SCALES" in os.environ else None


def _normal(x, tanh):
    """What gelu takes for the probability of less than x, and its derivative."""
    x = np.asarray(x, np.float64)
    if not tanh:
        return scipy.special.ndtr(x), np.exp(-x * x / 2) / np.sqrt(2 * np.pi)
    p = scipy.special.expit(np.sqrt(8 / np.pi) * (x + 0.044715 * x**3))
    return p, p * (1 - p) * np.sqrt(8 / np.pi) * (1 + 0.134145 * x * x)


def _slope(a, b):
    return np.where(np.hypot(a, b) == 0, 0, a / np.hypot(a, b))


_WORDS = {
    "where": np.where,
    "logical_and": np.logical_and,
    "logical_or": np.logical_or,
    "abs": np.abs,
    "pow": np.power,
    "upper": np.fmax,
    "inf": np.inf,
    "NaN": np.nan,
    "pi": np.pi,
    "max": np.maximum,
    "min": np.minimum,
    "digamma": lambda x: scipy.special.digamma(np.asarray(x, np.float64)),
    "trigamma": lambda x: scipy.special.polygamma(1, np.asarray(x, np.float64)),
    "erfinv": lambda x: scipy.special.erfinv(np.asarray(x, np.float64)),
    "erf": lambda x: scipy.special.erf(np.asarray(x, np.float64)),
    "erfc": lambda x: scipy.special.erfc(np.asarray(x, np.float64)),
    "lgamma": lambda x: scipy.special.gammaln(np.asarray(x, np.float64)),
    "gap": lambda a, b: np.where(a == b, 0, a - b),
    "slope": _slope,
    "damp": lambda x, s: np.where(s == 0, 0, x * s),
    "logistic": lambda x: scipy.special.expit(np.asarray(x, np.float64)),
    "softplus": lambda x: np.logaddexp(0, x),
    "normal_below": lambda x, tanh: _normal(x, tanh)[0],
    "normal_density": lambda x, tanh: _normal(x, tanh)[1],
    "mish_density": lambda x: (1 - np.tanh(np.logaddexp(0, x)) ** 2) * scipy.special.expit(np.asarray(x, np.float64)),
    "sinc_slope": lambda x: np.where(x == 0, 0, (np.cos(np.pi * x) - _sinc(x)) / np.where(x == 0, 1, x)),
    "turn": lambda a, b, g: g * a / (a * a + b * b),
}


def elementwise_scale(op, output, value, words, limits):
    """S of an output of an elementwise op: by its entry, from `remora emit scales`. words are operands, g and
    attributes by name; limits are of the compute dtype."""
    text = _SCALES[op][output]
    lost = limits["tiny"] / limits["eps"]
    if text is None:
        return np.abs(value) + (1 + np.abs(words["g"])) * lost
    names = {name: getattr(np, name) for name in re.findall(r"[a-z]\w*", text) if hasattr(np, name)}
    words = {"torn": lambda z, size: np.where(np.abs(z) <= limits["eps"] * np.abs(size), 1 / limits["eps"], 0), **words}
    scale = eval(text, {**names, **_WORDS, **limits, "LOST": lost, **words, "__builtins__": {}})  # noqa: S307
    return np.broadcast_to(np.abs(scale), value.shape)


def _shifted(x, axis):
    first = x
    for one in sorted(axis):
        first = np.take(first, [0], one)
    return first


def row_scale(op, x, y, axis, keepdims, correction, limits):
    """S of a reduction forward, as ops/row.def has it."""
    n = int(np.prod([x.shape[i] for i in axis]))
    tiny, eps = limits["tiny"], limits["eps"]
    total = lambda v: np.sum(v, axis=axis, keepdims=keepdims)  # noqa: E731
    if op in ("sum", "mean"):
        return total(np.abs(x)) / (n if op == "mean" and n else 1)
    if op == "norm2":
        return np.abs(y) + np.sqrt(n * tiny) / eps
    if op == "logsumexp":
        return np.ones_like(y)
    if op in ("var", "std") and n > correction:
        shifted = total((x - _shifted(x, axis)) ** 2) if n else total(x)
        spread, dof = total((x - np.mean(x, axis=axis, keepdims=True)) ** 2), n - correction
        if op == "var":
            return (np.sqrt(spread * shifted) + n * tiny / eps) / dof
        return (np.sqrt(shifted) + np.sqrt(n * tiny) / eps) / np.sqrt(dof)
    return np.abs(y)


def scan_scale(op, x, y):
    """S of a scan forward, along the last axis of a matrix: as ops/scan.def has it."""
    if op == "cumsum":
        return np.cumsum(np.abs(x), axis=1)
    return np.ones_like(y) if op == "logcumsumexp" else np.abs(y)


def _total(v):
    return np.sum(v, axis=1, keepdims=True)


class _Spread(NamedTuple):
    """Of centred rows: x less the mean, 1 over the root, and how far elements are from the first one."""

    centred: np.ndarray
    rstd: np.ndarray
    reach: np.ndarray
    far: np.ndarray
    drift: np.ndarray


def _spread(x, eps):
    centred, away = _centre(np, x), np.abs(x - x[:, :1])
    rstd = 1 / np.sqrt(np.mean(centred**2, axis=1, keepdims=True) + eps)
    reach = np.mean(away, axis=1, keepdims=True)
    return _Spread(centred, rstd, reach, np.max(away, axis=1, keepdims=True), 1 + reach * rstd)


def norm_scale(op, operands, attrs, y, limits, bound):
    """S of y, as ops/norm.def has it; bound is its factor."""
    x, tiny = operands["x"], 2 * limits["tiny"] / limits["eps"]
    weight = np.abs(operands.get("weight", 1.0))
    if op in _CENTRED:
        row = _spread(x, attrs["eps"])
        size = np.abs(row.centred) * row.drift + row.reach + np.abs(x - x[:, :1])
        return row.rstd * weight * size + np.abs(operands["bias"]) + tiny * (1 + row.rstd * weight + weight)
    if op in _NORMS:
        return np.abs(y) + tiny * (1 + weight)
    z = _EXPONENTS[op](*operands.values(), **attrs)
    gap, size = np.abs(_gap(z)), np.zeros(z.shape)
    gap = np.where(np.isfinite(gap), gap, 0)
    if op == "log_softmax":
        return 1 + gap / bound
    if op in ("gumbel_softmax", "masked_softmax"):
        own = np.abs(z) if op == "gumbel_softmax" else np.abs(x * attrs["scale"]) + np.abs(operands["bias"])
        most = np.abs(np.max(z, axis=1, keepdims=True))
        size = 2 * own + 6 * most + 3 * np.log(x.shape[1] + 1)
        size = np.where(np.isfinite(size), size, 0)
    return np.where(z == -np.inf, 0, np.abs(y) * (1 + (2 * gap + size) / bound) + tiny)


def norm_gradient_scales(op, operands, attrs, y, off, g, limits, bound):
    """({gradient: S of the terms of which it is the sum}, what dx may differ by because y, which the gradient is made
    from, is off by so much): as ops/norm.def has it."""
    x, tiny = operands["x"], 2 * limits["tiny"] / limits["eps"]
    weight, size = operands.get("weight", np.ones(())), np.abs(g)
    if op in _CENTRED or op == "rms_norm":
        if op == "rms_norm":
            rstd = 1 / np.sqrt(np.mean(x * x, axis=1, keepdims=True) + attrs["eps"])
            row = _Spread(x, rstd, 0.0, 0.0, 1.0)
        else:
            row = _spread(x, attrs["eps"])
        n, away, part = x.shape[1], np.abs(row.centred), np.abs(g * weight)
        absolute, rest = _total(part) / n, _total(part * away * row.rstd) / n
        dx = (
            part
            + absolute
            + (2 * away * row.drift + row.far) * row.rstd * rest
            + away * row.rstd**2 * row.far * absolute
        )
        dx = row.rstd * row.drift * dx + tiny * (1 + row.rstd) ** 2
        dweight = size * row.rstd * (away * row.drift + row.far) + tiny * (1 + size)
        return {"dx": dx, "dweight": dweight, "dbias": size}, 0.0
    if op == "normalize":
        total = _total(x * x)
        root = np.maximum(np.sqrt(total), attrs["eps"])
        turn = np.abs(x) * _total(np.abs(g * x)) / np.where(total == 0, 1, total)
        edge = np.abs(np.sqrt(total) - attrs["eps"]) <= 64 * limits["eps"] * attrs["eps"]  # either side of it
        return {"dx": (size + turn) / root + tiny}, np.where(edge, turn / root, 0)
    if op == "log_softmax":
        y = np.exp(y)
        total = np.abs(_total(g))
        return {"dx": size + y * (_total(size) + total / bound) + tiny}, y * np.expm1(off) * total
    by = np.abs(attrs.get("scale", 1.0) / attrs.get("tau", 1.0))
    size = np.where(y == 0, 0, size) if op == "masked_softmax" else size  # what is masked has no part in it
    absolute = _total(size * y)
    dx = y * by * (size + absolute) + tiny * (1 + by)
    return {"dx": dx}, by * (off * (size + absolute) + (y + off) * _total(size * off))


def norm_overflows(op, operands, attrs, g, limits):
    """Rows in which squares, exponents or sums of a gradient overflow in the compute dtype on the way: what comes of
    that depends on the order. Infinite elements are no overflow."""
    x, most = operands["x"], limits["largest"] / 8
    weight = operands.get("weight", 1.0)
    finite = np.isfinite(sum(np.abs(v) / 8 for v in operands.values())).all(1, keepdims=True)
    if op in _NORMS:
        square = _total((np.abs(x) + np.abs(x[:, :1])) ** 2)
        terms = _total(np.abs(g * weight) * (1 + np.abs(x)))
        return finite & ~((square < most) & (terms < most))
    added = np.abs(operands.get("bias", operands.get("noise", 0.0)))
    size = (np.abs(x * attrs.get("scale", 1.0)) + added) / np.abs(attrs.get("tau", 1.0))
    return finite & ~(size < most).all(1, keepdims=True) & (op in ("gumbel_softmax", "masked_softmax"))
