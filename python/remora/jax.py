"""Remora's ops in JAX: for jit, grad and vmap, on the CPU and on CUDA.

    y = remora.jax.logsumexp(x, axes=1)
    dx = jax.grad(lambda x: remora.jax.logsumexp(x, axes=1).sum())(x)

Attributes are static; each op is one call of XLA's foreign function interface, and so is its gradient. Second
derivatives are not offered, and say so.
"""

from ._xla import apply, functions

__all__ = [*functions, "apply"]

# Names of ops hide builtins in this module, so that nothing is computed here.
globals().update(functions)
