"""Tests of the package. Wide floats in JAX; hypothesis draws the same examples in every run."""

import os

if not os.path.exists("/dev/nvidiactl"):
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("POCL_WORK_GROUP_METHOD", "loops")

import jax  # noqa: E402
from hypothesis import HealthCheck, settings  # noqa: E402

jax.config.update("jax_enable_x64", True)
settings.register_profile(
    "remora",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("remora")
