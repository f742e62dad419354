"""The examples run and keep what they print."""

import importlib.util
import pathlib
import subprocess
import sys

import pytest

FOLDER = pathlib.Path(__file__).parent.parent / "examples"


@pytest.mark.parametrize("script", sorted(path.name for path in FOLDER.glob("*.py")))
def test_example(script):
    text = (FOLDER / script).read_text(encoding="utf-8")
    for module in ("torch", "jax"):
        if f"import {module}" in text and importlib.util.find_spec(module) is None:
            pytest.skip(f"{module} is not here")
    done = subprocess.run(
        [sys.executable, str(FOLDER / script)], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.strip()


def test_there_are_examples():
    assert len(list(FOLDER.glob("*.py"))) >= 3
