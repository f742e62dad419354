# The commands of this tree. Each installs what it needs and lacks (scripts/setup), builds, and does its work.
# Builds lie in build/<configuration>; `cmake -S . -B elsewhere` works without this file.

.PHONY: run train test test-all test-opencl-all test-gpu bench bench-record build docs docs-ops format clean

TOOL := build/gcc/bin/remora

run: build            ## for each op family a forward and a backward, with what the plan says of itself
	@$(TOOL) demo --record build/run.jsonl

train: build          ## trains a small model of characters and prints the digest of its weights: examples/train.c
	@scripts/build gcc train
	@build/gcc/examples/train

test:                 ## what must hold, within a printed time budget
	@scripts/setup test
	@scripts/test

test-all:             ## the same and the long sweeps: exhaustive math, all lists in all configurations
	@scripts/setup test
	@scripts/test --all

test-opencl-all:      ## every golden problem on PoCL, which takes long
	@scripts/setup test
	@scripts/test --all build opencl

test-gpu: build       ## on a machine with a CUDA device: bits, checks, graphs, compute-sanitizer, and the bench's tables
	@scripts/build gcc test_gpu_test_cuda test_gpu_test_pack test_gpu_test_graph
	@scripts/test-gpu

bench: build          ## speed against the machine's own streaming kernels
	@$(TOOL) bench --bars --overhead

bench-record: build   ## adds this revision's numbers on this machine to bench/history.jsonl: docs/report.md
	@$(TOOL) bench --bars --json >>bench/history.jsonl
	@echo "bench/history.jsonl: remora report bench/history.jsonl --against REVISION compares"

build:                ## the library and the tool
	@scripts/setup build
	@scripts/build gcc remora_shared remora_static remora_tool

docs: build           ## the documentation as pages that open from disk: build/docs/index.html
	@scripts/setup docs
	@scripts/docs $(TOOL)
	@echo "build/docs/index.html"

docs-ops: build       ## the pages of docs/ops, from the op table
	@rm -rf docs/ops && mkdir -p docs/ops
	@$(TOOL) emit ops-docs --out docs/ops

format:               ## lays out every C file as .clang-format says
	@scripts/setup format
	@git ls-files '*.c' '*.h' '*.inc' | xargs clang-format -i

clean:
	@rm -rf build
