"""remora.torch: every op with autograd, torch.compile, and override() against PyTorch's own functions."""

import subprocess
import sys

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from samples import FLOATS, NAMES, gradients, sample, varying  # noqa: E402

import remora  # noqa: E402
import remora.torch  # noqa: E402

pad = torch.nn.functional.pad


def bits(x):
    return x.detach().cpu().numpy().tobytes() if isinstance(x, torch.Tensor) else np.asarray(x).tobytes()


def test_tensors_come_back_as_tensors():
    x = torch.arange(6.0).reshape(2, 3)
    assert torch.equal(remora.cumsum(x, axis=1), x.cumsum(1))
    assert remora.sum(x.bfloat16().T, axes=0).dtype == torch.bfloat16
    out = torch.empty(2, 3)
    assert remora.cumsum(x, axis=1, out=out) is out and torch.equal(out, x.cumsum(1))
    assert remora.sum(torch.zeros(0, 3), axes=0).tolist() == [0, 0, 0]
    with pytest.raises(remora.Error):
        remora.mean(x.to(torch.int8))
    negatives = torch.full((3,), 1 + 1j).conj().imag
    assert negatives.is_neg() and remora.sum(negatives).item() == -3
    with pytest.raises(remora.Error, match="negatives"):
        remora.cumsum(x[0], out=negatives)


def test_a_new_tensor_is_packed_and_other_strides_are_refused():
    x, turned = torch.arange(6.0).reshape(2, 3), torch.empty(3, 2).T
    for call in (
        lambda: remora.cumsum(x, axis=1, y=("f32", (2, 3), (1, 2))),
        lambda: remora.plan("cumsum", x, axis=1, y=turned).run(x),
        lambda: remora.plan("cumsum", x[0], axis=0, y=("f32", (3,), (1000,))).run(x[0]),
    ):
        with pytest.raises(remora.Error, match="y: expected an array of these strides"):
            call()
    assert torch.equal(remora.plan("cumsum", x, axis=1, y=turned).run(x, out=turned), x.cumsum(1))


@pytest.mark.parametrize("shape", [(), (0,), (5,), (3, 0, 2), (2, 3, 700)])
def test_results_own_their_memory(shape):
    x = torch.rand(shape)
    y = remora.exp(x)
    parts = [y.view(-1), y.detach()]
    assert y.shape == x.shape and y.is_contiguous() and y.data_ptr() % 64 == 0
    expected = torch.tensor(remora.exp(x.numpy()))
    del x, y
    kept = [remora.exp(torch.rand(shape)) for _ in range(50)]  # would take the place of memory that was let go
    assert all(torch.equal(part.view(shape), expected) for part in parts) and len(kept) == 50
    parts[0].mul_(2)
    assert torch.equal(parts[1], 2 * expected)


@pytest.mark.parametrize("name", NAMES)
def test_autograd_has_remoras_bits(name):
    arrays, attrs = sample(name)
    vary = varying(name, arrays)
    tensors = [torch.from_numpy(x).requires_grad_(slot in vary) for slot, x in arrays.items()]
    y = getattr(remora.torch, name)(*tensors, **attrs)
    expected = remora.forward(name, *arrays.values(), **attrs)
    assert bits(y) == bits(expected)
    dy = np.random.default_rng(1).uniform(-1, 1, expected.shape)
    y.backward(torch.from_numpy(dy))
    made = [slot.name[1:] for slot in remora.ops()[name].outputs(backward=True)]
    given = {slot: dx for slot, dx in zip(made, gradients(name, dy, arrays, attrs, expected))}
    for slot, tensor in zip(arrays, tensors):
        assert bits(tensor.grad) == bits(given[slot]) if slot in given else tensor.grad is None


@pytest.mark.parametrize("name", [name for name in FLOATS if name not in NAMES])
def test_ops_without_a_gradient_have_remoras_bits(name):
    arrays, attrs = sample(name)
    y = getattr(remora.torch, name)(*map(torch.from_numpy, arrays.values()), **attrs)
    expected = remora.forward(name, *arrays.values(), **attrs)
    assert bits(y) == bits(expected) and str(y.dtype)[6:] == expected.dtype.name


@pytest.mark.parametrize("name", ["logsumexp", "var", "cummax", "lerp", "pad", "softmax", "layer_norm", "rms_norm"])
def test_the_operators_keep_pytorchs_rules(name):
    arrays, attrs = sample(name)
    tensors = [torch.from_numpy(x).requires_grad_() for x in arrays.values()]
    attrs = {key: list(value) if isinstance(value, tuple) else value for key, value in attrs.items()}
    torch.library.opcheck(getattr(torch.ops.remora, name).default, tuple(tensors), attrs)


OLDER = """
import torch
if hasattr(torch.Tensor, "__dlpack_c_exchange_api__"):
    del torch.Tensor.__dlpack_c_exchange_api__
import remora.torch
x = torch.rand(3, 4, requires_grad=True)
y = remora.logsumexp(x.detach(), axes=1)
assert isinstance(y, torch.Tensor)
assert torch.equal(remora.torch.logsumexp(x, axes=1), y)
with remora.torch.override():
    [dx] = torch.autograd.grad((x.cumsum(1) + x.amax(1, keepdim=True)).sum(), x)
[expected] = torch.autograd.grad((x.cumsum(1) + x.amax(1, keepdim=True)).sum(), x)
assert torch.equal(dx, expected)
assert remora.sum(x.detach().bfloat16()).dtype == torch.bfloat16
"""


def test_a_pytorch_without_dlpacks_table_of_functions():
    subprocess.run([sys.executable, "-c", OLDER], check=True, timeout=120)


def test_further_outputs_by_name():
    rng = np.random.default_rng(2)
    x, weight, dy = rng.normal(size=(3, 4)), rng.normal(size=4), rng.normal(size=(3, 4))
    results = dict(zip(("y", "mean", "rstd"), remora.layer_norm(x, weight, mean=True, rstd=True)))
    expected = remora.backward("layer_norm", dy=dy, x=x, weight=weight)
    for extras in ((), ("mean",), ("rstd",), ("mean", "rstd")):
        tensors = [torch.from_numpy(v).requires_grad_() for v in (x, weight)]
        found = remora.torch.layer_norm(*tensors, **dict.fromkeys(extras, True))
        found = found if extras else (found,)
        assert [bits(v) for v in found] == [bits(results[slot]) for slot in ("y", *extras)]
        found[0].backward(torch.from_numpy(dy))
        assert [bits(tensor.grad) for tensor in tensors] == [bits(v) for v in expected]


def test_a_mask_has_no_gradient():
    x, mask = torch.rand(3, 4, requires_grad=True), torch.tensor([True, False, True, True])
    remora.torch.masked_softmax(x, mask).square().sum().backward()
    plain = x.detach().clone().requires_grad_()
    plain.masked_fill(~mask, -torch.inf).softmax(-1).square().sum().backward()
    torch.testing.assert_close(x.grad, plain.grad)


@pytest.mark.parametrize("name", ["masked_softmax", "bce_loss"])
def test_a_gradient_that_there_is_not_is_refused_where_it_is_wanted(name):
    x, last = torch.rand(3, 4, requires_grad=True), torch.zeros(4, requires_grad=True)
    slot = remora.ops()[name].inputs()[2].name
    given = {"target": torch.rand(3, 4), "reduction": "sum"} if name == "bce_loss" else {}
    function = getattr(remora.torch, name)
    last = last if name == "masked_softmax" else torch.ones(3, 4, requires_grad=True)
    with pytest.raises(NotImplementedError, match=f"{name} has no gradient of {slot}; pass {slot}.detach()"):
        function(x, **{slot: last}, **given)
    function(x, **{slot: last.detach()}, **given).sum().backward()
    assert x.grad is not None
    with torch.no_grad():
        function(x, **{slot: last}, **given)


def test_only_what_needs_a_gradient_gets_one():
    a, b = torch.ones(3, requires_grad=True), torch.ones(3)
    remora.torch.lerp(a, b, weight=0.25).sum().backward()
    assert a.grad.tolist() == [0.75] * 3 and b.grad is None


def test_second_derivatives_say_so():
    x = torch.ones(3, requires_grad=True)
    for function in (remora.torch.logsumexp, lambda x: x.amax(0)):
        with remora.torch.override():
            [dx] = torch.autograd.grad(function(x) ** 2, x, create_graph=True)
            with pytest.raises(NotImplementedError, match="second derivatives"):
                dx.sum().backward()


@pytest.mark.parametrize("name", ["logsumexp", "var", "cummax", "lerp", "linrec", "softmax", "layer_norm", "rms_norm"])
def test_the_direct_way_and_the_operator_agree(name, monkeypatch):
    from remora import _autograd

    arrays, attrs = sample(name)
    results = []
    for plainly in (lambda tensors: True, lambda tensors: False):
        monkeypatch.setattr(_autograd, "_plainly", plainly)
        tensors = [torch.from_numpy(x).requires_grad_() for x in arrays.values()]
        y = _autograd.apply(name, *tensors, **attrs)
        results.append([y, *torch.autograd.grad(y.sum(), tensors)])
    assert [bits(x) for x in results[0]] == [bits(x) for x in results[1]]


def test_fake_tensors_see_the_operator():
    from torch._subclasses.fake_tensor import FakeTensorMode

    with FakeTensorMode():
        y, index = remora.torch.cummax(torch.empty(3, 4), axis=1, index=True)
    assert y.shape == (3, 4) and index.dtype == torch.int64
    assert remora.torch.sum(torch.empty(3, 4, device="meta"), axes=1).shape == (3,)


def test_compiled_code_has_one_opaque_call():
    @torch.compile(fullgraph=True, backend="aot_eager")
    def step(x):
        return remora.torch.var(x, axes=1) + remora.torch.logsumexp(x, axes=[1]) * 2

    x = torch.rand(4, 5, requires_grad=True)
    y = step(x)
    y.sum().backward()
    plain = x.detach().clone().requires_grad_()
    (remora.torch.var(plain, axes=1) + remora.torch.logsumexp(plain, axes=[1]) * 2).sum().backward()
    assert torch.equal(x.grad, plain.grad)


# ---- override ----

ROUTED = {
    "cumsum": lambda x: torch.cumsum(x, 1),
    "cumsum dtype": lambda x: x.cumsum(0, dtype=torch.float64),
    "cumprod": lambda x: x.cumprod(dim=0),
    "cummax": lambda x: x.cummax(1)[0],
    "cummin": lambda x: torch.cummin(x, dim=0).values,
    "logcumsumexp": lambda x: torch.logcumsumexp(x, 1),
    "logsumexp": lambda x: x.logsumexp((0, 1)),
    "logsumexp keepdim": lambda x: torch.logsumexp(x, 1, True),
    "prod": lambda x: x.prod(),
    "prod dim": lambda x: x.prod(1, True),
    "var": lambda x: x.var(),
    "var unbiased": lambda x: x.var(False),
    "var dim": lambda x: torch.var(x, 1, False, True),
    "std": lambda x: x.std(dim=(0, 1), correction=2),
    "std dim": lambda x: torch.std(x, 1),
    "amax": lambda x: x.amax(1),
    "amax all": lambda x: torch.amax(x),
    "amin": lambda x: x.amin((0, 1), keepdim=True),
    "norm": lambda x: x.norm(),
    "norm dim": lambda x: torch.norm(x, dim=1, keepdim=True),
    "norm 2": lambda x: torch.norm(x, 2, 0),
    "vector_norm": lambda x: torch.linalg.vector_norm(x, dim=0),
    "pad": lambda x: pad(x, (1, 2, 3, -1), value=2.0),
    "pad reflect": lambda x: pad(x[None], (1, 2, 2, 1), mode="reflect"),
    "pad replicate": lambda x: pad(x, (3, 3), mode="replicate"),
    "pad circular": lambda x: pad(x[None, None], (1, 2, 3, 0), mode="circular"),
    "lerp": lambda x: torch.lerp(x, x * 2, 0.3),
    "lerp tensor": lambda x: x.lerp(x * 2, x[0]),
}
FALLS_THROUGH = {
    "integers": lambda x: x.long().cumsum(1),
    "out": lambda x: torch.cumsum(x, 1, out=torch.empty_like(x)),
    "norm 1": lambda x: x.norm(1),
    "norm inf": lambda x: torch.norm(x, float("inf")),
    "nuclear": lambda x: torch.norm(x, "nuc"),
    "empty": lambda x: x[:0].cumsum(0),
    "correction": lambda x: x[:1].var(0, correction=1),
    "complex": lambda x: (x + 1j).prod(),
    "vmap": lambda x: torch.func.vmap(lambda r: r.cumsum(0))(x),
    "logsumexp of no axes": lambda x: x.logsumexp((), keepdim=True),
    "prod to int": lambda x: x.prod(dtype=torch.int64),
    "subclass": lambda x: (
        torch.Tensor._make_subclass(type("Mine", (torch.Tensor,), {}), x).amax(0).as_subclass(torch.Tensor)
    ),
}


def with_gradient(function, x):
    x = x.detach().clone().requires_grad_()
    y = function(x)
    y.backward((torch.arange(y.numel(), dtype=y.dtype) % 5 + 1).reshape(y.shape))  # sums of these are exact
    return y.detach(), x.grad


def counted(monkeypatch):
    """The names of the ops that the override calls."""
    from remora import _override

    called, plain = [], _override._ops.apply
    monkeypatch.setattr(_override._ops, "apply", lambda name, *a, **k: called.append(name) or plain(name, *a, **k))
    return called


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32])
@pytest.mark.parametrize("name", ROUTED)
def test_override_agrees_with_pytorch(name, dtype, monkeypatch):
    called = counted(monkeypatch)
    # Quarters with ties; none is 0.
    x = (torch.randint(-3, 3, (5, 7), generator=torch.Generator().manual_seed(3)) + 0.25).to(dtype)
    expected = with_gradient(ROUTED[name], x)
    assert not called
    with remora.torch.override():
        found = with_gradient(ROUTED[name], x)
    assert called
    for a, b in zip(found, expected):
        assert a.dtype == b.dtype and a.shape == b.shape and a.stride() == b.contiguous().stride()
        torch.testing.assert_close(
            a, b, rtol=1e-12 if dtype == torch.float64 else 2e-5, atol=0 if "var" not in name else 1e-6
        )


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", FALLS_THROUGH)
def test_override_leaves_the_rest_to_pytorch(name, monkeypatch):
    called = counted(monkeypatch)
    x = torch.rand(5, 7) + 1
    with remora.torch.override():
        found = FALLS_THROUGH[name](x)
    assert not called
    torch.testing.assert_close(found, FALLS_THROUGH[name](x), equal_nan=True)


def test_autocast_is_pytorchs(monkeypatch):
    called = counted(monkeypatch)
    x = torch.rand(3, 4, dtype=torch.bfloat16)
    with torch.autocast("cpu", dtype=torch.bfloat16), remora.torch.override():
        found = x.prod(1)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        assert found.dtype == x.prod(1).dtype
    assert not called


def test_pytorchs_sentences_stay_pytorchs():
    with remora.torch.override():
        with pytest.raises(IndexError):
            torch.rand(3).cumsum(5)
        with pytest.raises(RuntimeError, match="[Pp]adding"):
            pad(torch.rand(1, 3), (4, 4), mode="reflect")


def test_ties_and_nan_are_pytorchs():
    nan = float("nan")
    rows = torch.tensor([[1.0, 3, 3, 2], [0.0, -0.0, 0, -1], [1, nan, 2, nan], [nan, 1, 1, 1], [2, 2, 2, 2]])
    for function in (lambda x: x.amax(1), lambda x: x.amin(1), lambda x: x.cummax(1)[0], lambda x: x.cummin(1)[0]):
        expected = with_gradient(function, rows)
        with remora.torch.override():
            found = with_gradient(function, rows)
        for a, b in zip(found, expected):
            torch.testing.assert_close(a, b, rtol=0, atol=0, equal_nan=True)
    for name in ("cummax", "cummin"):
        with remora.torch.override():
            found = getattr(torch, name)(rows, 1)
        assert type(found) is getattr(torch.return_types, name)
        assert torch.equal(found.indices, getattr(torch, name)(rows, 1).indices)


def test_zeros_in_products():
    rows = torch.tensor([[2.0, 0, 3, 4], [0, 2, 3, 1], [2, 3, 0, 1], [2, 0, 0, 3]])
    for function in (lambda x: x.prod(1), lambda x: x.cumprod(1), lambda x: x.norm(dim=1), lambda x: (x * 0).std(1)):
        expected = with_gradient(function, rows)
        with remora.torch.override():
            found = with_gradient(function, rows)
        for a, b in zip(found, expected):
            torch.testing.assert_close(a, b)


def test_modules_and_compiled_code_are_overridden(monkeypatch):
    called = counted(monkeypatch)
    x = torch.rand(2, 3, 4)
    with remora.torch.override():
        torch.nn.ReflectionPad1d(2)(x)
    assert called == ["pad"]

    @torch.compile(fullgraph=True, backend="aot_eager")
    def step(x):
        with remora.torch.override():
            return (x.cumsum(1) + x.amax(1, keepdim=True)).sum()

    x.requires_grad_()
    step(x).backward()
    found, x.grad = x.grad, None
    (x.cumsum(1) + x.amax(1, keepdim=True)).sum().backward()
    torch.testing.assert_close(found, x.grad)
