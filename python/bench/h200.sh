#!/bin/bash
# h200.sh: the Python package on a machine with a CUDA device, PyTorch and JAX, without a network: builds it in place,
# runs tests/cuda.py, and measures PyTorch's own functions against override(). Writes python-gpu.json, python-gpu.md and
# python-overhead.json into $OUT (default: build/python-gpu). PYTHON is the interpreter (python3).
#
# Where Python's headers are missing, the extension is taken from python/prebuilt/_core.abi3.so, made on another machine
# by `cmake -DREM_PYTHON=ON`; one file serves every Python from 3.11 on.
set -u
cd "$(dirname "$0")/../.." || exit 2
python=${PYTHON:-python3}
build=${BUILD:-build/python-gpu}
out=${OUT:-$PWD/build/python-gpu}
mkdir -p "$out" "$build"
failed=0

headers=$("$python" -c 'import os, sysconfig; print(os.path.exists(sysconfig.get_paths()["include"] + "/Python.h"))')
if [ "$headers" = True ] && cmake -S . -B "$build" -DREM_PYTHON=ON -DREM_TESTS=OFF -DREM_TOOL=OFF -DREM_WERROR=OFF \
  -DPython_EXECUTABLE="$(command -v "$python")" >"$out/build.log" 2>&1 &&
  cmake --build "$build" -j "$(nproc)" --target remora_core >>"$out/build.log" 2>&1; then
  echo "built the extension from source"
elif [ -e python/prebuilt/_core.abi3.so ]; then
  echo "Python's headers are missing or the build failed: the extension is python/prebuilt/_core.abi3.so"
  mkdir -p "$build/python/remora"
  cp python/remora/*.py python/prebuilt/_core.abi3.so "$build/python/remora/"
else
  tail -n 20 "$out/build.log" 2>/dev/null
  echo "the extension cannot be built here, and python/prebuilt/_core.abi3.so is not there" >&2
  exit 1
fi

export PYTHONPATH=$PWD/$build/python PYTHONUNBUFFERED=1 XLA_PYTHON_CLIENT_PREALLOCATE=false
export XDG_CACHE_HOME=${XDG_CACHE_HOME:-$PWD/build/cache}
mkdir -p "$XDG_CACHE_HOME"
"$python" -c 'import sys, remora; print(sys.version.split()[0], remora.__version__, remora.devices())' || exit 1
timeout 300 "$python" python/tests/cuda.py || failed=1
timeout 200 "$python" python/bench/eager.py --json "$out/python-gpu.json" --table "$out/python-gpu.md" || failed=1
timeout 60 "$python" python/bench/overhead.py --json "$out/python-overhead.json" || failed=1
exit $failed
