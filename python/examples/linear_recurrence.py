"""A differentiable linear recurrence, y[t] = a[t] y[t-1] + b[t], as in state-space models: fitted by gradient descent
in JAX.

Written as a loop or an associative scan it is slow to compile or keeps every intermediate product; here it is one op.
"""

import jax
import jax.numpy as jnp

import remora.jax

key = jax.random.split(jax.random.PRNGKey(0), 3)
inputs = jax.random.normal(key[0], (8, 300))
decay = jax.nn.sigmoid(jax.random.normal(key[1], (8, 1)))
target = remora.jax.linrec(jnp.broadcast_to(decay, inputs.shape), inputs, axis=1)


def loss(logits):
    found = remora.jax.linrec(jnp.broadcast_to(jax.nn.sigmoid(logits), inputs.shape), inputs, axis=1)
    return jnp.mean((found - target) ** 2)


step = jax.jit(jax.value_and_grad(loss))
logits = jnp.zeros((8, 1))
first, _ = step(logits)
for _ in range(300):
    value, gradient = step(logits)
    logits = logits - 2.0 * gradient
print(f"loss {first:.4f} -> {value:.2e}; decay off by at most {jnp.max(jnp.abs(jax.nn.sigmoid(logits) - decay)):.1e}")
assert value < 1e-3 * first
