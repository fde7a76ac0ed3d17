# Each command begins with `install`, which takes no time when nothing has changed.

PYTHON ?= python3.11
BIN := .venv/bin
INSTALLED := .venv/.installed
CODE := corr migrations tests
TEST_OPTIONS ?= -n auto --dist worksteal

.DEFAULT_GOAL := help
.PHONY: help install run test test-slow check bench measures crashtest format

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "make %-9s  %s\n", $$1, $$2 }'

install: $(INSTALLED) ## make .venv with corr and its tools in it

# A pip that knows dependency groups is newer than the one that comes with Python 3.11.
$(INSTALLED): pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/pip install --quiet --editable . --group test --group check --group bench
	@touch $@

run: install ## serve pages, jobs and mail on this machine, with demo players and games
	@$(BIN)/corr serve --demo

test: install ## run all tests but the slow ones
	@$(BIN)/pytest $(TEST_OPTIONS)

test-slow: install ## run the slow tests, and try properties with more examples
	@$(BIN)/pytest $(TEST_OPTIONS) -m "slow or hypothesis" --hypothesis-profile thorough

check: install ## check form, types, layers, dependencies and spelling
	$(BIN)/ruff format --check --quiet $(CODE)
	$(BIN)/ruff check --quiet $(CODE)
	$(BIN)/mypy --no-error-summary
	$(BIN)/lint-imports --no-logo
	$(BIN)/deptry corr migrations
	$(BIN)/codespell
	$(BIN)/djlint templates --lint --quiet

bench: install ## measure against baselines timed in the same run (CORR_BENCH_BIG=1: with a million games)
	@$(BIN)/python -m tests.bench

measures: install ## count what is too small, too often, in circles or in the wrong place; each with its aim
	@$(BIN)/python -m tests.measures

crashtest: install ## kill processes and PostgreSQL while people play, and see whether all laws hold; takes minutes
	@$(BIN)/python -m tests.crash $(CRASH_OPTIONS)

format: install ## put the code into form, and mend what can be mended by itself
	$(BIN)/ruff check --fix --quiet $(CODE)
	$(BIN)/ruff format --quiet $(CODE)
	$(BIN)/djlint templates --reformat --quiet
