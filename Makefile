# Each command installs what it needs into .venv first, and nothing else; that takes no time when nothing has changed.

PYTHON ?= python3.11
BIN := .venv/bin
CODE := corr migrations tests
TEST_OPTIONS ?= -n auto --dist worksteal
# Most of them wait most of the time, for processes and browsers.
SLOW_OPTIONS ?= -n $(shell expr 1 + $$(nproc)) --dist worksteal
# What is never loaded need not be compiled; Python compiles the rest when it loads it.
PIP := $(BIN)/pip install --quiet --no-compile

# What is compiled is kept: nothing else takes as long when tests start many processes.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help install run dev test test-slow check bench measures crashtest format lock release

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "make %-9s  %s\n", $$1, $$2 }'

install: .venv/.test .venv/.check .venv/.bench ## make .venv with all that tests, checks and benchmarks need

# A pip that knows dependency groups is newer than the one that comes with Python 3.11, and quicker. What builds Corr, and
# one package that has no wheel, is installed once instead of for each build anew.
.venv/.pip:
	$(PYTHON) -m venv .venv
	$(PIP) --upgrade 'pip>=25.1' 'hatchling>=1.27' editables setuptools
	@touch $@

# Corr, with the very versions that are deployed.
.venv/.run: .venv/.pip pyproject.toml deploy/requirements.txt
	$(PIP) --no-build-isolation --no-deps --require-hashes --requirement deploy/requirements.txt
	$(PIP) --no-build-isolation --no-deps --editable .
	@touch $@

# A dependency group of pyproject.toml, beside it.
.venv/.%: .venv/.run
	$(PIP) --group $*
	@touch $@

run: .venv/.run ## serve pages, jobs and mail on this machine, with demo players and games
	@$(BIN)/corr serve --demo

dev: .venv/.dev ## serve as `make run` does, and start anew when code, a template or a migration changes
	@$(BIN)/watchfiles --sigint-timeout 15 --target-type command \
		'$(BIN)/python -m corr serve --demo' corr templates migrations

test: .venv/.test ## run all tests but the slow ones
	@$(BIN)/pytest $(TEST_OPTIONS)

test-slow: .venv/.test ## run the slow tests, and try properties with more examples
	@$(BIN)/pytest $(SLOW_OPTIONS) -m "slow or hypothesis" --hypothesis-profile thorough

check: .venv/.test .venv/.check .venv/.bench ## check form, types, layers, dependencies and spelling
	$(BIN)/ruff format --check --quiet $(CODE)
	$(BIN)/ruff check --quiet $(CODE)
	$(BIN)/mypy --no-error-summary
	$(BIN)/lint-imports --no-logo
	$(BIN)/deptry corr migrations
	$(BIN)/codespell
	$(BIN)/djlint templates --lint --quiet

bench: .venv/.test .venv/.bench ## measure against baselines timed in the same run (CORR_BENCH_BIG=1: with a million games)
	@$(BIN)/python -m tests.bench

measures: .venv/.test ## count what is too small, too often, in circles or in the wrong place; each with its aim
	@$(BIN)/python -m tests.measures

crashtest: .venv/.test ## kill processes and PostgreSQL while people play, and see whether all laws hold; takes minutes
	@$(BIN)/python -m tests.crash $(CRASH_OPTIONS)

format: .venv/.check ## put the code into form, and mend what can be mended by itself
	$(BIN)/ruff check --fix --quiet $(CODE)
	$(BIN)/ruff format --quiet $(CODE)

lock: .venv/.lock ## write deploy/requirements.txt as pyproject.toml asks (LOCK_OPTIONS=--upgrade: the newest of all)
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --custom-compile-command 'make lock' \
		$(LOCK_OPTIONS) --output-file deploy/requirements.txt pyproject.toml

release: .venv/.test ## build the wheel and the source archive, and see that both install and serve
	@$(BIN)/python -m tests.release
