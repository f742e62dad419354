"""gpu_norm.py: softmax and normalisation of gpu.py: rows of 128 to 65536 elements, size * size * 2 elements in all."""
import functools

from gpu_cell import Formulas, Values

ROWS = (128, 1024, 4096, 16384, 65536)
COMPILED = 4096  # rows of this extent are given to torch.compile
EPS = 1e-5


def torch_layer_norm(n, x, weight, bias):
    from torch.nn import functional

    return functional.layer_norm(x, (n,), weight, bias, EPS)


def torch_rms_norm(n, x, weight):
    from torch.nn import functional

    return functional.rms_norm(x, (n,), weight, EPS)


def torch_softmax(x):
    return x.softmax(1)


def jax_softmax(x):
    import jax

    return jax.nn.softmax(x, 1)


def jax_layer_norm(x, weight, bias):
    """In f32, as the others compute it, whatever the dtype of x."""
    import jax

    wide = x.astype("float32")
    centred = wide - wide.mean(1, keepdims=True)
    scaled = centred * jax.lax.rsqrt((centred * centred).mean(1, keepdims=True) + EPS)
    return (scaled * weight.astype("float32") + bias.astype("float32")).astype(x.dtype)


def jax_rms_norm(x, weight):
    import jax

    wide = x.astype("float32")
    scaled = wide * jax.lax.rsqrt((wide * wide).mean(1, keepdims=True) + EPS)
    return (scaled * weight.astype("float32")).astype(x.dtype)


def of_rows(rows, n, dtype):
    x, weight, bias = Values((rows, n), dtype), Values((n,), dtype), Values((n,), dtype)
    kept, wide = rows * 4, n * 4
    make = functools.partial(Formulas, compiles=n == COMPILED)
    layer, rms = functools.partial(torch_layer_norm, n), functools.partial(torch_rms_norm, n)
    backward = f"layer_norm.bwd axes=1 dy:{x.text} x:{x.text} weight:{weight.text} mean:f32 rstd:f32"
    yield make(f"softmax axes=1 {x.text}", 2 * x.bytes, [x], torch_softmax, jax_softmax)
    yield make(f"softmax.bwd axes=1 {x.text}", 3 * x.bytes, [x], torch_softmax, jax_softmax)
    yield make(f"layer_norm axes=1 x:{x.text} weight:{weight.text} bias:{weight.text} y:{dtype}", 2 * (x.bytes + weight.bytes),
               [x, weight, bias], layer, jax_layer_norm)
    yield make(f"{backward} dx:{dtype}", 3 * x.bytes + weight.bytes + 2 * kept, [x, weight, bias], layer, jax_layer_norm)
    yield make(f"{backward} dweight:f32 dbias:f32", 2 * x.bytes + weight.bytes + 2 * kept + 2 * wide, [x, weight, bias], layer,
               jax_layer_norm, wrt=(1, 2))
    yield make(f"rms_norm axes=1 x:{x.text} weight:{weight.text} y:{dtype}", 2 * x.bytes + weight.bytes, [x, weight], rms, jax_rms_norm)


def cells(size):
    elements = 2 * size * size
    return [cell for dtype in ("f32", "bf16") for n in ROWS if n <= elements for cell in of_rows(elements // n, n, dtype)]
