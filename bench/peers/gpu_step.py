"""gpu_step.py: AdamW of gpu.py over the tensors of tests/problems/bench_many.txt, a step alone: PyTorch's optimizer, fused and by lists
of tensors (foreach), and a jitted step over all of them whose state is given away to the next one."""
import functools
import os
import re

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tests", "problems", "bench_many.txt")
RATE, BETAS, EPS, DECAY = 1e-3, (0.9, 0.999), 1e-8, 0.01


def read_problems(divide):
    """The problems of the file, one a tensor, and the shapes; extents are divided, for a try on a small machine."""
    lines, shapes = [], []
    with open(FILE, encoding="utf-8") as file:
        for line in file:
            for found in re.findall(r"\[(\d[\d,]*)\]", line.split("#")[0]):
                shape = tuple(max(int(extent) // divide, 1) for extent in found.split(","))
                shapes.append(shape)
                lines.append(f"adamw f32[{','.join(map(str, shape))}] lr:f32[] step:i64[]")
    return lines, shapes


class AdamW:
    op, backward, many = "adamw", False, True

    def __init__(self, size):
        self.lines, self.shapes = read_problems(max(8192 // size, 1))
        elements = sum(functools.reduce(int.__mul__, shape) for shape in self.shapes)
        self.line = f"{self.lines[0]} and {len(self.lines) - 1} others"
        self.bytes = 28 * elements + 12 * len(self.lines)

    def torch_calls(self, device):
        return {"torch": functools.partial(self.torch_call, device, fused=True),
                "foreach": functools.partial(self.torch_call, device, foreach=True),
                "compile": functools.partial(self.torch_call, device, compiled=True, foreach=True, capturable=device != "cpu")}

    def torch_call(self, device, compiled=False, **how):
        import torch

        params = [torch.rand(shape, device=device).requires_grad_() for shape in self.shapes]
        for param in params:
            param.grad = torch.rand_like(param)
        optimizer = torch.optim.AdamW(params, lr=RATE, betas=BETAS, eps=EPS, weight_decay=DECAY, **how)
        optimizer.step()  # makes the state
        if not compiled:
            return optimizer.step
        torch._dynamo.reset()
        return torch.compile(optimizer.step, fullgraph=False)

    def jax_functions(self):
        import jax
        import jax.numpy as jnp

        def one(p, g, m, v, first, second):
            m, v = BETAS[0] * m + (1 - BETAS[0]) * g, BETAS[1] * v + (1 - BETAS[1]) * g * g
            return p * (1 - RATE * DECAY) - RATE * (m / first) / (jnp.sqrt(v / second) + EPS), m, v

        def step(state, grads):
            params, ms, vs, t = state
            first, second = 1 - BETAS[0] ** t, 1 - BETAS[1] ** t
            new = [one(p, g, m, v, first, second) for p, g, m, v in zip(params, grads, ms, vs)]
            return [list(each) for each in zip(*new)] + [t + 1]

        like = [jax.ShapeDtypeStruct(shape, "float32") for shape in self.shapes]
        state = [like, like, like, jax.ShapeDtypeStruct((), "float32")]
        return jax.jit(step, donate_argnums=0).lower(state, like).compile(), None

    def jax_call(self, functions):
        import jax.numpy as jnp

        make = lambda value: [jnp.full(shape, value, "float32") for shape in self.shapes]
        state, grads = [make(0.5), make(0.0), make(0.0), jnp.asarray(1.0, "float32")], make(0.25)

        def call():
            nonlocal state
            state = functions[0](state, grads)
            return state[3]

        return call


def cells(size):
    return [AdamW(size)]
