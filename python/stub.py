"""Writes __init__.pyi, torch.pyi and jax.pyi, the types of the package, from the op table: stub.py FOLDER."""

import os
import sys

import remora

_HEAD = '''"""Tensor operators, forward and backward, with the same bits on every device."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

# Of NumPy, PyTorch, JAX, CuPy, or anything with __dlpack__ or the buffer protocol. Results are of the same kind.
Array = Any
Ints = int | Sequence[int]
Reals = float | Sequence[float]

__version__: str

class Error(Exception):
    status: str
    slot: str | None
    axis: int | None
    needed: int | None
    got: int | None
    native: int | None

class Slot(NamedTuple):
    name: str
    role: str
    need: str
    dtypes: int

class Attr(NamedTuple):
    name: str
    kind: str
    passes: int
    choices: str | None
    otherwise: str

class Op(NamedTuple):
    name: str
    says: str
    family: str
    forward: tuple[Slot, ...]
    backward: tuple[Slot, ...]
    attrs: tuple[Attr, ...]
    def adapted(self) -> bool: ...
    def must_be_said(self, slot: Slot) -> bool: ...
    def inputs(self, backward: bool = ...) -> list[Slot]: ...
    def outputs(self, backward: bool = ...) -> list[Slot]: ...

class Plan:
    sku: str
    problem: str
    notes: str
    source: str
    device: str
    workspace: int
    guarantee: dict[str, Any]
    slots: dict[str, tuple[str, tuple[int, ...], tuple[int, ...]]]
    def run(self, *arrays: Array, out: Any = None, stream: int | None = None) -> Any: ...

class ManyPlan:
    sku: str
    problem: str
    notes: str
    source: str
    device: str
    workspace: int
    guarantee: dict[str, Any]
    members: int
    slots: list[dict[str, tuple[str, tuple[int, ...], tuple[int, ...]]]]
    def run(self, members: Sequence[dict[str, Any]], *, stream: int | None = None) -> list[Any]: ...

def forward(op: str, /, *inputs: Array | None, device: Any = None, out: Any = None, **attrs: Any) -> Any: ...
def backward(op: str, /, *, dy: Array, device: Any = None, wants: str | Sequence[str] | None = None,
             shape: Ints | None = None, accumulate: Array | Mapping[str, Array] | None = None,
             **slots_and_attrs: Any) -> Any: ...
def plan(op: str, *inputs: Any, backward: bool = False, device: Any = None, wants: Sequence[str] | None = None,
         accumulate: Sequence[str] = (), at_least: str | None = None, max_workspace: int = 0, **words: Any) -> Plan: ...
def plan_many(op: str, members: Sequence[Mapping[str, Any]] | None = None, *, backward: bool = False, device: Any = None,
              wants: Sequence[str] | None = None, accumulate: Sequence[str] = (), at_least: str | None = None,
              max_workspace: int = 0, **attrs: Any) -> ManyPlan: ...
def explain(problem: str | Plan | ManyPlan, device: Any = None) -> str: ...
def devices() -> dict[str, str]: ...
def ops() -> dict[str, Op]: ...
'''

_TYPES = {"int": "int | bool", "real": "float", "text": "str", "ints": "Ints", "reals": "Reals"}


def _attribute(attr):
    if attr.choices:
        kind = f"Literal[{', '.join(repr(choice) for choice in attr.choices.split('|'))}]"
    else:
        kind = _TYPES[attr.kind]
    return f"{attr.name}: {kind} | None = None"


def _otherwise(op, slot):
    if slot.need == "required":
        return ""
    return " | None" if op.must_be_said(slot) else " | None = None"


def _function(op, array, last):
    """The stub of an op's function: array is the type of its arrays, last what stands behind the attributes."""
    inputs = [f"{slot.name}: {array}" + _otherwise(op, slot) for slot in op.inputs()]
    words = [_attribute(attr) for attr in op.attrs]
    words += [f"{slot.name}: Any = None" for slot in op.outputs() if slot.need != "required"]
    result = array if len(op.outputs()) == 1 else "Any"
    signature = ", ".join([*inputs, "*", *words, *last])
    return f'def {op.name}({signature}) -> {result}:\n    """{op.says}"""\n'


_ADAPTER = """from collections.abc import Sequence
from typing import Any, Literal

{imports}
Ints = int | Sequence[int]
Reals = float | Sequence[float]

def apply(name: str, *arrays: {array} | None, dtype: Any = None, {extra}: bool | Sequence[str] = False, **attrs: Any) -> Any: ...

"""
_OVERRIDE = """class override:
    def __enter__(self) -> override: ...
    def __exit__(self, *_: Any) -> None: ...

"""


def _functions(array, last, ops):
    return "\n".join(_function(op, array, last) for op in ops)


def texts():
    """{file: text}"""
    ops = list(remora.ops().values())
    with_inputs = [op for op in ops if op.adapted()]
    torch = _ADAPTER.format(imports="from torch import Tensor\n", array="Tensor", extra="with_extra") + _OVERRIDE
    jax = _ADAPTER.format(imports="from jax import Array\n", array="Array", extra="extra")
    return {
        "__init__.pyi": _HEAD + "\n" + _functions("Array", ["device: Any = None", "out: Any = None"], ops),
        "torch.pyi": torch + _functions("Tensor", ["dtype: Any = None"], with_inputs),
        "jax.pyi": jax + _functions("Array", ["dtype: Any = None"], with_inputs),
    }


if __name__ == "__main__":
    for name, text in texts().items():
        with open(os.path.join(sys.argv[1], name), "w", encoding="utf-8") as file:
            file.write(text)
