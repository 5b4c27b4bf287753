# Every target that builds first makes sure that what it needs is there; see scripts/setup.

SWIFT_FILES := $(wildcard Package.swift Sources Tests \
	$(foreach package,Benchmarks Examples Fuzz,$(package)/Package.swift $(package)/Sources))

# Package traits to build and test with, such as TRAITS=SecretService,TPM.
TRAITS :=
with_traits := $(if $(TRAITS),--traits $(TRAITS))

# Arguments for `make bench`, such as BENCH="crypto --format json".
BENCH :=

# Where `make install` puts the command, its manual page and its completions, and whether libsodium, SQLite and zlib are linked
# into it (static) or left to the system (shared); see scripts/install.
PREFIX := /usr/local
LIBRARIES := static

.PHONY: build test demo bench install deb docs api format lint clean setup

build: setup
	swift build $(with_traits)

# Tests that wait for real servers and processes have time limits, so not all of them run at once.
test: export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= 8
test: setup
	swift test $(with_traits) --disable-xctest

demo: setup
	swift build --product vault
	scripts/demo

# Beside every peer that Debian has, which it installs; see scripts/bench.
bench:
	scripts/bench $(BENCH)

install:
	@scripts/setup Package,$(TRAITS)
	scripts/install $(PREFIX) $(LIBRARIES) $(TRAITS)

deb:
	@scripts/setup Package,$(TRAITS)
	scripts/deb $(TRAITS)

# The libraries' documentation as static pages; see scripts/docs.
docs: setup
	scripts/docs $(TRAITS)

# What the libraries' API has lost since the last release; see scripts/api.
api: setup
	scripts/api

format: setup
	swift format format --in-place --parallel --recursive $(SWIFT_FILES)

lint: setup
	swift format lint --strict --parallel --recursive $(SWIFT_FILES)

clean:
	rm -rf .build Benchmarks/.build Examples/.build Fuzz/.build

setup:
	@scripts/setup $(TRAITS)
