# Targets of the project; `make help` lists them.
SOURCES ?= sources
BUILD ?= build
PORT ?= 8080

# Serve a published build folder as it is if BUILD is given without SOURCES.
SERVES_AS_IS := $(if $(filter command environment,$(firstword $(origin BUILD))),$(if $(filter file,$(origin SOURCES)),yes))

# Commands get these values through the environment, as text. Neither make nor a shell expands anything in them.
SETTINGS := SOURCES BUILD PORT PAGE BASE TO FORMAT FORCE STRICT ALL DRY_RUN CONFIRM FILE CATEGORY IGNORE WHAT FROM OFFER NETWORKS CHAINS PROVIDER WEBSITE LOGO DESCRIPTION VALUES TEXTS SINCE AUTHOR BRANCH ORIGIN ONCE
TAKE_SETTINGS := build check fix init import import-readings add-provider list rename move remove diff history schemas coverage-report watch rollback follow probe publish serve screenshots
$(foreach name,$(SETTINGS),$(eval $(TAKE_SETTINGS): override export $(name) := $$(value $(name))))

# Standard output belongs to the reports of commands, so that recipes on the way to one are not echoed.
# Stamp files: run-time packages installed, development packages installed, tools installed.
INSTALLED := node_modules/.installed
DEVELOPMENT := node_modules/.installed-development
TOOLS := bench/node_modules/.installed

# Adds what is missing in node_modules and leaves the lock file alone. Packages need no scripts of their own.
INSTALL := npm install --no-save --ignore-scripts --no-audit --no-fund --loglevel=error

.DEFAULT_GOAL := help
.PHONY: help install compile build check fix init import import-readings add-provider list rename move remove diff history schemas coverage-report watch rollback follow probe publish serve tools test test-all coverage operations lint format bench screenshots clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | awk -F '\t' '{printf "  make %-15s %s\n", $$1, $$2}'

install: $(DEVELOPMENT) ## install all packages of the lock file

# Keeps development packages on `make serve`.
$(INSTALLED): package-lock.json
	@echo 'installing packages' >&2
	@$(INSTALL) $(if $(wildcard node_modules/typescript),,--omit=dev) >/dev/null
	@touch $@ $(if $(wildcard node_modules/typescript),$(DEVELOPMENT))

$(DEVELOPMENT): package-lock.json
	@echo 'installing development packages' >&2
	@$(INSTALL) >/dev/null
	@touch $@ $(INSTALLED)

tools: $(TOOLS) ## install the tools of benchmarks and of checks that few people run, into bench/node_modules

$(TOOLS): bench/package-lock.json $(DEVELOPMENT)
	@echo 'installing tools' >&2
	@cd bench && $(INSTALL) >/dev/null
	@touch $@

# A file for each program, and one for each part that several need or that few commands load: loading 300 modules takes longer than a check.
# Files of earlier compilations stay, because running programs may load them yet; `make clean` removes them.
COMPILED := dist/.compiled
$(COMPILED): $(INSTALLED) package.json $(shell find common model pipeline service -name '*.ts' -o -type d)
	@npm run --silent compile >&2
	@touch $@

compile: $(COMPILED) ## compile pipeline/ and service/ into dist/; other targets do so when needed

# Report options of check and build.
REPORT = $${FORMAT:+"--format=$$FORMAT"} $${STRICT:+--strict} $${ALL:+--all} $${CONFIRM:+--confirm}

build: $(COMPILED) ## check and publish a snapshot: SOURCES=dir BUILD=dir FORCE=1 CONFIRM=1 FORMAT=name STRICT=1 ALL=1
	@node dist/pipeline.js build --sources="$$SOURCES" --build="$$BUILD" $${FORCE:+--force} $(REPORT)

check: $(COMPILED) ## report the problems in the sources: SOURCES=dir FORMAT=name STRICT=1 ALL=1; only new ones: BASE=snapshot|folder|revision CONFIRM=1
	@node dist/pipeline.js check --sources="$$SOURCES" --build="$$BUILD" $${BASE:+"--base=$$BASE"} $(REPORT)

fix: $(COMPILED) ## apply safe fixes to the sources: SOURCES=dir DRY_RUN=1; only in edited files: BASE=folder|revision
	@node dist/pipeline.js fix --sources="$$SOURCES" $${BASE:+"--base=$$BASE"} $${DRY_RUN:+--dry-run}

init: $(COMPILED) ## write a small source folder to begin another directory with: SOURCES=new folder
	@node dist/pipeline.js init --sources="$$SOURCES"

import: $(COMPILED) ## add rows of a spreadsheet to the offers: FILE=rows.xlsx|ods|csv|tsv CATEGORY=key IGNORE=columns SOURCES=dir DRY_RUN=1
	@node dist/pipeline.js import --sources="$$SOURCES" "--file=$$FILE" "--category=$$CATEGORY" $${IGNORE:+"--ignore=$$IGNORE"} \
	  $${DRY_RUN:+--dry-run}

import-readings: $(COMPILED) ## take in what others measured of endpoints and providers: FILE=figures.csv|jsonl SOURCES=dir BUILD=dir DRY_RUN=1
	@node dist/pipeline.js import-readings --sources="$$SOURCES" --build="$$BUILD" $${FILE:+"--file=$$FILE"} $${DRY_RUN:+--dry-run}

add-provider: $(COMPILED) ## add a provider with its logo: PROVIDER=name WEBSITE=address LOGO=image DESCRIPTION=text VALUES=docs=address,x=name SOURCES=dir DRY_RUN=1
	@node dist/pipeline.js add-provider --sources="$$SOURCES" "--provider=$$PROVIDER" "--website=$$WEBSITE" $${LOGO:+"--logo=$$LOGO"} \
	  "--description=$$DESCRIPTION" $${VALUES:+"--values=$$VALUES"} $${DRY_RUN:+--dry-run}

list: $(COMPILED) ## list offers on networks: OFFER=slug,slug NETWORKS=key,key CHAINS=name,name CATEGORY=key SOURCES=dir DRY_RUN=1
	@node dist/pipeline.js list --sources="$$SOURCES" "--offer=$$OFFER" "--networks=$$NETWORKS" "--chains=$$CHAINS" \
	  $${CATEGORY:+"--category=$$CATEGORY"} $${DRY_RUN:+--dry-run}

rename: $(COMPILED) ## rename everywhere: WHAT=offer|provider|network FROM=name TO=name TEXTS=1 CATEGORY=key SOURCES=dir DRY_RUN=1
	@node dist/pipeline.js rename --sources="$$SOURCES" "--what=$$WHAT" "--from=$$FROM" "--to=$$TO" $${TEXTS:+--texts} \
	  $${CATEGORY:+"--category=$$CATEGORY"} $${DRY_RUN:+--dry-run}

move: $(COMPILED) ## move offers and their listings to another category: OFFER=slug,slug TO=key VALUES=trial=FALSE CHAINS=name IGNORE=columns CATEGORY=key DRY_RUN=1
	@node dist/pipeline.js move --sources="$$SOURCES" "--offer=$$OFFER" "--to=$$TO" "--chains=$$CHAINS" $${IGNORE:+"--ignore=$$IGNORE"} \
	  $${VALUES:+"--values=$$VALUES"} $${CATEGORY:+"--category=$$CATEGORY"} $${DRY_RUN:+--dry-run}

remove: $(COMPILED) ## remove offers or a provider, and all that refers to them: OFFER=slug,slug or PROVIDER=name CATEGORY=key DRY_RUN=1
	@node dist/pipeline.js remove --sources="$$SOURCES" "--offer=$$OFFER" $${PROVIDER:+"--provider=$$PROVIDER"} \
	  $${CATEGORY:+"--category=$$CATEGORY"} $${DRY_RUN:+--dry-run}

diff: $(COMPILED) ## show what a build would change: SOURCES=dir BUILD=dir BASE=snapshot|folder|revision FORMAT=name ALL=1; what changed: SINCE=date AUTHOR=name
	@node dist/pipeline.js diff --sources="$$SOURCES" --build="$$BUILD" \
	  $${BASE:+"--base=$$BASE"} $${SINCE:+"--since=$$SINCE"} $${AUTHOR:+"--author=$$AUTHOR"} $${FORMAT:+"--format=$$FORMAT"} \
	  $${ALL:+--all} $${CONFIRM:+--confirm}

history: $(COMPILED) ## find the changes in the commits of the sources, for the next build: SOURCES=dir BUILD=dir SINCE=date BRANCH=name
	@node dist/pipeline.js history --sources="$$SOURCES" --build="$$BUILD" \
	  $${SINCE:+"--since=$$SINCE"} $${BRANCH:+"--branch=$$BRANCH"}

schemas: $(COMPILED) ## write Table Schemas and JSON Schemas of the tables of the sources: SOURCES=dir BUILD=dir TO=folder
	@node dist/pipeline.js schemas --sources="$$SOURCES" --build="$$BUILD" $${TO:+"--to=$$TO"}

coverage-report: $(COMPILED) ## report which columns offers state, and what to fill in next: SOURCES=dir FORMAT=json
	@node dist/pipeline.js coverage-report --sources="$$SOURCES" $${FORMAT:+"--format=$$FORMAT"}

watch: $(COMPILED) ## build on every save and report problems: SOURCES=dir BUILD=dir STRICT=1 CONFIRM=1
	@exec node dist/pipeline.js watch --sources="$$SOURCES" --build="$$BUILD" $${STRICT:+--strict} $${CONFIRM:+--confirm}

rollback: $(COMPILED) ## return to the previous snapshot, or to TO=id: BUILD=dir
	@node dist/pipeline.js rollback --build="$$BUILD" $${TO:+"--to=$$TO"}

follow: $(COMPILED) ## keep a build folder equal to an origin: ORIGIN=address|remote|folder BUILD=dir ONCE=1
	@exec node dist/pipeline.js follow --build="$$BUILD" $${ORIGIN:+"--origin=$$ORIGIN"} $${ONCE:+--once}

probe: $(COMPILED) ## read endpoints, servers, links and quotations in the world: SOURCES=dir BUILD=dir FORMAT=json
	@exec node dist/pipeline.js probe --sources="$$SOURCES" --build="$$BUILD" $${FORMAT:+"--format=$$FORMAT"}

publish: $(COMPILED) ## upload a build folder with rclone: BUILD=dir TO=remote|folder
	@exec node dist/pipeline.js publish --build="$$BUILD" $${TO:+"--to=$$TO"}

serve: $(COMPILED) ## install, build and serve on http://localhost:8080: PORT=n BUILD=dir SOURCES=dir
	@if [ -n "$(SERVES_AS_IS)" ] && [ -e "$$BUILD/current/manifest.json" ]; then BUILD_DIR="$$BUILD" exec sh deploy/start.sh; fi; \
	  exec node dist/pipeline.js serve --sources="$$SOURCES" --build="$$BUILD" $${FORCE:+--force} $${STRICT:+--strict} $${CONFIRM:+--confirm}

test: $(DEVELOPMENT) $(COMPILED) ## run the tests of a release
	@sh test/run.sh

test-all: $(DEVELOPMENT) $(COMPILED) ## run all tests, with long runs, more random cases and the whole corpus
	@sh test/run.sh all

coverage: $(DEVELOPMENT) $(COMPILED) ## run test-all and report line coverage
	@npx c8 sh test/run.sh all

operations: $(DEVELOPMENT) $(COMPILED) ## run the tests of test-all with real processes: swaps under load, faults, replicas behind nginx
	@node --import tsx --test test/operations/*.full.test.ts

lint: $(DEVELOPMENT) ## check format, style, types and regular expressions
	npm run --silent lint

format: $(DEVELOPMENT) ## format the code
	npx biome check --write .

bench: $(TOOLS) $(COMPILED) ## run the benchmarks against named peers; about seven minutes
	@node --import tsx bench/main.ts

screenshots: $(DEVELOPMENT) ## take screenshots of every page type into build/screenshots: SOURCES=dir PAGE=name
	@node --import tsx bench/screenshots.ts

clean: ## remove generated files
	rm -rf build coverage dist node_modules bench/node_modules
