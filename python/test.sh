#!/bin/bash
# test.sh BUILD: the package as users get it: an sdist, a wheel made of it with the library of BUILD inside, installed
# into a fresh virtual environment, and its tests there. Closes with "N passed, M failed"; skipped tests are listed.
# REMORA_CASES is how many cases the differential test has (4000).
set -u
cd "$(dirname "$0")/.." || exit 2
library=$(cd "${1:-build/gcc}" && pwd) || exit 2
work=$PWD/build/python
rm -rf "$work" && mkdir -p "$work"

fail() {
  echo "$1" >&2
  echo "0 passed, 1 failed"
  exit 1
}

python3 -m venv "$work/venv" || fail "no virtual environment can be made: is python3-venv there?"
pip="$work/venv/bin/pip --disable-pip-version-check -q"
$pip install scikit-build-core numpy ml_dtypes jax scipy mpmath pytest hypothesis || fail "the tests' packages cannot be installed"
(cd python && "$work/venv/bin/python" -c "import backend; backend.build_sdist('$work')") >/dev/null || fail "no sdist"
$pip wheel --no-deps --no-build-isolation -w "$work" --config-settings=cmake.define.REM_LIBRARY="$library" \
  "$work"/remora-*.tar.gz || fail "no wheel"
ls "$work"/remora-*-cp311-abi3-*.whl >/dev/null || fail "the wheel is not one for every Python from 3.11 on"
$pip install --no-deps "$work"/remora-*.whl || fail "the wheel cannot be installed"

# What the differential test needs of the tool: S of each op's guarantee.
if [ -x "$library/bin/remora" ]; then
  "$library/bin/remora" emit scales --out "$work/scales.json" || fail "no scales"
  export REMORA_SCALES=$work/scales.json
fi

# JAX is what results are compared with, and nearly all of its time goes to compiling what runs once.
export XLA_FLAGS="--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true${XLA_FLAGS:+ $XLA_FLAGS}"

# From elsewhere, so that the package is the installed one; in two processes that take about as long.
source=$PWD/python
cd "$work" || exit 2
long=(test_jax.py test_differential.py)
run() {
  local name=$1
  shift
  "$work/venv/bin/python" -m pytest -c "$source/pyproject.toml" -p no:cacheprovider -rs --junitxml="$work/$name.xml" "$@" \
    >"$work/$name.log" 2>&1
}
run long "${long[@]/#/$source/tests/}" &
run others "$source/tests" "${long[@]/#/--ignore=$source/tests/}"
wait
cat "$work/long.log" "$work/others.log"
"$work/venv/bin/python" - "$work/long.xml" "$work/others.xml" <<'END'
import sys
import xml.etree.ElementTree
passed = bad = 0
for path in sys.argv[1:]:
    suite = xml.etree.ElementTree.parse(path).getroot().find("testsuite").attrib
    wrong = int(suite["failures"]) + int(suite["errors"])
    passed += int(suite["tests"]) - wrong - int(suite["skipped"])
    bad += wrong
print(f"{passed} passed, {bad} failed")
sys.exit(bad > 0)
END
