"""Arrays and attributes for every op of the table, for tests that hold of all of them."""

import numpy as np

import remora


def sample(name, shape=(3, 4), dtype=np.float64, seed=5):
    """(inputs by slot name, attributes): required inputs alone, inside the domains that ops have in common."""
    op = remora.ops()[name]
    rng = np.random.default_rng(seed)
    arrays = {slot.name: rng.uniform(0.3, 0.7, shape).astype(dtype) for slot in op.inputs() if slot.need == "required"}
    values = {"real": 0.25, "ints": (2, 3), "int": 1}
    attrs = {attr.name: values[attr.kind] for attr in op.attrs if attr.otherwise.startswith("required")}
    return arrays, attrs


def gradients(name, dy, arrays, attrs, y):
    """remora.backward as a tuple."""
    found = remora.backward(name, dy=dy, y=y, **arrays, **attrs)
    return found if isinstance(found, tuple) else (found,)
