"""Arrays in and out: who owns what, which layouts, which kinds, what is refused."""

import array
import ctypes

import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest

import remora

X = np.arange(12, dtype=np.float32).reshape(3, 4)


class Capsules:
    """An array of nobody's: DLPack and nothing else."""

    def __init__(self, inner, old=False, stream_seen=None):
        self.inner, self.old = inner, old

    def __dlpack__(self, **words):
        if self.old and "max_version" in words:
            raise TypeError("max_version is not known")
        return self.inner.__dlpack__(**words)

    def __dlpack_device__(self):
        return self.inner.__dlpack_device__()


def address(x):
    return x.__array_interface__["data"][0]


@pytest.mark.parametrize(
    "view",
    [
        X,
        X.T,
        X[::-1],
        X[:, ::2],
        X[1:, 1:],
        X[0],
        X[0, 0:0],
        X[:0],
        np.float32(3),
        X[None, :, None],
        np.broadcast_to(X[0], (5, 4)),
        np.asfortranarray(X),
        X[::-2, ::-1],
    ],
)
def test_any_view_is_read_where_it_lies(view):
    assert remora.sum(view).shape == ()
    assert np.isclose(remora.sum(view), np.sum(view))
    if np.ndim(view):
        assert remora.cumsum(view, axis=0).tolist() == np.cumsum(view, axis=0).tolist()


def test_read_only_inputs_are_read_and_outputs_refused():
    x = X.copy()
    x.flags.writeable = False
    assert remora.sum(x) == X.sum()
    with pytest.raises(remora.Error, match="written") as caught:
        remora.cumsum(X, out=x)
    assert caught.value.slot == "y"
    assert (x == X).all()
    with pytest.raises(remora.Error, match="written"):
        remora.cumsum(X.astype(ml_dtypes.bfloat16), out=np.broadcast_to(ml_dtypes.bfloat16(0), (3, 4)))
    assert remora.sum(memoryview(bytes(8)).cast("f")).tolist() == 0


def test_other_byte_orders_are_refused():
    with pytest.raises(remora.Error, match="byte order") as caught:
        remora.sum(X.astype(">f4"))
    assert caught.value.slot == "x" and caught.value.status == "REM_UNSUPPORTED"


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.complex64, np.bool_, "U3", "M8[s]", object, "f4,i4"])
def test_other_dtypes_are_refused(dtype):
    with pytest.raises(remora.Error):
        remora.mean(np.zeros(3, dtype))


def test_layouts_that_no_view_has_are_copied():
    records = np.zeros(5, np.dtype([("a", np.uint8), ("x", np.float32)]))
    records["x"] = [1, 2, 3, 4, 5]
    assert remora.cumsum(records["x"]).tolist() == [1, 3, 6, 10, 15]
    raw = np.frombuffer(b"\0" + np.arange(4, dtype=np.float32).tobytes(), dtype=np.uint8)[1:].view(np.float32)
    assert raw.ctypes.data % 4 and remora.sum(raw) == 6
    with pytest.raises(remora.Error):
        remora.cumsum(X[0], out=np.zeros(17, np.uint8)[1:].view(np.float32))


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.float16, ml_dtypes.bfloat16])
def test_fields_of_records_are_read_and_not_written(dtype):
    records = np.zeros(6, [("x", dtype), ("tag", np.uint8)])
    records["x"], records["tag"] = range(6), 7
    before = records.tobytes()
    assert remora.cumsum(records["x"]).tolist() == [0, 1, 3, 6, 10, 15]
    assert remora.sum(records["x"][::-2]) == 9
    with pytest.raises(remora.Error, match="y: expected whole elements at addresses and strides") as caught:
        remora.cumsum(np.ones(6, dtype), out=records["x"])
    assert caught.value.slot == "y" and caught.value.status == "REM_MISALIGNED"
    assert records.tobytes() == before


def test_elements_of_no_bytes_are_refused():
    for empty in (np.empty(3, np.dtype([])), np.empty(3, "V0"), np.empty(0, np.dtype([]))):
        with pytest.raises(remora.Error, match="x: expected f32, f64") as caught:
            remora.sum(empty)
        assert caught.value.status == "REM_UNSUPPORTED"
        with pytest.raises(remora.Error, match="y: expected f32, f64"):
            remora.cumsum(X[0], out=empty)


def test_buffers_that_leave_their_strides_out():
    x = ((ctypes.c_float * 4) * 3)(*(tuple(row) for row in X))
    assert remora.sum((ctypes.c_float * 8)()).tolist() == 0
    assert remora.sum(x, axes=0).tolist() == X.sum(0).tolist()
    out = ((ctypes.c_float * 4) * 3)()
    assert remora.cumsum(x, axis=1, out=out) is out and np.array(out).tolist() == X.cumsum(1).tolist()


def test_nine_axes_are_refused():
    with pytest.raises(remora.Error, match="rank"):
        remora.sum(np.zeros((1,) * 9, np.float32))
    assert remora.sum(np.ones((1,) * 8, np.float32)) == 1


def test_bfloat16_of_numpy():
    x = X.astype(ml_dtypes.bfloat16)
    y = remora.cumsum(x, axis=1)
    assert y.dtype == ml_dtypes.bfloat16 and y.astype(np.float32).tolist() == X.cumsum(1).tolist()
    assert remora.sum(x[:, ::-2]).astype(np.float32) == X[:, ::-2].sum()
    out = np.empty((4, 3), ml_dtypes.bfloat16).T
    assert remora.cumsum(x, axis=1, out=out) is out and (out == y).all()
    assert remora.sum(x, y="f32").dtype == np.float32 and remora.sum(X, y="bf16").dtype == ml_dtypes.bfloat16


def test_buffers_without_numpy():
    y = remora.cumsum(array.array("d", [1, 2, 3]))
    assert isinstance(y, memoryview) and y.tolist() == [1, 3, 6] and y.format == "d"
    assert remora.sum(memoryview(X)).tolist() == X.sum()
    out = array.array("f", [0, 0])
    assert remora.cumsum(array.array("f", [1, 2]), out=out) is out and list(out) == [1, 3]


def test_jax_arrays_come_back_as_jax_arrays():
    x = jnp.asarray(X)
    y = remora.cumsum(x, axis=1)
    assert isinstance(y, type(x)) and y.tolist() == X.cumsum(1).tolist()
    assert remora.sum(jnp.asarray(X, jnp.bfloat16)).dtype == jnp.bfloat16
    assert remora.max(x, axes=1, index=True)[1].tolist() == [3, 3, 3]
    assert remora.sum(jnp.zeros((0, 4)), axes=0).tolist() == [0] * 4
    with pytest.raises(remora.Error, match="written"):
        remora.cumsum(x, axis=1, out=x)
    assert remora.backward("cumsum", dy=x, axis=1).tolist() == X[:, ::-1].cumsum(1)[:, ::-1].tolist()


@pytest.mark.parametrize("old", [False, True])
def test_capsules_of_any_library(old):
    x = Capsules(X, old)
    out = np.empty_like(X)
    assert remora.cumsum(x, axis=1, out=out) is out and (out == X.cumsum(1)).all()
    with pytest.raises(remora.Error, match="from_dlpack"):
        remora.cumsum(x, axis=1)


class Crowd(Capsules):
    """Whoever reads it meets more types of arrays than are remembered."""

    def __dlpack__(self, **words):
        for i in range(64):
            remora.sum(type(f"Another{i}", (Capsules,), {})(X), out=np.empty((), np.float32))
        return super().__dlpack__(**words)


def test_an_array_keeps_its_kind_while_others_are_met():
    a, b = array.array("f", [1, 2]), Crowd(np.array([3, 4], np.float32))
    for _ in range(3):
        y = remora.lerp(a, b, weight=0.5)
        assert isinstance(y, memoryview) and y.tolist() == [2, 3]


def test_a_read_only_capsule_is_no_output():
    frozen = X.copy()
    frozen.flags.writeable = False
    target = Capsules(frozen)
    with pytest.raises(remora.Error, match="read-only"):
        remora.cumsum(X, axis=1, out=target)


def test_kinds_may_be_mixed_and_the_first_input_decides():
    dx = remora.backward("logsumexp", dy=jnp.ones(3, jnp.float32), x=X, axes=1)
    assert not isinstance(dx, np.ndarray)
    dx = remora.backward("logsumexp", x=jnp.asarray(X), dy=np.ones(3, np.float32), axes=1)
    assert isinstance(dx, np.ndarray)


def test_results_own_their_memory():
    y = remora.cumsum(jnp.asarray(X), axis=1)
    for _ in range(50):
        remora.cumsum(jnp.ones((3, 4)), axis=1)
    assert y.tolist() == X.cumsum(1).tolist()


UNLIKE = "y: expected an array of these strides to write to, in out or by its name, found none, and a new one is packed"


@pytest.mark.parametrize("kind", [np.asarray, jnp.asarray, memoryview])
def test_a_new_array_is_packed_and_other_strides_are_refused(kind):
    """What is planned to be written elsewhere than in packed memory is not written beyond it, nor in another order."""
    x, turned = kind(X), np.empty((4, 3), np.float32).T
    gaps = ("f32", (4,), (3,))
    calls = [
        lambda: remora.cumsum(x, axis=1, y=("f32", (3, 4), (1, 3))),
        lambda: remora.cumsum(x, axis=1, y=("f32", (3, 4), (-4, -1))),
        lambda: remora.plan("cumsum", x, axis=1, y=turned).run(x),
        lambda: remora.plan("cumsum", kind(X[0]), axis=0, y=gaps).run(kind(X[0])),
        lambda: remora.plan_many("cumsum", [{"x": kind(X[0]), "y": gaps}]).run([{"x": kind(X[0])}]),
    ]
    for call in calls:
        with pytest.raises(remora.Error) as caught:
            call()
        assert str(caught.value) == UNLIKE and (caught.value.slot, caught.value.status) == ("y", "REM_INVALID")
    with pytest.raises(remora.Error) as caught:
        remora.backward("cumsum", dy=x, axis=1, dx=("f32", (3, 4), (1, 3)))
    assert str(caught.value) == UNLIKE.replace("y:", "dx:") and caught.value.slot == "dx"


def test_other_strides_are_written_where_the_caller_has_them():
    wide, turned = np.full(12, -1, np.float32), np.empty((4, 3), np.float32).T
    plan = remora.plan("cumsum", X[0], axis=0, y=("f32", (4,), (3,)))
    assert plan.run(X[0], out=wide[::3]).tolist() == X[0].cumsum().tolist() and wide[1] == wide[2] == -1
    assert remora.plan("cumsum", X, axis=1, y=turned).run(X, out=turned) is turned
    assert turned.tolist() == X.cumsum(1).tolist()
    # No step is taken along these axes.
    assert remora.cumsum(X[:1], axis=1, y=("f32", (1, 4), (9, 1))).tolist() == [[0, 1, 3, 6]]
    assert remora.sum(X[:0], axes=1, y=("f32", (0,), (7,))).shape == (0,)


def test_a_device_other_than_the_arrays():
    if "opencl:0" not in remora.devices():
        pytest.skip("there is no OpenCL device")
    x = X[:, ::-1]
    assert remora.logsumexp(x, axes=1, device="opencl:0").tobytes() == remora.logsumexp(x, axes=1).tobytes()
    out = np.full((3, 8), -1, np.float32)
    remora.cumsum(x, axis=1, device="opencl:0", out=out[:, ::2])
    assert (out[:, ::2] == remora.cumsum(x, axis=1)).all() and (out[:, 1::2] == -1).all()
    plan = remora.plan("sum", X, axes=1, device="opencl:0")
    assert plan.source and plan.device == "opencl:0" and plan.run(X).tolist() == X.sum(1).tolist()
