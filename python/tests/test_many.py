"""One plan of many tensors: the bits of as many calls, whatever the arrays are, in place and not; and what is refused."""

import threading

import ml_dtypes
import numpy as np
import pytest

import remora

RNG = np.random.default_rng(18)
SHAPES = [(3, 5), (1,), (), (0, 4), (1000,), (7, 1, 130), (2, 2)]
STATE = ("param", "m", "v")


def _members(shapes=SHAPES, grad=np.float32):
    """Arrays of an AdamW step; learning rate and step are one tensor each, which all members share."""
    lr, step = np.array(0.125, np.float32), np.array(3, np.int64)
    made = []
    for shape in shapes:
        values = {name: np.array(RNG.random(shape), np.float32) for name in ("param", "grad", "m", "v")}
        made.append({**values, "grad": values["grad"].astype(grad), "lr": lr, "step": step})
    return made


def _alone(members, **attrs):
    return [remora.forward("adamw", **member, **attrs) for member in members]


def _equal(found, expected):
    assert len(found) == len(expected)
    for a, b in zip(found, expected):
        for x, y in zip(a, b):
            assert np.asarray(x).dtype == np.asarray(y).dtype
            np.testing.assert_array_equal(np.asarray(x), np.asarray(y))


def test_the_bits_of_many_plans():
    members = _members()
    plan = remora.plan_many("adamw", members, weight_decay=0.25)
    assert isinstance(plan, remora.ManyPlan) and isinstance(plan, remora.Plan)
    assert plan.members == len(SHAPES) and f".many{len(SHAPES)}." in plan.sku
    assert [views["param"][1] for views in plan.slots] == SHAPES
    found = plan.run(members)
    assert isinstance(found, list) and all(isinstance(each, tuple) for each in found)
    _equal(found, _alone(members, weight_decay=0.25))


def test_in_place():
    members = _members()
    expected = _alone(members)
    plan = remora.plan_many("adamw", members)
    found = plan.run([{**member, **{name + "_out": member[name] for name in STATE}} for member in members])
    for member, results in zip(members, found):
        assert all(result is member[name] for name, result in zip(STATE, results))
    _equal([[member[name] for name in STATE] for member in members], expected)


def test_attributes_of_a_member():
    members = _members()
    decays = [0.5 * (i % 3) for i in range(len(members))]
    plan = remora.plan_many(
        "adamw", [{**member, "weight_decay": decay} for member, decay in zip(members, decays)], eps=1e-3
    )
    expected = [_alone([member], weight_decay=decay, eps=1e-3)[0] for member, decay in zip(members, decays)]
    _equal(plan.run(members), expected)


def test_dtypes_and_a_second_result():
    members = _members(grad=ml_dtypes.bfloat16)
    plan = remora.plan_many("adamw", [{**member, "half_out": "bf16"} for member in members])
    _equal(plan.run(members), [remora.forward("adamw", **member, half_out="bf16") for member in members])


def test_strides_and_views():
    arrays = [
        RNG.standard_normal((6, 8)).astype(np.float32)[::2, ::-1],
        RNG.standard_normal((4, 3)).astype(np.float32).T,
    ]
    plan = remora.plan_many("exp", [{"x": x} for x in arrays])
    for y, x in zip(plan.run([{"x": x} for x in arrays]), arrays):
        np.testing.assert_array_equal(y, remora.exp(x))
    packed = remora.plan_many("exp", [{"x": ("f32", (2, 3))}, {"x": ("f32", (5,))}])
    found = packed.run([{"x": np.zeros((2, 3), np.float32)}, {"x": np.zeros(5, np.float32)}])
    assert [y.shape for y in found] == [(2, 3), (5,)]


def test_gradients():
    xs = [RNG.standard_normal(n).astype(np.float32) for n in (3, 400, 1)]
    members = [{"dy": np.ones_like(x), "x": x} for x in xs]
    plan = remora.plan_many("sin", members, backward=True)
    for dx, x in zip(plan.run(members), xs):
        np.testing.assert_array_equal(dx, remora.backward("sin", dy=np.ones_like(x), x=x))
    totals = [np.ones_like(x) for x in xs]
    adding = remora.plan_many("sin.bwd", members, accumulate=["dx"])
    adding.run([{**member, "dx": total} for member, total in zip(members, totals)])
    for total, x in zip(totals, xs):
        np.testing.assert_array_equal(
            total, remora.backward("sin", dy=np.ones_like(x), x=x, accumulate={"dx": np.ones_like(x)})
        )
    some = remora.plan_many("mul", [{"dy": x, "a": x, "b": x} for x in xs], backward=True, wants=["db"])
    assert [set(views) for views in some.slots] == [{"dy", "a", "b", "db"}] * 3


def test_results_that_are_elements_of_one_array():
    """As norms of gradients are, for clipping."""
    grads = [RNG.standard_normal(n).astype(np.float32) for n in (3, 1000, 17)]
    norms = np.zeros(len(grads), np.float32)
    plan = remora.plan_many("norm2", [{"x": g} for g in grads])
    plan.run([{"x": g, "y": norms[i, ...]} for i, g in enumerate(grads)])
    np.testing.assert_array_equal(norms, [remora.norm2(g) for g in grads])


def test_problem_language():
    text = "adamw weight_decay=0.5 f32[3,5] | adamw f32[7] grad:bf16 half_out:bf16"
    plan = remora.plan_many(text)
    assert plan.members == 2 and plan.problem.count(" | ") == 1
    assert remora.plan_many(plan.problem).problem == plan.problem
    assert "half_out" in plan.slots[1] and "half_out" not in plan.slots[0]
    assert plan.guarantee["repeat"] == "everywhere" and plan.device == "cpu"
    assert "many2" in remora.explain(plan)
    assert repr(plan) == "<remora.ManyPlan of 2, adamw on cpu>"


def test_torch():
    torch = pytest.importorskip("torch")
    members = _members()
    tensors = [{name: torch.from_numpy(value.copy()) for name, value in member.items()} for member in members]
    found = remora.plan_many("adamw", tensors).run(tensors)
    assert all(isinstance(result, torch.Tensor) for results in found for result in results)
    _equal([[result.numpy() for result in results] for results in found], _alone(members))


def test_opencl():
    if "opencl:0" not in remora.devices():
        pytest.skip("no OpenCL device")
    members = _members()
    plan = remora.plan_many("adamw", members, device="opencl:0")
    assert plan.device == "opencl:0"
    _equal(plan.run(members), _alone(members))


def test_threads():
    members = _members([(n,) for n in range(1, 200, 7)])
    plan, expected = remora.plan_many("adamw", members), _alone(members)
    wrong = []

    def work():
        for _ in range(20):
            for results, others in zip(plan.run(members), expected):
                wrong.extend(1 for a, b in zip(results, others) if not np.array_equal(a, b))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def _x(n, dtype=np.float32):
    return {"x": np.zeros(n, dtype)}


@pytest.mark.parametrize(
    "make, sentence, slot",
    [
        (lambda: remora.plan_many("exp", []), "members: expected 1 to", None),
        (lambda: remora.plan_many("nonsense", [{}]), "member 0: .*nonsense", None),
        (lambda: remora.plan_many("exp f32[3] | log f32[3]"), "member 1: expected exp as of member 0, found log", None),
        (lambda: remora.plan_many("exp", [_x(3), {"x": ("f32", (1,) * 9)}]), "member 1: x: expected a dtype", "x"),
        (lambda: remora.plan_many("sum", [_x(3), _x(3)], axes=7), "member 0: .*axis 7 is out of range", "x"),
        (lambda: remora.plan_many("sum", [_x(3), {**_x(3), "axes": 7}]), "member 1: .*axis 7 is out of range", "x"),
        (lambda: remora.plan_many("exp", [_x(3), _x(3)], nonsense=1), "member 0: .*nonsense", None),
        (lambda: remora.plan_many("exp", [_x(3), _x(3)], device="cuda:9999"), "cuda", None),
        (lambda: remora.plan_many("adamw", _members(), at_least="everywhere", max_workspace=1), "workspace", None),
    ],
)
def test_refusals_of_plans(make, sentence, slot):
    with pytest.raises(remora.Error, match=sentence) as found:
        make()
    assert found.value.slot == slot


def test_refusals_of_runs():
    plan = remora.plan_many("adamw", _members([(3,), (4,)]))

    def refuses(slot, sentence, error=remora.Error, **changes):
        members = _members([(3,), (4,)])
        members[1].update(changes)
        with pytest.raises(error, match="member 1: " + sentence) as found:
            plan.run(members)
        assert getattr(found.value, "slot", None) == slot

    both = np.zeros(8, np.float32)
    refuses("grad", r"grad: the plan expects f32\[4\]@1, found f32\[5\]@1", grad=np.zeros(5, np.float32))
    refuses("m", "m: expected an array, found none", m=None)
    refuses("scale", "scale: the plan was made without it", scale=np.float32(1))
    refuses("m_out", "m_out: .*shares memory with v_out", m_out=both[:4], v_out=both[2:6])
    refuses("param_out", "param_out", param_out=np.frombuffer(bytes(16), np.float32))
    refuses(None, "adamw has no slot 'weight_decay'", TypeError, weight_decay=0.5)
    members = _members([(3,), (4,)])
    with pytest.raises(TypeError, match="takes 2 members, 1 were given"):
        plan.run(members[:1])
    with pytest.raises(TypeError, match="member 1: expected a dict"):
        plan.run([members[0], 5])
    with pytest.raises(TypeError, match="needs a list of members"):
        remora.plan_many("adamw")
    with pytest.raises(TypeError, match="cannot create"):
        remora.ManyPlan()
    first, second = members
    with pytest.raises(remora.Error, match="member 0: param_out: shares memory with m of member 1"):
        plan.run([{**first, "param_out": second["m"][:3]}, second])
    _equal(plan.run(members), _alone(members))  # nothing was touched
