"""Ops on rows that have channels, classes or several results, against what JAX differentiates in f64: batch_norm and its
running statistics, sums that are normalised, cosine_similarity, cross entropy, losses of rows."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import remora

RNG = np.random.default_rng(3)


def close(found, expected, places=1e-12):
    np.testing.assert_allclose(np.asarray(found), np.asarray(expected), rtol=places, atol=places)


def draw(*shape):
    return RNG.normal(size=shape)


# ---- channels ----


def batch_norm(x, weight, bias, eps=1e-5):
    axes = (0, *range(2, x.ndim))
    shape = (1, -1, *([1] * (x.ndim - 2)))
    mean, var = x.mean(axes, keepdims=True), x.var(axes, keepdims=True)
    return (x - mean) / jnp.sqrt(var + eps) * weight.reshape(shape) + bias.reshape(shape)


@pytest.mark.parametrize("shape", [(9, 5), (4, 3, 50), (2, 6, 7, 30)])
def test_batch_norm(shape):
    x, dy = draw(*shape) + 3, draw(*shape)
    weight, bias = draw(shape[1]), draw(shape[1])
    y = remora.batch_norm(x, weight, bias)
    expected, pull = jax.vjp(batch_norm, x, weight, bias)
    close(y, expected)
    found = remora.backward("batch_norm", dy=dy, x=x, weight=weight, wants=("dx", "dweight", "dbias"))
    for one, other in zip(found, pull(jnp.asarray(dy))):
        close(one, other, 1e-11)


def test_running_statistics():
    x, mean, var = draw(8, 5, 30), draw(5), draw(5) ** 2
    _, next_mean, next_var = remora.batch_norm(
        x, running_mean=mean, running_var=var, momentum=0.25, next_mean=True, next_var=True
    )
    close(next_mean, 0.75 * mean + 0.25 * x.mean((0, 2)))
    close(next_var, 0.75 * var + 0.25 * x.var((0, 2), ddof=1), 1e-10)


@pytest.mark.parametrize("shape", [(9, 5), (4, 3, 50), (2, 6, 7, 30)])
def test_batch_norm_inference(shape):
    x, dy = draw(*shape), draw(*shape)
    weight, bias, mean, var = (draw(shape[1]) for _ in range(4))
    var = var * var

    def exact(x, weight, bias):
        by = lambda v: jnp.asarray(v).reshape(1, -1, *([1] * (x.ndim - 2)))
        return (x - by(mean)) / jnp.sqrt(by(var) + 1e-5) * by(weight) + by(bias)

    expected, pull = jax.vjp(exact, x, weight, bias)
    close(remora.forward("batch_norm_inference", x, mean, var, weight, bias), expected)
    found = remora.backward(
        "batch_norm_inference", dy=dy, x=x, mean=mean, var=var, weight=weight, wants=("dx", "dweight", "dbias")
    )
    for one, other in zip(found, pull(jnp.asarray(dy))):
        close(one, other, 1e-10)


# ---- what is added first ----


@pytest.mark.parametrize("op", ["layer_norm", "rms_norm"])
def test_added_first(op):
    """As the sum, then the norm; what comes back through the sum is added to the gradient."""
    x, residual, dy, dsum, weight = draw(6, 300), draw(6, 300), draw(6, 300), draw(6, 300), draw(300)
    y, total = remora.forward("add_" + op, x, residual, weight, sum=True)
    close(total, x + residual, 0)
    close(y, remora.forward(op, x + residual, weight), 1e-12)
    dx, dweight = remora.backward("add_" + op, dy=dy, sum=total, weight=weight, dsum=dsum, wants=("dx", "dweight"))
    alone, dweight_alone = remora.backward(op, dy=dy, x=total, weight=weight, wants=("dx", "dweight"))
    close(dx, alone + dsum)
    close(dweight, dweight_alone, 1e-11)


# ---- likeness ----


def cosine(a, b, eps=1e-8):
    norms = [jnp.maximum(jnp.sqrt((v * v).sum(-1)), eps) for v in (a, b)]
    return (a * b).sum(-1) / (norms[0] * norms[1])


def test_cosine_similarity():
    a, b, dy = draw(7, 200), draw(7, 200), draw(7)
    y, pull = jax.vjp(cosine, a, b)
    close(remora.cosine_similarity(a, b), y)
    for one, other in zip(remora.backward("cosine_similarity", dy=dy, a=a, b=b, wants=("da", "db")), pull(jnp.asarray(dy))):
        close(one, other)


# ---- cross entropy ----


def cross_entropy(x, target, weight=None, smoothing=0.0, z_loss=0.0, ignore=-100):
    """The sums of losses and of weights; by weight, as PyTorch has it without smoothing."""
    there = target != ignore
    logs = jax.nn.log_softmax(x, axis=-1)
    hot = jax.nn.one_hot(jnp.where(there, target, 0), x.shape[-1], dtype=x.dtype)
    w = (hot * (1 - smoothing) + smoothing / x.shape[-1]) * (1 if weight is None else weight) * there[:, None]
    lse = jax.scipy.special.logsumexp(x, axis=-1)
    share = w.sum(-1)
    return -(w * logs).sum(-1) + z_loss * share * lse * lse, share


@pytest.mark.parametrize("words", [{}, {"smoothing": 0.1}, {"z_loss": 0.01}, {"weight": True, "smoothing": 0.2}])
@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
def test_cross_entropy(words, reduction):
    words = dict(words)
    x, target = draw(40, 30) * 5, RNG.integers(0, 30, 40)
    target[5] = -100
    weight = np.abs(draw(30)) if words.pop("weight", None) else None

    def exact(x):
        loss, share = cross_entropy(x, target, weight, **words)
        return {"mean": loss.sum() / share.sum(), "sum": loss.sum(), "none": loss}[reduction]

    given = {} if weight is None else {"weight": weight}
    y, share, peak, mass = remora.cross_entropy(
        x, target, reduction=reduction, share=True, peak=True, mass=True, **given, **words
    )
    expected, pull = jax.vjp(exact, x)
    close(y, expected)
    dy = np.asarray(draw(*np.shape(expected)))
    (dx,) = pull(jnp.asarray(dy))
    close(remora.backward("cross_entropy", dy=dy, x=x, target=target, reduction=reduction, **given, **words), dx)
    kept = {"share": share, "peak": peak, "mass": mass}
    close(remora.backward("cross_entropy", dy=dy, x=x, target=target, reduction=reduction, **kept, **given, **words), dx)


def test_cross_entropy_far_from_0():
    """Logits of ten thousand, in f32: the difference from the largest is what counts."""
    x = np.array([[1e4, 1e4 - 1, -1e4], [-1e4, -1e4 + 2, -1e4]], np.float32)
    found = remora.cross_entropy(x, np.array([1, 0]), reduction="none")
    close(found, cross_entropy(jnp.asarray(x, jnp.float64), np.array([1, 0]))[0], 1e-6)


def test_targets_that_are_no_classes():
    x, target = draw(4, 5), np.array([0, 5, -1, -100])
    found = remora.cross_entropy(x, target, reduction="none")
    assert np.isnan(found).tolist() == [False, True, True, False]
    assert found[3] == 0
    dx = remora.backward("cross_entropy", dy=np.ones(4), x=x, target=target, reduction="none")
    assert np.isnan(dx).all(1).tolist() == [False, True, True, False]
    assert (dx[3] == 0).all()


def test_probabilities():
    x, target = draw(9, 20), jax.nn.softmax(draw(9, 20))
    exact = lambda x, target: -(target * jax.nn.log_softmax(x)).sum(-1).mean()
    y, pull = jax.vjp(exact, x, target)
    close(remora.soft_cross_entropy(x, np.asarray(target)), y)
    found = remora.backward("soft_cross_entropy", dy=np.ones(()), x=x, target=np.asarray(target))
    for one, other in zip(found, pull(jnp.ones(())), strict=True):
        close(one, other)


# ---- losses of rows: NumPy's formulas, written for JAX to differentiate ----


def nll(x, target, weight=None, ignore_index=-100):
    there = target != ignore_index
    at = jnp.where(there, target, 0)
    share = there * (1.0 if weight is None else jnp.asarray(weight)[at])
    return -share * x[jnp.arange(len(x)), at], share


def multi_margin(x, target, weight=None, margin=1.0, squared=0):
    rows = jnp.arange(len(x))
    behind = jnp.maximum(margin - x[rows, target][:, None] + x, 0) ** (2 if squared else 1)
    w = 1.0 if weight is None else jnp.asarray(weight)[target]
    return w * behind.at[rows, target].set(0).mean(-1)


def multilabel_soft_margin(x, target, weight=1.0):
    return -(weight * (target * jax.nn.log_sigmoid(x) + (1 - target) * jax.nn.log_sigmoid(-x))).mean(-1)


def multilabel_margin(x, target):
    entries = jnp.cumprod(target >= 0, axis=1)  # up to the first that is negative
    own = jnp.take_along_axis(x, jnp.maximum(target, 0), axis=1)
    rivals = jnp.zeros_like(x).at[jnp.arange(len(x))[:, None], jnp.maximum(target, 0)].add(entries) == 0
    ahead = jnp.maximum(1 - own[:, :, None] + x[:, None, :], 0)
    return (ahead * entries[:, :, None] * rivals[:, None, :]).sum((1, 2)) / x.shape[1]


def cosine_embedding(a, b, target, margin=0.0):
    y = cosine(a, b)
    return jnp.where(target > 0, 1 - y, jnp.maximum(y - margin, 0))


def triplet_margin(anchor, positive, negative, margin=1.0, eps=1e-6, swap=0):
    length = lambda d: jnp.sqrt(((d + eps) ** 2).sum(-1))
    far = length(anchor - negative)
    far = jnp.minimum(far, length(positive - negative)) if swap else far
    return jnp.maximum(margin + length(anchor - positive) - far, 0)


def classes():
    target = RNG.integers(0, 30, 40)
    target[7] = 3
    return target


def lists():
    """Lists of any length, with classes that come twice; one is empty, one has no end."""
    target = RNG.integers(-5, 30, (40, 30))
    target[3], target[4] = -1, np.arange(30) // 2
    return target


# The formula, its operands (those named first have gradients), and words.
LOSSES = [
    ("nll_loss", nll, lambda: {"x": draw(40, 30)}, lambda: {"target": classes()}, {}),
    ("nll_loss", nll, lambda: {"x": draw(40, 30)}, lambda: {"target": classes(), "weight": draw(30) ** 2}, {"ignore_index": 3}),
    ("multi_margin_loss", multi_margin, lambda: {"x": draw(40, 30)}, lambda: {"target": classes()}, {"margin": 0.5}),
    (
        "multi_margin_loss",
        multi_margin,
        lambda: {"x": draw(40, 30)},
        lambda: {"target": classes(), "weight": draw(30) ** 2},
        {"squared": 1},
    ),
    (
        "multilabel_soft_margin_loss",
        multilabel_soft_margin,
        lambda: {"x": draw(40, 30) * 5, "target": RNG.uniform(size=(40, 30))},
        lambda: {"weight": draw(30) ** 2},
        {},
    ),
    ("multilabel_margin_loss", multilabel_margin, lambda: {"x": draw(40, 30)}, lambda: {"target": lists()}, {}),
    (
        "cosine_embedding_loss",
        cosine_embedding,
        lambda: {"a": draw(40, 30), "b": draw(40, 30)},
        lambda: {"target": RNG.choice([-1.0, 1.0], 40)},
        {"margin": 0.1},
    ),
    *[
        (
            "triplet_margin_loss",
            triplet_margin,
            lambda: {"anchor": draw(40, 30), "positive": draw(40, 30), "negative": draw(40, 30)},
            dict,
            {"swap": swap},
        )
        for swap in (0, 1)
    ],
]


@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
@pytest.mark.parametrize("name, formula, moving, fixed, words", LOSSES)
def test_losses_of_rows(name, formula, moving, fixed, words, reduction):
    moving, fixed = moving(), fixed()

    def exact(moving):
        loss = formula(**moving, **fixed, **words)
        loss, over = (loss[0], loss[1].sum()) if name == "nll_loss" else (loss, len(loss))
        return {"mean": loss.sum() / over, "sum": loss.sum(), "none": loss}[reduction]

    expected, pull = jax.vjp(exact, {slot: jnp.asarray(value) for slot, value in moving.items()})
    close(remora.forward(name, **moving, **fixed, reduction=reduction, **words), expected)
    dy = np.asarray(draw(*np.shape(expected)))
    wants = ["d" + slot for slot in moving]
    found = remora.backward(name, dy=dy, **moving, **fixed, reduction=reduction, wants=wants, **words)
    for one, slot in zip(found if isinstance(found, tuple) else (found,), moving, strict=True):
        close(one, pull(jnp.asarray(dy))[0][slot])


def test_rows_that_do_not_count():
    x, target = np.full((3, 4), -np.inf, np.float32), np.array([-100, 1, 9])
    found = remora.nll_loss(x, target, weight=np.float32([1, 0, 1, 1]), reduction="none")
    assert found[:2].tolist() == [0, 0] and np.isnan(found[2])
    assert np.isnan(remora.nll_loss(x[:1], target[:1]))  # of no rows
    dx = remora.backward("nll_loss", dy=np.float32(1), x=x[:1], target=target[:1])
    assert dx.tolist() == [[0] * 4]
    assert np.isnan(remora.multi_margin_loss(x, target, reduction="none")[2])


def test_kinks_of_rows():
    """Margins that are just kept, distances of 0."""
    x = np.array([[2.0, 1.0, 0.0]])
    assert remora.backward("multi_margin_loss", dy=np.ones(()), x=x, target=np.array([0])).tolist() == [[0, 0, 0]]
    a = np.array([[1.0, 0.0], [3.0, 4.0]])
    found = remora.backward(
        "triplet_margin_loss", dy=np.ones(()), anchor=a, positive=a, negative=a + [1.0, 0.0], eps=0.0, margin=1.0, reduction="sum"
    )
    assert [d.tolist() for d in found] == [[[1, 0], [1, 0]], [[0, 0], [0, 0]], [[-1, 0], [-1, 0]]]
    da, _ = remora.backward("cosine_embedding_loss", dy=np.ones(()), a=a * 0, b=a, target=np.ones(2), reduction="sum")
    close(da, -a / np.linalg.norm(a, axis=1, keepdims=True) * 1e6)


def test_the_mean_of_halves_of_rows_does_not_overflow():
    x = np.full((3000, 4), -60000, np.float16)
    assert remora.nll_loss(x, np.zeros(3000, np.int64)) == np.float16(60000)
    near, far = np.zeros((300, 50), np.float16), np.full((300, 50), 200, np.float16)
    assert remora.triplet_margin_loss(near, far, near, margin=0.0) == np.float16(200 * 50**0.5)


def test_lists_of_classes():
    """What PyTorch's page of the loss shows; every dtype of numbers; what is no class; margins that are just kept."""
    x, target = np.float32([[0.1, 0.2, 0.4, 0.8]]), np.array([[3, 0, -1, 1]])
    for dtype in (np.int64, np.int32, np.int16, np.int8):
        close(remora.multilabel_margin_loss(x, target.astype(dtype)), 0.85, 1e-6)
    dx = remora.backward("multilabel_margin_loss", dy=np.float32(1), x=x, target=target)
    assert dx.tolist() == [[-0.5, 0.5, 0.5, -0.5]]
    far = np.array([[3, 4, -1, 0]])
    assert np.isnan(remora.multilabel_margin_loss(x, far))
    assert np.isnan(remora.backward("multilabel_margin_loss", dy=np.float32(1), x=x, target=far)).all()
    assert remora.multilabel_margin_loss(x, np.array([[-1, 4, 9, 0]])) == 0
    kept = np.array([[2.0, 1.0, 0.0]])
    dx = remora.backward("multilabel_margin_loss", dy=np.ones(()), x=kept, target=np.array([[0, -1, 0]]))
    assert not dx.any()


@pytest.mark.parametrize("shape", [(7,), (40, 30), (3, 1500)])
@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
def test_lists_of_classes_are_pytorchs(shape, reduction):
    torch = pytest.importorskip("torch")
    x = torch.tensor(draw(*shape), requires_grad=True)
    target = torch.tensor(np.maximum(RNG.integers(-shape[-1] // 8, shape[-1], shape), -1))  # it refuses other negative ones
    expected = torch.nn.functional.multilabel_margin_loss(x, target, reduction=reduction)
    dy = torch.tensor(draw(*expected.shape))
    expected.backward(dy)
    words = {"target": target.numpy(), "reduction": reduction}
    close(remora.multilabel_margin_loss(x.detach().numpy(), **words), expected.detach())
    close(remora.backward("multilabel_margin_loss", dy=dy.numpy(), x=x.detach().numpy(), **words), x.grad)
