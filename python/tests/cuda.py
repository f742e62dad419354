"""What must hold of the package on a CUDA device: cuda.py runs its checks without pytest, test_cuda.py with it.

The bits of the CPU on every op and pass in PyTorch and JAX, streams, CUDA graphs, workspace of PyTorch's allocator.
"""

import concurrent.futures
import os
import pathlib
import sys
import traceback

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
sys.path.insert(0, str(pathlib.Path(__file__).parent))

import numpy as np  # noqa: E402

import remora  # noqa: E402
from samples import NAMES, gradients, sample  # noqa: E402


def same(a, b):
    """Equal to the last bit; NaN has no bits that anybody promises."""
    a, b = np.array(a), np.array(b)
    assert a.shape == b.shape and a.dtype == b.dtype, (a.shape, a.dtype, b.shape, b.dtype)
    assert (np.isnan(a) == np.isnan(b)).all(), "NaN elsewhere than on the CPU"
    a[np.isnan(a)] = b[np.isnan(b)] = 0
    assert a.tobytes() == b.tobytes(), "other bits than the CPU"


def host(tensor):
    return tensor.detach().cpu().numpy()


def each_op(check, dtypes):
    """check(name, arrays, attrs, y, dy, gradients) for every op, with what the CPU makes of it; on threads, so that
    kernels are compiled side by side."""

    def one(name, dtype):
        arrays, attrs = sample(name, (130, 257), dtype)
        y = remora.forward(name, *arrays.values(), **attrs)
        dy = np.random.default_rng(1).uniform(-1, 1, y.shape).astype(dtype)
        try:
            check(name, arrays, attrs, y, dy, gradients(name, dy, arrays, attrs, y))
        except Exception as error:
            error.add_note(f"{name} {np.dtype(dtype)}")
            raise

    with concurrent.futures.ThreadPoolExecutor() as pool:
        for done in [pool.submit(one, name, dtype) for name in NAMES for dtype in dtypes]:
            done.result()


def check_torch_every_op_has_the_bits_of_the_cpu():
    import torch

    import remora.torch

    def check(name, arrays, attrs, y, dy, expected):
        xs = [torch.from_numpy(x).cuda().requires_grad_() for x in arrays.values()]
        found = getattr(remora.torch, name)(*xs, **attrs)
        assert found.is_cuda
        found.backward(torch.from_numpy(dy).cuda())
        same(host(found), y)
        for x, dx in zip(xs, expected):
            same(host(x.grad), dx)
        same(host(remora.forward(name, *[x.detach() for x in xs], **attrs)), y)

    each_op(check, (np.float32, np.float64))


def check_jax_every_op_has_the_bits_of_the_cpu():
    import jax

    import remora.jax

    jax.config.update("jax_enable_x64", True)
    device = jax.devices("gpu")[0]

    def check(name, arrays, attrs, y, dy, expected):
        @jax.jit
        def both(xs, dy):
            y, pull = jax.vjp(lambda *xs: getattr(remora.jax, name)(*xs, **attrs), *xs)
            return y, pull(dy)

        found, dxs = both([jax.device_put(x, device) for x in arrays.values()], jax.device_put(dy, device))
        assert found.devices() == {device}
        same(found, y)
        for dx, reference in zip(dxs, expected):
            same(dx, reference)

    each_op(check, (np.float32,))


def check_jax_arrays_of_the_device_go_through_forward():
    import jax

    x = np.random.default_rng(0).normal(size=(40, 50)).astype(np.float32)
    y = remora.logsumexp(jax.device_put(x, jax.devices("gpu")[0]), axes=1)
    assert y.devices() == {jax.devices("gpu")[0]}
    same(y, remora.logsumexp(x, axes=1))


def check_numpy_on_the_device():
    x = np.random.default_rng(0).normal(size=(40, 50)).astype(np.float32)[:, ::-1]
    same(remora.cumprod(x, axis=0, device="cuda:0"), remora.cumprod(x, axis=0))


def check_torch_strides_and_half_types():
    import torch

    x = torch.randn(64, 96, device="cuda")
    for view in (x.T, x[:, ::3], x[5:, 1:], x[0].expand(7, 96), x[:0], x.bfloat16(), x.half().T):
        same(host(remora.cumsum(view.float(), axis=0)), remora.cumsum(view.float().cpu(), axis=0).numpy())
        a, b = remora.cumsum(view, axis=0).float(), remora.cumsum(view.cpu(), axis=0).float()
        same(host(a), b.numpy())


def check_torch_streams():
    """Work goes on the current stream: behind what is there, and in front of what comes."""
    import torch

    stream = torch.cuda.Stream()
    x = torch.zeros(1 << 22, device="cuda")
    torch.cuda.synchronize()
    with torch.cuda.stream(stream):
        torch.cuda._sleep(200_000_000)
        x.fill_(1)
        y = remora.sum(x)
        z = y + 1
    stream.synchronize()
    assert z.item() == (1 << 22) + 1


def check_torch_graphs():
    """Forward and backward of the routed functions, captured once and replayed on other values."""
    import torch

    import remora.torch

    x = torch.rand(257, 300, device="cuda", requires_grad=True)
    functions = [
        lambda x: x.cumprod(1),
        lambda x: x.logcumsumexp(1),
        lambda x: x.prod(0),
        lambda x: x.std(1),
        lambda x: x.amax(1),
        lambda x: x.cummax(0)[0],
        lambda x: x.norm(dim=1),
    ]

    def step():
        with remora.torch.override():
            return torch.autograd.grad(sum(function(x).sum() for function in functions), x)[0]

    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(3):
            step()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        captured = step()
    for seed in range(3):
        with torch.no_grad():
            x.copy_(torch.rand(257, 300, generator=torch.Generator().manual_seed(seed)))
        graph.replay()
        replayed = captured.clone()
        same(host(replayed), host(step()))


def check_torch_compiled():
    import torch

    import remora.torch

    @torch.compile(fullgraph=True, backend="aot_eager")
    def step(x):
        return remora.torch.logsumexp(x, axes=[1]) * 2

    x = torch.rand(64, 65, device="cuda", requires_grad=True)
    step(x).sum().backward()
    same(host(x.grad), remora.backward("logsumexp", dy=np.full(64, 2, np.float32), x=host(x), axes=1))


def check_torch_plan_on_a_stream():
    import torch

    x = torch.rand(64, 65, device="cuda")
    plan = remora.plan("logsumexp", x, axes=1)
    assert plan.device == "cuda:0" and plan.source
    stream = torch.cuda.Stream()
    torch.cuda.synchronize()
    y = plan.run(x, stream=stream.cuda_stream)
    stream.synchronize()
    same(host(y), remora.logsumexp(host(x), axes=1))


def check_torch_many_in_a_graph():
    """AdamW over many tensors, captured once and replayed with other rates, has the bits of as many steps on the CPU."""
    import torch

    def members(device):
        made, rng = [], np.random.default_rng(3)
        rates = {"lr": torch.zeros((), device=device), "step": torch.zeros((), dtype=torch.int64, device=device)}
        for n in (1, 5, 1000, 70001, 0, 33) * 10:
            p, g, m, v = (torch.from_numpy(rng.random(n, np.float32)).to(device) for _ in range(4))
            made.append({"param": p, "grad": g, "m": m, "v": v, **rates, "param_out": p, "m_out": m, "v_out": v})
        return made, rates

    there, rates = members("cuda")
    here, numbers = members("cpu")
    plan, graph = remora.plan_many("adamw", there), torch.cuda.CUDAGraph()
    other = remora.plan_many("adamw", here)
    assert plan.device == "cuda:0" and "many60" in plan.sku
    with torch.cuda.graph(graph):
        plan.run(there)
    for step in range(1, 5):
        for numbered in (rates, numbers):
            numbered["lr"].fill_(0.1 / step)
            numbered["step"].fill_(step)
        graph.replay()
        other.run(here)
    for a, b in zip(there, here):
        for name in ("param", "m", "v"):
            same(host(a[name]), b[name].numpy())


def check_devices_are_not_mixed():
    import torch

    x = torch.rand(3, 4)
    try:
        remora.backward("logsumexp", dy=torch.ones(3, device="cuda"), x=x, axes=1)
    except remora.Error as error:
        assert error.slot == "x" and "cpu" in str(error)
    else:
        raise AssertionError("a tensor of the host was taken for one of the device")


CHECKS = {name[6:]: check for name, check in globals().items() if name.startswith("check_")}


def needs(name):
    """The module without which a check means nothing."""
    return "torch" if name.startswith(("torch", "devices")) else "jax" if name.startswith("jax") else "numpy"


def main():
    passed = failed = 0
    for name, check in CHECKS.items():
        try:
            __import__(needs(name))
        except ImportError:
            print(f"skip {name}: {needs(name)} is not here")
            continue
        try:
            check()
            passed += 1
            print(f"ok   {name}")
        except Exception:
            failed += 1
            print(f"FAIL {name}")
            traceback.print_exc()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    raise SystemExit(main())
