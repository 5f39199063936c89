# `make chat` and `make test` are all that a fresh machine needs; everything is installed into .venv.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: setup chat test lint bench lock clean

setup: .venv/installed

.venv/installed: pyproject.toml .requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Found $$($(PYTHON) --version), wanted Python 3.11 or newer: run make PYTHON=python3.11" >&2; exit 2; }
	@echo "Installing into .venv; this takes a few minutes."
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint .requirements.lock --editable '.[test,train,report]'
	touch $@

chat: setup
	@$(BIN)/support chat

# In as many processes as there are cores, four at most: each loads the models.
test: setup
	$(BIN)/pytest --numprocesses auto --maxprocesses 4 --dist loadfile

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: setup
	$(BIN)/python -m evals.bench
	$(BIN)/python -m evals.bench_ingest
	$(BIN)/python -m evals.bench_overhead
	$(BIN)/python -m evals.bench_turns
	$(BIN)/python -m evals.bench_grounding
	$(BIN)/python -m evals.bench_service
	$(BIN)/python -m evals.bench_growing --rounds 1
	$(BIN)/python -m evals.bench_scale --out build/growth.json --picture build/growth.svg

# Run after changing a dependency in pyproject.toml, in a fresh environment. Local version parts are dropped, so that
# a CPU build of torch is taken where one is at hand.
lock: setup
	$(BIN)/pip freeze --exclude-editable | sed 's/+[a-z0-9.]*$$//' > .requirements.lock

clean:
	rm -rf .venv build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
