"""Every op of the table as calls of XLA, with gradients and batching: what remora.jax shows."""

import functools
import operator
import struct

import jax
import jax.numpy as jnp
import numpy
from jax.custom_batching import custom_vmap

from . import _core, _plan

for _platform, _handler in _core.xla_handlers().items():
    jax.ffi.register_ffi_target("remora", _handler, platform=_platform)

_DTYPES = {
    "float32": "f32",
    "float64": "f64",
    "float16": "f16",
    "bfloat16": "bf16",
    "int32": "i32",
    "int64": "i64",
    "bool": "bool",
    "uint8": "u8",
    "int8": "i8",
    "int16": "i16",
    "uint32": "u32",
}
_JAX = {name: jnp.dtype(dtype) for dtype, name in _DTYPES.items()}
_SECOND = "remora: second derivatives are not offered; use Remora outside of what is differentiated twice"
_SPREAD = ("noise", "mask", "bias")  # what normalisation broadcasts to x
_AHEAD = {"low": 0, "high": 0, "repeats": 1}  # what a list of an axis each says of an axis that is put in front


def _dtype(array):
    name = jnp.dtype(array.dtype).name
    if name not in _DTYPES:
        raise TypeError(f"remora: expected {', '.join(_DTYPES)}, found {name}")
    return _DTYPES[name]


def _view(array):
    return _dtype(array), tuple(array.shape)


# ---- one call ----


class _Real(float):
    """A real as a key: by its bits, so that -0.0 is not 0.0 and a NaN is itself."""

    @property
    def bits(self):
        return struct.pack(">d", self).hex()

    def __eq__(self, other):
        return isinstance(other, _Real) and self.bits == other.bits

    def __hash__(self):
        return hash(self.bits)


def _word(kind, value):
    """An attribute's value as src/xla.c reads it."""
    if kind in ("ints", "reals"):
        return kind[0].upper() + ":" + ",".join(_word(kind[:-1], item)[2:] for item in value)
    return f"{kind[0]}:{value.bits if kind == 'real' else value}"


class _Call:
    """One pass of an op: which slots it has, what its outputs look like, its attributes. Immutable: it is a cache
    key."""

    def __init__(self, op, backward, inputs, outputs, attrs):
        self.key = (op, backward, inputs, outputs, attrs)
        self.op, self.backward, self.inputs, self.outputs, self.attrs = _plan.table[op], *self.key[1:]

    def __hash__(self):
        return hash(self.key)

    def __eq__(self, other):
        return self.key == other.key

    def text(self):
        slots = self.op.backward if self.backward else self.op.forward
        names = {**dict.fromkeys(self.inputs, "i"), **dict.fromkeys(dict(self.outputs), "o")}
        kinds = {attr.name: attr.kind for attr in self.op.attrs}
        words = [f"{name}={_word(kinds[name], value)}" for name, value in self.attrs]
        return " ".join(
            [self.op.name, str(int(self.backward)), "".join(names.get(slot.name, "-") for slot in slots), *words]
        )

    def types(self, arrays):
        """The outputs' types, worked out by the library."""
        slots = {**dict(zip(self.inputs, map(_view, arrays))), **dict(self.outputs)}
        slots = {slot.name: slots.get(slot.name) for slot in (self.op.backward if self.backward else self.op.forward)}
        views = _core.infer(self.op.name, self.backward, slots, dict(self.attrs), (), None, 0, 0)
        return [jax.ShapeDtypeStruct(views[name][1], _JAX[views[name][0]]) for name, _ in self.outputs]

    def run(self, *arrays):
        return tuple(jax.ffi.ffi_call("remora", self.types(arrays))(*arrays, call=self.text()))


# ---- batching: the batch is one more axis in front ----


def _rank(call, arrays):
    """The axes of a call in front of which the batch goes."""
    shapes = [len(array.shape) - 1 for array in arrays] + [
        len(view[1]) for _, view in call.outputs if isinstance(view, tuple)
    ]
    longest = [len(value) for name, value in call.attrs if name == "repeats"]
    return max(shapes + longest)


def _widen(shape, rank):
    return (shape[0], *[1] * (rank + 1 - len(shape)), *shape[1:])


def _counts_channels(call):
    """Whether a call of normalisation says of axis 1 what it is, or has parameters, which a batch cannot share."""
    slots = {slot.name for slot in call.op.forward}
    given = {*call.inputs, *dict(call.outputs)}
    return "axes" not in dict(call.attrs) or ("weight" in slots and given & {"weight", "bias", "dweight", "dbias"})


def _batched(call, size, arrays):
    """The call with a batch in front; None: there is none, so that it is a loop."""
    rank, attrs = _rank(call, arrays), dict(call.attrs)
    if call.op.family not in ("map", "row", "scan", "norm", "layout"):
        return None
    if call.op.family == "norm" and _counts_channels(call):
        return None
    if any(attr.name == "reduction" for attr in call.op.attrs) and attrs.get("reduction", "mean") != "none":
        return None  # a mean is one of the whole call
    if any(slot.name == "seed" for slot in call.op.forward):  # what is drawn depends on the place of an element
        return None
    for name, value in call.attrs:
        if call.op.family == "layout" and isinstance(value, tuple):
            if name not in _AHEAD:
                return None
            attrs[name] = (_AHEAD[name], *value)
    if call.op.family in ("map", "layout"):  # axes are counted from the end
        arrays = [array.reshape(_widen(array.shape, rank)) for array in arrays]
        outputs = [
            (name, (view[0], _widen((size, *view[1]), rank)) if isinstance(view, tuple) else view)
            for name, view in call.outputs
        ]
    else:
        if call.op.family == "norm":
            arrays = [
                array.reshape(_widen(array.shape, rank)) if slot in _SPREAD else array
                for slot, array in zip(call.inputs, arrays)
            ]
        outputs = [
            (name, (view[0], (size, *view[1])) if isinstance(view, tuple) else view) for name, view in call.outputs
        ]
    return _Call(call.op.name, call.backward, call.inputs, tuple(outputs), tuple(attrs.items())), arrays


@functools.lru_cache(maxsize=4096)
def _kernel(call):
    """The call as a function that jax.vmap understands and nothing differentiates."""
    run = custom_vmap(call.run)

    @run.def_vmap
    def rule(size, batched, *arrays):
        arrays = [
            array if here else jnp.broadcast_to(array, (size, *array.shape)) for array, here in zip(arrays, batched)
        ]
        shapes = [view.shape for view in call.types([jax.ShapeDtypeStruct(a.shape[1:], a.dtype) for a in arrays])]
        wide = _batched(call, size, arrays)
        if wide is None:
            results = jax.lax.map(lambda slices: _kernel(call)(*slices), tuple(arrays))
        else:
            results = _kernel(wide[0])(*wide[1])
        return tuple(r.reshape((size, *shape)) for r, shape in zip(results, shapes)), (True,) * len(shapes)

    guarded = jax.custom_jvp(run)

    @guarded.defjvp
    def refuse(primals, tangents):
        raise NotImplementedError(_SECOND)

    return guarded


# ---- gradients ----


class _Views:
    """What inputs look like, and which of them vary, as a residual without arrays."""

    def __init__(self, views, vary):
        self.views, self.vary = views, vary


jax.tree_util.register_pytree_node(_Views, lambda v: ((), (v.views, v.vary)), lambda of, _: _Views(*of))


def _extra_dtype(name, arrays):
    if name == "mask":
        return "bool"
    if name == "index":
        return "i64" if jax.config.jax_enable_x64 else "i32"
    return "f64" if any(_dtype(array) == "f64" for array in arrays) else "f32"


def _nothing(view):
    """The gradient of an input that has none, or on which nothing depends."""
    dtype = _JAX[view[0]]
    return numpy.zeros(view[1], dtype if jnp.issubdtype(dtype, jnp.floating) else jax.dtypes.float0)


@functools.lru_cache(maxsize=4096)
def _differentiable(name, given, wanted, dtype, attrs):
    """A function of the inputs that are given; wanted: names of the outputs that it returns."""
    op = _plan.table[name]

    def compute(outputs, arrays):
        views = tuple((slot, dtype or True if slot == "y" else _extra_dtype(slot, arrays)) for slot in outputs)
        return dict(zip(outputs, _kernel(_Call(name, False, given, views, attrs))(*arrays)))

    def plain(*arrays):
        results = compute(wanted, arrays)
        return tuple(results[slot] for slot in wanted)

    if not op.backward:  # what it gives does not vary with what it takes
        return lambda *arrays: plain(*map(jax.lax.stop_gradient, arrays))
    function = jax.custom_vjp(plain)
    made_for = {slot.name for slot in op.outputs(True)}

    def forward(*primals):
        for slot, primal in zip(given, primals):
            if primal.perturbed and "d" + slot not in made_for and jnp.issubdtype(primal.value.dtype, jnp.floating):
                raise NotImplementedError(_plan.no_gradient(op, slot, f"jax.lax.stop_gradient({slot})"))
        arrays = [primal.value for primal in primals]
        extra = _plan.saved_outputs(op, dict(attrs))
        results = compute((*wanted, *[slot for slot in extra if slot not in wanted]), arrays)
        needs = _core.needs(name, True, {}, dict(attrs), (), None, 0, 0)
        there = {**dict(zip(given, arrays)), **{slot: results[slot] for slot in ("y", *extra)}}
        kept = [slot.name for slot in op.inputs(True)[1:] if needs[slot.name] != "ignored" and slot.name in there]
        if "index" in kept:
            kept = ["index"]  # it alone says where gradients go
        views = _Views(tuple(_view(array) for array in arrays), tuple(primal.perturbed for primal in primals))
        return tuple(results[slot] for slot in wanted), ({slot: there[slot] for slot in kept}, views)

    def backward(residuals, cotangents):
        saved, views = residuals
        dy = cotangents[0]
        if isinstance(dy, jax.custom_derivatives.SymbolicZero):
            dy = jnp.zeros(dy.shape, dy.dtype) if dy.dtype != jax.dtypes.float0 else dy
        there = {"dy": dy, **saved}
        inputs = tuple(slot.name for slot in op.inputs(True) if slot.name in there)
        all_views = {"d" + slot: view for slot, view in zip(given, views.views)}
        if dy.dtype == jax.dtypes.float0:  # y is of integers
            return tuple(_nothing(view) for view in all_views.values())
        vary = {"d" + slot for slot, varies in zip(given, views.vary) if varies}
        outputs = tuple((slot.name, all_views[slot.name]) for slot in op.outputs(True) if slot.name in vary)
        made = _kernel(_Call(name, True, inputs, outputs, attrs))(*[there[slot] for slot in inputs])
        made = dict(zip(dict(outputs), made))
        return tuple(made[slot] if slot in made else _nothing(view) for slot, view in all_views.items())

    function.defvjp(forward, backward, symbolic_zeros=True)
    return function


# ---- functions ----


def _from_the_end(axis, rank):
    if not -max(rank, 1) <= axis < max(rank, 1):
        return axis  # the library refuses it
    return axis if axis < 0 else axis - max(rank, 1)


_READ = {"int": lambda value: int(operator.index(value)), "real": _Real, "text": lambda value: value}


def _read(op, attr, value):
    """An attribute's value as a key."""
    read = _READ[attr.kind.rstrip("s")]
    try:
        if attr.kind not in ("ints", "reals"):
            return read(value)
        return tuple(read(item) for item in (value if hasattr(value, "__iter__") else (value,)))
    except TypeError:
        _core.needs(op.name, False, {}, {attr.name: value}, (), None, 0, 0)  # the library's sentence, if it has one
        raise


def _settle(op, rank, attrs):
    """Attributes as a key: lists as tuples, axes counted from the end, so that a batch may stand in front."""
    names = {attr.name for attr in op.attrs}
    unknown = sorted(set(attrs) - names)
    if unknown:
        raise TypeError(f"{op.name}() has no attribute {unknown[0]}")
    settled = {attr.name: _read(op, attr, attrs[attr.name]) for attr in op.attrs if attrs.get(attr.name) is not None}
    if "axes" in names:
        last = next(attr.otherwise for attr in op.attrs if attr.name == "axes") == "the last axis"
        axes = settled.get("axes", (-1,) if last else tuple(range(rank)))
        settled["axes"] = tuple(_from_the_end(axis, rank) for axis in axes) if rank else ()
    if "axis" in names:
        settled["axis"] = _from_the_end(settled.get("axis", -1), rank)
    return tuple((attr.name, settled[attr.name]) for attr in op.attrs if attr.name in settled)


def apply(name, *arrays, dtype=None, extra=False, **attrs):
    """An op by its name, for jax.jit, grad and vmap. extra: its further output too, an index or a mean, without
    gradient; or names of such."""
    op = _plan.table[name]
    slots = [slot.name for slot in op.inputs()]
    given = tuple(slot for slot, array in zip(slots, arrays) if array is not None)
    arrays = [jnp.asarray(array) for array in arrays if array is not None]
    ranks = [array.ndim for array in arrays]
    scalar = op.family == "scan" and max(ranks) == 0  # a scan of one element
    if scalar:
        arrays = [array.reshape(1) if slot != "init" else array for slot, array in zip(given, arrays)]
    wanted = ("y", *((op.outputs()[1].name,) if extra is True else extra or ()))
    dtype = None if dtype is None else _DTYPES[jnp.dtype(dtype).name]
    attrs = _settle(op, max(array.ndim for array in arrays), attrs)
    results = _differentiable(name, given, wanted, dtype, attrs)(*arrays)
    results = tuple(result.reshape(()) for result in results) if scalar else results
    return results if extra else results[0]


def _function(op):
    names = [slot.name for slot in op.inputs()]

    def function(*arrays, dtype=None, **words):
        extra = tuple(slot.name for slot in op.outputs()[1:] if words.pop(slot.name, None))
        arrays = [*arrays, *[words.pop(name, None) for name in names[len(arrays) :]]]
        return apply(op.name, *arrays, dtype=dtype, extra=extra, **words)

    return _plan.described(function, op, "For jit, grad and vmap")


functions = {name: _function(op) for name, op in _plan.table.items() if op.adapted()}
