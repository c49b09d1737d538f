#!/bin/sh
# Runs the tests of a lane: `sh test/run.sh fast|product|all`. The name of a file says which lane it belongs to:
#   *.test.ts          fast: no server, browser or corpus
#   *.product.test.ts  product: the whole product once, with bounded fuzzing and a slice of the corpus
#   *.full.test.ts     full: only in `all`, which also runs the other two without bounds and on the whole corpus
# Files of the first two share a few processes, because a process takes longer to start than most files to run.
set -eu
cd "$(dirname "$0")/.."
lane=${1:-product}
case $lane in fast | product | all) ;; *) echo "usage: sh test/run.sh fast|product|all" >&2 && exit 2 ;; esac

groups=$(mktemp -d)
trap 'rm -rf "$groups"' EXIT

# group NAME COUNT: divides the files named on standard input into COUNT modules that Node can run. Each file is a suite of
# its own there, so that its hooks apply to its tests only. Neighbours go to different modules, because they take alike long.
# Files of a module share the services and snapshots of equal sources: fewer modules open fewer of them.
group() {
  sort | awk -v start="$groups/$1" -v count="$2" -v root="$PWD" '{ files[NR] = $0 } END {
    for (at = 1; at <= NR; at++) {
      module = start "-" (at % count) + 1 ".mjs"
      if (!seen[module]++) print "import { describe } from \"node:test\";" > module
      printf "describe(\"%s\", async () => void (await import(\"%s/%s\")));\n", files[at], root, files[at] > module
    }
  }'
}

find test -name '*.test.ts' ! -name '*.product.test.ts' ! -name '*.full.test.ts' | group fast 2
[ -s "$groups/fast-1.mjs" ] || { echo 'no test file found' >&2 && exit 1; }
# Tests wait for processes, servers and a browser, so there are two modules more at work than the machine has cores.
workers=$(($(getconf _NPROCESSORS_ONLN) + 2))
# Modules start in the order of their names, so that those of the full lane come first: they take longest.
[ "$lane" = fast ] || find test -name '*.product.test.ts' | group product $workers
[ "$lane" != all ] || find test -name '*.full.test.ts' | group a-full $workers
files=$(find "$groups" -name '*.mjs' | sort)

mkdir "$groups/builds"
# `node --test` uses one core less, and on Node 20 finds no TypeScript files.
# shellcheck disable=SC2086 # one word per file and flag: none has a space in it
TEST_BUILDS=$groups/builds TEST_LANE=$lane node --import tsx --import ./test/support/seed.ts --test --test-concurrency=$workers ${NODE_TEST_FLAGS:-} $files
