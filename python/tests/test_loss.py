"""Losses against JAX and PyTorch: textbook formulas in f64 with jax.vjp for every reduction, shape that broadcasts and
weight; PyTorch's own functions by the names of ops/names.def; and the places where plain formulas fail."""

import importlib

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import remora
import remora.jax

REDUCTIONS = ["none", "mean", "sum"]

# ---- textbook formulas ----


def _bce(x, target, weight=1.0):
    return -weight * (target * jnp.log(x) + (1 - target) * jnp.log1p(-x))


def _bce_with_logits(x, target, weight=1.0, pos_weight=1.0):
    return -weight * (pos_weight * target * jax.nn.log_sigmoid(x) + (1 - target) * jax.nn.log_sigmoid(-x))


def _kl_div(x, target, log_target=0):
    return jnp.exp(target) * (target - x) if log_target else jax.scipy.special.xlogy(target, target) - target * x


def _poisson(x, target, log_input=1, full=0, eps=1e-8):
    y = jnp.exp(x) - target * x if log_input else x - target * jnp.log(x + eps)
    stirling = target * jnp.log(target) - target + jnp.log(2 * jnp.pi * target) / 2
    return y + jnp.where(target > 1, stirling, 0) if full else y


def _gaussian(x, target, var, full=0, eps=1e-6):
    v = jnp.maximum(var, eps)
    return (jnp.log(v) + (x - target) ** 2 / v) / 2 + (jnp.log(2 * jnp.pi) / 2 if full else 0)


def _smooth_l1(x, target, beta=1.0):
    d = jnp.abs(x - target)
    return jnp.where(d < beta, d**2 / (2 * (beta or 1)), d - beta / 2)


def _huber(x, target, delta=1.0):
    d = jnp.abs(x - target)
    return jnp.where(d < delta, d**2 / 2, delta * (d - delta / 2))


def _hinge(x, target, margin=1.0):
    return jnp.where(target == 1, x, jnp.maximum(margin - x, 0))


# The formula, the words a call may say, and where its operands are drawn from.
LOSSES = {
    "mse_loss": (lambda x, target: (x - target) ** 2, [{}], ("any", "any")),
    "l1_loss": (lambda x, target: jnp.abs(x - target), [{}], ("any", "any")),
    "smooth_l1_loss": (_smooth_l1, [{}, {"beta": 0.25}, {"beta": 0.0}], ("any", "any")),
    "huber_loss": (_huber, [{}, {"delta": 0.5}], ("any", "any")),
    "bce_loss": (_bce, [{}], ("part", "part")),
    "bce_with_logits_loss": (_bce_with_logits, [{}], ("any", "part")),
    "kl_div": (_kl_div, [{}, {"log_target": 1}], ("any", "part")),
    "poisson_nll_loss": (
        _poisson,
        [{}, {"full": 1}, {"log_input": 0}, {"log_input": 0, "full": 1, "eps": 0.25}],
        ("positive", "positive"),
    ),
    "gaussian_nll_loss": (_gaussian, [{}, {"full": 1}, {"eps": 0.5}], ("any", "any", "positive")),
    "hinge_embedding_loss": (_hinge, [{}, {"margin": 0.25}], ("any", "sign")),
    "soft_margin_loss": (lambda x, target: jnp.logaddexp(0, -target * x), [{}], ("any", "sign")),
    "margin_ranking_loss": (
        lambda a, b, target, margin=0.0: jnp.maximum(margin - target * (a - b), 0),
        [{}, {"margin": 0.5}],
        ("any", "any", "sign"),
    ),
}
ALIKE = ("bce_loss", "bce_with_logits_loss")  # x and target are of one shape
CASES = [(name, words) for name, (_, several, _) in LOSSES.items() for words in several]


def drawn(rng, kind, shape):
    if kind == "sign":
        return rng.choice([-1.0, 1.0], shape)
    return {"any": rng.normal(size=shape) * 2, "part": rng.uniform(0.05, 0.95, shape), "positive": rng.uniform(0.6, 4, shape)}[
        kind
    ]


def operands(name, shapes=None, seed=0):
    rng = np.random.default_rng(seed)
    kinds = LOSSES[name][2]
    shapes = shapes or [(3, 5), (5,), (3, 1)]
    return [drawn(rng, kind, (3, 5) if name in ALIKE else shape) for kind, shape in zip(kinds, shapes)]


def reduced(reduction, y):
    if reduction == "batchmean":
        return jnp.sum(y) / y.shape[0]
    return {"none": lambda v: v, "mean": jnp.mean, "sum": jnp.sum}[reduction](y)


def gradients(name, dy, arrays, **words):
    """{slot: gradient}."""
    op = remora.ops()[name]
    slots = [slot.name for slot in op.inputs()]
    given = {slot: array for slot, array in zip(slots, arrays) if array is not None}
    found = remora.backward(name, dy=dy, **given, **words)
    names = [slot.name for slot in op.outputs(backward=True)]
    return dict(zip(names, found if isinstance(found, tuple) else (found,)))


def near(found, expected, dtype):
    eps = {"float64": 2e-14, "float32": 2e-6}[np.dtype(dtype).name]
    expected = np.asarray(expected)
    np.testing.assert_allclose(found, expected, rtol=20 * eps, atol=20 * eps * max(1, np.max(np.abs(expected), initial=0)))


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("name, words", CASES)
def test_jax_agrees(name, words, dtype):
    formula = LOSSES[name][0]
    slots = [slot.name for slot in remora.ops()[name].inputs()]
    for reduction in [*REDUCTIONS, *(["batchmean"] if name == "kl_div" else [])]:
        for shapes in [None, [(2, 3), (2, 3), (2, 3)], [(), (4,), (3, 1)], [(4, 1), (5,), ()]]:
            arrays = [x.astype(dtype) for x in operands(name, shapes)]
            if reduction == "batchmean" and np.broadcast_shapes(*[x.shape for x in arrays]) == ():
                continue
            wide = [jnp.asarray(x, jnp.float64) for x in arrays]
            expected, pull = jax.vjp(lambda *xs: reduced(reduction, formula(*xs, **words)), *wide)  # noqa: B023
            found = remora.forward(name, *arrays, reduction=reduction, **words)
            assert found.shape == expected.shape and found.dtype == dtype
            near(found, expected, dtype)
            dy = np.random.default_rng(1).uniform(-1, 1, expected.shape).astype(dtype)
            made = gradients(name, dy, arrays, reduction=reduction, **words)
            for slot, dx in zip(slots, pull(jnp.asarray(dy, jnp.float64))):
                if "d" + slot in made:
                    near(made["d" + slot], dx, dtype)


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("given", [(), ("weight",), ("pos_weight",), ("weight", "pos_weight")])
def test_weights(given, reduction):
    rng = np.random.default_rng(3)
    weights = {"weight": rng.uniform(0.5, 2, (3, 1)), "pos_weight": rng.uniform(0.5, 3, 5)}
    weights = {name: weights[name] for name in given}
    for name in ALIKE if "pos_weight" not in given else ALIKE[1:]:
        x, target = operands(name)
        formula = LOSSES[name][0]
        expected, pull = jax.vjp(lambda x, t: reduced(reduction, formula(x, t, **weights)), x, target)  # noqa: B023
        near(remora.forward(name, x, target, **weights, reduction=reduction), expected, x.dtype)
        dy = rng.uniform(-1, 1, expected.shape)
        found = remora.backward(name, dy=dy, x=x, target=target, **weights, reduction=reduction)
        for d, other in zip(found, pull(dy)):
            near(d, other, x.dtype)


@pytest.mark.filterwarnings("ignore:reduction")
@pytest.mark.parametrize("name, words", CASES)
def test_pytorch_agrees(name, words):
    torch = pytest.importorskip("torch")
    module, _, function = remora_name(name).rpartition(".")
    function = getattr(importlib.import_module(module), function)
    words = {k: bool(v) if k in ("log_target", "log_input", "full") else v for k, v in words.items()}
    slots = [slot.name for slot in remora.ops()[name].inputs()]
    for reduction in [*REDUCTIONS, *(["batchmean"] if name == "kl_div" else [])]:
        arrays = operands(name, [(3, 5)] * 3)
        tensors = [torch.from_numpy(x).requires_grad_(f"d{slot}" in made_by(name)) for slot, x in zip(slots, arrays)]
        expected = function(*tensors, reduction=reduction, **words)
        numbers = {k: int(v) if isinstance(v, bool) else v for k, v in words.items()}
        near(remora.forward(name, *arrays, reduction=reduction, **numbers), expected.detach().numpy(), np.float64)
        dy = np.random.default_rng(1).uniform(-1, 1, tuple(expected.shape))
        expected.backward(torch.from_numpy(dy))
        for slot, d in gradients(name, dy, arrays, reduction=reduction, **numbers).items():
            near(d, tensors[slots.index(slot[1:])].grad.numpy(), np.float64)


def made_by(name):
    return [slot.name for slot in remora.ops()[name].outputs(backward=True)]


def remora_name(name):
    from counterparts import NAMES

    return NAMES[name][0]


# ---- where plain formulas fail ----


def test_logarithms_of_bce_begin_at_minus_100():
    x, target = np.array([0.0, 1.0, 0.0, 1.0], np.float32), np.array([1.0, 0.0, 0.0, 1.0], np.float32)
    assert remora.bce_loss(x, target, reduction="none").tolist() == [100, 100, 0, 0]
    dx, dtarget = remora.backward("bce_loss", dy=np.ones(4, np.float32), x=x, target=target, reduction="none")
    np.testing.assert_allclose(dx, [-1e12, 1e12, 0, 0], rtol=1e-6)
    assert dtarget.tolist() == [100, -100, 100, -100]
    assert np.isnan(remora.bce_loss(np.float32([-0.1, 1.1]), np.float32([0, 1]), reduction="none")).all()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_logits_far_from_0(dtype):
    x = np.array([1e4, -1e4, 1e4, -1e4, np.inf, -np.inf, -50], dtype)
    target = np.array([1, 0, 0, 1, 1, 0, 0], dtype)
    y = remora.bce_with_logits_loss(x, target, reduction="none")
    assert y[:6].tolist() == [0, 0, 1e4, 1e4, 0, 0]
    np.testing.assert_allclose(y[6], np.exp(-50), rtol=1e-6)  # (1 - target) x + softplus(-x) is 0 there
    dx, _ = remora.backward("bce_with_logits_loss", dy=np.ones(7, dtype), x=x, target=target, reduction="none")
    assert dx[:6].tolist() == [0, 0, 1, -1, 0, 0]


def test_targets_without_probability():
    x = np.array([-np.inf, 0, np.inf, np.nan], np.float32)
    target = np.zeros(4, np.float32)
    y = remora.kl_div(x, target, reduction="none")
    assert y[:3].tolist() == [0, 0, 0] and np.isnan(y[3])
    dx, dtarget = remora.backward("kl_div", dy=np.ones(4, np.float32), x=x, target=target, reduction="none")
    assert dx.tolist() == [0] * 4 and dtarget[:3].tolist() == [0] * 3
    assert remora.kl_div(x[:3], np.full(3, -np.inf, np.float32), reduction="none", log_target=1).tolist() == [0, 0, 0]


def test_joints():
    x, zero = np.array([1.0, -1.0, 0.0, -0.0, np.inf, np.nan]), np.zeros(6)
    for name in ("huber_loss", "smooth_l1_loss"):
        assert remora.forward(name, x, zero, reduction="none")[:5].tolist() == [0.5, 0.5, 0, 0, np.inf]
        dx, _ = remora.backward(name, dy=np.ones(6), x=x, target=zero, reduction="none")
        assert dx[:5].tolist() == [1, -1, 0, 0, 1] and np.isnan(dx[5])
    dx, dtarget = remora.backward("l1_loss", dy=np.ones(6), x=x, target=zero, reduction="none")
    assert dx[:5].tolist() == [1, -1, 0, 0, 1] and dtarget[:5].tolist() == [-1, 1, 0, 0, -1]


def test_the_mean_of_halves_does_not_overflow():
    x = np.full((300, 200), 200, np.float16)  # squares of 40000, of which few fit
    assert remora.mse_loss(x, np.zeros(200, np.float16)) == 40000
    assert remora.mse_loss(x, np.zeros(200, np.float16), reduction="sum") == np.inf
    wide = np.zeros((), np.float32)
    remora.mse_loss(np.full((9, 9), 1000, np.float16), np.zeros(9, np.float16), out=wide)
    assert wide == 1e6


def test_nothing():
    nothing = np.zeros((0, 3), np.float32)
    for name in ("mse_loss", "l1_loss", "bce_loss", "kl_div"):
        assert np.isnan(remora.forward(name, nothing, nothing))
        assert remora.forward(name, nothing, nothing, reduction="sum") == 0
        assert remora.forward(name, nothing, nothing, reduction="none").shape == (0, 3)
    assert remora.kl_div(nothing.reshape(3, 0), nothing.reshape(3, 0), reduction="batchmean") == 0


def test_a_loss_is_the_sum_of_its_elements():
    """In the order of sum: the same bits."""
    x, target = np.random.default_rng(2).normal(size=(2, 70, 300)).astype(np.float32)
    each = remora.huber_loss(x, target, reduction="none")
    assert remora.huber_loss(x, target, reduction="sum").tobytes() == remora.sum(each).tobytes()
    assert remora.huber_loss(x, target).tobytes() == remora.mean(each).tobytes()
    dy = np.float32(0.3)
    share = np.broadcast_to(np.float32(dy / np.float32(x.size)), x.shape)
    for found, expected in zip(
        remora.backward("huber_loss", dy=dy, x=x, target=target),
        remora.backward("huber_loss", dy=share, x=x, target=target, reduction="none"),
    ):
        assert found.tobytes() == expected.tobytes()


def test_jit_and_grad():
    x, target = operands("bce_with_logits_loss")
    weight = np.linspace(0.5, 2, 5)
    loss = lambda x: remora.jax.bce_with_logits_loss(x, target, pos_weight=weight)  # noqa: E731
    value, dx = jax.jit(jax.value_and_grad(loss))(x)
    assert np.asarray(value).tobytes() == remora.bce_with_logits_loss(x, target, pos_weight=weight).tobytes()
    expected = remora.backward("bce_with_logits_loss", dy=np.ones(()), x=x, target=target, pos_weight=weight)
    assert np.asarray(dx).tobytes() == expected[0].tobytes()
    each = jax.vmap(lambda x, t: remora.jax.mse_loss(x, t))(x, target)
    assert np.asarray(each).tobytes() == np.stack([remora.mse_loss(a, b) for a, b in zip(x, target)]).tobytes()


def test_refusals():
    x = np.zeros((2, 3), np.float32)
    with pytest.raises(remora.Error, match="reduction: expected mean"):
        remora.mse_loss(x, x, reduction="max")
    with pytest.raises(remora.Error, match="does not broadcast"):
        remora.mse_loss(x, np.zeros(4, np.float32))
    with pytest.raises(remora.Error, match="target: expected dtype"):
        remora.mse_loss(x, np.zeros(3, np.int32))
    with pytest.raises(remora.Error, match="target: expected shape"):
        remora.bce_loss(x, np.zeros(3, np.float32))
    with pytest.raises(remora.Error, match="dy: expected shape"):
        remora.backward("mse_loss", dy=x, x=x, target=x)
