"""gpu_pick.py: embedding of gpu.py: rows of a table of 50000 words, some much more often than others."""
from gpu_cell import Formulas, Values, Words

TABLE, WIDTH, COUNT = 50000, 1024, 1 << 20  # for a size of 8192


def torch_embedding(weight, index):
    from torch.nn import functional

    return functional.embedding(index, weight)


def jax_embedding(weight, index):
    return weight[index]


def jax_scatter(weight, index, g):
    """The gradient as one writes it."""
    return weight.at[index].add(g)


class Gradient(Formulas):
    """JAX's gradient is a sum into rows; the zeros that it starts from are made in the same program."""

    def jax_functions(self):
        import jax
        import jax.numpy as jnp

        table, index = self.inputs
        dtype = {"f32": "float32", "bf16": "bfloat16"}[table.dtype]
        run = lambda index, g: jax_scatter(jnp.zeros(table.shape, dtype), index, g)
        shapes = [jax.ShapeDtypeStruct(index.shape, "int32"), jax.ShapeDtypeStruct(index.shape + table.shape[1:], dtype)]
        return jax.jit(run).lower(*shapes).compile(), None

    def jax_call(self, functions):
        table, index = self.inputs
        given = index.jax(1), Values(index.shape + table.shape[1:], table.dtype).jax(2)
        return lambda: functions[0](*given)


def cells(size):
    words, count, width = max(TABLE * size // 8192, 16), max(COUNT * size // 8192, 16), max(WIDTH * size // 8192, 16)
    found = []
    for dtype in ("f32", "bf16"):
        table, index = Values((words, width), dtype), Words((count,), words)
        rows = Values((count, width), dtype)
        read = table.bytes if count >= words else rows.bytes
        found += [Gradient(f"embedding.bwd {table.text} {index.text}", rows.bytes + index.bytes + table.bytes, [table, index],
                           torch_embedding, jax_embedding, compiles=False),
                  Formulas(f"embedding {table.text} {index.text}", read + index.bytes + rows.bytes, [table, index], torch_embedding,
                           jax_embedding, compiles=False)]
    return found
