"""Plans from arrays or from lines of the problem language (docs/problems.md), and the op table as objects."""

import inspect
import re
from typing import NamedTuple

from . import _core


class Slot(NamedTuple):
    name: str
    role: str  # "input" or "output"
    need: str  # "required", "optional" or "ignored"
    dtypes: int  # bit d: dtype number d of remora.h is accepted


class Attr(NamedTuple):
    name: str
    kind: str  # "int", "real", "text", "ints" or "reals"
    passes: int  # bit 0: forward, bit 1: backward
    choices: str  # "split|all|first|last" for texts, else None
    otherwise: str  # the default in words


class Op(NamedTuple):
    name: str
    says: str
    family: str  # "map", "row", "scan", "norm", "step" or "layout"
    forward: tuple  # of Slot
    backward: tuple  # of Slot
    attrs: tuple  # of Attr

    def adapted(self):
        """Whether adapters have a function for it: it takes tensors, and is no step, which has several results and no gradient."""
        return bool(self.inputs()) and self.family != "step"

    def must_be_said(self, slot):
        """Whether a call says something of an input: it is required, or stands before one that is; None leaves that out."""
        inputs = self.inputs()
        return any(later.need == "required" for later in inputs[inputs.index(slot) :])

    def inputs(self, backward=False):
        return [slot for slot in (self.backward if backward else self.forward) if slot.role == "input"]

    def outputs(self, backward=False):
        return [slot for slot in (self.backward if backward else self.forward) if slot.role == "output"]


def _op(name, says, family, forward, backward, attrs):
    slots = [tuple(Slot(*slot) for slot in rows) for rows in (forward, backward)]
    return Op(name, says, family, slots[0], slots[1], tuple(Attr(*attr) for attr in attrs))


table = {row[0]: _op(*row) for row in _core.table()}


def ops():
    """{name: Op}: what each op says of itself, its slots and attributes."""
    return dict(table)


def devices():
    """{device: description} of the devices that can be used here: "cpu", "cuda:0", "opencl:0"."""
    found = {}
    for kind, most in (("cpu", 1), ("cuda", 16), ("opencl", 16)):
        for number in range(most):
            name = kind if kind == "cpu" else f"{kind}:{number}"
            try:
                found[name] = _core.open_device(name)
            except _core.Error:
                break
    return found


_repeats = {None: 0, "none": 0, "run": 1, "everywhere": 2}


def plan(op, *inputs, backward=False, device=None, wants=None, accumulate=(), at_least=None, max_workspace=0, **words):
    """A reusable Plan.

    plan("logsumexp", x, axes=1) for arrays like x; plan("logsumexp", dy=dy, x=x, axes=1, backward=True);
    plan("logsumexp.bwd axes=1 f32[64,1000]") from a line of the problem language. A slot may also be given as
    (dtype, shape) or (dtype, shape, strides). Keywords that name slots are arrays or views, the others attributes.
    New outputs are packed: run(out=...) gives one of which the plan has other strides.
    wants: names of the gradients to make. accumulate: names of gradients that are added to; run(out=...) gives them.
    at_least: "run" or "everywhere": where the bits must repeat. max_workspace: bytes; 0: no limit, 1: none.
    """
    if " " in op or "[" in op:
        return _core.plan(*_Problem(op).description(device))
    return _core.plan(*_description(op, inputs, backward, device, wants, accumulate, at_least, max_workspace, words))


def plan_many(
    op, members=None, *, backward=False, device=None, wants=None, accumulate=(), at_least=None, max_workspace=0, **attrs
):
    """A ManyPlan: many problems of one op and pass as one plan, one call of few launches, with the bits of as many plans.

    members: a sequence with a dict for each: slots by name, as arrays or views, as remora.plan takes them, and attributes
    of its own beside attrs, which are for all. plan_many("adamw f32[3] | adamw f32[7]"), as ManyPlan.problem says it,
    needs none. No output may share memory with a tensor of another member, nor with one of its own but the input in place
    of which the op may write it.

        step = remora.plan_many("adamw", [dict(param=p, grad=g, m=m, v=v, lr=lr, step=t) for ...], weight_decay=0.1)
        step.run([dict(param=p, grad=g, m=m, v=v, lr=lr, step=t, param_out=p, m_out=m, v_out=v) for ...])
    """
    if " " in op or "[" in op:
        return _core.plan_many(tuple(_Problem(line).description(device) for line in op.split(" | ")))
    if members is None:
        raise TypeError("plan_many() needs a list of members, or problems with ' | ' between them")
    rest = (backward, device, wants, accumulate, at_least, max_workspace)
    return _core.plan_many(tuple(_description(op, (), *rest, {**attrs, **member}) for member in members))


def _description(op, inputs, backward, device, wants, accumulate, at_least, max_workspace, words):
    """What _core makes a plan of."""
    if op.endswith(".bwd"):
        op, backward = op[:-4], True
    entry = table.get(op)
    if entry is None:  # the library's own sentence
        return op, backward, {}, {}, (), device, 0, 0
    slots = dict(zip([slot.name for slot in entry.inputs(backward)], inputs))
    names = {slot.name for slot in (entry.backward if backward else entry.forward)}
    slots.update((name, value) for name, value in words.items() if name in names)
    if backward:
        _want(entry, slots, wants)
    attrs = {name: value for name, value in words.items() if name not in names}
    return op, backward, slots, attrs, tuple(accumulate), device, _repeats[at_least], max_workspace


def described(function, op, purpose):
    """function with the name, signature and docstring of an adapter's function for op."""
    kind = inspect.Parameter
    inputs = [
        kind(slot.name, kind.POSITIONAL_OR_KEYWORD, default=kind.empty if op.must_be_said(slot) else None)
        for slot in op.inputs()
    ]
    words = [attr.name for attr in op.attrs] + [slot.name for slot in op.outputs()[1:]] + ["dtype"]
    function.__name__ = function.__qualname__ = op.name
    function.__doc__ = f"{op.says}\n\n{purpose}; otherwise as remora.{op.name}. dtype: that of the result."
    function.__signature__ = inspect.Signature(inputs + [kind(word, kind.KEYWORD_ONLY, default=None) for word in words])
    return function


def saved_outputs(op, attrs):
    """Further outputs that the gradient takes, or would otherwise work out again. Not the mean of what is normalised:
    rounded, it would cost rows far from 0 the digits that distances from their first element keep; without it rstd does
    not serve.
    """
    needs = _core.needs(op.name, True, {}, attrs, (), None, 0, 0)
    names = [slot.name for slot in op.outputs()[1:] if needs.get(slot.name) in ("optional", "required")]
    return [name for name in names if needs[name] == "required"] if op.family == "norm" and "mean" in names else names


def no_gradient(op, slot, instead):
    """The sentence for an input that somebody wants to learn, which the op has no gradient of."""
    return f"remora: {op.name} has no gradient of {slot}; pass {instead} if none is wanted"


def _want(entry, slots, wants):
    """Says of each gradient whether it is made: those that wants names, else all but those of inputs left out."""
    for slot in entry.outputs(True):
        source = slots.get(slot.name[1:])
        if slot.name in slots:
            continue
        wanted = slot.need == "required" or source is not None if wants is None else slot.name in wants
        slots[slot.name] = wanted or None


def explain(problem, device=None):
    """What a problem, or a Plan, would run and promise, in a few lines."""
    made = problem if isinstance(problem, _core.Plan) else plan(problem, device=device)
    promise = made.guarantee
    lines = [
        made.problem,
        f"  kernel     {made.sku}",
        f"  device     {made.device}",
        f"  workspace  {made.workspace} bytes",
        f"  promise    {promise['ulp']:.4g} ulp + {promise['sum']:.4g} eps S, computed in {promise['compute']}, "
        f"sums in {promise['accumulate']}; the same bits: {promise['repeat']}",
    ]
    lines += [f"  note       {note}" for note in made.notes.splitlines() if note]
    return "\n".join(lines)


class _Problem:
    """One line of the problem language, without sets and ranges, which are many problems."""

    def __init__(self, line):
        line = line.split("#")[0]
        first, *words = line.split()
        name, _, bwd = first.partition(".")
        self.op = table.get(name)
        self.backward = bwd == "bwd"
        if self.op is None or bwd not in ("", "bwd"):
            raise _error(f'problem: expected an op, found "{first}"')
        if self.backward and not self.op.backward:
            raise _error(f"{name} has no gradient")
        self.slots, self.attrs, self.accumulate = {}, {}, []
        self.device, self.repeat, self.workspace = None, None, 0
        for word in words:
            if "=" in word:
                self._setting(*word.split("=", 1))
        self.unnamed = iter(self._order())
        for word in words:
            if word.startswith("+"):
                self.accumulate.append(word[1:])
            elif "=" not in word:
                self._view(word)
        if self.backward:
            self._gradients()
        else:
            for slot in self.op.inputs():
                if slot.need == "required":
                    self.slots.setdefault(slot.name, True)

    def description(self, device):
        """What _core makes a plan of; on this device where one is said."""
        rest = tuple(self.accumulate), device or self.device, _repeats[self.repeat], self.workspace
        return self.op.name, self.backward, self.slots, self.attrs, *rest

    def _order(self):
        """Slots that views without a name fill: in a backward line inputs of the forward pass, or their gradients."""
        if not self.backward:
            return [slot.name for slot in self.op.forward]
        self.needs = _core.needs(self.op.name, True, {}, self.attrs, (), None, 0, 0)
        names = [slot.name for slot in self.op.inputs()]
        return [name if self.needs.get(name, "ignored") != "ignored" else "d" + name for name in names]

    def _setting(self, name, value):
        if name == "on":
            self.device = value if ":" in value or value == "cpu" else value + ":0"
        elif name == "ask":
            self.repeat = value
        elif name == "ws":
            self.workspace = int(value)
        else:
            kinds = {attr.name: attr.kind for attr in self.op.attrs}
            self.attrs[name] = _value(kinds.get(name, "int"), value)

    def _view(self, word):
        name, colon, text = word.partition(":")
        if not colon:
            name, text = next(self.unnamed, None), word
        if name is None:
            raise _error(f'problem: there is no slot for "{word}"')
        self.slots[name] = None if text == "-" else _view(text)

    def _gradients(self):
        """A line that names no output wants all, except the gradient of an input that may be left out and was."""
        outputs = self.op.outputs(True)
        if any(slot.name in self.slots for slot in outputs if slot.name not in self._order()):
            for slot in outputs:
                self.slots.setdefault(slot.name, None)
        else:
            _want(self.op, self.slots, None)
        if "dy" not in self.slots:
            self.slots["dy"] = True
        for slot in self.op.inputs(True):
            if self.needs[slot.name] == "required":
                self.slots.setdefault(slot.name, True)


def _error(text):
    error = _core.Error(text)
    error.status = "REM_INVALID"
    return error


def _value(kind, text):
    read = {"int": int, "ints": int, "real": float, "reals": float, "text": str}[kind]
    try:
        if kind in ("ints", "reals"):
            return () if text == "none" else tuple(read(item) for item in text.split(","))
        return read(text)
    except ValueError:
        raise _error(f'problem: expected a value of kind {kind}, found "{text}"') from None


_VIEW = re.compile(r"(f32|f64|f16|bf16|bool|u8|i8|i16|i32|u32|i64)?(?:\[([-0-9,]*)\])?(?:@(.+))?$")


def _view(text):
    match = _VIEW.match(text)
    if not match:
        raise _error(f'problem: expected a view such as f32[64,1000], found "{text}"')
    dtype, shape, layout = match.groups()
    if shape is None:
        return dtype or True
    extents = tuple(int(extent) for extent in shape.split(",") if extent)
    return (dtype or "f32", extents, _strides(extents, layout)) if layout else (dtype or "f32", extents)


def _packed(extents):
    strides, step = [], 1
    for extent in reversed(extents):
        strides.insert(0, step)
        step *= max(extent, 1)
    return strides


def _strides(extents, layout):
    """The layouts of docs/problems.md."""
    packed = _packed(extents)
    if layout == "packed":
        return tuple(packed)
    if layout == "t":
        return tuple(reversed(_packed(tuple(reversed(extents)))))
    if layout == "rev":
        return tuple(-stride for stride in packed)
    if layout == "bcast":
        first = next((axis for axis, extent in enumerate(extents) if extent > 1), None)
        return tuple(0 if axis == first else stride for axis, stride in enumerate(packed))
    if re.fullmatch(r"-?\d+(,-?\d+)*", layout):
        return tuple(int(stride) for stride in layout.split(","))
    raise _error(f'problem: expected a layout, found "@{layout}"')
