# Every target sets itself up: right after cloning, `make run` and `make test` are all one has to type.
# Needs make and a Python from 3.11 on; PYTHON=... names one, VENV=... another folder for the environment.

PYTHON ?= $(shell for each in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$each -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$each && break; done)
VENV ?= .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
COMPILE := pip compile --quiet --universal --generate-hashes --no-header --no-annotate $(UPGRADE)

# Stamps: each is newer than the lock file that it stands for once that is installed.
RUNTIME := $(VENV)/.runtime-installed
TOOLS := $(VENV)/.tools-installed

.DEFAULT_GOAL := help
.PHONY: help run test check bench soak lock

help:
	@echo 'make run    start the bot; without DISCORD_TOKEN (environment or .env) try it here, on a page in the browser'
	@echo 'make test   run all tests; ARGS="tests/engine -x" goes on to pytest'
	@echo 'make check  lint, format, types, known vulnerabilities'
	@echo 'make bench  measure the speed'
	@echo 'make soak   long trials: kills, faults, leaks, crowds; ARGS="NAME --count N" chooses one'
	@echo 'make lock   write the lock files anew; UPGRADE=--upgrade takes the newest versions'

# The bot's own reading of the environment and .env decides; if that fails, the bot says why.
run: $(RUNTIME)
	@$(BIN)/python -c 'import sys; from bot.config import read; sys.exit(0 if read().token else 3)' 2>/dev/null; \
	if [ $$? = 3 ]; then echo 'There is no DISCORD_TOKEN, so this is a trial without Discord.'; \
	exec $(BIN)/python -m bot sandbox $(ARGS); else exec $(BIN)/python -m bot $(ARGS); fi

test: $(TOOLS)
	$(BIN)/python -m pytest -n auto --dist loadfile $(ARGS)

check: $(TOOLS)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/python .ci/audit.py requirements.lock

bench: $(TOOLS)
	@for each in bench/*_bench.py; do \
		echo "== $$each"; PYTHONPATH=. $(BIN)/python $$each || exit 1; done

soak: $(TOOLS)
	$(BIN)/python -m soak $(ARGS)

# uv writes locks for every system at once, which pip does not; it is needed for nothing else.
lock:
	@folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	$(PYTHON) -m venv "$$folder" && "$$folder/bin/pip" install --quiet --disable-pip-version-check uv && \
	"$$folder/bin/uv" $(COMPILE) pyproject.toml -o requirements.lock && \
	"$$folder/bin/uv" $(COMPILE) --extra dev -c requirements.lock pyproject.toml -o requirements-dev.lock

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo 'Syntagma needs Python 3.11 or newer, and there is none here.' \
		'Install one, or name it: make PYTHON=/path/to/python3' >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo 'Syntagma needs Python 3.11 or newer; $(PYTHON) is not.' >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo 'Python could not make the environment $(VENV); on Debian and Ubuntu: apt install python3-venv' >&2; exit 1; }

$(RUNTIME): requirements.lock | $(BIN)/python
	@echo 'Installing what the bot needs into $(VENV) ...'
	@$(INSTALL) -r requirements.lock
	@touch $@

$(TOOLS): requirements-dev.lock | $(BIN)/python
	@echo 'Installing what the bot and its tests need into $(VENV) ...'
	@$(INSTALL) -r requirements-dev.lock
	@touch $@ $(RUNTIME)
