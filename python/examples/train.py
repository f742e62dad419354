"""The model of examples/train.c in Python: the same ops in the same order, so the same weights to the last bit.

    python python/examples/train.py [--steps N] [TEXT]

An array is NumPy's throughout; every number is made by Remora."""

import argparse
import pathlib

import numpy as np

import remora

BATCH, TIME, CHARS, WIDTH, WIDE, BLOCKS = 16, 64, 128, 64, 128, 2
PLACES = BATCH * TIME
MASK = (1 << 64) - 1


def mixed(x):
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    return x ^ x >> 31


def drawn(number, shape, shrink):
    """Even on [-1, 1) / 2^shrink, from what is counted; of norms, 1."""
    if shrink < 0:
        return np.ones(shape, np.float32)
    whole = [(mixed((number << 32) + i) >> 40) - (1 << 23) for i in range(np.prod(shape))]
    return (np.array(whole, np.float32) / np.float32(1 << 23) / np.float32(1 << shrink)).reshape(shape)


def product(a, b):
    """The sum over k of a[:, k] b[k], in the order of k."""
    y = remora.mul(a[:, :1], b[:1])
    for k in range(1, a.shape[1]):
        y = remora.addcmul(y, a[:, k : k + 1], b[k : k + 1])
    return y


def by_time(x):
    return x.reshape(BATCH, TIME, WIDTH)


class Model:
    def __init__(self):
        shapes = {"table": ((CHARS, WIDTH), 3), "out": ((WIDTH, CHARS), 3), "g": ((WIDTH,), -1)}
        for i in range(BLOCKS):
            shapes |= {f"g1_{i}": ((WIDTH,), -1), f"g2_{i}": ((WIDTH,), -1)}
            shapes |= {f"{name}_{i}": ((WIDTH, WIDTH), 3) for name in ("wa", "wb", "wo")}
            shapes |= {f"wu_{i}": ((WIDTH, 2 * WIDE), 3), f"wd_{i}": ((WIDE, WIDTH), 4)}
        self.weights = {name: drawn(n + 1, *how) for n, (name, how) in enumerate(shapes.items())}
        self.moments = {name: [np.zeros_like(w), np.zeros_like(w)] for name, w in self.weights.items()}
        self.grads = {}
        self.lr, self.number, self.scale = np.zeros((), np.float32), np.zeros((), np.int64), np.ones((), np.float32)
        self.norms = np.zeros(len(shapes), np.float32)
        self.plan_norms = remora.plan_many("norm2", [{"x": w} for w in self.weights.values()])
        self.plan_step = remora.plan_many("adamw", [self.state(name, w) for name, w in self.weights.items()])

    def times_back(self, dy, x, name):
        w = self.weights[name]
        self.grads[name] = product(x.T, dy)
        return product(dy, w.T)

    def forward(self, tokens, targets):
        w, kept = self.weights, []
        x = remora.embedding(w["table"], tokens)
        h, rstd = remora.rms_norm(x, w["g1_0"], rstd=True)
        for i in range(BLOCKS):
            k = {"x": x, "h1": h, "rstd1": rstd}
            k["pre"] = product(h, w[f"wa_{i}"])
            k["a"] = remora.sigmoid(k["pre"])
            b = product(h, w[f"wb_{i}"])
            k["s"] = remora.linrec(by_time(k["a"]), by_time(b), axis=1).reshape(PLACES, WIDTH)
            o = product(k["s"], w[f"wo_{i}"])
            k["h2"], k["sum"], k["rstd2"] = remora.add_rms_norm(o, x, w[f"g2_{i}"], sum=True, rstd=True)
            k["u"] = product(k["h2"], w[f"wu_{i}"])
            k["v"] = remora.swiglu(k["u"])
            z = product(k["v"], w[f"wd_{i}"])
            after = f"g1_{i + 1}" if i + 1 < BLOCKS else "g"
            h, x, rstd = remora.add_rms_norm(z, k["sum"], w[after], sum=True, rstd=True)
            kept.append(k)
        logits = product(h, w["out"])
        loss, share, peak, mass = remora.cross_entropy(logits, targets, share=True, peak=True, mass=True)
        self.kept = kept, h, x, rstd, logits, {"share": share, "peak": peak, "mass": mass}
        return loss

    def backward(self, tokens, targets):
        w, (kept, h, x, rstd, logits, rows) = self.weights, self.kept
        dlogits = remora.backward("cross_entropy", dy=np.float32(1), x=logits, target=targets, **rows)
        dh = self.times_back(dlogits, h, "out")
        dz, self.grads["g"] = remora.backward("add_rms_norm", dy=dh, sum=x, weight=w["g"], rstd=rstd, wants=("dx", "dweight"))
        for i in reversed(range(BLOCKS)):
            dz = self.block_backward(i, kept[i], dz)
        self.grads["table"] = remora.backward("embedding", dy=dz, index=tokens, dweight=("f32", w["table"].shape))

    def block_backward(self, i, k, dz):
        w = self.weights
        du = remora.backward("swiglu", dy=self.times_back(dz, k["v"], f"wd_{i}"), x=k["u"])
        dh = self.times_back(du, k["h2"], f"wu_{i}")
        dsum, self.grads[f"g2_{i}"] = remora.backward(
            "add_rms_norm", dy=dh, sum=k["sum"], weight=w[f"g2_{i}"], rstd=k["rstd2"], dsum=dz, wants=("dx", "dweight")
        )
        ds = self.times_back(dsum, k["s"], f"wo_{i}")
        da, db = remora.backward("linrec", dy=by_time(ds), a=by_time(k["a"]), y=by_time(k["s"]), axis=1)
        dpre = remora.backward("sigmoid", dy=da.reshape(PLACES, WIDTH), x=k["pre"])
        dh = remora.add(
            self.times_back(dpre, k["h1"], f"wa_{i}"), self.times_back(db.reshape(PLACES, WIDTH), k["h1"], f"wb_{i}")
        )
        dx, self.grads[f"g1_{i}"] = remora.backward(
            "rms_norm", dy=dh, x=k["x"], weight=w[f"g1_{i}"], rstd=k["rstd1"], wants=("dx", "dweight")
        )
        return remora.add(dx, dsum)

    def state(self, name, grad):
        """A parameter as a member of the step's plan: all that it changes is changed in place."""
        w, (m, v) = self.weights[name], self.moments[name]
        rates = {"lr": self.lr, "step": self.number, "scale": self.scale}
        return {"param": w, "grad": grad, "m": m, "v": v, **rates, "param_out": w, "m_out": m, "v_out": v}

    def step(self, number, steps):
        """Two plans of all tensors at once: the norm of every gradient, and AdamW."""
        one = np.float32
        warm = one(number + 1) / one(20) if number < 20 else one(1)
        lr = one(0.01) * warm * (one(steps - number) / one(steps))
        self.lr[...], self.number[...] = lr, number + 1
        grads = [self.grads[name] for name in self.weights]
        self.plan_norms.run([{"x": grad, "y": self.norms[i, ...]} for i, grad in enumerate(grads)])
        remora.clip_scale(remora.norm2(self.norms), out=self.scale)
        self.plan_step.run([self.state(name, grad) for name, grad in zip(self.weights, grads)])

    def digest(self):
        d = 0xCBF29CE484222325
        for value in self.weights.values():
            for byte in value.tobytes():
                d = (d ^ byte) * 0x100000001B3 & MASK
        return f"{d:016x}"


def batch(text, number):
    starts = [mixed(number * BATCH + b) % (len(text) - TIME) for b in range(BATCH)]
    return tuple(np.concatenate([text[s + by : s + by + TIME] for s in starts]).astype(np.int64) for by in (0, 1))


def train(path, steps, say=print):
    text = np.frombuffer(pathlib.Path(path).read_bytes(), np.uint8)
    text = np.where(text < CHARS, text, ord("?"))
    model = Model()
    for number in range(steps):
        tokens, targets = batch(text, number)
        loss = model.forward(tokens, targets)
        model.backward(tokens, targets)
        model.step(number, steps)
        if number % 10 == 0 or number + 1 == steps:
            say(f"step {number + 1:4} of {steps}  loss {float(loss):.4f}", flush=True)
    return model.digest()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("text", nargs="?", default=pathlib.Path(__file__).parents[2] / "examples" / "train.txt")
    words = parser.parse_args()
    print("weights", train(words.text, words.steps))
