"""A warm call on a small array costs little: the bars of README.md, with the least of many short rounds; more of them where another
process has the core meanwhile."""

import timeit

import numpy as np

import remora


def within(bar, run, calls=100, rounds=300, tries=20):
    """Whether a call takes less than so many microseconds."""
    return any(min(timeit.repeat(run, number=calls, repeat=rounds)) / calls * 1e6 < bar for _ in range(tries))


def test_bars():
    x = np.ones((1, 8), np.float32)
    plan = remora.plan("logsumexp", x, axes=1)
    assert within(5, lambda: remora.forward("logsumexp", x, axes=(1,), keepdim=True))
    assert within(1.5, lambda: plan.run(x))
