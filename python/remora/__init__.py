"""Tensor operators, forward and backward, with the same bits on every device.

    y = remora.logsumexp(x, axes=1)                     # NumPy, PyTorch, JAX, CuPy; the result is of the same kind
    dx = remora.backward("logsumexp", dy=dy, x=x, y=y, axes=1)

remora.torch and remora.jax make the ops differentiable there. remora.ops() lists them, help(remora.logsumexp) explains
one.
"""

from . import _core
from ._core import Error, ManyPlan, Plan, backward, forward
from ._plan import Op, devices, explain, ops, plan, plan_many

__version__ = _core.version
_own = {"Error", "ManyPlan", "Op", "Plan", "backward", "devices", "explain", "forward", "ops", "plan", "plan_many"}
_own |= {"jax", "torch"}
__all__ = sorted(_own - {"jax", "torch"} | set(_core.functions))

# A function for each op; one that had the name of a function of the package would be reached through forward alone.
# Names of ops hide builtins in this module, so that nothing is computed here.
globals().update({name: function for name, function in _core.functions.items() if name not in _own})
