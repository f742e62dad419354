"""Remora's ops in PyTorch: differentiable, opaque to torch.compile, capturable in CUDA graphs; and override().

    y = remora.torch.logsumexp(x, axes=1)     # with autograd
    with remora.torch.override():             # PyTorch's own cumsum, logsumexp, norm ... run on Remora
        loss = model(batch)

Every op of the table is registered as torch.ops.remora.NAME, NAME_backward and, where it has a further output such as
an index, NAME_with_index, and NAME_with_mean_rstd. Second derivatives are not offered, and say so.
"""

from ._autograd import apply, functions
from ._override import override

__all__ = [*functions, "apply", "override"]

# Names of ops hide builtins in this module, so that nothing is computed here.
globals().update(functions)
