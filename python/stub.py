"""Writes __init__.pyi, the types of the package: stub.py FILE. The functions of ops come from the op table."""

import sys

import remora

_HEAD = '''"""Tensor operators, forward and backward, with the same bits on every device."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

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

def forward(op: str, /, *inputs: Array | None, device: Any = None, out: Any = None, **attrs: Any) -> Any: ...
def backward(op: str, /, *, dy: Array, device: Any = None, wants: str | Sequence[str] | None = None,
             shape: Ints | None = None, accumulate: Array | Mapping[str, Array] | None = None,
             **slots_and_attrs: Any) -> Any: ...
def plan(op: str, *inputs: Any, backward: bool = False, device: Any = None, wants: Sequence[str] | None = None,
         accumulate: Sequence[str] = (), at_least: str | None = None, max_workspace: int = 0, **words: Any) -> Plan: ...
def explain(problem: str | Plan, device: Any = None) -> str: ...
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


def _function(op):
    inputs = [f"{slot.name}: Array" + ("" if slot.need == "required" else " | None = None") for slot in op.inputs()]
    words = [_attribute(attr) for attr in op.attrs if attr.passes & 1]
    words += [f"{slot.name}: Any = None" for slot in op.outputs() if slot.need != "required"]
    outputs = [slot for slot in op.outputs()]
    result = "Array" if len(outputs) == 1 else "Any"
    signature = ", ".join([*inputs, "*", *words, "device: Any = None", "out: Any = None"])
    return f'def {op.name}({signature}) -> {result}:\n    """{op.says}"""\n'


def text():
    functions = "\n".join(_function(op) for op in remora.ops().values())
    head = _HEAD.replace("import Any, NamedTuple", "import Any, Literal, NamedTuple")
    return head + "\n" + functions


if __name__ == "__main__":
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write(text())
