# make play    set up, serve, open the browser        make test    set up and run every test
# make check   format, lint, types, ledger            make bench   speed, beside other engines
# make soak    long simulations                       make mutants does the suite notice broken rules?
# make tools   everything for tests, benchmarks and the lab

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python
JOBS ?= 2
ENGINE := $(shell find src/adjudge/kernel src/adjudge/games -name '*.py')
PAGE := src/adjudge/page/index.html
WEB := $(shell find web -name node_modules -prune -o -type f -print)
MODULES := web/node_modules/.package-lock.json
PURE_TESTS := tests/cursed_earth tests/helter_skelter tests/match tests/bots tests/laws/test_states.py tests/playthroughs

.PHONY: play test check tools bench soak mutants clean
.DELETE_ON_ERROR:

play: $(VENV)/built
	@$(MAKE) -s $(PAGE) || echo "The page cannot be built: going on without it."
	@$(VENV)/bin/adjudge serve --open

test: check
	$(RUN) scripts/need.py postgresql chromium nginx systemd
	$(RUN) -m pytest -q -n $(JOBS)
	ADJUDGE_PURE=1 $(RUN) -m pytest -q -n $(JOBS) $(PURE_TESTS)

check: tools $(PAGE)
	$(RUN) -m ruff format --check --quiet .
	$(RUN) -m ruff check --quiet .
	$(RUN) -m mypy
	$(RUN) scripts/direct.py --check
	$(RUN) scripts/deck_table.py --check
	$(RUN) scripts/levels_table.py --check
	$(RUN) scripts/protocol_types.py --check
	$(RUN) scripts/ledger_check.py
	cd web && npm run --silent check

tools: $(VENV)/all $(VENV)/built

bench: tools
	$(RUN) bench/run.py

soak: tools
	$(RUN) scripts/need.py dieharder
	$(RUN) scripts/soak.py
	$(RUN) scripts/soak_chance.py
	$(RUN) scripts/soak_bots.py
	$(RUN) scripts/soak_table.py

mutants: tools
	$(RUN) scripts/mutants.py --game cursed_earth
	$(RUN) scripts/mutants.py --game helter_skelter

clean:
	rm -rf $(VENV) build src/*.egg-info src/adjudge/page web/node_modules
	find src -name '*.so' -delete

# What playing and building need, at the locked versions.
$(VENV)/tools: requirements-play.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Adjudge needs Python 3.11 or newer; PYTHON=/path/to/python make ... names another"; exit 1; }
	@test -x $(RUN) || $(PYTHON) -m venv $(VENV)
	$(RUN) -m pip install --quiet --disable-pip-version-check -r requirements-play.lock
	@touch $@

# What tests, benchmarks and the lab need besides.
$(VENV)/all: requirements.lock | $(VENV)/tools
	$(RUN) -m pip install --quiet --disable-pip-version-check -r requirements.lock
	@touch $@

# The package itself: compiled where a C compiler is, interpreted otherwise.
$(VENV)/built: $(VENV)/tools pyproject.toml setup.py $(ENGINE)
	@find src -name '*.so' -delete
	$(RUN) -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@$(VENV)/bin/adjudge --version
	@touch $@

# The page, which the package serves.
$(PAGE): $(MODULES) $(WEB)
	cd web && npm run --silent build

$(MODULES): web/package-lock.json | $(VENV)/tools
	$(RUN) scripts/need.py npm
	cd web && npm ci --silent
	@touch $@
