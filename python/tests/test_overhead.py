"""A warm call on a small array costs little: the bars of README.md, with the least of many short rounds."""

import timeit

import numpy as np

import remora


def microseconds(run, calls=100, rounds=300):
    return min(timeit.repeat(run, number=calls, repeat=rounds)) / calls * 1e6


def test_bars():
    x = np.ones((1, 8), np.float32)
    plan = remora.plan("logsumexp", x, axes=1)
    assert microseconds(lambda: remora.forward("logsumexp", x, axes=(1,), keepdim=True)) < 5
    assert microseconds(lambda: plan.run(x)) < 1.5
