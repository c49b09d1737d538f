#!/bin/sh
# Runs the tests of a lane: `sh test/run.sh [all]`.
#   *.test.ts       `make test`: everything that guards a release
#   *.full.test.ts  `make test-all` only: random and long runs
# Files share a few processes, and there the services of equal sources, because loading the product takes longer than most files.
set -eu
cd "$(dirname "$0")/.."
lane=${1:-release}
case $lane in release | all) ;; *) echo "usage: sh test/run.sh [all]" >&2 && exit 2 ;; esac

# Inside the project, where Node finds the packages.
work=$(mktemp -d dist/.tests-XXXXXX)
missing=
[ -e "${CHROMIUM:-/usr/bin/chromium-headless-shell}" ] || { [ -z "${CHROMIUM:-}" ] && [ -e /usr/bin/chromium ]; } ||
  missing='Tests in a browser are skipped, because there is no Chromium: run apt-get install chromium-headless-shell, or set CHROMIUM to the path of one.'
trap 'cat "$work/failures" >&2; rm -rf "$work"; [ -z "$missing" ] || echo "$missing" >&2' EXIT
: >"$work/failures"

# group NAME COUNT: divides the files named on standard input into COUNT modules, in each of which a file is a suite, so that its hooks apply to its tests only.
group() {
  sort | awk -v start="$work/$1" -v count="$2" '{
    module = start "-" (NR % count) + 1 ".ts"
    if (!seen[module]++) printf "import \"../../test/support/seed.ts\";\nimport { describe } from \"node:test\";\n" > module
    printf "describe(\"%s\", async () => void (await import(\"../../%s\")));\n", $0, $0 > module
  }'
}

workers=$(getconf _NPROCESSORS_ONLN)
[ "$lane" != all ] || find test -name '*.full.test.ts' | group full $((workers + 2))
# Processes of about equal length. In the first one tests wait: for a browser, for clients and for DuckDB.
release=$(find test -name '*.test.ts' ! -name '*.full.test.ts')
waiting='^test/pages/|^test/service/(http|mcp|query|snapshot)/'
echo "$release" | grep -E "$waiting" | group waiting 1
echo "$release" | grep -Ev "$waiting" | grep ^test/service/ | group service 1
echo "$release" | grep -Ev "$waiting" | grep -v ^test/service/ | group pipeline 1
[ -s "$work/pipeline-1.ts" ] || { echo 'no test file found' >&2 && exit 1; }
# `node --test` finds no TypeScript files on Node 20.
TEST_BUILDS=$PWD/$work/builds TEST_LANE=$lane node --import tsx --test --test-concurrency=$((workers + 2)) ${NODE_TEST_FLAGS:-} \
  --test-reporter=spec --test-reporter-destination=stdout \
  --test-reporter=./test/support/failures.mjs --test-reporter-destination="$work/failures" "$work"/*.ts
