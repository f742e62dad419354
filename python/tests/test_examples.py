"""The examples run and keep what they print."""

import importlib.util
import pathlib
import re
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


def blocks():
    """{heading: the Python code under it} of README.md."""
    text = FOLDER.with_name("README.md").read_text(encoding="utf-8")
    sections = re.split(r"^## ", text, flags=re.M)[1:]
    return {s.splitlines()[0]: "\n".join(re.findall(r"^```python\n(.*?)^```", s, flags=re.M | re.S)) for s in sections}


@pytest.mark.parametrize("heading", [heading for heading, code in blocks().items() if code])
def test_readme(heading):
    """The code of README.md runs; a section may use what NumPy's has made."""
    names = {}
    if heading == "PyTorch":
        torch = pytest.importorskip("torch")
        names.update(model=lambda batch: batch.logsumexp(1).sum(), batch=torch.rand(3, 4, requires_grad=True))
    else:
        exec(blocks()["NumPy"], names)
    exec(blocks()[heading], names)


def test_there_are_examples():
    assert len(list(FOLDER.glob("*.py"))) >= 3
