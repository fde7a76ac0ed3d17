# Each command installs what it needs into .venv first, and nothing else; that takes no time when nothing has changed.

# PYTHON=python3.12 makes .venv with that Python; otherwise deploy/find-python looks for one.
BIN := .venv/bin
CODE := corr migrations tests
TEST_OPTIONS ?= -n auto --dist worksteal
# Most of them wait most of the time, for processes and browsers.
SLOW_OPTIONS ?= -n $(shell expr 1 + $$(nproc)) --dist worksteal
# Browsers need the processors. Beside them, services whose time is sped up would be late by minutes of theirs.
JOURNEY_OPTIONS ?= -n auto --dist worksteal
NODE := $(BIN)/node .venv/scripts/node_modules/
# Nothing is fetched but what is locked here with its digests, not even what builds the packages that come as sources.
UV := $(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation
LOCKED := $(UV) --require-hashes --requirement
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-build-isolation --generate-hashes \
	--custom-compile-command 'make lock' $(LOCK_OPTIONS)

# Its Python may be gone, as after an upgrade of the system. Then nothing is installed, whatever was.
$(shell [ -e $(BIN)/python ] || [ ! -d .venv ] || rm -f .venv/.[a-z]*)

# What is compiled is kept: nothing else takes as long when tests start many processes.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help install run dev test test-slow check bench measures screenshots lighthouse crashtest format lock release

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "make %-11s  %s\n", $$1, $$2 }'

install: .venv/.test .venv/.check .venv/.bench .venv/.scripts ## make .venv with all that tests, checks and benchmarks need

# uv installs the rest, in a fifth of pip's time. To get it, the pip that came with Python will do; where none did, one is made.
.venv/.uv: deploy/requirements-installer.txt
	@[ -e $(BIN)/python ] || { python=$$(deploy/find-python $(PYTHON)) && $$python -m venv --clear --without-pip .venv; }
	@echo 'Installing into .venv'
	@python=$$($(BIN)/python -c 'import sys; print(sys._base_executable)'); \
		install='install --quiet --no-deps --require-hashes --requirement deploy/requirements-installer.txt'; \
		$$python -m pip --python $(BIN)/python $$install 2> /dev/null || \
		{ $(BIN)/python -m ensurepip > /dev/null && $(BIN)/python -m pip $$install; }
	@touch $@

# Corr, with the very versions that are deployed; compiled, since two processors do that faster than the first start. It
# was called corr once, and what is left of that would share its files.
.venv/.run: .venv/.uv pyproject.toml deploy/requirements.txt deploy/requirements-build.txt
	@$(LOCKED) deploy/requirements-build.txt
	@$(LOCKED) deploy/requirements.txt --compile-bytecode
	@$(BIN)/uv pip uninstall --quiet --python $(BIN)/python corr
	@$(UV) --editable .
	@touch $@

# A dependency group of pyproject.toml, beside it.
.venv/.%: .venv/.run tests/requirements-%.txt
	@$(LOCKED) tests/requirements-$*.txt
	@touch $@

# What looks at scripts and pages comes from npm, which comes as a wheel. It lies beside the environment, not in the tree.
.venv/.scripts: .venv/.check $(wildcard tests/scripts/*)
	@mkdir -p .venv/scripts && cp tests/scripts/* .venv/scripts/
	@PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --silent --no-audit --no-fund --ignore-scripts --prefix .venv/scripts
	@touch $@

# It is large, and only scores need it.
.venv/.lighthouse: .venv/.test .venv/.check $(wildcard tests/lighthouse/*.json)
	@mkdir -p .venv/lighthouse && cp tests/lighthouse/*.json .venv/lighthouse/
	@PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --silent --no-audit --no-fund --ignore-scripts --prefix .venv/lighthouse
	@touch $@

run: .venv/.run ## serve pages, jobs and mail on this machine, with demo players and games
	@$(BIN)/corr serve --demo

dev: .venv/.dev ## serve as `make run` does, and start anew when code, a template or a migration changes
	@$(BIN)/watchfiles --sigint-timeout 15 --target-type command \
		'$(BIN)/python -m corr serve --demo' corr templates migrations

test: .venv/.test ## run all tests but the slow ones
	@$(BIN)/pytest $(TEST_OPTIONS)

test-slow: .venv/.test .venv/.scripts ## run the slow tests, and try properties with more examples
	@$(BIN)/pytest $(SLOW_OPTIONS) -m "slow or hypothesis" --hypothesis-profile thorough --ignore=tests/journeys
	@$(BIN)/pytest $(JOURNEY_OPTIONS) -m slow tests/journeys

check: .venv/.test .venv/.check .venv/.bench .venv/.scripts ## check form, types, layers, dependencies and spelling
	$(BIN)/ruff format --check --quiet $(CODE)
	$(BIN)/ruff check --quiet $(CODE)
	$(BIN)/mypy --no-error-summary
	$(BIN)/lint-imports --no-logo
	$(BIN)/deptry corr migrations
	$(BIN)/codespell
	$(BIN)/djlint templates corr/games --lint --quiet
	$(NODE)eslint/bin/eslint.js --config .venv/scripts/eslint.config.js corr/web/static
	$(NODE)typescript/bin/tsc --project .venv/scripts

bench: .venv/.test .venv/.bench ## measure against baselines timed in the same run, in ten minutes (ONLY=web: that alone; ONLY=growth)
	@$(BIN)/python -m tests.bench $(ONLY)

measures: .venv/.test ## count what is too small, too often, in circles or in the wrong place; each with its aim
	@$(BIN)/python -m tests.measures

screenshots: .venv/.test ## take pictures of every page of the demo, at four widths, light and dark; needs Chromium
	@$(BIN)/python -m tests.screenshots

lighthouse: .venv/.lighthouse ## give home, games and practice boards Lighthouse's scores; needs Chromium and a quiet machine
	@$(BIN)/python -m tests.lighthouse

crashtest: .venv/.test ## kill processes and PostgreSQL while people play, and see whether all laws hold; takes minutes
	@$(BIN)/python -m tests.crash $(CRASH_OPTIONS)

format: .venv/.check ## put the code into form, and mend what can be mended by itself
	$(BIN)/ruff check --fix --quiet $(CODE)
	$(BIN)/ruff format --quiet $(CODE)

lock: .venv/.run ## write all requirements*.txt as pyproject.toml asks (LOCK_OPTIONS=--upgrade: the newest of all)
	$(LOCK) --output-file deploy/requirements.txt pyproject.toml
	$(LOCK) --output-file deploy/requirements-installer.txt --group installer
	$(LOCK) --output-file deploy/requirements-build.txt --group build
	$(LOCK) --output-file tests/requirements-test.txt --group test \
		--constraint deploy/requirements.txt --constraint deploy/requirements-build.txt
	for group in dev check bench; do $(LOCK) --output-file tests/requirements-$$group.txt --group $$group \
		--constraint deploy/requirements.txt --constraint tests/requirements-test.txt || exit; done

release: .venv/.test ## build the wheel and the source archive, and see that both install and serve
	@$(BIN)/python -m tests.release
