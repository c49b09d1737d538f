# Thin names for what the project does. `make help` lists them.
SOURCES ?= sources
BUILD ?= build
PORT ?= 8080

# Whether BUILD is named and SOURCES is not: then a folder that holds a snapshot is served as it is.
SERVES_AS_IS := $(if $(filter command environment,$(firstword $(origin BUILD))),$(if $(filter file,$(origin SOURCES)),yes))

# Values reach commands through the environment, as text. Neither make nor a shell expands anything in them.
SETTINGS := SOURCES BUILD PORT BASE TO FORMAT FORCE STRICT ALL DRY_RUN
TAKE_SETTINGS := build check fix diff watch rollback serve screenshots
$(foreach name,$(SETTINGS),$(eval $(TAKE_SETTINGS): override export $(name) := $$(value $(name))))

# What runs needs few packages, what tests needs many: two marks say which are installed from today's lock file.
INSTALLED := node_modules/.installed
TOOLS := node_modules/.installed-tools

.DEFAULT_GOAL := help
.PHONY: help install compile build check fix diff watch rollback serve test test-fast test-all coverage operations lint format bench screenshots clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | awk -F '\t' '{printf "  make %-10s %s\n", $$1, $$2}'

install: $(TOOLS) ## install all packages of the lock file, those for tests included

# Who has the tools keeps them.
$(INSTALLED): package-lock.json
	npm ci --no-audit --no-fund $(if $(wildcard node_modules/typescript),,--omit=dev)
	@touch $@ $(if $(wildcard node_modules/typescript),$(TOOLS))

$(TOOLS): package-lock.json
	npm ci --no-audit --no-fund
	@touch $@ $(INSTALLED)

# What runs is compiled into one file each: reading 300 modules takes longer than all that a check does.
COMPILED := dist/.compiled
$(COMPILED): $(INSTALLED) package.json $(shell find common model pipeline service -name '*.ts' -o -type d)
	@npm run --silent compile
	@touch $@

compile: $(COMPILED) ## compile service/ and pipeline/ into dist/, as all that runs them does where they have changed

# How problems are reported: by check, and by build where it publishes nothing.
REPORT = $${FORMAT:+"--format=$$FORMAT"} $${STRICT:+--strict} $${ALL:+--all}

build: $(COMPILED) ## check and publish a snapshot: SOURCES=dir BUILD=dir FORCE=1 FORMAT=name STRICT=1 ALL=1
	@node dist/pipeline.js build --sources="$$SOURCES" --build="$$BUILD" $${FORCE:+--force} $(REPORT)

check: $(COMPILED) ## say what is wrong in the sources, and how to mend it: SOURCES=dir FORMAT=name STRICT=1 ALL=1
	@node dist/pipeline.js check --sources="$$SOURCES" $(REPORT)

fix: $(COMPILED) ## mend in the sources what is safe to mend: SOURCES=dir DRY_RUN=1
	@node dist/pipeline.js fix --sources="$$SOURCES" $${DRY_RUN:+--dry-run}

diff: $(COMPILED) ## say what a build would change: SOURCES=dir BUILD=dir BASE=snapshot|folder|revision FORMAT=name ALL=1
	@node dist/pipeline.js diff --sources="$$SOURCES" --build="$$BUILD" \
	  $${BASE:+"--base=$$BASE"} $${FORMAT:+"--format=$$FORMAT"} $${ALL:+--all}

watch: $(COMPILED) ## build whenever the sources change, and say what is wrong: SOURCES=dir BUILD=dir STRICT=1
	@exec node dist/pipeline.js watch --sources="$$SOURCES" --build="$$BUILD" $${STRICT:+--strict}

rollback: $(COMPILED) ## point at the snapshot before, or at TO=id: BUILD=dir
	@node dist/pipeline.js rollback --build="$$BUILD" $${TO:+"--to=$$TO"}

serve: $(COMPILED) ## install, build from sources/ and serve on http://localhost:8080: PORT=n BUILD=dir SOURCES=dir
	@[ -n "$(SERVES_AS_IS)" ] && [ -e "$$BUILD/current/manifest.json" ] || $(MAKE) --no-print-directory build
	@BUILD_DIR="$$BUILD" exec sh deploy/start.sh

test-fast: $(TOOLS) $(COMPILED) ## run the tests that need no server, browser or corpus, in half a minute
	@sh test/run.sh fast

test: $(TOOLS) $(COMPILED) ## run test-fast, and test the whole product once, in five minutes
	@sh test/run.sh product

test-all: $(TOOLS) $(COMPILED) ## run test, with more random cases and on the whole corpus, as CI does
	@sh test/run.sh all

coverage: $(TOOLS) $(COMPILED) ## run test-all, and say which lines of common/, model/, pipeline/ and service/ they reach
	@npm run --silent coverage

operations: $(TOOLS) $(COMPILED) ## break it on purpose: swaps under load, faults, a soak, nginx; about ten minutes
	@node --import tsx test/operations/swap.ts 40
	@node --import tsx test/operations/faults.ts
	@node --import tsx test/operations/soak.ts 60
	@node --import tsx test/operations/nginx.ts

lint: $(TOOLS) ## format, style and types
	npm run --silent lint

format: $(TOOLS) ## mend what the formatter can mend
	npm run --silent format

bench: $(TOOLS) $(COMPILED) ## measure ours beside named peers, in about five minutes
	@node --import tsx bench/main.ts

screenshots: $(TOOLS) ## take pictures of every kind of page into build/screenshots: SOURCES=dir
	@node --import tsx test/pages/screenshots.ts

clean: ## remove what was generated
	rm -rf build coverage dist node_modules
