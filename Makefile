# The short way in; CMakePresets.json has the details.
PREFIX ?= /usr/local
SMSVM_PYTHON ?= on

.PHONY: build tests test sanitize soak judge demo reference bench bench-quick bench-build paper install clean

# The command and the library; no tests, and nothing that only tests need.
build: build/release/build.ninja
	cmake --build --preset release --target smsvm_product

build/release/build.ninja:
	scripts/install-dependencies command
	cmake --preset release -DSMSVM_BUILD_TESTS=OFF

demo: build/release/build.ninja
	scripts/build-command
	scripts/demo

tests:
	scripts/install-dependencies command tests
	cmake --preset release -DSMSVM_BUILD_TESTS=ON
	cmake --build --preset release

# With the Python package, in an environment of its own; SMSVM_PYTHON=off leaves that out.
test: tests
	ctest --preset release -j 2
	SMSVM_PYTHON="$(SMSVM_PYTHON)" scripts/test-python

# The whole suite under ASan and UBSan, the threaded part under TSan.
sanitize:
	scripts/install-dependencies command tests
	cmake --preset dev
	cmake --build --preset dev
	ctest --preset dev -j 2
	cmake --preset tsan
	cmake --build --preset tsan
	ctest --preset tsan -j 2

# Long versions of tests that end runs at random moments.
soak: tests
	scripts/soak
	scripts/soak --launcher "mpirun.openmpi --allow-run-as-root --oversubscribe --bind-to none"
	scripts/soak --launcher mpirun.mpich

# A million problems drawn at random, every claim about them judged in exact arithmetic: docs/reliability.md. Prints the
# figures of that page and names every problem with a claim that is false.
JUDGE_PROBLEMS ?= 1000000
judge: tests
	build/release/tests/judge/smsvm_judge --problems $(JUDGE_PROBLEMS) --threads 2 --list

# Every reference optimum, with the table of passes (needs SMSVM_DATA and SMSVM_REFERENCE, see CONTRIBUTING.md).
reference: tests
	scripts/reference

# Measurements, mostly against other programs, and the tables of docs/benchmarks.md (needs SMSVM_DATA and SMSVM_REFERENCE;
# bench/install-peers installs the other programs). The quick one takes under 20 minutes on 2 cores.
bench: bench-build
	bench/run all
	bench/report

bench-quick: bench-build
	bench/run all --quick --raw build/bench/quick

bench-build: tests
	scripts/install-dependencies bench
	cmake --preset release -DSMSVM_BUILD_BENCHMARKS=ON
	cmake --build --preset release

# The paper's experiments, all of them: about an hour. `build/release/smsvm paper --quick` takes half a minute.
paper: build/release/build.ninja
	scripts/install-dependencies command paper
	cmake --preset release
	scripts/build-command
	build/release/smsvm paper

# make install PREFIX=/usr DESTDIR=staging
install: build
	DESTDIR="$(DESTDIR)" cmake --install build/release --prefix "$(PREFIX)"

clean:
	rm -rf build demo paper
