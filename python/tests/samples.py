"""Arrays and attributes for every op of the table, for tests that hold of all of them."""

import numpy as np

import remora

F64 = 1 << 2  # in the dtypes of a slot


def _of_floats(op):
    """Whether it has a sample: inputs, and all of them floats. What makes something of nothing is told what by out=; steps of
    optimizers take numbers of rank 0, and have test_step.py."""
    return op.family != "step" and op.inputs() and all(slot.dtypes & F64 for slot in op.inputs() if slot.need == "required")


FLOATS = [name for name, op in remora.ops().items() if _of_floats(op)]
NAMES = [name for name in FLOATS if remora.ops()[name].backward]  # and a gradient


def domain(name):
    """Where an op's inputs may lie: of two intervals the first on which it is a number everywhere."""
    for low, high in ((0.3, 0.7), (1.3, 1.7)):
        arrays, attrs = _draw(name, (3, 4), np.float64, 5, low, high)
        if not np.isnan(remora.forward(name, *arrays.values(), **attrs)).any():
            return low, high
    raise ValueError(f"{name} is NaN on both intervals")


# Inputs of half the extent along the last axis: one for each pair of x.
_OF_PAIRS = {"rotary": ("cos", "sin")}


# One number for each channel.
_OF_CHANNELS = {"batch_norm_inference": ("mean", "var")}


# One number for each row.
_OF_ROWS = {"cosine_embedding_loss": ("target",)}


def _shape(name, slot, shape):
    if slot in _OF_ROWS.get(name, ()):
        return shape[:-1]
    if slot in _OF_CHANNELS.get(name, ()):
        return shape[1:2]
    return (*shape[:-1], shape[-1] // 2) if slot in _OF_PAIRS.get(name, ()) else shape


def _draw(name, shape, dtype, seed, low, high):
    op = remora.ops()[name]
    rng = np.random.default_rng(seed)
    slots = [s.name for s in op.inputs() if s.need == "required"]
    arrays = {slot: rng.uniform(low, high, _shape(name, slot, shape)).astype(dtype) for slot in slots}
    values = {"real": 0.25, "ints": (2, 3), "int": 1}
    return arrays, {a.name: values[a.kind] for a in op.attrs if a.otherwise.startswith("required")}


def sample(name, shape=(3, 4), dtype=np.float64, seed=5):
    """(inputs by slot name, attributes): required inputs alone, inside the op's domain."""
    return _draw(name, shape, dtype, seed, *domain(name))


def varying(name, arrays):
    """The inputs that have a gradient, by slot name."""
    made = {slot.name for slot in remora.ops()[name].outputs(backward=True)}
    return [slot for slot in arrays if "d" + slot in made]


def gradients(name, dy, arrays, attrs, y):
    """remora.backward as a tuple."""
    if "sum" in [slot.name for slot in remora.ops()[name].inputs(True)]:
        total = remora.add(arrays["x"], arrays["residual"])
        return remora.backward(name, dy=dy, sum=total, wants=("dx", "dresidual"), **attrs)
    found = remora.backward(name, dy=dy, y=y, **arrays, **attrs)
    return found if isinstance(found, tuple) else (found,)
