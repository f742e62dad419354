"""forward, backward, named functions, plans, the table, errors."""

import ast
import importlib.metadata
import inspect
import pathlib

import numpy as np
import pytest

import remora
import remora.jax

X = np.arange(12, dtype=np.float32).reshape(3, 4)


def test_axes_may_be_any_integers():
    for axes in (1, (1,), [1], np.int64(1), np.array([1]), range(1, 2), iter([1])):
        assert remora.sum(X, axes=axes).tolist() == X.sum(1).tolist()


def test_one_output_is_an_array_and_several_are_a_tuple():
    y = remora.max(X, axes=1)
    assert isinstance(y, np.ndarray)
    y, index = remora.max(X, axes=1, index=True)
    assert index.dtype == np.int64 and index.tolist() == [3, 3, 3]
    _, index = remora.forward("max", X, axes=1, index="i32")
    assert index.dtype == np.int32


def test_names_of_numpy_serve_too():
    assert remora.sum(X, axis=1, keepdims=True).tolist() == remora.sum(X, axes=(1,), keepdim=True).tolist()
    assert remora.sum(X, axis=-1).tolist() == X.sum(-1).tolist()
    assert remora.cumsum(X, axes=0).tolist() == X.cumsum(0).tolist()


@pytest.mark.parametrize(
    "name, attrs, text",
    [
        ("sum", {"axes": 0, "axis": 1}, "sum() got axes twice"),
        ("sum", {"axis": 1, "axes": 1}, "sum() got axes twice"),
        ("cumsum", {"axis": 1, "axes": 0}, "cumsum() got axis twice"),
        ("sum", {"keepdim": False, "keepdims": True}, "sum() got keepdim twice"),
    ],
)
def test_an_attribute_by_two_names_is_refused(name, attrs, text):
    for call in (getattr(remora, name), lambda x, **words: remora.plan(name, x, **words)):
        with pytest.raises(TypeError) as caught:
            call(X, **attrs)
        assert str(caught.value) == text
    first, *_ = attrs
    assert getattr(remora, name)(X, **{**attrs, first: None}).shape  # None says nothing


def test_an_output_in_another_dtype_and_in_the_callers_memory():
    assert remora.sum(X, axes=1, y="f64").dtype == np.float64
    out = np.full((3, 8), -1, np.float32)
    result = remora.cumsum(X, axis=1, out=out[:, ::2])
    assert result.base is out and out[:, ::2].tolist() == X.cumsum(1).tolist() and (out[:, 1::2] == -1).all()
    y, index = np.empty(3, np.float32), np.empty(3, np.int64)
    assert remora.forward("max", X, axes=1, out=(y, index))[0] is y
    with pytest.raises(TypeError):
        remora.forward("sum", X, out=(y, index))


def test_in_place_where_the_op_allows_it():
    a = X.copy()
    assert remora.lerp(a, X + 1, weight=0.5, out=a) is a
    assert a.tolist() == (X + 0.5).tolist()
    with pytest.raises(remora.Error) as caught:
        remora.cumsum(a, out=a)
    assert caught.value.slot == "y"


def test_an_op_without_inputs_fills_what_it_is_given():
    out = np.empty((2, 3), np.float32)[:, ::-1]
    assert remora.fill(value=2.5, out=out) is out and (out == 2.5).all()
    with pytest.raises(remora.Error, match="inferred"):
        remora.fill(value=2.5)


def test_backward_takes_what_generic_autograd_has():
    y = remora.sum(X, axes=1)
    dy = np.ones(3, np.float32)
    for saved in ({"x": X}, {"x": X, "y": y}, {"shape": (3, 4)}, {"shape": X.shape, "y": y}):
        assert remora.backward("sum", dy=dy, axes=1, **saved).tolist() == np.ones((3, 4)).tolist()
    assert remora.backward("pad", dy=np.ones(6, np.float32), x=X[0], y=None, low=1, high=1).tolist() == [1, 1, 1, 1]
    da, db = remora.backward("linrec", dy=dy, a=dy, b=dy, y=remora.linrec(dy, dy))
    assert da.tolist() == [0, 2, 2] and db.tolist() == [3, 2, 1]
    assert len(remora.backward("linrec", dy=dy, a=dy, b=dy, init=dy[0], y=remora.linrec(dy, dy, dy[0]))) == 3


def test_wants_and_accumulate():
    dy = np.ones((3, 4), np.float32)
    full = remora.backward("lerp", dy=dy, a=X, b=X[0], w=X[:1])
    assert [g.shape for g in full] == [(3, 4), (4,), (1, 4)]
    db = remora.backward("lerp", dy=dy, a=X, b=X[0], w=X[:1], wants="db")
    assert db.tolist() == full[1].tolist()
    sums = np.ones(4, np.float32)
    assert remora.backward("lerp", dy=dy, a=X, b=X[0], w=X[:1], wants=["db"], accumulate={"db": sums}) is sums
    assert sums.tolist() == (full[1] + 1).tolist()
    dx = np.full((3, 4), 2, np.float32)
    assert remora.backward("cumsum", dy=dy, accumulate=dx) is dx and dx[0].tolist() == [6, 5, 4, 3]
    with pytest.raises(remora.Error, match="wants"):
        remora.backward("lerp", dy=dy, a=X, b=X, weight=0.5, wants=["dq"])
    with pytest.raises(remora.Error, match="dictionary"):
        remora.backward("lerp", dy=dy, a=X, b=X, weight=0.5, accumulate=dx)


def test_a_gradient_has_its_inputs_dtype():
    import ml_dtypes

    dy = np.ones((3, 4), np.float32)
    assert remora.backward("cumsum", dy=dy, x=X.astype(ml_dtypes.bfloat16)).dtype == ml_dtypes.bfloat16
    assert remora.backward("cumsum", dy=dy, x=X.astype(np.float64)).dtype == np.float64
    assert remora.backward("cumsum", dy=dy, x=X, dx="f64").dtype == np.float64


def test_plan():
    plan = remora.plan("logsumexp", X, axes=1)
    assert plan.problem.startswith("logsumexp axes=1") and plan.sku.startswith("cpu.") and plan.device == "cpu"
    assert plan.guarantee["repeat"] == "everywhere" and plan.workspace >= 0 and plan.source == ""
    assert plan.run(X).tobytes() == remora.logsumexp(X, axes=1).tobytes()
    out = np.empty(3, np.float32)
    assert plan.run(X, out=out) is out
    for extra in ((out, out), (out, None), (out, out, out)):
        with pytest.raises(TypeError) as caught:
            plan.run(X, out=extra)
        assert str(caught.value) == f"run(): out has {len(extra)} arrays, there are 1 outputs"
    assert remora.plan(plan.problem).problem == plan.problem
    with pytest.raises(remora.Error, match="expects f32"):
        plan.run(X.T)
    with pytest.raises(TypeError):
        plan.run()
    back = remora.plan("logsumexp.bwd axes=1 f32[3,4]")
    assert list(back.slots) == ["dy", "x", "dx"]
    assert back.run(out, X).shape == (3, 4)
    with pytest.raises(remora.Error, match="workspace"):
        remora.plan("cumprod", ("f32", (4, 100000)), axis=1, backward=True, x=("f32", (4, 100000)), max_workspace=1)


def test_a_plan_that_adds():
    plan = remora.plan("cumsum.bwd f32[3,4] +dx")
    dx = np.ones((3, 4), np.float32)
    assert plan.run(X, out=dx) is dx and (dx != 1).any()
    with pytest.raises(remora.Error, match="added to"):
        plan.run(X)


def test_explain_and_ops_and_devices():
    text = remora.explain("logsumexp.bwd axes=1 bf16[64,1000]")
    assert "kernel" in text and "promise" in text and "everywhere" in text
    assert remora.explain(remora.plan("sum", X)).startswith("sum")
    op = remora.ops()["max"]
    assert op.family == "row" and [slot.name for slot in op.inputs(True)][:2] == ["dy", "x"]
    assert remora.devices()["cpu"].startswith("cpu")
    with pytest.raises(remora.Error):
        remora.explain("nosuch f32[3]")
    with pytest.raises(remora.Error):
        remora.explain("sum f33[3]")


@pytest.mark.parametrize(
    "call, status, slot, axis, text",
    [
        (lambda: remora.sum(X, axes=7), "REM_INVALID", "x", 7, "axis 7 is out of range for rank 2"),
        (lambda: remora.forward("nosuch", X), "REM_INVALID", None, None, "nosuch"),
        (lambda: remora.sum(X, nosuch=1), "REM_INVALID", None, None, "nosuch"),
        (lambda: remora.sum(X, axes="a"), "REM_INVALID", None, None, "axes"),
        (lambda: remora.cumsum(X, axis=1.5), "REM_INVALID", None, None, "axis"),
        (lambda: remora.max(X, ties="none"), "REM_INVALID", None, None, "ties"),
        (lambda: remora.max(np.zeros((0, 3), np.float32), axes=0), "REM_INVALID", "x", 0, ""),
        (lambda: remora.mean(X.astype(np.int32)), None, "x", None, "x"),
        (lambda: remora.sum([1.0]), "REM_INVALID", "x", None, "list"),
        (lambda: remora.sum(X, device="nosuch:0"), None, None, None, "nosuch"),
        (lambda: remora.pad(X, low=(0, 9), high=(0, 0), mode="reflect"), "REM_INVALID", "x", 1, ""),
        (lambda: remora.sum(X, out=np.empty((2, 2), np.float32)), "REM_INVALID", "y", None, ""),
    ],
)
def test_errors_are_the_librarys_sentences(call, status, slot, axis, text):
    with pytest.raises(remora.Error) as caught:
        call()
    error = caught.value
    assert text in str(error) and "\n" not in str(error) and str(error)
    assert status in (None, error.status) and error.status.startswith("REM_")
    assert error.slot == slot and (axis is None or error.axis == axis)


def test_numbers_of_an_error():
    with pytest.raises(remora.Error) as caught:
        remora.sum(X, axes=7)
    assert (caught.value.needed, caught.value.got) == (2, 7)


@pytest.mark.parametrize("name", remora.ops())
def test_every_op_has_a_function_with_a_signature(name):
    op, function = remora.ops()[name], getattr(remora, name)
    parameters = inspect.signature(function).parameters
    assert [p for p in parameters][: len(op.inputs())] == [slot.name for slot in op.inputs()]
    assert {attr.name for attr in op.attrs} <= set(parameters)
    assert function.__doc__.startswith(op.says) and function.__name__ == name


def stub(name):
    tree = ast.parse(pathlib.Path(remora.__file__).with_name(name).read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}


def arguments(node):
    return [argument.arg for argument in node.args.args + node.args.kwonlyargs]


def test_the_stubs_are_those_of_the_table():
    stubs, torch, jax = stub("__init__.pyi"), stub("torch.pyi"), stub("jax.pyi")
    for name, op in remora.ops().items():
        assert arguments(stubs[name]) == list(inspect.signature(getattr(remora, name)).parameters)
        assert ast.get_docstring(stubs[name]) == op.says
        if not op.adapted():
            assert name not in jax and name not in torch
            continue
        assert arguments(jax[name]) == list(inspect.signature(getattr(remora.jax, name)).parameters)
        assert arguments(torch[name]) == arguments(jax[name])
    assert {name for name in remora.__all__ if name not in remora.ops()} <= set(stubs)
    assert {"apply", "override"} <= set(torch) and "apply" in jax


def test_versions_agree():
    try:
        assert remora.__version__ == importlib.metadata.version("remora")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("the package is not installed but found through PYTHONPATH")
