"""Every op of the table as operators of PyTorch, with autograd: what remora.torch shows."""

import functools
import itertools

import torch

from . import _core, _plan

_LIBRARY = torch.library.Library("remora", "DEF")
DTYPES = {
    torch.float32: "f32",
    torch.float64: "f64",
    torch.float16: "f16",
    torch.bfloat16: "bf16",
    torch.int32: "i32",
    torch.int64: "i64",
    torch.bool: "bool",
    torch.uint8: "u8",
    torch.int8: "i8",
    torch.int16: "i16",
}
if hasattr(torch, "uint32"):
    DTYPES[torch.uint32] = "u32"
_TORCH = {name: dtype for dtype, name in DTYPES.items()}
_TYPES = {"int": "int?", "real": "float?", "text": "str?", "ints": "int[]?", "reals": "float[]?"}
SECOND = "remora: second derivatives are not offered; compute this part without create_graph, or without Remora"


# PyTorch before DLPack's table of functions exports no tensor that requires a gradient.
_EXPORTS_ALL = hasattr(torch.Tensor, "__dlpack_c_exchange_api__")


def readable(tensors):
    return tensors if _EXPORTS_ALL else [t if t is None else t.detach() for t in tensors]


def _attributes(op, values):
    """The attributes that were given, by name."""
    return {attr.name: value for attr, value in zip(op.attrs, values) if value is not None}


@functools.lru_cache(maxsize=4096)
def _kept(name, extras, attrs):
    """Slots of the backward pass that the gradient reads: saved inputs and results."""
    op = _plan.table[name]
    needs = _core.needs(name, True, {}, dict(attrs), (), None, 0, 0)
    left = set(_FURTHER[name]) - set(_plan.saved_outputs(op, dict(attrs)))
    kept = [slot.name for slot in op.inputs(True)[1:] if needs[slot.name] != "ignored" and slot.name not in left]
    return ["index"] if "index" in extras and "index" in kept else kept  # it alone says where gradients go


def _frozen(attrs):
    return tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in attrs.items())


def _view(tensor):
    return None if tensor is None else (DTYPES[tensor.dtype], tuple(tensor.shape))


def _save_dtype(tensor):
    """The dtype in which a result that is saved for the gradient loses nothing."""
    return "f64" if tensor.dtype == torch.float64 else "f32"


class _Forward:
    """torch.ops.remora.NAME, NAME_with_EXTRA or NAME_with_EXTRA_EXTRA: inputs, attributes, the dtype of y -> outputs.

    Ops without inputs have no operator: nothing says on which device it would run.
    """

    def __init__(self, op, extras):
        self.op, self.extras = op, extras
        self.name = "_".join([op.name, *(["with", *extras] if extras else [])])
        self.inputs = [slot.name for slot in op.inputs()]
        made = {slot.name for slot in op.outputs(True)} if op.backward else set()
        self.varies = ["d" + name in made for name in self.inputs]  # labels, masks and weights have no gradient: check()
        words = [
            f"Tensor {slot.name}" if slot.need == "required" else f"Tensor? {slot.name}=None" for slot in op.inputs()
        ]
        words += [f"{_TYPES[attr.kind]} {attr.name}=None" for attr in op.attrs]
        result = f"({', '.join(['Tensor'] * (1 + len(extras)))})" if extras else "Tensor"
        _LIBRARY.define(
            f"{self.name}({', '.join(words)}, str? dtype=None) -> {result}", tags=(torch.Tag.pt2_compliant_tag,)
        )
        for key in ("CPU", "CUDA"):
            _LIBRARY.impl(self.name, self.run, key)
        torch.library.register_fake(f"remora::{self.name}", self.fake, lib=_LIBRARY)
        torch.library.register_autograd(f"remora::{self.name}", self.backward, setup_context=self.save, lib=_LIBRARY)
        self.call = getattr(torch.ops.remora, self.name).default

    def split(self, args):
        """Tensors, attributes by name, dtype."""
        n = len(self.inputs)
        args = (*args, *[None] * (n + len(self.op.attrs) + 1 - len(args)))
        return args[:n], _attributes(self.op, args[n:-1]), args[-1]

    def outputs(self, tensors, dtype):
        wanted = {"y": dtype} if dtype else {}
        for extra in self.extras:
            wanted[extra] = {"index": "i64", "mask": "bool"}.get(extra) or _save_dtype(tensors[0])
        return wanted

    def check(self, tensors):
        """Refuses what would be a gradient that is silently missing."""
        for name, tensor, varies in zip(self.inputs, tensors, self.varies):
            if not varies and self.op.backward and tensor is not None and tensor.requires_grad:
                raise NotImplementedError(_plan.no_gradient(self.op, name, f"{name}.detach()"))

    def run(self, *args):
        tensors, attrs, dtype = self.split(args)
        return _core.forward(self.op.name, *readable(tensors), **attrs, **self.outputs(tensors, dtype))

    def fake(self, *args):
        tensors, attrs, dtype = self.split(args)
        slots = {name: _view(tensor) for name, tensor in zip(self.inputs, tensors)}
        views = _core.infer(self.op.name, False, {**slots, **self.outputs(tensors, dtype)}, attrs, (), None, 0, 0)
        made = [tensors[0].new_empty(views[name][1], dtype=_TORCH[views[name][0]]) for name in ("y", *self.extras)]
        return tuple(made) if self.extras else made[0]

    # ---- autograd ----

    def save(self, ctx, inputs, output):
        """Keeps what the gradient needs, and of the rest only shapes."""
        tensors, attrs, _ = self.split(inputs)
        ctx.length = len(inputs)
        self.keep(ctx, tensors, attrs, output)

    def keep(self, ctx, tensors, attrs, output):
        if not self.op.backward:
            return ctx.mark_non_differentiable(output)
        results = dict(zip(("y", *self.extras), output)) if self.extras else {"y": output}
        there = {**dict(zip(self.inputs, tensors)), **results}
        ctx.attrs = attrs
        ctx.kept = [name for name in _kept(self.op.name, self.extras, _frozen(attrs)) if there.get(name) is not None]
        ctx.save_for_backward(*[there[name] for name in ctx.kept])
        ctx.views = [_view(tensor) for tensor in tensors]
        if self.extras:
            ctx.mark_non_differentiable(*[results[extra] for extra in self.extras])

    def backward(self, ctx, dy, *_):
        wanted = [
            view is not None and need and varies
            for view, need, varies in zip(ctx.views, ctx.needs_input_grad, self.varies)
        ]
        return (*self.gradients(ctx, dy, wanted), *[None] * (ctx.length - len(wanted)))

    def gradients(self, ctx, dy, wanted):
        saved = dict(zip(ctx.kept, ctx.saved_tensors))
        shapes, dtypes = [], []
        for view, want in zip(ctx.views, wanted):
            shapes += [len(view[1]), *view[1]] if want else [-1]
            dtypes.append(view[0] if want else "")
        attrs = [ctx.attrs.get(attr.name) for attr in self.op.attrs]
        tensors = [saved.get(slot.name) for slot in self.op.inputs(True)[1:]]
        made = iter(_backwards[self.op.name].call(dy, *tensors, shapes, dtypes, *attrs))
        return [next(made) if want else None for want in wanted]


class _Backward:
    """torch.ops.remora.NAME_backward: dy, saved tensors, what gradients look like, attributes -> the wanted gradients.

    shapes has [rank, extents...] for each input of the forward pass, [-1] where its gradient is not wanted.
    """

    def __init__(self, op):
        self.op = op
        self.name = op.name + "_backward"
        self.saved = [slot.name for slot in op.inputs(True)[1:]]
        self.gradients = ["d" + slot.name for slot in op.inputs()]
        words = ["Tensor dy", *[f"Tensor? {name}" for name in self.saved], "SymInt[] shapes", "str[] dtypes"]
        words += [f"{_TYPES[attr.kind]} {attr.name}=None" for attr in op.attrs]
        _LIBRARY.define(f"{self.name}({', '.join(words)}) -> Tensor[]", tags=(torch.Tag.pt2_compliant_tag,))
        for key in ("CPU", "CUDA"):
            _LIBRARY.impl(self.name, self.run, key)
        torch.library.register_fake(f"remora::{self.name}", self.make, lib=_LIBRARY)
        torch.library.register_autograd(f"remora::{self.name}", self.refuse, lib=_LIBRARY)
        self.call = getattr(torch.ops.remora, self.name).default

    def make(self, dy, *args):
        """New tensors for the wanted gradients."""
        shapes, dtypes = args[len(self.saved)], args[len(self.saved) + 1]
        made, at = [], 0
        for dtype in dtypes:
            rank = shapes[at]
            if dtype:
                made.append(dy.new_empty(shapes[at + 1 : at + 1 + rank], dtype=_TORCH[dtype]))
            at += 1 + max(rank, 0)
        return made

    def run(self, dy, *args):
        n = len(self.saved)
        made = self.make(dy, *args)
        names = [name for name, dtype in zip(self.gradients, args[n + 1]) if dtype]
        saved = {name: tensor for name, tensor in zip(self.saved, readable(args[:n])) if tensor is not None}
        if made:
            _core.backward(
                self.op.name,
                dy=dy,
                wants=names,
                **saved,
                **dict(zip(names, made)),
                **_attributes(self.op, args[n + 2 :]),
            )
        return made

    def refuse(self, ctx, *_):
        raise NotImplementedError(SECOND)


_backwards = {name: _Backward(op) for name, op in _plan.table.items() if op.backward}
_FURTHER = {name: tuple(slot.name for slot in op.outputs()[1:]) for name, op in _plan.table.items()}
_forwards = {
    (name, extras): _Forward(op, extras)
    for name, op in _plan.table.items()
    if op.adapted()
    for n in range(len(_FURTHER[name]) + 1)
    for extras in itertools.combinations(_FURTHER[name], n)
}


def _extras(op):
    """{ties: further outputs that the gradient would otherwise work out again}, None standing for the default."""
    if not op.backward:
        return {None: ()}
    choices = [attr.choices.split("|") for attr in op.attrs if attr.name == "ties"]
    return {
        ties: tuple(_plan.saved_outputs(op, {"ties": ties} if ties else {}))
        for ties in (None, *(choices[0] if choices else ()))
    }


_saved_extras = {name: _extras(op) for name, op in _plan.table.items()}


class _Direct(torch.autograd.Function):
    """An op without PyTorch's dispatcher, which costs many times what the call does: the eager mode's way."""

    @staticmethod
    def forward(ctx, op, attrs, dtype, *tensors):
        results = _core.forward(op.op.name, *readable(tensors), **attrs, **op.outputs(tensors, dtype))
        ctx.op = op
        op.keep(ctx, tensors, attrs, results)
        return results

    @staticmethod
    def backward(ctx, dy, *_):
        op = ctx.op
        wanted = [need and varies for need, varies in zip(ctx.needs_input_grad[3:], op.varies)]
        if torch.is_grad_enabled():  # somebody wants to differentiate this: the operator says what it thinks of that
            return (None, None, None, *op.gradients(ctx, dy, wanted))
        views = {"d" + name: view for name, view, want in zip(op.inputs, ctx.views, wanted) if want}
        saved = dict(zip(ctx.kept, readable(ctx.saved_tensors)))
        made = _core.backward(op.op.name, dy=dy, wants=tuple(views), **saved, **views, **ctx.attrs)
        made = iter(made if isinstance(made, tuple) else (made,))
        return (None, None, None, *[next(made) if want else None for want in wanted])


_PLAIN = (torch.Tensor, torch.nn.Parameter)
_KINDS = {name: {attr.name: attr.kind for attr in op.attrs} for name, op in _plan.table.items()}


def transformed():
    """Whether vmap, grad or jvp of torch.func are at work, or forward-mode differentiation."""
    return torch._C._functorch.peek_interpreter_stack() is not None or torch.autograd.forward_ad._current_level >= 0


def _plainly(tensors):
    """Whether nobody watches: no compiler, no transform, no mode, no subclass."""
    return (
        not torch.compiler.is_compiling()
        and all(t is None or (type(t) in _PLAIN and t.device.type in ("cpu", "cuda")) for t in tensors)
        and torch._C._len_torch_dispatch_stack() == 0
        and not transformed()
    )


def apply(name, *tensors, dtype=None, with_extra=False, **attrs):
    """An op by its name, differentiable. with_extra: its further output too, an index or a mean, which is not; or names
    of such."""
    op, kinds = _plan.table[name], _KINDS[name]
    unknown = [key for key in attrs if key not in kinds]
    if unknown:
        raise TypeError(f"{name}() has no attribute {unknown[0]}")
    attrs = {key: _value(kinds[key], value) for key, value in attrs.items() if value is not None}
    dtype = DTYPES.get(dtype, dtype)
    learns = torch.is_grad_enabled() and any(t is not None and t.requires_grad for t in tensors)
    asked = _FURTHER[name][:1] if with_extra is True else tuple(with_extra or ())
    saved = _saved_extras[name].get(attrs.get("ties"), ()) if learns else ()
    extras = tuple(extra for extra in _FURTHER[name] if extra in asked or extra in saved)
    forward = _forwards[name, extras]
    tensors = (*tensors, *[None] * (len(forward.inputs) - len(tensors)))
    if learns:
        forward.check(tensors)
    if not _plainly(tensors):
        result = forward.call(*tensors, *[attrs.get(attr.name) for attr in op.attrs], dtype)
    elif learns:
        result = _Direct.apply(forward, attrs, dtype, *tensors)
    else:
        result = _core.forward(name, *readable(tensors), **attrs, **forward.outputs(tensors, dtype))
    if extras == asked:
        return result
    found = dict(zip(("y", *extras), result))
    return (found["y"], *[found[extra] for extra in asked]) if asked else found["y"]


def _value(kind, value):
    """What a schema accepts: lists for lists, one number being a list of one."""
    if value is None or kind not in ("ints", "reals"):
        return int(value) if kind == "int" and value is not None else value
    return list(value) if hasattr(value, "__iter__") else [value]


def _function(op):
    names = [slot.name for slot in op.inputs()]

    def function(*tensors, dtype=None, **words):
        with_extra = tuple(name for name in _FURTHER[op.name] if words.pop(name, None))
        tensors = [*tensors, *[words.pop(name, None) for name in names[len(tensors) :]]]
        return apply(op.name, *tensors, dtype=dtype, with_extra=with_extra, **words)

    return _plan.described(function, op, "Differentiable")


functions = {name: _function(op) for name, op in _plan.table.items() if op.adapted()}
