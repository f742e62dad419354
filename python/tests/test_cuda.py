"""The checks of cuda.py, where there is a CUDA device."""

import importlib.util

import cuda
import pytest

import remora


@pytest.mark.skipif("cuda:0" not in remora.devices(), reason="there is no CUDA device")
@pytest.mark.parametrize("name", cuda.CHECKS)
def test_on_cuda(name):
    if importlib.util.find_spec(cuda.needs(name)) is None:
        pytest.skip(f"{cuda.needs(name)} is not here")
    cuda.CHECKS[name]()
