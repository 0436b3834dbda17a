# Every target sets up what it needs in .venv; Python 3.11 and a C compiler are all that must be there.
PYTHON ?= python3
BIN := .venv/bin
COMPILED := $(CURDIR)/build/compiled

.PHONY: help setup web play test bench mutants soak compiled lock clean

help: ## show the targets
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

.venv/ready: requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "grimtable needs Python 3.11 or newer: make PYTHON=python3.11")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

setup: .venv/ready ## install everything into .venv, as locked

web: setup ## build the browser client, if it changed
	$(BIN)/python -m tools.web

play: web ## open the table in the browser
	$(BIN)/grimtable serve --open

test: web ## run every check, in both builds
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy src tests tools
	$(MAKE) compiled
	GRIMTABLE_EXPECT_BUILD=plain $(BIN)/pytest -n auto
	GRIMTABLE_EXPECT_BUILD=compiled PYTHONPATH=$(COMPILED) $(BIN)/pytest -n auto tests/kernel tests/contract tests/bots tests/games

compiled: setup ## compile kernel and games; .venv/bin/grimtable-compiled runs them
	$(BIN)/python -m tools.compile --into $(COMPILED) --launcher $(BIN)/grimtable-compiled

bench: setup compiled ## measure both builds and their peers
	$(BIN)/python -m tools.bench

mutants: setup ## break rules to see whether their tests notice; GAMES="darklord" IDS="5.1 8.2"
	$(BIN)/python -m tools.mutants $(if $(GAMES),--games $(GAMES)) $(if $(IDS),--ids $(IDS))

soak: setup compiled ## play for hours, write docs/figures.md; SECTIONS="games bench"
	$(BIN)/python -m tools.soak $(SECTIONS)

lock: ## resolve the dependencies anew
	$(PYTHON) -m venv build/lock
	build/lock/bin/pip install --quiet uv
	build/lock/bin/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-annotate \
		--custom-compile-command "make lock" --extra dev --extra peers -o requirements.lock pyproject.toml

clean: ## forget everything that was built
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
