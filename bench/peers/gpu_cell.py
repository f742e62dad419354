"""gpu_cell.py: a cell of gpu.py that is told by two formulas, PyTorch's and JAX's, of the same inputs.

A cell has `op`, `line`, the problem for Remora, `bytes`, the fewest that must move, as `remora bench` counts them, and gives calls:
`torch_calls(device)` maps peers by name to functions that make one (a call is without arguments; None: there is nothing to time),
`jax_functions()` compiles, which threads do ahead, and `jax_call(functions)` makes inputs. A `many` cell is a file of problems that are
one plan. A backward pass is timed alone, with what its forward pass keeps.
"""
import functools
import math

SIZES = {"f32": 4, "bf16": 2, "i32": 4}
TORCH_DTYPES = {"f32": "float32", "bf16": "bfloat16", "i32": "int32"}
PATTERN = 65521  # after so many numbers `remora bench` repeats them


class Values:
    """Numbers from low to high, each as likely."""

    def __init__(self, shape, dtype, low=-1.0, high=1.0):
        self.shape, self.dtype, self.low, self.high = tuple(shape), dtype, low, high

    @property
    def text(self):
        return f"{self.dtype}[{','.join(map(str, self.shape))}]"

    @property
    def bytes(self):
        return math.prod(self.shape) * SIZES[self.dtype]

    def torch(self, device):
        import torch

        values = torch.rand(self.shape, device=device).mul_(self.high - self.low).add_(self.low)
        return values.to(getattr(torch, TORCH_DTYPES[self.dtype]))

    def jax(self, seed):
        import jax

        return jax.random.uniform(jax.random.key(seed), self.shape, "float32", self.low, self.high).astype(TORCH_DTYPES[self.dtype])


class Words(Values):
    """Numbers of n words, the k-th about 1/k as often as the first (Zipf's law with exponent 1), as `remora bench` draws them."""

    def __init__(self, shape, n):
        super().__init__(shape, "i32")
        self.n = n

    def numbers(self):
        import numpy

        unit = numpy.random.default_rng(1).random(PATTERN)
        drawn = numpy.minimum(numpy.exp(unit * math.log(1 + self.n)) - 1, self.n - 1).astype("int32")
        return numpy.resize(drawn, self.shape)

    def torch(self, device):
        import torch

        return torch.from_numpy(self.numbers()).to(device)

    def jax(self, seed):
        import jax.numpy as jnp

        return jnp.asarray(self.numbers())


class Formulas:
    """An op by its formulas. wrt are the inputs whose gradients the backward pass gives; compiles: torch.compile is tried too,
    which takes seconds a cell."""

    many = False

    def __init__(self, line, bytes, inputs, torch_forward, jax_forward, wrt=(0,), compiles=True):
        self.line, self.bytes, self.inputs, self.wrt, self.compiles = line, bytes, inputs, wrt, compiles
        self.op, self.backward = line.split(" ")[0].split(".")[0], ".bwd" in line.split(" ")[0]
        self.torch_forward, self.jax_forward = torch_forward, jax_forward

    def torch_calls(self, device):
        compiled = {"compile": functools.partial(self.torch_call, device, True)} if self.compiles else {}
        return {"torch": functools.partial(self.torch_call, device, False), **compiled}

    def torch_call(self, device, compiled):
        import torch

        run = self.torch_forward
        if compiled:
            import torch._functorch.config

            torch._dynamo.reset()
            torch._functorch.config.donated_buffer = False  # a gradient is asked for over and over
            run = torch.compile(run, dynamic=False)
        inputs = [each.torch(device) for each in self.inputs]
        if not self.backward:
            return functools.partial(run, *inputs)
        wanted = [inputs[i].requires_grad_() for i in self.wrt]
        y = run(*inputs)
        return functools.partial(torch.autograd.grad, y, wanted, torch.rand_like(y), retain_graph=True)

    def jax_parts(self, inputs):
        """The formula of those inputs alone that have gradients, and they."""
        def run(*wanted):
            given = list(inputs)
            for i, value in zip(self.wrt, wanted):
                given[i] = value
            return self.jax_forward(*given)

        return run, [inputs[i] for i in self.wrt]

    def jax_functions(self):
        import jax

        inputs = [jax.ShapeDtypeStruct(each.shape, TORCH_DTYPES[each.dtype]) for each in self.inputs]
        if not self.backward:
            return jax.jit(self.jax_forward).lower(*inputs).compile(), None

        def keep(*inputs):
            run, wanted = self.jax_parts(inputs)
            return jax.vjp(run, *wanted)

        first = jax.jit(keep).lower(*inputs)
        y, pull = jax.tree.map(lambda t: jax.ShapeDtypeStruct(t.shape, t.dtype), first.out_info)
        return first.compile(), jax.jit(lambda pull, g: pull(g)).lower(pull, y).compile()

    def jax_call(self, functions):
        import jax.numpy as jnp

        inputs = [each.jax(seed) for seed, each in enumerate(self.inputs)]
        if not self.backward:
            return functools.partial(functions[0], *inputs)
        y, pull = functions[0](*inputs)
        g = Values(y.shape, "f32").jax(99).astype(y.dtype) if y.shape else jnp.ones((), y.dtype)
        return functools.partial(functions[1], pull, g)
