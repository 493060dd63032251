# Two commands: `make run` and `make test`. What is installed is kept in .venv beside this file,
# documents where `wherein` itself keeps them (`make run WHEREIN_HOME=DIR` for another folder).
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
PORT ?= 8484
# As many processes run the tests of Python, each a file at a time.
TEST_PROCESSES ?= 2
# Where it was given on make's command line, the commands are told.
ifdef WHEREIN_HOME
export WHEREIN_HOME
endif

include web/web.mk

SETUP := $(VENV)/.setup
TESTING := $(VENV)/.testing

.DEFAULT_GOAL := help
.PHONY: help run test test-team check setup testing speech-model format lint coverage bench soak lock openapi dist docs reproduce clean

help:
	@echo "make run    start the server with the sample library (PORT=$(PORT))"
	@echo "make test   set up and run every test (T=path::name for one)"
	@echo "make check  format, lint, types, layers and the tests that the change needs, of Python and of web/ (SINCE=commit, else what is not committed)"
	@echo "make coverage  record what each test file of Python runs, by which make check chooses (T=... for some files)"
	@echo "make setup  only the command, at $(BIN)/wherein, the web app and the extension"
	@echo "make speech-model  get the recogniser of speech (29 MB) for the tests and the extension's build"
	@echo "make bench  replay the conditions (NAME=... for one)"
	@echo "make dist   the wheels, the source archives and the extension for both stores in dist/ (NAME=... for one; OFFLINE=1 for a zip with all they need, EXTRAS=mcp,zim with those, PACKAGES=1 for a .deb and a portable folder too)"
	@echo "make docs   the documentation site in build/docs/site, searchable offline, and under Help in the app"
	@echo "make reproduce  a table of the papers beside our figures (NAME=... for one, else a list)"
	@echo "make soak   the longer tests (T=... for one), a team's servers for WHEREIN_SOAK_MINUTES (10)"
	@echo "make test-team   the tests with Milvus Lite, which it installs (455 MB)"

$(SETUP): requirements/run.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "wherein needs Python 3.11 or newer; set PYTHON=..."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) install --require-hashes --no-deps -r requirements/run.txt
	$(PIP) install --no-deps -e .
	@touch $@

$(TESTING): requirements/dev.txt lab/pyproject.toml $(SETUP)
	$(PIP) install --require-hashes --no-deps -r requirements/dev.txt
	$(PIP) install --no-deps -e lab
	@touch $@

setup: $(SETUP) web-build

testing: $(TESTING)

# The larger reader is taken from the checkout, where it has one, into the home folder.
# The port is looked at first: a build takes minutes.
run:
	@$(PYTHON) tools/free_port.py "$(PORT)"
	@$(MAKE) --no-print-directory setup
	@echo "The browser extension is in web/extension/dist/chromium: load it unpacked from chrome://extensions."
	@test ! -e models/large/reader.json || { echo "Copying the larger reader from models/large (71 MB); nothing is downloaded."; $(BIN)/wherein models get large --json > /dev/null; }
	@exec $(BIN)/wherein serve --sample --port $(PORT)

# Not part of any other target: nothing is fetched unless it is asked for by name.
speech-model: $(SETUP)
	@folder="$$($(BIN)/wherein models get moonshine-tiny --json | $(BIN)/python -c 'import json, sys; print(json.load(sys.stdin)["folder"])')" \
		&& mkdir -p models/moonshine-tiny && cp "$$folder"/* models/moonshine-tiny/ && echo "models/moonshine-tiny is here."

lint: $(TESTING)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet . || { echo "Some files are not formatted: make format"; exit 1; }
	$(BIN)/mypy
	$(BIN)/lint-imports
	@! $(BIN)/vulture | grep "^src/" || { echo "Code that nothing uses: remove it, or name in pyproject.toml who calls it."; exit 1; }

ifdef T
test: $(TESTING)
	$(BIN)/python -m pytest $(T)
else
test: lint $(WEB_APP)
	$(BIN)/python -m pytest tests -n $(TEST_PROCESSES) --dist loadfile
	$(MAKE) --no-print-directory web-test
endif

format: $(TESTING)
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format --quiet .

check: format lint
	@$(BIN)/python -m tools.checks $(SINCE)

coverage: $(TESTING)
	$(BIN)/python -m tools.checks.record $(T)

bench: $(TESTING)
	$(BIN)/wherein eval conditions $(NAME)

# The generator has an environment of its own.
$(VENV)-docs/.setup: requirements/docs.txt
	$(PYTHON) -m venv $(VENV)-docs
	$(VENV)-docs/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes --no-deps -r requirements/docs.txt
	@touch $@

docs: $(TESTING) $(VENV)-docs/.setup
	$(BIN)/python -m tools.documentation --zensical $(VENV)-docs/bin/zensical --into src/wherein/server/help

reproduce: $(TESTING)
	$(BIN)/wherein eval reproduce $(NAME)

soak: $(TESTING)
	$(BIN)/python -m pytest $(or $(T),tests) --soak

dist: $(TESTING) $(WEB_APP) $(WEB_BUILT) docs
	$(BIN)/python -m tools.release $(NAME) $(if $(OFFLINE)$(PACKAGES),--offline) $(if $(PACKAGES),--packages) $(if $(EXTRAS),--extras $(EXTRAS))

# Milvus Lite takes 455 MB, so `make test` does without.
test-team: $(TESTING)
	$(BIN)/python -m pip --quiet --disable-pip-version-check install -e '.[milvus]'
	$(BIN)/python -m pytest tests/milvus tests/contract/test_retriever.py

# The locks: every file pinned by hash, for all platforms. Run after changing pyproject.toml.
lock:
	$(PYTHON) -m venv $(VENV)-lock
	$(VENV)-lock/bin/python -m pip --quiet install uv
	$(VENV)-lock/bin/uv pip compile --quiet --universal --generate-hashes --no-header --override requirements/overrides.txt pyproject.toml -o requirements/run.txt
	$(VENV)-lock/bin/uv pip compile --quiet --universal --generate-hashes --no-header --override requirements/overrides.txt --extra dev --constraint requirements/run.txt pyproject.toml -o requirements/dev.txt
	echo "zensical==0.0.73" | $(VENV)-lock/bin/uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --python-version 3.11 - -o requirements/docs.txt
	rm -rf $(VENV)-lock

clean:
	rm -rf $(VENV) $(VENV)-lock $(VENV)-docs build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

openapi: $(SETUP)
	$(BIN)/python -c 'import json; from wherein import Engine; from wherein.server.app import create_app; print(json.dumps(create_app(Engine.open("/nonexistent"), "").openapi(), indent=1, sort_keys=True))' > contracts/openapi.json
