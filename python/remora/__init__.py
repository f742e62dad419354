"""Tensor operators, forward and backward, with the same bits on every device.

    y = remora.logsumexp(x, axes=1)                     # NumPy, PyTorch, JAX, CuPy; the result is of the same kind
    dx = remora.backward("logsumexp", dy=dy, x=x, y=y, axes=1)

remora.torch and remora.jax make the ops differentiable there. remora.ops() lists them, help(remora.logsumexp) explains one.
"""

from . import _core, _plan
from ._core import Error, Plan, backward, forward
from ._plan import Op, explain, plan

__version__ = _core.version
_own = {"Error", "Op", "Plan", "backward", "devices", "explain", "forward", "jax", "ops", "plan", "torch"}
__all__ = sorted(_own - {"jax", "torch"} | set(_core.functions))

# A function for each op; one that had the name of a function of the package would be reached through forward alone.
for _name, _function in _core.functions.items():
    if _name not in _own:
        globals()[_name] = _function
del _name, _function


def ops():
    """{name: Op}: what each op says of itself, its slots and attributes."""
    return dict(_plan.table)


def devices():
    """{device: description} of the devices that can be used here: "cpu", "cuda:0", "opencl:0"."""
    found = {}
    for kind, most in (("cpu", 1), ("cuda", 16), ("opencl", 16)):
        for number in range(most):
            name = kind if kind == "cpu" else f"{kind}:{number}"
            try:
                found[name] = _core.open_device(name)
            except Error:
                break
    return found
