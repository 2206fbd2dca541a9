# The short way in; CMakePresets.json has the details.
PREFIX ?= /usr/local

.PHONY: build test sanitize demo reference bench paper install clean

build: build/release/build.ninja
	cmake --build --preset release

build/%/build.ninja:
	scripts/install-dependencies
	cmake --preset $*

test: build
	ctest --preset release -j 2

# The whole suite under ASan and UBSan, the threaded part under TSan.
sanitize: build/dev/build.ninja build/tsan/build.ninja
	cmake --build --preset dev
	ctest --preset dev -j 2
	cmake --build --preset tsan
	ctest --preset tsan -j 2

demo: build
	scripts/demo

# Every reference optimum, with the table of passes (needs SMSVM_DATA and SMSVM_REFERENCE, see CONTRIBUTING.md).
reference: build
	scripts/reference

# Times against LIBLINEAR (needs SMSVM_DATA, see docs/benchmarks.md).
bench: build
	bench/covtype_against_liblinear

# The paper's experiments, all of them: about an hour. `build/release/smsvm paper --quick` takes half a minute.
paper: build
	build/release/smsvm paper

# make install PREFIX=/usr DESTDIR=staging
install: build
	DESTDIR="$(DESTDIR)" cmake --install build/release --prefix "$(PREFIX)"

clean:
	rm -rf build demo paper
