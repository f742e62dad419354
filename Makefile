# The commands of this tree. Each installs what it needs and lacks (scripts/setup), builds, and does its work.
# Builds lie in build/<configuration>; `cmake -S . -B elsewhere` works without this file.

.PHONY: run test test-all bench build format clean

JOBS := $(shell nproc)
TOOL := build/gcc/bin/remora

run: build            ## for each op family a forward and a backward, with what the plan says of itself
	@$(TOOL) report

test:                 ## what must hold, within a printed time budget
	@scripts/setup test
	@scripts/test

test-all:             ## the same and the long sweeps: exhaustive math, all lists in all configurations
	@scripts/setup test
	@scripts/test --all

bench: build          ## speed against the machine's own streaming kernels
	@$(TOOL) bench @bench/problems.txt

build:                ## the library and the tool
	@scripts/setup build
	@mkdir -p build
	@cmake -S . -B build/gcc -DCMAKE_C_COMPILER=gcc -DREM_TESTS=OFF >build/gcc.log 2>&1 || { cat build/gcc.log; exit 1; }
	@cmake --build build/gcc -j $(JOBS) >>build/gcc.log 2>&1 || { cat build/gcc.log; exit 1; }

format:               ## lays out every C file as .clang-format says
	@scripts/setup format
	@git ls-files '*.c' '*.h' '*.inc' | xargs clang-format -i

clean:
	@rm -rf build
