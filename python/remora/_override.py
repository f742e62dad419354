"""remora.torch.override: PyTorch's own functions on Remora, with PyTorch's arguments and rules.

A route takes a function's arguments and returns its result, or NotImplemented where PyTorch must do it itself: other
dtypes, layouts and devices, out=, names of dimensions, and what the route itself says. What Remora refuses goes to
PyTorch as well.
"""

import torch
from torch.overrides import TorchFunctionMode

from . import _autograd as _ops
from . import _core

_FLOATS = {torch.float32, torch.float64, torch.float16, torch.bfloat16}
_HALVES = {torch.float16, torch.bfloat16}
_PLAIN = (torch.Tensor, torch.nn.Parameter)


def _serves(*tensors):
    first = tensors[0]
    return all(
        isinstance(t, torch.Tensor)
        and type(t) in _PLAIN
        and t.layout == torch.strided
        and t.dtype in _FLOATS
        and t.device.type in ("cpu", "cuda")
        and t.device == first.device
        and t.dim() <= 8
        and t.numel() > 0
        # Autocast has some of these functions compute half types in f32.
        and not (t.dtype in _HALVES and torch.is_autocast_enabled(t.device.type))
        for t in tensors
    )


def _axes(dim):
    """None or () are all axes, as in PyTorch."""
    if dim is None or (not isinstance(dim, int) and len(dim) == 0):
        return None
    return [dim] if isinstance(dim, int) else list(dim)


def _extent(x, axes):
    n = 1
    for axis in range(x.dim()) if axes is None else axes:
        n *= x.shape[axis] if x.dim() else 1
    return n


# ---- routes ----


def _scan(name):
    def route(input, dim, *, dtype=None, out=None):
        if out is not None or not _serves(input) or not isinstance(dim, int) or dtype not in (None, *_FLOATS):
            return NotImplemented
        return _ops.apply(name, input, axis=dim, dtype=dtype)

    return route


def _running(name):
    result = getattr(torch.return_types, name)

    def route(input, dim, *, out=None):
        if out is not None or not _serves(input) or not isinstance(dim, int):
            return NotImplemented
        return result(_ops.apply(name, input, axis=dim, ties="last", with_extra=True))

    return route


def _logsumexp(input, dim, keepdim=False, *, out=None):
    axes = _axes(dim)
    if out is not None or not _serves(input) or axes is None:  # PyTorch's versions differ on what no axes are
        return NotImplemented
    return _ops.apply("logsumexp", input, axes=axes, keepdim=keepdim)


def _prod(input, dim=None, keepdim=False, *, dtype=None, out=None):
    if out is not None or not _serves(input) or not isinstance(dim, (int, type(None))) or dtype not in (None, *_FLOATS):
        return NotImplemented
    return _ops.apply("prod", input, axes=_axes(dim), keepdim=keepdim, dtype=dtype)


def _spread(name):
    def route(input, *args, **words):
        # (unbiased), (dim, unbiased, keepdim) and (dim, *, correction, keepdim)
        names = ("unbiased",) if args and isinstance(args[0], bool) else ("dim", "unbiased", "keepdim")
        words = {**dict(zip(names, args)), **words}
        unbiased = words.pop("unbiased", None)
        correction = words.pop("correction", None)
        dim, keepdim = words.pop("dim", None), words.pop("keepdim", False)
        if words or len(args) > len(names) or not _serves(input) or (unbiased is not None and correction is not None):
            return NotImplemented
        if correction is None:
            correction = 1 if unbiased is None else int(unbiased)
        axes = _axes(dim)
        if _extent(input, axes) - correction <= 0:  # PyTorch warns, and divides by 0
            return NotImplemented
        return _ops.apply(name, input, axes=axes, keepdim=keepdim, correction=float(correction))

    return route


class _Extreme(torch.autograd.Function):
    """amax and amin: ties share the gradient evenly; where the result is NaN, so is every gradient of its row."""

    @staticmethod
    def forward(x, name, axes, keepdim):
        return _ops.apply(name, x, axes=axes, keepdim=keepdim, ties="split")

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, ctx.name, ctx.axes, ctx.keepdim = inputs
        ctx.save_for_backward(x, output)

    @staticmethod
    def backward(ctx, dy):
        x, y = ctx.saved_tensors
        axes = range(x.dim()) if ctx.axes is None else [axis % max(x.dim(), 1) for axis in ctx.axes]
        shape = [1 if axis in axes else extent for axis, extent in enumerate(x.shape)]
        if torch.is_grad_enabled() or torch.compiler.is_compiling():
            backward = getattr(torch.ops.remora, ctx.name + "_backward")
            [dx] = backward(dy, x, y, None, [x.dim(), *x.shape], [_ops.DTYPES[x.dtype]], axes=list(axes), ties="split")
        else:
            x, y = _ops.readable((x, y))
            dx = _core.backward(ctx.name, dy=dy, x=x, y=y, axes=tuple(axes), ties="split")
        bad = y.isnan().reshape(shape)
        # Elsewhere asking would make the host wait, and a compiled graph cannot ask.
        if x.device.type == "cpu" and not torch.compiler.is_compiling() and not bad.any():
            return dx, None, None, None
        fill = dx.masked_fill if torch.is_grad_enabled() else dx.masked_fill_
        return fill(bad, float("nan")), None, None, None


def _extreme(name):
    def route(input, dim=(), keepdim=False, *, out=None):
        if out is not None or not _serves(input):
            return NotImplemented
        return _Extreme.apply(input, name, _axes(dim), bool(keepdim))

    return route


def _norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None):
    if out is not None or dtype is not None or p not in ("fro", 2, None) or not _serves(input):
        return NotImplemented
    return _ops.apply("norm2", input, axes=_axes(dim), keepdim=keepdim)


def _vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None, out=None):
    return NotImplemented if ord is None else _norm(x, ord, dim, keepdim, out, dtype)


def _lerp(input, end, weight, *, out=None):
    tensors = [input, end] + ([weight] if isinstance(weight, torch.Tensor) else [])
    if out is not None or not _serves(*tensors) or len({t.dtype for t in tensors}) > 1:
        return NotImplemented
    if isinstance(weight, torch.Tensor):
        return _ops.apply("lerp", input, end, weight)
    return _ops.apply("lerp", input, end, weight=float(weight))


def _pad(input, pad, mode="constant", value=None):
    n = len(pad) // 2
    if not _serves(input) or len(pad) % 2 or n > input.dim():
        return NotImplemented
    if mode != "constant" and (input.dim() not in (n + 1, n + 2) or n not in (1, 2, 3) or min(pad) < 0 or value):
        return NotImplemented
    if any(low + high + extent <= 0 for low, high, extent in zip(pad[0::2], pad[1::2], reversed(input.shape))):
        return NotImplemented
    rest = [0] * (input.dim() - n)
    low, high = rest + list(pad[0::2])[::-1], rest + list(pad[1::2])[::-1]
    return _ops.apply("pad", input, low=low, high=high, mode=mode, value=None if value is None else float(value))


def _routes():
    """{function: route} of functions of torch and of methods of tensors."""
    by_name = {
        "cumsum": _scan("cumsum"),
        "cumprod": _scan("cumprod"),
        "cummax": _running("cummax"),
        "cummin": _running("cummin"),
        "logcumsumexp": _scan("logcumsumexp"),
        "logsumexp": _logsumexp,
        "prod": _prod,
        "var": _spread("var"),
        "std": _spread("std"),
        "amax": _extreme("max"),
        "amin": _extreme("min"),
        "norm": _norm,
        "lerp": _lerp,
    }
    routes = {getattr(place, name): route for name, route in by_name.items() for place in (torch, torch.Tensor)}
    routes[torch.linalg.vector_norm] = _vector_norm
    routes[torch.nn.functional.pad] = _pad
    return routes


class override(TorchFunctionMode):
    """Within it, PyTorch's cumsum, cumprod, cummax, cummin, logcumsumexp, logsumexp, prod, var, std, amax, amin, norm
    (p = 2), pad and lerp run on Remora, forward and backward. What Remora does not serve runs on PyTorch, as ever."""

    _table = _routes()

    def __torch_function__(self, function, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        route = self._table.get(function)
        if route is not None and (torch.compiler.is_compiling() or not _ops.transformed()):
            try:
                result = route(*args, **kwargs)
            except (_core.Error, TypeError):  # PyTorch has its own sentence for what neither can do
                result = NotImplemented
            if result is not NotImplemented:
                return result
        return function(*args, **kwargs)
