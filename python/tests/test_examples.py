"""The examples end as they do in C."""

import pathlib
import sys

HERE = pathlib.Path(__file__).parents[1]


def test_train(monkeypatch):
    """Two steps: the digest that tests/train.sh expects of examples/train.c."""
    monkeypatch.syspath_prepend(HERE / "examples")
    import train

    said = []
    assert train.train(HERE.parent / "examples" / "train.txt", 2, lambda line, **_: said.append(line)) == "c02914b4ac646b70"
    assert [float(line.split()[-1]) for line in said] == [5.0402, 4.9231]
    del sys.modules["train"]
