#!/bin/bash
# test.sh BUILD: the package as users get it: an sdist, a wheel made of it with the library of BUILD inside, installed
# into a fresh virtual environment, and its tests there. Closes with "N passed, M failed"; skipped tests are listed.
# REMORA_CASES is how many cases the differential test has (12000).
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

# From elsewhere, so that the package is the installed one.
source=$PWD/python
cd "$work" || exit 2
"$work/venv/bin/python" -m pytest -c "$source/pyproject.toml" "$source/tests" -p no:cacheprovider -rs \
  --junitxml="$work/tests.xml"
"$work/venv/bin/python" - "$work/tests.xml" <<'END'
import sys
import xml.etree.ElementTree
suite = xml.etree.ElementTree.parse(sys.argv[1]).getroot().find("testsuite").attrib
bad = int(suite["failures"]) + int(suite["errors"])
print(f"{int(suite['tests']) - bad - int(suite['skipped'])} passed, {bad} failed")
sys.exit(bad > 0)
END
