#!/bin/sh
# Runs the tests of a lane: `sh test/run.sh fast|product|all`. The name of a file says which lane it belongs to:
#   *.test.ts          fast: no server, browser or corpus
#   *.product.test.ts  product: the whole product once, with bounded fuzzing and a slice of the corpus
#   *.full.test.ts     full: attacks, kills, all pages; only in `all`, which also runs the other two without bounds and on the whole corpus
# Files share a few processes, because a process takes longer to start than most files to run.
set -eu
cd "$(dirname "$0")/.."
lane=${1:-product}
case $lane in fast | product | all) ;; *) echo "usage: sh test/run.sh fast|product|all" >&2 && exit 2 ;; esac

groups=$(mktemp -d)
# Inside the project, where Node finds the packages.
bundles=$(mktemp -d dist/.tests-XXXXXX)
trap 'rm -rf "$groups" "$bundles"' EXIT

# group NAME COUNT: divides the files named on standard input into COUNT modules that Node can run. Each file is a suite of
# its own there, so that its hooks apply to its tests only. Neighbours go to different modules, because they take alike long.
# Files of a module share the services and snapshots of equal sources: fewer modules open fewer of them.
group() {
  sort | awk -v start="$groups/$1" -v count="$2" -v root="$PWD" '{ files[NR] = $0 } END {
    for (at = 1; at <= NR; at++) {
      module = start "-" (at % count) + 1 ".mjs"
      if (!seen[module]++) printf "import \"%s/test/support/seed.ts\";\nimport { describe } from \"node:test\";\n", root > module
      printf "describe(\"%s\", async () => void (await import(\"%s/%s\")));\n", files[at], root, files[at] > module
    }
  }'
}

# Less than a third of the time of the product lane: one module shares most.
find test -name '*.test.ts' ! -name '*.product.test.ts' ! -name '*.full.test.ts' | group fast $([ "$lane" = fast ] && echo 2 || echo 1)
[ -s "$groups/fast-1.mjs" ] || { echo 'no test file found' >&2 && exit 1; }
# Tests wait for processes, servers and a browser, so there are two modules more at work than the machine has cores.
workers=$(($(getconf _NPROCESSORS_ONLN) + 2))
# Modules start in the order of their names, so that those of the full lane come first: they take longest.
[ "$lane" = fast ] || find test -name '*.product.test.ts' | group product $((workers - 1))
[ "$lane" != all ] || find test -name '*.full.test.ts' | group a-full $workers
node test/support/bundle.mjs "$bundles" "$groups"/*.mjs

mkdir "$groups/builds"
files=$(cd "$groups" && printf "$bundles/%s\n" *.mjs)
# `node --test` uses one core less, and on Node 20 finds no TypeScript files.
# shellcheck disable=SC2086 # one word per file and flag: none has a space in it
TEST_BUILDS=$groups/builds TEST_LANE=$lane node --enable-source-maps --test --test-concurrency=$workers ${NODE_TEST_FLAGS:-} $files
