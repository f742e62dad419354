"""Every op that JAX or NumPy have too, against them, on random and adversarial cases: REMORA_CASES of them in all. A
disagreement is a failure unless ops/names.def lists it as meant; in a full run, of 100000 cases or more, a listed one
that is not found is a failure too."""

import os

import pytest

pytest.importorskip("mpmath")
if "REMORA_SCALES" not in os.environ:
    pytest.skip("REMORA_SCALES is not set: python/test.sh makes that file", allow_module_level=True)

from counterparts import DIFFERENCES, NAMES  # noqa: E402
from differential import VALUES, cases, compared, judge  # noqa: E402

import remora  # noqa: E402

FULL = 100_000
CASES = int(os.environ.get("REMORA_CASES", "4000"))
OPS = compared()
EACH = -(-CASES // len(OPS))

judged = {}  # how many cases of an op
common = set()  # disagreements found that are listed for every op


def listed(op):
    """{(library, pass, class)} of what may differ; "all" stands for every class."""
    return {
        (library, difference.passes, values)
        for difference in DIFFERENCES
        for library in difference.libraries
        for values in difference.values
        if difference.op == op
    }


def accepted(finding, rows):
    """The row that lists a finding, or None."""
    for values in (finding.values, "all"):
        if (finding.library, finding.passes, values) in rows:
            return finding.library, finding.passes, values
    return None


@pytest.mark.parametrize("op", OPS)
def test_op(op):
    own, every, found, unlisted = listed(op), listed("every"), set(), {}
    for case in cases(op, EACH):
        for finding in judge(case):
            row = accepted(finding, own)
            if row:
                found.add(row)
            elif accepted(finding, every):
                common.add(accepted(finding, every))
            else:
                unlisted.setdefault((finding.library, finding.passes, finding.values), finding.text)
        judged[op] = judged.get(op, 0) + 1
    assert not unlisted, "\n".join(f"{key}: {text}" for key, text in unlisted.items())
    if CASES >= FULL:
        stale = {row for row in own - found if row[0] in ("jax", "numpy") and row[1] != "default"}
        assert not stale, f"ops/names.def lists what was not found: {stale}"


def test_rows():
    """Every op has a row, and what differs is said of an op, in words that are known."""
    assert set(remora.ops()) <= set(NAMES)
    for difference in DIFFERENCES:
        assert difference.op in NAMES or difference.op == "every", difference
        assert set(difference.libraries) <= {"torch", "jax", "numpy"}, difference
        assert difference.passes in ("forward", "backward", "default"), difference
        assert set(difference.values) <= {*VALUES, "denormal64", "all"}, difference
        assert difference.values or difference.passes == "default", difference


def test_count(capsys):
    """The cases asked for were judged, one by one; what is listed for every op was found."""
    if len(judged) < len(OPS):
        pytest.skip("only some ops were asked for")
    with capsys.disabled():
        print(f" {sum(judged.values())} cases of {len(OPS)} ops ", end="")
    assert sum(judged.values()) >= CASES
    assert common == listed("every")
