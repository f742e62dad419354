"""gpu_loss.py: losses of gpu.py: cross entropy of size x 16 size logits, and two elementwise ones of 2 size x 2 size."""
from gpu_cell import Formulas, Values, Words

KEPT = "share:f32 peak:f32 mass:f32"


def torch_cross_entropy(x, target):
    from torch.nn import functional

    return functional.cross_entropy(x, target.long())


def jax_cross_entropy(x, target):
    import jax
    import jax.numpy as jnp

    wide = x.astype("float32")
    found = jnp.take_along_axis(wide, target[:, None], 1)[:, 0]
    return (jax.nn.logsumexp(wide, 1) - found).mean()


def torch_mse(x, target):
    from torch.nn import functional

    return functional.mse_loss(x, target)


def jax_mse(x, target):
    import jax.numpy as jnp

    return jnp.square(x.astype("float32") - target.astype("float32")).mean()


def torch_bce(x, target):
    from torch.nn import functional

    return functional.binary_cross_entropy_with_logits(x, target)


def jax_bce(x, target):
    import jax.numpy as jnp

    x, target = x.astype("float32"), target.astype("float32")
    return (jnp.maximum(x, 0) - x * target + jnp.log1p(jnp.exp(-jnp.abs(x)))).mean()


def classes(rows, n, dtype):
    x, target = Values((rows, n), dtype), Words((rows,), n)
    both, words = x.bytes + target.bytes, f"{x.text} {target.text}"
    b = {"f32": 4, "bf16": 2}[dtype]
    yield Formulas(f"cross_entropy {words} y:f32 {KEPT}", both + 4 + 12 * rows, [x, target], torch_cross_entropy, jax_cross_entropy)
    yield Formulas(f"cross_entropy.bwd {words} {KEPT}", both + x.bytes + b + 12 * rows, [x, target], torch_cross_entropy,
                   jax_cross_entropy)


def elementwise(side, dtype):
    x, target = Values((side, side), dtype), Values((side, side), dtype, 0.0)
    b = {"f32": 4, "bf16": 2}[dtype]
    for op, of_torch, of_jax in (("mse_loss", torch_mse, jax_mse), ("bce_with_logits_loss", torch_bce, jax_bce)):
        words = f"x:{x.text} target:{target.text}"
        yield Formulas(f"{op} {words} y:f32", 2 * x.bytes + 4, [x, target], of_torch, of_jax)
        yield Formulas(f"{op}.bwd {words} dx:{dtype}", 3 * x.bytes + b, [x, target], of_torch, of_jax)


def cells(size):
    return [cell for dtype in ("f32", "bf16") for cell in (*classes(size, 16 * size, dtype), *elementwise(2 * size, dtype))]
