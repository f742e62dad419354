"""Ops on rows that have channels, classes or several results, against what JAX differentiates in f64: batch_norm and its
running statistics, sums that are normalised, cosine_similarity, cross entropy."""

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
    exact = lambda x: -(target * jax.nn.log_softmax(x)).sum(-1).mean()
    y, pull = jax.vjp(exact, x)
    close(remora.soft_cross_entropy(x, np.asarray(target)), y)
    close(remora.backward("soft_cross_entropy", dy=np.ones(()), x=x, target=np.asarray(target)), pull(jnp.ones(()))[0])
